"""What is exported: the questions of a quiz in their order, and what becomes of each of them.

The same quiz, cards and seed give the same plan. Nothing is lost silently: a format adds to
`losses` where it holds less than the question says, and raises `Refused` where it cannot hold it.
"""

import hashlib
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from flashcards.course.model import Quiz
from flashcards.errors import FlashcardsError
from flashcards.questions.draw import GRADED_BY_A_PERSON, DrawnQuestion
from flashcards.questions.question import Question
from flashcards.words import ENGLISH, Words

MAX_NAME = 255
"""Of a category, a question or a quiz: a longer one would stop the whole import."""

SEVERAL_LINES = "is graded by a person: the answer is not one line"
Item = TypeVar("Item")
Losses = list[str]
STATUSES = ("kept", "degraded", "refused")


@dataclass(frozen=True)
class QuizPlan:
    """Everything that a format needs to know."""

    quiz: Quiz
    """With its titles in the language of the questions."""
    questions: tuple[DrawnQuestion, ...]
    seed: str
    course: str
    """The title of the course."""
    author: str = ""
    words: Words = ENGLISH
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def points(self) -> float:
        """What all questions are worth."""
        return sum(drawn.points for drawn in self.questions)

    @cached_property
    def digest(self) -> str:
        """Changes when any text, answer or number of points does, and with nothing else."""
        rows = []
        for drawn in (variant for asked in self.questions for variant in asked.list_variants()):
            q = drawn.question
            options = sorted([o.name, o.text, o.right, o.why or ""] for o in q.options)
            code = [q.setup or "", q.code or "", q.code_language]
            asked = [q.instruction, q.stem, code, options, q.sequence, q.things]
            right = [q.accepted, q.case, q.answer, q.answer_code or "", q.explanation]
            row = [drawn.id, q.form, drawn.points, *asked, *right]
            rows.append(json.dumps(row, ensure_ascii=False))
        return hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()[:8]


def is_graded_by_a_person(question: Question) -> bool:
    """In one's own words, or typed but not in one line, which no platform compares."""
    if question.form in ("type", "gap"):
        return any("\n" in answer or not answer.strip() for answer in question.accepted)
    return question.form in GRADED_BY_A_PERSON


class Refused(FlashcardsError):
    """The format cannot hold this question; the message says why."""


class Outcome(NamedTuple):
    """What became of one question."""

    id: str
    form: str
    status: str
    """One of STATUSES."""
    said: tuple[str, ...] = ()
    """What was lost, or why it was refused."""

    def __str__(self) -> str:
        """Return all of it in one line."""
        said = f": {'; '.join(self.said)}" if self.said else ""
        return f"{self.status:8}  {self.id}{said}"


class Exported(NamedTuple):
    """Files by what their names end with, and what became of each question."""

    files: Mapping[str, bytes]
    outcomes: tuple[Outcome, ...]

    def counts(self) -> dict[str, int]:
        """Return how many questions were kept, degraded and refused."""
        statuses = [outcome.status for outcome in self.outcomes]
        return {status: statuses.count(status) for status in STATUSES}


def convert_all(
    plan: QuizPlan, convert: Callable[[DrawnQuestion, Losses], Item]
) -> tuple[list[tuple[DrawnQuestion, Item]], tuple[Outcome, ...]]:
    """Convert every question; return the converted ones, and an Outcome for each.

    `convert` adds what is lost to the list that it gets, or raises Refused.
    """
    items: list[tuple[DrawnQuestion, Item]] = []
    outcomes: list[Outcome] = []
    for drawn in plan.questions:
        losses: Losses = []
        try:
            items.append((drawn, convert(drawn, losses)))
            status = "degraded" if losses else "kept"
        except Refused as reason:
            losses, status = [str(reason)], "refused"
        said = tuple(dict.fromkeys(losses))
        outcomes.append(Outcome(drawn.id, drawn.question.form, status, said))
    return items, tuple(outcomes)


def tag(name: str, /, *parts: ET.Element | str, **attributes: str) -> ET.Element:
    """Return an element of XML with its parts, of which a text can only be the first."""
    element = ET.Element(name, attributes)
    for part in parts:
        if isinstance(part, str):
            element.text = part
        else:
            element.append(part)
    return element


def trim_answers(question: Question, losses: Losses) -> list[str]:
    """Return answers as platforms compare them: they cut spaces off both ends of what is typed."""
    if any(answer != answer.strip() for answer in question.accepted):
        losses.append("spaces at the ends of the answer do not count")
    return list(dict.fromkeys(answer.strip() for answer in question.accepted))
