"""What the learner decides about cards during a session: to suspend, bury or flag them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from flashcards.cards import Card
from flashcards.reviews.review import CardMarks, Mark, MarkName
from flashcards.study.marking import Marks, make_mark
from flashcards.study.memories import memory_key
from flashcards.study.ui import Action, Decision

NAMES: Mapping[Action, MarkName] = {"suspend": "suspended", "bury": "buried", "flag": "flagged"}


class MarkKeeper(Protocol):
    """The part of a log that keeps decisions."""

    def mark(self, *marks: Mark) -> None: ...


@dataclass(frozen=True, slots=True)
class _Past:
    decision: Decision
    before: int
    """The value that the mark had."""
    answers: int
    """How many answers the session had by then."""


class Decisions:
    """The decisions of one session, each on the disk at once; the newest can be taken back."""

    def __init__(
        self,
        log: MarkKeeper,
        clock: Callable[[], int],
        count_day: Callable[[int], int],
        marks: Marks,
    ) -> None:
        self._log = log
        self._clock = clock
        self._count_day = count_day
        self._marks = dict(marks)
        self._past: list[_Past] = []

    def decide(self, action: Action, card: Card, queued: bool, answers: int) -> Decision:
        """Suspends or buries a card, or changes its flag; says what holds now.

        `queued` says whether the card would have been asked again, `answers` how many the
        session has.
        """
        name = NAMES[action]
        before: int = getattr(self._find(card), name)
        now = self._clock()
        value = {"suspended": 1, "buried": self._count_day(now) + 1, "flagged": int(not before)}
        self._keep(card, name, value[name], now)
        decision = Decision(card, name, bool(value[name]), queued)
        self._past.append(_Past(decision, before, answers))
        return decision

    @property
    def has_past(self) -> bool:
        """Whether there is a decision to take back."""
        return bool(self._past)

    def is_flagged(self, card: Card) -> bool:
        return bool(self._find(card).flagged)

    def is_put_away(self, card: Card) -> bool:
        """Whether the card was suspended or buried in this session, and still is."""
        past = (each.decision for each in self._past)
        return any(each.card.id == card.id and each.name != "flagged" for each in past)

    def undo(self, answers: int) -> Decision | None:
        """The newest decision, taken back; None if an answer is newer, or there is none."""
        if not self._past or self._past[-1].answers < answers:
            return None
        past = self._past.pop()
        self._keep(past.decision.card, past.decision.name, past.before, self._clock())
        return past.decision

    def _find(self, card: Card) -> CardMarks:
        return self._marks.get(memory_key(card), CardMarks())

    def _keep(self, card: Card, name: MarkName, value: int, now: int) -> None:
        self._log.mark(make_mark(card, name, value, now))
        self._marks[memory_key(card)] = self._find(card)._replace(**{name: value})
