"""`ptquiz build`: a course, or a choice of its cards, to an Anki package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.anki.build import BuildRequest, BuildResult, build_package
from flashcards.commands import shared_options as shared
from flashcards.commands.environment import has_fixed_clock, read_build_clock, sigterm_as_interrupt
from flashcards.commands.options import Option, switch
from flashcards.commands.speaker import Speaker
from flashcards.questions.names import find_quiz
from flashcards.terminal.output import print_lines, show_progress
from flashcards.words.message import Message

OPTIONS = (
    *shared.FOLDER,
    Option("output", ("--output", "-o"), "help-build-output", value=Path, check=shared.check_file),
    shared.FORCE,
    switch("release", "--release", "help-build-release"),
    shared.entry_keys("forget", "help-build-forget"),
    shared.one_line("name", "--name", "help-build-name", "metavar-any-name"),
    Option("style", ("--style",), "help-build-style", value=Path, metavar="metavar-style"),
    *shared.FILTERS,
    shared.QUIZ,
    shared.LANG,
    shared.NOTES,
    shared.SEED,
)


def run(speaker: Speaker, folder: Path | None, force: bool, **values: Any) -> None:
    """Write an Anki package that learners can import again and again."""
    shared.check_ending(values["output"], "made-anki-package", ".apkg", ".zip")
    selection = shared.take_selection(values)
    rendering = speaker.render(Message("progress-rendering"))
    with sigterm_as_interrupt(), show_progress(rendering) as progress:
        course = speaker.load_course(folder)
        quiz = values["quiz"]
        has_own = quiz and find_quiz(course, quiz).lang
        lang = speaker.lang if has_own else speaker.choose_file_language(course)
        asked = {**values, "lang": lang}
        request = BuildRequest(selection=selection, **asked)
        result = build_package(
            course,
            request,
            now=read_build_clock(),
            ignores_files=has_fixed_clock(),
            force=force,
            progress=progress,
        )
    print_lines(_format_result(result, request.release, speaker.lang))


def _format_result(result: BuildResult, release: bool, lang: str | None) -> list[str]:
    notes = f"{result.notes} note{'s' * (result.notes != 1)}"
    cards = f"{result.cards} card{'s' * (result.cards != 1)}"
    lines = [f"Wrote {result.target}: {notes}, {cards} of {result.course}."]
    if result.other_languages and not lang:
        others = ", ".join(f"--lang {other}" for other in result.other_languages)
        lines.append(f"It is in '{result.lang}'; the course is there in others too: {others}")
    changes = f"{'Released' if release else 'Against the lock'}: {result.changes}."
    lines.append(changes if any(result.changes) else "As released.")
    return [*lines, "Import it in Anki with File > Import, on a phone by opening the file."]
