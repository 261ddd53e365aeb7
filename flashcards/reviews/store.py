"""The review log: every answer ever given, in one SQLite file that only grows.

The `reviews` table is the truth, `memories` what FSRS makes of it: an answer and the memory that
follows are written in one transaction, before the learner sees any feedback. Undoing is a flag.
An answer that arrives late, from a clock that went back or from another machine, replays its
card in order of time.

The table `synced` says which answers Anki has too, under which number: a millisecond that is
unique in the learner's collection. Such an answer is final, since other devices could not be told
that it was taken back. Marks on which both sides agreed are in the table without a number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

from flashcards.errors import FlashcardsError
from flashcards.fileio import open_plain
from flashcards.reviews import database
from flashcards.reviews.database import LogError, log_errors, open_database, transaction
from flashcards.reviews.memory import (
    DAY_MS,
    EVERY_RATING,
    REVIEW,
    Memory,
    Rating,
    Schedule,
    spread_due,
)
from flashcards.reviews.review import (
    COLUMNS,
    MARK_COLUMNS,
    OLD_MARK,
    CardMarks,
    Mark,
    Owner,
    Review,
    RowReader,
    SharedSettings,
    row_to_review,
)

ANKI_FORM = "anki"
"""The form of an answer that was given in Anki."""
NEAR_MS = 1000
"""How far a millisecond that was taken may have moved an answer in Anki."""
MAX_BYTES = 4_000_000_000
"""Of JSON lines, which may be ten million reviews."""
_OF_CARD = "WHERE (course, lang, card) = (?, ?, ?)"


def open_reviews(path: Path, schedule: Schedule | None = None, reading: bool = False) -> ReviewLog:
    """Open the log in a file, which is made if there is none unless it is only for `reading`."""
    return ReviewLog(path, schedule, reading)


class ImportedRows(NamedTuple):
    """How many reviews of a file are new here, how many were here, and what came with them."""

    added: int
    known: int
    settings: SharedSettings | None


def import_reviews(open_log: Callable[[], ReviewLog], source: Path | BinaryIO) -> ImportedRows:
    """Add the rows of JSON lines to a log; return how many reviews were new.

    The log is opened after the file, so that a name that is wrong makes none. All or none:
    raises `FileRefused`, `LogError`, and `ProblemsFound` for the first line that is no review.
    """
    name = str(source) if isinstance(source, Path) else "-"
    opened = open_plain(source, MAX_BYTES) if isinstance(source, Path) else nullcontext(source)
    with opened as stream, open_log() as log:
        reader = RowReader(stream, name)
        added = log.add(reader)
    return ImportedRows(added, reader.reviews - added, reader.settings)


class AnswerIsFinal(FlashcardsError):
    """The answer was sent to Anki, or was about to be: other devices may have it."""


class Place(NamedTuple):
    """Where Anki keeps an answer: its number there, in UTC milliseconds, and the card's."""

    revlog: int
    card: int


class Replayed(NamedTuple):
    """One answer to a card, and what is remembered after it."""

    uid: str
    rating: Rating
    duration: int
    memory: Memory


class MarkState(NamedTuple):
    """What holds of one mark of one card here, and what both sides had last."""

    value: int = 0
    at: int = 0
    uid: str = ""
    agreed: int = 0


