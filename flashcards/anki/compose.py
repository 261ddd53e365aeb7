"""The notes of a course in one language to the contents of a package."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flashcards.anki.content import NoteSource, find_picture_names
from flashcards.anki.decks import make_decks
from flashcards.anki.fields import render_fields
from flashcards.anki.foot import render_foot, render_head
from flashcards.anki.package import PackageContents, PackedNote
from flashcards.anki.release import CourseNotes
from flashcards.cards import Note
from flashcards.course.model import SOURCE_LANGUAGE
from flashcards.study.new_cards import order_new_cards
from flashcards.text.markdown import set_picture_sources
from flashcards.words.catalog import find_words

Progress = Callable[[int, int], object]
"""Called with how many notes are rendered, and of how many."""
TAG = "ptquiz"


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
    shown: list[str] = []
    for number, source in enumerate(_order_sources(sources), 1):
        note, stamp = source.note, notes.stamp_note(source)
        fields = render_fields(note)
        fields["Head"], fields["Foot"] = render_head(note, course), render_foot(note, course, stamp)
        texts = list(fields.values())
        if "<img" in "".join(texts):
            texts = [set_picture_sources(html, files) for html in texts]
            shown += find_picture_names(note)
        packed = PackedNote(note, types[note.entry.kind], texts, _make_tags(note), stamp.mod)
        decks[note.stage].add_note(packed)
        progress(number, len(sources))
    pictures = {media[name].name: media[name].data for name in shown}
    return PackageContents(list(dict.fromkeys(decks.values())), pictures)


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
