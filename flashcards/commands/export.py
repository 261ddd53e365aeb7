"""`ptquiz export`: questions to a file for a class, and what each format could not hold."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from flashcards.commands import shared_options as shared
from flashcards.commands.environment import read_build_clock
from flashcards.commands.options import Option, switch
from flashcards.commands.speaker import Speaker
from flashcards.errors import AlreadyReported, FlashcardsError, UsageError
from flashcards.export import EXPORT_FORMATS, ExportFormat
from flashcards.export.pdf import print_page
from flashcards.export.quiz_export import (
    export_quiz,
    make_quiz,
    summarize_quiz,
    write_exported,
)
from flashcards.export.report import Exported
from flashcards.fileio import write_outputs
from flashcards.model import Course, Quiz, Selection
from flashcards.pages.course_page import (
    list_page_files,
    make_study_data,
    select_notes_to_show,
)
from flashcards.paths import find_browser
from flashcards.questions.names import check_names, find_language, find_quiz
from flashcards.terminal.output import STDOUT, print_json, print_line, print_lines, print_text
from flashcards.words.message import Message

WEB, _PAGE = "web", ExportFormat("", "made-web-page", (".html", ".htm"))
"""What is no quiz for others to ask: a page that asks by itself."""
_OWN_WORDS = ("reveal", "points")
"""Forms that people do not tell from each other."""
_MANY_FILES = ("canvas", "sheet", WEB)
"""Formats that do not fit into standard output."""
LONGEST_FORM = 60
"""Letters of a form's name, which is part of the name of a file."""

SHEET = (
    Option("forms", ("--forms",), "help-export-forms", metavar="metavar-forms"),
    switch("one_file", "--one-file", "help-export-one-file"),
    Option(
        "paper",
        ("--paper",),
        "help-export-paper",
        metavar="metavar-paper",
        choices=("a4", "letter"),
    ),
    Option("key_in", ("--key-in",), choices=("own", "same", "none"), hidden=True),
    shared.one_line("date", "--date", "help-export-date", "metavar-any-date"),
    Option("browser", ("--browser",), "help-export-browser", value=Path, metavar="metavar-path"),
)
"""What only paper has."""
OWN = (
    shared.one_line("title", "--title", "help-export-title", "metavar-title"),
    shared.one_line("author", "--author", "help-export-author", "metavar-author"),
    shared.one_line("course", "--course-title", "help-export-course", "metavar-name"),
    Option("shuffle", ("--shuffle/--no-shuffle",), value=bool, hidden=True),
    Option("points", ("--points",), "help-export-points", value=float, minimum=0, maximum=1000),
)
"""What the command line says instead of the quiz."""


def _give_folder_or_title(speaker: Speaker, given: dict[str, Any]) -> None:
    """Give the folder; `--course` was the title at first, and still is if it names none."""
    if os.path.isdir(given["course_folder"]):
        shared.give_folder(speaker, given)
        return
    title = str(given.pop("course_folder"))
    given.setdefault("course", title)
    print_line(speaker.render(Message("course-title-old", title=title)), file=sys.stderr)


OPTIONS = (
    Option(
        "format_name",
        help="help-export-format",
        required=True,
        metavar="metavar-format",
        choices=(WEB, *EXPORT_FORMATS),
    ),
    shared.FOLDER[0],
    shared.FOLDER[1]._replace(rewrite=_give_folder_or_title),
    Option("output", ("--output", "-o"), "help-export-output", value=Path, metavar="metavar-path"),
    shared.FORCE,
    shared.VERBOSE,
    switch("strict", "--strict", "help-export-strict"),
    switch("dry_run", "--dry-run", "help-export-dry-run"),
    *OWN,
    *SHEET,
    *shared.FILTERS,
    shared.QUIZ,
    shared.LANG,
    shared.COUNT,
    shared.SEED,
    shared.JSON,
)


def run(speaker: Speaker, **values: Any) -> None:
    """Write questions for a class: a Moodle, Canvas, CSV or JSON file, or an exam.

    Tells how many questions were kept, and what the others lost.
    """
    choice = shared.take_selection(values)
    own = {option.name: values.pop(option.name) for option in (*OWN, shared.COUNT, shared.SEED)}
    own["lang"] = speaker.lang
    sheet = {option.name: values.pop(option.name) for option in SHEET}
    wish = _Wish(speaker=speaker, choice=choice, own=own, sheet=sheet, **values)
    wish.check()
    if wish.format_name == WEB:
        wish.write_page()
        return
    course = speaker.load_course(wish.folder)
    quiz = wish.choose_quiz(course)
    if wish.dry_run:
        wish.summarize(course, quiz)
    else:
        wish.write_quiz(course, quiz)


