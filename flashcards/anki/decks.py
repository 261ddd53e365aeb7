"""The decks of a package: their names, and the few lines that Anki shows under a name."""

import re
from collections.abc import Sequence
from html import escape

import genanki

from flashcards.anki.content import derive_id
from flashcards.anki.fields import render_link
from flashcards.anki.lock import Lock, get_date, get_latest_time
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
    info, titles = course.info, course.titles.get(words.lang, {})
    own = info.name or info.title
    if words.lang != course.source:  # languages live side by side
        own = titles.get("course", f"{own} ({words.lang})")
    top = _clean_name(name or own)
    stages = sorted({note.stage for note in notes})
    taught = {entry.stage for deck in course.decks for entry in deck.entries}
    home = render_link(info.home, words.translate("deck_home")) if info.home else ""
    released = words.translate("card_unreleased")
    if latest := get_latest_time(lock):
        released = words.translate("card_released", date=get_date(latest))
    origin = f"{escape(info.author)}, {escape(info.licence)} · {released}"

    def make_deck(name: str, *lines: str) -> genanki.Deck:
        about = "<br>".join(filter(None, (*lines, home, origin)))
        return genanki.Deck(derive_id("deck", name), name, about)

    def make_stage_deck(stage: int, name: str) -> genanki.Deck:
        about = info.stages.get(stage)
        told = ""
        if about and (goal := titles.get(f"goals/{stage}", about.goal)):
            weeks = titles.get(f"weeks/{stage}", about.weeks) or ""
            key = "deck_goal_weeks" if weeks else "deck_goal"
            told = words.translate(key, goal=escape(goal), weeks=escape(weeks))
        return make_deck(name, told, words.translate("deck_study"))

    if len({*info.stages, *taught}) == 1 or (name and len(stages) == 1):
        return dict.fromkeys([TOP, *stages], make_stage_deck(stages[0], top))
    names = {}
    for stage in stages:
        named = words.translate("card_stage", number=stage)
        if stage in info.stages:
            named = f"{stage} {titles.get(f'stages/{stage}', info.stages[stage].title)}"
        names[stage] = _clean_name(named)
    path = escape(" → ".join(names.values()))
    decks = {TOP: make_deck(top, path, words.translate("deck_study_stages"))}
    return decks | {stage: make_stage_deck(stage, f"{top}::{names[stage]}") for stage in stages}


def _clean_name(name: str) -> str:
    """Return a name for one deck: Anki takes `::` for a deck inside another."""
    plain = " ".join(re.sub(r"\s*::+\s*", ": ", name).split())
    if not plain:
        raise FlashcardsError("a deck needs a name")
    return plain
