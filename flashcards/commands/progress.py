"""`ptquiz checklist`, `path`, `stats` and `glossary`: where the learner stands, what words mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flashcards.commands.context import Context
from flashcards.commands.environment import read_learner_settings, wants_lines
from flashcards.commands.learner import open_log_for_reading, read_moment
from flashcards.course.model import Selection
from flashcards.errors import FlashcardsError, did_you_mean
from flashcards.progress.checklist import make_checklist
from flashcards.progress.glossary import make_glossary
from flashcards.progress.path import make_path
from flashcards.progress.stats import compute_stats
from flashcards.study.standing import find_standing
from flashcards.terminal.output import make_line, print_json
from flashcards.terminal.reports import (
    print_checklist,
    print_glossary,
    print_path,
    print_statistics,
)
from flashcards.terminal.rich_text import make_console

REPORTS: dict[str, tuple[Callable[..., Any], Callable[..., None]]] = {
    "checklist": (make_checklist, print_checklist),
    "path": (make_path, print_path),
    "stats": (compute_stats, print_statistics),
}
"""By name what makes a report, and what prints it."""


def print_report(
    context: Context, name: str, stages: Sequence[int], as_json: bool, plain: bool
) -> None:
    """Print a report about the learner."""
    make, show = REPORTS[name]
    selection, settings = Selection(stage=tuple(stages)), read_learner_settings()
    standing = find_standing(context.course, read_moment(), context.language, selection, settings)
    with open_log_for_reading() as log:
        report = make(standing, log)
    if as_json:
        print_json(report.for_json())
        return
    console = make_console(wants_lines(plain))
    if context.folder is not None:
        title = standing.titles.get("course", context.course.info.title)
        console.print(make_line(title), soft_wrap=True)
    show(console, report)


def show_glossary(context: Context, terms: Sequence[str], as_json: bool, plain: bool) -> None:
    """Print the terms of a course that have one of these words, all without any."""
    course, lang = context.course, context.language
    glossary = make_glossary(course, lang, tuple(terms))
    if as_json:
        print_json(glossary.for_json())
        return
    if terms and not glossary.terms:
        known = [entry.term for entry in make_glossary(course, lang).terms]
        hint = did_you_mean(" ".join(terms), known)
        raise FlashcardsError(f"No term of the course has this word.{hint}")
    print_glossary(make_console(wants_lines(plain)), glossary)
