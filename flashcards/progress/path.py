"""The learning path: stages with weeks, goals and resources, the concepts, and how far one is.

A concept is known when nine tenths of the cards about it are in review, wherever in the course
they stand.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, Literal, TypeAlias

from flashcards.cards import Card, find_resource
from flashcards.course.filters import list_concepts
from flashcards.course.model import Concept, Resource
from flashcards.study.learner import LearnerState
from flashcards.study.plan import plan_today

StageState: TypeAlias = Literal["done", "here", "later", "skipped"]
"""`done`: all its cards are earned and all its concepts known; `skipped`: new cards begin later."""
KNOWN_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One concept of the checklist and how well it is known."""

    name: str
    ask: str
    """The question that the concept's card asks."""
    key: str
    stage: int
    stage_title: str
    known: bool
    """Whether nine tenths of the cards about it are in review."""
    cards: int
    """The cards about it, in any stage."""
    in_review: int


@dataclass(frozen=True, slots=True)
class StageProgress:
    """One stage of the path, its titles in the language of the cards."""

    stage: int
    state: StageState
    title: str
    """Empty if the course does not describe the stage."""
    weeks: str | None
    goal: str | None
    checklist: Sequence[ChecklistItem]
    """The concepts of the stage."""
    cards: int
    seen: int
    earned: int
    seen_by: date | None
    """When the last of its unseen cards comes, as fast as lately; None if it is not known."""
    resources: Sequence[Resource]

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        seen_by = self.seen_by and self.seen_by.isoformat()
        resources = [
            {"title": r.title, "url": r.address or None, "status": r.status, "now": r.now}
            for r in self.resources
        ]
        values = {"title": self.title or f"{self.stage}", "seen_by": seen_by}
        return {**asdict(self), **values, "resources": resources}


def make_checklist(learner: LearnerState) -> list[ChecklistItem]:
    """Return the concepts among the chosen cards; what is about one counts, chosen or not."""
    titles, infos = learner.titles, learner.course.info.stages
    stage_titles = {n: titles.get(f"stages/{n}", info.title) for n, info in infos.items()}
    about: dict[str, list[Card]] = {}
    for card in learner.every_card:
        for key in list_concepts(card.note):
            about.setdefault(key, []).append(card)
    items = []
    for card in learner.cards:
        if isinstance(card.entry, Concept):
            counts = learner.count_cards(about[card.entry.key])
            items.append(
                ChecklistItem(
                    name=card.entry.concept,
                    ask=card.entry.ask,
                    key=card.entry.key,
                    stage=card.note.stage,
                    stage_title=stage_titles.get(card.note.stage, ""),
                    known=counts.earned >= KNOWN_SHARE * counts.cards,
                    cards=counts.cards,
                    in_review=counts.earned,
                )
            )
    return items


def make_path(learner: LearnerState) -> list[StageProgress]:
    """Return the stages of the course, or those selected, and how far the learner is.

    Dates are those of the plan of today.
    """
    learner = replace(learner, cards=learner.every_card)
    items, titles, infos = make_checklist(learner), learner.titles, learner.course.info.stages
    by_stage: dict[int, list[Card]] = {number: [] for number in infos}
    for card in learner.cards:
        by_stage.setdefault(card.note.stage, []).append(card)
    ends = plan_today(learner).stage_ends
    course, lang = learner.course, learner.lang
    resources = [*filter(None, (find_resource(course, lang, key) for key in course.resources))]
    resources.sort(key=lambda resource: resource.language != lang)
    stages, is_reached = [], False
    for number in sorted(by_stage):
        info = infos.get(number)
        checklist = [item for item in items if item.stage == number]
        counts = learner.count_cards(by_stage[number])
        state: StageState = "later"
        if 0 < counts.cards == counts.earned and all(item.known for item in checklist):
            state = "done"
        elif number < learner.settings.stage:
            state = "skipped"
        elif counts.cards and not is_reached:
            state, is_reached = "here", True
        stages.append(
            StageProgress(
                number,
                state,
                title=titles.get(f"stages/{number}", info.title if info else ""),
                weeks=titles.get(f"weeks/{number}", info.weeks if info else None),
                goal=titles.get(f"goals/{number}", info.goal if info else None),
                checklist=checklist,
                **counts._asdict(),
                seen_by=ends.get(number),
                resources=[resource for resource in resources if resource.stage == number],
            )
        )
    wanted = learner.selection.stage
    return [stage for stage in stages if not wanted or stage.stage in wanted]
