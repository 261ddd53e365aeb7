"""The learning path: stages with weeks, goals and resources, the concepts, and how far one is.

A concept is known when nine tenths of the cards about it are in review, wherever in the course
they stand, and begun when one of them was ever asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, Literal, TypeAlias

from flashcards.cards import Card, find_resource
from flashcards.course.model import Concept, Resource
from flashcards.reviews.store import ReviewLog
from flashcards.selection import list_concepts
from flashcards.study.plan import plan_today
from flashcards.study.standing import Standing

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
    """Concepts in teaching order, and the titles of the stages in their language."""

    stage_titles: Mapping[int, str]
    items: Sequence[ChecklistItem]

    def for_json(self) -> list[dict[str, Any]]:
        """Return plain values for programs."""
        return [asdict(item) for item in self.items]


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
    earned: int
    seen_by: date | None
    """When the last of its unseen cards comes, as fast as lately; None if it is not known."""
    resources: Sequence[Resource]

    @property
    def is_done(self) -> bool:
        """Whether all its cards are earned and all its concepts known."""
        return 0 < self.cards == self.earned and self.known == self.concepts

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        seen_by = self.seen_by and self.seen_by.isoformat()
        resources = [
            {"title": r.title, "url": r.address or None, "status": r.status, "now": r.now}
            for r in self.resources
        ]
        whole = asdict(replace(self, resources=()))
        title = self.title or f"{self.stage}"
        return {**whole, "title": title, "seen_by": seen_by, "resources": resources}


@dataclass(frozen=True, slots=True)
class LearningPath:
    """The stages in order, in one language."""

    stages: Sequence[StageProgress]
    begins: int = 1
    """The stage with which new cards begin."""

    @property
    def here(self) -> StageProgress | None:
        """The stage that is being learned; None if all is done."""
        left = (stage for stage in self.stages if stage.cards and not stage.is_done)
        return next((stage for stage in left if stage.stage >= self.begins), None)

    def for_json(self) -> list[dict[str, Any]]:
        """Return plain values for programs."""
        return [stage.for_json() for stage in self.stages]


def make_checklist(standing: Standing, log: ReviewLog) -> Checklist:
    """Return the concepts of the chosen cards, ticked as they are known now. Reads the log."""
    titles, stages = standing.titles, standing.course.info.stages.items()
    stage_titles = {n: titles.get(f"stage/{n}", stage.title) for n, stage in stages}
    return Checklist(stage_titles, check_concepts(standing.load(log)))


def check_concepts(standing: Standing) -> list[ChecklistItem]:
    """Return the concepts among the chosen cards; what is about one counts, chosen or not."""
    about: dict[str, list[Card]] = {}
    for card in standing.every_card:
        for key in list_concepts(card.note):
            about.setdefault(key, []).append(card)
    items = []
    for card in standing.cards:
        if isinstance(card.entry, Concept):
            counts = standing.count_cards(about[card.entry.key])
            tick: Tick = "begun" if counts.seen else "new"
            if counts.earned >= KNOWN_SHARE * counts.cards:
                tick = "known"
            title, stage = card.entry.concept, card.note.stage
            items.append(ChecklistItem(card.entry.key, title, stage, tick, *counts))
    return items


def make_path(standing: Standing, log: ReviewLog) -> LearningPath:
    """Return the stages of the course, or those selected, and how far the learner is.

    Dates are those of the plan of today. Reads the log.
    """
    standing = standing.load(log)
    items, titles, infos = check_concepts(standing), standing.titles, standing.course.info.stages
    by_stage: dict[int, list[Card]] = {number: [] for number in infos}
    for card in standing.cards:
        by_stage.setdefault(card.note.stage, []).append(card)
    ends = plan_today(replace(standing, cards=standing.every_card)).stage_ends
    course, lang = standing.course, standing.lang
    resources = [*filter(None, (find_resource(course, lang, key) for key in course.resources))]
    resources.sort(key=lambda resource: resource.language != lang)
    stages = []
    for number in sorted(set(standing.selection.stage or by_stage) & set(by_stage)):
        info = infos.get(number)
        ticks = [item.tick for item in items if item.stage == number]
        stages.append(
            StageProgress(
                number,
                title=titles.get(f"stage/{number}", info.title if info else ""),
                weeks=titles.get(f"weeks/{number}", info.weeks if info else None),
                goal=titles.get(f"goal/{number}", info.goal if info else None),
                concepts=len(ticks),
                known=ticks.count("known"),
                **standing.count_cards(by_stage[number])._asdict(),
                seen_by=ends.get(number),
                resources=[resource for resource in resources if resource.stage == number],
            )
        )
    return LearningPath(stages, standing.settings.stage)
