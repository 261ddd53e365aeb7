"""What the review log says about a learner, in numbers.

An answer tests memory if the one before it was on another day: only those count for retention.
Days are those that were kept with the answers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from flashcards.progress.path import make_checklist
from flashcards.questions.build import make_question
from flashcards.questions.question import summarize_question
from flashcards.reviews.memory import AGAIN, LEECH_LAPSES
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING
from flashcards.study.learner import EPOCH, LearnerState, measure_times, name_card
from flashcards.study.plan import forecast_due

MAX_LEECHES = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """Answers and how many were right."""

    answers: int
    right: int
    share: float | None


@dataclass(frozen=True, slots=True)
class Leech:
    """A card that is forgotten again and again."""

    card: str
    asks: str
    """What it asks, in one line of Markdown."""
    lapses: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers behind `ptquiz stats`; days are ISO dates."""

    date: str
    today: Tally
    minutes: float
    """Of today."""
    answers: int
    cards: int
    seen: int
    earned: int
    concepts: int
    known: int
    """Concepts that are ticked in the checklist."""
    calendar: Mapping[str, int]
    """Answers by day."""
    forecast: Sequence[int]
    """Cards due today and on each day after."""
    retention: Mapping[int, Tally]
    """By stage: answers that tested memory."""
    leeches: Sequence[Leech]
    """Cards that were forgotten most, the worst first."""


def compute_stats(learner: LearnerState, log: ReviewLog) -> Statistics:
    """Return the numbers about the chosen cards, as of the moment.

    If all cards are chosen, answers to cards that are no longer taught count too.
    """
    chosen = {name_card(card) for card in learner.cards}
    courses = {course for course, _ in chosen} if learner.selection == EVERYTHING else set()

    def is_counted(review: Review) -> bool:
        is_chosen = review.course in courses or (review.course, review.card) in chosen
        return is_chosen and review.lang == learner.lang

    reviews = [review for review in log.reviews() if is_counted(review)]
    times = zip(learner.reviews_of_today, measure_times(learner.reviews_of_today), strict=True)
    today = [(review.rating > AGAIN, time) for review, time in times if is_counted(review)]
    minutes = round(sum(time for _, time in today) / 60_000, 1)
    days = Counter(learner.moment.find_day(review) for review in reviews)
    checklist = make_checklist(learner)
    return Statistics(
        date=f"{learner.moment.today}",
        today=_count([right for right, _ in today]),
        minutes=minutes,
        answers=len(reviews),
        **learner.count_cards(learner.cards)._asdict(),
        concepts=len(checklist),
        known=sum(item.known for item in checklist),
        calendar={f"{EPOCH + timedelta(day)}": days[day] for day in sorted(days)},
        forecast=forecast_due(learner),
        retention=_measure_retention(learner, reviews),
        leeches=_list_leeches(learner),
    )


def _count(answers: Sequence[bool]) -> Tally:
    """Return how many answers there are and how many of them are right."""
    right = sum(answers)
    return Tally(len(answers), right, right / len(answers) if answers else None)


def _measure_retention(learner: LearnerState, reviews: Iterable[Review]) -> dict[int, Tally]:
    """Return by stage the answers that tested memory."""
    stages = {name_card(card): card.note.stage for card in learner.cards}
    answers: dict[int, list[bool]] = {stage: [] for stage in sorted({*stages.values()})}
    last: dict[tuple[str, str], int] = {}
    for review in reviews:
        name, day = (review.course, review.card), learner.moment.find_day(review)
        if name in stages and name in last and day > last[name]:
            answers[stages[name]].append(review.rating > AGAIN)
        last[name] = day
    return {stage: _count(tested) for stage, tested in answers.items()}


def _list_leeches(learner: LearnerState) -> list[Leech]:
    leeches = []
    for card in learner.cards:
        memory = learner.find_memory(card)
        if memory and memory.lapses >= LEECH_LAPSES:
            asks = summarize_question(make_question(card, learner.term_names))
            leeches.append(Leech(card.id, asks, memory.lapses))
    return sorted(leeches, key=lambda leech: (-leech.lapses, leech.card))[:MAX_LEECHES]
