"""Questions of a platform found again in the course, so that all sources speak of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flashcards.results.attempts import AskedQuestion, Attempt, Gathered, Response, score_picks
from flashcards.results.question_bank import QuestionBank


def recognise_cards(gathered: Gathered, bank: QuestionBank) -> Gathered:
    """The same with cards' ids and names of options in place of texts, where they are known.

    What the source did not grade is graded if its options are known.
    """
    ids = {id: bank.find_card(asked.text) or id for id, asked in gathered.questions.items()}
    if len(set(ids.values())) < len(ids):
        ids = {id: id for id in ids}  # two questions that read the same stay apart
    questions = {
        ids[id]: _recognise_question(asked, ids[id], bank)
        for id, asked in gathered.questions.items()
    }
    for attempt in gathered.attempts:
        _rename(attempt, ids, questions, bank)
    gathered.questions = questions
    return gathered


def _recognise_question(asked: AskedQuestion, id: str, bank: QuestionBank) -> AskedQuestion:
    facts = bank.describe(id)
    if facts is None:
        return asked
    named = tuple(bank.name_option(id, text) for text in asked.right)
    right = () if facts.by_hand else facts.right or named
    return replace(asked, id=id, text=facts.text, right=right, by_hand=facts.by_hand)


def _rename(
    attempt: Attempt, ids: dict[str, str], questions: dict[str, AskedQuestion], bank: QuestionBank
) -> None:
    found = {}
    for id, got in attempt.responses.items():
        name = ids[id]
        parts = bank.join_parts(name, got.chosen, ",")
        chosen = tuple(bank.name_option(name, text) for text in parts)
        score = got.score
        if score is None:
            score = _grade(questions[name], chosen, bank)
        found[name] = Response(score, chosen, got.duration)
    attempt.responses = found
    attempt.weights = {ids[id]: points for id, points in attempt.weights.items() if id in ids}


def _grade(question: AskedQuestion, chosen: Sequence[str], bank: QuestionBank) -> float | None:
    """The score by what the course knows; None if a person has to grade it."""
    if not question.right or question.is_sequence:
        return None
    score = score_picks(question.right, chosen)
    if not score and question.is_typed and chosen:
        return bank.grade_text(question.id, chosen[0])
    return score
