"""A card as blocks of a page: the question, and after the answer what was right and why.

Options stand where they stood and are marked there: ✓ right, ✗ wrong, › chosen by
the learner. Colour is never the only signal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.course.model import Code
from flashcards.questions import Choice, Question
from flashcards.study.grading import find_first_difference
from flashcards.study.ui import Feedback, QuestionContext
from flashcards.terminal.feedback_view import (
    RIGHT,
    WRONG,
    describe_turn,
    print_verdict,
    print_whys,
    render_title,
)
from flashcards.terminal.output import make_visible
from flashcards.terminal.page import CODE, OPTIONS, TITLE, WHY, Block, Canvas
from flashcards.terminal.question_view import (
    describe_task,
    print_answer,
    print_explanation,
    print_hanging,
    render_option,
    render_options,
    render_pair,
    render_typed,
)
from flashcards.terminal.rich_text import render_code, render_inline, render_markdown
from flashcards.words.catalog import Words

_NO_MARK = (" ", "")
NOTHING = -1
"""What is pointed at before the first key of a choice in an exam."""


@dataclass
class CardState:
    """What the learner sees of one card now."""

    question: Question
    context: QuestionContext
    pointed: int = 0
    """The option that the pointer is at."""
    picked: list[str] = field(default_factory=list)
    """Options that were ticked or placed, in this order."""
    shows_answer: bool = False
    """The answer was revealed, to be rated by the learner."""
    rates: bool = False
    """The learner is asked how it was."""
    feedback: Feedback | None = None
    notices: list[str] = field(default_factory=list)
    """What was done a moment ago, above the question."""
    told: list[str] = field(default_factory=list)
    """What a key brought while this page is shown, below it."""
    optional: list[str] = field(default_factory=list)
    """What may be left out if there is no room."""

    @property
    def words(self) -> Words:
        return self.question.card.note.words


def make_blocks(canvas: Canvas, state: CardState, shows_setup: bool = False) -> list[Block]:
    """The blocks of the page below its head; the setup of its code only if that is asked for."""
    question = state.question
    shows_setup = shows_setup and bool(question.setup)
    stem = _tell_shown_setup(state) if shows_setup else question.stem
    blocks = [
        Block(canvas.print(*map(Text, state.optional)), optional=True),
        Block(canvas.print(*(Text(line, "magenta") for line in state.notices))),
        Block(canvas.print(render_markdown(stem)) if stem else [], TITLE),
    ]
    if question.code is not None:
        parts = [question.setup] if shows_setup else []
        code = render_code("\n\n".join([*parts, question.code]), question.code_language)
        blocks.append(Block(canvas.print(code), CODE))
    if state.feedback:
        return [*blocks, *_feedback_blocks(canvas, state, state.feedback)]
    if state.shows_answer:
        return [*blocks, *_answer_blocks(canvas, state)]
    return [*blocks, *_question_blocks(canvas, state)]


def _tell_shown_setup(state: CardState) -> str:
    """The question above its setup, which it no longer says to be hidden."""
    say, count = state.words.say, cast(Code, state.question.card.entry).count_setup()
    shown = say("card_setup", n=count) + say("colon").rstrip()
    return state.question.stem.replace(say("setup_first", n=count), shown)


def find_focus(canvas: Canvas, state: CardState) -> int:
    """The line of the options at which the pointer is."""
    if state.pointed <= 0:
        return 0
    options = state.question.options[: state.pointed]
    return len(canvas.draw(lambda console: _print_options(console, state, options)))


def _question_blocks(canvas: Canvas, state: CardState) -> Iterator[Block]:
    question, task = state.question, describe_task(state.question)
    if question.form == "order" and len(state.picked) < len(question.options):
        step = state.words.say("place_step", n=len(state.picked) + 1, all=len(question.options))
        task = f"{task} {step}"
    yield Block(canvas.print(Text(task, "bold")), "instruction")
    if question.form == "match":
        yield Block(canvas.draw(lambda console: _print_things(console, state)), "things")
    if question.form in ("single", "multiple", "order", "match"):
        yield _option_block(canvas, state)


def _answer_blocks(canvas: Canvas, state: CardState) -> Iterator[Block]:
    """The revealed answer; points are ticked before the rest is shown."""
    question = state.question
    if question.form == "points":
        if not state.rates:
            words = state.words.say("tick_points")
            yield Block(canvas.print(Text(words, "bold")), "instruction")
        yield _option_block(canvas, state)
    else:
        yield Block(canvas.draw(lambda console: print_answer(console, question)), OPTIONS)
    if state.rates:
        yield Block(canvas.draw(lambda console: print_explanation(console, question)), WHY)
        yield from _source_block(canvas, state)


def _feedback_blocks(canvas: Canvas, state: CardState, feedback: Feedback) -> Iterator[Block]:
    question = state.question
    if question.instruction:
        instruction = canvas.print(Text(describe_task(question), "bold"))
        yield Block(instruction, "instruction", optional=True)
    yield _option_block(canvas, state)
    then = state.words.say("between_sentences") + describe_turn(feedback) if feedback.kept else ""
    yield Block(canvas.draw(lambda console: print_verdict(console, feedback, "o", then)), "verdict")
    told = [*feedback.verdict.false, *question.right_names]

    def print_why(console: Console) -> None:
        print_whys(console, question, told, marked=True)
        print_explanation(console, question)

    yield Block(canvas.draw(print_why), WHY)
    if feedback.leech:
        words = state.words.say("leech", n=feedback.leech)
        yield Block(canvas.print(Text(words, "magenta")))
    yield from _source_block(canvas, state)


def _option_block(canvas: Canvas, state: CardState) -> Block:
    options = state.question.options
    return Block(canvas.draw(lambda console: _print_options(console, state, options)), OPTIONS)


def _print_options(console: Console, state: CardState, options: Sequence[Choice]) -> None:
    feedback, form = state.feedback, state.question.form
    if feedback and form == "order":
        _print_order(console, state.question, feedback.answer.given)
    elif feedback and form == "match":
        _print_pairs(console, state.question, feedback.answer.given)
    elif feedback and form in ("type", "gap"):
        _print_typed(console, feedback)
    else:
        for number, option in enumerate(options, 1):
            _print_option(console, state, number, option)


def _print_option(console: Console, state: CardState, number: int, option: Choice) -> None:
    """Pointer, mark, number and text: each in the same column before and after the answer."""
    feedback, form = state.feedback, state.question.form
    chosen = option.name in (feedback.answer.given if feedback else state.picked)
    is_open = not feedback and not state.rates
    points_at = state.pointed == number - 1 if is_open else chosen and form == "single"
    head = Text("›" if points_at else " ")
    if form == "order":
        head.append(f"{state.picked.index(option.name) + 1}." if chosen else "  ")
    elif form == "match":
        head.append("·" if chosen else " ")
    else:
        mark = RIGHT if option.right else WRONG if chosen else _NO_MARK
        head.append(*(mark if feedback else _NO_MARK))
    if form in ("multiple", "points"):
        head.append(" ●" if chosen else " ○")
    digits = 2 if len(state.question.options) > 9 else 1
    print_hanging(console, head.append(f" {number:>{digits}}  "), render_option(option))


def _print_things(console: Console, state: CardState) -> None:
    """What is matched: each thing with its cell, as far as the learner got."""
    texts = render_options(state.question)
    for place, (_, thing, _) in enumerate(state.question.things):
        now = place == len(state.picked)
        line = render_inline(thing) + Text(" → ?" if now else "")
        if place < len(state.picked):
            line = render_pair(thing, texts[state.picked[place]])
        print_hanging(console, "› • " if now else "  • ", line)


def _print_order(console: Console, question: Question, given: Sequence[str]) -> None:
    """The steps in their right order, each marked, with the place where it was put."""
    words, texts = question.card.note.words, render_options(question)
    for number, name in enumerate(question.sequence, 1):
        put = given.index(name) + 1 if name in given else 0
        instead = words.say("card_put_at", n=put) if put not in (0, number) else ""
        head = _marked(put == number if given else None, f" {number}  ")
        _print_placed(console, head, texts[name], instead)


def _print_pairs(console: Console, question: Question, given: Sequence[str]) -> None:
    """Each thing with the cell that fits it, marked, and the one that was chosen instead."""
    words, texts = question.card.note.words, render_options(question)
    names = given or [""] * len(question.things)
    for (_, thing, fits), name in zip(question.things, names, strict=True):
        wrong = texts[name].plain if name not in ("", fits) else ""
        instead = words.say("chose_instead", what=wrong) if wrong else ""
        head = _marked(name == fits if given else None, " ")
        _print_placed(console, head, render_pair(thing, texts[fits]), instead)


def _print_placed(console: Console, head: Text, line: Text, instead: str) -> None:
    print_hanging(console, head, line + Text(f"  ({instead})") if instead else line)


def _print_typed(console: Console, feedback: Feedback) -> None:
    """What was written, and the answer if that was not it, line below line in the same columns."""
    question, right = feedback.question, feedback.verdict.right
    given = "".join(feedback.answer.given)
    differs = None
    if question.lines and not right and not feedback.verdict.unknown:
        differs = find_first_difference(question, given)
    if not feedback.verdict.unknown:
        nothing = Text(question.card.note.words.say("nothing_written"))
        typed = render_typed(given) or nothing
        _print_lines(console, Text("›") + _marked(right, " "), typed, differs)
    if not right:
        answer = Text(make_visible(question.accepted[0] or question.answer), overflow="fold")
        _print_lines(console, Text(" ") + _marked(True, " "), answer, differs)


def _print_lines(console: Console, head: Text, text: Text, differs: int | None) -> None:
    """A text line by line after its head; the line that differs, from 0, has an arrow behind it."""
    for place, line in enumerate(text.split("\n", allow_blank=True)):
        shown = line + Text("  ←") if place == differs and len(text.plain.split("\n")) > 1 else line
        print_hanging(console, head if place == 0 else Text(" " * head.cell_len), shown)


def _marked(right: bool | None, rest: str) -> Text:
    """A mark and what follows it; None is neither right nor wrong."""
    mark = _NO_MARK if right is None else RIGHT if right else WRONG
    return Text().append(*mark).append(rest)


def _source_block(canvas: Canvas, state: CardState) -> Iterator[Block]:
    """One line with the titles of the sources; below it their addresses, whole or not at all."""
    sources = state.context.read_on
    if not sources:
        return
    told = "; ".join(render_title(state.words, each).plain for each in sources)
    opens = state.words.say("remark", text="w") if any(each.address for each in sources) else ""
    words = f"{state.words.say('read_on')}{opens}{state.words.say('colon')}{told}"
    yield Block([canvas.print_line(Text(words))], "source")
    addresses = [f"  {make_visible(each.address)}" for each in sources if each.address]
    whole = [each for each in addresses if cell_len(each) <= canvas.width]
    yield Block(canvas.print(*map(Text, whole)), "addresses", optional=True, clings=True)
