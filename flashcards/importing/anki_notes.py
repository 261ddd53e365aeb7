"""Notes of Anki to items: what its templates ask decides what a note becomes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from flashcards.anki.archive import PackageMedia
from flashcards.anki.card_template import cut_question, list_fields, render_plain_side
from flashcards.anki.reader import AnkiNoteType, load_package
from flashcards.importing.cloze_text import split_cloze
from flashcards.importing.entry_maker import fits_term
from flashcards.importing.item import (
    LONGEST_HTML,
    MOST_ITEMS,
    Answer,
    Item,
    ItemKind,
    LeftOut,
    Material,
    split_deck,
)
from flashcards.importing.markdown_text import convert_html, drop_private
from flashcards.text.images import LARGEST

_SOUND = re.compile(
    r"\[sound:[^\[\]\n]*\]|\[anki:(?:play|tts)[^\[\]]*\]"
    r"|<(?:audio|video)\b.*?(?:</(?:audio|video)>|\Z)",
    re.DOTALL,
)
_LOST_LOOK = re.compile(
    r"<u>|<[a-z]+\s[^<>]*?\bcolor\s*[:=]|background(?:-color)?\s*:", re.IGNORECASE
)
_INLINE_FILE = re.compile(r"data:[^\"'\s<>]*")
_OWN = "ptquiz "
"""How the names of our own note types begin."""


def convert_note(
    base: Item, values: Sequence[str], type: AnkiNoteType, ordinals: Collection[int] | None = None
) -> list[Item]:
    """The items that a note with these values of its fields becomes. Raises LeftOut.

    `base` has what is the same in all of them; `ordinals` are the cards that the note has,
    None if all that its templates make.
    """
    if type.name.startswith(_OWN):
        raise LeftOut("was made by ptquiz: ask its author for the course folder")
    if any(len(_INLINE_FILE.sub("", value)) > LONGEST_HTML for value in values):
        raise LeftOut(f"has a text longer than {LONGEST_HTML} letters")
    fields = dict(zip(type.field_names, values, strict=False))
    if any(map(_SOUND.search, values)):
        fields = {name: _SOUND.sub("", value) for name, value in fields.items()}
        base = base.lose("its sound is left out")
    if any(map(_LOST_LOOK.search, values)):
        base = base.lose("underlining and colors are lost")
    if not type.is_cloze:
        return _convert_cards(base, type, fields, ordinals)
    if any("::image-occlusion:" in value for value in values):
        raise LeftOut("hides parts of a picture, which no entry can")
    return _convert_cloze(base, type, fields)


def _convert_cloze(base: Item, type: AnkiNoteType, fields: Mapping[str, str]) -> list[Item]:
    if not type.sides:
        raise LeftOut("makes no card")
    front, back = type.sides[0]
    names = [name for filters, name in list_fields(front) if "cloze" in filters]
    names = names or [*type.field_names[:1]]
    html = drop_private("<br>".join(fields.get(name, "") for name in names))
    rest = [name for _, name in list_fields(back) if name not in names]
    why = "\n\n".join(filter(None, (convert_html(fields.get(name, "")) for name in rest)))
    return split_cloze(base.change(why=why), html, convert_html)


def _convert_cards(
    base: Item,
    type: AnkiNoteType,
    fields: Mapping[str, str],
    ordinals: Collection[int] | None,
) -> list[Item]:
    cards = [
        _Card(ordinal, *_render(front, back, fields), _find_typed(front, fields))
        for ordinal, (front, back) in enumerate(type.sides)
        if ordinals is None or ordinal in ordinals
    ]
    cards = [card for card in cards if card.front]
    if not cards:
        raise LeftOut("makes no card")
    if not _is_reversed(cards):
        return list(_make_items(base, cards, "card"))
    term, meaning = sorted((cards[0].front, cards[0].back), key=len)
    if not fits_term(term) or "?" in cards[0].front + cards[0].back:
        return list(_make_items(base, cards, "essay"))
    first = base.change(kind="term", question=term, answers=(Answer(meaning),))
    return [first, *_make_items(base, cards[2:], "card")]


@dataclass(frozen=True)
class _Card:
    ordinal: int
    front: str
    back: str
    typed: str


def _render(front: str, back: str, fields: Mapping[str, str]) -> tuple[str, str]:
    """Question and answer; what the answer repeats of the question is left out."""
    asked, answer = _list_asked(front), cut_question(back)
    others = {name: value for name, value in fields.items() if name not in asked}
    has_own = any(others.get(name, "").strip() for _, name in list_fields(answer))
    return (
        convert_html(render_plain_side(front, fields)),
        convert_html(render_plain_side(answer, others if has_own else fields)),
    )


@cache
def _list_asked(front: str) -> frozenset[str]:
    """The fields that a question shows."""
    return frozenset(name for filters, name in list_fields(front) if "type" not in filters)


def _find_typed(front: str, fields: Mapping[str, str]) -> str:
    typed = [fields.get(name, "") for filters, name in list_fields(front) if "type" in filters]
    return convert_html(typed[0]) if typed else ""


def _is_reversed(cards: Sequence[_Card]) -> bool:
    if len(cards) < 2 or cards[0].typed or cards[1].typed:
        return False
    return cards[0].front == cards[1].back and cards[0].back == cards[1].front


def _make_items(base: Item, cards: Sequence[_Card], kind: ItemKind) -> Iterator[Item]:
    for card in cards:
        if card.typed:
            rest = card.back.replace(card.typed, "", 1).strip()
            answers: tuple[Answer, ...] = (Answer(card.typed),)
            yield base.change(kind="typed", question=card.front, answers=answers, why=rest)
        else:
            answers = (Answer(card.back),) if card.back else ()
            yield base.change(kind=kind, question=card.front, answers=answers)


def load_apkg(path: Path, files: ExitStack) -> Material:
    """The notes of a package, which stays open with `files`. Raises FlashcardsError."""
    package = load_package(path)
    media = PackageMedia(path, files)
    material = Material(path.name, load_picture=lambda name: media.load(name, LARGEST))
    for number, note in enumerate(package.notes.values(), 1):
        place = f"note {number}"
        deck = split_deck(note.decks.get(min(note.decks, default=0), ""))
        base = Item(place, tags=note.tags, deck=deck)
        type = package.types[note.type_id]
        material.add(place, partial(convert_note, base, note.fields, type, note.decks.keys()))
        if material.count > MOST_ITEMS:
            break  # which is told of every format
    return material
