"""What there is to learn in a course, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from flashcards.cards import Note, list_notes
from flashcards.model import SOURCE_LANGUAGE, Course
from flashcards.questions import Neighbours
from flashcards.questions.draw import draw_quiz
from flashcards.questions.names import find_language
from flashcards.selection import filter_by_quiz, list_concepts


def list_keys(course: Course, lang: str | None = None) -> list[dict[str, str]]:
    """Every entry, retired ones too: its deck, kind, key and what it asks, in 80 letters."""
    notes = list_notes(course, find_language(course, lang), retired=True)
    return [
        {
            "deck": note.deck.deck, "kind": note.entry.kind, "key": note.entry.key,
            "asks": _read_asked(note),
        }
        for note in {note.entry.key: note for note in notes}.values()
    ]  # fmt: skip


def course_figures(course: Course, lang: str | None = None) -> dict[str, Any]:
    """Entries and cards, in all and by deck, stage, kind, tag, concept, language and quiz.

    Raises UsageError for a language that the course does not have.
    """
    notes = list_notes(course, find_language(course, lang))
    by_deck = _count_by(notes, lambda note: [note.deck.deck])
    return {
        "course": course.info.id,
        "title": course.info.title,
        **_count(notes),
        "languages": {each: _count(list_notes(course, each)) for each in course.info.languages},
        "stages": _count_by(notes, lambda note: [str(note.stage)]),
        "kinds": _count_by(notes, lambda note: [note.entry.kind]),
        "decks": {
            deck.deck: {"title": deck.title, **by_deck.get(deck.deck, {})} for deck in course.decks
        },
        "tags": _count_by(notes, lambda note: note.entry.tags),
        "concepts": _count_concepts(notes),
        "quizzes": dict(_count_quizzes(course, lang)),
        "resources": len(course.resources),
    }


def _read_asked(note: Note) -> str:
    asked = getattr(note.entry, note.entry.kind)
    text = " / ".join(asked.values()) if isinstance(asked, Mapping) else str(asked)
    return " ".join(text.split())[:80]


def _count(notes: Sequence[Note]) -> dict[str, int]:
    return {
        "entries": len({note.entry.key for note in notes}),
        "cards": sum(len(note.cards) for note in notes),
    }


def _group(notes: Sequence[Note], names: Callable[[Note], Iterable[str]]) -> dict[str, list[Note]]:
    groups: dict[str, list[Note]] = {}
    for note in notes:
        for name in names(note):
            groups.setdefault(name, []).append(note)
    return groups


def _count_by(
    notes: Sequence[Note], names: Callable[[Note], Iterable[str]]
) -> dict[str, dict[str, int]]:
    return {name: _count(group) for name, group in _group(notes, names).items()}


def _count_concepts(notes: Sequence[Note]) -> dict[str, dict[str, Any]]:
    """Cards and kinds of everything about each concept, the concept itself included."""
    return {
        concept: {
            "cards": _count(group)["cards"],
            "kinds": sorted({note.entry.kind for note in group}),
        }
        for concept, group in _group(notes, list_concepts).items()
    }


def _count_quizzes(course: Course, lang: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """How many questions each quiz asks, how many cards it chooses from, whether they are few."""
    spoken = {quiz.quiz: lang or quiz.lang or SOURCE_LANGUAGE for quiz in course.quizzes.values()}
    notes = {each: list_notes(course, each) for each in set(spoken.values())}
    near = {each: Neighbours(found) for each, found in notes.items()}
    for name, quiz in course.quizzes.items():
        mine = notes[spoken[quiz.quiz]]
        blocks = draw_quiz(quiz, mine, neighbours=near[spoken[quiz.quiz]]).blocks
        figures = {
            "title": quiz.title,
            "questions": sum(block.wanted for block in blocks),
            "cards": _count(filter_by_quiz(mine, quiz))["cards"],
            "short": any(block.is_short for block in blocks),
        }
        yield name, figures
