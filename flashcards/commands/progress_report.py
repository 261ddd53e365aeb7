"""`ptquiz checklist`, `stats` and `path`: where the learner stands, as pictures or for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from flashcards.commands.environment import read_learner_settings, wants_lines
from flashcards.commands.learner import load_standing, open_learner_terminal, open_log_for_reading
from flashcards.commands.options import Command
from flashcards.commands.shared_options import COURSE, JSON, LANG, PLAIN, STAGE
from flashcards.commands.speaker import Speaker
from flashcards.model import Selection
from flashcards.progress.checklist import make_checklist
from flashcards.progress.path import make_path
from flashcards.progress.stats import compute_stats
from flashcards.terminal import progress_view as view
from flashcards.terminal.console import make_console
from flashcards.terminal.output import make_line, print_json
from flashcards.terminal.page import Canvas

OPTIONS = (STAGE, LANG, COURSE, JSON, PLAIN)


def print_report(
    make: Callable[..., Any],
    show: Callable[..., None],
    mark: Callable[[Any], str],
    speaker: Speaker,
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


_REPORTS: dict[str, tuple[Callable[..., Any], Callable[..., None], Callable[[Any], str]]] = {
    "checklist": (make_checklist, view.print_checklist, view.mark_checklist),
    "stats": (compute_stats, view.print_statistics, lambda _: ""),
    "path": (make_path, view.print_path, view.mark_path),
}
COMMANDS = {name: Command(OPTIONS, partial(print_report, *how)) for name, how in _REPORTS.items()}
