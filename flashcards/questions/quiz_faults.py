"""Quizzes that ask for more questions than the course has, or for an answer that they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashcards.cards import Note, list_notes
from flashcards.model import SOURCE_LANGUAGE, Course, Quiz
from flashcards.questions.draw import DrawnBlock, DrawnQuiz, draw_quiz
from flashcards.questions.names import find_retired, translate_quiz
from flashcards.selection import TooFewCards
from flashcards.words.message import Message, Names

_SHOWING = ("term", "cloze")
"""Kinds of entries whose questions show what their other questions ask for."""


class ShortBlock(NamedTuple):
    """A block of a quiz that cannot be filled."""

    quiz: str
    path: tuple[str | int, ...]
    """Where its number stands in the quiz file, or its selection if it has no number."""
    wanted: int
    found: int
    graded: bool = False
    """Whether there are enough, and `ptquiz exam` cannot grade so many without a person."""


class DoubledBlock(NamedTuple):
    """A block of a quiz that asks a term both ways, or several gaps of one text."""

    quiz: str
    path: tuple[str | int, ...]
    """Where its selection stands in the quiz file."""
    doubled: int
    """How many entries it asks more than once."""
    single: int
    """How many questions it has if it asks each note once."""


class RetiredKey(NamedTuple):
    """A key in a block of a quiz that names a retired entry, or a row of one."""

    quiz: str
    path: tuple[str | int, ...]
    """Where the key stands in the quiz file."""
    key: str
    reason: str


def find_block_faults(course: Course) -> Iterator[ShortBlock | DoubledBlock | RetiredKey]:
    """Blocks of the course's quizzes that cannot be filled, or show answers, in their language."""
    notes: dict[str, list[Note]] = {}
    has_retired = any(entry.retired for deck in course.decks for entry in deck.entries)
    for quiz in course.quizzes.values():
        lang = quiz.lang or course.source
        if lang not in notes:
            notes[lang] = list_notes(course, lang)
        drawn = draw_quiz(quiz, notes[lang])
        retired = list(_find_retired_keys(course, drawn)) if has_retired else []
        yield from retired
        told = {fault.path[:-3] for fault in retired}
        short = _find_short_blocks(drawn, notes[lang])
        yield from (block for block in short if block.path[:-1] not in told)
        yield from _find_doubled_blocks(drawn)


def _find_retired_keys(course: Course, drawn: DrawnQuiz) -> Iterator[RetiredKey]:
    for number, block in enumerate(drawn.blocks):
        keys = block.pick.select.key if block.pick.select else ()
        path = (*_find_place(drawn.quiz, number), "select", "key")
        for key, reason in find_retired(course, keys):
            yield RetiredKey(drawn.quiz.quiz, (*path, keys.index(key)), key, reason)


def _find_doubled_blocks(drawn: DrawnQuiz) -> Iterator[DoubledBlock]:
    """Blocks of which one question shows the answer of another."""
    for number, block in enumerate(drawn.blocks):
        if doubled := count_doubled(block):
            single = len({card.note.key for card in block.cards})
            path = (*_find_place(drawn.quiz, number), "select")
            yield DoubledBlock(drawn.quiz.quiz, path, doubled, single)


def count_doubled(block: DrawnBlock) -> int:
    """How many terms and gap texts a block asks more than once.

    Each of their questions shows what another asks for. A block that wants a number of
    questions takes one of each.
    """
    if block.pick.count is not None:
        return 0
    asked = Counter(card.note.key for card in block.cards if card.entry.kind in _SHOWING)
    return sum(times > 1 for times in asked.values())


def _find_place(quiz: Quiz, number: int) -> tuple[str | int, ...]:
    return ("picks", number) if quiz.picks else ()


def require_translation(course: Course, quiz: Quiz, notes: Sequence[Note], lang: str) -> None:
    """Raises TooFewCards if the quiz lacks questions in `lang` that it has in the source.

    `notes` are those of `lang`. What a learner or an author leaves out plays no part.
    """
    if lang != course.source:
        require_language(course, draw_quiz(translate_quiz(course, quiz, lang), notes), lang)


def require_language(course: Course, drawn: DrawnQuiz, lang: str) -> DrawnQuiz:
    """The same quiz. Raises TooFewCards if it lacks questions that it has in the source.

    A quiz that is not whole must not look like it, whatever is missing of the translation.
    One that was written for `lang` and names no number asks for what there is in it.
    """
    is_own = drawn.quiz.lang == lang
    if lang == course.source or not any(
        block.is_short or (not is_own and (block.left_out or block.pick.count is None))
        for block in drawn.blocks
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
    is_english = course.source == SOURCE_LANGUAGE
    which = "quiz-whole-in-english" if is_english else "quiz-whole-in-source"
    raise TooFewCards(
        Message(which, name=quiz.quiz, lang=lang, blocks=Names(missing), source=course.source)
    )


def _find_short_blocks(drawn: DrawnQuiz, notes: Sequence[Note]) -> Iterator[ShortBlock]:
    quiz = drawn.quiz
    short = list(_find_short(drawn))
    if not short and (quiz.pass_mark is not None or quiz.minutes is not None):
        wanted = {_find_place(quiz, n): len(block.cards) for n, block in enumerate(drawn.blocks)}
        short = [
            each._replace(graded=True, wanted=wanted[each.path[:-1]])
            for each in _find_short(draw_quiz(quiz, notes, exam=True))
        ]
    yield from short


def _find_short(drawn: DrawnQuiz) -> Iterator[ShortBlock]:
    """Blocks that are short; all of them if nothing is left of an exam."""
    quiz = drawn.quiz
    for number, block in enumerate(drawn.blocks):
        if block.is_short or not drawn.cards:
            path = (*_find_place(quiz, number), "select" if block.pick.count is None else "count")
            yield ShortBlock(quiz.quiz, path, block.wanted, len(block.cards))
