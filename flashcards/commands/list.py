"""`ptquiz list`: what there is to learn, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON, LANG
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards.cards import Note
    from flashcards.model import Course


OPTIONS = (
    FOLDER,
    LANG,
    Option("keys", ("--keys",), "Every entry with its key.", value=bool, default=False),
    JSON,
)


def run(folder: Path | None, lang: str | None, keys: bool, as_json: bool) -> None:
    """Decks, quizzes, kinds and tags, and how many cards each has."""
    from flashcards.cards import list_notes
    from flashcards.paths import course_at
    from flashcards.questions.names import find_language

    course = course_at(folder)
    found = list_notes(course, find_language(course, lang), retired=keys)
    told = list(keys_of(found)) if keys else figures_of(course, found, lang)
    if as_json:
        print_json(told)
    elif isinstance(told, dict):
        _print(told)
    else:
        for row in told:
            print_line(*row.values())


def keys_of(found: list[Note]) -> Iterator[dict[str, str]]:
    """Every entry: its deck, kind, key and what it asks."""
    for note in {note.entry.key: note for note in found}.values():
        entry = note.entry
        asked = getattr(entry, entry.kind)
        text = " / ".join(asked.values()) if isinstance(asked, Mapping) else str(asked)
        shown = " ".join(text.split())[:80]
        yield {"deck": note.deck.deck, "kind": entry.kind, "key": entry.key, "asks": shown}


def figures_of(course: Course, found: list[Note], lang: str | None = None) -> dict[str, Any]:
    """Entries and cards, in all and by deck, stage, kind, tag, concept, language and quiz."""
    from flashcards.cards import list_notes

    return {
        "course": course.info.id,
        "title": course.info.title,
        **_count(found),
        "languages": {lang: _count(list_notes(course, lang)) for lang in course.info.languages},
        "stages": _by(found, lambda note: [str(note.stage)]),
        "kinds": _by(found, lambda note: [note.entry.kind]),
        "decks": {deck.deck: {"title": deck.title} for deck in course.decks}
        | {
            name: {"title": _title(course, name), **figures}
            for name, figures in _by(found, lambda note: [note.deck.deck]).items()
        },
        "tags": _by(found, lambda note: note.entry.tags),
        "concepts": _concepts(found),
        "quizzes": dict(_quizzes(course, lang)),
        "resources": len(course.resources),
    }


def _count(found: list[Note]) -> dict[str, int]:
    return {
        "entries": len({note.entry.key for note in found}),
        "cards": sum(len(note.cards) for note in found),
    }


def _by(found: list[Note], names: Any) -> dict[str, dict[str, int]]:
    groups: dict[str, list[Note]] = {}
    for note in found:
        for name in names(note):
            groups.setdefault(name, []).append(note)
    return {name: _count(group) for name, group in groups.items()}


def _quizzes(course: Course, lang: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """How many questions each quiz asks, how many cards it chooses from, whether they are few."""
    from flashcards.cards import list_notes
    from flashcards.model import SOURCE_LANGUAGE
    from flashcards.questions import Neighbours
    from flashcards.questions.draw import draw_quiz
    from flashcards.selection import matching_quiz

    spoken = {lang or quiz.lang or SOURCE_LANGUAGE for quiz in course.quizzes.values()}
    every = {each: list_notes(course, each) for each in spoken}
    near = {each: Neighbours(found) for each, found in every.items()}
    for name, quiz in course.quizzes.items():
        each = lang or quiz.lang or SOURCE_LANGUAGE
        blocks = draw_quiz(quiz, every[each], neighbours=near[each]).blocks
        figures = {
            "title": quiz.title,
            "questions": sum(block.wanted for block in blocks),
            "cards": _count(matching_quiz(every[each], quiz))["cards"],
            "short": any(block.is_short for block in blocks),
        }
        yield name, figures


def _concepts(found: list[Note]) -> dict[str, dict[str, Any]]:
    """Cards and kinds of everything about each concept, the concept itself included."""
    from flashcards.selection import about

    cards: Counter[str] = Counter()
    kinds: dict[str, set[str]] = {}
    for note in found:
        for concept in about(note):
            cards[concept] += len(note.cards)
            kinds.setdefault(concept, set()).add(note.entry.kind)
    return {
        concept: {"cards": cards[concept], "kinds": sorted(kinds[concept])} for concept in cards
    }


def _title(course: Course, name: str) -> str:
    return next(deck.title for deck in course.decks if deck.deck == name)


def _print(figures: dict[str, Any]) -> None:
    print_line(f"{figures['title']}: {_told(figures)}")
    for heading in ("languages", "stages", "kinds", "decks", "tags"):
        if figures[heading]:
            print_line()
            print_line(heading.capitalize())
            width = max(len(name) for name in figures[heading])
            for name, row in figures[heading].items():
                title = f"  {row['title']}" if "title" in row else ""
                print_line(f"  {name:{width}}  {_told(row)}{title}")
    if figures["quizzes"]:
        print_line()
        print_line("Quizzes")
        width = max(len(name) for name in figures["quizzes"])
        for name, row in figures["quizzes"].items():
            asks = f"{row['questions']:5} questions from {row['cards']:5} cards"
            short = " (too few cards)" if row["short"] else ""
            print_line(f"  {name:{width}}  {asks}  {row['title']}{short}")


def _told(row: dict[str, Any]) -> str:
    return f"{row.get('entries', 0):5} entries {row.get('cards', 0):5} cards"
