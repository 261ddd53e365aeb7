"""The quiz that an option names: one of the course, or a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.errors import FlashcardsError
from flashcards.questions.names import find_retired
from flashcards.words.message import Message, Names

if TYPE_CHECKING:
    from flashcards.model import Course, Quiz


def find_quiz(course: Course, name: str, retired: bool = False) -> Quiz:
    """The quiz of the course with that name, or the one in that file.

    Raises FlashcardsError if there is none, or if it names a retired entry, unless
    `retired` ones are taken too; ProblemsFound if the file has mistakes.
    """
    quiz = _find_named(course, name)
    if not retired:
        _refuse_retired(course, quiz)
    return quiz


def _refuse_retired(course: Course, quiz: Quiz) -> None:
    """Without the entry it would be a shorter quiz than the one that was written."""
    blocks = quiz.picks or (quiz,)
    keys = [key for block in blocks if block.select for key in block.select.key]
    for key, reason in find_retired(course, keys):
        raise FlashcardsError(Message("quiz-entry-retired", quiz=quiz.quiz, key=key, reason=reason))


def _find_named(course: Course, name: str) -> Quiz:
    if name in course.quizzes:
        return course.quizzes[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        from flashcards.source.quiz_file import load_quiz

        return load_quiz(path, list_known_names(course))
    known = Names(sorted(course.quizzes)) or Message("setting_none")
    raise FlashcardsError(Message("quiz-unknown", name=name, names=known))


def translate_quiz(course: Course, quiz: Quiz, lang: str) -> Quiz:
    """The quiz with its titles in a language, where the course translates them.

    What it is for is left out where that is told in another language only.
    """
    titles, own = course.titles.get(lang, {}), course.quizzes.get(quiz.quiz)
    if lang == course.source or own is None:
        return quiz
    picks = (
        replace(pick, title=titles.get(f"block/{pick.title}", pick.title)) for pick in quiz.picks
    )
    title = titles.get(f"quiz/{quiz.quiz}", quiz.title) if quiz.title == own.title else quiz.title
    purpose = titles.get(f"purpose/{quiz.quiz}") if quiz.purpose == own.purpose else quiz.purpose
    return replace(quiz, title=title, purpose=purpose, picks=tuple(picks))


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
