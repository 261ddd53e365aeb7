"""All cards on one page: contents, search, filters, answers hidden and chosen, day and night.

The page is one file without network: a policy in it forbids everything but its
own script, so that nothing in a card can ever run.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from flashcards.anki.card_template import render_template
from flashcards.anki.fields import render_fields
from flashcards.anki.foot import Stamp, render_foot
from flashcards.anki.guid import note_name
from flashcards.anki.templates import Labels, freeze_labels, make_templates, render_label_style
from flashcards.cards import Card, Note
from flashcards.errors import FlashcardsError, Position
from flashcards.model import DIFFICULTIES, SOURCE_LANGUAGE, Cloze, Code, Course
from flashcards.progress.glossary import make_glossary
from flashcards.text.formulas import draw_formulas
from flashcards.text.html_page import load_card_style, load_template, mark_wide_blocks
from flashcards.text.images import make_data_url
from flashcards.text.markdown import render_line, set_picture_sources
from flashcards.words.catalog import ENGLISH, LANGUAGES, Words
from flashcards.words.message import Message

_PHONE = re.compile(r"@media \(max-width: \d+px\) \{\n(.*?)\n\}", re.DOTALL)
_RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")
_KEY = re.compile(r"\[([^\]]+)\]")
_TEMPLATES = Path(__file__).with_name("templates")
_QUIET = re.compile(r'<script>.*?</script>| data-cloze="[^"]*"', re.DOTALL)
"""What a page does not need: scripts, and the hidden text of a gap."""
_SAID = re.compile(r'<span class="say" lang="([^"]*)">.*?</span>')
_TYPED = "[[type:Answer]]"
_BOX = '<input id="typeans" type="text" disabled aria-label="{}">'
_LEVEL = 6
"""Of gzip; more takes thrice the time for a fiftieth of the size."""
UNRELEASED = Stamp(0)


@dataclass(frozen=True)
class PageDetails:
    """What the page tells about cards besides the cards themselves."""

    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    """Name of a note to when it was released and what it was verified on."""
    warnings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Key of an entry to what is weak about it."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    translated: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    """Language to the pictures that are drawn with its own texts."""
    words: Words = ENGLISH
    """The language of everything around the cards."""
    reloads: int = 0
    """The version of a page that is watched: it loads itself again when another is written."""


@dataclass(frozen=True)
class DeckSection:
    """The notes of one deck in one stage and language."""

    id: str
    """What a link names; no two are the same."""
    title: str
    notes: Sequence[Note]

    @property
    def count(self) -> int:
        """How many cards it has."""
        return sum(len(note.cards) for note in self.notes)


@dataclass(frozen=True)
class StageSection:
    """One stage in one language."""

    id: str
    lang: str
    title: str
    decks: Sequence[DeckSection]

    @property
    def count(self) -> int:
        return sum(deck.count for deck in self.decks)


def render_page(course: Course, notes: Sequence[Note], details: PageDetails) -> str:
    """The whole page. Raises FlashcardsError with the place of an entry that cannot be shown."""
    script = _load_beside("page.js")
    sources = {
        lang: {name: make_data_url(name, data) for name, data in pictures.items()}
        for lang, pictures in {"": details.pictures, **details.translated}.items()
    }
    words = _find_page_words(course, notes)
    details = replace(details, words=words)
    stages = group_notes(course, notes)
    items = {
        deck.id: list(_list_items(course, details, sources, deck.notes))
        for stage in stages
        for deck in stage.decks
    }
    card = load_template(_TEMPLATES / "card.html")
    return load_template(_TEMPLATES / "page.html").render(
        title=course.titles.get(words.lang, {}).get("course", course.info.title),
        lang=words.lang,
        say=words.say,
        script_words=json.dumps(_list_script_words(words), ensure_ascii=False),
        keys=_KEY.sub(r"<kbd>\1</kbd>", words.say("preview_keys")),
        reloads=details.reloads,
        policy=_policy(script, bool(details.reloads)),
        style=_style() + render_label_style(freeze_labels(course.labels)),
        script=script,
        filters=_filters(notes, words),
        count=sum(len(note.cards) for note in notes),
        stages=stages,
        glossaries=_list_glossaries(course, notes),
        items=items,
        packed=_pack_texts([card.render(item=item) for each in items.values() for item in each]),
    )


def group_notes(course: Course, notes: Sequence[Note]) -> list[StageSection]:
    """The notes by language, stage and deck; within a deck they keep their order."""
    languages = list(dict.fromkeys(note.lang for note in notes))
    decks = list(dict.fromkeys(note.deck.deck for note in notes))
    places = {name: place for place, name in enumerate(decks)}
    ordered = sorted(
        notes, key=lambda note: (languages.index(note.lang), note.stage, places[note.deck.deck])
    )
    found = []
    for (lang, stage), group in groupby(ordered, key=lambda note: (note.lang, note.stage)):
        id = f"stage-{stage}" if lang == languages[0] else f"stage-{stage}-{lang}"
        titles = course.titles.get(lang, {})
        found.append(
            StageSection(
                id,
                lang,
                _name_stage(course, course.make_words(lang), stage, len(languages) > 1),
                [
                    DeckSection(
                        f"{id}-{name}", titles.get(f"deck/{name}", each[0].deck.title), each
                    )
                    for name, inside in groupby(group, key=lambda note: note.deck.deck)
                    for each in [list(inside)]
                ],
            )
        )
    return found


def _name_stage(course: Course, words: Words, stage: int, is_one_of: bool) -> str:
    """`Stage 2: Autograd` in the language of the cards, and which that is if there are others."""
    info = course.info.stages.get(stage)
    title = course.titles.get(words.lang, {}).get(f"stage/{stage}", info.title if info else "")
    name = words.say("card_stage", number=stage)
    name = f"{name}: {title}" if title else name
    return name if words.lang == course.source or not is_one_of else f"{name} ({words.lang})"


def _pack_texts(texts: Sequence[str]) -> str:
    """A JSON list of the texts, gzipped, in base64: the same texts give the same.

    A browser that reads thousands of cards as HTML is busy for seconds. Packed, they are one
    string of a tenth of the size; the page's script unpacks it and draws first what is in sight.
    """
    data = json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.b64encode(gzip.compress(data, _LEVEL, mtime=0)).decode()


def _find_page_words(course: Course, notes: Sequence[Note]) -> Words:
    """What stands around the cards, in their language if they have one in common."""
    languages = {note.lang for note in notes}
    return course.make_words(languages.pop() if len(languages) == 1 else course.source)


def _list_script_words(words: Words) -> dict[str, str]:
    one, _, many = words.texts["preview_cards"].rpartition("|")
    return {
        "card": one or many,
        "cards": many,
        "show_answer": words.say("preview_show_answer"),
        "answer_shown": words.say("preview_answer_shown"),
        "score": words.texts["preview_score"],
        "options": words.say("preview_options"),
    }


def _list_glossaries(course: Course, notes: Sequence[Note]) -> Iterator[Mapping[str, Any]]:
    """The glossary of each language on the page that has a table of words."""
    for lang in dict.fromkeys(note.lang for note in notes):
        if course.words.get(lang):
            glossary = make_glossary(course, lang)
            terms = [
                {"name": glossary.name_term(each), "meaning": render_line(each.meaning)}
                for each in glossary.terms
            ]
            yield {"lang": lang, "title": glossary.words.say("glossary"), "terms": terms}


def _list_items(
    course: Course,
    details: PageDetails,
    sources: Mapping[str, Mapping[str, str]],
    notes: Sequence[Note],
) -> Iterator[Mapping[str, Any]]:
    """What the template shows of each card of these notes."""
    labels = freeze_labels(course.labels)
    for note in notes:
        shown = {**sources[""], **sources.get(note.lang, {})}
        made = _make_fields(note, course, details, shown)
        about = _describe(note, course, details)
        for card in note.cards:
            both = render_page_sides(card, made, labels)
            yield about | {
                "id": card.id,
                "number": card.ordinal + 1,
                "front": mark_wide_blocks(draw_formulas(both.front)),
                "back": mark_wide_blocks(draw_formulas(both.back)),
            }


@dataclass(frozen=True)
class Sides:
    """The HTML of both sides."""

    front: str
    back: str


def render_sides(card: Card, fields: Mapping[str, str], labels: Labels = ()) -> Sides:
    """Both sides as Anki's engine makes them, scripts included."""
    is_cloze = isinstance(card.entry, Cloze)
    number = card.ordinal + 1 if is_cloze else 1
    template = make_templates(labels)[card.entry.kind][0 if is_cloze else card.ordinal]
    front = render_template(template.front, fields, "front", number)
    back = render_template(template.back, {**fields, "FrontSide": front}, "back", number)
    return Sides(front, back)


