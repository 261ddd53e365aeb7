"""Answers from a file that Anki wrote into the log: without the engine, without an account.

The file is an export with progress (`.colpkg`, `.apkg`) or the collection of a desktop
profile, of which a copy is read. Nothing is ever written to either.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from flashcards.anki.archive import COLLECTION, LIMITS, unpack_database, write_scratch
from flashcards.anki.bridge.collection import Courses, Query, find_our_cards
from flashcards.anki.bridge.revlog import list_answers, shift_rollover
from flashcards.anki.reader import MemoryBudget, open_unpacked
from flashcards.errors import FlashcardsError
from flashcards.fileio import open_plain
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import list_courses
from flashcards.words.message import Message, Names

_CARD_BYTES, _ANSWER_BYTES = 500, 700
"""What a card and an answer take in memory, about."""
_PIECE = 1 << 18
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
    courses: Courses,
    count_day: Callable[[int], int],
    watch: Watch = lambda done, size: None,
) -> PullReport:
    """How many answers of a file were added to the log, and how many it had already.

    `source` is an export, or the folder of a desktop profile. `courses` are looked for
    besides those in the log; `count_day` gives the learner's day of a time. The log is
    opened last, so that a name that is wrong makes none. All or none: raises
    FlashcardsError if the file is no collection or the log cannot be used.
    """
    unpacked = _copy_profile(source) if source.is_dir() else unpack_database(source)
    budget = MemoryBudget(LIMITS.memory, str(source))
    with (
        unpacked as (database, _),
        open_unpacked(database, str(source), ("revlog",)) as connection,
        open_log() as log,
    ):
        days = shift_rollover(count_day, _read_rollover(connection.execute))
        ours = find_our_cards(
            lambda sql: budget.count(connection.execute(sql), _CARD_BYTES),
            {*courses, *list_courses(log.database)},
        )
        found = list_answers(connection.execute, ours, days)
        answers = list(budget.count(found, _ANSWER_BYTES))
        added = log.take(answers, watch)
    return PullReport(added, len(answers) - added, ours.count)


def _read_rollover(query: Query) -> object:
    """The hour at which the learner's day begins in Anki, or whatever stands in its place."""
    if [*query("SELECT 1 FROM sqlite_master WHERE name = 'config'")]:
        rows = [*query("SELECT val FROM config WHERE key = 'rollover'")]
        return json.loads(bytes(rows[0][0])) if rows else None
    conf, *_ = query("SELECT conf FROM col")
    return json.loads(conf[0] or "{}").get("rollover")


@contextmanager
def _copy_profile(folder: Path) -> Iterator[tuple[Path, bool]]:
    """The collection of a desktop profile, in a copy: Anki may have it open."""
    source = folder / COLLECTION
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as scratch:
        copy = Path(scratch) / COLLECTION
        _copy(source, copy)
        log = source.with_name(f"{COLLECTION}-wal")
        if log.is_file():
            _copy(log, copy.with_name(log.name))
        try:
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            unreadable = Message("profile-unreadable", path=source, error=str(error))
            raise FlashcardsError(unreadable) from None
        yield copy, True


def _copy(source: Path, target: Path) -> None:
    with open_plain(source, LIMITS.database) as file:
        write_scratch(target, iter(lambda: file.read(_PIECE), b""), source)


def find_profiles(bases: list[Path]) -> list[Path]:
    """The folders of desktop profiles below Anki's own folders, by name."""
    found = {
        path.parent
        for base in bases
        if base.is_dir()
        for path in base.glob(f"*/{COLLECTION}")
        if path.is_file()
    }
    return sorted(found)


def choose_profile(bases: list[Path], name: str | None) -> Path:
    """The folder of the profile of this name, or of the only one. Raises FlashcardsError."""
    found = [each for each in find_profiles(bases) if name in (None, each.name)]
    if len(found) == 1:
        return found[0]
    names = Names(each.name for each in find_profiles(bases))
    if not names:
        raise FlashcardsError(Message("profile-missing", folders=Names(bases)))
    raise FlashcardsError(Message("profile-unnamed", names=names))
