"""All cards on one page: search, filters, day and night, desktop and phone.

The page is one file without network: a policy in it forbids everything but its
own script, so that nothing in a card can ever run.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from flashcards.anki.fields import fields, note_name
from flashcards.anki.foot import Stamp, foot
from flashcards.cards import Card, Note
from flashcards.errors import FlashcardsError, Position
from flashcards.model import Course
from flashcards.preview.sides import shown
from flashcards.text.card_style import load_card_style
from flashcards.text.markdown import with_pictures

_PHONE = re.compile(r"@media \(max-width: \d+px\) \{\n(.*?)\n\}", re.DOTALL)
_RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")
_TYPES = {"svg": "svg+xml", "jpg": "jpeg"}
_FILTERS = (("stage", "Stage"), ("kind", "Kind"), ("deck", "Deck"), ("lang", "Language"))
UNRELEASED = Stamp(0)


@dataclass(frozen=True)
class Sight:
    """What the page tells about cards besides the cards themselves."""

    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    """Name of a note to when it was released and what it was verified on."""
    warnings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Key of an entry to what is weak about it."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    reloads: bool = False
    """Whether the page loads itself again when its window is looked at."""


def page(course: Course, notes: Sequence[Note], sight: Sight) -> str:
    """The whole page."""
    sources = {name: _inline(name, data) for name, data in sight.pictures.items()}
    items = [_item(card, made, course, sight) for note, made in _made(notes, course, sight, sources)
             for card in note.cards]  # fmt: skip
    script = _beside("page.js")
    return (
        f'<!DOCTYPE html>\n<html lang="en"{" data-reloads" if sight.reloads else ""}>\n<head>\n'
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" '
        f'content="{_policy(script)}">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(course.info.title)}: preview</title>\n"
        f"<style>\n{_style()}</style>\n</head>\n<body>\n{_bar(course, notes, len(items))}"
        f'<main id="cards" tabindex="-1">\n{"".join(items)}'
        f'<p id="none" hidden>No card matches.</p>\n</main>\n<script>{script}</script>\n'
        "</body>\n</html>\n"
    )


def _made(
    notes: Iterable[Note], course: Course, sight: Sight, sources: Mapping[str, str]
) -> Iterable[tuple[Note, dict[str, str]]]:
    """The notes with their fields, as Anki gets them but with the pictures inside."""
    for note in notes:
        stamp = sight.stamps.get(note_name(note), UNRELEASED)
        try:
            made = {**fields(note), "Foot": foot(note, course, stamp)}
        except FlashcardsError as error:
            raise FlashcardsError(f"{_place(course, note)}: {error}") from error
        yield note, {name: with_pictures(html, sources) for name, html in made.items()}


def _item(card: Card, made: Mapping[str, str], course: Course, sight: Sight) -> str:
    note, both = card.note, shown(card, made)
    data = {
        "stage": note.stage, "kind": note.entry.kind, "deck": note.deck.deck, "lang": note.lang,
    }  # fmt: skip
    attributes = "".join(f' data-{name}="{escape(str(value))}"' for name, value in data.items())
    warnings = list(sight.warnings.get(note.entry.key, ()))
    warnings += ["the English changed after this translation"] if note.stale else []
    flag = " data-warned" if warnings else ""
    return (
        f'<article class="item" tabindex="-1"{attributes}{flag} aria-label="{escape(card.id)}">\n'
        f"{_head(card, course, sight, warnings)}"
        f'<div class="pair"><div class="card card{card.ordinal + 1}">{both.front}</div>'
        f'<div class="card card{card.ordinal + 1}">{both.back}</div></div>\n</article>\n'
    )


def _head(card: Card, course: Course, sight: Sight, warnings: Sequence[str]) -> str:
    note = card.note
    stamp = sight.stamps.get(note_name(note), UNRELEASED)
    facts = [f"stage {note.stage}", note.entry.kind, note.deck.deck, note.lang]
    if note.entry.kind == "code":
        facts.append(f"verified on {stamp.verified}" if stamp.verified else "not verified")
    told = "".join(f'<li class="warned">{escape(warning)}</li>' for warning in warnings)
    return (
        f'<div class="about"><h2>{escape(card.id)}</h2>'
        f'<code class="place">{escape(_place(course, note))}</code>'
        f"<span>{escape(' · '.join(facts))}</span>{f'<ul>{told}</ul>' if told else ''}</div>\n"
    )


def _place(course: Course, note: Note) -> str:
    at = course.places.get(note.entry.key, Position(note.entry.key))
    return f"{at.file}:{at.line}"


def _bar(course: Course, notes: Sequence[Note], count: int) -> str:
    """The head of the page: search, filters and switches."""
    values: dict[str, list[str]] = {
        "stage": sorted({str(note.stage) for note in notes}),
        "kind": list(dict.fromkeys(note.entry.kind for note in notes)),
        "deck": list(dict.fromkeys(note.deck.deck for note in notes)),
        "lang": list(dict.fromkeys(note.lang for note in notes)),
    }
    filters = "".join(_filter(name, label, values[name]) for name, label in _FILTERS)
    return (
        f'<header id="bar">\n<h1>{escape(course.info.title)}</h1>\n'
        '<label>Search <input id="search" type="search" autocomplete="off"></label>\n'
        f"{filters}"
        '<label><input id="warned" type="checkbox"> warnings only</label>\n'
        '<button id="night" type="button" aria-pressed="false">Night</button>\n'
        '<button id="phone" type="button" aria-pressed="false">Phone</button>\n'
        f'<output id="count">{count} cards</output>\n'
        '<p id="keys">Keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous '
        "card, <kbd>n</kbd> night, <kbd>p</kbd> phone, <kbd>Esc</kbd> everything</p>\n</header>\n"
    )


def _filter(name: str, label: str, values: Sequence[str]) -> str:
    options = "".join(f'<option value="{escape(v)}">{escape(v)}</option>' for v in values)
    menu = f'<select id="{name}"><option value="">all</option>{options}</select>'
    return f"<label>{label} {menu}</label>\n"


def _style() -> str:
    """The cards' own style sheet, its rules for phones again behind a switch, and the page's."""
    sheet = load_card_style()
    phone = _PHONE.search(sheet)
    if phone is None:
        raise FlashcardsError("card.css has no rules for phones")
    switched = _RULE.sub(lambda rule: f"{_behind_switch(rule[1])} {rule[2]}", phone[1])
    return f"{sheet}\n{switched}\n{_beside('page.css')}"


def _behind_switch(selectors: str) -> str:
    return ", ".join(f".phone {selector.strip()}" for selector in selectors.split(","))


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = ["img-src data:", "style-src 'unsafe-inline'", f"script-src 'sha256-{digest}'"]
    return "; ".join(["default-src 'none'", *allowed])


def _beside(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _inline(name: str, data: bytes) -> str:
    ending = name.rpartition(".")[2].lower()
    return f"data:image/{_TYPES.get(ending, ending)};base64,{base64.b64encode(data).decode()}"
