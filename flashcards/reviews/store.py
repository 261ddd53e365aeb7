"""The review log: every answer ever given, in one SQLite file that only grows.

The `reviews` table is the truth, `memories` what FSRS makes of it: an answer and the memory that
follows are written in one transaction, before the learner sees any feedback. Undoing is a flag.
An answer that arrives late, from a clock that went back or from another machine, replays its
card in order of time.

Card and millisecond name an answer here and in Anki's review log, whose numbers are milliseconds.
What Anki has of an answer:

    unshared  nothing: it can be corrected and taken back
    claimed   soon a row; `claim` has made it final and given it its millisecond there, because a
              sync that is cut off does not know what the server has
    in Anki   a row, which other devices have: final, as they could not be told otherwise

The last two are `shared`. Only the collection tells them apart; each sync looks there.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.reviews import database
from flashcards.reviews.database import LogError, log_errors, open_database
from flashcards.reviews.memory import DAY_MS, EVERY_RATING, Memory, Rating, Schedule, spread_due
from flashcards.reviews.review import COLUMNS, CardMarks, Mark, Owner, Review

_REVIEWS = f"SELECT {', '.join(COLUMNS)} FROM reviews"
_MARKS = "SELECT course, card, lang, at, name, value, uid FROM marks"
_OF_CARD = "WHERE (course, lang, card) = (?, ?, ?)"
_AT = f"{_OF_CARD} AND at = ? AND undone = 0"


class AnswerIsFinal(FlashcardsError):
    """The answer was sent to Anki, or was about to be: other devices may have it."""


class ReviewLog(AbstractContextManager["ReviewLog"]):
    """The answers and marks in one file, made if there is none. Every error is a `LogError`,
    or `AnswerIsFinal`."""

    def __init__(self, path: Path, schedule: Schedule | None = None) -> None:
        self.path = path
        self.schedule = schedule or Schedule()
        self._origin = repr((Memory._fields, self.schedule.parameters))
        """What memories of now are made with: others are made anew."""
        with log_errors(path):
            self.database = open_database(path)
            try:
                stale = "SELECT 1 FROM memories WHERE parameters != ? LIMIT 1"
                if self.database.execute(stale, (self._origin,)).fetchone():
                    self.rebuild()
            except BaseException:
                self.close()
                raise

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    def memories(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], Memory]:
        """Return what is remembered in one language, by course and card."""
        query = "SELECT card, memory FROM memories WHERE course = ? AND lang = ?"
        return {
            (course, card): Memory(*json.loads(memory))
            for course in courses
            for card, memory in self._select(query, course, lang)
        }

    def memory(self, owner: Owner) -> Memory | None:
        """Return what is remembered of one card; None if it was never asked."""
        rows = self._select(f"SELECT memory FROM memories {_OF_CARD}", *owner)
        return Memory(*json.loads(rows[0][0])) if rows else None

    def preview(self, owner: Owner, at: int, day: int | None) -> dict[Rating, int]:
        """Return for each rating in how many milliseconds a card would come back."""
        before, review = self.memory(owner), self.schedule.review
        after = {rating: review(before, rating, at, day) for rating in EVERY_RATING}
        return {rating: spread_due(memory, owner[2]).due - at for rating, memory in after.items()}

    def marks(self, courses: Iterable[str], lang: str) -> dict[tuple[str, str], CardMarks]:
        """Return what was decided about cards in one language, by course and card."""
        marks: dict[tuple[str, str], CardMarks] = {}
        for mark in self.newest_marks().values():
            if mark.course in courses and mark.lang == lang:
                before = marks.get((mark.course, mark.card), CardMarks())
                marks[mark.course, mark.card] = before._replace(**{mark.name: mark.value})
        return marks

    def newest_marks(self) -> dict[tuple[Owner, str], Mark]:
        """Return what holds, by card and name of the mark."""
        marks = (Mark(*row) for row in self._select(f"{_MARKS} ORDER BY at, uid"))
        return {(mark.owner, mark.name): mark for mark in marks}

    def rows(self) -> Iterator[Review | Mark]:
        """Yield everything that was ever kept: all answers, then all decisions, each in order."""
        yield from self.reviews(undone=True)
        for row in self._select(f"{_MARKS} ORDER BY id"):
            yield Mark(*row)

    def reviews(self, since: int = 0, undone: bool = False) -> Iterator[Review]:
        """Yield the answers since a time, in order of time; with `undone` those taken back, too."""
        query = f"{_REVIEWS} WHERE at >= ? AND undone <= ? ORDER BY at, id"
        with log_errors(self.path):  # one by one: there may be millions
            for row in self.database.execute(query, (since, undone)):
                yield Review(*row)

    def find_later(self, now: int) -> tuple[int, int]:
        """Return the number of answers that are dated later than `now`, and the time of the last.

        Times are UTC milliseconds. Such answers come from a clock that was ahead; or the clock is
        behind now.
        """
        later = "SELECT count(*), max(at) FROM reviews WHERE at > ? AND undone = 0"
        [(count, last)] = self._select(later, now)
        return count, last or 0

    def size(self) -> int:
        """Return how many answers were ever kept, those taken back included."""
        return int(self._select("SELECT count(*) FROM reviews")[0][0])

    def replay(self, owner: Owner) -> Iterator[tuple[Review, Memory]]:
        """Yield the answers to a card that count, in order of time, each with what follows."""
        memory = None
        of_card = f"{_REVIEWS} {_OF_CARD} AND undone = 0 ORDER BY at, uid"
        for row in self._select(of_card, *owner):
            review = Review(*row)
            answer = review.rating, review.at, review.day, review.due
            memory = self.schedule.review(memory, *answer)
            yield review, memory

    def record(self, review: Review) -> Memory:
        """Keep an answer and return the memory; when this returns, both are on the disk."""
        with self._writing():
            return self._keep(review)

    def correct(self, uid: str, review: Review) -> Memory:
        """Take an answer back and keep another instead, in one step. Raises AnswerIsFinal."""
        with self._writing():
            self._remake(self._take_back(uid))
            return self._keep(review)

    def undo(self, uid: str) -> None:
        """Take an answer back: as if it had never been given. Raises AnswerIsFinal."""
        with self._writing():
            self._remake(self._take_back(uid))

    def add(self, rows: Iterable[Review | Mark], shared: bool = False) -> int:
        """Keep answers and marks that are not here yet; return how many answers.

        With `shared` they come from Anki, and are final from now on. What was taken back
        elsewhere is taken back here too, unless it is final.
        """
        added, changed = 0, set[Owner]()
        with self._writing():
            for row in rows:
                if isinstance(row, Mark):
                    self._insert(row)
                    continue
                if row.undone:
                    undo = "UPDATE reviews SET undone = 1 WHERE uid = ? AND shared = 0"
                    self.database.execute(undo, (row.uid,))
                if row.undone or not self._select(f"{_REVIEWS} {_AT}", *row.owner, row.at):
                    added += self._insert(row)
                if shared:
                    share = f"UPDATE reviews SET shared = 1 {_AT}"
                    self.database.execute(share, (*row.owner, row.at))
                changed.add(row.owner)
            for owner in changed:
                self._remake(owner)
        return added

    def decide(self, mark: Mark) -> None:
        """Keep what the learner decides now about a card.

        It holds also if the last decision has a later time, from a clock that was ahead then.
        """
        newest = f"SELECT max(at) FROM marks {_OF_CARD} AND name = ?"
        [(last,)] = self._select(newest, *mark.owner, mark.name)
        self.add([replace(mark, at=max(mark.at, (last or 0) + 1))])

    def rebuild(self) -> None:
        """Make all memories anew from the answers."""
        with self._writing():
            self.database.execute("DELETE FROM memories")
            owners = "SELECT DISTINCT course, lang, card FROM reviews WHERE undone = 0"
            for owner in self._select(owners):
                self._remake(owner)

    def check(self) -> None:
        """Read the whole file. Raises `LogError` if it is not what SQLite wrote."""
        [(result,)] = self._select("PRAGMA quick_check(1)")
        if result != "ok":
            raise LogError(self.path, f"it is damaged ({result})")

    def back_up(self, day: str) -> Path | None:
        """Return the day's copy of a log that is whole, made anew; None if it has no answer."""
        self.check()
        with log_errors(self.path):
            return database.back_up(self.database, self.path, day) if self.size() else None

    def claim(self, revlog_ids: Mapping[str, int]) -> set[str]:
        """Make answers final that are about to be sent; return those that still count.

        `revlog_ids` has by uid the millisecond at which Anki will keep each.
        """
        move = "UPDATE reviews SET at = ? WHERE uid = ? AND at != ? RETURNING course, lang, card"
        share = "UPDATE reviews SET shared = 1 WHERE uid = ? AND undone = 0"
        claimed = set()
        with self._writing():
            for uid, at in revlog_ids.items():
                if self.database.execute(share, (uid,)).rowcount:
                    claimed.add(uid)
                    for owner in self._select(move, at, uid, at):
                        self._remake(owner)
        return claimed

    def unshared(self) -> set[str]:
        """Return the uids of the answers that Anki does not have."""
        query = "SELECT uid FROM reviews WHERE undone = 0 AND shared = 0"
        return {uid for (uid,) in self._select(query)}

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with log_errors(self.path), self.database:
            self.database.execute("BEGIN IMMEDIATE")
            yield

    def _select(self, query: str, *values: object) -> list[Any]:
        with log_errors(self.path):
            return self.database.execute(query, values).fetchall()

    def _insert(self, row: Review | Mark) -> bool:
        """Insert a row whose uid is not there yet; return whether it was new."""
        table = "marks" if isinstance(row, Mark) else "reviews"
        names = ", ".join(field.name for field in fields(row))
        values = astuple(row)
        insert = f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(values))})"
        done = self.database.execute(f"{insert} ON CONFLICT (uid) DO NOTHING", values)
        return done.rowcount == 1

    def _keep(self, review: Review) -> Memory:
        """Keep a new answer with the day that is chosen for the next."""
        before = self.memory(review.owner)
        if before is None or review.at > before.last:
            memory = self.schedule.review(before, review.rating, review.at, review.day)
            memory = spread_due(memory, review.card)
            days = (memory.due - memory.last) // DAY_MS
            review = replace(review, due=memory.day + days if days else review.day)
        self._insert(review)
        after = self._remake(review.owner)
        assert after is not None
        return after

    def _take_back(self, uid: str) -> Owner:
        """Mark an answer as undone; return its card."""
        undo = "UPDATE reviews SET undone = 1 WHERE uid = ? AND shared = 0"
        owners = self._select(f"{undo} RETURNING course, lang, card", uid)
        if not owners:
            raise AnswerIsFinal(
                "This answer was handed to Anki: other devices may have it, so it can "
                "no longer be changed or taken back."
            )
        owner: Owner = owners[0]
        return owner

    def _remake(self, owner: Owner) -> Memory | None:
        """Make the memory of a card from all its answers that count."""
        answers = [*self.replay(owner)]
        if not answers:
            self.database.execute(f"DELETE FROM memories {_OF_CARD}", owner)
            return None
        memory = answers[-1][1]
        values = (*owner, json.dumps(memory), self._origin)
        self.database.execute("INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?, ?)", values)
        return memory
