"""`ptquiz pause`: a holiday without questions, until a day or until you are back."""

from __future__ import annotations

from flashcards.commands.options import Option
from flashcards.commands.shared_options import LANG, check_date
from flashcards.terminal.output import print_line

OPTIONS = (
    Option("until", metavar="DATE", check=check_date,
           help="The last day without questions, such as 2027-01-03; else until --end."),
    Option("begin", ("--from",), "The first day; else today.", metavar="DATE", check=check_date),
    Option("end", ("--end",), "Go on now.", value=bool, default=False),
    LANG,
)  # fmt: skip


def run(until: str | None, begin: str | None, end: bool, lang: str | None) -> None:
    """A holiday: no questions until you are back, and no mountain of cards then."""
    from dataclasses import replace
    from datetime import date

    from flashcards import Pause, UsageError, write_settings
    from flashcards.commands.environment import (
        find_spoken_language,
        read_learner_settings,
        read_moment,
        settings_path,
    )
    from flashcards.terminal.today_view import describe_pause

    today = read_moment().today
    start = date.fromisoformat(begin) if begin else today
    last = date.fromisoformat(until) if until else None
    if last and last < max(start, today):
        raise UsageError(f"{last} is over before the pause begins.", "DATE")
    pause = None if end else Pause(start, last)
    write_settings(settings_path(), replace(read_learner_settings(), pause=pause))
    print_line(describe_pause(find_spoken_language(lang), pause))
