"""The notes of a course in one language to the contents of a package."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape

from flashcards.anki.content import NoteSource, find_picture_names
from flashcards.anki.decks import make_decks
from flashcards.anki.field_html import settle_html
from flashcards.anki.fields import render_fields
from flashcards.anki.foot import render_foot, render_head
from flashcards.anki.package import PackageContents, PackedNote
from flashcards.anki.release import CourseNotes
from flashcards.cards import Note
from flashcards.course.model import SOURCE_LANGUAGE, Code
from flashcards.study.new_cards import order_new_cards
from flashcards.text.markdown import set_picture_sources
from flashcards.words.catalog import find_words

Progress = Callable[[int, int], object]
"""Called with how many notes are rendered, and of how many."""
TAG = "ptquiz"
_MAX_LINE = 100
_SILENT = re.compile(
    r"import\b|from\b.*\bimport\b|using\b|#include\b|#|//|@|\"\"\"|torch\.manual_seed\b|[\W\d_]*$"
)
"""How lines begin that say nothing about what a program is about."""


def compose_package(
    notes: CourseNotes,
    sources: Sequence[NoteSource],
    lang: str = SOURCE_LANGUAGE,
    name: str | None = None,
    progress: Progress = lambda done, total: None,
) -> PackageContents:
    """Return the package of some notes; `name` is that of the top deck. Raises FlashcardsError."""
    course, media = notes.course, notes.media[lang]
    decks = make_decks(course, [each.note for each in sources], find_words(lang), notes.lock, name)
    types = {note_type.kind: note_type for note_type in notes.types if note_type.lang == lang}
    files = {name: picture.name for name, picture in media.items()}
    shared, shown = _count_lines(notes.sources[lang]), list[str]()
    for number, source in enumerate(_order_sources(sources), 1):
        note, stamp = source.note, notes.stamp_note(source)
        fields = render_fields(note)
        fields["Head"], fields["Foot"] = render_head(note, course), render_foot(note, course, stamp)
        if isinstance(note.entry, Code):
            fields["Line"] = f"{fields['Question']} · {_render_own_line(note.entry, shared)}"
        texts = list(fields.values())
        if "<img" in "".join(texts):
            texts = [set_picture_sources(html, files) for html in texts]
            shown += find_picture_names(note)
        packed = PackedNote(note, types[note.entry.kind], texts, _make_tags(note), stamp.mod)
        decks[note.stage].add_note(packed)
        progress(number, len(sources))
    pictures = {media[name].name: media[name].data for name in shown}
    return PackageContents(list(dict.fromkeys(decks.values())), pictures)


def list_telling_lines(code: str) -> list[str]:
    """Return the lines that do more than import or comment, cut to a length; all if none does."""
    lines = [line.strip()[:_MAX_LINE] for line in code.splitlines() if line.strip()]
    return [line for line in lines if not _SILENT.match(line)] or lines


def _count_lines(sources: Iterable[NoteSource]) -> Counter[tuple[str | None, str]]:
    """Return how many programs have a line, among those that are asked for with the same words."""
    programs = (source.note.entry for source in sources)
    codes = [entry for entry in programs if isinstance(entry, Code)]
    return Counter(
        (code.question, line) for code in codes for line in {*list_telling_lines(code.code)}
    )


def _render_own_line(code: Code, shared: Counter[tuple[str | None, str]]) -> str:
    """Return the first line that no other program has which is asked for with the same words."""
    lines = list_telling_lines(code.code)
    own = [line for line in lines if shared[code.question, line] == 1]
    return settle_html(escape([*own, *lines, ""][0], quote=False))


def _order_sources(sources: Sequence[NoteSource]) -> list[NoteSource]:
    """Return the notes as the terminal introduces them: kinds and topics take turns."""
    by_note = {id(source.note): source for source in sources}
    cards = [card for source in sources for card in source.note.cards]
    ordered = dict.fromkeys(id(card.note) for card in order_new_cards(cards, cards))
    return [by_note[each] for each in ordered]


def _make_tags(note: Note) -> list[str]:
    """Return what filtered decks choose by; few, for an import takes time for each."""
    entry = note.entry
    tags = [
        f"lang::{note.lang}",
        f"stage::{note.stage}",
        f"kind::{entry.kind}",
        f"difficulty::{entry.difficulty}",
        f"deck::{note.deck.deck}",
        *(f"topic::{topic}" for topic in entry.tags),
    ]
    return [f"{TAG}::{tag}" for tag in tags]
