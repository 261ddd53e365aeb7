"""Which answers Anki has too, under which number, and what both sides last agreed on.

Anki knows an answer by a millisecond that is unique in the learner's collection. An
answer that other devices may have is final: they could not be told that it was taken
back. Of suspended and flagged cards the value is kept that both sides had last.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from flashcards.reviews.database import LogError, writing
from flashcards.reviews.memory import Rating
from flashcards.reviews.review import COLUMNS, Owner, Review, row_to_review

ANKI_FORM = "anki"
"""The form of an answer that was given in Anki."""
NEAR_MS = 1000
"""How far a millisecond that was taken may have moved an answer in Anki."""
SHARED_MARKS = ("suspended", "flagged")
_ACCOUNT, _SYNCED_AT = "known_account", "synced_at"
"""With which account both sides agreed, and when a sync last sent everything."""
_GIVEN = "(SELECT value FROM json_each(?))"
"""Any number of values that are handed to SQLite as one JSON list."""


class AnswerIsFinal(LogError):
    """The answer was sent to Anki, or was about to be: other devices may have it."""


class Place(NamedTuple):
    """Where Anki keeps an answer."""

    revlog: int
    """Its number there, in UTC milliseconds."""
    card: int
    """Anki's number of the card."""


class SentAnswer(NamedTuple):
    """What Anki is told of an answer; the fields are those of a `Review`."""

    uid: str
    rating: Rating
    duration: int
    day: int | None
    due: int | None


def is_final(db: sqlite3.Connection, uid: str) -> bool:
    """Whether Anki may have the answer."""
    return db.execute("SELECT 1 FROM synced WHERE uid = ?", (uid,)).fetchone() is not None


def refuse_final(db: sqlite3.Connection, uid: str) -> None:
    """Raises `AnswerIsFinal` if Anki may have the answer."""
    if is_final(db, uid):
        raise AnswerIsFinal(
            "This answer was handed to Anki: other devices may have it, so it can "
            "no longer be changed or taken back."
        )


def find_known_places(db: sqlite3.Connection, places: Iterable[Place]) -> set[Place]:
    """Those of some places in Anki whose answers are known here."""
    find = f"SELECT revlog, card FROM synced WHERE revlog IN {_GIVEN}"
    return set(map(Place._make, db.execute(find, (json.dumps([p.revlog for p in places]),))))


def find_same_answer(
    db: sqlite3.Connection, review: Review, placed: Collection[str] = ()
) -> str | None:
    """The uid of the same answer under another name: given here and known to Anki, or vice versa.

    Anki keeps of an answer only card, rating, duration and a time that may be shifted.
    `placed` are uids that are about to be told their place in Anki.
    """
    if review.undone:
        return None
    rows = db.execute(
        "SELECT uid, form FROM reviews WHERE course = ? AND lang = ? AND card = ? "
        "AND at BETWEEN ? AND ? AND rating = ? AND duration = ? AND undone = 0 AND uid != ? "
        "ORDER BY abs(at - ?)",
        (
            *review.owner,
            *(review.at - NEAR_MS, review.at + NEAR_MS),
            *(review.rating, review.duration, review.uid, review.at),
        ),
    )
    from_anki = review.form == ANKI_FORM
    for uid, form in rows.fetchall():
        is_known = from_anki and (uid in placed or is_final(db, uid))
        if from_anki != (form == ANKI_FORM) and not is_known:
            return str(uid)
    return None


def keep_places(db: sqlite3.Connection, places: Iterable[tuple[str, Place]]) -> None:
    """Remembers where Anki keeps answers, or will; within a transaction."""
    rows = [(uid, *place) for uid, place in places]
    db.executemany("INSERT OR REPLACE INTO synced (uid, revlog, card) VALUES (?, ?, ?)", rows)


def drop_places(db: sqlite3.Connection, uids: Iterable[str]) -> None:
    """Forgets where Anki keeps answers, because it does not have them; within a transaction."""
    db.executemany("DELETE FROM synced WHERE uid = ?", ((uid,) for uid in uids))


def find_counting(db: sqlite3.Connection, uids: Iterable[str], undone: bool = False) -> set[str]:
    """The uids of those answers that are in the log and count; with `undone` of all that are."""
    find = f"SELECT uid FROM reviews WHERE uid IN {_GIVEN} AND undone <= ?"
    return {uid for (uid,) in db.execute(find, (json.dumps([*uids]), int(undone)))}


