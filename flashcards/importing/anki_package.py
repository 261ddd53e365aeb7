"""Anki packages: what the templates of a note ask decides what it becomes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from flashcards.anki.card_template import cut_question, list_fields, render_plain_side
from flashcards.anki.reader import AnkiNoteType, PackageMedia, load_package
from flashcards.importing.entries import fits_term
from flashcards.importing.item import (
    Answer,
    Item,
    LeftOut,
    Material,
    mark_anki_gaps,
    split_cloze,
)
from flashcards.importing.markdown_text import convert_html, drop_private, find_lost_look
from flashcards.text.images import LARGEST
from flashcards.text.plain_text import MAX_TEXT

MAX_HTML = 10 * MAX_TEXT
"""Characters of the HTML that becomes a text."""
_SOUND = re.compile(
    r"\[sound:[^\[\]\n]*\]|\[anki:(?:play|tts)[^\[\]]*\]"
    r"|<(?:audio|video)\b.*?(?:</(?:audio|video)>|\Z)",
    re.DOTALL,
)
_INLINE_FILE = re.compile(r"data:[^\"'\s<>]*")


class _Card(NamedTuple):
    front: str
    back: str
    typed: str


def load_anki_package(path: Path, files: ExitStack) -> Material:
    """Return the notes of a package, which stays open with `files`. Raises FlashcardsError."""
    package = load_package(path)
    media = PackageMedia(path, files)
    material = Material(path, lambda name: media.load(name, LARGEST))
    for number, note in enumerate(package.notes.values(), 1):
        place = f"note {number}"
        deck = note.decks.get(min(note.decks, default=0), "")
        parts = tuple(part.strip() for part in deck.split("::") if part.strip())
        base = Item(place, tags=note.tags, deck=parts)
        type = package.types[note.type_id]
        material.add(place, partial(convert_note, base, note.fields, type, note.decks.keys()))
    return material


def convert_note(
    base: Item, values: Sequence[str], type: AnkiNoteType, ordinals: Collection[int]
) -> list[Item]:
    """Return the items that a note with these values of its fields becomes. Raises LeftOut.

    `base` has what is the same in all of them; `ordinals` are the cards that the note has.
    """
    if type.name.startswith("ptquiz "):
        raise LeftOut("was made by ptquiz: ask its author for the course folder")
    if any(len(_INLINE_FILE.sub("", value)) > MAX_HTML for value in values):
        raise LeftOut(f"has a text longer than {MAX_HTML} letters")
    fields = dict(zip(type.field_names, map(drop_private, values), strict=False))
    losses = []
    if any(map(_SOUND.search, values)):
        fields = {name: _SOUND.sub("", value) for name, value in fields.items()}
        losses.append("its sound is left out")
    if any(map(find_lost_look, values)):
        losses.append("underlining and colors are lost")
    base = replace(base, losses=tuple(losses))
    if not type.sides:
        raise LeftOut("makes no card")
    if not type.is_cloze:
        return _convert_cards(base, type, fields, ordinals)
    if any("::image-occlusion:" in value for value in values):
        raise LeftOut("hides parts of a picture, which no entry can")
    front, back = type.sides[0]
    names = [name for filters, name in list_fields(front) if "cloze" in filters]
    names = names or [*type.field_names[:1]]
    html = "<br>".join(fields.get(name, "") for name in names)
    rest = [fields.get(name, "") for _, name in list_fields(back) if name not in names]
    why = "\n\n".join(filter(None, map(convert_html, rest)))
    return split_cloze(replace(base, why=why), convert_html(mark_anki_gaps(html)))


def _convert_cards(
    base: Item, type: AnkiNoteType, fields: Mapping[str, str], ordinals: Collection[int]
) -> list[Item]:
    """Return an item for each card; two cards that ask both ways are a term."""
    sides = [type.sides[ordinal] for ordinal in sorted(ordinals) if ordinal < len(type.sides)]
    cards = [card for front, back in sides if (card := _render(front, back, fields)).front]
    if not cards:
        raise LeftOut("makes no card")
    items = [_make_item(base, card) for card in cards]
    first, *others = cards
    is_reversed = bool(others) and (first.back, first.front) == others[0][:2]
    term, meaning = sorted(first[:2], key=len)
    if is_reversed and fits_term(term) and "?" not in first.front + first.back:
        items[:2] = [replace(base, kind="term", question=term, answers=(Answer(meaning),))]
    return items


def _render(front: str, back: str, fields: Mapping[str, str]) -> _Card:
    """Return question, answer and what is typed; what the answer repeats is left out."""
    asked = [name for filters, name in list_fields(front) if "type" not in filters]
    typed = [fields.get(name, "") for filters, name in list_fields(front) if "type" in filters]
    answer = cut_question(back)
    others = {name: value for name, value in fields.items() if name not in asked}
    has_own = any(others.get(name, "").strip() for _, name in list_fields(answer))
    return _Card(
        convert_html(render_plain_side(front, fields)),
        convert_html(render_plain_side(answer, others if has_own else fields)),
        convert_html("".join(typed[:1])),
    )


def _make_item(base: Item, card: _Card) -> Item:
    if card.typed:
        rest = card.back.replace(card.typed, "", 1).strip()
        typed = (Answer(card.typed),)
        return replace(base, kind="typed", question=card.front, answers=typed, why=rest)
    answers = (Answer(card.back),) if card.back else ()
    return replace(base, question=card.front, answers=answers)
