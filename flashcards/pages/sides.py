"""The two sides of a card for a page: Anki's HTML, without scripts and styles.

A page's policy runs nothing but its own scripts and takes no `style` attributes, so the scripts
of the cards come along once, as functions, and a page calls those of the side that it shows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flashcards.anki.card_template import render_template
from flashcards.anki.fields import Stamp, render_complete
from flashcards.anki.note_types import (
    SCRIPTS,
    SHARED,
    dump_script_words,
    load_card_script,
    make_templates,
)
from flashcards.cards import Card, Note, find_picture_names
from flashcards.course.model import Cloze, Course
from flashcards.course.pictures import load_pictures
from flashcards.text.formulas import draw_formulas
from flashcards.text.highlight import mark_wide_blocks
from flashcards.text.images import make_data_url
from flashcards.text.markdown import set_picture_sources
from flashcards.words import Words

_SCRIPT = re.compile(r"<script>.*?</script>", re.DOTALL)
_STYLE = re.compile(r' style="(?=(?:--columns: \d+|text-align: ?\w+(?:; padding-\w+: 0)?)")')
"""What we say in a `style` attribute; a page of a strict policy takes it from the script alone."""


class Sides(NamedTuple):
    """The HTML of both sides, and the name of the script that runs on them."""

    front: str
    back: str
    script: str


def render_sides(card: Card, fields: Mapping[str, str]) -> Sides:
    """Both sides as Anki's engine makes them, scripts included."""
    is_cloze = isinstance(card.entry, Cloze)
    templates = make_templates(card.note.words)[card.entry.kind]
    template = templates[0 if is_cloze else card.ordinal]
    number = card.ordinal + 1 if is_cloze else 1
    front = render_template(template.front, fields, "front", number)
    back = render_template(template.back, {**fields, "FrontSide": front}, "back", number)
    return Sides(front, back, template.script)


def load_picture_urls(course: Course, notes: Sequence[Note]) -> dict[str, str]:
    """Return pictures as `data:` URLs by name. Raises FlashcardsError if one cannot be read."""
    names = [name for note in notes for name in find_picture_names(note)]
    loaded = load_pictures(course, names, notes[0].lang)
    return {name: make_data_url(name, data) for name, data in loaded.items()}


def render_card_sides(
    note: Note, course: Course, stamp: Stamp, pictures: Mapping[str, str]
) -> Iterator[Sides]:
    """Yield both sides of each card, with pictures in them and without scripts and styles."""
    fields = render_complete(note, course, stamp)
    for card in note.cards:
        front, back, script = render_sides(card, fields)
        yield Sides(_clean(front, pictures), _clean(back, pictures), script)


def _clean(side: str, pictures: Mapping[str, str]) -> str:
    drawn = mark_wide_blocks(draw_formulas(_SCRIPT.sub("", side)))
    return set_picture_sources(_STYLE.sub(' data-style="', drawn), pictures)


def render_card_scripts(words: Words) -> str:
    """Return a module with the scripts of all cards: `runSide(name)` runs one of them.

    `readCard(card)` prepares the texts of a card that is only shown, not asked. Anki's scripts keep
    what a card remembers in `window` and in `sessionStorage`; for a page the first is enough, and
    the second, which is slow, is replaced by one that keeps nothing.
    """
    shared = "".join(map(load_card_script, SHARED))
    own = {name: "".join(map(load_card_script, files)) for name, files in SCRIPTS.items()}
    table = dump_script_words(words, shared + "".join(own.values()))
    bodies = "".join(f"{name}: function () {{\n{body}}},\n" for name, body in own.items())
    return (
        "const noStorage = { getItem: () => null, setItem: () => {} };\n"
        "export function runSide(name, card = null, sessionStorage = noStorage) {\n"
        f"const words = {table};\n"
        f"{shared}if (!name) {{ return readText(); }}\n"
        f"if (startCard()) {{ ({{\n{bodies}}})[name](); }}\n}}\n"
        "export function readCard(card) { runSide('', card); }\n"
    )
