"""`ptquiz exam`: a quiz under exam rules, and a result that an instructor can collect."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.options import Option
from flashcards.commands.shared_options import COURSE, LANG, PLAIN, SEED, check_file, list_quizzes
from flashcards.errors import FlashcardsError

OPTIONS = (
    Option(
        "name", required=True, metavar="NAME", help="A quiz, or a quiz file.",
        complete=list_quizzes,
    ),
    Option(
        "result", ("--result",), "Write the result here, as JSON.", value=Path, metavar="FILE",
        check=check_file,
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
    import secrets

    from flashcards import (
        find_language,
        find_quiz,
        load_course,
        make_result_writer,
        start_exam,
        take_exam,
    )
    from flashcards.commands.environment import open_learner_terminal, read_clock
    from flashcards.paths import cache_folder
    from flashcards.terminal.exam_view import print_begin, print_result

    found = load_course(course, cache=cache_folder())
    quiz = find_quiz(found, name)
    language = find_language(found, lang or quiz.lang)
    drawn_with = seed or quiz.seed or secrets.token_hex(4)
    keep = make_result_writer(result)
    with open_learner_terminal(plain, language) as terminal:
        taken = start_exam(found, quiz, language, drawn_with, candidate, read_clock)
        keep(taken.result())  # a place that cannot be written is told before the first question
        print_begin(terminal.console, language, taken)
        written = str(result) if result else None
        try:
            take_exam(taken, terminal.ui, read_clock, keep)
        except FlashcardsError:
            written = None
            raise
        finally:
            print_result(terminal.console, language, taken, written)
