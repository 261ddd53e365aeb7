"""What became of each question: kept, degraded (what was lost) or refused (why).

Nothing is lost silently: a format adds to `losses` where it holds less than the
question says, and raises `Refused` where it cannot hold it at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from flashcards.errors import FlashcardsError
from flashcards.export.quiz_plan import QuizPlan, list_content, list_texts
from flashcards.questions import Question
from flashcards.questions.draw import DrawnQuestion
from flashcards.text.images import find_pictures
from flashcards.text.plain_text import format_count

Item = TypeVar("Item")
Losses = list[str]
Status = Literal["kept", "degraded", "refused"]

SEVERAL_LINES = "is graded by a person: the answer is not one line"

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\uf8ff\ufffe\uffff]")
"""Control characters, halves of characters, and those that mean something to us alone."""
_LONE = re.compile("[\ud800-\udfff]")


class Refused(FlashcardsError):
    """The format cannot hold this question; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """What became of one question."""

    id: str
    form: str
    status: Status
    said: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return all of it in one line."""
        return self.format_line(self.id)

    def format_line(self, questions: str) -> str:
        """Return the line of this outcome for a question, or for several."""
        said = f": {'; '.join(self.said)}" if self.said else ""
        return f"{self.status:8}  {questions}{said}"


@dataclass(frozen=True)
class Exported:
    """Files by what their names end with, and what became of each question."""

    files: Mapping[str, bytes]
    outcomes: tuple[Outcome, ...]

    @property
    def lost(self) -> list[Outcome]:
        """What became of the questions that were not kept whole."""
        return [outcome for outcome in self.outcomes if outcome.status != "kept"]

    def list_lines(self, verbose: bool) -> list[str]:
        """What was lost, many with the same loss in one line; if `verbose` a line a question."""
        if verbose:
            return [*map(str, self.outcomes)]
        groups: dict[object, list[Outcome]] = {}
        for outcome in self.lost:
            groups.setdefault((outcome.status, outcome.said), []).append(outcome)
        return [_tell_alike(group) for group in groups.values()]

    def find_refusal(self, format_name: str, strict: bool) -> str | None:
        """Why no file should be written: nothing is left or, if `strict`, something is lost."""
        if len(self.outcomes) == self.counts()["refused"]:
            return f"{format_name} can hold none of these cards"
        if strict and self.lost:
            return f"{format_count(len(self.lost), 'question')} would lose something"
        return None

    def counts(self) -> dict[str, int]:
        """How many questions were kept, degraded and refused."""
        told = [outcome.status for outcome in self.outcomes]
        return {status: told.count(status) for status in get_args(Status)}

    def for_json(self) -> dict[str, Any]:
        """Counts and outcomes, for JSON."""
        questions = [{**vars(each), "said": [*each.said]} for each in self.outcomes]
        return {**self.counts(), "questions": questions}


def _tell_alike(group: Sequence[Outcome]) -> str:
    """What became of questions that all lost the same."""
    first = group[0]
    if len(group) == 1:
        return str(first)
    return first.format_line(f"{len(group)} questions, such as {first.id}")


def convert_all(
    plan: QuizPlan, convert: Callable[[DrawnQuestion, Losses], Item], controls: bool = False
) -> tuple[list[tuple[DrawnQuestion, Item]], tuple[Outcome, ...]]:
    """Convert every question; one Outcome (kept, degraded, refused) each.

    `convert` adds what is lost to the list that it gets, or raises Refused. `controls`
    says whether the format holds control characters.
    """
    items: list[tuple[DrawnQuestion, Item]] = []
    outcomes: list[Outcome] = []
    for drawn in plan.questions:
        losses: Losses = []
        try:
            _check(drawn, controls)
            items.append((drawn, convert(drawn, losses)))
            status: Status = "degraded" if losses else "kept"
        except Refused as reason:
            losses, status = [str(reason)], "refused"
        said = tuple(dict.fromkeys(losses))
        outcomes.append(Outcome(drawn.id, drawn.question.form, status, said))
    return items, tuple(outcomes)


def trim_answers(question: Question, losses: Losses) -> list[str]:
    """Answers as platforms compare them: they cut spaces off both ends of what is typed."""
    if any(answer != answer.strip() for answer in question.accepted):
        losses.append("spaces at the ends of the answer do not count")
    return list(dict.fromkeys(answer.strip() for answer in question.accepted))


def describe_pictures(drawn: DrawnQuestion) -> Losses:
    """What a format without pictures loses of a question."""
    shown = (picture for text in list_texts([drawn]) for picture in find_pictures(text))
    names = dict.fromkeys(picture.name for picture in shown)
    return [f"the picture {name} is only described" for name in names]


def _check(drawn: DrawnQuestion, controls: bool) -> None:
    found = (_LONE if controls else _CONTROL).search("\n".join(_strings(list_content(drawn))))
    if found:
        raise Refused(f"has the character U+{ord(found[0]):04X}, which the format cannot hold")


def _strings(value: object) -> list[str]:
    if isinstance(value, list):
        return [text for inner in value for text in _strings(inner)]
    return [value] if isinstance(value, str) else []
