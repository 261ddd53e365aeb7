"""The learning path: stages with their weeks, goals and resources, and how far the learner is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from flashcards.cards import Card, find_resource
from flashcards.course.model import Course, Resource
from flashcards.progress.checklist import ChecklistItem, check_concepts
from flashcards.reviews.store import ReviewLog
from flashcards.study.standing import CardCounts, Standing
from flashcards.study.today import plan_today
from flashcards.words.catalog import Words


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
    """When the last of its unseen cards comes, at the learner's pace; None if there is none."""
    resources: Sequence[Resource]

    @property
    def is_done(self) -> bool:
        """Whether all its cards are earned and all its concepts known."""
        return 0 < self.cards == self.earned and self.known == self.concepts

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        told = {
            "title": self.title or f"{self.stage}",
            "seen_by": self.seen_by and self.seen_by.isoformat(),
            "resources": [_resource_for_json(each) for each in self.resources],
        }
        return {each.name: getattr(self, each.name) for each in fields(self)} | told


@dataclass(frozen=True, slots=True)
class LearningPath:
    """The stages in order, in one language."""

    words: Words
    stages: Sequence[StageProgress]
    day: date
    """On which it is looked at."""
    begins: int = 1
    """The stage with which new cards begin."""

    @property
    def here(self) -> StageProgress | None:
        """The stage that is being learned; None if all is done."""
        left = (stage for stage in self.stages if stage.cards and not stage.is_done)
        return next((stage for stage in left if stage.stage >= self.begins), None)

    def for_json(self) -> list[dict[str, Any]]:
        """Plain values for programs."""
        return [stage.for_json() for stage in self.stages]


def make_path(standing: Standing, log: ReviewLog) -> LearningPath:
    """The stages of the course, or those selected, and how far the learner is at this moment.

    The settings say how fast the learner goes on. Reads the log.
    """
    known = standing.load(log)
    items = check_concepts(known)
    of_stage: dict[int, list[Card]] = {number: [] for number in known.course.info.stages}
    for card in known.cards:
        of_stage.setdefault(card.note.stage, []).append(card)
    ends = plan_today(replace(known, cards=known.every_card)).stage_ends
    wanted = known.selection.stage or of_stage
    stages = [
        _make_stage(known, number, items, known.count_cards(mine), ends.get(number))
        for number, mine in sorted(of_stage.items())
        if number in wanted
    ]
    return LearningPath(known.notes[0].words, stages, known.moment.today, known.settings.stage)


def _make_stage(
    standing: Standing,
    number: int,
    items: Sequence[ChecklistItem],
    counts: CardCounts,
    seen_by: date | None,
) -> StageProgress:
    info = standing.course.info.stages.get(number)
    translated = standing.titles
    ticks = [item.tick for item in items if item.stage == number]
    return StageProgress(
        number,
        title=translated.get(f"stage/{number}", info.title if info else ""),
        weeks=translated.get(f"weeks/{number}", info.weeks if info else None),
        goal=translated.get(f"goal/{number}", info.goal if info else None),
        concepts=len(ticks),
        known=ticks.count("known"),
        **counts._asdict(),
        seen_by=seen_by,
        resources=_list_resources(standing.course, standing.lang, number),
    )


def _list_resources(course: Course, lang: str, stage: int) -> list[Resource]:
    """What to read at a stage: first what is written in the language of the cards."""
    named = (find_resource(course, lang, key) for key in course.resources)
    found = [each for each in named if each and each.stage == stage]
    return sorted(found, key=lambda each: each.language != lang)


def _resource_for_json(resource: Resource) -> dict[str, Any]:
    found = {"title": resource.title, "url": resource.address or None, "status": resource.status}
    return found if resource.now is None else {**found, "now": resource.now}
