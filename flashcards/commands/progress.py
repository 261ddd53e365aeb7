"""`ptquiz checklist`, `path`, `stats` and `glossary`: where the learner stands, what words mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from flashcards.commands.environment import (
    choose_language,
    get_words,
    open_course,
    read_learner_settings,
    wants_lines,
)
from flashcards.commands.learner import load_standing, open_learner_terminal, open_log_for_reading
from flashcards.course.model import Selection
from flashcards.errors import AlreadyReported, FlashcardsError, did_you_mean
from flashcards.progress.checklist import make_checklist
from flashcards.progress.glossary import make_glossary
from flashcards.progress.path import make_path
from flashcards.progress.stats import compute_stats
from flashcards.terminal.console import make_console
from flashcards.terminal.output import make_line, print_json
from flashcards.terminal.page import Canvas
from flashcards.terminal.progress_view import (
    mark_checklist,
    mark_path,
    print_checklist,
    print_glossary,
    print_path,
    print_statistics,
)

REPORTS: dict[str, tuple[Callable[..., Any], Callable[..., None], Callable[[Any], str]]] = {
    "checklist": (make_checklist, print_checklist, mark_checklist),
    "path": (make_path, print_path, mark_path),
    "stats": (compute_stats, print_statistics, lambda report: ""),
}
"""By name what makes a report, what prints it, and the line that the learner wants to see."""


def print_report(
    name: str,
    folder: Path | None,
    stage: Sequence[int] | None,
    lang: str | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Print a report about the learner; what is taller than the terminal comes page by page."""
    make, show, mark = REPORTS[name]
    selection = Selection(stage=tuple(stage or ()))
    settings = read_learner_settings()
    standing = load_standing(folder, lang, selection=selection, settings=settings)
    with open_log_for_reading() as log:
        report = make(standing, log)
    if as_json:
        print_json(report.for_json())
        return
    words = get_words(report.words.lang)
    report = replace(report, words=words)

    def draw(console: Console) -> None:
        if folder is not None:
            title = standing.titles.get("course", standing.course.info.title)
            console.print(make_line(title), soft_wrap=True)
        show(console, report)

    console = make_console(plain, words)
    if wants_lines(plain) or len(Canvas(console).draw(draw)) < console.height:
        draw(console)
        return
    with open_learner_terminal(plain, words) as ui:
        ui.show_pages(draw, mark(report))


def show_glossary(
    folder: Path | None, terms: Sequence[str], lang: str | None, as_json: bool, plain: bool
) -> None:
    """Print the terms of a course that have one of these words, all without any."""
    course = open_course(folder)
    glossary = make_glossary(course, choose_language(course, lang), tuple(terms))
    if as_json:
        print_json(glossary.for_json())
    if terms and not glossary.terms:
        if as_json:
            raise AlreadyReported
        known = [entry.term for entry in make_glossary(course, glossary.words.lang).terms]
        hint = did_you_mean(" ".join(terms), known)
        raise FlashcardsError(f"No term of the course has this word.{hint}")
    if not as_json:
        print_glossary(make_console(plain, glossary.words), glossary)
