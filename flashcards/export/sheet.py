"""The printed exam: pages of HTML made for print, or a PDF, and its keys apart from it.

Everything is inside the file. The names of options, which could tell the right one, are not in it.
A PDF is printed by a browser that is installed here, without a window and without the network.

Forms A, B, C have the same questions, each in an order of its own and with other numbers where
these change. Places of questions and options depend on the seed, the form and their own ids, so a
question more or less moves no other. Blocks stay together and in their order.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from flashcards import __version__
from flashcards.errors import FlashcardsError
from flashcards.export.html_text import HtmlRenderer
from flashcards.export.quiz_plan import (
    Exported,
    QuizPlan,
    convert_all,
    is_graded_by_a_person,
)
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.question import (
    Question,
    reorder_options,
    shuffle_options,
    summarize_question,
)
from flashcards.seeding import stable_digest
from flashcards.text.answer_rules import format_comparison
from flashcards.text.csv_cells import format_table
from flashcards.text.formulas import draw_formulas
from flashcards.text.highlight import mark_wide_blocks
from flashcards.text.images import make_data_url
from flashcards.text.markdown import render_html
from flashcards.text.page_template import load_template
from flashcards.text.plain_text import html_to_text

PRINT_SECONDS = 120.0
"""For one page."""
_TEMPLATE = Path(__file__).parent / "templates" / "sheet.html"
Forms: TypeAlias = Mapping[str, Sequence[DrawnQuestion]]
"""Name of a form to its questions in the order in which they are printed."""
_LINES = {"reveal": 4, "points": 8}
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def export_sheet(
    plan: QuizPlan,
    names: Sequence[str] = ("A",),
    paper: str = "a4",
    date: str = "",
    one_file: bool = False,
    printer: Callable[[bytes], bytes] | None = None,
) -> Exported:
    """Return the exam, a file for each form or all in `one_file`; their keys, and those as CSV.

    A `printer` makes PDF of HTML; without one, the files are HTML.
    """
    _, outcomes = convert_all(plan, lambda drawn, losses: None)  # paper holds every kind
    forms = {name: order_questions(plan, name) for name in names}
    translate = plan.words.translate
    values = {
        "plan": plan,
        "paper": paper,
        "date": date,
        "html": HtmlRenderer({n: make_data_url(n, data) for n, data in plan.pictures.items()}),
        "draw": lambda html: mark_wide_blocks(draw_formulas(html)),
        "translate": translate,
        "number": lambda value: plan.words.format_number(float(value)),
        "format_answer": format_answer,
        "format_letter": format_letter,
        "count_lines": _count_lines,
        "css_string": _css_string,
        # The words around two numbers, which the browser counts.
        "page_of": translate("sheet_page", n="\0", total="\0").split("\0"),
        "origin": {"version": __version__, "digest": plan.digest, "seed": plan.seed},
    }

    def render(printed: Sequence[str], exam: bool) -> bytes:
        shown = {name: forms[name] for name in printed}
        page = load_template(_TEMPLATE).render(forms=shown, shows_key=not exam, **values).encode()
        return printer(page) if printer else page

    suffix = ".pdf" if printer else ".html"
    if one_file or len(names) == 1:
        files = {suffix: render(names, exam=True)}
    else:
        files = {f"-{name}{suffix}": render([name], exam=True) for name in names}
    files[f"-key{suffix}"] = render(names, exam=False)
    files["-key.csv"] = _make_key_table(plan, forms)
    return Exported(files, outcomes)


def _make_key_table(plan: QuizPlan, forms: Forms) -> bytes:
    """Return the keys for a program: one row for each form and position.

    `options` are the names of the options in the order of their letters, `texts` what they say.
    `compare` and `around` say how a typed answer is compared. Every row ends with the title of the
    exam and its pass mark in percent, for the report on the class.
    """
    names = ["form", "position", "question_id", "answer", "points", "type", "options"]
    names += ["question", "texts", "compare", "around", "title", "pass_mark"]
    mark = "" if plan.quiz.pass_mark is None else f"{plan.quiz.pass_mark:g}"
    rows = []
    for form, questions in forms.items():
        for position, drawn in enumerate(questions, 1):
            question, points = drawn.question, f"{drawn.points:g}"
            options = " ".join(option.name for option in question.options)
            start = [form, str(position), drawn.id, format_answer(question), points]
            kind = "reveal" if is_graded_by_a_person(question) else question.form
            texts = _join_texts(option.text for option in question.options)
            compare = ["", ""]
            if kind in ("type", "gap"):
                compare = [format_comparison(question.comparison), question.comparison.around]
            asked = [kind, options, summarize_question(question), texts, *compare]
            rows.append([*start, *asked, plan.quiz.title, mark])
    return format_table(names, rows)


def _join_texts(texts: Iterable[str]) -> str:
    """Return texts in one cell of the key: `sum | a \\| b`."""
    return " | ".join(text.replace("|", r"\|") for text in texts)


def _css_string(text: str) -> str:
    return "".join(f"\\{ord(character):x} " for character in text)


def _count_lines(question: Question) -> int:
    """Return how many lines to write on a question that is answered in words has."""
    if question.form in ("type", "gap"):
        return max(answer.count("\n") + 1 for answer in question.accepted)
    return min(16, max(_LINES[question.form], len(question.answer) // 60))


def order_questions(plan: QuizPlan, form: str) -> list[DrawnQuestion]:
    """Return the questions in the order of a form, each with its options in their order.

    If numbers change, forms A, B, C take one variant after the other; others take any.
    """
    is_letter = re.fullmatch("[A-Z]", form)
    number = ord(form) - ord("A") if is_letter else stable_digest(plan.seed, form, "variant")[0]
    every = [drawn.list_variants() for drawn in plan.questions]
    varied = [variants[number % len(variants)] for variants in every]
    questions = [_shuffle_options(drawn, f"{plan.seed}/{form}") for drawn in varied]
    if plan.quiz.shuffle:
        questions.sort(key=lambda drawn: stable_digest(plan.seed, form, "place", drawn.question.id))
    return sorted(questions, key=lambda drawn: drawn.block_number)


def format_letter(place: int) -> str:
    """Return A to Z, then AA: the letter of an option, counted from 0."""
    return (format_letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def format_answer(question: Question) -> str:
    """Return what a full answer is, in the letters and numbers of this form."""
    letters = {option.name: format_letter(place) for place, option in enumerate(question.options)}
    match question.form:
        case "single" | "multiple":
            return " ".join(letters[name] for name in question.right_names)
        case "order":
            return " ".join(letters[name] for name in question.sequence)
        case "match":
            pairs = enumerate((fits for *_, fits in question.things), 1)
            return " ".join(f"{place}{letters[fits]}" for place, fits in pairs)
        case "type" | "gap":
            return _join_texts(question.accepted)
        case "points":
            return " | ".join(html_to_text(render_html(point.text)) for point in question.options)
        case _:
            return html_to_text(render_html(question.answer))


def _shuffle_options(drawn: DrawnQuestion, seed: str) -> DrawnQuestion:
    """Return the question with its options in the order that the seed gives."""
    question = drawn.question
    match question.form:
        case "single" | "multiple" if not drawn.is_fixed:
            options = shuffle_options(question.options, seed, question.id)
        case "match" | "order":
            fitting = list(dict.fromkeys(question.fitting))
            options = reorder_options(fitting, seed, question.id, question.distractors)
        case _:
            return drawn
    return replace(drawn, question=replace(question, options=options))


def print_page(html: bytes, browser: Path, seconds: float = PRINT_SECONDS) -> bytes:
    """Return a page as the browser prints it. Raises FlashcardsError if it prints none."""
    with TemporaryDirectory(prefix="ptquiz-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        page, paper = folder / "exam.html", folder / "exam.pdf"
        page.write_bytes(html)
        flags = [*_FLAGS, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={paper}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            flags.append("--no-sandbox")  # it has none for root
        try:
            subprocess.run(
                [browser, *flags, page.as_uri()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
            )
            pdf = paper.read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            pdf = b""
    if not (pdf.startswith(b"%PDF") and pdf.rstrip().endswith(b"%%EOF")):
        raise FlashcardsError(
            f"{browser} did not print a PDF; name another browser with --browser, "
            "or take .html and print that page in any browser, with headers and footers off"
        )
    return pdf
