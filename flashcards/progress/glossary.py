"""The glossary: every term that the course teaches or has a word for, in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from flashcards.cards import Note, list_notes, normalize_text
from flashcards.model import Course, Term
from flashcards.questions.names import find_language
from flashcards.words.catalog import Words


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """One term in the language of the cards."""

    term: str
    english: str
    """What the source calls it; empty in the source itself."""
    meaning: str = ""
    """Markdown; empty if no card teaches the term and the table of words has none."""
    key: str = ""
    """The entry that teaches it."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """Terms in the order of their English."""

    words: Words
    terms: Sequence[GlossaryTerm]

    def name_term(self, each: GlossaryTerm) -> str:
        """A term, and its English where that is another word."""
        term, english = each.term.replace("`", ""), each.english.replace("`", "")
        same = normalize_text(english) in ("", normalize_text(term))
        return term if same else self.words.say("term_and_english", term=term, english=english)

    def for_json(self) -> list[dict[str, Any]]:
        """Plain values for programs."""
        return [asdict(term) for term in self.terms]


def make_glossary(course: Course, lang: str | None = None, words: Sequence[str] = ()) -> Glossary:
    """The terms of the course in a language; with `words`, those that have one of them.

    Raises FlashcardsError if the course has no such language.
    """
    language = find_language(course, lang)
    notes = list_notes(course, language)
    found = {
        normalize_text(each.english or each.term): each for each in _list_taught(course, notes)
    }
    for english, choice in course.words.get(language, {}).items():
        written = GlossaryTerm(choice.say, english, choice.meaning or "")
        found.setdefault(normalize_text(english), written)
    wanted, names = [_fold(word) for word in words], _list_names(course, notes)
    terms = [
        each
        for _, each in sorted(found.items())
        if not wanted or any(word in _fold(_tell_names(each, names)) for word in wanted)
    ]
    return Glossary(course.make_words(language), terms)


def _list_names(course: Course, notes: Sequence[Note]) -> dict[str, tuple[str, ...]]:
    """By entry: the other names that are accepted for its term, in the language and in English."""
    english = (entry for deck in course.decks for entry in deck.entries)
    names: dict[str, tuple[str, ...]] = {}
    for entry in (*english, *(note.entry for note in notes)):
        if isinstance(entry, Term):
            names[entry.key] = (*names.get(entry.key, ()), *entry.aliases)
    return names


def _tell_names(each: GlossaryTerm, names: Mapping[str, Sequence[str]]) -> str:
    """All names of a term, a line each."""
    return "\n".join((each.term, each.english, *names.get(each.key, ())))


def _list_taught(course: Course, notes: Sequence[Note]) -> list[GlossaryTerm]:
    english = {
        entry.key: entry.term
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Term)
    }
    return [
        GlossaryTerm(
            note.entry.term,
            "" if note.lang == course.source else english[note.key],
            note.entry.meaning,
            note.key,
        )
        for note in notes
        if isinstance(note.entry, Term)
    ]


def _fold(text: str) -> str:
    """A text in which a word is looked for: without case and spaces."""
    return "".join(text.replace("`", "").casefold().split(" "))
