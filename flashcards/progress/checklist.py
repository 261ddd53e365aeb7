"""The concept checklist, ticked by what the learner has earned.

A concept is known when every card about it is earned, wherever in the course that
card stands; it is begun when one of them, in its own stage or a later one, was ever asked:
a card of stage 1 that touches a concept of stage 2 does not begin it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from flashcards.cards import Card, Note
from flashcards.model import Concept, Course, Selection
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, list_concepts, select_cards
from flashcards.study.memories import Memories, count_cards, load_memories, memory_key
from flashcards.study.plan import Moment
from flashcards.words.catalog import Words

Tick: TypeAlias = Literal["known", "begun", "new"]


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One concept of the checklist and how well it is known."""

    key: str
    title: str
    stage: int
    tick: Tick
    cards: int
    """About it, in any stage."""
    seen: int
    earned: int


@dataclass(frozen=True, slots=True)
class Checklist:
    """Concepts in teaching order, their titles and those of the stages in one language."""

    words: Words
    stage_titles: Mapping[int, str]
    items: Sequence[ChecklistItem]

    def for_json(self) -> list[dict[str, Any]]:
        """Plain values for programs."""
        return [asdict(item) for item in self.items]


def make_checklist(
    course: Course,
    log: ReviewLog,
    moment: Moment,
    lang: str | None = None,
    selection: Selection = EVERYTHING,
) -> Checklist:
    """The concepts of the selected cards, ticked as they are known at this moment.

    Reads the log. Raises `TooFewCards` if the selection leaves no card.
    """
    notes, cards = select_cards(course, lang, selection=selection)
    translated = course.titles.get(notes[0].lang, {})
    stages = course.info.stages.items()
    return Checklist(
        notes[0].words,
        {number: translated.get(f"stage/{number}", stage.title) for number, stage in stages},
        check_concepts(notes, cards, load_memories(log, notes), moment.now),
    )


def check_concepts(
    notes: Sequence[Note], chosen: Sequence[Card], memories: Memories, now: int
) -> list[ChecklistItem]:
    """The concepts among the chosen cards, in teaching order; `now` in UTC milliseconds.

    `notes` are all of the language: what is about a concept counts, chosen or not.
    """
    about: dict[str, list[Card]] = {}
    for note in notes:
        for concept in list_concepts(note):
            about.setdefault(concept, []).extend(note.cards)
    return [
        _make_item(card.note.stage, card.entry, about[card.entry.key], memories, now)
        for card in chosen
        if isinstance(card.entry, Concept)
    ]


def is_reached(card: Card, stage: int) -> bool:
    """Whether who was asked the card has come to a concept of the stage."""
    return card.note.stage >= stage


def _make_item(
    stage: int, concept: Concept, cards: Sequence[Card], memories: Memories, now: int
) -> ChecklistItem:
    counts = count_cards(cards, memories, now)
    known = counts.earned == counts.cards
    begun = any(is_reached(card, stage) and memory_key(card) in memories for card in cards)
    tick: Tick = "known" if known else "begun" if begun else "new"
    return ChecklistItem(concept.key, concept.concept, stage, tick, *counts)
