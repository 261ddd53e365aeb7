"""What the review log says about a learner, in numbers.

SQLite does the counting, so a million answers take about as long as reading them once. An
answer tests memory if the one before it was on another day: only those count for retention.
Days are those that were kept with the answers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from flashcards.cards import Card
from flashcards.course.model import Concept
from flashcards.progress.checklist import check_concepts, is_reached
from flashcards.questions import make_question, summarize_question
from flashcards.reviews.database import sqlite_errors_as_log_errors
from flashcards.reviews.memory import AGAIN, DAY_MS, LEECH_LAPSES, estimate_recall
from flashcards.reviews.review import LONGEST_COUNTED_MS
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, list_concepts
from flashcards.study.plan import forecast_due
from flashcards.study.standing import EPOCH, CardName, Standing, name_card
from flashcards.words.catalog import Words

MOST_LEECHES = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers and how many were right."""

    answers: int = 0
    right: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.answers + other.answers, self.right + other.right)

    @property
    def share(self) -> float | None:
        return self.right / self.answers if self.answers else None


@dataclass(frozen=True, slots=True)
class WeakConcept:
    """A concept and the mean recall of its cards that were seen."""

    key: str
    title: str
    recall: float


@dataclass(frozen=True, slots=True)
class Leech:
    """A card that is forgotten again and again."""

    card: str
    asks: str
    """What it asks, in one line of Markdown."""
    lapses: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers behind `ptquiz stats`, and the language of the cards they are about."""

    words: Words
    today: Tally
    minutes_today: float
    reviews: int
    cards: int
    seen: int
    earned: int
    concepts: int
    known: int
    """Concepts that are ticked in the checklist."""
    calendar: Mapping[int, int]
    """Answers by day; a day is counted from 1970 in the learner's time."""
    today_number: int
    forecast: Sequence[int]
    """Cards due today and on each day after."""
    retention: Mapping[int, Tally]
    """By stage: answers that tested memory."""
    leeches: Sequence[Leech]
    """Cards that were forgotten most, the worst first."""
    weakest: Sequence[WeakConcept]
    """The ten concepts with the lowest mean recall under 100 %, the lowest first."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs: days as dates, shares beside their counts."""
        return {
            "today": {**asdict(self.today), "minutes": self.minutes_today},
            "answers": self.reviews,
            "cards": self.cards,
            "seen": self.seen,
            "earned": self.earned,
            "concepts": self.concepts,
            "known": self.known,
            "calendar": {
                (EPOCH + timedelta(day)).isoformat(): count
                for day, count in sorted(self.calendar.items())
            },
            "forecast": list(self.forecast),
            "retention": {
                str(stage): {**asdict(tally), "share": tally.share}
                for stage, tally in self.retention.items()
            },
            "leeches": [asdict(leech) for leech in self.leeches],
            "weakest": [{"concept": weak.key, "recall": weak.recall} for weak in self.weakest],
        }


def compute_stats(standing: Standing, log: ReviewLog) -> Statistics:
    """The numbers about the chosen cards, as of the moment. Reads the log."""
    known, moment = standing.load(log), standing.moment
    ticks = [item.tick for item in check_concepts(known)]
    with sqlite_errors_as_log_errors(log.path):
        per_day, tested, duration = _AnswerCounts(log.database, known).count()
    return Statistics(
        words=known.notes[0].words,
        today=per_day.get(moment.day, Tally()),
        minutes_today=round(duration / 60_000, 1),
        reviews=sum(tally.answers for tally in per_day.values()),
        **known.count_cards()._asdict(),
        concepts=len(ticks),
        known=ticks.count("known"),
        calendar={day: tally.answers for day, tally in per_day.items()},
        today_number=moment.day,
        forecast=forecast_due(known),
        retention=_sum_by_stage(known.cards, tested),
        leeches=_find_leeches(known),
        weakest=_find_weakest(known),
    )


def _sum_by_stage(cards: Sequence[Card], tested: Mapping[CardName, Tally]) -> dict[int, Tally]:
    found: dict[int, Tally] = {}
    for card in cards:
        stage = card.note.stage
        found[stage] = found.get(stage, Tally()) + tested.get(name_card(card), Tally())
    return dict(sorted(found.items()))


def _find_leeches(standing: Standing) -> list[Leech]:
    found = [
        (memory.lapses, card)
        for card in standing.cards
        if (memory := standing.find_memory(card)) and memory.lapses >= LEECH_LAPSES
    ]
    worst = sorted(found, key=lambda leech: (-leech[0], leech[1].id))[:MOST_LEECHES]
    return [
        Leech(card.id, summarize_question(make_question(card, standing.neighbours)), lapses)
        for lapses, card in worst
    ]


