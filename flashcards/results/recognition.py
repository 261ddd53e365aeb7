"""Questions of a platform found again in the course, so that all sources speak of cards."""

from __future__ import annotations

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
    right = facts.right or named
    return replace(asked, id=id, text=facts.text, right=right)


def _rename(
    attempt: Attempt, ids: dict[str, str], questions: dict[str, AskedQuestion], bank: QuestionBank
) -> None:
    found = {}
    for id, got in attempt.responses.items():
        name = ids[id]
        chosen = tuple(bank.name_option(name, text) for text in got.chosen)
        score = got.score
        if score is None and questions[name].right and not questions[name].is_sequence:
            score = score_picks(questions[name].right, chosen)
        found[name] = Response(score, chosen, got.duration)
    attempt.responses = found
    attempt.weights = {ids[id]: points for id, points in attempt.weights.items() if id in ids}
