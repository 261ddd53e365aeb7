"""What the review log says about a learner, in numbers.

SQLite does the counting (`answer_counts`), so a million answers take about as long as
reading them once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from flashcards.cards import Card, Note
from flashcards.model import Concept, Course, Selection
from flashcards.progress.answer_counts import AnswerCounts, Tally
from flashcards.progress.checklist import check_concepts, is_reached
from flashcards.questions import Neighbours, make_question, summarize_question
from flashcards.reviews.database import sqlite_errors_as_log_errors
from flashcards.reviews.memory import LEECH_LAPSES, estimate_recall
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, list_concepts, select_cards
from flashcards.study.forecast import forecast_due
from flashcards.study.marking import load_marks
from flashcards.study.memories import Memories, count_cards, load_memories, memory_key
from flashcards.study.plan import EPOCH, Moment
from flashcards.study.resting import load_wrong_answers
from flashcards.study.settings import USUAL, Pause, Settings
from flashcards.words.catalog import Words

MOST_LEECHES = 10


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
    pause: Pause | None = None
    """One that is not over: nothing is asked on its days."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs: days as dates, shares beside their counts."""
        today = {"answers": self.today.answers, "right": self.today.right}
        return {
            "today": {**today, "minutes": self.minutes_today},
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
                str(stage): {"answers": t.answers, "right": t.right, "share": t.share}
                for stage, t in self.retention.items()
            },
            "leeches": [asdict(leech) for leech in self.leeches],
            "weakest": [{"concept": weak.key, "recall": weak.recall} for weak in self.weakest],
        }


def compute_stats(
    course: Course, log: ReviewLog, moment: Moment, lang: str | None = None,
    selection: Selection = EVERYTHING, settings: Settings = USUAL,
) -> Statistics:  # fmt: skip
    """The numbers about the selected cards in one language, as of a moment.

    The `settings` say whether there is a pause. Reads the log. Raises `TooFewCards` if the
    selection leaves no card.
    """
    notes, cards = select_cards(course, lang, selection=selection)
    memories = load_memories(log, notes)
    seen = {key: memories[key] for card in cards if (key := memory_key(card)) in memories}
    counts = count_cards(cards, memories, moment.now)
    ticks = [item.tick for item in check_concepts(notes, cards, memories, moment.now)]
    with sqlite_errors_as_log_errors(log.path):
        answers = AnswerCounts(log.database, cards, moment, whole=selection == EVERYTHING)
        per_day, tested = answers.count_days(), answers.count_tested()
        duration = answers.measure_today()
    marks, wrong = load_marks(log, notes), load_wrong_answers(log, notes, moment)
    return Statistics(
        words=notes[0].words,
        today=per_day.get(moment.day, Tally()),
        minutes_today=round(duration / 60_000, 1),
        reviews=sum(tally.answers for tally in per_day.values()),
        cards=counts.cards,
        seen=counts.seen,
        earned=counts.earned,
        concepts=len(ticks),
        known=ticks.count("known"),
        calendar={day: tally.answers for day, tally in per_day.items()},
        today_number=moment.day,
        forecast=forecast_due(cards, memories, marks, wrong, moment),
        retention=_sum_by_stage(cards, tested),
        leeches=_find_leeches(notes, cards, memories),
        weakest=_find_weakest(notes, cards, seen, moment.now),
        pause=settings.pause if settings.pause and settings.pause.lasts(moment.today) else None,
    )


def _sum_by_stage(
    cards: Sequence[Card], tested: Mapping[tuple[str, str], Tally]
) -> dict[int, Tally]:
    found: dict[int, Tally] = {}
    for card in cards:
        stage = card.note.stage
        found[stage] = found.get(stage, Tally()) + tested.get(memory_key(card), Tally())
    return dict(sorted(found.items()))


def _find_leeches(notes: Sequence[Note], cards: Sequence[Card], memories: Memories) -> list[Leech]:
    found = [
        (memory.lapses, card)
        for card in cards
        if (memory := memories.get(memory_key(card))) and memory.lapses >= LEECH_LAPSES
    ]
    worst = sorted(found, key=lambda leech: (-leech[0], leech[1].id))[:MOST_LEECHES]
    neighbours = Neighbours(notes) if worst else None
    return [
        Leech(card.id, summarize_question(make_question(card, neighbours)), lapses)
        for lapses, card in worst
        if neighbours
    ]


def _find_weakest(
    notes: Sequence[Note], cards: Sequence[Card], known: Memories, now: int
) -> list[WeakConcept]:
    """Concepts that the learner has come to, by the mean recall of their cards.

    One whose cards were all just answered is not weak yet: its share would be told as 100 %.
    """
    concepts = {
        note.entry.key: (note.stage, note.entry.concept)
        for note in notes
        if isinstance(note.entry, Concept)
    }
    recalls: dict[str, list[float]] = {}
    reached = set[str]()
    for card in cards:
        memory = known.get(memory_key(card))
        if memory:
            for key in list_concepts(card.note):
                recalls.setdefault(key, []).append(estimate_recall(memory, now))
                if key in concepts and is_reached(card, concepts[key][0]):
                    reached.add(key)
    means = [
        WeakConcept(key, concepts[key][1], sum(recalls[key]) / len(recalls[key])) for key in reached
    ]
    weak = [each for each in means if round(100 * each.recall) < 100]
    return sorted(weak, key=lambda each: (each.recall, each.key))[:10]
