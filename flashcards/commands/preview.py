"""`ptquiz preview`: every card as Anki will show it, on one HTML page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from flashcards.commands import shared_options as shared
from flashcards.commands.environment import read_build_clock
from flashcards.commands.options import Option
from flashcards.commands.speaker import Speaker
from flashcards.fileio import write_outputs
from flashcards.pages.course_page import preview_page, select_notes_to_show
from flashcards.source.course import load_course
from flashcards.terminal.output import STDOUT, print_line, print_text
from flashcards.words.message import Message

OPTIONS = (
    *shared.FOLDER,
    Option("output", ("--output", "-o"), "help-preview-output", value=Path),
    shared.FORCE,
    *shared.FILTERS,
    shared.QUIZ,
    shared.LANG._replace(
        help="help-preview-lang", complete=lambda course: (*course.info.languages, "all")
    ),
    shared.NOTES,
    shared.SEED,
)


def run(
    speaker: Speaker, folder: Path | None, output: Path | None, force: bool, **choice: Any
) -> None:
    """Write one HTML page that shows every card as Anki will, in your language or in all.

    Search, filters, night and phone are on the page; it needs no network.
    """

    def notice(message: str) -> None:
        print_line(speaker.render(message), file=sys.stderr if output == STDOUT else None)

    shared.check_ending(output, "made-web-page", ".html", ".htm")
    choice["selection"] = shared.take_selection(choice)
    course = load_course(folder)
    lang = speaker.lang if choice["quiz"] else speaker.choose_language(course)
    notes = select_notes_to_show(course, lang=lang, notice=notice, **choice)
    page = preview_page(course, notes, now=read_build_clock(), notice=notice)
    if output == STDOUT:
        print_text(page)
        return
    path = output or Path("build/preview.html")
    write_outputs({path: page.encode()}, force=force or output is None)
    cards = Message("cards-count", n=sum(len(note.cards) for note in notes))
    speaker.print(Message("preview-written", path=path, cards=cards, course=course.info.title))
