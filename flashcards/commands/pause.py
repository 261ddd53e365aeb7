"""`ptquiz pause`: a holiday without questions, until a day or until you are back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import LANG, check_date
from flashcards.commands.speaker import Speaker
from flashcards.terminal.output import print_line
from flashcards.words.catalog import Words
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards import Pause

OPTIONS = (
    Option("until", metavar="DATE", check=check_date,
           help="The last day without questions, such as 2027-01-03."),
    Option("begin", ("--from",), "The first day; else today.", metavar="DATE", check=check_date),
    Option("lasting", ("--open",), "No last day: until --end.", value=bool, default=False),
    Option("end", ("--end",), "Go on now.", value=bool, default=False),
    LANG,
)  # fmt: skip


def run(
    speaker: Speaker,
    until: str | None, begin: str | None, lasting: bool, end: bool
) -> None:  # fmt: skip
    """A holiday: no questions until you are back, and no mountain of cards then.

    Without a date it says which pause there is.
    """
    from dataclasses import replace

    from flashcards import UsageError, write_settings
    from flashcards.commands.environment import (
        read_learner_settings,
        settings_path,
    )
    from flashcards.terminal.session_view import describe_pause

    speaker.load_course_here()
    words, settings = speaker.find_words(speaker.lang), read_learner_settings()
    if until or lasting or end:
        asked = _make_pause(until, begin, lasting)
        pause = None if end else asked
        write_settings(settings_path(), replace(settings, pause=pause))
        print_line(describe_pause(words, pause))
    elif begin:
        raise UsageError(Message("pause-without-end"), "--from")
    else:
        _print_held(words, settings.pause)


def _make_pause(until: str | None, begin: str | None, lasting: bool) -> Pause:
    """The pause that a line asks for. Raises UsageError if there can be none such."""
    from datetime import date

    from flashcards import Pause, UsageError
    from flashcards.commands.environment import read_moment

    if until and lasting:
        raise UsageError(Message("pause-both-ends"), "--open")
    today = read_moment().today
    start = date.fromisoformat(begin) if begin else today
    last = date.fromisoformat(until) if until else None
    if last and last < max(start, today):
        raise UsageError(Message("pause-over", last=last), "DATE")
    return Pause(start, last)


def _print_held(words: Words, pause: Pause | None) -> None:
    """Says which pause there is; if there is none, or none any more, how to begin one."""
    from flashcards.commands.environment import read_moment
    from flashcards.terminal.session_view import describe_pause

    held = pause if pause and pause.lasts(read_moment().today) else None
    print_line(describe_pause(words, held))
    if held is None:
        print_line(words.say("pause_ways"))
