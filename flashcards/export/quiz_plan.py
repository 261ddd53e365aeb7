"""What is asked: the questions of a quiz in their order, with points.

The same quiz, cards and seed give the same plan.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flashcards.cards import Card, Note
from flashcards.model import SOURCE_LANGUAGE, Choose, Code, Pick, Quiz, Selection
from flashcards.questions import Neighbours, Question, chance, question
from flashcards.questions.draw import EVERYTHING, GRADED_BY_A_PERSON, drawn, enough
from flashcards.questions.shuffle import Locks
from flashcards.seeding import stable_digest


@dataclass(frozen=True)
class Asked:
    """One question, what it is worth and the block it stands in."""

    question: Question
    points: float = 1
    block: str = ""
    section: int = 0
    """The number of the block."""
    locked: bool = False
    """All its options keep the order that they have."""

    @property
    def locks(self) -> Locks:
        """Options that the author keeps first or last."""
        match self.question.card.entry:
            case Choose() as entry:
                options = {**entry.right, **entry.wrong}
            case Code() as entry:
                options = dict(entry.wrong)
            case _:
                options = {}
        return {name: option.lock for name, option in options.items() if option.lock}

    @property
    def keeps_order(self) -> bool:
        """Whether a platform that shuffles all options or none must not shuffle them."""
        return self.locked or bool(self.locks)

    @property
    def id(self) -> str:
        """Stable for ever: the card's id, and its language if it is a translation."""
        note = self.question.card.note
        return (
            self.question.id if note.lang == SOURCE_LANGUAGE else f"{self.question.id}@{note.lang}"
        )


@dataclass(frozen=True)
class Plan:
    """Everything that a format needs to know."""

    title: str
    course: str
    asked: tuple[Asked, ...]
    seed: str
    version: str
    author: str = ""
    lang: str = SOURCE_LANGUAGE
    shuffle: bool = True
    minutes: float | None = None
    pass_mark: float | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def points(self) -> float:
        return sum(asked.points for asked in self.asked)

    @property
    def chance(self) -> float:
        """The share of the points that pure guessing is expected to get."""
        won = sum(asked.points * chance(asked.question) for asked in self.asked)
        return won / self.points if self.points else 0.0

    @cached_property
    def digest(self) -> str:
        """Changes when any text, answer or number of points does, and with nothing else."""
        rows = sorted(json.dumps(content(asked), ensure_ascii=False) for asked in self.asked)
        return hashlib.sha256("\n".join(rows).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def planned(
    quiz: Quiz, every: Sequence[Note], seed: str, narrowed: Selection = EVERYTHING
) -> tuple[Asked, ...]:
    """The questions of the quiz; fewer than it asks for is an error.

    `narrowed` leaves out cards; wrong options come from every note all the same.
    """
    neighbours = Neighbours(every)
    made = enough(drawn(quiz, every, seed, neighbours, narrowed))
    asked = [
        _asked(quiz, card, block.pick, section, neighbours, seed)
        for section, block in enumerate(made)
        for card in block.cards
    ]
    if quiz.shuffle:
        asked.sort(key=lambda each: stable_digest(seed, "place", each.question.id))
    return tuple(asked)


def content(asked: Asked) -> list[object]:
    """What a question says, whatever order its options are shown in."""
    each = asked.question
    options = sorted([o.name, o.text, o.right, o.why or ""] for o in each.options)
    return [
        asked.id, each.form, asked.points, each.instruction, each.stem, each.code or "",
        options, list(each.sequence), [list(thing) for thing in each.things],
        list(each.accepted), each.answer, each.answer_code or "", each.explanation,
    ]  # fmt: skip


def is_graded_by_a_person(question: Question) -> bool:
    """In one's own words, or typed but not in one line, which no platform compares."""
    if question.form in ("type", "gap"):
        return any("\n" in answer or not answer.strip() for answer in question.accepted)
    return question.form in GRADED_BY_A_PERSON


def case_counts(question: Question) -> bool:
    """Whether upper and lower case can make a typed answer wrong."""
    return question.case and any(a.lower() != a.upper() for a in question.accepted)


def texts(asked: Iterable[Asked]) -> list[str]:
    """Every Markdown text of these questions: where pictures may be."""
    found = []
    for each in (one.question for one in asked):
        found += [each.stem, each.answer, each.explanation, *(text for _, text, _ in each.things)]
        for option in each.options:
            found += [] if option.literal else [option.text]
            found += [option.why] if option.why else []
    return found


def _asked(
    quiz: Quiz, card: Card, block: Pick, section: int, neighbours: Neighbours, seed: str
) -> Asked:
    entry = card.entry
    locked = entry.key in quiz.lock
    points = quiz.points if block.points is None else block.points
    made = question(card, neighbours, seed, keep_order=locked)
    locked = locked or (isinstance(entry, Choose) and not entry.shuffle)
    return Asked(made, points, block.title or "", section, locked)
