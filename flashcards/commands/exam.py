"""`ptquiz exam`: a quiz under exam rules, and a result that an instructor can collect."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from flashcards.commands.context import Context
from flashcards.commands.environment import (
    change_settings,
    read_clock,
    read_learner_settings,
    refuse_stdout,
)
from flashcards.commands.learner import open_learner_terminal, open_log
from flashcards.errors import FlashcardsError
from flashcards.paths import home
from flashcards.questions.names import find_language, find_quiz
from flashcards.study.exam import record_mistakes, take_exam
from flashcards.study.exam_session import ExamSession, open_exam
from flashcards.terminal.exam_view import (
    list_begin,
    offer_mistakes,
    offer_stage,
    print_not_begun,
    print_result,
    show_review,
)
from flashcards.terminal.interface import ConsoleInterface
from flashcards.terminal.output import print_columns
from flashcards.words.catalog import find_words


def run_exam(
    context: Context,
    name: str,
    result: Path | None,
    force: bool,
    candidate: str,
    seed: str | None,
    fresh: bool,
    plain: bool,
    command: str,
) -> None:
    """Take a quiz of a course under exam rules; `command` is the line that goes on later."""
    refuse_stdout(result, "--result")
    course = context.course
    quiz = find_quiz(course, name)
    lang = find_language(course, context.choose_language(quiz))
    session = open_exam(
        course,
        quiz,
        lang,
        _find_path(course.info.id, quiz.quiz, lang, candidate),
        read_clock,
        result=result,
        force=force,
        candidate=candidate,
        seed=seed,
        fresh=fresh,
    )
    with open_learner_terminal(plain, find_words(lang)) as ui:
        if _begin(session, ui, command):
            _take(session, ui, command)
            _keep_mistakes(session, ui)
            if not candidate:
                _keep_stage(session, ui)


def list_exams(context: Context) -> None:
    """Print the quizzes of a course with titles and minutes, and the commands to take them."""
    course, words, rows = context.course, context.words, []
    titles = course.titles.get(words.lang, {})
    for name, quiz in course.quizzes.items():
        title = titles.get(f"quiz/{name}", quiz.title)
        if quiz.minutes is not None:
            title += words.say("remark", text=words.say("took_minutes", n=quiz.minutes))
        rows.append((f"ptquiz exam {name}{context.name_option()}", title))
    print_columns(rows)


def _find_path(course: str, quiz: str, lang: str, candidate: str) -> Path:
    """Return the file in which an exam is kept while it is taken, and its last result.

    Each candidate has one: several may take an exam on one computer.
    """
    parts = [re.sub(r"[^a-z0-9-]+", "_", part.lower())[:60] for part in (course, quiz, lang)]
    if candidate:
        parts.append(hashlib.sha256(candidate.encode(errors="surrogateescape")).hexdigest()[:12])
    return home() / "exams" / f"{'-'.join(parts)}.json"


def _begin(session: ExamSession, ui: ConsoleInterface, command: str) -> bool:
    """Return whether the candidate begins after reading the rules; nothing is written before.

    Raises FlashcardsError if the result cannot be written after all.
    """
    exam, opened, begins = session.exam, read_clock(), False
    try:
        begins = ui.show_rules([*list_begin(ui.words, exam, opened)])
        if begins:
            exam.start_clock(opened, read_clock())
            session.keep()
    except (FlashcardsError, KeyboardInterrupt):
        ui.close()
        raise
    if not begins:
        ui.close()
        print_not_begun(ui.console, ui.words, session.resumed, command)
    return begins


def _take(session: ExamSession, ui: ConsoleInterface, command: str) -> None:
    """Ask all questions and print the result, also of what was stopped."""
    exam, is_written = session.exam, session.file.exists()
    stage = read_learner_settings().stage
    try:
        take_exam(exam, ui, read_clock, session.keep)
        show_review(ui, exam, stage)
    except FlashcardsError:
        is_written = False
        raise
    finally:
        ui.close()
        file = str(session.file) if is_written else None
        print_result(ui.console, ui.words, exam, file, command, stage)


def _keep_mistakes(session: ExamSession, ui: ConsoleInterface) -> None:
    """Take what was wrong over into the learner's plan, if it is wished."""
    if offer_mistakes(ui, session.exam):
        with open_log() as log:
            count = record_mistakes(session.exam, log, read_clock())
        ui.tell(ui.words.say("mistakes_taken", n=count))
        ui.close()


def _keep_stage(session: ExamSession, ui: ConsoleInterface) -> None:
    """Let new cards begin with another stage, if a placement says so and it is wished."""
    stage = offer_stage(ui, session.exam, read_learner_settings().stage)
    if stage:
        change_settings(stage=stage)
        ui.tell(ui.words.say("begins_there", n=stage))
        ui.close()
