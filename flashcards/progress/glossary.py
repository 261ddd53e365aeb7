"""The glossary: every term that the course teaches or has a word for, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from flashcards.cards import list_notes
from flashcards.course.model import Course, Term
from flashcards.questions.names import find_language
from flashcards.text.plain_text import normalize_text
from flashcards.words import Words


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
    scope: str = ""
    """Where the word means this; empty if it has no other meaning."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """Terms in the order of their English."""

    words: Words
    terms: Sequence[GlossaryTerm]

    def name_term(self, each: GlossaryTerm) -> str:
        """A term with its scope, and its English where that is another word."""
        term, english = each.term.replace("`", ""), each.english.replace("`", "")
        same = normalize_text(english) in ("", normalize_text(term))
        if each.scope:
            term += self.words.translate("remark", text=each.scope.replace("`", ""))
        return (
            term if same else self.words.translate("term_and_english", term=term, english=english)
        )

    def for_json(self) -> list[dict[str, Any]]:
        """Plain values for programs."""
        return [asdict(term) for term in self.terms]


def make_glossary(course: Course, lang: str | None = None, words: Sequence[str] = ()) -> Glossary:
    """The terms of the course in a language; with `words`, those that have one of them.

    Raises FlashcardsError if the course has no such language.
    """
    language = find_language(course, lang)
    source = {
        entry.key: entry
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Term)
    }
    taught = [each.entry for each in list_notes(course, language) if isinstance(each.entry, Term)]
    found: dict[tuple[str, str], GlossaryTerm] = {}
    for entry in taught:
        english, scope = source[entry.key].term, entry.scope or ""
        told = "" if language == course.source else english
        made = GlossaryTerm(entry.term, told, entry.meaning, entry.key, scope)
        found[normalize_text(english), normalize_text(scope)] = made
    named = {name for name, _ in found}
    for english, choice in course.words.get(language, {}).items():
        if (name := normalize_text(english)) not in named:
            found[name, ""] = GlossaryTerm(choice.say, english, choice.meaning or "")
    aliases = {entry.key: (*source[entry.key].aliases, *entry.aliases) for entry in taught}
    wanted = [_fold(word) for word in words]
    terms = [
        each
        for _, each in sorted(found.items())
        if not wanted or _has_word(wanted, (each.term, each.english, *aliases.get(each.key, ())))
    ]
    return Glossary(Words(language), terms)


def _has_word(wanted: Sequence[str], names: Sequence[str]) -> bool:
    """Whether one of the words is in one of the names of a term."""
    return any(word in _fold(name) for word in wanted for name in names)


def _fold(text: str) -> str:
    """A text in which a word is looked for: without case and spaces."""
    return "".join(text.replace("`", "").casefold().split(" "))
