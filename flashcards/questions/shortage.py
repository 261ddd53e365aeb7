"""Quizzes that ask for more questions than the course has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashcards.cards import Note, list_notes
from flashcards.model import SOURCE_LANGUAGE, Course, Quiz
from flashcards.questions.draw import DrawnQuiz, draw_quiz
from flashcards.questions.quiz import translate_quiz
from flashcards.selection import TooFewCards


class ShortBlock(NamedTuple):
    """A block of a quiz that cannot be filled."""

    quiz: str
    path: tuple[str | int, ...]
    """Where its number stands in the quiz file, or its selection if it has no number."""
    wanted: int
    found: int
    graded: bool = False
    """Whether there would be enough if a person graded some."""


def find_short_blocks(course: Course) -> list[ShortBlock]:
    """Every block of the course's quizzes that cannot be filled, in the quiz's own language."""
    notes: dict[str, list[Note]] = {}
    found: list[ShortBlock] = []
    for quiz in course.quizzes.values():
        lang = quiz.lang or SOURCE_LANGUAGE
        if lang not in notes:
            notes[lang] = list_notes(course, lang)
        found += _find_in_quiz(quiz, notes[lang])
    return found


def require_translation(course: Course, quiz: Quiz, notes: Sequence[Note], lang: str) -> None:
    """Raises TooFewCards if the quiz lacks questions in `lang` that it has in English.

    `notes` are those of `lang`. What a learner or an author leaves out plays no part.
    """
    if lang != SOURCE_LANGUAGE:
        require_language(course, draw_quiz(translate_quiz(course, quiz, lang), notes), lang)


def require_language(course: Course, drawn: DrawnQuiz, lang: str) -> DrawnQuiz:
    """The same quiz. Raises TooFewCards if it lacks questions that it has in English.

    A quiz that is not whole must not look like it, whatever is missing of the translation.
    """
    if lang == SOURCE_LANGUAGE or not any(
        block.is_short or block.left_out or block.pick.count is None for block in drawn.blocks
    ):
        return drawn
    quiz = drawn.quiz
    source = draw_quiz(quiz, list_notes(course), drawn.seed, exam=drawn.exam)
    pairs = zip(drawn.blocks, source.blocks, strict=True)
    missing = [
        f"{mine.pick.title or quiz.title} {len(mine.cards)}/{len(whole.cards)}"
        for mine, whole in pairs
        if len(mine.cards) < len(whole.cards)
    ]
    if not missing:
        return drawn
    raise TooFewCards(
        f"quiz '{quiz.quiz}' is not whole in '{lang}': not all of it is translated "
        f"({', '.join(missing)}); in English it is: --lang {SOURCE_LANGUAGE}"
    )


def _find_in_quiz(quiz: Quiz, notes: Sequence[Note]) -> Iterator[ShortBlock]:
    short = list(_find_short(quiz, draw_quiz(quiz, notes)))
    if not short and (quiz.pass_mark is not None or quiz.minutes is not None):
        exam = draw_quiz(quiz, notes, exam=True)
        short = [each._replace(graded=True) for each in _find_short(quiz, exam)]
    yield from short


def _find_short(quiz: Quiz, drawn: DrawnQuiz) -> Iterator[ShortBlock]:
    """Blocks that are short; all of them if nothing is left of an exam."""
    for number, block in enumerate(drawn.blocks):
        if block.is_short or not drawn.cards:
            place: tuple[str | int, ...] = ("picks", number) if quiz.picks else ()
            field = "select" if block.pick.count is None else "count"
            yield ShortBlock(quiz.quiz, (*place, field), block.wanted, len(block.cards))
