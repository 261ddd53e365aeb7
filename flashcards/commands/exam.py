"""`ptquiz exam`: a quiz under exam rules, and a result that an instructor can collect."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards import __version__
from flashcards.commands.options import Option
from flashcards.commands.shared_options import COURSE, LANG, PLAIN, SEED, list_quizzes
from flashcards.errors import FlashcardsError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flashcards.cards import Note
    from flashcards.model import Course

OPTIONS = (
    Option(
        "name", required=True, metavar="NAME", help="A quiz, or a quiz file.",
        complete=list_quizzes,
    ),
    Option(
        "result", ("--result",), "Write the result here, as JSON.", value=Path, metavar="FILE"
    ),
    Option("candidate", ("--name",), "The candidate's name or id.", default=""),
    LANG,
    SEED,
    COURSE,
    PLAIN,
)  # fmt: skip


def run(
    name: str, result: Path | None, candidate: str, lang: str | None, seed: str | None,
    course: Path | None, plain: bool,
) -> None:  # fmt: skip
    """Take a quiz under exam rules: no feedback until the end.

    This is unproctored practice: the answers are in the deck files.
    """
    from flashcards.cards import list_notes
    from flashcards.commands.environment import open_learner_terminal, read_clock
    from flashcards.paths import course_at
    from flashcards.questions.names import find_language
    from flashcards.questions.quiz import quiz_named
    from flashcards.reviews.review import make_encodable
    from flashcards.study.exam import Exam, left_out, questions_of, take
    from flashcards.terminal.exam_view import print_begin, print_result

    found = course_at(course)
    quiz = quiz_named(found, name)
    language = find_language(found, lang or quiz.lang)
    every = list_notes(found, language)
    chosen_seed = make_encodable(seed or "") or quiz.seed or _fresh_seed()
    asked = questions_of(quiz, every, chosen_seed)
    keep = _keeper(result)
    with open_learner_terminal(plain, language) as terminal:
        taken = Exam(
            quiz,
            asked,
            make_encodable(candidate),
            chosen_seed,
            _versions(found, every),
            read_clock(),
        )
        taken.left_out = left_out(quiz, every)
        taken.titles = found.titles.get(language, {})
        keep(taken.result())  # a place that cannot be written is told before the first question
        print_begin(terminal.console, language, taken)
        written = str(result) if result else None
        try:
            take(taken, terminal.ui, read_clock, keep)
        except FlashcardsError:
            written = None
            raise
        finally:
            print_result(terminal.console, language, taken, written)


def _keeper(result: Path | None) -> Callable[[dict[str, Any]], None]:
    """Writes the result so far; a file that is there already is never overwritten."""
    import json

    from flashcards.fileio import write_whole

    if result is None:
        return lambda _: None
    if result.exists():
        raise FlashcardsError(f"{result} is there already; choose another file for the result")

    def keep(values: dict[str, Any]) -> None:
        text = json.dumps(values, ensure_ascii=False, indent=2) + "\n"
        write_whole(result, text.encode(), make_folders=False)

    return keep


def _versions(course: Course, every: Sequence[Note]) -> dict[str, str]:
    """What the exam was made of: the tool, the course and its content."""
    import hashlib

    from flashcards.study.session import fingerprint_card

    text = "\n".join(f"{card.id} {fingerprint_card(card)}" for note in every for card in note.cards)
    return {
        "ptquiz": __version__,
        "course": course.info.id,
        "content": hashlib.sha256(text.encode()).hexdigest()[:12],
    }


def _fresh_seed() -> str:
    import secrets

    return secrets.token_hex(4)
