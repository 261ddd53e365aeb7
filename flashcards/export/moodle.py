"""Moodle XML: every kind arrives as Moodle's own question type of it.

Weights of multiple choice come from Moodle's fixed list, which has 1/n up to
ten; any other makes the whole import fail.

Moodle's reader is fed 4,096 bytes at a time and drops every piece of text that is
only white space. Outside CDATA a text is cut at each entity, so `&gt; &lt;` would
lose its space; inside CDATA only where a feed ends, 300 bytes or more apart. So
every text is CDATA, and no run of white space is as long as a piece.
"""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote
from xml.sax import saxutils

from flashcards.export.html_text import (
    LONG_SPACES,
    LONGEST_SPACE,
    Sources,
    make_listed_name,
    make_moodle_html,
    render_answer,
    render_block,
    render_line,
    render_option,
    render_plain,
    render_prompt,
)
from flashcards.export.quiz_plan import LONGEST_NAME, QuizPlan, is_graded_by_a_person
from flashcards.export.report import (
    SEVERAL_LINES,
    Exported,
    Item,
    Losses,
    Refused,
    convert_all,
    trim_answers,
)
from flashcards.questions import Choice, Question
from flashcards.questions.build import GAP
from flashcards.questions.draw import DrawnQuestion
from flashcards.seeding import stable_digest

MOST_RIGHT = 10
LONGEST_ID = 100

_SAFE_IN_CLOZE = re.compile(r"(?!.*  )[^~{}#\\&<>\"'*%=\n]+")
"""Answers without what a gap would read as its own marks, and without runs of spaces."""

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


def export_moodle(plan: QuizPlan) -> Exported:
    """One XML file; a category for each block or stage."""
    made, outcomes = convert_all(plan, _Writer(plan).make_element)
    root = ET.Element("quiz")
    for path, elements in group_by_category(plan, made).items():
        category = ET.SubElement(root, "question", type="category")
        _text(ET.SubElement(category, "category"), f"$course$/top/{path}")
        root.extend(elements)
    return Exported({".xml": serialize_xml(root)}, outcomes)


def _text(parent: ET.Element, text: str) -> ET.Element:
    ET.SubElement(parent, "text").text = text
    return parent


def _plain(parent: ET.Element, name: str, text: object) -> None:
    ET.SubElement(parent, name).text = str(text)


