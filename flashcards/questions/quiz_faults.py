"""Quizzes that ask for more questions than the course has, or for an answer that they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashcards.cards import Note, list_notes
from flashcards.course.model import SOURCE_LANGUAGE, Course, Quiz
from flashcards.questions.build import KINDS_OF_QUESTION
from flashcards.questions.draw import DrawnBlock, DrawnQuiz, draw_quiz
from flashcards.questions.names import find_retired, translate_quiz
from flashcards.selection import TooFewCards
from flashcards.text.plain_text import format_count


class QuizFault(NamedTuple):
    """What is wrong with a block of a quiz, and how to mend it."""

    quiz: str
    path: tuple[str | int, ...]
    """Where it is in the quiz file."""
    message: str
    hint: str
    is_warning: bool = False
    """Whether the quiz can be asked all the same."""


def find_quiz_faults(course: Course) -> Iterator[QuizFault]:
    """Blocks of the course's quizzes that cannot be filled, or show answers, in their language."""
    notes: dict[str, list[Note]] = {}
    for quiz in course.quizzes.values():
        lang = quiz.lang or course.source
        if lang not in notes:
            notes[lang] = list_notes(course, lang)
        drawn = draw_quiz(quiz, notes[lang])
        is_exam = quiz.pass_mark is not None or quiz.minutes is not None
        whole = not any(_is_unfilled(drawn, block) for block in drawn.blocks)
        exam = draw_quiz(quiz, notes[lang], exam=True) if is_exam and whole else None
        for number, block in enumerate(drawn.blocks):
            place = ("picks", number) if quiz.picks else ()
            yield from _judge_block(course, drawn, block, place)
            if exam and _is_unfilled(exam, exam.blocks[number]):
                gradable = len(exam.blocks[number].cards)
                if len(block.cards) == 1:
                    message = "'ptquiz exam' could not ask this question"
                else:
                    asked = f"{gradable} of these {len(block.cards)} questions"
                    message = f"'ptquiz exam' could ask {asked}"
                hint = (
                    "fine on paper, in Moodle and Canvas; else select what needs no person to grade"
                )
                path = (*place, _find_size_field(block))
                yield QuizFault(quiz.quiz, path, message, hint, is_warning=True)


def _judge_block(
    course: Course, drawn: DrawnQuiz, block: DrawnBlock, place: tuple[str | int, ...]
) -> Iterator[QuizFault]:
    """What is wrong with a block whoever grades it; `place` is its own in the quiz file."""
    quiz, found = drawn.quiz.quiz, len(block.cards)
    keys = block.pick.select.key if block.pick.select else ()
    retired = find_retired(course, keys)
    for key, reason in retired:
        message = f"'key' names a retired entry: '{key}' ({reason})"
        path = (*place, "select", "key", keys.index(key))
        yield QuizFault(quiz, path, message, "remove it, or name another entry")
    if _is_unfilled(drawn, block) and not retired:
        message = f"asks for {format_count(block.wanted, 'question')}, and there are {found}"
        hint = _find_shortage_hint(course, drawn.quiz, found)
        yield QuizFault(quiz, (*place, _find_size_field(block)), message, hint)
    if doubled := count_doubled(block):
        single = len({card.note.key for card in block.cards})
        entries = format_count(doubled, "entry", "entries")
        message = f"asks {entries} more than once: one question answers the other"
        hint = f"write 'count: {single}' beside it, for one question of each"
        yield QuizFault(quiz, (*place, "select"), message, hint, is_warning=True)


def _is_unfilled(drawn: DrawnQuiz, block: DrawnBlock) -> bool:
    """Whether a block is short; all of them are if nothing is left of an exam."""
    return block.is_short or not drawn.cards


def _find_size_field(block: DrawnBlock) -> str:
    """The field that says how many questions a block has."""
    return "select" if block.pick.count is None else "count"


def _find_shortage_hint(course: Course, quiz: Quiz, found: int) -> str:
    """What to do about a block that cannot be filled."""
    lang = quiz.lang or course.source
    if lang != course.source and not course.translations.get(lang):
        return f"nothing is translated into '{lang}'; if the decks are, say 'source: {lang}'"
    if not found:
        return "select something else"
    return f"write {found}, or select more; a note gives one question"


def count_doubled(block: DrawnBlock) -> int:
    """How many terms and gap texts a block asks more than once.

    Each of their questions shows what another asks for. A block that wants a number of
    questions takes one of each.
    """
    if block.pick.count is not None:
        return 0
    showing = {kind for kind, known in KINDS_OF_QUESTION.items() if known.shows_others}
    asked = Counter(card.note.key for card in block.cards if card.entry.kind in showing)
    return sum(times > 1 for times in asked.values())


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
    source_name = "English" if course.source == SOURCE_LANGUAGE else f"'{course.source}'"
    raise TooFewCards(
        f"quiz '{quiz.quiz}' is not whole in '{lang}': not all of it is translated "
        f"({', '.join(missing)}); in {source_name} it is: --lang {course.source}"
    )
