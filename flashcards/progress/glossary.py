"""The glossary: every term that the course teaches, in one language."""

from collections.abc import Sequence
from dataclasses import dataclass

from flashcards.cards import list_notes
from flashcards.course.model import Course, Selection, Term
from flashcards.selection import check_names, find_language
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
    deck: str
    """The name of the deck that teaches it."""


def name_term(entry: GlossaryTerm, words: Words) -> str:
    """Return a term with its scope, and that of the source where that is another word."""
    term, source_term = entry.term.replace("`", ""), entry.source.replace("`", "")
    is_same = normalize_text(source_term) in ("", normalize_text(term))
    if entry.scope:
        term += words.translate("remark", text=entry.scope.replace("`", ""))
    return term if is_same else words.translate("term_and_source", term=term, source=source_term)


def make_glossary(
    course: Course,
    lang: str | None = None,
    words: Sequence[str] = (),
    stages: Sequence[int] = (),
    decks: Sequence[str] = (),
) -> list[GlossaryTerm]:
    """Return the terms of the course in a language, in the order of the source's terms.

    With `words`, only terms with one of these words; with `stages` or `decks`, only terms that are
    taught there. Raises FlashcardsError for a language, a stage or a deck that the course lacks.
    """
    language = find_language(course, lang)
    check_names(course, Selection(stage=tuple(stages), deck=tuple(decks)))
    taught = {
        note.entry.key: note
        for note in list_notes(course, language)
        if (not stages or note.stage in stages) and (not decks or note.taught_in in decks)
    }
    rows: dict[tuple[str, str], tuple[GlossaryTerm, Sequence[str]]] = {}
    """By term of the source and scope: the term, and its other names."""
    for source in (entry for deck in course.decks for entry in deck.entries):
        note = taught.get(source.key)
        if note and isinstance(source, Term) and isinstance(entry := note.entry, Term):
            source_term, scope = "" if language == course.source else source.term, entry.scope or ""
            term = GlossaryTerm(
                entry.term, source_term, entry.meaning, entry.key, scope, note.taught_in
            )
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
