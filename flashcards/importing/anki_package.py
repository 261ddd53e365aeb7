"""Anki packages: what the templates of a note ask decides what it becomes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from flashcards.anki.card_template import cut_question, list_fields, render_plain_side
from flashcards.anki.reader import AnkiNoteType, PackageMedia, load_package
from flashcards.importing import items
from flashcards.importing.items import Fields, Item, LeftOut, Material, split_deck
from flashcards.importing.markdown_text import convert_html, drop_private
from flashcards.text.images import MAX_PICTURE_BYTES
from flashcards.text.plain_text import MAX_TEXT

MAX_HTML = 10 * MAX_TEXT
"""Characters of the HTML that becomes a text."""
_MAX_TERM = 60
"""Characters of a term, which is typed."""
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
    material = Material(path, lambda name: media.load(name, MAX_PICTURE_BYTES))
    for number, note in enumerate(package.notes.values(), 1):
        item = Item(f"note {number}")
        item.deck = split_deck(note.decks.get(min(note.decks, default=0), ""))
        item.fields["tags"] = items.make_tags(note.tags, item.notes)
        type = package.types[note.type_id]
        material.add(item, partial(_convert_note, note.fields, type, note.decks.keys()))
    return material


def _convert_note(
    values: Sequence[str], type: AnkiNoteType, ordinals: Collection[int], item: Item
) -> Iterable[Fields]:
    """Return the entries that a note with these values of its fields becomes. Raises LeftOut.

    `ordinals` are the cards that the note has.
    """
    if type.name.startswith("ptquiz "):
        raise LeftOut("was made by ptquiz: ask its author for the course folder")
    if any(len(_INLINE_FILE.sub("", value)) > MAX_HTML for value in values):
        raise LeftOut(f"has a text longer than {MAX_HTML} letters")
    if any("::image-occlusion:" in value for value in values):
        raise LeftOut("hides parts of a picture, which no entry can")
    fields = dict(zip(type.field_names, map(drop_private, values), strict=False))
    if any(map(_SOUND.search, values)):
        fields = {name: _SOUND.sub("", value) for name, value in fields.items()}
        item.notes.append("its sound is left out")
    if not type.is_cloze:
        sides = [type.sides[ordinal] for ordinal in sorted(ordinals) if ordinal < len(type.sides)]
        return _make_entries([card for pair in sides if (card := _render(*pair, fields)).front])
    if not type.sides:
        raise LeftOut("makes no card")
    front, back = type.sides[0]
    names = [name for filters, name in list_fields(front) if "cloze" in filters]
    names = names or [*type.field_names[:1]]
    html = "<br>".join(fields.get(name, "") for name in names)
    rest = [fields.get(name, "") for _, name in list_fields(back) if name not in names]
    item.fields["why"] = "\n\n".join(filter(None, map(convert_html, rest)))
    marked = convert_html(items.mark_anki_gaps(html, item.notes))
    return items.split_cloze(marked, {}, item.fields["why"])


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


def _make_entries(cards: Sequence[_Card]) -> list[Fields]:
    """Return the entry of each card; two cards that ask both ways are a term."""
    if not cards:
        raise LeftOut("makes no card")
    entries, (front, back, _) = list[Fields](), cards[0]
    is_reversed = len(cards) > 1 and (back, front) == cards[1][:2]
    term, meaning = sorted((front, back), key=len)
    is_short = len(term) <= _MAX_TERM and "\n" not in term and "![" not in term
    if is_reversed and is_short and "?" not in front + back:
        entries, cards = [items.make_term(term, meaning, ())], cards[2:]
    return [*entries, *map(_make_entry, cards)]


def _make_entry(card: _Card) -> Fields:
    if not card.typed:
        return items.make_recall(card.front, card.back)
    why = card.back.replace(card.typed, "", 1).strip()
    return {**items.make_typed(card.front, [card.typed], []), "why": why}
