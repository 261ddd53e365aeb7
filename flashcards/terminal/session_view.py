"""After a session: how it went, what is left."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from flashcards.model import Term
from flashcards.questions import Question
from flashcards.study.resting import MOST_WRONG
from flashcards.study.ui import Left, SessionAnswer, SessionSummary
from flashcards.terminal.durations import format_duration
from flashcards.terminal.feedback_view import MOST_TO_READ, print_reading
from flashcards.terminal.header_view import list_left
from flashcards.terminal.question_view import name_question
from flashcards.terminal.rich_text import render_inline
from flashcards.words.catalog import say

MOST_MISSED = 5
"""Cards that were wrong and are named."""
FEW_EARNED = 10
"""As long as fewer cards are earned, the summary says what that means."""


def print_summary(console: Console, lang: str, summary: SessionSummary) -> None:
    """How it went, what to look at again and what to read, how much is earned and still due."""
    console.print()
    answers = summary.answers
    if not answers:
        console.print(say(lang, "summary_none"))
        return
    time = format_duration(lang, summary.duration)
    parts = [say(lang, "summary", right=summary.right, all=len(answers), time=time)]
    if summary.days > 1:
        parts.append(say(lang, "days_in_a_row", n=summary.days))
    console.print(Text(" · ".join(parts), "bold"))
    _print_weakest(console, lang, answers)
    missed = [answer.feedback for answer in answers if not answer.right]
    reading = {resource.title: resource for each in missed for resource in each.read_on}
    print_reading(console, lang, list(reading.values())[:MOST_TO_READ], "to_read")
    kept = answers[0].feedback.kept
    console.print(Text(say(lang, "saved" if kept else "cram_done")))
    if kept:
        console.print(Text(_describe_earned(lang, summary)))
    if summary.left is not None:
        console.print(Text(describe_left(lang, summary.left, summary.waiting)))
    if summary.resting:
        console.print(Text(say(lang, "resting", n=summary.resting, times=MOST_WRONG)))
    if kept and summary.due_tomorrow:
        console.print(Text(say(lang, "due_tomorrow", n=summary.due_tomorrow)))


def _describe_earned(lang: str, summary: SessionSummary) -> str:
    """What moved today; what earned means, as long as little is."""
    counts = summary.counts
    said = say(lang, "seen_earned", seen=counts.seen, all=counts.cards, earned=counts.earned)
    if summary.newly_earned:
        said = f"{say(lang, 'earned_now', n=summary.newly_earned)} · {said}"
    if counts.earned < FEW_EARNED:
        said = f"{said}. {say(lang, 'earned_means')}"
    return said


def describe_left(lang: str, left: Left, waiting: int) -> str:
    """What of today was not asked, or that today is done; then also how many due cards wait."""
    said = list_left(lang, left)
    if not said:
        return say(lang, "today_full", n=waiting) if waiting else say(lang, "today_done")
    return say(lang, "still_left", what=say(lang, "comma").join(said))


def _print_weakest(console: Console, lang: str, answers: Sequence[SessionAnswer]) -> None:
    missed = {o.card.id: o.feedback.question for o in answers if not o.right}
    if missed:
        console.print(Text(say(lang, "weakest"), "bold"))
    for question in list(missed.values())[:MOST_MISSED]:
        line = Text(f"  • {_name_missed(question)}")
        console.print(line, overflow="ellipsis", no_wrap=True)
    if len(missed) > MOST_MISSED:
        console.print(Text(f"  {say(lang, 'and_more', n=len(missed) - MOST_MISSED)}"))


def _name_missed(question: Question) -> str:
    """What was asked; before a meaning stands the term that was missed."""
    name, entry = name_question(question), question.card.entry
    if not isinstance(entry, Term) or question.card.ordinal == 0:
        return name
    return f"{render_inline(entry.term).plain}: {name}"
