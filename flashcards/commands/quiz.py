"""`ptquiz`, `ptquiz quiz` and `ptquiz exam`: what is asked, and what is kept of it."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

from flashcards.commands.context import (
    Context,
    change_settings,
    read_clock,
    read_learner_settings,
    wants_lines,
)
from flashcards.commands.learner import open_log, read_moment
from flashcards.paths import home
from flashcards.reviews.store import ReviewLog
from flashcards.selection import CardChoice, check_names, load_named_quiz
from flashcards.study.exam import Exam, ExamRequest, open_exam, take_exam
from flashcards.study.learner import make_learner
from flashcards.study.session import StudyRequest, start_study
from flashcards.study.settings import replace_settings
from flashcards.terminal.card_view import format_clock
from flashcards.terminal.interface import QuizInterface, open_terminal
from flashcards.terminal.output import make_line
from flashcards.terminal.reports import print_command, print_mistakes, print_score, print_stopped
from flashcards.words import Words


def run_quiz(
    context: Context,
    choice: CardChoice,
    request: StudyRequest,
    minutes: float | None,
    plain: bool,
) -> None:
    """Ask what is due today, and new cards; options go before what the learner set for good."""
    settings, course = read_learner_settings(), context.course
    if minutes is not None:
        settings = replace_settings(settings, {"minutes": minutes})
    quiz = load_named_quiz(course, choice.quiz) if choice.quiz else None
    lang = context.choose_language(quiz)
    if not context.lang:  # the same language without an option, in other commands too
        settings = replace(settings, language=lang)
    check_names(course, choice.selection)
    learner = make_learner(course, read_moment(), lang, choice.selection, settings, quiz)
    lines, words = wants_lines(plain), Words(lang)
    with open_terminal(lines, words, course, context.format_command()) as ui, open_log() as log:
        _warn_of_later_answers(ui, log)
        answers = start_study(learner, replace(request, quiz=quiz), ui, log, read_clock)
    is_over = settings.goal and settings.goal.date <= learner.moment.today
    if answers and answers[0].kept and is_over and not quiz:
        change_settings(goal=None)  # the first page said that it is over


def _warn_of_later_answers(ui: QuizInterface, log: ReviewLog) -> None:
    """Tell the learner about answers that are dated later than now, and what to do about them.

    Their cards come back after that date only.
    """
    now = read_clock()
    count, last = log.find_later(now)
    if not count:
        return
    ui.tell(ui.translate("later_answers", n=count, when=format_clock(ui.page.words, last, now)))
    ui.tell(ui.translate("later_clock"))
    marks = {"old": '"undone": false', "new": '"undone": true', "at": '"at"'}
    ui.tell(ui.translate("later_undo", now=now, **marks))


def run_exam(context: Context, name: str, request: ExamRequest, plain: bool, command: str) -> None:
    """Take a quiz of a course under exam rules; `command` is the line that goes on later."""
    course = context.course
    quiz = load_named_quiz(course, name)
    lang = context.choose_language(quiz)
    path = _get_exam_file(course.info.id, quiz.quiz, lang, request.candidate)
    exam = open_exam(course, quiz, lang, path, request)
    with open_terminal(wants_lines(plain), Words(lang), course) as ui:
        now = read_clock()
        if exam.deadline is not None and now >= exam.deadline:
            ui.page.say("exam_expired", when=format_clock(ui.page.words, exam.deadline, now))
            take_exam(exam, ui, read_clock)  # which asks nothing any more
            _print_end(exam, ui, command)
            ui.page.say("exam_fresh")
            print_command(ui.page, f"{command} --fresh{' --force' if request.result else ''}")
            return
        if not ui.show_rules(exam, now):
            print_stopped(ui.page, exam, now, command)
            return
        _take(exam, ui, command)
        if not request.candidate:
            _keep_stage(exam, ui)


def _get_exam_file(course: str, quiz: str, lang: str, candidate: str) -> Path:
    """Return the file in which an exam is kept while it is taken, and its last result.

    Each candidate has one: several may take an exam on one computer.
    """
    parts = [re.sub(r"[^a-z0-9-]+", "_", part.lower())[:60] for part in (course, quiz, lang)]
    if candidate:
        parts.append(hashlib.sha256(candidate.encode(errors="surrogateescape")).hexdigest()[:12])
    return home() / "exams" / f"{'-'.join(parts)}.json"


def _take(exam: Exam, ui: QuizInterface, command: str) -> None:
    """Ask all questions, then print how it ended."""
    interrupt = None
    try:
        take_exam(exam, ui, read_clock)
    except KeyboardInterrupt as pressed:
        interrupt = pressed
    ui.begin_page()
    _print_end(exam, ui, command)
    if interrupt:
        raise interrupt


def _print_end(exam: Exam, ui: QuizInterface, command: str) -> None:
    """Print mistakes and result; of a stopped exam, how to resume it."""
    print_mistakes(ui.page, exam)
    if left := len(exam.drawn.questions) - len(exam.answered):
        ui.page.say("unanswered", n=left)
    if exam.is_over:
        print_score(ui.page, exam, read_learner_settings().stage)
    else:
        print_stopped(ui.page, exam, read_clock(), command)
    ui.page.print(ui.translate("written_to", file=make_line(exam.file)), soft_wrap=True)


def _keep_stage(exam: Exam, ui: QuizInterface) -> None:
    """Let new cards begin with another stage, if a whole placement says so and it is wished."""
    stage = exam.begin_with
    if not stage or stage == read_learner_settings().stage or not exam.is_finished:
        return
    if ui.confirm(ui.translate("begin_there", n=stage)):
        change_settings(stage=stage)
        ui.tell(ui.translate("begins_there", n=stage))