def render_page_sides(card: Card, fields: Mapping[str, str], labels: Labels = ()) -> Sides:
    """Both sides for a page: without scripts, with a box to type in that takes no text.

    Words around the card are there in the one language that its style sheet shows.
    """
    made = render_sides(card, fields, labels)
    answer = f'<code id="typeans">{fields.get("Answer", "")}</code>'
    spoken = _find_spoken(card.note.lang, labels)

    def keep_spoken(found: re.Match[str]) -> str:
        return found[0] if found[1] == spoken else ""

    box = _BOX.format(escape(card.note.words.say("preview_typed")))
    front, back = (_SAID.sub(keep_spoken, _QUIET.sub("", side)) for side in (made.front, made.back))
    return Sides(front.replace(_TYPED, box), back.replace(_TYPED, answer))


def _find_spoken(lang: str, labels: Labels) -> str:
    """The language of the words around a card in `lang`, as in the cards' style sheet."""
    known = (*(name for name, _ in labels), *LANGUAGES)
    return next((name for name in known if f"{lang}-".startswith(f"{name}-")), SOURCE_LANGUAGE)


def _make_fields(
    note: Note, course: Course, details: PageDetails, sources: Mapping[str, str]
) -> dict[str, str]:
    """The fields as Anki gets them but with the pictures inside."""
    stamp = details.stamps.get(note_name(note), UNRELEASED)
    try:
        made = {**render_fields(note), "Foot": render_foot(note, course, stamp)}
    except FlashcardsError as error:
        place = _place(course, note)
        raise FlashcardsError(
            Message("card-mistake", place=place, mistake=error.message)
        ) from error
    return {name: set_picture_sources(html, sources) for name, html in made.items()}


