"""`ptquiz build`: a course, or a choice of its cards, to an Anki package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.anki.build import BuildRequest, BuildResult, build_package
from flashcards.commands import shared_options as shared
from flashcards.commands.environment import read_build_clock, sigterm_as_interrupt
from flashcards.commands.options import Option, switch
from flashcards.commands.speaker import Speaker
from flashcards.questions.names import find_quiz
from flashcards.terminal.output import print_lines, show_progress
from flashcards.words.message import Message, Names

OPTIONS = (
    *shared.FOLDER,
    Option("output", ("--output", "-o"), "help-build-output", value=Path, check=shared.check_file),
    shared.FORCE,
    switch("release", "--release", "help-build-release"),
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
            course, request, now=read_build_clock(), force=force, progress=progress
        )
    print_lines(map(speaker.render, _tell_result(result, speaker.lang)))


def _tell_result(result: BuildResult, asked: str | None = None) -> list[Message]:
    notes, cards = Message("notes-count", n=result.notes), Message("cards-count", n=result.cards)
    course, path = result.course, result.target
    told = [Message("package-written", path=path, notes=notes, cards=cards, course=course)]
    if result.other_languages and not asked:
        others = Names(f"--lang {lang}" for lang in result.other_languages)
        told.append(Message("package-languages", lang=result.lang, others=others))
    if result.unreleased_notes or result.unreleased_types:
        told.append(_tell_unreleased(result))
    return [*told, Message("package-import")]


def _tell_unreleased(result: BuildResult) -> Message:
    """What is not released, and whether that matters to the person who built it."""
    what = Message("unreleased-look")
    if result.unreleased_notes == result.notes:
        what = Message("unreleased-all", n=result.notes)
    elif result.unreleased_notes:
        what = Message("unreleased-some", some=result.unreleased_notes, all=result.notes)
    if result.is_builtin:
        return Message("package-newer", what=what)
    if result.borrows:
        what = Message("unreleased-borrowed", what=what)
    return Message("package-unreleased", what=what)
