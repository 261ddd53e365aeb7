"""`ptquiz exam`: a quiz under exam rules, and a result that an instructor can collect."""

from __future__ import annotations

import shlex
from pathlib import Path

from flashcards.commands.environment import (
    change_settings,
    choose_language,
    find_course_folder,
    get_words,
    open_course,
    read_clock,
    read_learner_settings,
)
from flashcards.commands.learner import exam_path, open_learner_terminal, open_log
from flashcards.commands.output_files import refuse_stdout
from flashcards.errors import FlashcardsError
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


def run_exam(
    name: str,
    course: Path | None,
    result: Path | None,
    force: bool,
    candidate: str,
    lang: str | None,
    seed: str | None,
    fresh: bool,
    plain: bool,
) -> None:
    """Take a quiz of a course, or of that in the working folder, under exam rules."""
    refuse_stdout(result, "--result")
    loaded = open_course(course or find_course_folder())
    quiz = find_quiz(loaded, name)
    language = find_language(loaded, lang or quiz.lang or choose_language(loaded, lang))
    path = exam_path(loaded.info.id, quiz.quiz, language, candidate)
    session = open_exam(
        loaded,
        quiz,
        language,
        path,
        read_clock,
        result=result,
        force=force,
        candidate=candidate,
        seed=seed,
        fresh=fresh,
    )
    given = {
        "--course": course,
        "--lang": lang,
        "--result": result,
        "--name": candidate,
        "--seed": seed,
    }
    options = [str(part) for pair in given.items() if pair[1] for part in pair]
    command = shlex.join(["ptquiz", "exam", name, *options, *(["--plain"] if plain else [])])
    with open_learner_terminal(plain, get_words(language)) as ui:
        if not _begin(session, ui, command):
            return
        _take(session, ui, command)
        _keep_mistakes(ui, session.exam)
        if not candidate:
            _keep_stage(ui, session.exam)


def list_exams(course: Path | None, lang: str | None) -> None:
    """Print the quizzes of a course with titles and minutes, and the commands to take them."""
    loaded = open_course(course or find_course_folder())
    words = get_words(find_language(loaded, choose_language(loaded, lang)))
    titles = loaded.titles.get(words.lang, {})
    width = max(map(len, loaded.quizzes), default=0)
    option = f" --course {shlex.quote(str(course))}" if course else ""
    for name, quiz in loaded.quizzes.items():
        title = make_line(titles.get(f"quiz/{name}", quiz.title))
        minutes = "" if quiz.minutes is None else words.say("took_minutes", n=quiz.minutes)
        length = words.say("remark", text=minutes) if minutes else ""
        print_line(f"ptquiz exam {name:{width}}{option}  {title}{length}")


def _begin(session: ExamSession, ui: ConsoleInterface, command: str) -> bool:
    """Whether the candidate begins after reading the rules; nothing is written before.

    `command` is the command line that begins or goes on later. Raises FlashcardsError if the
    result cannot be written after all.
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
    """Ask all questions and print the result, also of what was stopped.

    `command` is the command line that goes on.
    """
    taken, is_written = session.exam, session.file.exists()
    stage = read_learner_settings().stage
    try:
        take_exam(taken, ui, read_clock, session.keep)
        show_review(ui, taken, stage)
    except FlashcardsError:
        is_written = False
        raise
    finally:
        ui.close()
        file = str(session.file) if is_written else None
        print_result(ui.console, ui.words, taken, file, command, stage)


def _keep_mistakes(ui: ConsoleInterface, exam: Exam) -> None:
    """Takes what was wrong over into the learner's plan, if it is wished."""
    if offer_mistakes(ui, exam):
        with open_log() as log:
            taken_over = record_mistakes(exam, log, read_clock())
        ui.tell(ui.words.say("mistakes_taken", n=taken_over))
        ui.close()


def _keep_stage(ui: ConsoleInterface, exam: Exam) -> None:
    """Lets new cards begin with another stage, if a placement says so and it is wished."""
    stage = offer_stage(ui, exam, read_learner_settings().stage)
    if stage:
        change_settings(stage=stage)
        ui.tell(ui.words.say("begins_there", n=stage))
        ui.close()
