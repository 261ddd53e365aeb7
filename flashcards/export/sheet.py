"""The printed exam: one page of HTML made for print, and its keys apart from it.

Everything is inside the file. The names of options, which could tell the right
one, are not in it.
"""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from pathlib import Path

from flashcards.export import html_text as html
from flashcards.export.csv_table import inert
from flashcards.export.forms import Form, KeyLine, form, key, letter
from flashcards.export.quiz_plan import Asked, Plan, texts
from flashcards.export.report import Exported, Losses, each
from flashcards.i18n.catalog import say
from flashcards.questions import Question

PAPERS = {"a4": "A4", "letter": "Letter"}
_TYPES = {"svg": "svg+xml", "jpg": "jpeg"}
_LINES = {"reveal": 4, "points": 8}


def sheet(
    plan: Plan, names: Sequence[str] = ("A",), paper: str = "a4", key_in: str = "own",
    date: str = "",
) -> Exported:  # fmt: skip
    """The exam in all forms, their keys on pages of their own, and the keys as CSV.

    The pages of the keys are in a file of their `own` or in the `same`; `none` leaves out all keys.
    """
    made, outcomes = each(plan, _kept)
    plan = replace(plan, asked=tuple(asked for asked, _ in made))
    forms = [form(plan, name) for name in names]
    page = _Page(plan, paper, date)
    exam = [page.form(each_form) for each_form in forms]
    keys = [page.key(each_form) for each_form in forms]
    files = {".html": page.whole([*exam, *keys] if key_in == "same" else exam, names)}
    if key_in == "own":
        files["-key.html"] = page.whole(keys, names)
    if key_in != "none":
        files["-key.csv"] = key_table([line for each_form in forms for line in key(each_form)])
    return Exported(files, outcomes)


