"""Moodle XML: every kind arrives as Moodle's own question type of it.

Weights of multiple choice come from Moodle's fixed list, which has 1/n up to
ten; any other makes the whole import fail.

Moodle's reader drops every piece of text that is only white space. Outside CDATA a text is cut at
each entity, so `&gt; &lt;` would lose its space: every text is CDATA.

Moodle's filters would make pictures of `(y)` and `:-)`, in code too, and links of words: all that
is shown is marked `nolink`, for them to pass by.
"""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import escape
from urllib.parse import quote
from xml.sax import saxutils

from flashcards.export.html_text import (
    IMAGE,
    render_answer,
    render_block,
    render_line,
    render_option,
    render_plain,
    render_prompt,
)
from flashcards.export.quiz_plan import (
    MAX_NAME,
    SEVERAL_LINES,
    Exported,
    Losses,
    QuizPlan,
    Refused,
    convert_all,
    is_graded_by_a_person,
    trim_answers,
)
from flashcards.questions import Choice, Question
from flashcards.questions.build import GAP
from flashcards.questions.draw import DrawnQuestion
from flashcards.seeding import stable_digest
from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text

MAX_RIGHT = 10
MAX_ID = 100
_SAFE_IN_CLOZE = re.compile(r"(?!.*  )[^~{}#\\&<>\"'*%=\n]+")
"""Answers without what a gap would read as its own marks, and without runs of spaces."""
_SHOWN = '<span class="nolink" style="overflow-wrap:anywhere">{}</span>'
_FITTING = {
    "<pre>": '<pre style="white-space:pre-wrap">',
    "<img ": '<img style="max-width:100%;height:auto" ',
}
"""What would be wider than the window, and how Moodle, which takes style sheets out, fits it in."""
_TYPES = {
    "single": "multichoice",
    "multiple": "multichoice",
    "type": "shortanswer",
    "gap": "shortanswer",
    "match": "matching",
    "order": "ordering",
    "reveal": "essay",
    "points": "essay",
}
_ORDERING = {
    "layouttype": "VERTICAL",
    "selecttype": "ALL",
    "selectcount": "0",
    "gradingtype": "ABSOLUTE_POSITION",
    "showgrading": "SHOW",
    "numberingstyle": "123",
    "shownumcorrect": "",
}
_ESSAY = {
    "responseformat": "editor",
    "responserequired": "1",
    "responsefieldlines": "10",
    "attachments": "0",
    "attachmentsrequired": "0",
}


def export_moodle(plan: QuizPlan) -> Exported:
    """Return one XML file; a category for each block or stage."""
    items, outcomes = convert_all(plan, _Writer(plan).make_element)
    root, categories = ET.Element("quiz"), dict[str, list[ET.Element]]()
    for drawn, element in sorted(items, key=lambda item: item[0].section):
        categories.setdefault(_format_category(plan, drawn), []).append(element)
    for path, elements in categories.items():
        category = ET.SubElement(root, "question", type="category")
        _add_text(ET.SubElement(category, "category"), f"$course$/top/{path}")
        root.extend(elements)
    xml = f'<?xml version="1.0" encoding="UTF-8"?>\n{"".join(_serialize(root))}\n'
    return Exported({".xml": xml.encode()}, outcomes)


def _add_text(parent: ET.Element, text: str) -> ET.Element:
    ET.SubElement(parent, "text").text = text
    return parent


def _add_plain(parent: ET.Element, name: str, text: object) -> None:
    ET.SubElement(parent, name).text = str(text)


