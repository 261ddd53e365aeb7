"""`ptquiz pause`: a holiday without questions, until a day or until you are back."""

from __future__ import annotations

from datetime import date

from flashcards.commands.environment import change_settings, read_learner_settings
from flashcards.commands.learner import read_moment
from flashcards.commands.options import Option, switch
from flashcards.commands.shared_options import LANG, check_date
from flashcards.commands.speaker import Speaker
from flashcards.errors import UsageError
from flashcards.study.settings import Pause
from flashcards.terminal.output import print_line
from flashcards.terminal.session_view import describe_pause
from flashcards.words.catalog import Words
from flashcards.words.message import Message

OPTIONS = (
    Option("until", help="help-pause-date", metavar="metavar-date", check=check_date),
    Option("begin", ("--from",), "help-pause-from", metavar="metavar-date", check=check_date),
    switch("lasting", "--open", "help-pause-open"),
    switch("end", "--end", "help-pause-end"),
    LANG,
)


def run(speaker: Speaker, until: str | None, begin: str | None, lasting: bool, end: bool) -> None:
    """A holiday: no questions until you are back, and no mountain of cards then.

    Without a date it says which pause there is.
    """
    speaker.load_course_here()
    words = speaker.find_words(speaker.lang)
    if until or lasting or end:
        asked = _make_pause(until, begin, lasting)
        pause = None if end else asked
        change_settings(pause=pause)
        print_line(describe_pause(words, pause))
    elif begin:
        raise UsageError(Message("pause-without-end"), "--from")
    else:
        _print_held(words, read_learner_settings().pause)


def _make_pause(until: str | None, begin: str | None, lasting: bool) -> Pause:
    """The pause that a line asks for. Raises UsageError if there can be none such."""
    if until and lasting:
        raise UsageError(Message("pause-both-ends"), "--open")
    today = read_moment().today
    start = date.fromisoformat(begin) if begin else today
    last = date.fromisoformat(until) if until else None
    if last and last < max(start, today):
        raise UsageError(Message("pause-over", last=last), Message("metavar-date"))
    return Pause(start, last)


def _print_held(words: Words, pause: Pause | None) -> None:
    """Says which pause there is; if there is none, or none any more, how to begin one."""
    held = pause if pause and pause.lasts(read_moment().today) else None
    print_line(describe_pause(words, held))
    if held is None:
        print_line(words.say("pause_ways"))