def key_table(lines: Sequence[KeyLine]) -> bytes:
    """The keys for a program: one row for each form and position."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(["form", "position", "question_id", "answer", "points"])
    for line in lines:
        row = [line.form, str(line.position), line.asked.id, line.answer, f"{line.asked.points:g}"]
        table.writerow([inert(cell) for cell in row])
    return written.getvalue().encode()


def _kept(asked: Asked, losses: Losses) -> None:
    """Paper holds every kind; only formulas need a program to set them."""
    if any(html.has_formula(text) for text in texts([asked])):
        losses.append("a formula is shown as TeX")


class _Page:
    """Turns forms and keys into HTML."""

    def __init__(self, plan: Plan, paper: str, date: str) -> None:
        self._plan = plan
        self._paper = PAPERS[paper]
        self._date = escape(date) or "<i></i>"
        self._sources = {name: _inline(name, data) for name, data in plan.pictures.items()}

    def whole(self, parts: Sequence[str], names: Sequence[str]) -> bytes:
        """A document of parts, each beginning on a new page."""
        plan = self._plan
        title = escape(plan.title)
        style = Path(__file__).with_name("sheet.css").read_text(encoding="utf-8")
        pages = "".join(self._margins(name) for name in names)
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(plan.lang)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
            f"<style>\n@page {{ size: {self._paper}; margin: 18mm 16mm 20mm; }}\n{pages}{style}"
            f"</style>\n</head>\n<body>\n<main>\n{''.join(parts)}</main>\n</body>\n</html>\n"
        ).encode()

    def form(self, printed: Form) -> str:
        """One form from its heading to its foot."""
        sections, position = [], 0
        for (_, title), group in groupby(printed.asked, key=lambda a: (a.section, a.block)):
            asked = list(group)
            heading = f"<h3>{escape(title)}</h3>\n" if title else ""
            questions = [self._question(one, position + n) for n, one in enumerate(asked, 1)]
            sections.append(f"<section>\n{heading}{''.join(questions)}</section>\n")
            position += len(asked)
        return (
            f'<article class="form" data-form="{escape(printed.name)}" '
            f'style="page: {_page_name(printed.name)}">\n'
            f"{self._heading(printed)}{''.join(sections)}{self._foot(printed.name)}</article>\n"
        )

    def key(self, printed: Form) -> str:
        """The key of one form."""
        rows = "".join(self._key_row(line) for line in key(printed))
        heads = "".join(
            f'<th scope="col">{say(self._plan.lang, word)}</th>'
            for word in ("sheet_number", "the_answer", "sheet_points", "sheet_question")
        )
        return (
            f'<article class="key" data-form="{escape(printed.name)}" '
            f'style="page: {_page_name(printed.name)}">\n<h1>{escape(self._plan.title)}</h1>\n'
            f"<h2>{self._named('sheet_key', printed)}</h2>\n"
            f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n{self._foot(printed.name)}</article>\n"
        )

    def _heading(self, printed: Form) -> str:
        plan, lang = self._plan, self._plan.lang
        facts = [
            say(lang, "sheet_questions", n=len(printed.asked)),
            say(lang, "sheet_worth", n=f"{plan.points:g}"),
        ]
        facts += [say(lang, "sheet_minutes", n=f"{plan.minutes:g}")] if plan.minutes else []
        facts += [say(lang, "sheet_pass_mark", n=f"{plan.pass_mark:g}")] if plan.pass_mark else []
        by = f" · {escape(plan.author)}" if plan.author else ""
        return (
            f"<header>\n<h1>{escape(plan.title)}</h1>\n"
            f"<h2>{self._named('sheet_form', printed)}</h2>\n"
            f"<p>{escape(plan.course)}{by}</p>\n<p>{' · '.join(facts)}</p>\n"
            f'<p class="who"><span>{say(lang, "sheet_name")} <i></i></span>'
            f"<span>{say(lang, 'sheet_date')} {self._date}</span>"
            f'<span class="got">{say(lang, "sheet_points")} <i></i> / {plan.points:g}</span>'
            "</p>\n</header>\n"
        )

    def _named(self, word: str, printed: Form) -> str:
        return escape(say(self._plan.lang, word, name=printed.name))

    def _foot(self, name: str) -> str:
        return f"<footer>{escape(self._made(name))}</footer>\n"

    def _made(self, name: str) -> str:
        plan = self._plan
        return f"ptquiz {plan.version} · content {plan.digest} · seed {plan.seed} · form {name}"

    def _margins(self, name: str) -> str:
        """What stands at the foot of every page; a form counts its own pages."""
        made = "".join(f"\\{ord(character):x} " for character in self._made(name))
        page = _page_name(name)
        return (
            f"@page {page} {{ counter-increment: {page}; "
            f'@bottom-left {{ content: "{made}"; font-size: 7pt }} '
            f"@bottom-right {{ content: counter({page}); font-size: 8pt }} }}\n"
        )

    def _question(self, asked: Asked, position: int) -> str:
        question = asked.question
        word = "sheet_one_point" if asked.points == 1 else "sheet_worth"
        points = say(self._plan.lang, word, n=f"{asked.points:g}")
        return (
            f'<div class="question" data-id="{escape(asked.id)}" data-form="{question.form}">\n'
            f'<div class="head"><b class="number">{position}.</b>'
            f'<span class="points">{points}</span></div>\n'
            f'<div class="prompt">{html.prompt(question, self._sources)}</div>\n'
            f"{self._answer(question)}</div>\n"
        )

    def _answer(self, question: Question) -> str:
        match question.form:
            case "single" | "multiple":
                return self._options(question, "choices")
            case "order":
                blanks = "<i></i>" * len(question.options)
                return f'{self._options(question, "steps")}<p class="blanks">{blanks}</p>\n'
            case "match":
                return self._match(question)
            case "type" | "gap":
                lines = max(answer.count("\n") + 1 for answer in question.accepted)
                return '<p class="line"></p>\n' * lines
            case _:
                lines = max(_LINES[question.form], len(question.answer) // 60)
                return '<p class="line"></p>\n' * min(lines, 16)

    def _options(self, question: Question, name: str) -> str:
        items = "".join(
            f'<li><b class="letter">{letter(place)}</b>'
            f'<div class="option">{html.option(option, self._sources)}</div></li>\n'
            for place, option in enumerate(question.options)
        )
        return f'<ul class="{name}">\n{items}</ul>\n'

    def _match(self, question: Question) -> str:
        things = "".join(
            f'<li><b class="letter">{place}</b><i></i>'
            f'<div class="option">{html.line(text, self._sources)}</div></li>\n'
            for place, (_, text, _) in enumerate(question.things, 1)
        )
        cells = self._options(question, "cells")
        return f'<div class="match">\n<ul class="things">\n{things}</ul>\n{cells}</div>\n'

    def _key_row(self, line: KeyLine) -> str:
        question = line.asked.question
        several = question.form == "multiple"
        told = self._right(question) if several else html.answer(question, self._sources)
        why = html.block(question.explanation, self._sources) if question.explanation else ""
        lettered = question.form in ("single", "multiple", "order", "match")
        sign = f"<b>{escape(line.answer)}</b> " if lettered else ""
        if question.form in ("type", "gap") and len(question.accepted) > 1:
            told += f'<div class="also">{escape(" | ".join(question.accepted[1:]))}</div>'
        return (
            f'<tr data-id="{escape(line.asked.id)}"><td>{line.position}</td>'
            f"<td>{sign}<div>{told}</div>{why}</td><td>{line.asked.points:g}</td>"
            f"<td>{escape(line.asked.id)}</td></tr>\n"
        )

    def _right(self, question: Question) -> str:
        """The right options with their letters, in the order of the form."""
        return "".join(
            f"<div><b>{letter(place)}</b> {html.option(option, self._sources)}</div>"
            for place, option in enumerate(question.options)
            if option.right
        )


_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def _page_name(form_name: str) -> str:
    return "form" + "".join(f"{ord(character):x}-" for character in form_name)


def _inline(name: str, data: bytes) -> str:
    ending = name.rpartition(".")[2].lower()
    kind = _TYPES.get(ending, ending)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
