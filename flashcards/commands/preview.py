"""`ptquiz preview`: every card as Anki will show it, on one HTML page."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flashcards.commands import shared_options as shared
from flashcards.commands.environment import read_build_clock, read_clock
from flashcards.commands.options import Option, switch
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import check_output, write_outputs
from flashcards.pages.course_page import (
    find_version_picture,
    preview_page,
    select_notes_to_show,
    write_version_picture,
)
from flashcards.source.course import builtin_folder, load_course
from flashcards.terminal.output import STDOUT, print_line, print_text
from flashcards.words.message import Message

OPTIONS = (
    *shared.FOLDER,
    Option("output", ("--output", "-o"), "help-preview-output", value=Path),
    shared.FORCE,
    switch("watch", "--watch", "help-preview-watch"),
    *shared.FILTERS,
    shared.QUIZ,
    shared.LANG._replace(
        help="help-preview-lang", complete=lambda course: (*course.info.languages, "all")
    ),
    shared.NOTES,
    shared.SEED,
)
_LOOK_EVERY = 0.5
"""Seconds between two looks at the files."""
_VERSIONS = 60_000
"""Pages that a watch can tell from each other."""


def run(
    speaker: Speaker,
    folder: Path | None,
    output: Path | None,
    force: bool,
    watch: bool,
    **choice: Any,
) -> None:
    """Write one HTML page that shows every card as Anki will, in your language or in all.

    Search, filters, night and phone are on the page; it needs no network.
    """
    shared.check_ending(output, "made-web-page", ".html", ".htm")
    if watch and output == STDOUT:
        raise UsageError(Message("stdout-not-watched"), "--output")
    choice["selection"] = shared.take_selection(choice)
    force = force or output is None
    page = _Page(speaker, folder, output or Path("build/preview.html"), force, choice)
    if watch:
        page.keep_writing()
    else:
        page.write()


@dataclass(frozen=True)
class _Page:
    """The page of a course: where it goes, and which cards it shows."""

    speaker: Speaker
    folder: Path | None
    output: Path
    force: bool
    """Whether the file may be replaced."""
    choice: dict[str, Any]

    def write(self, version: int = 0) -> None:
        """Write the page once; one with a version tells those who have it open."""
        speaker, output, lang = self.speaker, self.output, self.speaker.lang
        course = load_course(self.folder)
        if not self.choice["quiz"]:
            lang = speaker.choose_language(course)
        notes = select_notes_to_show(course, lang=lang, notice=self._notice, **self.choice)
        now = read_build_clock()
        page = preview_page(course, notes, now=now, reloads=version, notice=self._notice)
        if output == STDOUT:
            print_text(page)
            return
        write_outputs({output: page.encode()}, force=self.force or bool(version))
        if version:
            write_version_picture(output, version)
        cards = Message("cards-count", n=sum(len(note.cards) for note in notes))
        title = course.info.title
        speaker.print(Message("preview-written", path=output, cards=cards, course=title))

    def _notice(self, told: Message | str) -> None:
        file = sys.stderr if self.output == STDOUT else None
        print_line(self.speaker.render(told), file=file)

    def keep_writing(self) -> None:
        """Write now and after every change; a mistake in the course is told and waited for."""
        before: object = None
        picture = find_version_picture(self.output)
        check_output(self.output, self.force)
        check_output(picture, self.force)
        try:
            while True:
                now = _state(self.folder, self.choice["quiz"])
                if now != before:
                    self._write_or_tell()
                    before = now
                time.sleep(_LOOK_EVERY)
        finally:
            picture.unlink(missing_ok=True)

    def _write_or_tell(self) -> None:
        try:
            self.write(read_clock() % _VERSIONS + 1)
        except FlashcardsError as error:
            self.speaker.print(error.message)
        except OSError as error:
            print_line(error)


def _state(folder: Path | None, quiz: str | None) -> list[tuple[str, int, int]]:
    """What changes when a file of the course does, or the file of the quiz.

    A course reads no hidden file: editors write there first what they then move into its place.
    """
    root = folder or builtin_folder()
    paths = [p for part in ("decks", "quizzes") for p in sorted((root / part).rglob("[!.]*"))]
    return [fact for path in (*paths, Path(quiz or "")) for fact in _facts(path)]


def _facts(path: Path) -> Iterator[tuple[str, int, int]]:
    """Name, time and size of a file; none of one that an editor has just moved away."""
    with suppress(OSError):
        if path.is_file():
            facts = path.stat()
            yield str(path), facts.st_mtime_ns, facts.st_size
