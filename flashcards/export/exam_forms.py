"""Forms A, B, C of one exam: the same questions, each form in an order of its own.

The place of a question and those of its options depend on the seed, the form and
its own id, so a question more or less moves no other. Blocks stay
together and in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flashcards.export.quiz_plan import QuizPlan
from flashcards.questions import Choice, Question
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.shuffle import vary_hidden, vary_options
from flashcards.seeding import stable_digest
from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text

_LONGEST_NUMBER = 6
"""Digits of the number of a form; what has more is a student's."""


@dataclass(frozen=True)
class ExamForm:
    """One form, its questions in the order in which they are printed."""

    name: str
    questions: tuple[DrawnQuestion, ...]


@dataclass(frozen=True)
class KeyLine:
    """The answer to one question of a form."""

    form: str
    position: int
    drawn: DrawnQuestion
    answer: str


def make_form(plan: QuizPlan, name: str) -> ExamForm:
    """The questions and their options in the order of the form of that name."""
    number = _find_number(name)
    questions = [_reordered(each, plan.seed, number) for each in plan.questions]
    if plan.shuffle:
        questions.sort(key=lambda each: stable_digest(plan.seed, name, "place", each.question.id))
    questions.sort(key=lambda each: each.section)
    return ExamForm(name, tuple(questions))


def make_key(printed: ExamForm) -> list[KeyLine]:
    """The answers in the order of the form."""
    return [
        KeyLine(printed.name, position, drawn, format_answer(drawn.question))
        for position, drawn in enumerate(printed.questions, 1)
    ]


def format_letter(place: int) -> str:
    """A to Z, then AA: the sign of an option, counted from 0."""
    return (format_letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def format_answer(question: Question) -> str:
    """What a full answer is, in the letters and numbers of this form."""
    signs = {option.name: format_letter(place) for place, option in enumerate(question.options)}
    match question.form:
        case "single" | "multiple":
            return " ".join(signs[name] for name in question.right_names)
        case "order":
            return " ".join(signs[name] for name in question.sequence)
        case "match":
            pairs = enumerate((fits for *_, fits in question.things), 1)
            return " ".join(f"{place}{signs[fits]}" for place, fits in pairs)
        case "type" | "gap":
            return " | ".join(question.accepted)
        case "points":
            return " | ".join(html_to_text(render_html(point.text)) for point in question.options)
        case _:
            return html_to_text(render_html(question.answer))


def _find_number(name: str) -> int:
    """The number of a form, from 0: B and 2 are the second.

    It follows from the name alone, so that a form can be printed again by itself. Any other
    name, such as a person's, gives one that follows from its letters.
    """
    if len(name) == 1 and name.isascii() and name.isalpha():
        return ord(name.upper()) - ord("A")
    if name.isascii() and name.isdigit() and len(name) <= _LONGEST_NUMBER:
        return max(0, int(name) - 1)
    return int.from_bytes(stable_digest("form", name)[:4], "big")


def _reordered(drawn: DrawnQuestion, seed: str, number: int) -> DrawnQuestion:
    options = _options(drawn, seed, number)
    return replace(drawn, question=replace(drawn.question, options=options))


def _options(drawn: DrawnQuestion, seed: str, number: int) -> tuple[Choice, ...]:
    question = drawn.question
    match question.form:
        case "single" | "multiple" if not drawn.locked:
            return vary_options(question.options, seed, question.id, number, drawn.locks)
        case "match" | "order":
            known = {option.name: option for option in question.options}
            fitting = question.sequence or dict.fromkeys(fits for *_, fits in question.things)
            return vary_hidden([known[name] for name in fitting], seed, question.id, number)
        case _:
            return question.options
