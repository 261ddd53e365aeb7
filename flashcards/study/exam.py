"""A quiz under exam rules: no feedback until the end, a time limit, a result to collect.

The questions follow from the quiz and the seed alone. Only what can be graded is
asked: cards that the learner rates themselves are left out. After every answer
the result so far is handed on, so that a crash loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flashcards.cards import Card, Note
from flashcards.model import SOURCE_LANGUAGE, Pick, Quiz
from flashcards.questions import Neighbours, Question, forms, question
from flashcards.seeding import stable_digest
from flashcards.selection import TooFewCards, blocks, matching, matching_some, sample
from flashcards.study.grading import Verdict, grade
from flashcards.study.ui import Answer, QuestionContext, UserInterface

MINUTE_MS = 60_000
SELF_RATED = ("reveal", "points")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of an exam and what it is worth."""

    question: Question
    points: float
    block: int = 0
    """Which block of the quiz it belongs to."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer of an exam."""

    asked: Asked
    answer: tuple[str, ...]
    verdict: Verdict
    duration: int

    @property
    def points(self) -> float:
        return self.asked.points * self.verdict.score


@dataclass(frozen=True, slots=True)
class BlockScore:
    """What was reached in one block of the quiz."""

    block: Pick
    points: float
    total: float

    @property
    def percent(self) -> float:
        return _percent(self.points, self.total)

    def for_json(self) -> dict[str, Any]:
        title, points = self.block.title, round(self.points, 4)
        return {"title": title, "points": points, "total": self.total, "percent": self.percent}


@dataclass
class Exam:
    """An exam being taken."""

    quiz: Quiz
    asked: Sequence[Asked]
    candidate: str
    seed: str
    versions: dict[str, str]
    began: int
    answered: list[Answered] = field(default_factory=list)
    ended: int | None = None
    out_of_time: bool = False
    left_out: tuple[str, ...] = ()
    """Titles of blocks that only a person can grade, or that are not in the language."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles in the language of the cards, such as that of `deck/tensors`."""

    @property
    def deadline(self) -> int | None:
        minutes = self.quiz.minutes
        return None if minutes is None else self.began + round(minutes * MINUTE_MS)

    @property
    def total(self) -> float:
        return sum(asked.points for asked in self.asked)

    @property
    def points(self) -> float:
        return sum(answered.points for answered in self.answered)

    @property
    def percent(self) -> float:
        return _percent(self.points, self.total)

    @property
    def scores(self) -> list[BlockScore]:
        """What was reached in each block that asked something."""
        return [
            BlockScore(
                block,
                sum(each.points for each in self.answered if each.asked.block == number),
                sum(asked.points for asked in self.asked if asked.block == number),
            )
            for number, block in enumerate(blocks(self.quiz))
            if any(asked.block == number for asked in self.asked)
        ]

    @property
    def is_placement(self) -> bool:
        """Whether each block asks about one stage of its own, and there is a mark to reach."""
        stages = [score.block.select.stage for score in self.scores]
        single = all(len(each) == 1 for each in stages)
        return single and len(set(stages)) > 1 and self.quiz.pass_mark is not None

    @property
    def begin_with(self) -> int | None:
        """The first stage that a placement shows to be missing; None if there is none."""
        mark = self.quiz.pass_mark
        if not self.is_placement or mark is None:
            return None
        missing = [score for score in self.scores if score.percent < mark]
        return min((score.block.select.stage[0] for score in missing), default=None)

    @property
    def passed(self) -> bool | None:
        mark = self.quiz.pass_mark
        return None if mark is None else self.percent >= mark

    def result(self) -> dict[str, Any]:
        """Everything an instructor needs, for JSON."""
        return {
            "format": 1,
            "exam": self.quiz.quiz,
            "title": self.quiz.title,
            "candidate": self.candidate,
            "seed": self.seed,
            "versions": self.versions,
            "began": self.began,
            "ended": self.ended,
            "finished": self.ended is not None and len(self.answered) == len(self.asked),
            "out_of_time": self.out_of_time,
            "left_out": list(self.left_out),
            "minutes": self.quiz.minutes,
            "pass_mark": self.quiz.pass_mark,
            "points": round(self.points, 4),
            "total": self.total,
            "percent": self.percent,
            "passed": self.passed,
            "blocks": [score.for_json() for score in self.scores],
            "begin_with": self.begin_with,
            "answers": [_answer(answered) for answered in self.answered],
            "unanswered": [asked.question.id for asked in self.asked[len(self.answered) :]],
        }