def claim_answers(db: sqlite3.Connection, path: Path, places: Mapping[str, Place]) -> set[str]:
    """Makes answers final, because they are about to be sent; the uids of those that still count.

    `path` is the file of the log. Raises `LogError` if it cannot be written.
    """
    with writing(db, path):
        counting = find_counting(db, places)
        keep_places(db, ((uid, places[uid]) for uid in counting))
    return counting


def list_unsynced(db: sqlite3.Connection, lost: Iterable[str] = ()) -> list[Review]:
    """The answers that count and have no place in Anki, or a lost one, in order of time."""
    rows = db.execute(
        f"SELECT {', '.join(COLUMNS)} FROM reviews WHERE undone = 0 "
        f"AND (uid NOT IN (SELECT uid FROM synced) OR uid IN {_GIVEN}) ORDER BY at, uid",
        (json.dumps([*lost]),),
    )
    return list(map(row_to_review, rows))


def list_placed(db: sqlite3.Connection) -> list[tuple[str, Place, int]]:
    """Uid, place in Anki and rating of every answer that Anki has, or had."""
    rows = db.execute(
        "SELECT s.uid, s.revlog, s.card, r.rating FROM synced s JOIN reviews r ON r.uid = s.uid"
    )
    return [(uid, Place(revlog, card), rating) for uid, revlog, card, rating in rows]


def list_answers(db: sqlite3.Connection, owner: Owner) -> list[SentAnswer]:
    """The answers to one card that count, in order of time."""
    rows = db.execute(
        f"SELECT {', '.join(SentAnswer._fields)} FROM reviews "
        "WHERE course = ? AND lang = ? AND card = ? AND undone = 0 ORDER BY at, uid",
        owner,
    )
    return list(map(SentAnswer._make, rows))


def load_newest_marks(db: sqlite3.Connection) -> dict[tuple[Owner, str], tuple[int, int]]:
    """Value and time of what holds for cards here, by card and name of the mark."""
    rows = db.execute("SELECT course, lang, card, name, value, at FROM marks ORDER BY at, uid")
    return {
        ((course, lang, card), name): (value, at)
        for course, lang, card, name, value, at in rows
        if name in SHARED_MARKS
    }


def load_shared_marks(db: sqlite3.Connection) -> dict[tuple[Owner, str], int]:
    """What both sides last agreed on, by card and name of the mark."""
    rows = db.execute("SELECT course, lang, card, name, value FROM shared_marks")
    return {((course, lang, card), name): value for course, lang, card, name, value in rows}


def keep_shared_marks(db: sqlite3.Connection, marks: Mapping[tuple[Owner, str], int]) -> None:
    """Remembers what both sides agree on now; within a transaction."""
    rows = ((*owner, name, value) for (owner, name), value in marks.items())
    db.executemany("INSERT OR REPLACE INTO shared_marks VALUES (?, ?, ?, ?, ?)", rows)


def choose_account(db: sqlite3.Connection, account: int) -> None:
    """Forgets what was agreed on with another account; within a transaction."""
    if _load_state(db).get(_ACCOUNT, account) != account:
        db.execute("DELETE FROM shared_marks")
        db.execute("DELETE FROM sync_state WHERE name = ?", (_SYNCED_AT,))
    db.execute("INSERT OR REPLACE INTO sync_state VALUES (?, ?)", (_ACCOUNT, account))


def find_last_sync(db: sqlite3.Connection, account: int) -> int | None:
    """When a sync of this account last sent everything, in UTC milliseconds."""
    state = _load_state(db)
    return state.get(_SYNCED_AT) if state.get(_ACCOUNT, account) == account else None


def keep_last_sync(db: sqlite3.Connection, now: int) -> None:
    """Remembers that a sync has sent everything; within a transaction."""
    db.execute("INSERT OR REPLACE INTO sync_state VALUES (?, ?)", (_SYNCED_AT, now))


def _load_state(db: sqlite3.Connection) -> dict[str, int]:
    return dict(db.execute("SELECT name, value FROM sync_state").fetchall())


def list_courses(db: sqlite3.Connection) -> set[tuple[str, str]]:
    """Course and language of all that was ever answered or marked."""
    found = db.execute(
        "SELECT DISTINCT course, lang FROM reviews UNION SELECT DISTINCT course, lang FROM marks"
    )
    return set(found.fetchall())
