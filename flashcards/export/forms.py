"""Forms A, B, C of one exam: the same questions, each form in an order of its own.

Every question draws its place and the places of its options from the seed, the
form and its own id, so a question more or less moves no other. Blocks stay
together and in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flashcards.export.quiz_plan import Asked, Plan
from flashcards.questions import Choice, Question
from flashcards.questions.shuffle import out_of_order, shuffled
from flashcards.seeding import stable_digest
from flashcards.text.markdown import marked_block
from flashcards.text.plain_text import html_to_text


@dataclass(frozen=True)
class Form:
    """One form, its questions in the order in which they are printed."""

    name: str
    asked: tuple[Asked, ...]


@dataclass(frozen=True)
class KeyLine:
    """The answer to one question of a form."""

    form: str
    position: int
    asked: Asked
    answer: str


def form(plan: Plan, name: str) -> Form:
    """The form of that name."""
    asked = [_reordered(each, f"{plan.seed}/{name}") for each in plan.asked]
    if plan.shuffle:
        asked.sort(key=lambda each: stable_digest(plan.seed, name, "place", each.question.id))
    asked.sort(key=lambda each: each.section)
    return Form(name, tuple(asked))


def key(printed: Form) -> list[KeyLine]:
    """The answers in the order of the form."""
    return [
        KeyLine(printed.name, position, asked, right_answer(asked.question))
        for position, asked in enumerate(printed.asked, 1)
    ]


def letter(place: int) -> str:
    """A to Z, then AA: the sign of an option, counted from 0."""
    return (letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def right_answer(question: Question) -> str:
    """What a full answer is, in the letters and numbers of this form."""
    signs = {option.name: letter(place) for place, option in enumerate(question.options)}
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
            return " | ".join(html_to_text(marked_block(point.text)) for point in question.options)
        case _:
            return html_to_text(marked_block(question.answer))


def _reordered(asked: Asked, seed: str) -> Asked:
    options = _options(asked, seed)
    return replace(asked, question=replace(asked.question, options=options))


def _options(asked: Asked, seed: str) -> tuple[Choice, ...]:
    question = asked.question
    match question.form:
        case "single" | "multiple" if not asked.locked:
            return shuffled(question.options, seed, question.id, asked.locks)
        case "match":
            return shuffled(question.options, seed, question.id)
        case "order":
            steps = {option.name: option for option in question.options}
            return out_of_order([steps[name] for name in question.sequence], seed, question.id)
        case _:
            return question.options
