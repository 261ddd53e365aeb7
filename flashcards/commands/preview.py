"""`ptquiz preview`: every card as Anki will show it, on one HTML page."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from flashcards.commands.environment import find_outputs, read_build_clock, read_clock
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import (
    FILTERS,
    FOLDER,
    FORCE,
    LANG,
    NOTES,
    QUIZ,
    SEED,
    WITH_RETIRED,
    check_ending,
)
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError, OutputRefused, UsageError
from flashcards.model import Selection
from flashcards.outputs import Outputs
from flashcards.preview.course_page import (
    find_version_picture,
    preview_page,
    select_preview_notes,
    write_version_picture,
)
from flashcards.source.course import builtin_folder
from flashcards.terminal.output import STDOUT, print_line, print_text
from flashcards.words.message import Message

OPTIONS = (
    FOLDER,
    Option(
        "output",
        ("--output", "-o"),
        "help-preview-output",
        value=Path,
        default=Path("build/preview.html"),
    ),
    FORCE,
    switch("watch", "--watch", "help-preview-watch"),
    WITH_RETIRED,
    *FILTERS,
    QUIZ,
    LANG._replace(
        help="help-preview-lang", complete=lambda course: (*course.info.languages, "all")
    ),
    NOTES,
    SEED,
)
_LOOK_EVERY = 0.5
"""Seconds between two looks at the files."""
_VERSIONS = 60_000
"""Pages that a watch can tell from each other."""


def run(
    speaker: Speaker,
    folder: Path | None,
    output: Path,
    force: bool,
    watch: bool,
    with_retired: bool,
    quiz: str | None,
    count: int | None,
    seed: str | None,
    **filters: Any,
) -> None:
    """Write one HTML page that shows every card as Anki will, in your language or in all.

    Search, filters, night and phone are on the page; it needs no network.
    """
    check_ending(output, "made-web-page", ".html", ".htm")
    if watch and output == STDOUT:
        raise UsageError(Message("stdout-not-watched"), "--output")
    choice: dict[str, Any] = {
        "quiz": quiz,
        "lang": speaker.lang,
        "count": count,
        "seed": seed,
        "retired": with_retired,
    }
    outputs = find_outputs(force)
    write = partial(_write, speaker, folder, output, outputs, watch, filters, choice)
    if not watch:
        write()
        return
    try:
        _keep_writing(speaker, write, folder, quiz)
    finally:
        picture = find_version_picture(output)
        if outputs.has_written(picture):
            picture.unlink(missing_ok=True)


def _write(
    speaker: Speaker,
    folder: Path | None,
    output: Path,
    outputs: Outputs,
    watch: bool,
    filters: dict[str, Any],
    choice: dict[str, Any],
) -> None:
    """Write the page once; a watched one tells those who have it open."""

    def notice(told: Message | str) -> None:
        print_line(speaker.render(told), file=sys.stderr if output == STDOUT else None)

    course = speaker.load_course(folder)
    if not choice["quiz"]:
        choice |= {"lang": speaker.choose_language(course)}
    notes = select_preview_notes(course, selection=Selection(**filters), notice=notice, **choice)
    version = read_clock() % _VERSIONS + 1 if watch else 0
    page = preview_page(course, notes, now=read_build_clock(), reloads=version, notice=notice)
    if output == STDOUT:
        print_text(page)
        return
    lang = "all" if choice["lang"] == "all" else notes[0].lang
    outputs.write(output, page.encode(), "preview", course.info.id, lang)
    if watch:
        write_version_picture(output, version, outputs)
    cards = Message("cards-count", n=sum(len(note.cards) for note in notes))
    course_name = speaker.name_course(course)
    speaker.print(Message("preview-written", path=output, cards=cards, course=course_name))


def _keep_writing(
    speaker: Speaker, write: Callable[[], None], folder: Path | None, quiz: str | None
) -> None:
    """Write now and after every change; a mistake in the course is told and waited for."""
    before: object = None
    while True:
        now = _state(folder, quiz)
        if now != before:
            try:
                write()
            except OutputRefused:
                raise
            except FlashcardsError as error:
                speaker.print(error.message)
            except OSError as error:
                print_line(error)
            before = now
        time.sleep(_LOOK_EVERY)


def _state(folder: Path | None, quiz: str | None) -> list[tuple[str, int, int]]:
    """What changes when a file of the course does, or the file of the quiz."""
    root = folder or builtin_folder()
    paths = [p for part in ("decks", "quizzes") for p in sorted((root / part).rglob("*"))]
    return [fact for path in (*paths, Path(quiz or "")) for fact in _facts(path)]


def _facts(path: Path) -> Iterator[tuple[str, int, int]]:
    """Name, time and size of a file; none of one that an editor has just moved away."""
    with suppress(OSError):
        if path.is_file():
            facts = path.stat()
            yield str(path), facts.st_mtime_ns, facts.st_size
