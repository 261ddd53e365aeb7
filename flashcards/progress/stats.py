"""What the review log says about a learner, in numbers.

An answer tests memory if the one before it was on another day: only those count for retention.
Days are those that were kept with the answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from flashcards.progress.path import check_concepts
from flashcards.questions import make_question, summarize_question
from flashcards.reviews.memory import AGAIN, LEECH_LAPSES
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING
from flashcards.study.plan import forecast_due
from flashcards.study.standing import EPOCH, Standing, measure_times, name_card

MAX_LEECHES = 10


class Tally(NamedTuple):
    """Answers and how many were right."""

    answers: int = 0
    right: int = 0

    @property
    def share(self) -> float | None:
        return self.right / self.answers if self.answers else None


class Leech(NamedTuple):
    """A card that is forgotten again and again."""

    card: str
    asks: str
    """What it asks, in one line of Markdown."""
    lapses: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers behind `ptquiz stats`."""

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

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs: days as dates, shares beside their counts."""
        return {
            "today": {**self.today._asdict(), "minutes": self.minutes_today},
            "answers": self.reviews,
            "cards": self.cards,
            "seen": self.seen,
            "earned": self.earned,
            "concepts": self.concepts,
            "known": self.known,
            "calendar": {
                f"{EPOCH + timedelta(day)}": count for day, count in sorted(self.calendar.items())
            },
            "forecast": list(self.forecast),
            "retention": {
                str(stage): {**tally._asdict(), "share": tally.share}
                for stage, tally in self.retention.items()
            },
            "leeches": [leech._asdict() for leech in self.leeches],
        }


def compute_stats(standing: Standing, log: ReviewLog) -> Statistics:
    """Return the numbers about the chosen cards, as of the moment. Reads the log.

    If all cards are chosen, answers to cards that are no longer taught count too.
    """
    standing = standing.load(log)
    chosen = {name_card(card) for card in standing.cards}
    courses = {course for course, _ in chosen} if standing.selection == EVERYTHING else set()

    def is_counted(review: Review) -> bool:
        is_chosen = review.course in courses or (review.course, review.card) in chosen
        return is_chosen and review.lang == standing.lang

    reviews = [review for review in log.reviews() if is_counted(review)]
    times = zip(standing.reviews_of_today, measure_times(standing.reviews_of_today), strict=True)
    today = [(review.rating > AGAIN, time) for review, time in times if is_counted(review)]
    ticks = [item.tick for item in check_concepts(standing)]
    return Statistics(
        today=Tally(len(today), sum(right for right, _ in today)),
        minutes_today=round(sum(time for _, time in today) / 60_000, 1),
        reviews=len(reviews),
        **standing.count_cards(standing.cards)._asdict(),
        concepts=len(ticks),
        known=ticks.count("known"),
        calendar=Counter(standing.moment.find_day(review) for review in reviews),
        today_number=standing.moment.day,
        forecast=forecast_due(standing),
        retention=_measure_retention(standing, reviews),
        leeches=_list_leeches(standing),
    )


def _measure_retention(standing: Standing, reviews: Iterable[Review]) -> dict[int, Tally]:
    """Return by stage the answers that tested memory."""
    stages = {name_card(card): card.note.stage for card in standing.cards}
    tallies = dict.fromkeys(sorted({*stages.values()}), Tally())
    last: dict[tuple[str, str], int] = {}
    for review in reviews:
        name, day = (review.course, review.card), standing.moment.find_day(review)
        if name in stages and day > last.get(name, day):
            answers, right = tallies[stages[name]]
            tallies[stages[name]] = Tally(answers + 1, right + (review.rating > AGAIN))
        last[name] = day
    return tallies


def _list_leeches(standing: Standing) -> list[Leech]:
    leeches = []
    for card in standing.cards:
        memory = standing.find_memory(card)
        if memory and memory.lapses >= LEECH_LAPSES:
            asks = summarize_question(make_question(card, standing.neighbours))
            leeches.append(Leech(card.id, asks, memory.lapses))
    return sorted(leeches, key=lambda leech: (-leech.lapses, leech.card))[:MAX_LEECHES]
