"""The concept checklist, ticked by what the learner has earned.

A concept is known when nine tenths of the cards about it are in review, wherever in the course
they stand. It is begun when a card about it, in its own stage or a later one, was ever asked:
a card of stage 1 that touches a concept of stage 2 does not begin it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from flashcards.cards import Card
from flashcards.course.model import Concept
from flashcards.reviews.store import ReviewLog
from flashcards.selection import list_concepts
from flashcards.study.standing import Standing
from flashcards.words.catalog import Words

Tick: TypeAlias = Literal["known", "begun", "new"]
KNOWN_SHARE = 0.9


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


def make_checklist(standing: Standing, log: ReviewLog) -> Checklist:
    """The concepts of the chosen cards, ticked as they are known at this moment. Reads the log."""
    translated, stages = standing.titles, standing.course.info.stages.items()
    return Checklist(
        standing.notes[0].words,
        {number: translated.get(f"stage/{number}", stage.title) for number, stage in stages},
        check_concepts(standing.load(log)),
    )


def check_concepts(standing: Standing) -> list[ChecklistItem]:
    """The concepts among the chosen cards, in teaching order.

    What is about a concept counts, chosen or not.
    """
    about: dict[str, list[Card]] = {}
    for note in standing.notes:
        for concept in list_concepts(note):
            about.setdefault(concept, []).extend(note.cards)
    own = [card for card in standing.cards if isinstance(card.entry, Concept)]
    return [_make_item(standing, card, about[card.entry.key]) for card in own]


def is_reached(card: Card, stage: int) -> bool:
    """Whether who was asked the card has come to a concept of the stage."""
    return card.note.stage >= stage


def _make_item(standing: Standing, card: Card, about: Sequence[Card]) -> ChecklistItem:
    concept, stage, counts = card.entry, card.note.stage, standing.count_cards(about)
    assert isinstance(concept, Concept)
    begun = any(is_reached(each, stage) and standing.find_memory(each) for each in about)
    is_known = counts.earned >= KNOWN_SHARE * counts.cards
    tick: Tick = "known" if is_known else "begun" if begun else "new"
    return ChecklistItem(concept.key, concept.concept, stage, tick, *counts)
