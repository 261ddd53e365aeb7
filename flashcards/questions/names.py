"""What options and settings name in a course: languages, stages, tags, decks, entries, quizzes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError, UsageError, did_you_mean

if TYPE_CHECKING:
    from flashcards.course.model import Course, Quiz, Selection

_NAMED = {"tag": "tag", "deck": "deck", "key": "entry", "exclude": "entry"}
"""Fields of a selection that name something of the course, and what they name."""


def check_names(course: Course, selection: Selection, retired: bool = False) -> None:
    """Raise if the selection names what the course does not have: it would choose nothing.

    So does a retired entry, unless `retired` ones are taken too.
    """
    _check_stages(course, selection)
    named = [(field, name) for field in _NAMED for name in getattr(selection, field)]
    if not named:
        return
    known = list_known_names(course)
    for field, name in named:
        if name not in known[field]:
            raise FlashcardsError(
                f"--{field}: the course has no {_NAMED[field]} '{name}'"
                f"{did_you_mean(name, known[field])}"
            )
    for key, reason in [] if retired else find_retired(course, selection.key):
        raise FlashcardsError(f"--key: entry '{key}' is retired ({reason})")


def _check_stages(course: Course, selection: Selection) -> None:
    if not selection.stage:
        return
    known = sorted({entry.stage or 1 for deck in course.decks for entry in deck.entries})
    for stage in selection.stage:
        if stage not in known:
            stages = ", ".join(map(str, known))
            raise FlashcardsError(f"--stage: the course has no stage {stage}; it has {stages}")


def find_retired(course: Course, keys: Sequence[str]) -> list[tuple[str, str]]:
    """Those of the keys that name a retired entry or a row of it, each with the reason."""
    if not keys:
        return []
    reasons = {e.key: e.retired for deck in course.decks for e in deck.entries if e.retired}
    found = ((key, reasons.get(key.partition("/")[0])) for key in keys)
    return [(key, reason) for key, reason in found if reason]


def find_last_stage(course: Course) -> int:
    """The number of the last stage that has entries; 1 if there are none."""
    return max((entry.stage or 1 for deck in course.decks for entry in deck.entries), default=1)


def check_stage(course: Course, stage: int) -> None:
    """Raises FlashcardsError if the course has no such stage."""
    last = find_last_stage(course)
    if stage > last:
        raise FlashcardsError(f"'stage' must be a number from 1 to {last}")


def find_language(course: Course, lang: str | None) -> str:
    """The language asked for, the source language if none is.

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


def find_quiz(course: Course, name: str) -> Quiz:
    """The quiz of the course with that name, or the one in that file.

    Raises FlashcardsError if there is none, or if it names a retired entry;
    ProblemsFound if the file has mistakes.
    """
    quiz = _find_named(course, name)
    blocks = quiz.picks or (quiz,)
    keys = [key for block in blocks if block.select for key in block.select.key]
    # without the entry it would be a shorter quiz than the one that was written
    for key, reason in find_retired(course, keys):
        raise FlashcardsError(
            f"quiz '{quiz.quiz}': entry '{key}' is retired ({reason}); take it out of the quiz"
        )
    return quiz


def _find_named(course: Course, name: str) -> Quiz:
    if name in course.quizzes:
        return course.quizzes[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        from flashcards.course.load import load_quiz

        return load_quiz(path, list_known_names(course))
    known = ", ".join(sorted(course.quizzes)) or "none"
    raise FlashcardsError(
        f"there is no quiz '{name}'; the course has: {known}{did_you_mean(name, course.quizzes)}"
    )


def translate_quiz(course: Course, quiz: Quiz, lang: str) -> Quiz:
    """The quiz with its titles in a language, where the course translates them.

    What it is for is left out where that is told in another language only.
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
    changed = {"title": title, "purpose": purpose, "picks": tuple(picks)}
    return quiz.model_copy(update=changed)


def list_known_names(course: Course) -> Mapping[str, Collection[str]]:
    """What a selection of cards can name in a course, by the field that names it."""
    entries = [entry for deck in course.decks for entry in deck.entries]
    rows = {f"{entry.key}/{row}" for entry in entries for row in getattr(entry, "rows", ())}
    keys = {entry.key for entry in entries} | rows
    return {
        "tag": {tag for entry in entries for tag in entry.tags},
        "deck": {deck.deck for deck in course.decks},
        "key": keys,
        "exclude": keys,
        "about": {entry.key for entry in entries if entry.kind == "concept"},
    }
