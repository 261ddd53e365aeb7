"""A card on a rich console: the question, and after the answer what was right and why.

Options stand where they stood and are marked there: ✓ right, ✗ wrong, › chosen by the
learner. Every verdict is also a word, so that nothing depends on colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from flashcards.course.model import Resource
from flashcards.questions import Choice, Question
from flashcards.questions.build import GAP
from flashcards.questions.question import name_topic
from flashcards.reviews.memory import AGAIN, DAY_MS
from flashcards.study.grading import Verdict, find_first_difference, find_own_name
from flashcards.study.plan import MAX_WRONG
from flashcards.study.ui import Feedback, Left, QuestionContext
from flashcards.terminal import rich_text
from flashcards.terminal.output import make_visible
from flashcards.words import Words

MAX_BAR = 30
MAX_SHOWN = 400
"""Characters of a typed answer that are shown again."""
MAX_NAME = 60
"""Columns of a question that stands for its card in a message."""
_MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: (" ", "")}


def print_hanging(console: Console, head: str | Text, text: Text) -> None:
    """Print a text after its head; further lines are set in under it."""
    row = Table.grid()
    row.add_column(no_wrap=True)
    row.add_row(Text(head) if isinstance(head, str) else head, text)
    console.print(row)


def print_head(console: Console, question: Question, context: QuestionContext) -> None:
    """Print what is left, and stage and deck of the card with what is special about it."""
    words, translate = question.card.note.words, question.card.note.words.translate
    parts = [translate("stage", n=question.card.note.stage), name_topic(context.deck)]
    if context.flagged:
        parts.append(translate("is_flagged"))
    if context.again:
        parts.append(translate("once_more"))
    if context.points is not None:
        parts.append(translate("worth", n=format_points(words, context.points)))
        counts = f"{context.done + 1}/{context.total}"
        if context.time_left is not None:
            minutes, seconds = divmod(max(0, -(-context.time_left // 1000)), 60)
            counts += f" · {translate('clock_left', clock=f'{minutes}:{seconds:02}')}"
    elif context.left is None:
        counts = translate("count_left", n=context.total - context.done)
    else:
        counts = " · ".join(list_left(words, context.left))
    share = context.done / max(1, context.total)
    done = round(MAX_BAR * share)
    console.print(Text("━" * done, "green") + "─" * (MAX_BAR - done) + f"  {counts}")
    console.print(Text(make_visible(" · ".join(parts))))


def list_left(words: Words, left: Left) -> list[str]:
    """Return the counts that are not zero, in words."""
    counts = {"left_new": left.new, "left_due": left.due, "left_steps": left.steps}
    return [words.translate(word, n=count) for word, count in counts.items() if count]


def format_points(words: Words, points: float) -> str:
    """Return points with at most one digit after the point."""
    return words.format_number(round(points, 1))


def print_question(console: Console, question: Question) -> None:
    """Print what is asked and the code it is about, without the options."""
    if question.stem:
        console.print()
        console.print(rich_text.render_markdown(question.stem))
    if question.code:
        console.print()
        console.print(rich_text.render_code(question.code, question.code_language))


def render_option(option: Choice) -> Text:
    """Return an option: Markdown, or the output of a program character by character."""
    render = rich_text.render_literal if option.literal else rich_text.render_inline
    return render(option.text)


def print_marked(
    console: Console, question: Question, given: Sequence[str], verdict: Verdict
) -> None:
    """Print the options where they stood, or what was typed, with marks: what was right."""
    console.print()
    if question.form in ("order", "match"):
        _print_places(console, question, given)
    elif question.form in ("type", "gap"):
        _print_typed(console, question, "".join(given), verdict)
    else:
        for number, option in enumerate(question.options, 1):
            chosen = option.name in given
            right = True if option.right else False if chosen else None
            mark = _MARKS[chosen if question.form == "points" else right]
            head = Text("›" if chosen else " ").append(*mark).append(f" {number}  ")
            print_hanging(console, head, render_option(option))


def _print_places(console: Console, question: Question, given: Sequence[str]) -> None:
    """Print each step or thing with what fits it, and what was put there instead."""
    translate = question.card.note.words.translate
    texts = {option.name: render_option(option) for option in question.options}
    for place, fitting in enumerate(question.fitting):
        right = given[place] == fitting.name if given else None
        if question.form == "order":
            head, text = f" {place + 1}  ", texts[fitting.name]
        else:
            head, thing = " ", rich_text.render_inline(question.things[place][1])
            text = thing + Text(" → ") + texts[fitting.name]
        if right is False and question.form == "order":
            text = text + f"  ({translate('card_put_at', n=given.index(fitting.name) + 1)})"
        elif right is False:
            text = text + f"  ({translate('chose_instead', what=texts[given[place]].plain)})"
        print_hanging(console, Text(" ").append(*_MARKS[right]).append(head), text)


def _print_typed(console: Console, question: Question, typed: str, verdict: Verdict) -> None:
    """Print what was written, and the answer if that was not it, line below line."""
    differs = None
    if question.lines and not verdict.right and not verdict.unknown:
        differs = find_first_difference(question, typed)
    typed = typed.strip()[:MAX_SHOWN] or question.card.note.words.translate("nothing_written")
    texts = [] if verdict.unknown else [("›", verdict.right, typed)]
    if not verdict.right:
        texts.append((" ", True, question.accepted[0] or question.answer))
    for chosen, right, text in texts:
        head = Text(chosen).append(*_MARKS[right]).append(" ")
        for place, line in enumerate(text.split("\n")):
            arrow = "  ←" if place == differs and "\n" in text else ""
            shown = rich_text.render_literal(line + arrow)
            print_hanging(console, Text("   ") if place else head, shown)


def print_verdict(console: Console, feedback: Feedback) -> None:
    """Print right or wrong in words, when the card comes back, and hints at a typed answer."""
    question, verdict = feedback.question, feedback.verdict
    words = question.card.note.words
    line = render_verdict(words, verdict)
    if feedback.kept:
        line = line + Text(words.translate("between_sentences") + describe_turn(feedback))
    console.print(line)
    if verdict.near and not verdict.right:
        console.print(Text(words.translate("slip", key="o")))
    is_typed, typed = question.form in ("type", "gap"), "".join(feedback.answer.given)
    if verdict.right and is_typed and (name := find_own_name(question, typed)):
        console.print(Text(words.translate("card_accepted", name=make_visible(name))))
    if verdict.hint:
        console.print(Text(words.translate(verdict.hint)))


def render_verdict(words: Words, verdict: Verdict) -> Text:
    """Return right or wrong in words."""
    if verdict.right:
        return Text(words.translate("right"), "green")
    if verdict.score > 0:
        return Text(words.translate("partly", score=round(100 * verdict.score)), "magenta")
    word = "unknown" if verdict.unknown else "nearly" if verdict.near else "wrong"
    return Text(words.translate(word), "red" if word == "wrong" else "magenta")


def describe_turn(feedback: Feedback) -> str:
    """Return when the card comes back."""
    words = feedback.question.card.note.words
    if feedback.comes == "rests":
        return words.translate("rests", n=MAX_WRONG)
    if feedback.comes == "session" and feedback.rating == AGAIN:
        return words.translate("next_time", when=words.translate("in_session"))
    ahead = format_time(words, max(0, feedback.memory.due - feedback.now), "in")
    return words.translate("next_time", when=ahead)


def format_time(words: Words, span: int, prefix: str) -> str:
    """Return milliseconds in the usual unit: in 10 min with the prefix `in`, 10 min with `span`."""
    minutes, days = span / 60_000, round(span / DAY_MS)
    if prefix == "in" and (minutes < 0.5 or (span >= DAY_MS and days == 1)):
        return words.translate("tomorrow" if days else "now")
    if minutes < 60:
        return words.translate(f"{prefix}_minutes", n=max(1, round(minutes)))
    if span < DAY_MS:
        return words.translate(f"{prefix}_hours", n=round(minutes / 60))
    if days < 60:
        return words.translate(f"{prefix}_days", n=days)
    if days < 730:
        return words.translate(f"{prefix}_months", n=round(days / 30.4))
    return words.translate(f"{prefix}_years", n=round(days / 365, 1))


def print_reasons(console: Console, question: Question, verdict: Verdict) -> None:
    """Print why the chosen option is wrong and the right one right, and the explanation."""
    words, as_of = question.card.note.words, question.card.entry.as_of
    for option in question.options if question.form in ("single", "multiple", "match") else ():
        if option.why and (option.right or option.name in verdict.false):
            why = option.why
            if question.form == "match":  # no list shows it marked
                why = f"{option.text}{words.translate('colon')}{why}"
            row = Table.grid(padding=(0, 1))
            row.add_row("", Text(*_MARKS[option.right]), rich_text.render_markdown(why))
            console.print(row)
    if question.explanation:
        console.print(Text(words.translate("because"), "bold"))
        console.print(Padding(rich_text.render_markdown(question.explanation), (0, 0, 0, 2)))
    if as_of:
        console.print(Text(words.translate("as_of", as_of=make_visible(words.spell_months(as_of)))))


def print_answer(console: Console, question: Question) -> None:
    """Print the answer that is revealed."""
    console.print()
    if question.answer:
        console.print(Padding(rich_text.render_markdown(question.answer), (0, 0, 0, 2)))
    if question.answer_code is not None:
        console.print(rich_text.render_code(question.answer_code, "text"))


def print_reading(
    console: Console, head: str, words: Words, resources: Sequence[Resource], whole: bool = False
) -> None:
    """Print titles that a terminal opens at a click, and addresses if `whole` or without one."""
    for resource in resources:
        title, address = rich_text.render_inline(resource.title), make_visible(resource.address)
        if address:
            title.stylize(Style(link=address))
        if resource.status not in ("alive", "moved"):
            status = words.translate(resource.status.replace("-", "_"))
            title.append(words.translate("remark", text=status))
            title.append(make_visible(f" → {resource.now}" if resource.now else ""))
        if address and (whole or not console.is_terminal):
            title.append(f"  {address}")
        print_hanging(console, head, title)


def shorten_question(question: Question, width: int = MAX_NAME) -> str:
    """Return what is asked in one line: of code the line with the gap or the last."""
    stem = rich_text.render_inline(question.stem.strip().partition("\n")[0])
    lines = [line.strip() for line in (question.code or "").splitlines() if line.strip()]
    if lines:
        line = next((line for line in lines if GAP in line), lines[-1])
        stem.append(f" {'… ' if len(lines) > 1 else ''}{make_visible(line)}")
    text = Text(" ".join(stem.plain.split()))
    text.truncate(width, overflow="ellipsis")
    return text.plain
