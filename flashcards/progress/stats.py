"""What the review log says about a learner, in numbers.

SQLite does the counting, so a million answers take about as long as reading
them once. An answer tests memory if the one before it was on another day:
only those count for retention.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from flashcards.cards import Card
from flashcards.model import Concept, Course, Selection
from flashcards.reviews.database import sqlite_errors_as_log_errors
from flashcards.reviews.memory import AGAIN, DAY_MS, Memory, estimate_recall
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, list_concepts, select_cards
from flashcards.study.memories import Memories, load_memories, memory_key
from flashcards.study.plan import EPOCH, Moment

APART_MS = DAY_MS * 3 // 4
"""Answers further apart than this are on different days for memory."""
LEECH_LAPSES = 4
FORECAST_DAYS = 30


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
class Statistics:
    """The numbers behind `ptquiz stats`, and the language of the cards they are about."""

    lang: str
    today: Tally
    minutes_today: float
    reviews: int
    cards: int
    seen: int
    calendar: Mapping[int, int]
    """Answers by day; a day is counted from 1970 in the learner's time."""
    today_number: int
    forecast: Sequence[int]
    """Cards due today and on each day after."""
    retention: Mapping[int, Tally]
    """By stage: answers that tested memory."""
    leeches: Sequence[tuple[str, int]]
    """Cards that were forgotten most, and how often."""
    weakest: Sequence[WeakConcept]
    """The ten concepts with the lowest mean recall, the lowest first."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs: days as dates, shares beside their counts."""
        today = {"answers": self.today.answers, "right": self.today.right}
        return {
            "today": {**today, "minutes": self.minutes_today},
            "answers": self.reviews,
            "cards": self.cards,
            "seen": self.seen,
            "calendar": {
                (EPOCH + timedelta(day)).isoformat(): count
                for day, count in sorted(self.calendar.items())
            },
            "forecast": list(self.forecast),
            "retention": {
                str(stage): {"answers": t.answers, "right": t.right, "share": t.share}
                for stage, t in self.retention.items()
            },
            "leeches": [{"card": card, "lapses": lapses} for card, lapses in self.leeches],
            "weakest": [{"concept": weak.key, "recall": weak.recall} for weak in self.weakest],
        }


def compute_stats(
    course: Course,
    log: ReviewLog,
    moment: Moment,
    lang: str | None = None,
    selection: Selection = EVERYTHING,
) -> Statistics:
    """The numbers about the selected cards in one language, as of a moment.

    Reads the log. Raises `TooFewCards` if the selection leaves no card.
    """
    notes, cards = select_cards(course, lang, selection=selection)
    memories, lang = load_memories(log, notes), notes[0].lang
    known = {key: memories[key] for card in cards if (key := memory_key(card)) in memories}
    with sqlite_errors_as_log_errors(log.path):
        per_day = _count_days(log.database, cards, lang, moment.day_start)
        tested = _count_tested(log.database, cards, lang)
    utc_today = moment.day_start // DAY_MS
    answers, right, duration = per_day.get(utc_today, (0, 0, 0))
    return Statistics(
        lang=lang,
        today=Tally(answers, right),
        minutes_today=round(duration / 60_000, 1),
        reviews=sum(row[0] for row in per_day.values()),
        cards=len(cards),
        seen=len(known),
        calendar={moment.day + day - utc_today: row[0] for day, row in per_day.items()},
        today_number=moment.day,
        forecast=_forecast(list(known.values()), moment),
        retention=_sum_by_stage(cards, tested),
        leeches=_find_leeches(known),
        weakest=_find_weakest(cards, known, moment.now),
    )


def _count_days(
    db: sqlite3.Connection, cards: Sequence[Card], lang: str, day_start: int
) -> dict[int, tuple[int, int, int]]:
    """Answers, right ones and milliseconds by day; days begin when today did."""
    shift = day_start % DAY_MS
    rows = db.execute(
        f"SELECT (at - ?) / {DAY_MS}, count(*), sum(rating > {AGAIN}), sum(duration) "
        f"FROM reviews WHERE undone = 0 AND {_where_sql(cards)} GROUP BY 1",
        (shift, lang, *_courses(cards)),
    )
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


def _count_tested(
    db: sqlite3.Connection, cards: Sequence[Card], lang: str
) -> dict[tuple[str, str], Tally]:
    rows = db.execute(
        f"SELECT course, card, count(*), sum(rating > {AGAIN}) FROM ("
        "SELECT course, card, rating, "
        "at - lag(at) OVER (PARTITION BY course, lang, card ORDER BY at) AS gap "
        f"FROM reviews WHERE undone = 0 AND {_where_sql(cards)}) "
        "WHERE gap >= ? GROUP BY course, card",
        (lang, *_courses(cards), APART_MS),
    )
    return {(row[0], row[1]): Tally(row[2], row[3]) for row in rows}


def _where_sql(cards: Sequence[Card]) -> str:
    return f"lang = ? AND course IN ({', '.join('?' * len(_courses(cards)))})"


def _courses(cards: Sequence[Card]) -> list[str]:
    return sorted({card.note.course for card in cards})


def _forecast(memories: Sequence[Memory], moment: Moment) -> list[int]:
    days = [0] * FORECAST_DAYS
    for memory in memories:
        day = max(0, (memory.due - moment.day_start) // DAY_MS)
        if day < FORECAST_DAYS:
            days[day] += 1
    return days


def _sum_by_stage(
    cards: Sequence[Card], tested: Mapping[tuple[str, str], Tally]
) -> dict[int, Tally]:
    found: dict[int, Tally] = {}
    for card in cards:
        stage = card.note.stage
        found[stage] = found.get(stage, Tally()) + tested.get(memory_key(card), Tally())
    return dict(sorted(found.items()))


def _find_leeches(known: Memories) -> list[tuple[str, int]]:
    found = [
        (card, memory.lapses)
        for (_, card), memory in known.items()
        if memory.lapses >= LEECH_LAPSES
    ]
    return sorted(found, key=lambda leech: (-leech[1], leech[0]))[:10]


def _find_weakest(cards: Sequence[Card], known: Memories, now: int) -> list[WeakConcept]:
    recalls: dict[str, list[float]] = {}
    for card in cards:
        memory = known.get(memory_key(card))
        if memory:
            for concept in list_concepts(card.note):
                recalls.setdefault(concept, []).append(estimate_recall(memory, now))
    titles = {
        card.entry.key: card.entry.concept for card in cards if isinstance(card.entry, Concept)
    }
    means = [
        WeakConcept(key, titles.get(key, key), sum(each) / len(each))
        for key, each in recalls.items()
    ]
    return sorted(means, key=lambda weak: weak.recall)[:10]
