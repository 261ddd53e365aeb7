"""A card on a page: the question, and after the answer what was right and why.

Options stand where they stood and are marked there: ✓ right, ✗ wrong, › chosen by the
learner. Every verdict is also a word, so that nothing depends on colour.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypeAlias

from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from flashcards.course.model import Compare, Resource
from flashcards.questions.comparison import get_row
from flashcards.questions.question import Choice, Question, shorten_title
from flashcards.reviews.memory import DAY_MS, GOOD
from flashcards.study.grading import Verdict
from flashcards.study.plan import Left
from flashcards.study.ui import Feedback, QuestionContext
from flashcards.terminal.comparison import print_row
from flashcards.terminal.output import make_visible
from flashcards.terminal.rich_text import Page, render_code, render_inline, render_markdown
from flashcards.words import Words

MAX_BAR = 30
_MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: (" ", "")}
_Row: TypeAlias = tuple[str, bool | None, str, Text]
"""What stands before a mark, what is marked, what follows the mark, and the text."""
_UNITS = (
    ("seconds", 1_000, 59_500),
    ("minutes", 60_000, 3_600_000),
    ("hours", 3_600_000, DAY_MS),
    ("days", DAY_MS, 60 * DAY_MS),
    ("months", 30.4 * DAY_MS, float("inf")),
)
"""Units of time, how long each is, and up to how long a span is told in it."""


def print_head(page: Page, question: Question, context: QuestionContext) -> None:
    """Print what is left, and stage and deck of the card with what is special about it."""
    translate = page.translate
    parts = [translate("stage", n=question.card.note.stage), shorten_title(context.deck)]
    if context.flagged:
        parts.append(translate("is_flagged"))
    if context.again:
        parts.append(translate("once_more"))
    if context.points is not None:
        parts.append(translate("worth", n=page.words.format_number(round(context.points, 1))))
        counts = [f"{context.done + 1}/{context.total}"]
        if context.time_left is not None:
            minutes, seconds = divmod(max(0, -(-context.time_left // 1000)), 60)
            counts.append(translate("clock_left", clock=f"{minutes}:{seconds:02}"))
    elif context.left is None:
        counts = [translate("count_left", n=context.total - context.done)]
    else:
        counts = list_left(page.words, context.left)
    done = round(MAX_BAR * context.done / max(1, context.total))
    page.print(Text("━" * done, "green") + "─" * (MAX_BAR - done) + f"  {' · '.join(counts)}")
    page.print(make_visible(" · ".join(parts)))


def list_left(words: Words, left: Left) -> list[str]:
    """Return the counts that are not zero, in words."""
    counts = {"left_new": left.new, "left_due": left.due, "left_steps": left.steps}
    return [words.translate(word, n=count) for word, count in counts.items() if count]


def print_question(page: Page, question: Question) -> None:
    """Print what is asked and the code it is about, without the options."""
    if question.stem:
        page.print("", render_markdown(question.stem), sep="\n")
    if question.code:
        page.print("", render_code(question.code, question.code_language), sep="\n")


def render_option(option: Choice) -> Text:
    """Return an option: Markdown, or the output of a program character by character."""
    return Text(make_visible(option.text)) if option.literal else render_inline(option.text)


def print_marked(page: Page, question: Question, given: Sequence[str], verdict: Verdict) -> None:
    """Print the options where they stood, or what was typed, with marks: what was right."""
    rows = _list_typed(page, question, "".join(given), verdict)
    if question.form in ("order", "match"):
        rows = _list_places(page, question, given)
    elif question.options:
        rows = _list_options(question, given, verdict)
    page.print()
    if question.heading:
        page.print(render_inline(question.heading), style="bold")
    for before, right, after, text in rows:
        page.print_hanging(Text(before).append(*_MARKS[right]).append(after), text)


def _list_options(question: Question, given: Sequence[str], verdict: Verdict) -> Iterator[_Row]:
    for number, option in enumerate(question.options, 1):
        chosen = option.name in given
        right = option.right if option.right or chosen else None
        if question.form == "points" and not verdict.unknown:
            right = chosen
        yield "›" if chosen else " ", right, f" {number}  ", render_option(option)


def _list_places(page: Page, question: Question, given: Sequence[str]) -> Iterator[_Row]:
    """Yield each step or thing with what fits it, and what was put there instead."""
    texts = {option.name: render_option(option) for option in question.options}
    for place, fitting in enumerate(question.fitting):
        right = given[place] == fitting.name if given else None
        number, text, told = f" {place + 1}  ", texts[fitting.name], ""
        if question.form == "match":
            number, text = " ", render_inline(question.things[place][1]) + Text(" → ") + text
        if right is False and question.form == "match":
            told = page.translate("chose_instead", what=texts[given[place]].plain)
        elif right is False:
            told = page.translate("card_put_at", n=given.index(fitting.name) + 1)
        yield " ", right, number, text + page.translate("remark", text=told) if told else text


def _list_typed(page: Page, question: Question, typed: str, verdict: Verdict) -> Iterator[_Row]:
    """Yield what was written, and the answer if that was not it."""
    if not verdict.unknown:
        written = typed.strip() or page.translate("nothing_written")
        yield "›", verdict.right, " ", Text(make_visible(written))
    if not verdict.right:
        answer = question.accepted[0] or question.answer
        yield " ", True, " ", Text(make_visible(answer))


def print_verdict(page: Page, feedback: Feedback) -> None:
    """Print right or wrong in words, when the card comes back, and hints at a typed answer."""
    verdict = feedback.verdict
    word = "nearly" if verdict.near else "unknown" if verdict.unknown else "wrong"
    if verdict.score > 0:
        word = "right" if verdict.right else "partly"
    style = {"right": "green", "wrong": "red"}.get(word, "magenta")
    line = Text.assemble((page.translate(word, score=round(100 * verdict.score)), style))
    if feedback.kept:
        when = format_time(page.words, max(0, feedback.memory.due - feedback.review.at), "in")
        if feedback.again and not feedback.right:
            when = page.translate("in_session")
        turn = page.translate("next_time", when=when)
        line.append(page.translate("between_sentences") + turn)
    page.print(line)
    if word == "nearly":
        page.say("slip", key=str(GOOD) if feedback.ratings[1:] else "o")
    if verdict.hint:
        page.say(verdict.hint)


def format_time(words: Words, span: int, prefix: str) -> str:
    """Return milliseconds in the usual unit: in 10 min with the prefix `in`, 10 min with `span`."""
    if prefix == "in" and span < 30_000:
        return words.translate("now")
    if prefix == "in" and DAY_MS <= span < 1.5 * DAY_MS:
        return words.translate("tomorrow")
    unit, length, _ = next(unit for unit in _UNITS if span < unit[2])
    return words.translate(f"{prefix}_{unit}", n=max(1, round(span / length)))


def format_clock(words: Words, at: int, now: int) -> str:
    """Return the time of day, such as 22:50, with its date if that is not the date of `now`.

    Both times are UTC milliseconds.
    """
    moment, here = (datetime.fromtimestamp(each / 1000) for each in (at, now))
    clock = f"{moment:%H:%M}"
    return clock if moment.date() == here.date() else f"{words.format_day(moment)} {clock}"


def print_reasons(page: Page, question: Question, verdict: Verdict) -> None:
    """Print why the chosen option is wrong and the right one right, and the explanation.

    A question about one item of a comparison is followed by the cells of all items.
    """
    has_reasons = question.form in ("single", "multiple", "match", "reveal")
    for option in question.options:
        is_shown = has_reasons and (option.right or option.name in verdict.false)
        if option.why and is_shown:
            why = option.why
            if question.form == "match":  # no list shows it marked
                why = f"{option.text}{page.translate('colon')}{why}"
            mark = Text(" ").append(*_MARKS[option.right]).append(" ")
            page.print_hanging(mark, render_markdown(why))
    entry = question.card.entry
    if isinstance(entry, Compare) and question.card.ordinal:
        print_row(page, entry, get_row(question.card))
    if question.explanation:
        page.say("because", "bold")
        page.print(Padding(render_markdown(question.explanation), (0, 0, 0, 2)))
    if as_of := question.card.entry.as_of:
        page.say("as_of", as_of=make_visible(as_of))


def print_wrong(page: Page, question: Question) -> None:
    """Print the wrong options below an empty line, each with what is wrong about it."""
    if question.options:
        page.print()
    for option in question.options:
        if not option.right:
            mark = Text(" ").append(*_MARKS[False]).append(" ")
            page.print_hanging(mark, render_option(option))
            if option.why:
                page.print(Padding(render_markdown(option.why), (0, 0, 0, 3)))


def print_answer(page: Page, question: Question) -> None:
    """Print the answer that is revealed."""
    page.print()
    if question.answer:
        page.print(Padding(render_markdown(question.answer), (0, 0, 0, 2)))
    if question.answer_code is not None:
        page.print(render_code(question.answer_code, "text"))


def print_reading(
    page: Page, head: str, resources: Sequence[Resource], whole: bool = False
) -> None:
    """Print titles that a terminal opens at a click, and addresses if `whole` or without one."""
    for resource in resources:
        title, address = render_inline(resource.title), make_visible(resource.address)
        if address:
            title.stylize(Style(link=address))
        if resource.status not in ("alive", "moved"):
            status = page.translate(resource.status.replace("-", "_"))
            title.append(page.translate("remark", text=status))
        page.print_hanging(head, title)
        if address and (whole or not page.is_terminal):
            page.print(f"    {address}", soft_wrap=True)  # whole, so that it can be clicked
        if resource.now and resource.status not in ("alive", "moved"):
            page.print(f"    → {make_visible(resource.now)}", soft_wrap="://" in resource.now)
