"""`ptquiz export`: questions to a file for a class, and what each format could not hold."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from flashcards.commands.environment import choose_file_language, read_build_clock
from flashcards.commands.output_files import check_suffix
from flashcards.course.load import load_course
from flashcards.course.model import Course, Quiz, Selection
from flashcards.errors import AlreadyReported, FlashcardsError, UsageError
from flashcards.export import EXPORT_FORMATS
from flashcards.export.pdf import print_page
from flashcards.export.quiz_export import export_quiz, make_quiz, summarize_quiz, write_exported
from flashcards.fileio import write_outputs
from flashcards.pages.course_page import list_page_files, make_study_data, select_notes_to_show
from flashcards.paths import find_browser
from flashcards.questions.names import check_names, find_language, find_quiz
from flashcards.terminal.output import (
    STDOUT,
    print_json,
    print_line,
    print_lines,
    print_text,
)
from flashcards.text.plain_text import format_count

MANY_FILES = ("canvas", "sheet", "web")
"""Formats that do not fit into standard output."""
MAX_FORM_NAME = 60
"""Characters of a form's name, which is part of the name of a file."""
FORMS = {
    "single": "with one right option",
    "multiple": "with several right options",
    "type": "typed",
    "gap": "with a gap",
    "order": "to put in order",
    "match": "to match",
    "reveal": "in own words",
    "points": "in own words",
}
"""How people say in which way questions are asked."""


@dataclass(frozen=True)
class QuizChanges:
    """What the command line says instead of the quiz."""

    title: str | None
    author: str | None
    course: str | None
    points: float | None
    count: int | None
    seed: str | None
    lang: str | None


@dataclass(frozen=True)
class Printing:
    """What only a printed exam has."""

    forms: str | None
    one_file: bool
    paper: str | None
    date: str | None
    browser: Path | None


@dataclass(frozen=True)
class ExportRequest:
    """What is exported, where to, and how it is reported."""

    format_name: str
    output: Path | None
    force: bool
    selection: Selection
    quiz: str | None
    changes: QuizChanges
    printing: Printing
    verbose: bool
    strict: bool
    dry_run: bool
    as_json: bool


def run_export(folder: Path | None, request: ExportRequest) -> None:
    """Write questions for a class, or a page to study in."""
    _check(request)
    course = load_course(folder)
    if request.format_name == "web":
        _write_page(request, course)
        return
    quiz = _choose_quiz(request, course)
    if request.dry_run:
        _summarize(request, course, quiz)
    else:
        _write_quiz(request, course, quiz)


def _check(request: ExportRequest) -> None:
    """Raise UsageError for options that do not go together."""
    name, changes = request.format_name, request.changes
    if name == "sheet":
        _read_form_names(request.printing.forms)
    else:
        for option, value in asdict(request.printing).items():
            if value:
                raise UsageError("only 'export sheet' has it.", f"--{option.replace('_', '-')}")
    if name == "web":
        unfit = {
            "--title": changes.title,
            "--author": changes.author,
            "--course-title": changes.course,
            "--points": changes.points,
            "--strict": request.strict or None,
            "--dry-run": request.dry_run or None,
        }
        for option, value in unfit.items():
            if value is not None:
                raise UsageError("'export web' does not have it.", option)
        check_suffix(request.output, "a web page", ".html", ".htm")
    else:
        made = EXPORT_FORMATS[name]
        check_suffix(request.output, made.made, *made.endings)
    if request.output == STDOUT and (request.as_json or name in MANY_FILES):
        why = "--json prints there" if request.as_json else "only one file of text fits there"
        raise UsageError(f"'-' is standard output, and {why}; name a file.", "--output")


def _read_form_names(forms: str | None) -> list[str]:
    """Return the names of the forms. Raises UsageError."""
    names = [" ".join(name.split()) for name in (forms or "A").split(",")]
    if len(set(names)) < len(names) or not all(names):
        raise UsageError("give different names, such as A,B,C.", "--forms")
    for name in names:
        if len(name) > MAX_FORM_NAME or not name.isprintable():
            raise UsageError(
                f"'{name[:20]}…' is no name; give up to {MAX_FORM_NAME} characters.", "--forms"
            )
    return names


def _write_page(request: ExportRequest, course: Course) -> None:
    """Write the course as a page to study in: a file, or a folder for a host."""
    changes = request.changes
    notes = select_notes_to_show(
        course,
        selection=request.selection,
        quiz=request.quiz,
        lang=changes.lang if request.quiz else choose_file_language(course, changes.lang),
        count=changes.count,
        seed=changes.seed,
        notice=print_line,
    )
    data = make_study_data(course, notes, now=read_build_clock(), notice=print_line)
    output = request.output or Path("build", f"{course.info.id}-{data.lang}")
    files = list_page_files(data, output)
    write_outputs(files, force=request.force or request.output is None)
    if request.as_json:
        print_json({"files": [str(path) for path in files]})
        return
    cards = format_count(sum(len(note.cards) for note in notes), "card")
    print_line(f"Wrote {output}: {cards} of {course.info.title}.")
    if request.force and len(files) > 1:
        print_lines(f"Wrote {path}" for path in files)


