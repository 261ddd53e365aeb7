"""The learning path: stages with their weeks, goals and resources, and how far the learner is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flashcards.model import Course, Resource, Selection, StageInfo
from flashcards.progress.checklist import ChecklistItem, check_concepts
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, select_cards
from flashcards.study.memories import load_memories, memory_key
from flashcards.study.plan import Moment


@dataclass(frozen=True, slots=True)
class StageProgress:
    """One stage of the path, its titles in the language of the cards."""

    stage: int
    title: str
    """Empty if the course does not describe the stage."""
    weeks: str | None
    goal: str | None
    concepts: int
    known: int
    """Concepts that are ticked in the checklist."""
    cards: int
    seen: int
    resources: Sequence[Resource]

    @property
    def is_done(self) -> bool:
        return 0 < self.concepts == self.known

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        return {
            "stage": self.stage,
            "title": self.title or f"{self.stage}",
            "weeks": self.weeks,
            "goal": self.goal,
            "concepts": self.concepts,
            "known": self.known,
            "cards": self.cards,
            "seen": self.seen,
            "resources": [_resource_for_json(each) for each in self.resources],
        }


@dataclass(frozen=True, slots=True)
class LearningPath:
    """The stages in order, in one language."""

    lang: str
    stages: Sequence[StageProgress]

    def for_json(self) -> list[dict[str, Any]]:
        """Plain values for programs."""
        return [stage.for_json() for stage in self.stages]


def make_path(
    course: Course,
    log: ReviewLog,
    moment: Moment,
    lang: str | None = None,
    selection: Selection = EVERYTHING,
) -> LearningPath:
    """The stages of the course, or those selected, and how far the learner is at this moment.

    Reads the log. Raises `TooFewCards` if the selection leaves no card.
    """
    notes, cards = select_cards(course, lang, selection=selection)
    memories = load_memories(log, notes)
    items = check_concepts(cards, memories, moment.now)
    all_ = Counter(card.note.stage for card in cards)
    seen = Counter(card.note.stage for card in cards if memory_key(card) in memories)
    lang, numbers = notes[0].lang, sorted({*course.info.stages, *all_})
    stages = [
        _make_stage(course, lang, number, items, all_[number], seen[number])
        for number in numbers
        if not selection.stage or number in selection.stage
    ]
    return LearningPath(lang, stages)


def _make_stage(
    course: Course, lang: str, number: int, items: Sequence[ChecklistItem], cards: int, seen: int
) -> StageProgress:
    info = course.info.stages.get(number, StageInfo(title=""))
    translated = course.titles.get(lang, {})
    ticks = [item.tick for item in items if item.stage == number]
    return StageProgress(
        number,
        title=translated.get(f"stage/{number}", info.title),
        weeks=translated.get(f"weeks/{number}", info.weeks),
        goal=translated.get(f"goal/{number}", info.goal),
        concepts=len(ticks),
        known=ticks.count("known"),
        cards=cards,
        seen=seen,
        resources=[each for each in course.resources.values() if each.stage == number],
    )


def _resource_for_json(resource: Resource) -> dict[str, Any]:
    found = {"title": resource.title, "url": resource.address or None, "status": resource.status}
    return found if resource.now is None else {**found, "now": resource.now}
