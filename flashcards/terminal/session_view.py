"""Before and after a sitting: what is due later, how many days in a row, what is left."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from flashcards.i18n.terminal_words import say
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.store import ReviewLog
from flashcards.study.plan import Moment, Plan
from flashcards.study.ui import Outcome
from flashcards.terminal.durations import ahead_in_words
from flashcards.terminal.question_view import tell_summary


def tell_later(console: Console, lang: str, planned: Plan, now: int) -> str:
    """Says when something will be due; the question whether to study ahead."""
    console.print(Text(say(lang, "nothing_due"), "bold"))
    if planned.next_due is not None:
        when = ahead_in_words(lang, planned.next_due - now)
        console.print(Text(say(lang, "next_due", when=when)))
    if planned.unseen:
        console.print(Text(say(lang, "new_tomorrow", n=planned.unseen)))
    return say(lang, "study_ahead")


def tell_end(
    console: Console, lang: str, outcomes: Sequence[Outcome], days: int, waiting: int
) -> None:
    tell_summary(console, lang, outcomes, days)
    if waiting and outcomes:
        console.print(Text(say(lang, "still_due", n=waiting)))


def days_in_a_row(log: ReviewLog, moment: Moment) -> int:
    """How many days up to today, or yesterday, had an answer each."""
    day, streak = moment.day_end, 0
    last = log.last_before(day)
    if last is not None and last < moment.day_start:
        day = moment.day_start
    while last is not None and last >= day - DAY_MS:
        streak += 1
        day -= DAY_MS
        last = log.last_before(day)
    return streak