@dataclass(frozen=True, kw_only=True)
class _Wish:
    """What a command line asks for."""

    speaker: Speaker
    format_name: str
    folder: Path | None
    output: Path | None
    force: bool
    verbose: bool
    strict: bool
    dry_run: bool
    quiz: str | None
    as_json: bool
    choice: Selection
    own: dict[str, Any]
    sheet: dict[str, Any]

    def check(self) -> None:
        """Raise UsageError for options that do not go together."""
        self._check_formats()
        made = EXPORT_FORMATS.get(self.format_name, _PAGE)
        shared.check_ending(self.output, made.made, *made.endings)
        if self.output == STDOUT and (self.as_json or self.format_name in _MANY_FILES):
            why = Message("stdout-has-json" if self.as_json else "stdout-one-file")
            raise UsageError(Message("stdout-needs-file", why=why), "--output")

    def _check_formats(self) -> None:
        """Options that not every format has are wrong usage elsewhere."""
        if self.format_name == "sheet":
            _read_names(self.sheet["forms"] or "A")
        only: dict[Any, tuple[object, str]] = {
            **{option.label: (self.sheet[option.name], "sheet") for option in SHEET},
        }
        for label, (value, name) in only.items():
            if value and self.format_name != name:
                raise UsageError(Message("format-only", format=name), label)
        if self.format_name == WEB:
            self._check_page()

    def _check_page(self) -> None:
        """Raise UsageError for what only a quiz that others ask has."""
        own: dict[Any, object] = {option.label: self.own[option.name] for option in OWN}
        own |= {"--strict": self.strict or None, "--dry-run": self.dry_run or None}
        for label, value in own.items():
            if value is not None:
                raise UsageError(Message("format-not", format=WEB), label)

    def write_page(self) -> None:
        """Write the course as a page to study in: a file, or a folder for a host."""
        speaker, notice = self.speaker, self.speaker.print
        course = speaker.load_course(self.folder)
        choice = {"selection": self.choice, "quiz": self.quiz, "count": self.own["count"]}
        lang = speaker.lang if self.quiz else speaker.choose_file_language(course)
        notes = select_notes_to_show(
            course, lang=lang, seed=self.own["seed"], notice=notice, **choice
        )
        data = make_study_data(course, notes, now=read_build_clock(), notice=notice)
        output = self.output or Path("build", f"{course.info.id}-{data.lang}")
        files = list_page_files(data, output)
        write_outputs(files, force=self.force or self.output is None)
        cards = Message("cards-count", n=sum(len(note.cards) for note in notes))
        title = course.info.title
        self._tell_files(files, Message("preview-written", path=output, cards=cards, course=title))
        if self.force and len(files) > 1 and not self.as_json:
            print_lines(speaker.render(Message("file-written", path=path)) for path in files)

    def _tell_files(self, files: Iterable[Path], told: Message) -> None:
        """Tell which files were written, to programs or to people."""
        if self.as_json:
            print_json({"files": [str(path) for path in files]})
        else:
            self.speaker.print(told)

    def choose_quiz(self, course: Course) -> Quiz:
        """The quiz that is named, or one of this choice; what the options say goes before it."""
        check_names(course, self.choice)
        own = {name: value for name, value in self.own.items() if value is not None}
        quiz = (
            find_quiz(course, self.quiz)
            if self.quiz
            else make_quiz(course, self.choice, own.get("lang"))
        )
        if quiz.picks and "count" in own:
            raise UsageError(Message("quiz-counts-itself"), "--count")
        if self.quiz is None:
            own.setdefault("shuffle", self.format_name == "sheet")
        quiz = replace(quiz, **own)
        return replace(quiz, lang=find_language(course, quiz.lang))

    def summarize(self, course: Course, quiz: Quiz) -> None:
        """Tell what would be asked. Raises AlreadyReported if there are too few cards."""
        summary = summarize_quiz(course, quiz, self.choice)
        is_enough = "questions" in summary
        if self.as_json:
            blocks = [{**block, "why": str(block["why"])} for block in summary["blocks"]]
            print_json({**summary, "blocks": blocks})
        else:
            print_summary(self.speaker, summary)
        if not is_enough:
            raise AlreadyReported

    def write_quiz(self, course: Course, quiz: Quiz) -> None:
        """Write or print the files and tell what became of each question."""
        printing = self._read_printing()
        exported = export_quiz(course, quiz, self.format_name, self.choice, printing)
        refusal = exported.find_refusal(self.format_name, self.strict)
        files = [] if refusal else self._write_files(exported, quiz)
        report = sys.stderr if self.output == STDOUT else None
        if self.as_json:
            print_json({**exported.for_json(), "files": [str(path) for path in files]})
        else:
            told = self._tell_exported(exported, files, course)
            print_lines(told, report)
        if refusal:
            raise FlashcardsError(Message("export-nothing-written", why=refusal))

    def _tell_exported(
        self, exported: Exported, files: Sequence[Path], course: Course
    ) -> list[str]:
        """What was lost, or if `verbose` of every question; the counts and the files written."""
        told = exported.list_lines(self.verbose)
        counts = ", ".join(f"{number} {status}" for status, number in exported.counts().items())
        told.append(f"{counts} of {course.info.title}")
        return told + [f"Wrote {path}" for path in files]

    def _write_files(self, exported: Exported, quiz: Quiz) -> list[Path]:
        """The files that were written; to standard output goes the only one there is."""
        if self.output != STDOUT:
            return write_exported(exported, quiz, self.output, force=self.force)
        for data in exported.files.values():
            print_text(data.decode())
        return []

    def _read_printing(self) -> dict[str, Any]:
        """What only this format has, as its exporter takes it. Raises UsageError."""
        if self.format_name != "sheet":
            return {}
        return {
            "names": _read_names(self.sheet["forms"] or "A"),
            "one_file": self.sheet["one_file"],
            "paper": self.sheet["paper"] or "a4",
            "key_in": self.sheet["key_in"] or "own",
            "date": self.sheet["date"] or "",
            "printer": self._find_printer(),
        }

    def _find_printer(self) -> Callable[[bytes], bytes] | None:
        """What prints, if the output is called a PDF. Raises FlashcardsError without a browser."""
        if self.output is None or self.output.suffix.lower() != ".pdf":
            return None
        browser = self.sheet["browser"] or find_browser()
        if browser is None:
            raise FlashcardsError(Message("pdf-no-browser"))
        return partial(print_page, browser=browser)


