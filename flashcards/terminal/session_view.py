"""After a session: how it went, what is left."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from flashcards.i18n.catalog import say
from flashcards.questions import summarize_question
from flashcards.study.memories import CardCounts
from flashcards.study.ui import Left, SessionAnswer
from flashcards.terminal.feedback_view import MOST_TO_READ, print_reading
from flashcards.terminal.rich_text import render_inline


def print_summary(
    console: Console,
    lang: str,
    answers: Sequence[SessionAnswer],
    days: int,
    left: Left | None,
    counts: CardCounts,
) -> None:
    """How it went, what to look at again and what to read, how much is earned and still due."""
    console.print()
    if not answers:
        console.print(say(lang, "summary_none"))
        return
    right = sum(answer.right for answer in answers)
    parts = [say(lang, "summary", right=right, all=len(answers))]
    if days > 1:
        parts.append(say(lang, "days_in_a_row", n=days))
    console.print(Text(" · ".join(parts), "bold"))
    _print_weakest(console, lang, answers)
    missed = [answer.feedback for answer in answers if not answer.right]
    reading = {resource.title: resource for each in missed for resource in each.read_on}
    print_reading(console, lang, list(reading.values())[:MOST_TO_READ], "to_read")
    kept = answers[0].feedback.kept
    console.print(Text(say(lang, "saved" if kept else "cram_done"), "bright_black"))
    if kept:
        console.print(Text(say(lang, "cards_earned", earned=counts.earned, all=counts.cards)))
    if left is not None:
        console.print(Text(describe_left(lang, left)))


def describe_left(lang: str, left: Left) -> str:
    """What of today was not asked, or that today is done."""
    counts = {"left_due": left.due, "left_new": left.new, "left_steps": left.steps}
    said = [say(lang, word, n=count) for word, count in counts.items() if count]
    if not said:
        return say(lang, "today_done")
    return say(lang, "still_left", what=say(lang, "comma").join(said))


def _print_weakest(console: Console, lang: str, answers: Sequence[SessionAnswer]) -> None:
    missed = {o.card.id: o.feedback.question for o in answers if not o.right}
    if missed:
        console.print(Text(say(lang, "weakest"), "bold"))
    for question in list(missed.values())[:5]:
        asked = render_inline(summarize_question(question))
        console.print(Text("  • ") + asked, overflow="ellipsis", no_wrap=True)
