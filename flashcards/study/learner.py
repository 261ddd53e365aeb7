"""What is known of a learner at a moment: the chosen cards, and what the log holds of them.

Plan, session, statistics, checklist and path all begin with one `LearnerState`, so they count
the same cards and say the same about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from flashcards.cards import Card, Note, list_notes
from flashcards.course.model import Course, Quiz, Selection
from flashcards.questions.question import TermNames
from flashcards.reviews.memory import DAY_MS, REVIEW, Memory
from flashcards.reviews.review import MAX_COUNTED_MS, CardMarks, Mark, MarkName, Review
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, filter_by_quiz, require_notes
from flashcards.study.settings import USUAL, Settings

EPOCH = date(1970, 1, 1)
RECENT_DAYS = 14
"""Days before today whose answers tell how fast the learner is."""

CardName = tuple[str, str]
"""Course and card id: an `Owner` where the language is known, as in a `LearnerState`."""


class CardCounts(NamedTuple):
    """How many cards there are, how many were ever asked, how many are earned: in review."""

    cards: int
    seen: int
    earned: int


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, and where the learner's day begins and ends; UTC milliseconds."""

    now: int
    day_start: int
    day_end: int
    day: int = 0
    """The learner's date, as days since 1970."""

    def count_day(self, at: int) -> int:
        """Return the learner's day of a time (UTC milliseconds) near this moment."""
        return self.day + (at - self.day_start) // DAY_MS

    def find_day(self, review: Review) -> int:
        """Return the learner's day of an answer: what was kept with it, else by its time."""
        return self.count_day(review.at) if review.day is None else review.day

    def count_days_until(self, due: int) -> int:
        """Return the number of days from today to the one on which a review is asked.

        `due` is in UTC milliseconds; the review is asked from four o'clock on its day.
        """
        return (due - self.day_start - 1) // DAY_MS

    def measure_wait(self, memory: Memory) -> int:
        """Return in how many milliseconds a card is asked that is not due yet.

        For a review these are whole days of the learner, and one day means tomorrow, also shortly
        before four o'clock.
        """
        if memory.state == REVIEW:
            return self.count_days_until(memory.due) * DAY_MS
        return memory.due - self.now

    def is_today(self, at: int) -> bool:
        """Return whether a time (UTC milliseconds) is today and not in the future."""
        return self.day_start <= at <= self.now

    @property
    def today(self) -> date:
        return EPOCH + timedelta(self.day)


