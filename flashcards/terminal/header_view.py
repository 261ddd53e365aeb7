"""The head of a page: a bar, what is left, and what the card is about."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from flashcards.questions import Question
from flashcards.study.ui import Left, QuestionContext
from flashcards.terminal.canvas import Canvas
from flashcards.terminal.durations import format_clock
from flashcards.terminal.output import make_visible
from flashcards.terminal.points import format_points
from flashcards.words.catalog import Words

SHORTEST_BAR, LONGEST_BAR = 6, 40


def render_header(
    canvas: Canvas, question: Question, context: QuestionContext, time_left: int | None
) -> list[str]:
    """Two lines; `time_left` is what the clock of an exam shows, in milliseconds."""
    words = question.card.note.words
    counts = describe_counts(words, context, time_left)
    room = canvas.width - cell_len(counts) - 2
    bar = Text()
    if room >= SHORTEST_BAR:
        bar = _render_bar(context, min(room, LONGEST_BAR)).append("  ")
    top = canvas.print_line(bar.append(counts))
    return [top, canvas.print_line(Text(describe_card(question, context)))]


def describe_counts(words: Words, context: QuestionContext, time_left: int | None) -> str:
    """What is left: new, due and steps of today, or the number of a question and the time."""
    if context.points is not None:
        parts = [f"{context.done + 1}/{context.total}"]
        if time_left is not None:
            parts.append(words.say("clock_left", clock=format_clock(time_left)))
        return " · ".join(parts)
    if context.left is None:
        return words.say("count_left", n=context.total - context.done)
    return " · ".join(list_left(words, context.left))


def list_left(words: Words, left: Left) -> list[str]:
    """The counts that are not zero, in words."""
    counts = {"left_new": left.new, "left_due": left.due, "left_steps": left.steps}
    return [words.say(word, n=count) for word, count in counts.items() if count]


def describe_card(question: Question, context: QuestionContext) -> str:
    """Stage and deck, and what is special about this question."""
    note, words = question.card.note, question.card.note.words
    parts = [words.say("stage", n=note.stage), make_visible(context.deck or note.deck.title)]
    if context.flagged:
        parts.append(words.say("is_flagged"))
    if context.again:
        parts.append(words.say("once_more"))
    if context.points is not None:
        parts.append(words.say("worth", n=format_points(context.points)))
    if context.streak > 1:
        parts.append(words.say("in_a_row", n=context.streak))
    return " · ".join(parts)


def _render_bar(context: QuestionContext, width: int) -> Text:
    share = context.share
    if share is None:
        share = context.done / context.total if context.total else 0.0
    done = round(width * share)
    return Text().append("━" * done, "green").append("─" * (width - done))
