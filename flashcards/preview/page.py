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
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.anki.card_template import render_template
from flashcards.anki.content import collect_text_rows, find_picture_names
from flashcards.anki.fields import render_fields
from flashcards.anki.foot import Stamp, render_foot, render_head
from flashcards.anki.guid import note_name
from flashcards.anki.templates import Labels, freeze_labels, make_templates, render_label_style
from flashcards.cards import Card, Note
from flashcards.errors import FlashcardsError, Position
from flashcards.model import DIFFICULTIES, SOURCE_LANGUAGE, Cloze, Code, Course
from flashcards.progress.glossary import make_glossary
from flashcards.text.formulas import draw_formulas
from flashcards.text.html_page import load_card_style, load_template, mark_wide_blocks
from flashcards.text.images import load_pictures, make_data_url
from flashcards.text.markdown import render_line, set_picture_sources
from flashcards.words.catalog import LANGUAGES, Words
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
    reloads: int = 0
    """The version of a page that is watched: it loads itself again when another is written."""


class DeckSection(NamedTuple):
    """The cards of one deck in one stage and language."""

    id: str
    """What a link names; no two are the same."""
    title: str
    cards: Sequence[Mapping[str, Any]]
    """What the templates show of each."""


class StageSection(NamedTuple):
    """One stage in one language."""

    id: str
    lang: str
    title: str
    decks: Sequence[DeckSection]


def render_page(course: Course, notes: Sequence[Note], details: PageDetails) -> str:
    """The whole page, with the pictures of its cards inside.

    Raises FlashcardsError with the place of an entry that cannot be shown.
    """
    script = _load_beside("page.js")
    words = _find_page_words(course, notes)
    stages = _list_stages(course, notes, _CardWriter(course, notes, details, words))
    cards = [card for stage in stages for deck in stage.decks for card in deck.cards]
    card_template = load_template(_TEMPLATES / "card.html")
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
        count=len(cards),
        stages=stages,
        glossaries=_list_glossaries(course, notes),
        packed=_pack_texts([card_template.render(item=card) for card in cards]),
    )


def _list_stages(course: Course, notes: Sequence[Note], write: _CardWriter) -> list[StageSection]:
    """The cards by language, stage and deck; within a deck they keep their order."""
    languages = list(dict.fromkeys(note.lang for note in notes))
    decks = list(dict.fromkeys(note.deck.deck for note in notes))
    ordered = sorted(
        notes,
        key=lambda note: (languages.index(note.lang), note.stage, decks.index(note.deck.deck)),
    )
    found = []
    for (lang, stage), group in groupby(ordered, key=lambda note: (note.lang, note.stage)):
        id = f"stage-{stage}" if lang == languages[0] else f"stage-{stage}-{lang}"
        sections = []
        for deck, inside in groupby(group, key=attrgetter("deck")):
            title = course.titles.get(lang, {}).get(f"deck/{deck.deck}", deck.title)
            cards = [card for note in inside for card in write.list_cards(note)]
            sections.append(DeckSection(f"{id}-{deck.deck}", title, cards))
        title = _name_stage(course, course.make_words(lang), stage, len(languages) > 1)
        found.append(StageSection(id, lang, title, sections))
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