@dataclass(frozen=True)
class LearnerState:
    """What is known of a learner; without `load` that nothing was answered yet."""

    course: Course
    notes: Sequence[Note]
    """All notes of the language."""
    cards: Sequence[Card]
    """The cards that it is about."""
    moment: Moment
    selection: Selection = EVERYTHING
    """What chose the cards."""
    settings: Settings = USUAL
    memories: Mapping[CardName, Memory] = field(default_factory=dict)
    """Of all cards of the course and the language."""
    marks: Mapping[CardName, CardMarks] = field(default_factory=dict)
    recent: Sequence[Review] = ()
    """The answers of the last two weeks, the newest first."""

    def load(self, log: ReviewLog, now: int | None = None) -> LearnerState:
        """Return the same with what the log holds, perhaps at a later time."""
        moment = self.moment if now is None else replace(self.moment, now=now)
        courses = {note.course for note in self.notes}
        since = moment.day_start - RECENT_DAYS * DAY_MS
        recent = [
            review
            for review in log.reviews(since)
            if review.lang == self.lang and review.course in courses and review.at <= moment.now
        ]
        return replace(
            self,
            moment=moment,
            memories=log.memories(courses, self.lang),
            marks=log.marks(courses, self.lang),
            recent=recent[::-1],
        )

    @property
    def lang(self) -> str:
        return self.notes[0].lang

    @property
    def titles(self) -> Mapping[str, str]:
        """Translated titles of the course, such as that of `decks/tensors`."""
        return self.course.titles.get(self.lang, {})

    @cached_property
    def term_names(self) -> TermNames:
        """The terms that a typed answer must not be taken for."""
        return TermNames(self.notes)

    @property
    def reviews_of_today(self) -> list[Review]:
        return [review for review in self.recent if review.at >= self.moment.day_start]

    def has_used_minutes(self, reviews: Sequence[Review]) -> bool:
        """Return whether answers, the newest first, took the minutes of a day."""
        return sum(measure_times(reviews)) >= self.settings.minutes * 60_000

    @cached_property
    def every_card(self) -> list[Card]:
        """All cards of the language, chosen or not."""
        return [card for note in self.notes for card in note.cards]

    def find_memory(self, card: Card) -> Memory | None:
        """Return what is remembered of a card; None if it was never asked."""
        return self.memories.get(name_card(card))

    def is_first_day(self, card: Card) -> bool:
        """Return whether a card was first asked today, or never."""
        memory = self.find_memory(card)
        return memory is None or self.moment.count_day(memory.first) == self.moment.day

    def get_marks(self, card: Card) -> CardMarks:
        """Return what was decided about a card."""
        return self.marks.get(name_card(card), CardMarks())

    def count_cards(self, cards: Sequence[Card]) -> CardCounts:
        seen = [memory for card in cards if (memory := self.find_memory(card))]
        return CardCounts(len(cards), len(seen), sum(memory.state == REVIEW for memory in seen))

    def list_ages(self) -> list[int]:
        """Return how many days ago each card that was seen came as a new one."""
        first = (self.moment.count_day(memory.first) for memory in self.memories.values())
        return [self.moment.day - day for day in first]

    def split_awake(self, cards: Iterable[Card]) -> tuple[list[tuple[Card, Memory]], list[Card]]:
        """Return the cards that are neither suspended nor buried today.

        First those that were asked before, with their memories, then the others.
        """
        awake = [card for card in cards if not self.get_marks(card).rests(self.moment.day)]
        seen = [(card, memory) for card in awake if (memory := self.find_memory(card))]
        return seen, [card for card in awake if not self.find_memory(card)]

    def list_in_scope(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards that the learner means to learn.

        Not the suspended ones, nor what comes before the stage that new cards begin with,
        unless it was asked once. A stage of which, and after which, no card is awake is none to
        begin with.
        """
        stage, day = self.settings.stage, self.moment.day
        awake = (card for card in cards if not self.get_marks(card).rests(day))
        first = stage if any(card.note.stage >= stage for card in awake) else 1
        return [
            card
            for card in cards
            if not self.get_marks(card).suspended
            and (card.note.stage >= first or self.find_memory(card))
        ]

    def list_unseen(self) -> list[Card]:
        """Return all cards that the learner means to learn and was never asked, chosen or not."""
        return [card for card in self.list_in_scope(self.every_card) if not self.find_memory(card)]


def make_learner(
    course: Course,
    moment: Moment,
    lang: str | None = None,
    selection: Selection = EVERYTHING,
    settings: Settings = USUAL,
    quiz: Quiz | None = None,
) -> LearnerState:
    """Return the learner with the cards that quiz and selection leave, without the log.

    Without `lang` it is the source language. Raises `TooFewCards` if no card is left.
    """
    notes = list_notes(course, lang)
    chosen = require_notes(filter_by_quiz(notes, quiz) if quiz else notes, selection)
    cards = [card for note in chosen for card in note.cards]
    return LearnerState(course, notes, cards, moment, selection, settings)


def name_card(card: Card) -> CardName:
    """Return course and card id."""
    return card.note.course, card.id


def make_mark(card: Card, name: MarkName, value: int, at: int) -> Mark:
    """Return a decision about a card at a time in UTC milliseconds."""
    return Mark(card.note.course, card.id, card.note.lang, at, name, value)


def measure_times(reviews: Sequence[Review]) -> list[int]:
    """Return the milliseconds spent on each answer; the newest comes first.

    Reading the feedback before a question counts; after a break only the question itself does.
    """
    before = [*(review.at for review in reviews[1:]), 0]
    times = [(review.at - at, review.duration) for review, at in zip(reviews, before, strict=False)]
    most = MAX_COUNTED_MS
    return [gap if gap <= most else min(duration, most) for gap, duration in times]
