"""A question on a rich console: where it stands, its options and its answer.

The same words serve the screen and line mode. No colour is bold, because many
terminals then take its bright twin, and no text is yellow: neither can be read
on white.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from flashcards.questions import Choice, Question
from flashcards.questions.build import GAP
from flashcards.questions.question import name_topic
from flashcards.study.ui import Left, QuestionContext
from flashcards.terminal.durations import format_clock
from flashcards.terminal.output import make_visible
from flashcards.terminal.page import Canvas
from flashcards.terminal.rich_text import (
    render_code,
    render_inline,
    render_literal,
    render_markdown,
)
from flashcards.words.catalog import Words

SHORTEST_BAR, LONGEST_BAR = 6, 40
LONGEST_NAME = 60
"""Columns of a question that stands for its card in a message."""
_UNTYPED = {"recall": "recall_unheard", "explain": "explain_unheard"}
"""Instructions that sound as if something could be typed, and what is said instead."""
LONGEST_SHOWN = 400
"""Letters of a typed answer that are shown again."""
_FRACTIONS = dict(zip((10, 12, 15, 20, 24, 30, 36, 40, 45, 48, 50), "⅙⅕¼⅓⅖½⅗⅔¾⅘⅚", strict=True))
"""Common fractions by their sixtieths, which all of them have."""


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
    topic = name_topic(context.deck or note.deck.title)
    parts = [words.say("stage", n=note.stage), make_visible(topic)]
    if context.flagged:
        parts.append(words.say("is_flagged"))
    if context.again:
        parts.append(words.say("once_more"))
    if context.points is not None:
        parts.append(words.say("worth", n=format_points(words, context.points)))
    if context.streak > 1:
        parts.append(words.say("in_a_row", n=context.streak))
    return " · ".join(parts)


def _render_bar(context: QuestionContext, width: int) -> Text:
    share = context.share
    if share is None:
        share = context.done / context.total if context.total else 0.0
    done = round(width * share)
    return Text().append("━" * done, "green").append("─" * (width - done))


def format_points(words: Words, points: float) -> str:
    """A whole number, a number with a common fraction, or one digit after the point."""
    sixtieths = round(points * 60)
    whole, rest = divmod(sixtieths, 60)
    if abs(points * 60 - sixtieths) < 0.06 and (rest in _FRACTIONS or not rest):
        return f"{whole or ''}{_FRACTIONS[rest]}" if rest else str(whole)
    return words.format_number(round(points, 1))


def print_question(console: Console, question: Question, context: QuestionContext) -> None:
    """Where we are, what is asked, and the code it is about."""
    words = question.card.note.words
    console.print()
    console.print(Text(_render_head(question, context)))
    if context.changed:
        console.print(Text(words.say("changed_since"), "magenta"))
    console.print()
    if question.stem:
        console.print(render_markdown(question.stem))
    if question.code is not None:
        if question.stem:
            console.print()
        console.print(render_code(question.code, question.code_language))
    console.print()


def describe_task(question: Question) -> str:
    """What to do: the instruction; where nothing can be typed, it says so.

    What is put in order need not be steps.
    """
    words = question.card.note.words
    if question.form == "order":
        return words.say("card_order")
    if question.form in ("reveal", "points"):
        here = {words.say(word): words.say(said) for word, said in _UNTYPED.items()}
        return here.get(question.instruction, question.instruction)
    return question.instruction


def print_options(console: Console, question: Question) -> None:
    """The options with their numbers; for matching, the things first."""
    for _, text, _ in question.things:
        print_hanging(console, "   • ", render_inline(text))
    if question.things:
        console.print()
    for number, option in enumerate(question.options, 1):
        print_hanging(console, f" {number:>2}  ", render_option(option))


def print_given(console: Console, question: Question, given: Sequence[str]) -> None:
    """What was answered before: the numbers of options, or what was typed."""
    numbers = {option.name: str(number) for number, option in enumerate(question.options, 1)}
    told = " ".join(numbers.get(each, each) for each in given)
    console.print(Text(question.card.note.words.say("exam_earlier"), "magenta"))
    print_hanging(console, "  ", render_literal(told))


def print_answer(console: Console, question: Question) -> None:
    """The right answer in full: after revealing, and after a mistake."""
    if question.answer:
        print_indented(console, question.answer)
    if question.answer_code is not None:
        language = question.code_language if question.form == "gap" else "text"
        console.print(render_code(question.answer_code, language))


def print_explanation(console: Console, question: Question) -> None:
    """Why it is so, and the version or the date that the card holds for."""
    words, as_of = question.card.note.words, question.card.entry.as_of
    if question.explanation:
        console.print(Text(words.say("because"), "bold"))
        print_indented(console, question.explanation)
    if as_of:
        console.print(Text(words.say("as_of", as_of=make_visible(words.spell_months(as_of)))))


def print_hanging(console: Console, head: str | Text, text: Text, tail: Text | None = None) -> None:
    """A text after its head; further lines are set in under it, and a tail is not divided."""
    first = Text(head) if isinstance(head, str) else head
    room = max(10, console.width - first.cell_len)
    lines = list(text.wrap(console, room))
    for line in lines:
        line.rstrip()
    if tail and lines and lines[-1].cell_len + 2 + tail.cell_len <= room:
        lines[-1] = lines[-1] + Text("  ") + tail
    elif tail:
        lines.extend(tail.wrap(console, room))
    for place, line in enumerate(lines):
        console.print((Text(" " * first.cell_len) if place else first) + line)


def print_indented(console: Console, text: str, mark: Text | None = None) -> None:
    """A text in Markdown, set in by two columns; a mark may stand before its first line."""
    if mark is None:
        console.print(Padding(render_markdown(text), (0, 0, 0, 2), expand=False))
        return
    from rich.table import Table

    row = Table.grid(padding=(0, 1))
    row.add_row(mark, render_markdown(text))
    console.print(row)


def render_option(option: Choice) -> Text:
    """An option: Markdown, or the output of a program letter by letter."""
    return render_literal(option.text) if option.literal else render_inline(option.text)


def render_options(question: Question) -> dict[str, Text]:
    """All options by their names."""
    return {option.name: render_option(option) for option in question.options}


def render_pair(thing: str, cell: Text) -> Text:
    """A thing with the cell that it was matched with, or that fits it."""
    return render_inline(thing) + Text(" → ") + cell


def render_typed(text: str) -> Text:
    """A typed answer; a pasted page is not shown in full."""
    text = text.strip()
    return render_literal(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def shorten_question(question: Question) -> str:
    """What is asked, in a few words of one line."""
    words = Text(name_question(question))
    words.truncate(LONGEST_NAME, overflow="ellipsis")
    return words.plain


def name_question(question: Question) -> str:
    """What is asked, in one line: of code the line with the gap or the last, which tells most."""
    asked = " ".join(render_inline(question.stem.strip().partition("\n")[0]).plain.split())
    lines = [line.strip() for line in (question.code or "").splitlines() if line.strip()]
    if not lines:
        return asked
    place = next((place for place, each in enumerate(lines) if GAP in each), len(lines) - 1)
    first = max(0, place - 1) if lines[place] == GAP else place  # a gap alone tells nothing
    line = make_visible(" ".join(lines[first : place + 1]))
    return f"{asked} {'… ' if len(lines) > 1 else ''}{line}".strip()


def _render_head(question: Question, context: QuestionContext) -> str:
    words = question.card.note.words
    parts = [describe_counts(words, context, None), describe_card(question, context)]
    if context.time_left is not None:
        parts.append(words.say("time_left", n=max(0, round(context.time_left / 60_000))))
    return " · ".join(parts)