class _Writer:
    """Makes the element of one question."""

    def __init__(self, plan: QuizPlan) -> None:
        self._plan = plan
        self._sources = {name: f"@@PLUGINFILE@@/{quote(name)}" for name in plan.pictures}

    def make_element(self, drawn: DrawnQuestion, losses: Losses) -> ET.Element:
        question = drawn.question
        kind, prompt = self._typed(drawn)
        element = ET.Element("question", type=kind)
        _text(ET.SubElement(element, "name"), make_listed_name(question))
        self._html(element, "questiontext", prompt)
        self._rich(element, "generalfeedback", render_block(question.explanation, self._sources))
        if kind != "cloze":
            _plain(element, "defaultgrade", f"{drawn.points:g}")
        _plain(element, "penalty", "0")
        _plain(element, "hidden", "0")
        _plain(element, "idnumber", make_stable_id(drawn))
        self._answers(element, kind, drawn, losses)
        named = ET.SubElement(element, "tags")
        for tag in list_tags(drawn):
            _text(ET.SubElement(named, "tag"), tag)
        return element

    def _typed(self, drawn: DrawnQuestion) -> tuple[str, str]:
        """Moodle's type, and the HTML of what is asked."""
        question = drawn.question
        prompt = make_moodle_html(render_prompt(question, self._sources))
        if question.form == "gap" and _fits_cloze(drawn, prompt):
            variants = "~".join(f"={answer}" for answer in question.accepted)
            mark = f"{{{drawn.points:g}:SHORTANSWER{'_C' if question.case else ''}:{variants}}}"
            safe = prompt.replace("{", "&#123;").replace("}", "&#125;")
            return "cloze", safe.replace(GAP, mark)
        if is_graded_by_a_person(question):
            return "essay", prompt
        return _TYPES[question.form], prompt

    def _answers(
        self, element: ET.Element, kind: str, drawn: DrawnQuestion, losses: Losses
    ) -> None:
        match kind:
            case "multichoice":
                self._choices(element, drawn, losses)
            case "shortanswer":
                _short(element, drawn.question, losses)
            case "matching":
                self._pairs(element, drawn.question, losses)
            case "ordering":
                self._steps(element, drawn.question)
            case "essay":
                self._essay(element, drawn.question, losses)

    def _choices(self, element: ET.Element, drawn: DrawnQuestion, losses: Losses) -> None:
        question = drawn.question
        if drawn.locks and not drawn.locked:
            losses.append("options are not shuffled: Moodle cannot keep one of them in place")
        several = question.form == "multiple"
        share = format_weight(len(question.right_names))
        wrong = f"-{share}" if several else "0"
        _plain(element, "single", "false" if several else "true")
        _plain(element, "shuffleanswers", "false" if drawn.keeps_order else "true")
        _plain(element, "answernumbering", "ABCD")
        _plain(element, "showstandardinstruction", "0")  # the prompt has its own
        for option in question.options:
            shown = render_option(option, self._sources)
            self._choice(element, option, shown, share if option.right else wrong)

    def _choice(self, element: ET.Element, option: Choice, shown: str, fraction: str) -> None:
        answer = self._rich(element, "answer", shown)
        answer.set("fraction", fraction)
        self._rich(answer, "feedback", render_line(option.why or "", self._sources))

    def _pairs(self, element: ET.Element, question: Question, losses: Losses) -> None:
        _plain(element, "shuffleanswers", "true")
        for thing, cell in list_pairs(question, self._sources):
            pair = self._rich(element, "subquestion", thing)
            _text(ET.SubElement(pair, "answer"), render_cell(cell.text, losses))

    def _steps(self, element: ET.Element, question: Question) -> None:
        for name, value in _ORDERING:
            _plain(element, name, value)
        ET.SubElement(element, "shownumcorrect")
        for place, step in enumerate(question.fitting, 1):
            # Moodle sets all that a step holds side by side, in columns: it holds one thing
            shown = f"<div>{render_option(step, self._sources)}</div>"
            self._choice(element, step, shown, str(place))

    def _essay(self, element: ET.Element, question: Question, losses: Losses) -> None:
        if question.form in ("type", "gap"):
            losses.append(SEVERAL_LINES)
        for name, value in _ESSAY:
            _plain(element, name, value)
        self._rich(element, "graderinfo", render_answer(question, self._sources))
        self._rich(element, "responsetemplate", "")

    def _rich(self, parent: ET.Element, name: str, shown: str) -> ET.Element:
        return self._html(parent, name, make_moodle_html(shown))

    def _html(self, parent: ET.Element, name: str, shown: str) -> ET.Element:
        """A text in HTML, with the pictures that it shows."""
        element = _text(ET.SubElement(parent, name, format="html"), shown)
        for picture, address in self._sources.items():
            if f'"{address}"' not in shown:
                continue
            file = ET.SubElement(element, "file", name=picture, path="/", encoding="base64")
            file.text = base64.b64encode(self._plan.pictures[picture]).decode()
        return element


_ORDERING = (
    ("layouttype", "VERTICAL"),
    ("selecttype", "ALL"),
    ("selectcount", "0"),
    ("gradingtype", "ABSOLUTE_POSITION"),
    ("showgrading", "SHOW"),
    ("numberingstyle", "123"),
)
_ESSAY = (
    ("responseformat", "editor"),
    ("responserequired", "1"),
    ("responsefieldlines", "10"),
    ("attachments", "0"),
    ("attachmentsrequired", "0"),
)


