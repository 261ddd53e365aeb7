"""Entries to notes and cards, with permanent names.

A note is what Anki keeps of an entry: one per entry, one per row of a comparison that asks
something. Its cards are numbered by ordinals that never change meaning, and `Card.id` is the same
in Anki and in the terminal, so one memory serves both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from flashcards.course.model import (
    GLOSSARY,
    MAX_ASKED_THINGS,
    MIN_OPTIONS,
    Cloze,
    Compare,
    Course,
    Deck,
    Entry,
    Resource,
    Row,
    Term,
)
from flashcards.course.texts import collect_texts
from flashcards.course.variants import list_variants
from flashcards.text.images import find_pictures
from flashcards.text.plain_text import normalize_text
from flashcards.words import ENGLISH, Words

_BLOCK = re.compile(r"\s*(?:```|~~~|\$\$|\||[-*+>#] |\d+[.)] )")
"""How a text begins whose first line must stay a line of its own."""

FIRST_THING = 1
"""Ordinal of the question about the first thing of a comparison; 0 asks for the whole row."""

MAX_RECALLED = 3
"""Things that can be recalled under one grade; who knows three of five cannot say how well."""


@dataclass(frozen=True)
class Note:
    """One entry, or one row of a comparison, in one language."""

    key: str
    entry: Entry
    """Of an entry whose numbers change its first variant."""
    deck: Deck
    course: str
    """Id of the course that owns the entry: the namespace of its key."""
    words: Words = ENGLISH
    """What is said around it, in its language."""
    row: str | None = None
    translated: bool = False
    """Whether its texts are not those of the decks themselves."""
    variants: tuple[Entry, ...] = ()
    """All variants of an entry whose numbers change."""

    def choose_variant(self, number: int) -> Note:
        """Return the note with the texts of one variant; behind the last comes the first."""
        if not self.variants:
            return self
        entry = self.variants[number % len(self.variants)]
        return replace(self, entry=entry, variants=())

    @property
    def lang(self) -> str:
        """The language of its texts."""
        return self.words.lang

    @property
    def is_in_glossary(self) -> bool:
        return self.deck.deck == GLOSSARY

    @property
    def stage(self) -> int:
        """The stage it is taught in."""
        return self.entry.stage

    @property
    def taught_in(self) -> str:
        """The name of the deck that teaches it: for a term with a `deck`, that one."""
        own = self.entry.deck if isinstance(self.entry, Term) else None
        return own or self.deck.deck

    @cached_property
    def ordinals(self) -> tuple[int, ...]:
        """The numbers of its cards."""
        match self.entry:
            case Term() as term:
                return (0, 1) if term.both else (1,)
            case Cloze() as cloze:
                return tuple(number - 1 for number in sorted(cloze.gaps))
            case Compare() as compare:
                return list_row_cards(compare, str(self.row))
            case _:
                return (0,)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(self, ordinal) for ordinal in self.ordinals)


@dataclass(frozen=True)
class Card:
    """One question with one memory."""

    note: Note
    ordinal: int

    @property
    def id(self) -> str:
        return f"{self.note.key}#{self.ordinal}"

    @property
    def entry(self) -> Entry:
        return self.note.entry


def list_notes(course: Course, lang: str | None = None, retired: bool = False) -> list[Note]:
    """Return the notes of a course in one language, the source if none is named, in teaching order.

    That is the order of decks and, within them, of entries and rows, as the author wrote them.

    In another language these are the notes that have a translation. Retired entries are left out
    unless asked for.
    """
    words = Words(lang or course.source)
    return [
        note
        for deck in course.decks
        for entry in deck.entries
        if retired or not entry.retired
        for note in _make_notes(entry, deck, course, words)
    ]


def list_cards(course: Course, lang: str | None = None) -> list[Card]:
    """Return all cards that are taught, in teaching order."""
    return [card for note in list_notes(course, lang) for card in note.cards]


def find_resource(course: Course, lang: str, key: str) -> Resource | None:
    """Return a resource with its title in a language; None if the course does not have it."""
    resource = course.resources.get(key)
    title = course.titles.get(lang, {}).get(f"resources/{key}")
    return resource.model_copy(update={"title": title}) if resource and title else resource


def find_picture_names(note: Note) -> list[str]:
    """Return the names of the pictures that a note shows."""
    names = []
    shows_other_rows = 0 in note.ordinals
    for path, leaf in collect_texts(note.entry).items():
        if path[0] != "rows" or path[1] == note.row or shows_other_rows:
            texts = (leaf,) if isinstance(leaf, str) else leaf
            names += [picture.name for text in texts for picture in find_pictures(text)]
    return names


def name_term(term: Term, words: Words) -> str:
    """Return the term as a question or a list shows it, with its scope: region (MLIR)."""
    return f"{term.term}{words.translate('remark', text=term.scope)}" if term.scope else term.term


def describe_term(term: Term, words: Words) -> str:
    """Return the meaning as a question for the term, its scope before it as in a dictionary."""
    if not term.scope:
        return term.meaning
    between = "\n\n" if _BLOCK.match(term.meaning) else words.translate("between_sentences")
    return f"{words.translate('remark', text=term.scope).strip()}{between}{term.meaning}"


def list_names_of_term(term: Term, words: Words) -> tuple[str, ...]:
    """Return all that is right to say for a term; the scope is not asked for, and does no harm."""
    return (term.term, *term.aliases, name_term(term, words))


def _make_notes(entry: Entry, deck: Deck, course: Course, words: Words) -> Iterator[Note]:
    translated = words.lang != course.source
    if translated:
        translation = course.translations.get(words.lang, {}).get(entry.key)
        if translation is None:
            return
        entry = translation.entry
    course_id = course.origins.get(entry.key, course.info.id)
    first, *others = list_variants(entry, words.lang)
    variants = (first, *others) if others else ()
    rows: list[str | None] = [None]
    if isinstance(entry, Compare):
        rows = [row for row in entry.rows if list_row_cards(entry, row)]
    for row in rows:
        key = entry.key if row is None else f"{entry.key}/{row}"
        yield Note(key, first, deck, course_id, words, row, translated, variants)


def find_distinct_cells(row: Row) -> dict[str, str]:
    """Return each normalised cell with the first thing that has it: equal cells are one option."""
    cells: dict[str, str] = {}
    for thing, cell in row.cells.items():
        cells.setdefault(normalize_text(cell), thing)
    return cells


def is_matched(row: Row) -> bool:
    """Return whether the cells of a whole row are enough to be matched with its things."""
    return len(find_distinct_cells(row)) >= MIN_OPTIONS


def list_row_cards(compare: Compare, name: str) -> tuple[int, ...]:
    """Return the numbers of a row's cards: the whole row, and each thing it has a question about.

    The whole row is asked if it is matched, or has a question that can be answered in one go.
    """
    row = compare.rows[name]
    is_recalled = row.question is not None and len(compare.compare) <= MAX_RECALLED
    whole = (0,) if is_recalled or is_matched(row) else ()
    asked = row.ask.keys() | row.which.keys()
    places = enumerate(list(compare.compare)[:MAX_ASKED_THINGS], FIRST_THING)
    return (*whole, *(ordinal for ordinal, thing in places if thing in asked))
