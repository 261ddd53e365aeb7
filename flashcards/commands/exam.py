"""`ptquiz exam`: a quiz under exam rules, and a result that an instructor can collect."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import COURSE, LANG, PLAIN, SEED, check_file, list_quizzes
from flashcards.errors import FlashcardsError

if TYPE_CHECKING:
    from flashcards import Course, Exam, Quiz

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
    Option("fresh", ("--fresh",), "Begin anew, not where you stopped.", value=bool, default=False),
    COURSE,
    PLAIN,
)  # fmt: skip


def run(
    name: str, result: Path | None, candidate: str, lang: str | None, seed: str | None,
    fresh: bool, course: Path | None, plain: bool,
) -> None:  # fmt: skip
    """Take a quiz under exam rules: no feedback until the end.

    What was stopped goes on where it was, with its clock, when it is started again.
    This is practice: nobody watches, and the answers are in the deck files.
    """
    from flashcards import find_language, find_quiz, load_course, record_mistakes, take_exam
    from flashcards.commands.environment import (
        choose_language,
        open_learner_terminal,
        open_log,
        read_clock,
    )
    from flashcards.paths import cache_folder
    from flashcards.terminal.exam_view import list_begin, offer_review, print_result

    found = load_course(course, cache=cache_folder())
    quiz = find_quiz(found, name)
    language = find_language(found, lang or quiz.lang or choose_language(found, None))
    taken, keep, file = _prepare(found, quiz, language, seed, candidate, result, fresh)
    with open_learner_terminal(plain, language) as terminal:
        keep(taken.result())  # a place that cannot be written is told before the first question
        for line in list_begin(language, taken):
            terminal.ui.tell(line)
        written: str | None = str(file) if result or file.exists() else None
        begins = None
        try:
            take_exam(taken, terminal.ui, read_clock, keep)
            if offer_review(terminal.ui, language, taken):
                with open_log() as log:
                    record_mistakes(taken, log, read_clock())
            if not candidate:
                begins = _keep_stage(terminal.ui, language, taken)
        except FlashcardsError:
            written = None
            raise
        finally:
            terminal.ui.close()
            print_result(terminal.console, language, taken, written, begins)


def _keep_stage(ui: Any, lang: str, exam: Exam) -> int | None:
    """The stage with which new cards begin from now on, if a placement says so and it is wished."""
    from dataclasses import replace

    from flashcards import write_settings
    from flashcards.commands.environment import read_learner_settings, settings_path
    from flashcards.terminal.exam_view import offer_stage

    settings = read_learner_settings()
    stage = offer_stage(ui, lang, exam, settings.stage)
    if stage:
        write_settings(settings_path(), replace(settings, stage=stage))
    return stage


def _prepare(
    course: Course, quiz: Quiz, lang: str, seed: str | None, candidate: str, result: Path | None,
    fresh: bool,
) -> tuple[Exam, Callable[[dict[str, Any]], None], Path]:  # fmt: skip
    """The exam, new or where it was stopped, what keeps it, and the file of its result."""
    import secrets

    from flashcards import load_exam_state, make_result_writer, resume_exam, start_exam
    from flashcards import write_exam_state as make_keeper
    from flashcards.commands.environment import exam_path, read_clock

    path = exam_path(course.info.id, quiz.quiz, lang, candidate)
    state = None if fresh else load_exam_state(path)
    if state and seed not in (None, state["seed"]):
        state = None
    drawn_with = str(state["seed"]) if state else seed or quiz.seed or secrets.token_hex(4)
    taken = start_exam(course, quiz, lang, drawn_with, candidate, read_clock)
    resumed = state is not None and resume_exam(taken, state, read_clock())
    write_result = make_result_writer(result, replaces=resumed)
    write_state = make_keeper(path, read_clock)

    def keep(values: dict[str, Any]) -> None:
        write_result(values)
        with suppress(FlashcardsError, OSError):  # without it the exam cannot be resumed
            write_state(values)

    return taken, keep, result or path
