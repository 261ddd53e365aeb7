"""The decks of a package: their names, and the few lines that Anki shows under a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date
from html import escape

import genanki

from flashcards.anki.content import derive_id, list_resources
from flashcards.anki.fields import render_link
from flashcards.anki.lock import Lock, format_date, get_latest_time
from flashcards.cards import Note
from flashcards.course.model import Course
from flashcards.errors import FlashcardsError
from flashcards.words import Words

TOP = 0
"""In the place of a stage: the deck that has all others in it."""


def make_decks(
    course: Course, notes: Sequence[Note], words: Words, lock: Lock, name: str | None = None
) -> dict[int, genanki.Deck]:
    """Return the deck of each stage of these notes, the top deck first.

    `name` is that of the top deck, else it is the course's. A course of one stage has no decks
    inside its top deck, nor has a choice of one stage under a name of its own. Raises
    FlashcardsError for an empty name.
    """
    titles = course.titles.get(words.lang, {})
    own = course.info.name or course.info.title
    if words.lang != course.source:  # languages live side by side
        own = titles.get("course", f"{own} ({words.lang})")
    top = _clean_name(name or own)
    stages = sorted({note.stage for note in notes})
    taught = {entry.stage or 1 for deck in course.decks for entry in deck.entries}
    home = render_link(course.info.home, words.translate("deck_home")) if course.info.home else ""
    released = words.translate("card_unreleased")
    if latest := get_latest_time(lock):
        released = words.translate("card_released", date=date.fromisoformat(format_date(latest)))
    origin = f"{escape(course.info.author)}, {escape(course.info.licence)} · {released}"

    def make_stage_deck(stage: int, name: str) -> genanki.Deck:
        goal = _render_goal(course, words, stage)
        link = home or _render_resource(course, words, [n for n in notes if n.stage == stage])
        return _make_deck(name, goal, words.translate("deck_study"), link, origin)

    if len({*course.info.stages, *taught}) == 1 or (name and len(stages) == 1):
        return dict.fromkeys([TOP, *stages], make_stage_deck(stages[0], top))
    names = {}
    for stage in stages:
        named = words.translate("card_stage", number=stage)
        if info := course.info.stages.get(stage):
            named = f"{stage} {titles.get(f'stage/{stage}', info.title)}"
        names[stage] = _clean_name(named)
    path = escape(" → ".join(names.values()))
    decks = {TOP: _make_deck(top, path, words.translate("deck_study_stages"), home, origin)}
    return decks | {stage: make_stage_deck(stage, f"{top}::{names[stage]}") for stage in stages}


def _clean_name(name: str) -> str:
    """Return a name for one deck: Anki takes `::` for a deck inside another."""
    plain = " ".join(re.sub(r"\s*::+\s*", ": ", name).split())
    if not plain:
        raise FlashcardsError("a deck needs a name")
    return plain


def _make_deck(name: str, *lines: str) -> genanki.Deck:
    return genanki.Deck(derive_id("deck", name), name, "<br>".join(filter(None, lines)))


def _render_goal(course: Course, words: Words, stage: int) -> str:
    """Return the goal of a stage and its weeks; nothing where the course names no goal."""
    info, titles = course.info.stages.get(stage), course.titles.get(words.lang, {})
    if info is None or not (goal := titles.get(f"goal/{stage}", info.goal)):
        return ""
    if weeks := titles.get(f"weeks/{stage}", info.weeks):
        return words.translate("deck_goal_weeks", goal=escape(goal), weeks=escape(weeks))
    return words.translate("deck_goal", goal=escape(goal))


def _render_resource(course: Course, words: Words, notes: Sequence[Note]) -> str:
    """Return a link to what most notes name as their source; nothing if none can be read."""
    named = Counter(resource for note in notes for resource in list_resources(note, course))
    for resource, _ in named.most_common():
        if resource.address:
            link = render_link(resource.address, resource.title)
            return f"{words.translate('read_on')}{words.translate('colon')}{link}"
    return ""