def questions_of(quiz: Quiz, notes: Sequence[Note], seed: str) -> list[Asked]:
    """The questions of an exam, block by block: the same quiz, cards and seed give the same."""
    neighbours = Neighbours(notes)
    chosen: dict[str, tuple[Card, float, int]] = {}
    for number, block in enumerate(blocks(quiz)):
        gradable = _gradable_in(block, notes, neighbours)
        taken = _taken(block, [card for card in gradable if card.id not in chosen], seed)
        if gradable and block.count is not None and len(taken) < block.count:
            raise TooFewCards(
                f"quiz '{quiz.quiz}' wants {block.count} questions that can be graded"
                f"{_in_block(block)}, found {len(taken)}: lower the count"
            )
        if quiz.shuffle:
            taken = sorted(taken, key=lambda card: stable_digest(seed, "place", card.id))
        chosen.update((card.id, (card, block.points or 0.0, number)) for card in taken)
    if not chosen:
        raise TooFewCards(f"quiz '{quiz.quiz}' has no question that can be graded without a person")
    return [_asked(quiz, *each, neighbours, seed) for each in chosen.values()]


def left_out(quiz: Quiz, notes: Sequence[Note]) -> tuple[str, ...]:
    """Blocks without a card in the language that can be graded without a person."""
    neighbours = Neighbours(notes)
    return tuple(
        block.title or "?" for block in blocks(quiz) if not _gradable_in(block, notes, neighbours)
    )


def _gradable_in(block: Pick, notes: Sequence[Note], neighbours: Neighbours) -> list[Card]:
    translated = any(note.lang != SOURCE_LANGUAGE for note in notes)
    chosen = matching(notes, block.select) if translated else matching_some(notes, block.select)
    found = (card for note in chosen for card in note.cards)
    return [card for card in found if forms(card, neighbours)[0] not in SELF_RATED]


def _taken(block: Pick, free: Sequence[Card], seed: str) -> Sequence[Card]:
    return free if block.count is None else sample(free, block.count, seed, apart=True)


def _in_block(block: Pick) -> str:
    return f" in '{block.title}'" if block.title else ""


def take(
    exam: Exam,
    ui: UserInterface,
    clock: Callable[[], int],
    keep: Callable[[dict[str, Any]], None],
) -> None:
    """Asks everything once, without feedback; `u` goes one question back.

    A candidate who leaves, or whose time is up, gets no credit for the rest.
    """
    keep(exam.result())
    try:
        while len(exam.answered) < len(exam.asked) and _step(exam, ui, clock):
            keep(exam.result())
    except EOFError:
        pass
    finally:
        exam.ended = clock()
        keep(exam.result())


def _step(exam: Exam, ui: UserInterface, clock: Callable[[], int]) -> bool:
    now = clock()
    if exam.deadline is not None and now >= exam.deadline:
        exam.out_of_time = True
        return False
    asked = exam.asked[len(exam.answered)]
    left = None if exam.deadline is None else exam.deadline - now
    deck = asked.question.card.note.deck
    title = exam.titles.get(f"deck/{deck.deck}", deck.title)
    done, total = len(exam.answered), len(exam.asked)
    place = QuestionContext(done, total, 0, deck=title, left=left, points=asked.points)
    ui.show_question(asked.question, place)
    answer = ui.ask(asked.question)
    if isinstance(answer, Answer):
        return _accept(exam, asked, answer, now, clock())
    if answer == "undo" and exam.answered:
        exam.answered.pop()
    return answer != "quit"


def _accept(exam: Exam, asked: Asked, answer: Answer, began: int, now: int) -> bool:
    """Counts an answer, unless it came too late."""
    if exam.deadline is not None and now >= exam.deadline:
        exam.out_of_time = True
        return False
    verdict = grade(asked.question, answer.given)
    exam.answered.append(Answered(asked, answer.given, verdict, max(0, now - began)))
    return True


def _asked(
    quiz: Quiz, card: Card, points: float, block: int, neighbours: Neighbours, seed: str
) -> Asked:
    locked = card.entry.key in quiz.lock
    return Asked(question(card, neighbours, seed, keep_order=locked), points, block)


def _percent(points: float, total: float) -> float:
    return round(100 * points / total, 2) if total else 0.0


def _answer(answered: Answered) -> dict[str, Any]:
    asked = answered.asked.question
    return {
        "card": asked.id,
        "form": asked.form,
        "shown": [option.name for option in asked.options],
        "answer": list(answered.answer),
        "right": list(_right(asked)),
        "score": round(answered.verdict.score, 4),
        "points": round(answered.points, 4),
        "of": answered.asked.points,
        "near": answered.verdict.near,
        "duration": answered.duration,
    }


def _right(asked: Question) -> Sequence[str]:
    match asked.form:
        case "order":
            return asked.sequence
        case "match":
            return [fits for _, _, fits in asked.things]
        case "type" | "gap":
            return asked.accepted
        case _:
            return asked.right_names