class _CardWriter:
    """Writes what the templates show of a card, and `words` around it."""

    def __init__(
        self, course: Course, notes: Sequence[Note], details: PageDetails, words: Words
    ) -> None:
        self.course = course
        self.details = details
        self.words = words
        self.labels = freeze_labels(course.labels)
        self.pictures = {
            lang: _load_picture_addresses(course, [note for note in notes if note.lang == lang])
            for lang in {note.lang for note in notes}
        }

    def list_cards(self, note: Note) -> Iterator[Mapping[str, Any]]:
        """What the templates show of each card of a note."""
        fields, about = self._make_fields(note), self._describe(note)
        for card in note.cards:
            front, back = _render_page_sides(card, fields, self.labels)
            yield about | {
                "id": card.id,
                "number": card.ordinal + 1,
                "front": mark_wide_blocks(draw_formulas(front)),
                "back": mark_wide_blocks(draw_formulas(back)),
            }

    def _make_fields(self, note: Note) -> dict[str, str]:
        """The fields as Anki gets them but with the pictures inside."""
        stamp = self.details.stamps.get(note_name(note), UNRELEASED)
        try:
            made = {
                **render_fields(note),
                "Head": render_head(note, self.course),
                "Foot": render_foot(note, self.course, stamp),
            }
        except FlashcardsError as error:
            mistake = Message("card-mistake", place=self._find_place(note), mistake=error.message)
            raise FlashcardsError(mistake) from error
        sources = self.pictures[note.lang]
        return {name: set_picture_sources(html, sources) for name, html in made.items()}

    def _describe(self, note: Note) -> dict[str, Any]:
        """What filters look at and what stands above a card."""
        warnings = list(self.details.warnings.get(note.entry.key, ()))
        return {
            "stage": note.stage,
            "kind": note.entry.kind,
            "deck": note.deck.deck,
            "lang": note.lang,
            "difficulty": note.entry.difficulty,
            "tags": " ".join(note.entry.tags),
            "place": self._find_place(note),
            "facts": " · ".join(self._list_facts(note)),
            "warnings": [*warnings, self.words.say("preview_stale")] if note.stale else warnings,
        }

    def _list_facts(self, note: Note) -> list[str]:
        entry, words = note.entry, self.words
        stage = words.say("preview_stage", n=note.stage)
        facts = [stage, words.name_value("kind", entry.kind), note.deck.deck, note.lang]
        if on := self.details.stamps.get(note_name(note), UNRELEASED).verified:
            facts.append(words.say("preview_verified", version=on))
        elif isinstance(entry, Code) and entry.uses_pytorch:
            facts.append(words.say("preview_unverified"))
        return [*facts, words.name_value("difficulty", entry.difficulty), *entry.tags]

    def _find_place(self, note: Note) -> str:
        """Where the text of the note is written: a translation has a file of its own."""
        key = note.entry.key
        translation = self.course.translations.get(note.lang, {}).get(key)
        at = translation.at if translation else self.course.places.get(key, Position(key))
        return f"{at.file}:{at.line}"


def _load_picture_addresses(course: Course, notes: Sequence[Note]) -> dict[str, str]:
    """The pictures that notes of one language show, by name, as addresses that hold them."""
    names = [name for note in notes for name in find_picture_names(collect_text_rows(note))]
    pictures = load_pictures(course, names, notes[0].lang)
    return {name: make_data_url(name, data) for name, data in pictures.items()}


class Sides(NamedTuple):
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


def _render_page_sides(card: Card, fields: Mapping[str, str], labels: Labels) -> Sides:
    """Both sides for a page: without scripts, with a box to type in that takes no text.

    Words around the card are there in the one language that its style sheet shows.
    """
    spoken = _find_spoken(card.note.lang, labels)

    def keep_spoken(found: re.Match[str]) -> str:
        return found[0] if found[1] == spoken else ""

    box = _BOX.format(escape(card.note.words.say("preview_typed")))
    answer = f'<code id="typeans">{fields.get("Answer", "")}</code>'
    made = render_sides(card, fields, labels)
    front, back = (_SAID.sub(keep_spoken, _QUIET.sub("", side)) for side in made)
    return Sides(front.replace(_TYPED, box), back.replace(_TYPED, answer))


def _find_spoken(lang: str, labels: Labels) -> str:
    """The language of the words around a card in `lang`, as in the cards' style sheet."""
    known = (*(name for name, _ in labels), *LANGUAGES)
    return next((name for name in known if f"{lang}-".startswith(f"{name}-")), SOURCE_LANGUAGE)


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
