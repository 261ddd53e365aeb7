"""Where a learner stands with some cards of a course: what the log holds of them at a moment.

Planning, a session, statistics, checklist and path all begin with one `Standing`, so they
count the same cards and say the same about them. What a learner decides about cards, to
suspend, bury or flag them, is kept here, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from flashcards.cards import Card, Note
from flashcards.course.model import Course, Quiz, Selection
from flashcards.errors import FlashcardsError, did_you_mean
from flashcards.questions import Neighbours, make_question, summarize_question
from flashcards.reviews.memory import AGAIN, DAY_MS, REVIEW, Memory
from flashcards.reviews.review import MAX_COUNTED_MS, CardMarks, Mark, MarkName
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, select_cards
from flashcards.study.settings import USUAL, Settings

EPOCH = date(1970, 1, 1)
RECENT_DAYS = 14
"""Days before today whose answers tell how fast the learner is."""

CardName = tuple[str, str]
"""Course and card id: what memories and marks are kept by."""
Memories = Mapping[CardName, Memory]


class RecentAnswer(NamedTuple):
    """An answer of the last two weeks; times are milliseconds, `at` in UTC."""

    at: int
    course: str
    card: str
    rating: int
    duration: int


def name_card(card: Card) -> CardName:
    """Return course and card id."""
    return card.note.course, card.id


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

    def is_today(self, at: int) -> bool:
        """Return whether a time (UTC milliseconds) is today and not in the future."""
        return self.day_start <= at <= self.now

    @property
    def today(self) -> date:
        return EPOCH + timedelta(self.day)


class CardCounts(NamedTuple):
    """How many cards there are, how many were ever asked, how many are earned: in review."""

    cards: int
    seen: int
    earned: int


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What is known of a learner: the course, the chosen cards, the day, and what the log holds.

    Without `load` it is that of a learner who has answered nothing.
    """

    course: Course
    notes: Sequence[Note]
    """All notes of the language."""
    cards: Sequence[Card]
    """The cards that it is about."""
    moment: Moment
    selection: Selection = EVERYTHING
    """What chose the cards."""
    settings: Settings = USUAL
    memories: Memories = field(default_factory=dict)
    """Of all cards of the course and the language."""
    marks: Mapping[CardName, CardMarks] = field(default_factory=dict)
    recent: Sequence[RecentAnswer] = ()
    """The answers of the last two weeks, the newest first."""

    def load(self, log: ReviewLog, now: int | None = None) -> Standing:
        """Return the same with what the log holds, perhaps at a later time."""
        moment = self.moment if now is None else replace(self.moment, now=now)
        courses = {note.course for note in self.notes}
        since = moment.day_start - RECENT_DAYS * DAY_MS
        recent = [
            RecentAnswer(review.at, review.course, review.card, review.rating, review.duration)
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
    def now(self) -> int:
        return self.moment.now

    @property
    def titles(self) -> Mapping[str, str]:
        """Translated titles of the course, such as that of `deck/tensors`."""
        return self.course.titles.get(self.lang, {})

    @cached_property
    def neighbours(self) -> Neighbours:
        """What questions take their wrong options from."""
        return Neighbours(self.notes)

    @cached_property
    def answers_of_today(self) -> list[RecentAnswer]:
        return [answer for answer in self.recent if answer.at >= self.moment.day_start]

    @cached_property
    def wrong(self) -> Mapping[CardName, int]:
        """How often cards were answered wrong today."""
        wrong = (answer for answer in self.answers_of_today if answer.rating == AGAIN)
        return Counter((answer.course, answer.card) for answer in wrong)

    @cached_property
    def every_card(self) -> list[Card]:
        """All cards of the language, chosen or not."""
        return [card for note in self.notes for card in note.cards]

    def find_memory(self, card: Card) -> Memory | None:
        """Return what is remembered of a card; None if it was never asked."""
        return self.memories.get(name_card(card))

    def get_marks(self, card: Card) -> CardMarks:
        """Return what was decided about a card."""
        return self.marks.get(name_card(card), CardMarks())

    def count_cards(self, cards: Sequence[Card] | None = None) -> CardCounts:
        """Return how far the learner is with some cards, or with those that this is about."""
        cards = self.cards if cards is None else cards
        seen = [memory for card in cards if (memory := self.find_memory(card))]
        return CardCounts(len(cards), len(seen), sum(memory.state == REVIEW for memory in seen))

    def list_awake(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards that may be asked today: neither suspended nor buried."""
        return [card for card in cards if not self.get_marks(card).rests(self.moment.day)]

    def list_learned(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards that the learner means to learn.

        Not the suspended ones, nor what comes before the stage that new cards begin with,
        unless it was asked once. A stage behind the last is none to begin with.
        """
        stage = self.settings.stage
        first = stage if any(card.note.stage >= stage for card in cards) else 1
        return [
            card
            for card in cards
            if not self.get_marks(card).suspended
            and (card.note.stage >= first or self.find_memory(card))
        ]

    def list_unseen(self) -> list[Card]:
        """Return all cards that the learner means to learn and was never asked, chosen or not."""
        return [card for card in self.list_learned(self.every_card) if not self.find_memory(card)]


def find_standing(
    course: Course,
    moment: Moment,
    lang: str | None = None,
    selection: Selection = EVERYTHING,
    settings: Settings = USUAL,
    quiz: Quiz | None = None,
) -> Standing:
    """Return the standing with the cards that quiz and selection leave, without the log.

    Without `lang` it is the language of the quiz, or else the source language. Raises
    `TooFewCards` if no card is left.
    """
    notes, cards = select_cards(course, lang, quiz, selection)
    return Standing(
        course=course,
        notes=notes,
        cards=cards,
        moment=moment,
        selection=selection,
        settings=settings,
    )


def measure_times(answers: Sequence[tuple[int, int]]) -> list[int]:
    """Return the milliseconds spent on each answer: when it was given, and how long it took.

    The newest comes first. Reading the feedback before a question counts; after a break only
    the question itself does.
    """
    before = [*(at for at, _ in answers[1:]), 0]
    return [
        at - earlier if at - earlier <= MAX_COUNTED_MS else min(duration, MAX_COUNTED_MS)
        for (at, duration), earlier in zip(answers, before, strict=False)
    ]


def list_marked(standing: Standing, log: ReviewLog) -> list[dict[str, Any]]:
    """Return the cards that are suspended, buried or flagged today, as values for programs."""
    known, rows = standing.load(log), []
    for card in known.cards:
        marks = known.get_marks(card)
        held = {
            "suspended": bool(marks.suspended),
            "buried": known.moment.day < marks.buried,
            "flagged": bool(marks.flagged),
        }
        if any(held.values()):
            asks = summarize_question(make_question(card, known.neighbours))
            rows.append({"card": card.id, "asks": asks, **held})
    return rows


def find_named_cards(cards: Sequence[Card], names: Sequence[str]) -> list[Card]:
    """Return the cards of entries, notes or of their own by these names, in teaching order.

    Raises FlashcardsError for a name that nothing has.
    """
    names_of = {card.id: {card.id, card.note.key, card.entry.key} for card in cards}
    known = set[str]().union(*names_of.values())
    for name in names:
        if name not in known:
            near = did_you_mean(name, (other for other in known if "#" in name or "#" not in other))
            raise FlashcardsError(f"There is no card or entry '{name}'{near}")
    return [card for card in cards if not names_of[card.id].isdisjoint(names)]


def mark_cards(
    log: ReviewLog, cards: Sequence[Card], name: MarkName, on: bool, moment: Moment
) -> list[Card]:
    """Keep a mark in the log; return the cards for which it is new. Burying is for today."""
    held = log.marks({card.note.course for card in cards}, cards[0].note.lang) if cards else {}
    value = moment.day + 1 if name == "buried" and on else int(on)
    changed = [
        card for card in cards if getattr(held.get(name_card(card), CardMarks()), name) != value
    ]
    log.add(make_mark(card, name, value, moment.now) for card in changed)
    return changed


def make_mark(card: Card, name: MarkName, value: int, at: int) -> Mark:
    """Return a decision about a card at a time in UTC milliseconds."""
    return Mark(card.note.course, card.id, card.note.lang, at, name, value)
