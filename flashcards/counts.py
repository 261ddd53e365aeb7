"""What there is to learn in a course, listed and counted."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from flashcards.cards import Note, list_notes, name_term
from flashcards.course.model import Course, Term
from flashcards.selection import find_language, list_blocks, translate_quiz
from flashcards.text.plain_text import join_code, strip_blocks

MAX_ASKED = 80
"""Characters of what an entry asks, in a list."""


def list_keys(course: Course, lang: str | None = None) -> list[dict[str, str]]:
    """Return deck, kind and key of every entry, and what it asks; of retired ones `retired`: why.

    Raises UsageError for a language that the course does not have.
    """
    notes = list_notes(course, find_language(course, lang), retired=True)
    return [
        {
            "deck": note.deck.deck,
            "kind": note.entry.kind,
            "key": key,
            "asks": _describe_asked(note),
            **({"retired": note.entry.retired} if note.entry.retired else {}),
        }
        for key, note in {note.entry.key: note for note in notes}.items()
    ]


def _describe_asked(note: Note) -> str:
    """Return what an entry asks, without markup and on one line."""
    entry = note.entry
    asked = name_term(entry, note.words) if isinstance(entry, Term) else getattr(entry, entry.kind)
    if entry.kind == "code":
        text = join_code(asked)
    else:
        asked = " / ".join(asked.values()) if isinstance(asked, Mapping) else asked
        text = " ".join(strip_blocks(asked).replace("`", "").split())
    return text if len(text) <= MAX_ASKED else f"{text[: MAX_ASKED - 1]}…"


def count_course(course: Course, lang: str | None = None) -> dict[str, Any]:
    """Return entries and cards, in all and by deck, stage, kind, tag, language and quiz.

    Raises UsageError for a language that the course does not have.
    """
    spoken = find_language(course, lang)
    in_languages = {name: list_notes(course, name) for name in course.info.languages}
    notes = in_languages[spoken]
    titles = course.titles.get(spoken, {})
    decks = {
        deck.deck: {"title": titles.get(f"decks/{deck.deck}", deck.title)} for deck in course.decks
    }
    for deck, counted in _count_by(notes, lambda note: [note.deck.deck]).items():
        decks[deck] |= counted
    return {
        "course": course.info.id,
        "title": titles.get("course", course.info.title),
        **_count(notes),
        "languages": {name: _count(listed) for name, listed in in_languages.items()},
        "stages": _count_by(notes, lambda note: [str(note.stage)]),
        "kinds": _count_by(notes, lambda note: [note.entry.kind]),
        "decks": decks,
        "tags": _count_by(notes, lambda note: note.entry.tags),
        "quizzes": _describe_quizzes(course, lang),
    }


def _count(notes: Sequence[Note]) -> dict[str, Any]:
    return {
        "entries": len({note.entry.key for note in notes}),
        "cards": sum(len(note.ordinals) for note in notes),
    }


def _count_by(
    notes: Sequence[Note], names: Callable[[Note], Iterable[str]]
) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[Note]] = {}
    for note in notes:
        for name in names(note):
            groups.setdefault(name, []).append(note)
    return {name: _count(group) for name, group in groups.items()}


def _describe_quizzes(course: Course, lang: str | None) -> dict[str, dict[str, Any]]:
    """Return title and purpose of each quiz, and how many questions it asks if it says so."""
    quizzes = {}
    for name, quiz in course.quizzes.items():
        counts = [block.count for block in list_blocks(quiz)]
        translated = translate_quiz(course, quiz, lang or quiz.lang or course.source)
        quizzes[name] = {
            "title": translated.title,
            "purpose": translated.purpose,
            "questions": sum(filter(None, counts)) if all(counts) else None,
        }
    return quizzes
