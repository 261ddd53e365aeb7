"""What a session is given: cards, a learner to talk to, a log, a clock, and what is wished."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from flashcards.cards import Card, Note
from flashcards.model import Resource
from flashcards.questions import Form, Neighbours
from flashcards.reviews.memory import Memory, count_day
from flashcards.reviews.review import Owner, Review
from flashcards.study.decisions import MarkKeeper
from flashcards.study.marking import Marks
from flashcards.study.memories import Memories
from flashcards.study.queue import Step
from flashcards.study.resting import WrongAnswers
from flashcards.study.ui import UserInterface, Waits


class SessionLog(MarkKeeper, Protocol):
    """What a session needs of a log: the learner's own, or one that keeps no answer."""

    def record(self, review: Review) -> Memory: ...

    def preview(self, review: Review) -> Waits: ...

    def correct(self, uid: str, review: Review) -> Memory: ...

    def undo(self, uid: str) -> None: ...

    def memory(self, owner: Owner) -> Memory | None: ...

    def last_review(self, courses: Collection[str], lang: str) -> Review | None: ...


@dataclass(frozen=True, kw_only=True)
class SessionSetup:
    """Everything that one session is given."""

    cards: Sequence[Card]
    neighbours: Neighbours
    ui: UserInterface
    log: SessionLog
    clock: Callable[[], int]
    """UTC milliseconds."""
    memories: Memories
    version: str
    steps: Sequence[Step] = ()
    limit: int | None = None
    """After so many answers it ends."""
    seed: str = ""
    form: Form | None = None
    resources: Mapping[str, Resource] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    while_reading: Callable[[], None] = lambda: None
    """Called once, when the first question is on the screen."""
    count_day: Callable[[int], int] = count_day
    notes: Sequence[Note] = ()
    marks: Marks = field(default_factory=dict)
    find_wrong: Callable[[], WrongAnswers] = dict
    """How often cards were wrong today, before this session."""
    cram: bool = False
    once: bool = False
    """One right answer is enough for a card: its steps come another time."""
    is_day: bool = False
    """Whether it asks what is left of today."""
    report: str = ""
    """Where a card can be reported; `{key}` stands for its key."""
    author: str = ""
    """Of the course."""
    more: Callable[[], Sequence[Card]] = tuple
    """Gives cards when all are done; none ends the session."""


def make_report_address(address: str | None, key: str) -> str:
    """Where to report a card: the course's address with the key of the note in it."""
    if not address:
        return ""
    from urllib.parse import quote

    return address.replace("{key}", quote(key, safe=""))