def _read_names(forms: str) -> list[str]:
    """The names of the forms. Raises UsageError."""
    names = [" ".join(name.split()) for name in forms.split(",")]
    if len(set(names)) < len(names) or not all(names):
        raise UsageError(Message("forms-alike"), "--forms")
    for name in names:
        if len(name) > LONGEST_FORM or not name.isprintable():
            wrong = Message("form-name-wrong", name=name[:20], longest=LONGEST_FORM)
            raise UsageError(wrong, "--forms")
    return names


def print_summary(speaker: Speaker, summary: dict[str, Any]) -> None:
    """Print what each block would ask, how it is asked, and what guessing would get."""
    for block in summary["blocks"]:
        speaker.print(_tell_block(speaker, block))
    if "questions" in summary:
        forms = _tell_forms(speaker, summary["forms"])
        speaker.print(Message("questions-told", n=summary["questions"], forms=forms))
        points, percent = float(summary["points"]), float(summary["guessing"])
        speaker.print(Message("points-told", n=points, percent=percent))


def _tell_block(speaker: Speaker, block: Mapping[str, Any]) -> Message:
    """How many questions a block takes, and what is the matter with that."""
    found, taken = block["found"], block["taken"]
    title = block["title"] or Message("block-all")
    asked = found if block["asked"] is None else block["asked"]
    questions = Message("questions-count", n=asked)
    told = Message("summary-block", title=title, taken=taken, questions=questions, found=found)
    if block["short"]:
        return Message("summary-short", block=told, why=speaker.render(block["why"]))
    if block["doubled"]:
        return Message("summary-doubled", block=told, n=block["doubled"])
    return told


def _tell_forms(speaker: Speaker, forms: Mapping[str, int]) -> str:
    """How many questions are asked in which way."""
    counts: dict[str, int] = {}
    for form, count in forms.items():
        name = "own-words" if form in _OWN_WORDS else form
        counts[name] = counts.get(name, 0) + count
    told = [speaker.render(Message(f"form-{name}", n=count)) for name, count in counts.items()]
    return speaker.words.say("comma").join(told)
