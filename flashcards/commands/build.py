"""`ptquiz build`: a course, or a choice of its cards, to an Anki package."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flashcards.anki.build import BuildRequest, BuildResult, build_package
from flashcards.commands.environment import (
    choose_file_language,
    has_fixed_clock,
    read_build_clock,
    sigterm_as_interrupt,
)
from flashcards.commands.output_files import check_suffix, refuse_stdout
from flashcards.course.load import load_course
from flashcards.questions.names import find_quiz
from flashcards.terminal.output import print_lines, show_progress
from flashcards.text.plain_text import format_count


def run_build(folder: Path | None, request: BuildRequest, force: bool) -> None:
    """Write an Anki package, and say what is in it."""
    refuse_stdout(request.output, "--output")
    check_suffix(request.output, "an Anki package", ".apkg", ".zip")
    lang = request.lang
    with sigterm_as_interrupt(), show_progress("Rendering") as progress:
        course = load_course(folder)
        if not (request.quiz and find_quiz(course, request.quiz).lang):
            request = replace(request, lang=choose_file_language(course, lang))
        result = build_package(
            course,
            request,
            now=read_build_clock(),
            ignores_files=has_fixed_clock(),
            force=force,
            progress=progress,
        )
    print_lines(_list_result(result, request.release, lang))


def _list_result(result: BuildResult, release: bool, lang: str | None) -> list[str]:
    """Return the lines about a package; `lang` is the language that was asked for."""
    notes, cards = format_count(result.notes, "note"), format_count(result.cards, "card")
    lines = [f"Wrote {result.target}: {notes}, {cards} of {result.course}."]
    if result.other_languages and not lang:
        others = ", ".join(f"--lang {other}" for other in result.other_languages)
        lines.append(f"It is in '{result.lang}'; the course is there in others too: {others}")
    changes = f"{'Released' if release else 'Against the lock'}: {result.changes}."
    lines.append(changes if any(result.changes) else "As released.")
    return [*lines, "Import it in Anki with File > Import, on a phone by opening the file."]
