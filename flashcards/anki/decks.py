"""The decks of a package: their names, and the few lines that Anki shows under a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from flashcards.anki.foot import find_resources, render_link
from flashcards.anki.lock import Lock, find_latest_time, format_date
from flashcards.cards import Note
from flashcards.course.model import Course
from flashcards.errors import FlashcardsError
from flashcards.words.catalog import Words


@dataclass(frozen=True)
class Decks:
    """The deck of each stage, and all decks of a package."""

    stages: Mapping[int, str]
    """Stage to the full name of its deck, which is the top deck itself where one is enough."""
    descriptions: Mapping[str, str]
    """Full name of each deck to its description, the top deck first, then stage by stage."""


def make_decks(
    course: Course, notes: Sequence[Note], words: Words, lock: Lock, name: str | None = None
) -> Decks:
    """Return the decks of these notes; `name` is that of the top deck, else it is the course's.

    A course of one stage has no decks inside its top deck, nor has a choice of one stage
    under a name of its own. Raises FlashcardsError for an empty name.
    """
    titles = course.titles.get(words.lang, {})
    own = course.info.name or course.info.title
    if words.lang != course.source:  # languages live side by side
        own = titles.get("course", f"{own} ({words.lang})")
    top = clean_deck_name(name or own)
    chosen = sorted({note.stage for note in notes})
    taught = {entry.stage or 1 for deck in course.decks for entry in deck.entries}
    study = words.say("deck_study")
    origin = _render_origin(course, words, lock)
    if len({*course.info.stages, *taught}) == 1 or (name and len(chosen) == 1):
        goal = _render_goal(course, words, chosen[0]) if len(chosen) == 1 else ""
        text = _join(goal, study, _render_link(course, words, notes), origin)
        return Decks(dict.fromkeys(chosen, top), {top: text})
    names = {stage: _make_stage_name(course, words, stage) for stage in chosen}
    path = escape(" → ".join(names.values()))
    home = _render_home(course, words)
    descriptions = {top: _join(path, words.say("deck_study_stages"), home, origin)}
    for stage, stage_name in names.items():
        link = _render_link(course, words, [note for note in notes if note.stage == stage])
        goal = _render_goal(course, words, stage)
        descriptions[f"{top}::{stage_name}"] = _join(goal, study, link, origin)
    return Decks({stage: f"{top}::{names[stage]}" for stage in chosen}, descriptions)


def clean_deck_name(name: str) -> str:
    """Return a name for one deck: Anki takes `::` for a deck inside another."""
    plain = " ".join(re.sub(r"\s*::+\s*", ": ", name).split())
    if not plain:
        raise FlashcardsError("a deck needs a name")
    return plain


def _join(*lines: str) -> str:
    return "<br>".join(line for line in lines if line)


def _make_stage_name(course: Course, words: Words, stage: int) -> str:
    info = course.info.stages.get(stage)
    if info is None:
        return words.say("card_stage", number=stage)
    title = course.titles.get(words.lang, {}).get(f"stage/{stage}", info.title)
    return clean_deck_name(f"{stage} {title}")


def _render_goal(course: Course, words: Words, stage: int) -> str:
    """Return the goal of a stage and its weeks; nothing where the course names no goal."""
    info, titles = course.info.stages.get(stage), course.titles.get(words.lang, {})
    if info is None or not (goal := titles.get(f"goal/{stage}", info.goal)):
        return ""
    if weeks := titles.get(f"weeks/{stage}", info.weeks):
        return words.say("deck_goal_weeks", goal=escape(goal), weeks=escape(weeks))
    return words.say("deck_goal", goal=escape(goal))


def _render_link(course: Course, words: Words, notes: Sequence[Note]) -> str:
    """Return the course's own page, or else the source that most notes of the first stage name."""
    if home := _render_home(course, words):
        return home
    first = min(note.stage for note in notes)
    begun = (note for note in notes if note.stage == first)
    named = Counter(resource for note in begun for resource in find_resources(note, course))
    for resource, _ in named.most_common():
        if resource.address:
            link = render_link(resource.address, resource.title)
            return f"{words.say('read_on')}{words.say('colon')}{link}"
    return ""


def _render_home(course: Course, words: Words) -> str:
    home = course.info.home
    return render_link(home, words.say("deck_home")) if home else ""


def _render_origin(course: Course, words: Words, lock: Lock) -> str:
    """Return whose course it is, and when it was released."""
    released = words.say("card_unreleased")
    if latest := find_latest_time(lock):
        released = words.say("card_released", date=date.fromisoformat(format_date(latest)))
    return f"{escape(course.info.author)}, {escape(course.info.licence)} · {released}"
