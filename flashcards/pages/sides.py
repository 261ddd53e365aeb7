"""The two sides of a card for a page: Anki's HTML, without scripts and styles.

A page's policy runs nothing but its own scripts and takes no `style` attributes, so the scripts
of the cards come along once, as functions, and a page calls those of the side that it shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flashcards.anki.card_template import render_template
from flashcards.anki.content import find_picture_names, note_name
from flashcards.anki.fields import Stamp, render_fields, render_foot, render_head
from flashcards.anki.note_types import (
    SCRIPTS,
    SHARED,
    dump_words,
    load_script,
    make_templates,
    select_script_words,
)
from flashcards.cards import Card, Note
from flashcards.course.model import Cloze, Course
from flashcards.course.pictures import load_pictures
from flashcards.errors import FlashcardsError, Position
from flashcards.text.formulas import draw_formulas
from flashcards.text.highlight import mark_wide_blocks
from flashcards.text.images import make_data_url
from flashcards.text.markdown import set_picture_sources
from flashcards.words import Words

UNRELEASED = Stamp(0)
_SCRIPT = re.compile(r"<script>.*?</script>", re.DOTALL)
_PICTURE = re.compile(r'<img src="picture:(\d+)"')
_STYLE = re.compile(r' style="(?=(?:--columns: \d+|text-align: ?\w+(?:; padding-\w+: 0)?)")')
"""What we say in a `style` attribute; a page of a strict policy takes it from the script alone."""


class Sides(NamedTuple):
    """The HTML of both sides."""

    front: str
    back: str


def render_sides(card: Card, fields: Mapping[str, str]) -> Sides:
    """Both sides as Anki's engine makes them, scripts included."""
    is_cloze = isinstance(card.entry, Cloze)
    templates = make_templates(card.note.words)[card.entry.kind]
    template = templates[0 if is_cloze else card.ordinal]
    number = card.ordinal + 1 if is_cloze else 1
    front = render_template(template.front, fields, "front", number)
    back = render_template(template.back, {**fields, "FrontSide": front}, "back", number)
    return Sides(front, back)


class SideWriter:
    """Writes the sides of the cards of one course in one language."""

    def __init__(self, course: Course, notes: Sequence[Note], stamps: Mapping[str, Stamp]) -> None:
        """Load the pictures of these notes. Raises FlashcardsError if one cannot be read."""
        self.course, self.stamps = course, stamps
        self.lang = notes[0].lang
        names = [name for note in notes for name in find_picture_names(note)]
        loaded = load_pictures(course, names, self.lang)
        self._addresses = [make_data_url(name, data) for name, data in loaded.items()]
        self._sources = {name: f"picture:{number}" for number, name in enumerate(loaded)}

    def make_fields(self, note: Note) -> dict[str, str]:
        """The fields as Anki gets them. Raises FlashcardsError with the place of the entry."""
        stamp = self.stamps.get(note_name(note), UNRELEASED)
        try:
            return {
                **render_fields(note),
                "Head": render_head(note, self.course),
                "Foot": render_foot(note, self.course, stamp),
            }
        except FlashcardsError as error:
            place = find_place(self.course, note)
            raise FlashcardsError(f"{place}: {error}") from error

    def write(self, card: Card, fields: Mapping[str, str], pictures: dict[str, str]) -> Sides:
        """Both sides; a picture is named `picture:0`, and `pictures` gets its address by number."""
        front, back = render_sides(card, fields)
        return Sides(self._clean(front, pictures), self._clean(back, pictures))

    def _clean(self, side: str, pictures: dict[str, str]) -> str:
        side = mark_wide_blocks(draw_formulas(_SCRIPT.sub("", side)))
        side = set_picture_sources(_STYLE.sub(' data-style="', side), self._sources)
        pictures |= {number: self._addresses[int(number)] for number in _PICTURE.findall(side)}
        return side


def find_place(course: Course, note: Note) -> str:
    """Where the text of the note is written: a translation has a file of its own."""
    key = note.entry.key
    translation = course.translations.get(note.lang, {}).get(key)
    at = translation.at if translation else course.places.get(key, Position(key))
    return f"{at.file}:{at.line}"


def render_card_scripts(spoken: Sequence[Words]) -> str:
    """Return a module with the scripts of all cards: `runSide(name, words)` runs one of them.

    `cardSides` has its name by the kind and place of a card, and `cardWords` by language what the
    scripts say. `readCard` does without a card that is asked. The page keeps in its window what a
    card remembers; the storage of the session would make it wait.
    """
    shared = "".join(map(load_script, SHARED))
    own = {name: "".join(map(load_script, files)) for name, files in SCRIPTS.items()}
    script = shared + "".join(own.values())
    words = {each.lang: select_script_words(each, script) for each in spoken}
    sides = {
        f"{kind} {place}": template.script
        for kind, templates in make_templates(spoken[0]).items()
        for place, template in enumerate(templates)
    }
    bodies = "".join(f"{name}: function () {{\n{body}}},\n" for name, body in own.items())
    return (
        f"export const cardWords = {dump_words(words)};\n"
        f"export const cardSides = {json.dumps(sides)};\n"
        "const noStorage = { getItem: () => null, setItem: () => {} };\n"
        "export function runSide(name, words, card = null, sessionStorage = noStorage) {\n"
        f"{shared}if (!name) {{ return readText(); }}\n"
        f"if (startCard()) {{ ({{\n{bodies}}})[name](); }}\n}}\n"
        "export function readCard(card, words) { runSide('', words, card); }\n"
    )