def _find_weakest(standing: Standing) -> list[WeakConcept]:
    """Concepts that the learner has come to, by the mean recall of their cards.

    One whose cards were all just answered is not weak yet: its share would be told as 100 %.
    """
    concepts = {
        note.entry.key: (note.stage, note.entry.concept)
        for note in standing.notes
        if isinstance(note.entry, Concept)
    }
    recalls: dict[str, list[float]] = {}
    reached = set[str]()
    for card in standing.cards:
        if memory := standing.find_memory(card):
            for key in list_concepts(card.note):
                recalls.setdefault(key, []).append(estimate_recall(memory, standing.now))
                if key in concepts and is_reached(card, concepts[key][0]):
                    reached.add(key)
    means = [
        WeakConcept(key, concepts[key][1], sum(recalls[key]) / len(recalls[key])) for key in reached
    ]
    weak = [each for each in means if round(100 * each.recall) < 100]
    return sorted(weak, key=lambda each: (each.recall, each.key))[:10]


class _AnswerCounts:
    """Counts the answers to the chosen cards; reads the log's database.

    If all cards are chosen, answers to cards that are no longer taught count too.
    """

    def __init__(self, db: sqlite3.Connection, standing: Standing) -> None:
        self._db, self._moment = db, standing.moment
        shift = self._moment.day_start % DAY_MS
        later = self._moment.day - self._moment.day_start // DAY_MS
        self._day = f"coalesce(day, (at - {shift}) / {DAY_MS} + {later})"
        courses = sorted({card.note.course for card in standing.cards})
        marks = ", ".join("?" * len(courses))
        self._values = (standing.lang, *courses)
        self._where = f"undone = 0 AND lang = ? AND course IN ({marks})"
        self._chosen = "true"
        if standing.selection != EVERYTHING:
            self._chosen = "(course, card) IN temp.chosen"
            self._choose(standing.cards)

    def count(self) -> tuple[dict[int, Tally], dict[CardName, Tally], int]:
        """Answers by day, those that tested memory by card, and the milliseconds of today."""
        return self._count_days(), self._count_tested(), self._measure_today()

    def _count_days(self) -> dict[int, Tally]:
        """Answers by the learner's day, counted from 1970."""
        rows = self._db.execute(
            f"SELECT {self._day}, count(*), sum(rating > {AGAIN}) "
            # in the order of the table: an index would lead all over the file
            f"FROM reviews NOT INDEXED WHERE {self._where} AND {self._chosen} GROUP BY 1",
            self._values,
        )
        return {row[0]: Tally(row[1], row[2]) for row in rows}

    def _measure_today(self) -> int:
        """Milliseconds with the questions of today, and with the feedback before each of them.

        What was left open counts little.
        """
        (time,) = self._db.execute(
            f"SELECT coalesce(sum(min(duration, {LONGEST_COUNTED_MS}) + "
            f"CASE WHEN reading BETWEEN 0 AND {LONGEST_COUNTED_MS} THEN reading ELSE 0 END), 0) "
            f"FROM (SELECT course, card, {self._day} AS today, duration, "
            "at - duration - lag(at) OVER (ORDER BY id) AS reading "
            f"FROM reviews INDEXED BY reviews_at WHERE at >= ? AND {self._where}) "
            f"WHERE today = ? AND {self._chosen}",
            (self._moment.day_start - LONGEST_COUNTED_MS, *self._values, self._moment.day),
        ).fetchone()
        return int(time)

    def _count_tested(self) -> dict[CardName, Tally]:
        """Answers that tested memory, by course and card."""
        rows = self._db.execute(
            f"SELECT course, card, count(*), sum(rating > {AGAIN}) FROM ("
            f"SELECT course, card, rating, {self._day} - lag({self._day}) "
            "OVER (PARTITION BY course, lang, card ORDER BY at) AS gap "
            f"FROM reviews WHERE {self._where} AND {self._chosen}) WHERE gap > 0 "
            "GROUP BY course, card",
            self._values,
        )
        return {(row[0], row[1]): Tally(row[2], row[3]) for row in rows}

    def _choose(self, cards: Sequence[Card]) -> None:
        self._db.execute(
            "CREATE TEMP TABLE IF NOT EXISTS chosen "
            "(course TEXT, card TEXT, PRIMARY KEY (course, card)) WITHOUT ROWID"
        )
        self._db.execute("DELETE FROM temp.chosen")
        self._db.executemany(
            "INSERT OR IGNORE INTO temp.chosen VALUES (?, ?)", map(name_card, cards)
        )
