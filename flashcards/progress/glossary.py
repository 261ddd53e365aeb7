"""The glossary: every term that the course teaches, in one language."""

from collections.abc import Sequence
from dataclasses import dataclass

from flashcards.cards import list_notes
from flashcards.course.model import Course, Term
from flashcards.selection import find_language
from flashcards.text.plain_text import normalize_text
from flashcards.words import Words


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """One term in the language of the cards."""

    term: str
    source: str
    """What the source calls it; empty in the source itself."""
    meaning: str
    """Markdown."""
    key: str
    """The entry that teaches it."""
    scope: str
    """Where the word means this; empty if it has no other meaning."""


def name_term(entry: GlossaryTerm, words: Words) -> str:
    """Return a term with its scope, and that of the source where that is another word."""
    term, source_term = entry.term.replace("`", ""), entry.source.replace("`", "")
    is_same = normalize_text(source_term) in ("", normalize_text(term))
    if entry.scope:
        term += words.translate("remark", text=entry.scope.replace("`", ""))
    return term if is_same else words.translate("term_and_source", term=term, source=source_term)


def make_glossary(
    course: Course, lang: str | None = None, words: Sequence[str] = ()
) -> list[GlossaryTerm]:
    """Return the terms of the course in a language; with `words`, those that have one of them.

    They are in the order of the source's terms. Raises FlashcardsError if the course does not have
    the language.
    """
    language = find_language(course, lang)
    taught = {note.entry.key: note.entry for note in list_notes(course, language)}
    rows: dict[tuple[str, str], tuple[GlossaryTerm, Sequence[str]]] = {}
    """By term of the source and scope: the term, and its other names."""
    for source in (entry for deck in course.decks for entry in deck.entries):
        entry = taught.get(source.key)
        if isinstance(source, Term) and isinstance(entry, Term):
            source_term, scope = "" if language == course.source else source.term, entry.scope or ""
            term = GlossaryTerm(entry.term, source_term, entry.meaning, entry.key, scope)
            aliases = (*source.aliases, *entry.aliases)
            rows[normalize_text(source.term), normalize_text(scope)] = term, aliases
    wanted = [_fold(word) for word in words]
    terms = []
    for _, (term, names) in sorted(rows.items()):
        folded = [_fold(name) for name in (term.term, term.source, *names)]
        if not wanted or any(word in name for word in wanted for name in folded):
            terms.append(term)
    return terms


def _fold(text: str) -> str:
    """Return a text in which a word is looked for: without case, spaces and code marks."""
    return "".join(text.replace("`", "").casefold().split(" "))
