r"""GIFT: questions as plain text, one paragraph each.

All texts are HTML, so that readers agree on them. `\ # = ~ { } :` are escaped
and a line break is `\n`, because a blank line would end the question. What the
format has no way to say is refused: an order, and `->` in a typed answer, which
readers take for a pair.
"""

from __future__ import annotations

import re

from flashcards.export.html_text import (
    make_listed_name,
    make_moodle_html,
    render_answer,
    render_block,
    render_line,
    render_option,
    render_prompt,
)
from flashcards.export.moodle import (
    format_weight,
    group_by_category,
    list_pairs,
    list_tags,
    make_stable_id,
    render_cell,
)
from flashcards.export.quiz_plan import QuizPlan, case_counts, is_graded_by_a_person
from flashcards.export.report import (
    SEVERAL_LINES,
    Exported,
    Losses,
    Refused,
    convert_all,
    describe_pictures,
    trim_answers,
)
from flashcards.questions import Question
from flashcards.questions.draw import DrawnQuestion
from flashcards.words.message import Message

_MARKS = re.compile(r"[\\#=~{}:\n]")
_PLACEHOLDER = re.compile(r"&&0(58|35|61|92|10|26)|&&12[356]")
"""What Moodle's reader puts in place of escaped marks while it reads."""
_PAIR = "->"
_FORMAT = re.compile(r"\[(html|markdown|plain|moodle)\]")


def export_gift(plan: QuizPlan) -> Exported:
    """One text file; a category for each block or stage."""
    made, outcomes = convert_all(plan, render_question)
    parts = []
    for path, texts in group_by_category(plan, made).items():
        parts.append(f"$CATEGORY: $course$/top/{path.replace(chr(92), ' ')}")
        parts += texts
    return Exported({".gift": ("\n\n".join(parts) + "\n").encode()}, outcomes)


def escape_marks(text: str) -> str:
    """The text with every mark of GIFT made a plain character."""
    return _MARKS.sub(lambda mark: r"\n" if mark[0] == "\n" else f"\\{mark[0]}", text)


def render_question(drawn: DrawnQuestion, losses: Losses) -> str:
    """One question, without a line break that could end it."""
    question = drawn.question
    losses += describe_pictures(drawn)
    if drawn.points != 1:
        losses.append(Message("export-gift-points", points=float(drawn.points)))
    named = " ".join(f"[tag:{tag}]" for tag in list_tags(drawn))
    stem = _rich(render_prompt(question))
    answers = _answers(drawn, losses)
    feedback = _feedback(question)
    told = f"####{feedback}" if feedback else ""
    title = escape_marks(make_listed_name(question))
    return f"// [id:{make_stable_id(drawn)}] {named}\n::{title}::[html]{stem} {{{answers}{told}}}"


def _answers(drawn: DrawnQuestion, losses: Losses) -> str:
    question = drawn.question
    match question.form:
        case "single":
            return _choices(drawn, "=", "~", losses)
        case "multiple":
            share = format_weight(len(question.right_names))
            return _choices(drawn, f"~%{share}%", f"~%-{share}%", losses)
        case "type" | "gap":
            return _typed(question, losses)
        case "match":
            return _pairs(question, losses)
        case "order":
            raise Refused(Message("export-gift-steps"))
        case _:
            losses.append(Message("export-gift-feedback"))
            return ""


def _choices(drawn: DrawnQuestion, right: str, wrong: str, losses: Losses) -> str:
    options = drawn.question.options
    if all(option.right for option in options) and drawn.question.form == "single":
        raise Refused(Message("export-gift-no-wrong"))
    if drawn.keeps_order:
        losses.append(Message("export-gift-shuffles"))
    lines = []
    for option in options:
        why = f" #{_rich(render_line(option.why))}" if option.why else ""
        lines.append(f"{right if option.right else wrong}{_rich(render_option(option))}{why}")
    return "\n".join(lines)


def _typed(question: Question, losses: Losses) -> str:
    if is_graded_by_a_person(question):
        losses.append(SEVERAL_LINES)
        return ""
    if case_counts(question):
        losses.append(Message("export-case"))
    answers = trim_answers(question, losses)
    held = [answer for answer in answers if _PAIR not in answer]
    if held and "$" in question.answer:  # an arrow in a formula has other forms
        lost = (answer for answer in answers if _PAIR in answer)
        losses += [Message("export-gift-not-accepted", answer=answer) for answer in lost]
        answers = held
    return "\n".join(f"={_accepted(answer)}" for answer in answers)


def _accepted(answer: str) -> str:
    if _PAIR in answer:
        raise Refused(Message("export-gift-pair"))
    if _PLACEHOLDER.search(answer) or _FORMAT.match(answer):
        raise Refused(Message("export-gift-meaning", answer=answer))
    whole = "%100%" if answer.startswith("%") else ""  # else a weight would be read
    return whole + escape_marks(answer.replace("*", r"\*"))  # a bare star would match anything


def _pairs(question: Question, losses: Losses) -> str:
    """Things with their cells; what fits nothing has nothing before its arrow."""
    return "\n".join(
        f"={_rich(thing)} -> {escape_marks(render_cell(cell.text, losses))}"
        for thing, cell in list_pairs(question)
    )


def _feedback(question: Question) -> str:
    parts = [render_block(question.explanation)] if question.explanation else []
    if is_graded_by_a_person(question):
        parts.insert(0, render_answer(question))
    return _rich("\n".join(parts)) if parts else ""


def _rich(shown: str) -> str:
    """HTML that filters leave alone, whose beginning is taken for no format and no weight."""
    shown = make_moodle_html(shown)
    first = {"[": "&#91;", "%": "&#37;"}.get(shown[:1])
    return escape_marks(first + shown[1:] if first else shown)
