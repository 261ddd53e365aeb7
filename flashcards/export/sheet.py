"""The printed exam: one page of HTML made for print, and its keys apart from it.

Everything is inside the file. The names of options, which could tell the right
one, are not in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from flashcards.export import html_text
from flashcards.export.csv_table import write_table
from flashcards.export.exam_forms import ExamForm, KeyLine, format_letter, make_form, make_key
from flashcards.export.quiz_plan import QuizPlan, list_texts
from flashcards.export.report import Exported, Losses, convert_all
from flashcards.i18n.catalog import say
from flashcards.questions import Question
from flashcards.questions.draw import DrawnQuestion
from flashcards.text.images import make_data_url
from flashcards.text.page_template import load_template

PAPERS = {"a4": "A4", "letter": "Letter"}
_TEMPLATE = Path(__file__).parent / "templates" / "sheet.html"
_LINES = {"reveal": 4, "points": 8}


def export_sheet(
    plan: QuizPlan, names: Sequence[str] = ("A",), paper: str = "a4", key_in: str = "own",
    date: str = "",
) -> Exported:  # fmt: skip
    """The exam in all forms, their keys on pages of their own, and the keys as CSV.

    The pages of the keys are in a file of their `own` or in the `same`; `none` leaves out all keys.
    """
    made, outcomes = convert_all(plan, _check_formulas)
    plan = replace(plan, questions=tuple(drawn for drawn, _ in made))
    forms = [_PrintedForm(make_form(plan, name), _describe(plan, name)) for name in names]
    render = partial(load_template(_TEMPLATE).render, **_values(plan, forms, PAPERS[paper], date))
    files = {".html": render(shows_exam=True, shows_key=key_in == "same").encode()}
    if key_in == "own":
        files["-key.html"] = render(shows_exam=False, shows_key=True).encode()
    if key_in != "none":
        files["-key.csv"] = make_key_table([line for form in forms for line in form.key])
    return Exported(files, outcomes)


def make_key_table(lines: Sequence[KeyLine]) -> bytes:
    """The keys for a program: one row for each form and position."""
    names = ["form", "position", "question_id", "answer", "points"]
    rows = (
        [line.form, str(line.position), line.drawn.id, line.answer, f"{line.drawn.points:g}"]
        for line in lines
    )
    return write_table(names, rows)


def _check_formulas(drawn: DrawnQuestion, losses: Losses) -> None:
    """Paper holds every kind; only formulas need a program to set them."""
    if any(html_text.has_formula(text) for text in list_texts([drawn])):
        losses.append("a formula is shown as TeX")


@dataclass(frozen=True)
class _PrintedForm:
    """One form as the template gets it."""

    form: ExamForm
    made: str
    """What stands at the foot of every page."""

    @property
    def name(self) -> str:
        return self.form.name

    @property
    def page(self) -> str:
        """The name of its pages in the style sheet: a form counts its own."""
        return "form" + "".join(f"{ord(character):x}-" for character in self.name)

    @property
    def sections(self) -> list[tuple[str, list[tuple[int, DrawnQuestion]]]]:
        """The title of every block, and its questions with their positions."""
        numbered = enumerate(self.form.questions, 1)
        groups = groupby(numbered, key=lambda pair: (pair[1].section, pair[1].block))
        return [(title, list(group)) for (_, title), group in groups]

    @property
    def key(self) -> list[KeyLine]:
        return make_key(self.form)


def _values(
    plan: QuizPlan, forms: Sequence[_PrintedForm], paper: str, date: str
) -> Mapping[str, Any]:
    """What the template works with; what `html` gives is safe HTML."""
    sources = {name: make_data_url(name, data) for name, data in plan.pictures.items()}
    return {
        "plan": plan,
        "forms": forms,
        "paper": paper,
        "date": date,
        "say": partial(say, plan.lang),
        "html": {
            "prompt": partial(html_text.render_prompt, sources=sources),
            "option": partial(html_text.render_option, sources=sources),
            "answer": partial(html_text.render_answer, sources=sources),
            "block": partial(html_text.render_block, sources=sources),
            "line": partial(html_text.render_line, sources=sources),
        },
        "number": lambda value: f"{value:g}",
        "format_letter": format_letter,
        "count_lines": _count_lines,
        "css_string": lambda text: "".join(f"\\{ord(character):x} " for character in text),
    }


def _count_lines(question: Question) -> int:
    """How many lines to write on a question that is answered in words has."""
    if question.form in ("type", "gap"):
        return max(answer.count("\n") + 1 for answer in question.accepted)
    return min(16, max(_LINES[question.form], len(question.answer) // 60))


def _describe(plan: QuizPlan, name: str) -> str:
    """What a form was made from."""
    return f"ptquiz {plan.version} · content {plan.digest} · seed {plan.seed} · form {name}"
