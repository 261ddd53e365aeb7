"""The course that is imported into, as its author left it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from flashcards.cache import NO_CACHE
from flashcards.errors import FlashcardsError, ProblemsFound
from flashcards.fileio import COURSE_FILE
from flashcards.importing.import_record import Values, list_values
from flashcards.model import Entry
from flashcards.source.course import folder_label, read_course
from flashcards.source.deck_file import EntryCheck, read_deck_file
from flashcards.source.decoding import decode_source
from flashcards.source.folder import DECKS, MAX_FILE_BYTES, load_folder
from flashcards.source.new_course import POINTER, is_taken
from flashcards.source.plain_values import make_plain_entry
from flashcards.source.yaml_reader import Document
from flashcards.source.yaml_writer import (
    DeckEditor,
    EntryEdit,
    NotEditable,
    append_entries,
    write_yaml,
)
from flashcards.words.message import Message

_CHECK = EntryCheck()
_LARGEST = f"{MAX_FILE_BYTES // 1_000_000} MB"
_UNCHANGEABLE = Message("import-deck-unchangeable")


@dataclass
class DeckSource:
    """One deck file: its text, and what shall become of it."""

    path: Path
    deck: str
    text: str = ""
    """Empty if the import makes the deck."""
    header: Mapping[str, Any] = field(default_factory=dict)
    """What stands above the entries of a new deck."""
    edits: list[EntryEdit] = field(default_factory=list)
    added: list[Mapping[str, Any]] = field(default_factory=list)

    @cached_property
    def editor(self) -> DeckEditor:
        return DeckEditor(self.text)

    def change(self, edit: EntryEdit) -> None:
        """Change an entry. Raises NotEditable if that would lose something of the author's."""
        self.editor.edit([edit])
        self.edits.append(edit)

    def make_text(self) -> str:
        """The text with all changes, read again to be sure. Raises NotEditable.

        Raises FlashcardsError if a new deck would be too large to read.
        """
        if not self.text:
            return self._make_new_text()
        before = _read_entries(self.text)
        text = self.editor.edit(self.edits) if self.edits else self.text
        text = append_entries(text, self.added) if self.added else text
        wanted: list[Any] = list(before)
        for edit in self.edits:
            wanted[edit.index] = edit.after
        if _read_entries(text) != [*map(_read_again, wanted), *map(_read_again, self.added)]:
            raise NotEditable(_UNCHANGEABLE)
        if len(text.encode()) > MAX_FILE_BYTES:
            raise NotEditable(Message("import-deck-grows", most=_LARGEST))
        return text

    def _make_new_text(self) -> str:
        text = write_yaml({**self.header, "entries": self.added})
        if len(text.encode()) > MAX_FILE_BYTES:
            told = Message("import-deck-too-large", deck=self.deck, most=_LARGEST)
            raise FlashcardsError(told)
        return POINTER + text


@dataclass
class AuthorEntry:
    """An entry that is in the course."""

    file: DeckSource
    index: int
    entry: Entry
    values: Values


@dataclass
class AuthorCourse:
    """Decks and entries by their keys; nothing if the course is new."""

    folder: Path
    is_new: bool = True
    lang: str = ""
    """The language in which it is written; empty if it is not known yet."""
    decks: dict[str, DeckSource] = field(default_factory=dict)
    entries: dict[str, AuthorEntry] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    """Keys that are taken."""


def load_author_course(folder: Path, force: bool = False) -> AuthorCourse:
    """The course in a folder, or a new one if there is nothing or, by `force`, no course.

    Raises FlashcardsError for anything else, ProblemsFound for a course with mistakes in its
    decks. A quiz or a translation may name what is yet to come in: the command check tells.
    """
    course = AuthorCourse(folder)
    if not (folder / DECKS / COURSE_FILE).exists():
        if is_taken(folder, force):
            raise FlashcardsError(Message("import-folder-taken", folder=folder))
        return course
    course.is_new = False
    files = load_folder(folder, folder_label(folder), needs_deck=False)
    reading = read_course(files, NO_CACHE)
    known, beside = reading.course, {each.name for each in (*files.quizzes, *files.overlays)}
    mistakes = (p for p in reading.problems if p.message.id != "course-is-empty")
    if known is None or {each.at.file for each in mistakes} - beside:
        raise ProblemsFound(reading.problems)
    course.lang = known.source
    course.keys = {entry.key for deck in known.decks for entry in deck.entries}
    check = EntryCheck()
    for source in files.decks:
        text = decode_source(source.raw, source.name)
        data = Document(text, source.name).data
        name = Path(source.name).name
        file = DeckSource(folder / DECKS / name, data["deck"], text)
        course.decks[file.deck] = file
        for index, values in enumerate(data["entries"]):
            entry, _ = check.read(values)
            assert entry is not None, "the course was read and found sound"
            course.entries[entry.key] = AuthorEntry(file, index, entry, list_values(entry))
    return course


def _read_entries(text: str) -> list[dict[str, Any]]:
    """Every entry of a deck file as its author would write it, without the deck's defaults."""
    found = read_deck_file(text, "")
    if found.problems:
        raise NotEditable(_UNCHANGEABLE)
    return [_read_again(values) for values in Document(text, "").data["entries"]]


def _read_again(values: Mapping[str, Any]) -> dict[str, Any]:
    entry, _ = _CHECK.read(values)
    return make_plain_entry(entry) if entry else {}