def _short(element: ET.Element, question: Question, losses: Losses) -> None:
    _plain(element, "usecase", "1" if question.case else "0")
    for answer in trim_answers(question, losses):
        variant = ET.SubElement(element, "answer", fraction="100", format="moodle_auto_format")
        _text(variant, check_spaces(answer).replace("*", r"\*"))  # a bare star would match anything


def _fits_cloze(drawn: DrawnQuestion, prompt: str) -> bool:
    answers = drawn.question.accepted
    return (
        drawn.points >= 1
        and drawn.points == int(drawn.points)
        and prompt.count(GAP) == 1
        and all(_SAFE_IN_CLOZE.fullmatch(answer) for answer in answers)
    )


def group_by_category(
    plan: QuizPlan, made: Sequence[tuple[DrawnQuestion, Item]]
) -> dict[str, list[Item]]:
    """The items by the path of their category, block by block in the order of the plan."""
    found: dict[str, list[Item]] = {}
    for drawn, item in sorted(made, key=lambda pair: pair[0].section):
        found.setdefault(format_category(plan, drawn), []).append(item)
    return found


def format_category(plan: QuizPlan, drawn: DrawnQuestion) -> str:
    """Where the question goes; the version keeps a later import apart from this one."""
    place = drawn.block or plan.words.translate("stage", n=drawn.question.card.note.stage)
    version = f"v{plan.version}-{plan.digest}"
    parts = [plan.course, plan.title, version, place]
    names = [" ".join(part.split())[:LONGEST_NAME] for part in dict.fromkeys(parts)]
    return "/".join(name.replace("/", "//") for name in names)


def format_weight(right: int) -> str:
    """1/n in percent, as Moodle's list has it."""
    if right > MOST_RIGHT:
        raise Refused(f"has {right} right options; Moodle has weights for at most {MOST_RIGHT}")
    return f"{100 / right:.5f}".rstrip("0").rstrip(".")


def list_pairs(question: Question, sources: Sources = None) -> list[tuple[str, Choice]]:
    """Each thing in HTML with its cell, and then nothing with each cell that fits nothing."""
    things = [render_line(thing, sources) for _, thing, _ in question.things]
    none = [""] * len(question.surplus)
    return [*zip([*things, *none], [*question.fitting, *question.surplus], strict=True)]


def render_cell(text: str, losses: Losses) -> str:
    """A text for Moodle's list of things to match: it takes tags out and reads entities."""
    return escape(render_plain(text, losses), quote=False)


def list_tags(drawn: DrawnQuestion) -> list[str]:
    """The entry's own tags, its stage, kind and difficulty."""
    entry, note = drawn.question.card.entry, drawn.question.card.note
    return list(dict.fromkeys([*entry.tags, f"stage-{note.stage}", entry.kind, entry.difficulty]))


def make_stable_id(drawn: DrawnQuestion) -> str:
    """The question's id; a long one is cut and made unique again by a digest."""
    if len(drawn.id) <= LONGEST_ID:
        return drawn.id
    return f"{drawn.id[: LONGEST_ID - 13]}~{stable_digest(drawn.id).hex()[:12]}"


def check_spaces(text: str) -> str:
    """A text that is not HTML, as it is. Raises Refused if the reader could drop a part of it."""
    if LONG_SPACES.search(text):
        raise Refused(f"its answer has {LONGEST_SPACE} spaces in a row, which Moodle drops")
    return text


def serialize_xml(root: ET.Element) -> bytes:
    """The document in UTF-8, every `<text>` as CDATA."""
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + "".join(_serialize(root)) + "\n").encode()


def _serialize(element: ET.Element) -> Iterator[str]:
    attributes = "".join(f" {name}={saxutils.quoteattr(value)}" for name, value in element.items())
    inner = element.text or ""
    if not inner and not len(element):
        yield f"<{element.tag}{attributes} />"
        return
    yield f"<{element.tag}{attributes}>"
    yield _cdata(inner) if element.tag == "text" else saxutils.escape(inner)
    for child in element:
        yield from _serialize(child)
    yield f"</{element.tag}>"


def _cdata(text: str) -> str:
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"
