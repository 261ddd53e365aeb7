"""What the log says about a learner, in numbers.

SQLite does the counting, so a million answers take about as long as reading
them once. An answer tests memory if the one before it was on another day:
only those count for retention.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flashcards.cards import Card
from flashcards.reviews.database import telling
from flashcards.reviews.memory import AGAIN, DAY_MS, Memory, recall
from flashcards.reviews.store import ReviewLog
from flashcards.selection import about
from flashcards.study.plan import Memories, Moment, owner

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
class Statistics:
    """The numbers behind `ptquiz stats`."""

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
    weakest: Sequence[tuple[str, float]]
    """Concepts with the lowest mean recall."""


def statistics(
    log: ReviewLog, cards: Sequence[Card], memories: Memories, moment: Moment, lang: str
) -> Statistics:
    """Everything about these cards, as of a moment."""
    known = {owner(card): memories[owner(card)] for card in cards if owner(card) in memories}
    with telling(log.path):
        per_day = _days(log.database, cards, lang, moment.day_start)
        tested = _tested(log.database, cards, lang)
    utc_today = moment.day_start // DAY_MS
    answers, right, duration = per_day.get(utc_today, (0, 0, 0))
    return Statistics(
        today=Tally(answers, right),
        minutes_today=round(duration / 60_000, 1),
        reviews=sum(row[0] for row in per_day.values()),
        cards=len(cards),
        seen=len(known),
        calendar={moment.day + day - utc_today: row[0] for day, row in per_day.items()},
        today_number=moment.day,
        forecast=_forecast(list(known.values()), moment),
        retention=_by_stage(cards, tested),
        leeches=_leeches(known),
        weakest=_weakest(cards, known, moment.now),
    )


def _days(
    db: sqlite3.Connection, cards: Sequence[Card], lang: str, day_start: int
) -> dict[int, tuple[int, int, int]]:
    """Answers, right ones and milliseconds by day; days begin when today did."""
    shift = day_start % DAY_MS
    rows = db.execute(
        f"SELECT (at - ?) / {DAY_MS}, count(*), sum(rating > {AGAIN}), sum(duration) "
        f"FROM reviews WHERE undone = 0 AND {_wanted(cards)} GROUP BY 1",
        (shift, lang, *_courses(cards)),
    )
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


def _tested(
    db: sqlite3.Connection, cards: Sequence[Card], lang: str
) -> dict[tuple[str, str], Tally]:
    rows = db.execute(
        f"SELECT course, card, count(*), sum(rating > {AGAIN}) FROM ("
        "SELECT course, card, rating, "
        "at - lag(at) OVER (PARTITION BY course, lang, card ORDER BY at) AS gap "
        f"FROM reviews WHERE undone = 0 AND {_wanted(cards)}) "
        "WHERE gap >= ? GROUP BY course, card",
        (lang, *_courses(cards), APART_MS),
    )
    return {(row[0], row[1]): Tally(row[2], row[3]) for row in rows}


def _wanted(cards: Sequence[Card]) -> str:
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


def _by_stage(cards: Sequence[Card], tested: Mapping[tuple[str, str], Tally]) -> dict[int, Tally]:
    found: dict[int, Tally] = {}
    for card in cards:
        stage = card.note.stage
        found[stage] = found.get(stage, Tally()) + tested.get(owner(card), Tally())
    return dict(sorted(found.items()))


def _leeches(known: Memories) -> list[tuple[str, int]]:
    found = [
        (card, memory.lapses)
        for (_, card), memory in known.items()
        if memory.lapses >= LEECH_LAPSES
    ]
    return sorted(found, key=lambda leech: (-leech[1], leech[0]))[:10]


def _weakest(cards: Sequence[Card], known: Memories, now: int) -> list[tuple[str, float]]:
    recalls: dict[str, list[float]] = {}
    for card in cards:
        memory = known.get(owner(card))
        if memory:
            for concept in about(card.note):
                recalls.setdefault(concept, []).append(recall(memory, now))
    means = [(concept, sum(all_) / len(all_)) for concept, all_ in recalls.items()]
    return sorted(means, key=lambda mean: mean[1])[:10]
