"""`ptquiz exam`: a quiz under exam rules, and a result that an instructor can collect."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flashcards.commands import shared_options as shared
from flashcards.commands.environment import (
    change_settings,
    read_clock,
    read_learner_settings,
)
from flashcards.commands.learner import exam_path, open_learner_terminal, open_log
from flashcards.commands.options import Option, switch
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError
from flashcards.model import Course
from flashcards.questions.names import find_language, find_quiz
from flashcards.study.exam import Exam, record_mistakes, take_exam
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
from flashcards.terminal.output import make_line, print_line

OPTIONS = (
    Option("name", help="help-exam-quiz", metavar="metavar-name", complete=shared.list_quizzes),
    Option("result", ("--result",), "help-exam-result", value=Path, check=shared.check_file),
    shared.FORCE,
    Option("candidate", ("--name",), "help-exam-name", default="", metavar="metavar-any-name"),
    shared.LANG,
    shared.SEED,
    switch("fresh", "--fresh", "help-exam-fresh"),
    shared.COURSE,
    shared.PLAIN,
)


def run(
    speaker: Speaker, name: str | None, force: bool, course: Path | None, plain: bool, **taking: Any
) -> None:
    """Take a quiz under exam rules: no feedback until the end.

    What was stopped goes on where it was, with its clock, when it is started again.
    This is practice: nobody watches, and the answers are in the deck files.
    """
    found = speaker.load_course(course)
    if name is None:
        _print_quizzes(speaker, found)
        return
    quiz = find_quiz(found, name)
    language = find_language(found, speaker.lang or quiz.lang or speaker.choose_language(found))
    path = exam_path(found.info.id, quiz.quiz, language, taking["candidate"])
    sitting = open_exam(found, quiz, language, path, read_clock, force=force, **taking)
    command = _list_words(speaker, name, plain, taking)
    with open_learner_terminal(plain, speaker.find_words(language)) as ui:
        if not _begin(sitting, ui, command):
            return
        _take(sitting, ui, command)
        _keep_mistakes(ui, sitting.exam)
        if not taking["candidate"]:
            _keep_stage(ui, sitting.exam)


def _begin(sitting: ExamSession, ui: ConsoleInterface, command: str) -> bool:
    """Whether the candidate begins after reading the rules; nothing is written before.

    `command` is the command line that begins or goes on later. Raises FlashcardsError if the
    result cannot be written after all.
    """
    exam, opened, begins = sitting.exam, read_clock(), False
    try:
        begins = ui.show_rules([*list_begin(ui.words, exam, opened)])
        if begins:
            exam.start_clock(opened, read_clock())
            sitting.keep()
    except (FlashcardsError, KeyboardInterrupt):
        ui.close()
        raise
    if not begins:
        ui.close()
        print_not_begun(ui.console, ui.words, sitting.resumed, command)
    return begins


def _take(sitting: ExamSession, ui: ConsoleInterface, command: str) -> None:
    """Ask all questions and print the result, also of what was stopped.

    `command` is the command line that goes on.
    """
    taken, is_written = sitting.exam, sitting.file.exists()
    stage = read_learner_settings().stage
    try:
        take_exam(taken, ui, read_clock, sitting.keep)
        show_review(ui, taken, stage)
    except FlashcardsError:
        is_written = False
        raise
    finally:
        ui.close()
        file = str(sitting.file) if is_written else None
        print_result(ui.console, ui.words, taken, file, command, stage)


def _keep_mistakes(ui: ConsoleInterface, exam: Exam) -> None:
    """Takes what was wrong over into the learner's plan, if it is wished."""
    if offer_mistakes(ui, exam):
        with open_log() as log:
            taken_over = record_mistakes(exam, log, read_clock())
        ui.tell(ui.words.say("mistakes_taken", n=taken_over))
        ui.close()


def _print_quizzes(speaker: Speaker, course: Course) -> None:
    """The quizzes of a course, with their titles and minutes."""
    words = speaker.find_words(find_language(course, speaker.choose_language(course)))
    titles = course.titles.get(words.lang, {})
    widest = max(map(len, course.quizzes), default=0)
    for name, quiz in course.quizzes.items():
        title = make_line(titles.get(f"quiz/{name}", quiz.title))
        minutes = "" if quiz.minutes is None else words.say("took_minutes", n=quiz.minutes)
        length = words.say("remark", text=minutes) if minutes else ""
        command = words.format_command(f"ptquiz exam {name}") + " " * (widest - len(name))
        print_line(f"{command}  {title}{length}")


def _keep_stage(ui: ConsoleInterface, exam: Exam) -> None:
    """Lets new cards begin with another stage, if a placement says so and it is wished."""
    stage = offer_stage(ui, exam, read_learner_settings().stage)
    if stage:
        change_settings(stage=stage)
        ui.tell(ui.words.say("begins_there", n=stage))
        ui.close()


def _list_words(speaker: Speaker, name: str, plain: bool, taking: Mapping[str, Any]) -> str:
    """The command line that goes on with this exam, as a shell reads it."""
    flags = {"--result": "result", "--name": "candidate", "--seed": "seed"}
    given = {flag: taking[name] for flag, name in flags.items() if taking[name]}
    told = [str(each) for pair in given.items() for each in pair]
    options = shlex.join([name, *told, *(["--plain"] if plain else [])])
    return f"{speaker.words.format_command('ptquiz exam')} {options}"
