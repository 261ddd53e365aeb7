"""What the review log says about a learner, in numbers.

An answer tests memory if the one before it was on another day: only those count for retention.
Days are those that were kept with the answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from flashcards.course.model import Concept
from flashcards.progress.path import check_concepts
from flashcards.questions import make_question, summarize_question
from flashcards.reviews.memory import AGAIN, LEECH_LAPSES, estimate_recall
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, list_concepts
from flashcards.study.plan import forecast_due, plan_today
from flashcards.study.standing import EPOCH, CardName, Standing, measure_times, name_card
from flashcards.words import Words

MAX_NAMED = 10
"""Leeches and weak concepts."""


class Tally(NamedTuple):
    """Answers and how many were right."""

    answers: int = 0
    right: int = 0

    @property
    def share(self) -> float | None:
        return self.right / self.answers if self.answers else None


class WeakConcept(NamedTuple):
    """A concept and the mean recall of its cards that were seen."""

    key: str
    title: str
    recall: float


class Leech(NamedTuple):
    """A card that is forgotten again and again."""

    card: str
    asks: str
    """What it asks, in one line of Markdown."""
    lapses: int


_Answer: TypeAlias = tuple[int, int, CardName, bool]
"""The day of an answer, its time, the card, and whether it was right."""


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
    """The concepts with the lowest mean recall under 100 %, the lowest first."""

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
                (EPOCH + timedelta(day)).isoformat(): count
                for day, count in sorted(self.calendar.items())
            },
            "forecast": list(self.forecast),
            "retention": {
                str(stage): {**tally._asdict(), "share": tally.share}
                for stage, tally in self.retention.items()
            },
            "leeches": [leech._asdict() for leech in self.leeches],
            "weakest": [{"concept": weak.key, "recall": weak.recall} for weak in self.weakest],
        }


def compute_stats(standing: Standing, log: ReviewLog) -> Statistics:
    """Return the numbers about the chosen cards, as of the moment. Reads the log.

    If all cards are chosen, answers to cards that are no longer taught count too.
    """
    known, moment = standing.load(log), standing.moment
    rows = known.answers_of_today
    ticks = [item.tick for item in check_concepts(known)]
    chosen = {name_card(card) for card in known.cards}
    courses, every = {course for course, _ in chosen}, known.selection == EVERYTHING

    def is_counted(course: str, card: str) -> bool:
        return (course, card) in chosen or (every and course in courses)

    answers: list[_Answer] = [
        (
            moment.count_day(review.at) if review.day is None else review.day,
            review.at,
            (review.course, review.card),
            review.rating > AGAIN,
        )
        for review in log.reviews()
        if review.lang == known.lang and is_counted(review.course, review.card)
    ]
    right = [is_right for day, *_, is_right in answers if day == moment.day]
    spent = sum(
        time
        for answer, time in zip(
            rows, measure_times([(row.at, row.duration) for row in rows]), strict=True
        )
        if is_counted(answer.course, answer.card)
    )
    return Statistics(
        words=known.notes[0].words,
        today=Tally(len(right), sum(right)),
        minutes_today=round(spent / 60_000, 1),
        reviews=len(answers),
        **known.count_cards()._asdict(),
        concepts=len(ticks),
        known=ticks.count("known"),
        calendar=Counter(day for day, *_ in answers),
        today_number=moment.day,
        forecast=forecast_due(known, plan_today(known)),
        retention=_measure_retention(known, answers),
        leeches=_list_leeches(known),
        weakest=_list_weakest(known),
    )


def _measure_retention(standing: Standing, answers: Iterable[_Answer]) -> dict[int, Tally]:
    """Return by stage the answers that tested memory."""
    stages = {name_card(card): card.note.stage for card in standing.cards}
    last: dict[CardName, int] = {}
    asked, right = Counter[int](), Counter[int]()
    for day, _, name, is_right in sorted(answers, key=itemgetter(1)):
        if name in stages and day > last.get(name, day):
            asked[stages[name]] += 1
            right[stages[name]] += is_right
        last[name] = day
    return {stage: Tally(asked[stage], right[stage]) for stage in sorted(set(stages.values()))}


def _list_leeches(standing: Standing) -> list[Leech]:
    leeches = [
        (memory.lapses, card)
        for card in standing.cards
        if (memory := standing.find_memory(card)) and memory.lapses >= LEECH_LAPSES
    ]
    worst = sorted(leeches, key=lambda leech: (-leech[0], leech[1].id))[:MAX_NAMED]
    return [
        Leech(card.id, summarize_question(make_question(card, standing.neighbours)), lapses)
        for lapses, card in worst
    ]


def _list_weakest(standing: Standing) -> list[WeakConcept]:
    """Return the concepts that the learner has come to, by the mean recall of their cards.

    One whose cards were all just answered is not weak yet: its share would be told as 100 %.
    """
    recalls: dict[str, list[float]] = {}
    reached: dict[str, int] = {}
    """The last stage in which a card about a concept was asked."""
    for card in standing.cards:
        if memory := standing.find_memory(card):
            for key in list_concepts(card.note):
                recalls.setdefault(key, []).append(estimate_recall(memory, standing.now))
                reached[key] = max(reached.get(key, 0), card.note.stage)
    means = [
        WeakConcept(note.entry.key, note.entry.concept, sum(found) / len(found))
        for note in standing.notes
        if isinstance(note.entry, Concept)
        and (found := recalls.get(note.entry.key))
        and reached[note.entry.key] >= note.stage
    ]
    weak = [each for each in means if round(100 * each.recall) < 100]
    return sorted(weak, key=lambda each: (each.recall, each.key))[:MAX_NAMED]
