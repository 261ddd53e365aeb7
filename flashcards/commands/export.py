"""`ptquiz export`: questions to a file for a class, and what each format could not hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards import EXPORT_FORMATS
from flashcards.commands.export_report import print_exported, print_summary
from flashcards.commands.options import Option
from flashcards.commands.shared_options import (
    COUNT,
    FILTERS,
    FOLDER,
    FORCE,
    JSON,
    LANG,
    QUIZ,
    SEED,
    check_ending,
    check_file,
    check_line,
)
from flashcards.commands.speaker import Speaker
from flashcards.errors import AlreadyReported, FlashcardsError, UsageError
from flashcards.terminal.output import STDOUT, print_json, print_text
from flashcards.words.message import Message, Names

if TYPE_CHECKING:
    from flashcards import Course, Exported, Outputs, Quiz, Selection

POOLS = ("moodle", "canvas", "gift", "json")
"""Formats from whose questions a platform or a program can draw."""

_MADE = {
    "moodle": ("made-moodle-xml", ".xml"), "canvas": ("made-canvas-package", ".zip"),
    "gift": ("made-gift", ".gift"), "csv": ("made-table", ".csv"), "json": ("made-json", ".json"),
    "sheet": ("made-printed-page", ".html", ".htm"),
}  # fmt: skip
"""What each format makes, and how its file ends."""
LONGEST_FORM = 60
"""Letters of a form's name, which is part of the name of a file."""

OPTIONS = (
    Option(
        "format_name", required=True, metavar="FORMAT", help=", ".join(EXPORT_FORMATS) + ".",
        choices=lambda: tuple(EXPORT_FORMATS),
    ),
    FOLDER,
    Option(
        "output", ("--output", "-o"), "Default: into build/; '-' is standard output.", value=Path,
        metavar="PATH",
    ),
    FORCE,
    Option(
        "strict", ("--strict",), "Write nothing if anything is lost.", value=bool, default=False
    ),
    Option(
        "dry_run", ("--dry-run",), "Only tell counts, points and the score of guessing.",
        value=bool, default=False,
    ),
    Option(
        "save_spec", ("--save-spec",), "Also write a quiz file of this choice.", value=Path,
        metavar="FILE", check=check_file,
    ),
    Option("title", ("--title",), "The title of the quiz.", check=check_line),
    Option("author", ("--author",), "Whose quiz it is.", check=check_line),
    Option("course", ("--course",), "The course's name.", metavar="NAME", check=check_line),
    Option(
        "shuffle", ("--shuffle/--no-shuffle",), "The questions in another order.", value=bool
    ),
    Option(
        "points", ("--points",), "What a question is worth.", value=float, minimum=0, maximum=1000
    ),
    Option(
        "pool", ("--pool",), "All that each block could ask, for the platform to draw from.",
        value=bool, default=False,
    ),
    Option(
        "changed_since", ("--changed-since",), "moodle: only what this older file has not.",
        value=Path, metavar="FILE",
    ),
    Option(
        "entries", ("--entries",), "json: the whole course as written, for 'ptquiz import'.",
        value=bool, default=False,
    ),
    Option("forms", ("--forms",), "sheet: names of forms or students.", metavar="A,B,C"),
    Option(
        "one_file", ("--one-file",), "sheet: all forms in one file.", value=bool, default=False
    ),
    Option("paper", ("--paper",), "sheet: a4 or letter.", choices=lambda: ("a4", "letter")),
    Option(
        "key_in", ("--key-in",), "sheet: the file of the key.", metavar="own|same|none",
        choices=lambda: ("own", "same", "none"),
    ),
    Option("date", ("--date",), "sheet: printed as it is.", check=check_line),
    *FILTERS,
    QUIZ,
    LANG,
    COUNT,
    SEED,
    JSON,
)  # fmt: skip


def run(
    speaker: Speaker,
    format_name: str, folder: Path | None, output: Path | None, force: bool, strict: bool,
    dry_run: bool, save_spec: Path | None, forms: str | None, one_file: bool, paper: str | None,
    key_in: str | None, date: str | None, quiz: str | None, as_json: bool, pool: bool,
    changed_since: Path | None, entries: bool, **own: Any,
) -> None:  # fmt: skip
    """Write questions for a class: a Moodle, Canvas, GIFT, CSV or JSON file, or an exam.

    Tells for every question whether it was kept, degraded or refused.
    """
    from flashcards import Selection
    from flashcards.commands.environment import find_outputs

    printing = _printing(format_name, forms, one_file, paper, key_in, date)
    _check_formats(format_name, pool, changed_since)
    check_ending(output, *_MADE[format_name])
    _check_output(format_name, output, as_json)
    _check_course(own["course"], folder)
    choice = Selection(**{option.name: own.pop(option.name) for option in FILTERS})
    if entries:
        _check_whole(format_name, choice != Selection() or bool(quiz) or own["count"] is not None)
        _export_entries(speaker, folder, output, find_outputs(force), as_json)
        return
    _check_spec(save_spec, quiz, is_part=choice != Selection())
    if own["shuffle"] is None and quiz is None:
        own["shuffle"] = format_name == "sheet" or save_spec is not None
    course = speaker.load_course(folder)
    wanted = _choose_quiz(course, quiz, choice, {**own, "lang": speaker.lang})
    if dry_run:
        _summarize(speaker, course, wanted, choice, save_spec, as_json)
        return
    exported = _export(course, wanted, format_name, choice, printing, pool, changed_since)
    if changed_since is not None and not exported.outcomes:
        print_exported(speaker, exported, [], as_json, None, course)
        return
    _write(speaker, exported, wanted, course, exported.find_refusal(format_name, strict), output,
           find_outputs(force), save_spec, as_json)  # fmt: skip


