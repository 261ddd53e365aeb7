"""`ptquiz build`, `preview` and `export`: cards to an Anki package, a page, a file for a class."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console

from flashcards.anki.build import BuildRequest, build_package
from flashcards.cards import Note
from flashcards.commands.context import Context, read_build_clock
from flashcards.course.load import LOCK_FILE
from flashcards.course.model import Quiz
from flashcards.errors import FlashcardsError, UsageError
from flashcards.export.quiz_export import export_quiz, make_plan, make_quiz, write_exported
from flashcards.export.sheet import print_page
from flashcards.fileio import DASH, write_outputs
from flashcards.pages.site import make_study_page, preview_page, remove_earlier_cards
from flashcards.paths import find_browser
from flashcards.questions.draw import choose_notes, require_translation
from flashcards.questions.question import guessing_score
from flashcards.selection import CardChoice, check_names, load_named_quiz
from flashcards.terminal.output import print_line, print_lines, print_text
from flashcards.text.plain_text import format_count

Choice = TypeVar("Choice", bound=CardChoice)
RANDOM_QUESTIONS = (
    "Each question whose numbers change has a category of its own. In Moodle, for each of them:",
    "1. Open the quiz: Questions, Add, a random question; from Moodle 5 on, Switch bank first.",
    "2. Choose the category, Apply filters, 1 question, Add random question.",
)
TEXTS = ("moodle", "csv", "json", "preview")
"""Formats and commands that write one file of text."""
SUFFIXES: Mapping[str, tuple[str, ...]] = {
    "build": (".apkg",),
    "preview": (".html", ".htm"),
    "web": (".html", ".htm"),
    "moodle": (".xml",),
    "canvas": (".zip",),
    "sheet": (".html", ".htm", ".pdf"),
    "csv": (".csv",),
    "json": (".json",),
}
"""What a format or a command writes, by the ends of file names."""
_FORM_NAME = re.compile(r"\w([\w .'’-]{0,58}\w)?")
"""The name of a form, or of a student: it is part of the name of a file."""


def check_target(output: Path | None, format_name: str) -> None:
    """Raise UsageError if a format or a command cannot write to a file of this name."""
    if output is None:
        return
    if output == DASH and format_name not in TEXTS:
        message = "'-' is standard output, where only one file of text fits; name a file."
        raise UsageError(message, "--output")
    suffix, own = output.suffix.lower(), SUFFIXES[format_name]
    is_other = any(suffix in suffixes for suffixes in SUFFIXES.values()) and suffix not in own
    if is_other and not output.is_dir():
        message = f"'{output}' ends in {suffix}, but '{format_name}' writes {own[0]}"
        raise UsageError(f"{message}; name another file.", "--output")


def check_browser(output: Path | None, browser: Path | None) -> None:
    """Raise UsageError if a browser is named that has nothing to print."""
    if browser and not _is_pdf(output):
        raise UsageError("only a .pdf is printed by a browser; name one with -o.", "--browser")


def _is_pdf(output: Path | None) -> bool:
    return output is not None and output.suffix.lower() == ".pdf"


def run_build(context: Context, request: BuildRequest, force: bool, open_package: bool) -> None:
    """Write an Anki package of the chosen cards, print what is in it, and open it if asked."""
    course, request = context.course, _set_language(context, request)
    with Console(stderr=True).status("Building"):
        result = build_package(course, request, now=read_build_clock(), force=force)
    notes, cards = format_count(result.notes, "note"), format_count(result.cards, "card")
    print_line(f"Wrote {result.target}: {notes}, {cards} of {course.info.title}.")
    filled = [x for x in course.info.languages if x == course.source or course.translations.get(x)]
    others = ", ".join(f"--lang {lang}" for lang in filled if lang != result.lang)
    if others and not context.lang:
        print_line(f"It is in '{result.lang}'; the course is there in others too: {others}")
    if result.changes:
        print_line(f"{result.changes} since the last release.")
    if request.release:
        record = Path(course.root, LOCK_FILE)
        print_line(f"Recorded the release in {record}: keep this file together with the decks.")
    if open_package and open_in_anki(result.target):
        print_line("Opening it in Anki: click Import in the window that appears.")
        print_line("If none appears, choose File > Import in Anki, and then this file.")
    elif open_package:
        raise FlashcardsError(
            f"found no program that opens {result.target}: start Anki, choose File > Import, "
            "and then this file"
        )
    else:
        print_line("To study it, choose File > Import in Anki, and then this file.")
        print_line("On a phone, open the file with AnkiDroid or AnkiMobile.")


def open_in_anki(package: Path) -> bool:
    """Open a package in Anki, or else as the system opens it; return whether a program started.

    The program runs on after ptquiz has ended.
    """
    file = str(package.resolve())
    with contextlib.suppress(OSError):
        for name in ("anki", "xdg-open", "open"):
            if program := shutil.which(name):
                quiet = subprocess.DEVNULL
                subprocess.Popen(
                    [program, file], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
                )
                return True
        if sys.platform == "win32":
            os.startfile(file)
            return True
    return False


def run_preview(context: Context, choice: CardChoice, output: Path | None, force: bool) -> None:
    """Write the chosen cards as one page for authors."""
    course, now = context.course, read_build_clock()
    notes = choose_notes(course, _set_language(context, choice, local=True))
    page = preview_page(course, notes, now=now)
    if output == DASH:
        print_text(page)
        return
    target = output or Path("build/preview.html")
    write_outputs({target: page.encode()}, force=force or output is None)
    _print_page(context, target, notes)


def export_page(context: Context, choice: CardChoice, output: Path | None, force: bool) -> None:
    """Write the chosen cards as a page to study in, one file or a folder for a host."""
    course, now = context.course, read_build_clock()
    notes = choose_notes(course, _set_language(context, choice))
    target = output or Path("build", f"{course.info.id}-{notes[0].lang}")
    files = make_study_page(course, notes, target, now=now)
    was_page = (target / "worker.js").exists()
    write_outputs(files, force=force or output is None)
    if was_page:
        remove_earlier_cards(target, files)
    _print_page(context, target, notes)


def _set_language(context: Context, choice: Choice, *, local: bool = False) -> Choice:
    """Return the choice with the language of its cards; `local` is that of `choose_language`."""
    quiz = load_named_quiz(context.course, choice.quiz) if choice.quiz else None
    return replace(choice, lang=context.choose_language(quiz, local=local))


def _print_page(context: Context, target: Path, notes: list[Note]) -> None:
    cards = format_count(sum(len(note.cards) for note in notes), "card")
    print_line(f"Wrote {target}: {cards} of {context.course.info.title}.")


def run_export(
    context: Context,
    format_name: str,
    quiz: Quiz,
    choice: CardChoice,
    printing: Mapping[str, Any],
    output: Path | None,
    force: bool,
    verbose: bool,
) -> None:
    """Write or print a quiz in a format, and tell what became of each question."""
    to_stdout = output == DASH
    exported = export_quiz(context.course, quiz, format_name, choice.selection, printing)
    counts, total = exported.counts(), len(exported.outcomes)
    is_empty = counts["refused"] == total
    counted = ", ".join(f"{number} {status}" for status, number in counts.items())
    remark = "" if verbose or counts["kept"] == total else "; --verbose says what was lost"
    report = [*map(str, exported.outcomes)] if verbose else []
    report.append(f"{counted} of {context.course.info.title}{remark}")
    if to_stdout and not is_empty:
        print_text("".join(data.decode() for data in exported.files.values()))
    elif not is_empty:
        files = write_exported(exported, quiz, output, force=force)
        report += [f"Wrote {path}" for path in files]
        if printing.get("variants"):
            report += RANDOM_QUESTIONS
    print_lines(report, sys.stderr if to_stdout else None)
    if is_empty:
        raise FlashcardsError(f"nothing written: {format_name} can hold none of these cards")


def choose_quiz(
    context: Context, choice: CardChoice, overrides: Mapping[str, object], shuffle: bool
) -> Quiz:
    """Return the quiz that is named, or one of the chosen cards, with these fields changed."""
    course = context.course
    check_names(course, choice.selection)
    named = load_named_quiz(course, choice.quiz) if choice.quiz else None
    if named and named.picks and choice.count is not None:
        raise UsageError("the blocks of the quiz say how many.", "--count")
    lang = context.choose_language(named, local=False)
    if named:  # before it says that it is in this language
        require_translation(course, named, lang)
    changes = {field: value for field, value in overrides.items() if value is not None}
    quiz = named or make_quiz(course, choice.selection, lang).model_copy(
        update={"shuffle": shuffle}
    )
    return quiz.model_copy(update={**changes, "lang": lang})


def print_summary(context: Context, quiz: Quiz, choice: CardChoice) -> None:
    """Print what would be asked."""
    plan = make_plan(context.course, quiz, choice.selection)
    counts = Counter(drawn.question.form for drawn in plan.questions)
    forms = ", ".join(f"{number} {form}" for form, number in counts.items())
    print_line(f"{format_count(len(plan.questions), 'question')}: {forms}")
    points = f"{plan.points:g} point{'' if plan.points == 1 else 's'}"
    guessed = sum(drawn.points * guessing_score(drawn.question) for drawn in plan.questions)
    share = round(100 * guessed / plan.points, 1) if plan.points else 0
    print_line(f"{points}; pure guessing is expected to get {share:g} %")


def split_forms(text: str) -> list[str]:
    """Return the names of forms, with commas between them. Raises UsageError."""
    names = [" ".join(name.split()) for name in text.split(",")]
    different = {name.casefold() for name in names} - {"key"}  # the name of the key's file
    if len(different) < len(names) or not all(map(_FORM_NAME.fullmatch, names)):
        message = "give different names of letters and digits, such as A,B,C; 'key' is none."
        raise UsageError(message, "--forms")
    return names


def find_printer(output: Path | None, browser: Path | None) -> Callable[[bytes], bytes] | None:
    """Return what makes a PDF of a page, if the output is one. Raises FlashcardsError."""
    if not _is_pdf(output):
        return None
    browser = browser or find_browser()
    if browser is None:
        raise FlashcardsError(
            "no Chrome, Chromium or Edge was found to print a PDF; say where it is with --browser, "
            "or take .html and print that page in any browser, with headers and footers off"
        )
    return partial(print_page, browser=browser)
