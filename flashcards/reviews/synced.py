"""Which answers Anki has too, under which number: the table `synced`.

Anki knows an answer by a millisecond that is unique in the learner's collection. An answer
that other devices may have is final: they could not be told that it was taken back. Marks on
which both sides agreed are in the table too, without a number.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from flashcards.errors import FlashcardsError
from flashcards.reviews.database import writing
from flashcards.reviews.review import COLUMNS, Owner, Review, row_to_review

ANKI_FORM = "anki"
"""The form of an answer that was given in Anki."""
NEAR_MS = 1000
"""How far a millisecond that was taken may have moved an answer in Anki."""


class AnswerIsFinal(FlashcardsError):
    """The answer was sent to Anki, or was about to be: other devices may have it."""


class Place(NamedTuple):
    """Where Anki keeps an answer: its number there, in UTC milliseconds, and the card's."""

    revlog: int
    card: int


NO_PLACE = Place(0, 0)
"""Of a mark on which both sides agreed."""


def is_final(db: sqlite3.Connection, uid: str) -> bool:
    """Return whether Anki may have the answer."""
    return db.execute("SELECT 1 FROM synced WHERE uid = ?", (uid,)).fetchone() is not None


def is_known(db: sqlite3.Connection, place: Place) -> bool:
    """Return whether the answer at a place in Anki is known here."""
    find = "SELECT 1 FROM synced WHERE (revlog, card) = (?, ?)"
    return db.execute(find, place).fetchone() is not None


def find_same_answer(db: sqlite3.Connection, review: Review) -> str | None:
    """Return the uid under which an answer of Anki was given here, or vice versa.

    Anki keeps of an answer only card, rating, duration and a time that may be shifted. One that
    has another number in Anki is another answer.
    """
    from_anki = review.form == ANKI_FORM
    row = db.execute(
        "SELECT uid FROM reviews WHERE (course, lang, card, rating, duration) = (?, ?, ?, ?, ?) "
        "AND at BETWEEN ? AND ? AND undone = 0 AND (form = ?) != ? "
        "AND (? = 0 OR uid NOT IN (SELECT uid FROM synced WHERE revlog != ?)) "
        "ORDER BY abs(at - ?) LIMIT 1",
        (
            *(*review.owner, review.rating, review.duration),
            *(review.at - NEAR_MS, review.at + NEAR_MS),
            *(ANKI_FORM, from_anki, from_anki, review.at, review.at),
        ),
    ).fetchone()
    return row[0] if row else None


def keep_places(db: sqlite3.Connection, places: Mapping[str, Place]) -> None:
    """Remember by uid where Anki keeps answers, or will; within a transaction."""
    rows = [(uid, *place) for uid, place in places.items()]
    db.executemany("INSERT OR REPLACE INTO synced (uid, revlog, card) VALUES (?, ?, ?)", rows)


def drop_places(db: sqlite3.Connection, uids: Iterable[str]) -> None:
    """Forget where Anki keeps answers, because it does not have them; within a transaction."""
    db.executemany("DELETE FROM synced WHERE uid = ?", ((uid,) for uid in uids))


def claim_answers(db: sqlite3.Connection, path: Path, places: Mapping[str, Place]) -> set[str]:
    """Make answers final, because they are about to be sent; return those that still count."""
    with writing(db, path):
        find = "SELECT 1 FROM reviews WHERE uid = ? AND undone = 0"
        counting = {uid for uid in places if db.execute(find, (uid,)).fetchone()}
        keep_places(db, {uid: places[uid] for uid in counting})
    return counting


def list_unsynced(db: sqlite3.Connection, lost: Iterable[str] = ()) -> list[Review]:
    """Return the answers that count and have no place in Anki, or a lost one, in order of time."""
    rows = db.execute(
        f"SELECT {', '.join(COLUMNS)} FROM reviews WHERE undone = 0 AND (uid NOT IN "
        "(SELECT uid FROM synced) OR uid IN (SELECT value FROM json_each(?))) ORDER BY at, uid",
        (json.dumps([*lost]),),
    )
    return list(map(row_to_review, rows))


def list_placed(db: sqlite3.Connection) -> list[tuple[str, Place, int]]:
    """Return uid, place in Anki and rating of every answer that Anki has, or had."""
    find = "SELECT uid, revlog, synced.card, rating FROM synced JOIN reviews USING (uid)"
    return [(uid, Place(revlog, card), rating) for uid, revlog, card, rating in db.execute(find)]


class MarkState(NamedTuple):
    """What holds of one mark of one card here, and what both sides had last."""

    value: int = 0
    at: int = 0
    uid: str = ""
    agreed: int = 0


def load_marks(db: sqlite3.Connection) -> dict[tuple[Owner, str], MarkState]:
    """Return what holds for cards here, by card and name of the mark."""
    rows = db.execute(
        "SELECT course, lang, marks.card, name, value, at, uid, revlog NOTNULL "
        "FROM marks LEFT JOIN synced USING (uid) ORDER BY at, uid"
    )
    found: dict[tuple[Owner, str], MarkState] = {}
    for course, lang, card, name, value, at, uid, is_agreed in rows:
        key = (course, lang, card), name
        agreed = value if is_agreed else found.get(key, MarkState()).agreed
        found[key] = MarkState(value, at, uid, agreed)
    return found


def forget_marks(db: sqlite3.Connection) -> None:
    """Forget on which marks both sides agreed; within a transaction."""
    db.execute("DELETE FROM synced WHERE uid IN (SELECT uid FROM marks)")
