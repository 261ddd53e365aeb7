"""What `checklist`, `stats` and `path` have in common: options, and how a report is printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from flashcards.commands.environment import read_learner_settings, wants_lines
from flashcards.commands.learner import load_standing, open_learner_terminal, open_log_for_reading
from flashcards.commands.shared_options import COURSE, JSON, LANG, PLAIN, STAGE
from flashcards.commands.speaker import Speaker
from flashcards.model import Selection
from flashcards.terminal.console import make_console
from flashcards.terminal.output import make_line, print_json
from flashcards.terminal.page import Canvas

OPTIONS = (STAGE, LANG, COURSE, JSON, PLAIN)


def print_report(
    speaker: Speaker,
    make: Callable[..., Any],
    show: Callable[..., None],
    mark: Callable[[Any], str],
    stage: tuple[int, ...],
    course: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Print what `make` finds about the learner: `show` prints it for people.

    What is taller than the terminal is shown page by page, from the line with `mark` on.
    """
    about = {"selection": Selection(stage=stage), "settings": read_learner_settings()}
    standing = load_standing(speaker, course, **about)
    with open_log_for_reading() as log:
        report = make(standing, log)
    if as_json:
        print_json(report.for_json())
        return
    words = speaker.find_words(report.words.lang)
    report = replace(report, words=words)

    def draw(console: Console) -> None:
        if course is not None:
            title = standing.titles.get("course", standing.course.info.title)
            console.print(make_line(title), soft_wrap=True)
        show(console, report)

    console = make_console(plain, words)
    if wants_lines(plain) or len(Canvas(console).draw(draw)) < console.height:
        draw(console)
        return
    with open_learner_terminal(plain, words) as ui:
        ui.show_pages(draw, mark(report))
