"""`ptquiz path`: the stages, weeks and resources, and where you stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flashcards.commands import options
from flashcards.commands.quiz import CourseFolder, Plain

if TYPE_CHECKING:
    from flashcards.model import Resource, StageInfo
    from flashcards.progress.checklist import Item
    from flashcards.progress.standing import Standing


def path(
    stage: options.Stages = None,
    lang: options.Lang = None,
    course: CourseFolder = None,
    as_json: options.AsJson = False,
    plain: Plain = False,
) -> None:
    """The stages, weeks and resources, and where you stand."""
    from flashcards.progress.checklist import checklist
    from flashcards.progress.standing import standing, write_json
    from flashcards.study.start import make_console
    from flashcards.terminal.progress_view import tell_path

    options.selection(stage=stage)
    with standing(course, lang, stage) as here:
        items = checklist(here.cards, here.memories, here.moment.now)
        stages = _stages(here, stage)
        seen, reading = _seen(here), _reading(here)
        if as_json:
            write_json([_for_programs(n, i, items, seen, reading) for n, i in stages.items()])
        else:
            titles = here.stage_titles()
            console = make_console(plain, here.lang)
            tell_path(console, here.lang, stages, titles, items, seen, reading)


def _stages(here: Standing, wanted: list[int] | None) -> dict[int, StageInfo]:
    from flashcards.model import StageInfo

    known = {
        number: _translated(here, number, info) for number, info in here.course.info.stages.items()
    }
    for card in here.cards:
        number = card.note.stage
        known.setdefault(number, StageInfo(title=f"{number}"))
    return {n: info for n, info in sorted(known.items()) if not wanted or n in wanted}


def _translated(here: Standing, number: int, info: StageInfo) -> StageInfo:
    from dataclasses import replace

    said = here.course.titles.get(here.lang, {})
    weeks, goal = said.get(f"weeks/{number}", info.weeks), said.get(f"goal/{number}", info.goal)
    return replace(info, title=said.get(f"stage/{number}", info.title), weeks=weeks, goal=goal)


def _seen(here: Standing) -> dict[int, tuple[int, int]]:
    from flashcards.study.plan import owner

    counts: dict[int, tuple[int, int]] = {}
    for card in here.cards:
        some, all_ = counts.get(card.note.stage, (0, 0))
        counts[card.note.stage] = (some + (owner(card) in here.memories), all_ + 1)
    return counts


def _reading(here: Standing) -> dict[int, list[Resource]]:
    found: dict[int, list[Resource]] = {}
    for resource in here.course.resources.values():
        if resource.stage is not None:
            found.setdefault(resource.stage, []).append(resource)
    return found


def _for_programs(
    number: int,
    info: StageInfo,
    items: list[Item],
    seen: dict[int, tuple[int, int]],
    reading: dict[int, list[Resource]],
) -> dict[str, Any]:
    mine = [item for item in items if item.stage == number]
    some, all_ = seen.get(number, (0, 0))
    return {
        "stage": number,
        "title": info.title,
        "weeks": info.weeks,
        "goal": info.goal,
        "concepts": len(mine),
        "known": sum(item.tick == "known" for item in mine),
        "cards": all_,
        "seen": some,
        "resources": [_resource_for_programs(each) for each in reading.get(number, ())],
    }


def _resource_for_programs(resource: Resource) -> dict[str, Any]:
    found = {"title": resource.title, "url": resource.address or None, "status": resource.status}
    return found if resource.now is None else {**found, "now": resource.now}
