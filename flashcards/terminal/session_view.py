"""After a session: how it went, what is left."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from flashcards.model import Term
from flashcards.questions import Question
from flashcards.study.standing import MOST_WRONG
from flashcards.study.ui import Left, SessionAnswer, SessionSummary
from flashcards.terminal.durations import format_duration
from flashcards.terminal.feedback_view import MOST_TO_READ, print_reading
from flashcards.terminal.header_view import list_left
from flashcards.terminal.question_view import name_question
from flashcards.terminal.rich_text import render_inline
from flashcards.words.catalog import Words

MOST_MISSED = 5
"""Cards that were wrong and are named."""
FEW_EARNED = 10
"""As long as fewer cards are earned, the summary says what that means."""


def print_summary(console: Console, words: Words, summary: SessionSummary) -> None:
    """How it went, what to look at again and what to read, how much is earned and still due."""
    console.print()
    answers = summary.answers
    if not answers:
        console.print(words.say("summary_none"))
        return
    time = format_duration(words, summary.duration)
    parts = [words.say("summary", right=summary.right, all=len(answers), time=time)]
    if summary.days > 1:
        parts.append(words.say("days_in_a_row", n=summary.days))
    console.print(Text(" · ".join(parts), "bold"))
    _print_weakest(console, words, answers)
    missed = [answer.feedback for answer in answers if not answer.right]
    reading = {resource.title: resource for each in missed for resource in each.read_on}
    print_reading(console, words, list(reading.values())[:MOST_TO_READ], "to_read")
    kept = answers[0].feedback.kept
    console.print(Text(words.say("saved" if kept else "cram_done")))
    if kept:
        console.print(Text(_describe_earned(words, summary)))
    if summary.left is not None:
        console.print(Text(describe_left(words, summary.left, summary.waiting)))
    if summary.resting:
        console.print(Text(words.say("resting", n=summary.resting, times=MOST_WRONG)))
    if kept and summary.due_tomorrow:
        console.print(Text(words.say("due_tomorrow", n=summary.due_tomorrow)))


def _describe_earned(words: Words, summary: SessionSummary) -> str:
    """What moved today; what earned means, as long as little is."""
    counts = summary.counts
    said = words.say("seen_earned", seen=counts.seen, all=counts.cards, earned=counts.earned)
    if summary.newly_earned:
        said = f"{words.say('earned_now', n=summary.newly_earned)} · {said}"
    if counts.earned < FEW_EARNED:
        said = f"{said}. {words.say('earned_means')}"
    return said


def describe_left(words: Words, left: Left, waiting: int) -> str:
    """What of today was not asked, or that today is done; then also how many due cards wait."""
    said = list_left(words, left)
    if not said:
        return words.say("today_full", n=waiting) if waiting else words.say("today_done")
    return words.say("still_left", what=words.say("comma").join(said))


def _print_weakest(console: Console, words: Words, answers: Sequence[SessionAnswer]) -> None:
    missed = {o.card.id: o.feedback.question for o in answers if not o.right}
    if missed:
        console.print(Text(words.say("weakest"), "bold"))
    for question in list(missed.values())[:MOST_MISSED]:
        line = Text(f"  • {_name_missed(question)}")
        console.print(line, overflow="ellipsis", no_wrap=True)
    if len(missed) > MOST_MISSED:
        console.print(Text(f"  {words.say('and_more', n=len(missed) - MOST_MISSED)}"))


def _name_missed(question: Question) -> str:
    """What was asked; before a meaning stands the term that was missed."""
    name, entry = name_question(question), question.card.entry
    if not isinstance(entry, Term) or question.card.ordinal == 0:
        return name
    return f"{render_inline(entry.term).plain}: {name}"
