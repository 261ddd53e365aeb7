"""Answers from a file that Anki wrote into the log: without the engine, without an account.

The file is an export with progress (`.colpkg`, `.apkg`). Nothing is ever written to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from flashcards.anki.archive import LIMITS, unpack_database
from flashcards.anki.bridge.collection import (
    REVLOG_COLUMNS,
    Query,
    RevlogRow,
    find_our_cards,
    list_answers,
    shift_rollover,
)
from flashcards.anki.reader import MemoryBudget, open_unpacked
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import list_courses

_CARD_BYTES, _ANSWER_BYTES = 500, 700
"""What a card and an answer take in memory, about."""
Watch = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PullReport:
    """What came out of a file."""

    added: int
    known: int
    """Answers that were in the log already."""
    cards: int
    """Cards of ours that the collection has."""


def pull_reviews(
    source: Path,
    open_log: Callable[[], ReviewLog],
    courses: Collection[tuple[str, str]],
    count_day: Callable[[int], int],
    watch: Watch = lambda done, size: None,
) -> PullReport:
    """How many answers of a file were added to the log, and how many it had already.

    Cards of `courses` and of those in the log are looked for; `count_day` gives the learner's
    day of a time. The log is opened last, so that a name that is wrong makes none. All or none:
    raises FlashcardsError if the file is no collection or the log cannot be used.
    """
    budget = MemoryBudget(LIMITS.memory, str(source))
    with (
        unpack_database(source) as database,
        open_unpacked(database, str(source), ("revlog",)) as connection,
        open_log() as log,
    ):
        days = shift_rollover(count_day, _read_rollover(connection.execute))
        cards = find_our_cards(
            lambda sql: budget.count(connection.execute(sql), _CARD_BYTES),
            {*courses, *list_courses(log.database)},
        )
        rows = connection.execute(f"SELECT {REVLOG_COLUMNS} FROM revlog ORDER BY id")
        found = list_answers(map(RevlogRow._make, rows), cards, days)
        answers = list(budget.count(found, _ANSWER_BYTES))
        added = log.take(answers, watch)
    return PullReport(added, len(answers) - added, len(cards))


def _read_rollover(query: Query) -> object:
    """The hour at which the learner's day begins in Anki, or whatever stands in its place."""
    if [*query("SELECT 1 FROM sqlite_master WHERE name = 'config'")]:
        rows = [*query("SELECT val FROM config WHERE key = 'rollover'")]
        return json.loads(bytes(rows[0][0])) if rows else None
    conf, *_ = query("SELECT conf FROM col")
    return json.loads(conf[0] or "{}").get("rollover")
