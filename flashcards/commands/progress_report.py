"""What `checklist`, `stats` and `path` have in common: options, and how a report is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flashcards.commands.shared_options import COURSE, JSON, LANG, PLAIN, STAGE
from flashcards.commands.speech import name_course
from flashcards.terminal.output import print_json, print_line

OPTIONS = (STAGE, LANG, COURSE, JSON, PLAIN)


def print_report(
    make: Callable[..., Any], show: Callable[..., None], stage: tuple[int, ...], lang: str | None,
    course: Path | None, as_json: bool, plain: bool,
) -> None:  # fmt: skip
    """Print what `make` finds about the learner: `show` prints it for people."""
    from flashcards import Selection, load_course
    from flashcards.commands.environment import choose_language, open_log_for_reading, read_moment
    from flashcards.paths import cache_folder
    from flashcards.terminal.console import make_console

    found = load_course(course, cache=cache_folder())
    with open_log_for_reading() as log:
        language = choose_language(found, lang)
        report = make(found, log, read_moment(), language, Selection(stage=stage))
    if as_json:
        print_json(report.for_json())
    else:
        if course is not None:
            print_line(name_course(found, report.lang))
        show(make_console(plain, report.lang), report)
