"""What options and settings name in a course: languages, stages, tags, decks, entries, quizzes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from flashcards.course.model import Course, Quiz, Selection
from flashcards.errors import FlashcardsError, UsageError, suggest

_NAMED = {"tag": "tag", "deck": "deck", "key": "entry", "exclude": "entry"}
"""Fields of a selection that name something of the course, and what they name."""


def check_names(course: Course, selection: Selection, retired: bool = False) -> None:
    """Raise if the selection names what the course does not have: it would choose nothing.

    So does a retired entry, unless `retired` ones are taken too.
    """
    check_stages(course, selection.stage, "--stage")
    known = list_known_names(course)
    for field, noun in _NAMED.items():
        for name in getattr(selection, field):
            if name not in known[noun]:
                near = suggest(name, known[noun])
                raise FlashcardsError(f"--{field}: the course has no {noun} '{name}'{near}")
    for key, reason in [] if retired else find_retired(course, selection.key):
        raise FlashcardsError(f"--key: entry '{key}' is retired ({reason})")


def check_stages(course: Course, stages: Sequence[int], name: str) -> None:
    """Raise FlashcardsError if the course has none of one of the stages; `name` says whose."""
    known = {entry.stage for deck in course.decks for entry in deck.entries}
    for stage in stages:
        if stage not in known:
            numbers = ", ".join(map(str, sorted(known)))
            raise FlashcardsError(f"{name}: the course has no stage {stage}; it has {numbers}")


def find_retired(course: Course, keys: Sequence[str]) -> list[tuple[str, str]]:
    """Return those of the keys that name a retired entry or a row of it, with the reasons."""
    reasons = {e.key: e.retired for deck in course.decks for e in deck.entries if e.retired}
    names = ((key, key.partition("/")[0]) for key in keys)
    return [(key, reasons[name]) for key, name in names if name in reasons]


def find_language(course: Course, lang: str | None) -> str:
    """Return the language asked for, the source language if none is.

    Raises UsageError if the course does not have it, FlashcardsError if it is still empty.
    """
    if lang is None or lang == course.source:
        return course.source
    if lang not in course.info.languages:
        known = ", ".join(course.info.languages)
        raise UsageError(f"the course has {known}, not '{lang}'.", "--lang")
    if not course.translations.get(lang):
        raise FlashcardsError(f"nothing is translated into '{lang}' yet")
    return lang


def load_named_quiz(course: Course, name: str) -> Quiz:
    """Return the quiz of the course with that name, or the one in that file.

    Raises FlashcardsError if there is none, or if it names a retired entry, without which it
    would be a shorter quiz than the one that was written; ProblemsFound for mistakes in the file.
    """
    quiz = course.quizzes.get(name)
    if quiz is None and (Path(name).suffix in (".yaml", ".yml") or Path(name).is_file()):
        from flashcards.course.load import load_quiz

        quiz = load_quiz(Path(name), list_known_names(course))
    if quiz is None:
        known = ", ".join(sorted(course.quizzes)) or "none"
        near = suggest(name, course.quizzes)
        raise FlashcardsError(f"there is no quiz '{name}'; the course has: {known}{near}")
    for block in quiz.picks or (quiz,):
        for key, reason in find_retired(course, block.select.key):
            raise FlashcardsError(
                f"quiz '{quiz.quiz}': entry '{key}' is retired ({reason}); take it out of the quiz"
            )
    return quiz


def translate_quiz(course: Course, quiz: Quiz, lang: str) -> Quiz:
    """Return the quiz with its titles in a language, where the course translates them.

    A title or a purpose that differs from the course's quiz of that name is somebody's own, from
    `--title` or a file, and stays. A purpose that has no translation is left out.
    """
    titles, own = course.titles.get(lang, {}), course.quizzes.get(quiz.quiz)
    if lang == course.source or own is None:
        return quiz
    picks = (
        pick.model_copy(update={"title": titles.get(f"block/{pick.title}", pick.title)})
        for pick in quiz.picks
    )
    title = titles.get(f"quiz/{quiz.quiz}", quiz.title) if quiz.title == own.title else quiz.title
    purpose = titles.get(f"purpose/{quiz.quiz}") if quiz.purpose == own.purpose else quiz.purpose
    return quiz.model_copy(update={"title": title, "purpose": purpose, "picks": tuple(picks)})


def list_known_names(course: Course) -> Mapping[str, Collection[str]]:
    """Return what a selection of cards can name in a course, by what it is."""
    entries = [entry for deck in course.decks for entry in deck.entries]
    rows = {f"{entry.key}/{row}" for entry in entries for row in getattr(entry, "rows", ())}
    keys = {entry.key for entry in entries} | rows
    return {
        "tag": {tag for entry in entries for tag in entry.tags},
        "deck": {deck.deck for deck in course.decks},
        "entry": keys,
        "concept": {entry.key for entry in entries if entry.kind == "concept"},
    }
