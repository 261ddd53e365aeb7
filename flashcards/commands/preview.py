"""`ptquiz preview`: every card as Anki will show it, on one HTML page."""

from __future__ import annotations

import sys
from pathlib import Path

from flashcards.commands.context import Context
from flashcards.commands.environment import check_suffix, read_build_clock
from flashcards.course.model import Selection
from flashcards.fileio import write_outputs
from flashcards.pages.course_page import preview_page, select_notes_to_show
from flashcards.questions.names import find_quiz
from flashcards.terminal.output import STDOUT, print_line, print_text
from flashcards.text.plain_text import format_count


def run_preview(
    context: Context,
    selection: Selection,
    quiz: str | None,
    count: int | None,
    seed: str | None,
    output: Path | None,
    force: bool,
) -> None:
    """Write one HTML page that shows every card as Anki will."""

    def notice(message: str) -> None:
        print_line(message, file=sys.stderr if output == STDOUT else None)

    check_suffix(output, "a web page", ".html", ".htm")
    course = context.course
    lang = context.choose_language(find_quiz(course, quiz) if quiz else None)
    notes = select_notes_to_show(
        course, selection=selection, quiz=quiz, lang=lang, count=count, seed=seed, notice=notice
    )
    page = preview_page(course, notes, now=read_build_clock(), notice=notice)
    if output == STDOUT:
        print_text(page)
        return
    path = output or Path("build/preview.html")
    write_outputs({path: page.encode()}, force=force or output is None)
    cards = format_count(sum(len(note.cards) for note in notes), "card")
    print_line(f"Wrote {path}: {cards} of {course.info.title}.")