def _export(
    course: Course, quiz: Quiz, format_name: str, choice: Selection, printing: dict[str, Any],
    pool: bool, changed_since: Path | None,
) -> Exported:  # fmt: skip
    """The quiz in a format, or what an older file does not have of it."""
    from flashcards import export_quiz, load_fingerprints

    if changed_since is not None:
        printing["since"] = load_fingerprints(changed_since)
    return export_quiz(course, quiz, format_name, choice, printing, pool)


def _write(
    speaker: Speaker,
    exported: Exported, quiz: Quiz, course: Course, refusal: Message | str | None,
    output: Path | None, outputs: Outputs, spec: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Write or print the files and tell what became of each question; raise the refusal."""
    from flashcards import write_exported

    if output == STDOUT and not refusal:
        files = _print_file(exported, quiz, spec)
    else:
        files = [] if refusal else write_exported(exported, quiz, output, spec, outputs)
    report = sys.stderr if output == STDOUT else None
    print_exported(speaker, exported, files, as_json, report, course)
    if refusal:
        raise FlashcardsError(Message("export-nothing-written", why=refusal))


def _check_output(format_name: str, output: Path | None, as_json: bool) -> None:
    if output == STDOUT and (as_json or format_name in ("canvas", "sheet")):
        why = Message("stdout-has-json" if as_json else "stdout-one-file")
        raise UsageError(Message("stdout-needs-file", why=why), "--output")


def _check_spec(save_spec: Path | None, quiz: str | None, is_part: bool) -> None:
    if save_spec and quiz and is_part:
        raise UsageError(Message("spec-with-filters"), "--save-spec")


def _check_whole(format_name: str, is_part: bool) -> None:
    if format_name != "json":
        raise UsageError(Message("format-only", format="json"), "--entries")
    if is_part:
        raise UsageError(Message("entries-all"), "--entries")


def _export_entries(
    speaker: Speaker, folder: Path | None, output: Path | None, outputs: Outputs, as_json: bool
) -> None:
    """Write the whole course as its author wrote it."""
    from flashcards import export_entries

    course = speaker.load_course(folder)
    data = export_entries(course)
    if output == STDOUT:
        print_text(data.decode())
        return
    path = output or Path("build", f"{course.info.id}-entries.json")
    outputs.write(path, data, "export", "entries", course.info.id)
    if as_json:
        print_json({"files": [str(path)]})
    else:
        speaker.print(Message("file-written", path=path))


def _choose_quiz(course: Course, name: str | None, choice: Selection, own: dict[str, Any]) -> Quiz:
    """The quiz that is named, or one of this choice; what the options say of their own holds."""
    from dataclasses import replace

    from flashcards import check_names, find_language, find_quiz, make_quiz

    check_names(course, choice)
    quiz = find_quiz(course, name) if name else make_quiz(course, choice, own["lang"])
    if quiz.picks and own["count"] is not None:
        raise UsageError(Message("quiz-counts-itself"), "--count")
    quiz = replace(quiz, **{field: value for field, value in own.items() if value is not None})
    return replace(quiz, lang=find_language(course, quiz.lang))


def _summarize(
    speaker: Speaker,
    course: Course,
    quiz: Quiz,
    choice: Selection,
    spec: Path | None,
    as_json: bool,
) -> None:
    from flashcards import save_quiz, summarize_quiz

    summary = summarize_quiz(course, quiz, choice)
    if spec and "questions" in summary:
        save_quiz(quiz, spec)
        summary["files"] = [str(spec)]
    if as_json:
        blocks = [{**block, "why": str(block["why"])} for block in summary["blocks"]]
        print_json({**summary, "blocks": blocks})
    else:
        print_summary(speaker, summary)
    if "questions" not in summary:
        raise AlreadyReported


def _print_file(exported: Exported, quiz: Quiz, spec: Path | None) -> list[Path]:
    """The only file to standard output; the quiz file, if it is wanted, where it belongs."""
    from flashcards import save_quiz

    if spec is not None:
        save_quiz(quiz, spec)
    for data in exported.files.values():
        print_text(data.decode())
    return [] if spec is None else [spec]


def _check_course(name: str | None, folder: Path | None) -> None:
    """Learners' commands take the folder as `--course`: whoever mixes them up is told."""
    if name is not None and folder is None and Path(name, "decks").is_dir():
        raise UsageError(Message("course-printed"), "--course")


def _check_formats(format_name: str, pool: bool, changed_since: Path | None) -> None:
    """Options that not every format has are wrong usage elsewhere."""
    if pool and format_name not in POOLS:
        raise UsageError(Message("pool-formats", formats=Names(POOLS)), "--pool")
    if changed_since is not None and format_name != "moodle":
        raise UsageError(Message("format-only", format="moodle"), "--changed-since")


def _printing(
    format_name: str, forms: str | None, one_file: bool, paper: str | None, key_in: str | None,
    date: str | None,
) -> dict[str, Any]:  # fmt: skip
    """The options that only paper has; elsewhere they are wrong usage."""
    given = {"--forms": forms, "--one-file": one_file or None, "--paper": paper,
             "--key-in": key_in, "--date": date}  # fmt: skip
    if format_name != "sheet":
        for option, value in given.items():
            if value is not None:
                raise UsageError(Message("format-only", format="sheet"), option)
        return {}
    return {
        "names": _read_names(forms or "A"), "one_file": one_file, "paper": paper or "a4",
        "key_in": key_in or "own", "date": date or "",
    }  # fmt: skip


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