def _describe(note: Note, course: Course, details: PageDetails) -> dict[str, Any]:
    """What filters look at and what stands above a card."""
    return {
        "stage": note.stage,
        "kind": note.entry.kind,
        "deck": note.deck.deck,
        "lang": note.lang,
        "difficulty": note.entry.difficulty,
        "tags": " ".join(note.entry.tags),
        "place": _place(course, note),
        "facts": " · ".join(_facts(note, details)),
        "warnings": _warnings(note, details),
    }


def _facts(note: Note, details: PageDetails) -> list[str]:
    entry = note.entry
    words = details.words
    stage = words.say("preview_stage", n=note.stage)
    facts = [stage, words.name_value("kind", entry.kind), note.deck.deck, note.lang]
    if on := details.stamps.get(note_name(note), UNRELEASED).verified:
        facts.append(words.say("preview_verified", version=on))
    elif isinstance(entry, Code) and entry.uses_pytorch:
        facts.append(words.say("preview_unverified"))
    return [*facts, words.name_value("difficulty", entry.difficulty), *entry.tags]


def _warnings(note: Note, details: PageDetails) -> list[str]:
    warnings = list(details.warnings.get(note.entry.key, ()))
    return [*warnings, details.words.say("preview_stale")] if note.stale else warnings


def _place(course: Course, note: Note) -> str:
    """Where the text of the note is written: a translation has a file of its own."""
    key = note.entry.key
    translation = course.translations.get(note.lang, {}).get(key)
    at = translation.at if translation else course.places.get(key, Position(key))
    return f"{at.file}:{at.line}"


def _filters(notes: Sequence[Note], words: Words) -> dict[str, tuple[str, dict[str, str]]]:
    """The filters by the name of their data: label, and values with what they are called."""
    hard = {note.entry.difficulty for note in notes}
    values: dict[str, list[str]] = {
        "stage": sorted({str(note.stage) for note in notes}),
        "kind": list(dict.fromkeys(note.entry.kind for note in notes)),
        "difficulty": [each for each in DIFFICULTIES if each in hard],
        "tag": sorted({tag for note in notes for tag in note.entry.tags}),
        "deck": list(dict.fromkeys(note.deck.deck for note in notes)),
        "lang": list(dict.fromkeys(note.lang for note in notes)),
    }
    labels = words.say("preview_filters").split()
    return {
        name: (label, {value: words.name_value(name, value) for value in found})
        for label, (name, found) in zip(labels, values.items(), strict=True)
    }


def _style() -> str:
    """The cards' own style sheet, its rules for phones again behind a switch, and the page's."""
    sheet = load_card_style()
    phone = _PHONE.search(sheet)
    if phone is None:
        raise FlashcardsError(Message("style-without-phones"))
    switched = _RULE.sub(lambda rule: f"{_behind_switch(rule[1])} {rule[2]}", phone[1])
    return f"{sheet}\n{switched}\n{_load_beside('page.css')}"


def _behind_switch(selectors: str) -> str:
    return ", ".join(f".phone {selector.strip()}" for selector in selectors.split(","))


def _policy(script: str, watched: bool) -> str:
    """Nothing but the page's own script and pictures; a watched page looks at one beside it."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    pictures = "img-src data: file: 'self'" if watched else "img-src data:"
    allowed = [pictures, "style-src 'unsafe-inline'", f"script-src 'sha256-{digest}'"]
    return "; ".join(["default-src 'none'", *allowed])


def _load_beside(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")