def _choose_quiz(request: ExportRequest, course: Course) -> Quiz:
    """Return the quiz that is named, or one of this choice, with what the options say."""
    check_names(course, request.selection)
    changes = {name: value for name, value in asdict(request.changes).items() if value is not None}
    if request.quiz:
        quiz = find_quiz(course, request.quiz)
    else:
        quiz = make_quiz(course, request.selection, request.changes.lang)
        quiz = quiz.model_copy(update={"shuffle": request.format_name == "sheet"})
    if quiz.picks and request.changes.count is not None:
        raise UsageError("the blocks of the quiz say how many.", "--count")
    quiz = quiz.model_copy(update=changes)
    return quiz.model_copy(update={"lang": find_language(course, quiz.lang)})


def _summarize(request: ExportRequest, course: Course, quiz: Quiz) -> None:
    """Print what would be asked. Raises AlreadyReported if there are too few cards."""
    summary = summarize_quiz(course, quiz, request.selection)
    if request.as_json:
        blocks = [{**block, "why": str(block["why"])} for block in summary["blocks"]]
        print_json({**summary, "blocks": blocks})
    else:
        print_lines(map(_describe_block, summary["blocks"]))
        if "questions" in summary:
            _print_total(summary)
    if "questions" not in summary:
        raise AlreadyReported


def _describe_block(block: Mapping[str, Any]) -> str:
    """Return how many questions a block takes, and what is the matter with that."""
    asked = block["found"] if block["asked"] is None else block["asked"]
    line = (
        f"{block['title'] or 'all'}: {block['taken']} of {format_count(asked, 'question')} "
        f"({block['found']} to choose from)"
    )
    if block["short"]:
        return f"{line}  SHORT: {block['why']}"
    if block["doubled"]:
        entries = format_count(block["doubled"], "entry", "entries")
        return f"{line}  NOTE: {entries} asked more than once; a count asks each once"
    return line


def _print_total(summary: Mapping[str, Any]) -> None:
    counts: Counter[str] = Counter()
    for form, number in summary["forms"].items():
        counts[FORMS[form]] += number
    forms = ", ".join(f"{number} {how}" for how, number in counts.items())
    print_line(f"{format_count(summary['questions'], 'question')}: {forms}")
    points = f"{summary['points']:g} point{'' if summary['points'] == 1 else 's'}"
    print_line(f"{points}; pure guessing is expected to get {summary['guessing']:g} %")


def _write_quiz(request: ExportRequest, course: Course, quiz: Quiz) -> None:
    """Write or print the files and tell what became of each question."""
    exported = export_quiz(
        course, quiz, request.format_name, request.selection, _make_printing(request)
    )
    refusal = exported.find_refusal(request.format_name, request.strict)
    files: list[Path] = []
    if not refusal and request.output == STDOUT:
        for data in exported.files.values():
            print_text(data.decode())
    elif not refusal:
        files = write_exported(exported, quiz, request.output, force=request.force)
    if request.as_json:
        print_json({**exported.for_json(), "files": [str(path) for path in files]})
    else:
        counts = ", ".join(f"{number} {status}" for status, number in exported.counts().items())
        lines = [
            *exported.list_lines(request.verbose),
            f"{counts} of {course.info.title}",
            *(f"Wrote {path}" for path in files),
        ]
        print_lines(lines, sys.stderr if request.output == STDOUT else None)
    if refusal:
        raise FlashcardsError(f"nothing written: {refusal}")


def _make_printing(request: ExportRequest) -> dict[str, Any]:
    """Return the arguments of `export_sheet`. Raises FlashcardsError if a browser is missing."""
    if request.format_name != "sheet":
        return {}
    printing = request.printing
    return {
        "names": _read_form_names(printing.forms),
        "one_file": printing.one_file,
        "paper": printing.paper or "a4",
        "date": printing.date or "",
        "printer": _find_printer(request),
    }


def _find_printer(request: ExportRequest) -> Callable[[bytes], bytes] | None:
    """Return what prints, if the output is called a PDF."""
    if request.output is None or request.output.suffix.lower() != ".pdf":
        return None
    browser = request.printing.browser or find_browser()
    if browser is None:
        raise FlashcardsError(
            "no Chrome, Chromium or Edge was found that could print a PDF; say where one is with "
            "--browser, or take .html and print that page in any browser, with headers and "
            "footers off"
        )
    return partial(print_page, browser=browser)
