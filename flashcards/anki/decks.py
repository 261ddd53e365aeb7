"""The decks of a package: their names, and the few lines that Anki shows under a name."""

import re
from collections.abc import Sequence
from html import escape
from typing import TypeAlias

import genanki

from flashcards.anki.content import derive_id
from flashcards.anki.fields import render_link
from flashcards.anki.lock import Lock, get_date, get_latest_time
from flashcards.cards import Note
from flashcards.course.model import GLOSSARY, Course
from flashcards.errors import FlashcardsError
from flashcards.words import Words

Place: TypeAlias = tuple[bool, int]
"""Whether a note is a word of the glossary, and its stage."""
TOP: Place = (False, 0)
"""In the place of a stage: the deck that has all others in it."""


def make_decks(
    course: Course, notes: Sequence[Note], words: Words, lock: Lock, name: str | None = None
) -> dict[Place, genanki.Deck]:
    """Return the deck of each stage of these notes, the top deck first.

    `name` is that of the top deck, else it is the course's. A course of one stage has no decks of
    stages, nor has a choice of one stage under a name of its own. The words of the glossary have a
    deck of their own, which is divided in the same way. Raises FlashcardsError for an empty name.
    """
    info, titles = course.info, course.titles.get(words.lang, {})
    own = info.name or info.title
    if words.lang != course.source:  # languages live side by side
        own = titles.get("course", f"{own} ({words.lang})")
    top = _clean_name(name or own)
    places = sorted({(note.is_in_glossary, note.stage) for note in notes})
    stages = sorted({stage for _, stage in places})
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

    glossary = next((deck.title for deck in course.decks if deck.deck == GLOSSARY), "")
    words_deck = f"{top}::{_clean_name(titles.get(f'decks/{GLOSSARY}', glossary) or GLOSSARY)}"
    if len({*info.stages, *taught}) == 1 or (name and len(stages) == 1):
        decks = {TOP: make_stage_deck(stages[0], top)}
        for place in places:
            decks[place] = make_stage_deck(place[1], words_deck) if place[0] else decks[TOP]
        return decks
    names = {}
    for stage in stages:
        named = words.translate("card_stage", number=stage)
        if stage in info.stages:
            named = f"{stage} {titles.get(f'stages/{stage}', info.stages[stage].title)}"
        names[stage] = _clean_name(named)
    path = escape(" → ".join(names.values()))
    decks = {TOP: make_deck(top, path, words.translate("deck_study_stages"))}
    if any(is_word for is_word, _ in places):
        decks[True, 0] = make_deck(words_deck, words.translate("deck_study"))
    for is_word, stage in places:
        parent = words_deck if is_word else top
        decks[is_word, stage] = make_stage_deck(stage, f"{parent}::{names[stage]}")
    return decks


def _clean_name(name: str) -> str:
    """Return a name for one deck: Anki takes `::` for a deck inside another.

    Cards hold the name in a `<textarea>`, unescaped by Anki: only a `</` could end it.
    """
    plain = " ".join(re.sub(r"\s*::+\s*", ": ", name).replace("</", "< /").split())
    if not plain:
        raise FlashcardsError("a deck needs a name")
    return plain
