"""How each person of a class did: points, percent, whether that passes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from flashcards.results.attempts import Attempt

DIGITS = 4
"""Of points, and of the shares in JSON."""


@dataclass(frozen=True, slots=True)
class PersonResult:
    """How one person did."""

    name: str
    points: float
    total: float
    percent: float
    passed: bool | None
    """None without a pass mark, and while what is not graded or left out can still decide it."""
    seconds: float | None
    finished: bool
    left_out: int = 0
    """Cells that are no answer; the score is of the others."""
    not_graded: int = 0
    """Answers that wait for a person; the score is of the others."""
    number: str = ""
    """Of the student, if the source has it."""

    @property
    def label(self) -> str:
        """The name, with the number of the student."""
        return f"{self.name} ({self.number})" if self.number not in ("", self.name) else self.name


def rank_people(attempts: Sequence[Attempt], mark: float | None, names: bool) -> list[PersonResult]:
    """The best first; without `names` they are numbered by rank."""
    graded = _list_graded(attempts)
    people = sorted(
        (_make_person(attempt, mark, graded) for attempt in attempts),
        key=lambda person: (-person.percent, person.name),
    )
    if names:
        return people
    return [replace(each, name=str(rank), number="") for rank, each in enumerate(people, 1)]


def _list_graded(attempts: Sequence[Attempt]) -> set[str]:
    """The questions that somebody got points for, or none."""
    return {
        id
        for attempt in attempts
        for id, (score, _, _) in attempt.responses.items()
        if score is not None
    }


def _make_person(attempt: Attempt, mark: float | None, graded: Collection[str]) -> PersonResult:
    points, total = attempt.points, attempt.total
    percent = round(100 * points / total, 2) if total else 0.0
    return PersonResult(
        attempt.person,
        round(points, DIGITS),
        round(total, DIGITS),
        percent,
        None if mark is None else _decide_pass(attempt, mark, graded),
        None if attempt.duration is None else attempt.duration / 1000,
        attempt.finished,
        len(attempt.refused),
        sum(score is None for score, _, _ in attempt.responses.values()),
        attempt.number,
    )


def _decide_pass(attempt: Attempt, mark: float, graded: Collection[str]) -> bool | None:
    """Whether a person passed; None if points that are not known yet can still decide it.

    Own words that are not `graded` for anybody are taken not to count.
    """
    answers = attempt.responses.items()
    ungraded = [id for id, (score, _, _) in answers if score is None and id in graded]
    waiting = sum(attempt.weights[id] for id in (*ungraded, *attempt.refused))
    total = attempt.total + waiting
    least, most = (
        round(100 * points / total, 2) if total else 0.0
        for points in (attempt.points, attempt.points + waiting)
    )
    return least >= mark if (least >= mark) == (most >= mark) else None