class ReviewLog:
    """An open log; leaving it as a context closes it. Every method that writes is one transaction.

    `schedule` says when cards come back; without it FSRS as it is, in days of UTC. With `reading`
    no file is made if there is none. Times are UTC milliseconds. Every method raises `LogError`
    if the file cannot be used.
    """

    def __init__(self, path: Path, schedule: Schedule | None = None, reading: bool = False) -> None:
        self.path = path
        self._schedule = schedule or Schedule()
        self._parameters = repr(self._schedule.parameters)
        with log_errors(path):
            self.database = open_database(path, reading)
            try:
                stale = "SELECT 1 FROM memories WHERE parameters != ? LIMIT 1"
                if self.database.execute(stale, (self._parameters,)).fetchone():
                    self.rebuild()
            except BaseException:
                self.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    def memories(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], Memory]:
        """Return what is remembered in one language, by course and card."""
        query = "SELECT card, memory FROM memories WHERE course = ? AND lang = ?"
        return {
            (course, card): Memory(**json.loads(memory))
            for course in courses
            for card, memory in self._select(query, course, lang)
        }

    def memory(self, owner: Owner) -> Memory | None:
        """Return what is remembered of one card; None if it was never asked."""
        rows = self._select(f"SELECT memory FROM memories {_OF_CARD}", *owner)
        return Memory(**json.loads(rows[0][0])) if rows else None

    def preview(self, owner: Owner, at: int, day: int | None) -> dict[Rating, int]:
        """Return for each rating in how many milliseconds a card would come back."""
        before, review = self.memory(owner), self._schedule.review
        after = {rating: review(before, rating, at, day) for rating in EVERY_RATING}
        return {rating: spread_due(memory, owner[2]).due - at for rating, memory in after.items()}

    def marks(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], CardMarks]:
        """Return what was decided about cards in one language, by course and card."""
        marks: dict[tuple[str, str], CardMarks] = {}
        for ((course, language, card), name), mark in self.mark_states().items():
            if course in courses and language == lang:
                before = marks.get((course, card), CardMarks())
                marks[course, card] = before._replace(**{name: mark.value})
        return marks

    def rows(self) -> Iterator[Review | Mark]:
        """Yield everything that was ever kept: all answers, then all decisions, each in order."""
        yield from self.reviews(undone=True)
        query = f"SELECT {', '.join(MARK_COLUMNS)} FROM marks WHERE name != ? ORDER BY id"
        for row in self._select(query, OLD_MARK):
            yield Mark(*row)

    def reviews(self, undone: bool = False) -> Iterator[Review]:
        """Yield all answers in the order they were kept; with `undone` those taken back, too."""
        query = f"SELECT {', '.join(COLUMNS)} FROM reviews WHERE undone <= ? ORDER BY id"
        with log_errors(self.path):  # one by one: there may be millions
            yield from map(row_to_review, self.database.execute(query, (undone,)))

    def recent(
        self, courses: Collection[str], lang: str, since: int, now: int
    ) -> list[tuple[int, str, str, int, int]]:
        """Return time, course, card, rating and duration of the answers between two times.

        The newest first. The pluses keep SQLite from the index of cards, by which it would
        read the whole log.
        """
        return self._select(
            "SELECT at, course, card, rating, duration FROM reviews WHERE at BETWEEN ? AND ? AND "
            f"undone = 0 AND +lang = ? AND +course IN ({', '.join('?' * len(courses))}) "
            "ORDER BY at DESC",
            *(since, now, lang, *courses),
        )

    def last_before(self, moment: int) -> int | None:
        """Return when the last answer before a moment was given; None if there is none."""
        query = "SELECT max(at) FROM reviews WHERE at < ? AND undone = 0"
        last: int | None = self._select(query, moment)[0][0]
        return last

    def size(self) -> int:
        """Return how many answers were ever kept, those taken back included."""
        return int(self._select("SELECT count(*) FROM reviews")[0][0])

    def replay(self, owner: Owner) -> Iterator[Replayed]:
        """Yield the answers to a card that count, in order of time, each with what follows."""
        memory = None
        for uid, rating, at, duration, day, due, fingerprint in self._select(
            "SELECT uid, rating, at, duration, day, due, fingerprint FROM reviews "
            f"{_OF_CARD} AND undone = 0 ORDER BY at, uid",
            *owner,
        ):
            memory = self._schedule.review(memory, rating, at, day, due)
            memory = memory._replace(fingerprint=fingerprint)
            yield Replayed(uid, rating, duration, memory)

    def record(self, review: Review) -> Memory:
        """Keep an answer and return the memory; when this returns, both are on the disk."""
        with self._writing():
            return self._keep(review)

    def correct(self, uid: str, review: Review) -> Memory:
        """Take an answer back and keep another instead, in one step. Raises AnswerIsFinal."""
        with self._writing():
            self._take_back(uid)
            return self._keep(review)

    def undo(self, uid: str) -> None:
        """Take an answer back: as if it had never been given. Raises AnswerIsFinal."""
        with self._writing():
            self._take_back(uid)

    def undo_after(self, owner: Owner, at: int) -> None:
        """Take the answers to a card back that are dated later, but for those that Anki has."""
        ours = "AND at > ? AND uid NOT IN (SELECT uid FROM synced)"
        with self._writing():
            self.database.execute(f"UPDATE reviews SET undone = 1 {_OF_CARD} {ours}", (*owner, at))
            self._remake(owner)

    def add(self, rows: Iterable[Review | Mark], places: Mapping[str, Place] | None = None) -> int:
        """Keep answers and marks that are not here yet; return how many answers.

        `places` says by uid where Anki has answers, which are final from now on; one that was
        given here is only told its place. What was taken back elsewhere is taken back here too,
        unless it is final. Whatever `rows` raises, none is kept then.
        """
        added, changed = 0, set[Owner]()
        with self._writing():
            for row in rows:
                if isinstance(row, Mark):
                    self._insert("marks", row, MARK_COLUMNS)
                    continue
                place = places[row.uid] if places else None
                if place and self._exists("synced WHERE (revlog, card) = (?, ?)", *place):
                    continue
                if row.undone and not self._is_final(row.uid):
                    self.database.execute("UPDATE reviews SET undone = 1 WHERE uid = ?", (row.uid,))
                uid = None if row.undone else self.find_same_answer(row)
                added += not uid and self._insert("reviews", row, COLUMNS)
                changed.add(row.owner)
                if place:
                    self._keep_places({uid or row.uid: place})
            for owner in changed:
                self._remake(owner)
        return added

    def rebuild(self) -> None:
        """Make all memories anew from the answers."""
        with self._writing():
            self.database.execute("DELETE FROM memories")
            owners = "SELECT DISTINCT course, lang, card FROM reviews WHERE undone = 0"
            for owner in self._select(owners):
                self._remake(owner)

    def check(self) -> None:
        """Read the whole file. Raises `LogError` if it is not what SQLite wrote."""
        [(result,)] = self._select("PRAGMA integrity_check(1)")
        if result != "ok":
            raise LogError(self.path, f"it is damaged ({result})")

    def back_up(self, day: str) -> Path | None:
        """Return the day's copy of a log that is whole, made anew; None if it has no answer."""
        self.check()
        with log_errors(self.path):
            return database.back_up(self.database, self.path, day) if self.size() else None

    def find_same_answer(self, review: Review) -> str | None:
        """Return the uid under which an answer of Anki was given here, or vice versa.

        Anki keeps of an answer only card, rating, duration and a time that may be shifted. One
        that has another number in Anki is another answer.
        """
        from_anki = review.form == ANKI_FORM
        rows = self._select(
            "SELECT uid FROM reviews WHERE (course, lang, card, rating, duration) = (?, ?, ?, ?, ?)"
            " AND at BETWEEN ? AND ? AND undone = 0 AND (form = ?) != ? "
            "AND (? = 0 OR uid NOT IN (SELECT uid FROM synced WHERE revlog != ?)) "
            "ORDER BY abs(at - ?) LIMIT 1",
            *(*review.owner, review.rating, review.duration),
            *(review.at - NEAR_MS, review.at + NEAR_MS),
            *(ANKI_FORM, from_anki, from_anki, review.at, review.at),
        )
        return rows[0][0] if rows else None

    def claim_answers(self, places: Mapping[str, Place]) -> set[str]:
        """Make answers final, because they are about to be sent; return those that still count."""
        with self._writing():
            uids = {
                uid for uid in places if self._exists("reviews WHERE uid = ? AND undone = 0", uid)
            }
            self._keep_places({uid: places[uid] for uid in uids})
        return uids

    def drop_places(self, uids: Iterable[str]) -> None:
        """Forget where Anki keeps answers, because it does not have them."""
        with self._writing():
            self.database.executemany("DELETE FROM synced WHERE uid = ?", [(uid,) for uid in uids])

    def unsynced(self, lost: Iterable[str] = ()) -> list[Review]:
        """Return the answers that have no place in Anki, or a lost one, in order of time."""
        rows = self._select(
            f"SELECT {', '.join(COLUMNS)} FROM reviews WHERE undone = 0 AND (uid NOT IN "
            "(SELECT uid FROM synced) OR uid IN (SELECT value FROM json_each(?))) ORDER BY at, uid",
            json.dumps([*lost]),
        )
        return [*map(row_to_review, rows)]

    def placed(self) -> list[tuple[str, Place, int]]:
        """Return uid, place in Anki and rating of every answer that Anki has, or had."""
        query = "SELECT uid, revlog, synced.card, rating FROM synced JOIN reviews USING (uid)"
        return [(uid, Place(*place), rating) for uid, *place, rating in self._select(query)]

    def mark_states(self) -> dict[tuple[Owner, str], MarkState]:
        """Return what holds for cards here, by card and name of the mark."""
        states: dict[tuple[Owner, str], MarkState] = {}
        for *owner, name, value, at, uid, is_agreed in self._select(
            "SELECT course, lang, marks.card, name, value, at, uid, revlog NOTNULL "
            "FROM marks LEFT JOIN synced USING (uid) WHERE name != ? ORDER BY at, uid",
            OLD_MARK,
        ):
            key = (owner[0], owner[1], owner[2]), name
            agreed = value if is_agreed else states.get(key, MarkState()).agreed
            states[key] = MarkState(value, at, uid, agreed)
        return states

    def agree(self, uids: Iterable[str]) -> None:
        """Keep that marks hold on both sides."""
        with self._writing():
            self._keep_places(dict.fromkeys(uids, Place(0, 0)))

    def forget_agreements(self) -> None:
        """Forget on which marks both sides agreed."""
        with self._writing():
            self.database.execute("DELETE FROM synced WHERE uid IN (SELECT uid FROM marks)")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with log_errors(self.path), transaction(self.database):
            yield

    def _select(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with log_errors(self.path):
            return self.database.execute(query, values).fetchall()

    def _exists(self, condition: str, *values: object) -> bool:
        return bool(self._select(f"SELECT 1 FROM {condition} LIMIT 1", *values))

    def _is_final(self, uid: str) -> bool:
        return self._exists("synced WHERE uid = ?", uid)

    def _keep_places(self, places: Mapping[str, Place]) -> None:
        rows = [(uid, *place) for uid, place in places.items()]
        self.database.executemany("INSERT OR REPLACE INTO synced VALUES (?, ?, ?)", rows)

    def _insert(self, table: str, row: Review | Mark, columns: Collection[str]) -> bool:
        """Insert a row whose uid is not there yet; return whether it was new."""
        values = [getattr(row, name) for name in columns]
        insert = (
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(values))})"
        )
        return self.database.execute(f"{insert} ON CONFLICT (uid) DO NOTHING", values).rowcount == 1

    def _keep(self, review: Review) -> Memory:
        """Keep a new answer with the day that is chosen for the next, and the memory."""
        before = self.memory(review.owner)
        if before is not None and review.at <= before.last:
            self._insert("reviews", review, COLUMNS)
            memory = self._remake(review.owner)
            assert memory is not None
            return memory
        memory = self._schedule.review(before, review.rating, review.at, review.day)
        memory = spread_due(memory, review.card)._replace(fingerprint=review.fingerprint)
        due = review.day
        if memory.state == REVIEW:
            due = memory.day + (memory.due - memory.last) // DAY_MS
        self._insert("reviews", replace(review, due=due), COLUMNS)
        return self._store(review.owner, memory)

    def _take_back(self, uid: str) -> None:
        if self._is_final(uid):
            raise AnswerIsFinal(
                "This answer was handed to Anki: other devices may have it, so it can "
                "no longer be changed or taken back."
            )
        undo = "UPDATE reviews SET undone = 1 WHERE uid = ? RETURNING course, lang, card"
        owners = self._select(undo, uid)
        if not owners:
            raise LogError(self.path, "the answer to take back is not in it")
        self._remake(owners[0])

    def _remake(self, owner: Owner | tuple[Any, ...]) -> Memory | None:
        """Make the memory of a card from all its answers that count."""
        answers = [*self.replay(owner)]
        if answers:
            return self._store(owner, answers[-1].memory)
        self.database.execute(f"DELETE FROM memories {_OF_CARD}", owner)
        return None

    def _store(self, owner: Owner, memory: Memory) -> Memory:
        values = (*owner, json.dumps(memory._asdict()), self._parameters)
        self.database.execute("INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?, ?)", values)
        return memory
