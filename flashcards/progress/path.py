"""The learning path: stages with their weeks, goals and resources, and how far the learner is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from flashcards.cards import Card, find_resource
from flashcards.course.model import Resource
from flashcards.progress.checklist import check_concepts
from flashcards.reviews.store import ReviewLog
from flashcards.study.standing import Standing
from flashcards.study.today import plan_today
from flashcards.words import Words


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
    """When the last of its unseen cards comes, as fast as lately; None if there is none."""
    resources: Sequence[Resource]

    @property
    def is_done(self) -> bool:
        """Whether all its cards are earned and all its concepts known."""
        return 0 < self.cards == self.earned and self.known == self.concepts

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        return {
            **asdict(replace(self, resources=())),
            "title": self.title or f"{self.stage}",
            "seen_by": self.seen_by and self.seen_by.isoformat(),
            "resources": [_describe_resource(resource) for resource in self.resources],
        }


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
        """Return plain values for programs."""
        return [stage.for_json() for stage in self.stages]


def make_path(standing: Standing, log: ReviewLog) -> LearningPath:
    """Return the stages of the course, or those selected, and how far the learner is.

    Dates are those of the plan of today. Reads the log.
    """
    known = standing.load(log)
    items, titles = check_concepts(known), known.titles
    by_stage: dict[int, list[Card]] = {number: [] for number in known.course.info.stages}
    for card in known.cards:
        by_stage.setdefault(card.note.stage, []).append(card)
    ends = plan_today(replace(known, cards=known.every_card)).stage_ends
    stages = []
    for number in sorted(set(known.selection.stage or by_stage) & set(by_stage)):
        info = known.course.info.stages.get(number)
        ticks = [item.tick for item in items if item.stage == number]
        stages.append(
            StageProgress(
                number,
                title=titles.get(f"stage/{number}", info.title if info else ""),
                weeks=titles.get(f"weeks/{number}", info.weeks if info else None),
                goal=titles.get(f"goal/{number}", info.goal if info else None),
                concepts=len(ticks),
                known=ticks.count("known"),
                **known.count_cards(by_stage[number])._asdict(),
                seen_by=ends.get(number),
                resources=_list_resources(known, number),
            )
        )
    return LearningPath(known.notes[0].words, stages, known.moment.today, known.settings.stage)


def _list_resources(standing: Standing, stage: int) -> list[Resource]:
    """Return what to read at a stage: first what is written in the language of the cards."""
    course, lang = standing.course, standing.lang
    named = (find_resource(course, lang, key) for key in course.resources)
    found = [resource for resource in named if resource and resource.stage == stage]
    return sorted(found, key=lambda resource: resource.language != lang)


def _describe_resource(resource: Resource) -> dict[str, Any]:
    now = {} if resource.now is None else {"now": resource.now}
    url = resource.address or None
    return {"title": resource.title, "url": url, "status": resource.status, **now}
