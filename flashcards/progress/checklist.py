"""The concept checklist, ticked by what the learner's memory really holds.

A concept is ticked when every card about it has been seen, their mean recall
today is at least 90 % and none is below 70 %; it is half-ticked on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from flashcards.cards import Card
from flashcards.model import Concept, Course, Selection
from flashcards.reviews.memory import estimate_recall
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, list_concepts, select_cards
from flashcards.study.memories import Memories, load_memories, memory_key
from flashcards.study.plan import Moment

MEAN_RECALL = 0.9
LEAST_RECALL = 0.7

Tick: TypeAlias = Literal["known", "begun", "new"]


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One concept of the checklist and how well it is known."""

    key: str
    title: str
    stage: int
    tick: Tick
    cards: int
    seen: int
    recall: float | None
    """Mean over the cards seen."""


@dataclass(frozen=True, slots=True)
class Checklist:
    """Concepts in teaching order, their titles and those of the stages in one language."""

    lang: str
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
        notes[0].lang,
        {number: translated.get(f"stage/{number}", stage.title) for number, stage in stages},
        check_concepts(cards, load_memories(log, notes), moment.now),
    )


def check_concepts(cards: Sequence[Card], memories: Memories, now: int) -> list[ChecklistItem]:
    """All concepts of the cards, in teaching order; `now` in UTC milliseconds."""
    of_concept: dict[str, list[Card]] = {}
    for card in cards:
        for concept in list_concepts(card.note):
            of_concept.setdefault(concept, []).append(card)
    return [
        _make_item(card.note.stage, card.entry, of_concept[card.entry.key], memories, now)
        for card in cards
        if isinstance(card.entry, Concept)
    ]


def _make_item(
    stage: int, concept: Concept, cards: Sequence[Card], memories: Memories, now: int
) -> ChecklistItem:
    seen = [memories[memory_key(card)] for card in cards if memory_key(card) in memories]
    recalls = [estimate_recall(memory, now) for memory in seen]
    mean = sum(recalls) / len(recalls) if recalls else None
    known = (
        len(seen) == len(cards)
        and mean is not None
        and mean >= MEAN_RECALL
        and min(recalls) >= LEAST_RECALL
    )
    tick: Tick = "known" if known else "begun" if seen else "new"
    return ChecklistItem(concept.key, concept.concept, stage, tick, len(cards), len(seen), mean)