class _Writer:
    """Makes the element of one question."""

    def __init__(self, plan: QuizPlan) -> None:
        self._plan = plan
        self._sources = {name: f"@@PLUGINFILE@@/{quote(name)}" for name in plan.pictures}

    def make_element(self, drawn: DrawnQuestion, losses: Losses) -> ET.Element:
        question = drawn.question
        prompt = render_prompt(question, self._sources)
        kind = "essay" if is_graded_by_a_person(question) else _TYPES[question.form]
        if question.form == "gap" and _fits_cloze(drawn, prompt):
            answers = "~".join(f"={answer}" for answer in question.accepted)
            gap = f"{{{drawn.points:g}:SHORTANSWER{'_C' if question.case else ''}:{answers}}}"
            safe = prompt.replace("{", "&#123;").replace("}", "&#125;")
            kind, prompt = "cloze", safe.replace(GAP, gap)
        element = ET.Element("question", type=kind)
        _add_text(ET.SubElement(element, "name"), _make_name(question))
        self._add_html(element, "questiontext", prompt)
        feedback = render_block(question.explanation, self._sources)
        self._add_html(element, "generalfeedback", feedback)
        if kind != "cloze":
            _add_plain(element, "defaultgrade", f"{drawn.points:g}")
        _add_plain(element, "penalty", "0")
        _add_plain(element, "hidden", "0")
        _add_plain(element, "idnumber", _make_stable_id(drawn))
        match kind:
            case "multichoice":
                self._add_choices(element, drawn, losses)
            case "shortanswer":
                _add_short_answers(element, question, losses)
            case "matching":
                self._add_pairs(element, question, losses)
            case "ordering":
                self._add_steps(element, question)
            case "essay":
                self._add_essay(element, question, losses)
        tags, entry = ET.SubElement(element, "tags"), question.card.entry
        stage = f"stage-{question.card.note.stage}"
        for tag in dict.fromkeys([*entry.tags, stage, entry.kind, entry.difficulty]):
            _add_text(ET.SubElement(tags, "tag"), tag)
        return element

    def _add_choices(self, element: ET.Element, drawn: DrawnQuestion, losses: Losses) -> None:
        question = drawn.question
        if drawn.locks and not drawn.locked:
            losses.append("options are not shuffled: Moodle cannot keep one of them in place")
        several, right = question.form == "multiple", len(question.right_names)
        if right > MAX_RIGHT:
            raise Refused(f"has {right} right options; Moodle has weights for at most {MAX_RIGHT}")
        share = f"{100 / right:.5f}".rstrip("0").rstrip(".")
        wrong = f"-{share}" if several else "0"
        _add_plain(element, "single", "false" if several else "true")
        _add_plain(element, "shuffleanswers", "false" if drawn.keeps_order else "true")
        _add_plain(element, "answernumbering", "ABCD")
        _add_plain(element, "showstandardinstruction", "0")  # the prompt has its own
        for option in question.options:
            self._add_choice(element, option, share if option.right else wrong)

    def _add_choice(self, element: ET.Element, option: Choice, fraction: str) -> None:
        answer = self._add_html(element, "answer", render_option(option, self._sources))
        answer.set("fraction", fraction)
        self._add_html(answer, "feedback", render_line(option.why or "", self._sources))

    def _add_pairs(self, element: ET.Element, question: Question, losses: Losses) -> None:
        """Add each thing with its cell, and nothing with each cell that fits nothing."""
        _add_plain(element, "shuffleanswers", "true")
        things = [render_line(thing, self._sources) for _, thing, _ in question.things]
        things += [""] * len(question.surplus)
        for thing, cell in zip(things, [*question.fitting, *question.surplus], strict=True):
            pair = self._add_html(element, "subquestion", thing)
            plain = escape(render_plain(cell.text, losses), quote=False)  # it reads entities
            _add_text(ET.SubElement(pair, "answer"), plain)

    def _add_steps(self, element: ET.Element, question: Question) -> None:
        for name, value in _ORDERING.items():
            _add_plain(element, name, value)
        for place, step in enumerate(question.fitting, 1):
            self._add_choice(element, step, str(place))

    def _add_essay(self, element: ET.Element, question: Question, losses: Losses) -> None:
        if question.form in ("type", "gap"):
            losses.append(SEVERAL_LINES)
        for name, value in _ESSAY.items():
            _add_plain(element, name, value)
        self._add_html(element, "graderinfo", render_answer(question, self._sources))
        self._add_html(element, "responsetemplate", "")

    def _add_html(self, parent: ET.Element, name: str, html: str) -> ET.Element:
        """Add a text in HTML, with the pictures that it shows."""
        for tag, fitting in _FITTING.items():
            html = html.replace(tag, fitting)
        shown = _SHOWN.format(html) if html else ""
        element = _add_text(ET.SubElement(parent, name, format="html"), shown)
        for picture, address in self._sources.items():
            if f'"{address}"' in html:
                file = ET.SubElement(element, "file", name=picture, path="/", encoding="base64")
                file.text = base64.b64encode(self._plan.pictures[picture]).decode()
        return element


def _add_short_answers(element: ET.Element, question: Question, losses: Losses) -> None:
    _add_plain(element, "usecase", "1" if question.case else "0")
    for answer in trim_answers(question, losses):
        variant = ET.SubElement(element, "answer", fraction="100", format="moodle_auto_format")
        _add_text(variant, answer.replace("*", r"\*"))  # a bare star would match anything


def _fits_cloze(drawn: DrawnQuestion, prompt: str) -> bool:
    return (
        drawn.points >= 1
        and drawn.points == int(drawn.points)
        and prompt.count(GAP) == 1
        and all(map(_SAFE_IN_CLOZE.fullmatch, drawn.question.accepted))
    )


def _format_category(plan: QuizPlan, drawn: DrawnQuestion) -> str:
    """Return where the question goes; the version keeps a later import apart from this one."""
    place = drawn.block or plan.words.translate("stage", n=drawn.question.card.note.stage)
    version = f"v{plan.version}-{plan.digest}"
    parts = [plan.course, plan.title, version, place]
    names = [" ".join(part.split())[:MAX_NAME] for part in dict.fromkeys(parts)]
    return "/".join(name.replace("/", "//") for name in names)


def _make_name(question: Question) -> str:
    """Return the name of a question for Moodle's lists, which take tags out and read entities."""
    shown = render_html(question.stem or question.instruction).replace("\u2060", "")
    stem = html_to_text(IMAGE.sub("", shown))
    name = f"{question.id}: {stem if len(stem) <= 60 else stem[:59].rstrip() + '…'}"
    return escape(name[:MAX_NAME], quote=False)


def _make_stable_id(drawn: DrawnQuestion) -> str:
    """Return the question's id; a long one is cut and made unique again by a digest."""
    if len(drawn.id) <= MAX_ID:
        return drawn.id
    return f"{drawn.id[: MAX_ID - 13]}~{stable_digest(drawn.id).hex()[:12]}"


def _serialize(element: ET.Element) -> Iterator[str]:
    """Yield the parts of the document, every `<text>` as CDATA."""
    attributes = "".join(f" {name}={saxutils.quoteattr(value)}" for name, value in element.items())
    inner = element.text or ""
    if not inner and not len(element):
        yield f"<{element.tag}{attributes} />"
        return
    yield f"<{element.tag}{attributes}>"
    if element.tag == "text":
        yield f"<![CDATA[{inner.replace(']]>', ']]]]><![CDATA[>')}]]>"
    else:
        yield saxutils.escape(inner)
    for child in element:
        yield from _serialize(child)
    yield f"</{element.tag}>"
