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
from flashcards.words import Words

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
        """Return plain values for programs."""
        return [asdict(item) for item in self.items]


def make_checklist(standing: Standing, log: ReviewLog) -> Checklist:
    """Return the concepts of the chosen cards, ticked as they are known now. Reads the log."""
    titles, stages = standing.titles, standing.course.info.stages.items()
    return Checklist(
        standing.notes[0].words,
        {number: titles.get(f"stage/{number}", stage.title) for number, stage in stages},
        check_concepts(standing.load(log)),
    )


def check_concepts(standing: Standing) -> list[ChecklistItem]:
    """Return the concepts among the chosen cards; what is about one counts, chosen or not."""
    about: dict[str, list[Card]] = {}
    for card in standing.every_card:
        for key in list_concepts(card.note):
            about.setdefault(key, []).append(card)
    items = []
    for card in standing.cards:
        if isinstance(card.entry, Concept):
            key, stage = card.entry.key, card.note.stage
            counts = standing.count_cards(about[key])
            is_known = counts.earned >= KNOWN_SHARE * counts.cards
            later = [each for each in about[key] if each.note.stage >= stage]
            begun: Tick = "begun" if any(map(standing.find_memory, later)) else "new"
            tick: Tick = "known" if is_known else begun
            items.append(ChecklistItem(key, card.entry.concept, stage, tick, *counts))
    return items
