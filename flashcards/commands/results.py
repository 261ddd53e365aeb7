"""`ptquiz results`: what a class answered, and what that says about it and the questions."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands import shared_options as shared
from flashcards.commands.environment import find_outputs
from flashcards.commands.options import Option, switch
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError, UsageError
from flashcards.questions.names import find_language
from flashcards.results.attempts import KEEP, Collected
from flashcards.results.class_report import ClassReport, make_report
from flashcards.results.question_bank import QuestionBank
from flashcards.results.report_text import (
    list_suggestions,
    make_people_table,
    make_question_table,
    summarize_class,
)
from flashcards.results.result_files import NoResults, load_results
from flashcards.results.results_page import render_results_page
from flashcards.terminal.console import make_console
from flashcards.terminal.output import format_json, print_json, print_line, print_lines
from flashcards.terminal.results_view import print_class_report, print_summary
from flashcards.words.message import Message

ENDINGS = (".html", ".htm", ".csv", ".json")


def _check_output(path: Path) -> Message | None:
    if path.suffix.lower() in ENDINGS:
        return shared.check_file(path)
    return Message("results-ending", path=path)


OPTIONS = (
    shared.FILES._replace(help="help-results-files"),
    Option(
        "output",
        ("--output", "-o"),
        "help-results-output",
        value=Path,
        many=True,
        check=_check_output,
    ),
    shared.FORCE,
    Option("names", ("--names/--no-names",), "help-results-names", value=bool, default=True),
    switch("suggest", "--suggest", "help-results-suggest"),
    Option(
        "pass_mark", ("--pass-mark",), "help-results-pass-mark", value=float, minimum=0, maximum=100
    ),
    Option("attempt", ("--attempt",), "help-results-attempt", default="best", choices=KEEP),
    shared.COURSE,
    shared.LANG,
    shared.JSON,
    shared.PLAIN,
    shared.VERBOSE,
)


def run(
    speaker: Speaker,
    files: tuple[Path, ...],
    output: tuple[Path, ...],
    force: bool,
    names: bool,
    suggest: bool,
    pass_mark: float | None,
    attempt: str,
    course: Path | None,
    as_json: bool,
    plain: bool,
    verbose: bool,
) -> None:
    """Scores and item analysis of a class, from whatever holds its answers.

    Per person score, pass and time; per question share right, discrimination, how often
    each answer was given, time; reliability, weak concepts, keys to look at.
    """
    if suggest and as_json:
        raise UsageError(Message("results-suggest-json"), "--suggest")
    found_course = speaker.load_course(course)
    bank = QuestionBank(found_course, find_language(found_course, speaker.lang))
    report = make_report(_load(speaker, files, bank, attempt, names), bank, pass_mark, names)
    written = {path: made for target in output for path, made in _render(report, target).items()}
    find_outputs(force).write_all(written, "results", found_course.info.id, bank.lang, report.exam)
    print_lines(map(speaker.render, [*report.left_out, *report.notices]), file=sys.stderr)
    if as_json:
        print_json(report.for_json())
    elif suggest:
        print_lines(list_suggestions(report) or [speaker.render(Message("suggestions-none"))])
    elif written and not verbose:
        print_summary(make_console(plain, bank.words), report, summarize_class(report, brief=True))
    else:
        print_class_report(make_console(plain, bank.words), report, verbose)
    for path in written:
        told = speaker.render(Message("file-written", path=path))
        print_line(told, file=sys.stderr if as_json or suggest else None)


def _load(
    speaker: Speaker, files: tuple[Path, ...], bank: QuestionBank, attempt: str, names: bool
) -> Collected:
    """What the files hold. Says why, file by file, before FlashcardsError if that is nothing."""
    try:
        return load_results(files, bank, attempt, names)
    except NoResults as error:
        print_lines(map(speaker.render, error.lines), file=sys.stderr)
        raise FlashcardsError(Message("results-none")) from None


def _render(report: ClassReport, target: Path) -> dict[Path, tuple[str, bytes]]:
    """The files that the ending of the name says, each with what it is; a table is two."""
    match target.suffix.lower():
        case ".json":
            return {target: ("json", (format_json(report.for_json()) + "\n").encode())}
        case ".csv":
            people = target.with_name(f"{target.stem}-people.csv")
            questions = target.with_name(f"{target.stem}-questions.csv")
            return {
                people: ("people", make_people_table(report)),
                questions: ("questions", make_question_table(report)),
            }
        case _:
            return {target: ("page", render_results_page(report).encode())}
