"""What follows an answer: the verdict, why, and where to read on.

Colour is never the only signal: every verdict is a word.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from flashcards.course.model import Resource
from flashcards.questions import Choice, Question
from flashcards.reviews.memory import AGAIN, EASY, HARD
from flashcards.study.grading import Verdict, find_own_name
from flashcards.study.standing import MOST_WRONG
from flashcards.study.ui import Feedback
from flashcards.terminal.durations import format_time_ahead
from flashcards.terminal.output import make_visible
from flashcards.terminal.question_view import (
    print_answer,
    print_explanation,
    print_hanging,
    print_indented,
    render_option,
    render_typed,
)
from flashcards.terminal.rich_text import render_inline
from flashcards.words.catalog import Words

MOST_TO_READ = 3
_THERE = ("alive", "moved")
"""How resources stand that can still be read."""
RIGHT, WRONG = ("✓", "green"), ("✗", "red")
"""Marks of options, with their colours."""


def print_feedback(console: Console, feedback: Feedback) -> None:
    """All that follows an answer in line mode; the screen marks the options where they stand."""
    question, words = feedback.question, feedback.question.card.note.words
    if feedback.answer.rating is None:
        print_verdict(console, feedback, ":o")
        if not feedback.verdict.right:
            _print_mistake(console, feedback)
        print_whys(console, question, question.right_names)
        print_explanation(console, question)
    print_reading(console, words, feedback.read_on)
    if feedback.kept:
        console.print(Text(describe_turn(feedback)))
    if feedback.leech:
        console.print(Text(words.say("leech", n=feedback.leech), "magenta"))


def print_verdict(console: Console, feedback: Feedback, key: str, then: str = "") -> None:
    """Right or wrong, in words, `then` in the same line, and what to say of a typed answer.

    An answer that is nearly right counts as right with `key`. Where another name than that
    of the course was typed and is right, the course's own is told.
    """
    question, verdict = feedback.question, feedback.verdict
    words = question.card.note.words
    console.print(Text() + render_verdict(words, verdict) + Text(then))  # which has no color
    if verdict.near and not verdict.right:
        console.print(Text(words.say("slip", key=key)))
    is_typed, given = question.form in ("type", "gap"), "".join(feedback.answer.given)
    if verdict.right and is_typed and (name := find_own_name(question, given)):
        console.print(Text(words.say("card_accepted", name=make_visible(name))))
    if verdict.hint:
        console.print(Text(words.say(verdict.hint)))


def print_whys(
    console: Console, question: Question, names: Sequence[str], marked: bool = False
) -> None:
    """Why the options with these names are right or wrong, `marked` if both may be among them."""
    if question.form not in ("single", "multiple", "match"):
        return
    for option in question.options:
        if option.why and option.name in names:
            mark = Text(*(RIGHT if option.right else WRONG)) if marked else None
            print_indented(console, _tell_why(question, option), mark)


def _tell_why(question: Question, option: Choice) -> str:
    """The reason of an option; one that fits nothing is named, since no list shows it marked."""
    if question.form != "match":
        return option.why or ""
    return f"{option.text}{question.card.note.words.say('colon')}{option.why}"


def describe_turn(feedback: Feedback) -> str:
    """When the card comes back."""
    words = feedback.question.card.note.words
    if feedback.comes == "rests":
        return words.say("rests", n=MOST_WRONG)
    if feedback.comes == "session" and feedback.rating == AGAIN:
        return words.say("next_time", when=words.say("in_sitting"))
    ahead = max(0, feedback.memory.due - feedback.now)
    return words.say("next_time", when=format_time_ahead(words, ahead))


def describe_correction(feedback: Feedback, card: str) -> str:
    """How the last answer, to this card, counts now, and when it comes back if that is kept."""
    words, right = feedback.question.card.note.words, feedback.verdict.right
    said = {AGAIN: "counts_guessed", HARD: "counts_hard", EASY: "counts_easy"} if right else {}
    usual = "counts_wrong" if feedback.rating == AGAIN else "counts_right"
    told = words.say(said.get(feedback.rating, usual), card=card)
    if not feedback.kept:
        return told
    return words.say("between_sentences").join((told, describe_turn(feedback)))


def print_reading(
    console: Console, words: Words, resources: Sequence[Resource], word: str = "read_on"
) -> None:
    if not resources:
        return
    console.print(Text(words.say(word), "bold"))
    for resource in resources[:MOST_TO_READ]:
        print_resource(console, words, resource)


def print_resource(console: Console, words: Words, resource: Resource) -> None:
    """Title and address, or what to read instead."""
    print_hanging(console, "  • ", render_title(words, resource))
    is_gone = resource.status not in _THERE
    now = words.say("read_instead", address=resource.now) if is_gone and resource.now else ""
    for address in (resource.address, now):
        if address:
            _print_address(console, address)


def render_title(words: Words, resource: Resource) -> Text:
    """The title, and what became of it if it is not there any more."""
    title = render_inline(resource.title)
    if resource.status not in _THERE:
        status = words.say(resource.status.replace("-", "_"))
        title.append(words.say("remark", text=status))
    return title


def _print_address(console: Console, address: str) -> None:
    """An address is never broken, so that it can be clicked."""
    line = Text(f"    {make_visible(address)}")
    console.print(line, no_wrap=True, overflow="ignore", crop=False)


def render_verdict(words: Words, verdict: Verdict) -> Text:
    if verdict.right:
        return Text(words.say("right"), "green")
    if verdict.unknown:
        return Text(words.say("unknown"), "magenta")
    if verdict.near:
        return Text(words.say("nearly"), "magenta")
    if verdict.score > 0:
        return Text(words.say("partly", score=round(100 * verdict.score)), "magenta")
    return Text(words.say("wrong"), "red")


def _print_mistake(console: Console, feedback: Feedback) -> None:
    """What was written or chosen, why that is wrong, and the answer."""
    question, verdict = feedback.question, feedback.verdict
    words = question.card.note.words
    if question.form in ("type", "gap") and not verdict.unknown:
        typed = render_typed("".join(feedback.answer.given))
        print_hanging(console, words.say("you_wrote") + words.say("colon"), typed)
    for option in question.options:
        if option.name in verdict.false:
            head = words.say("you_chose") + words.say("colon")
            print_hanging(console, head, render_option(option))
            if option.why:
                print_indented(console, option.why)
    console.print(Text(words.say("the_answer"), "bold"))
    print_answer(console, question)
