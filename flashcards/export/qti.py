"""QTI 1.2 items as Canvas reads them: one for each question.

Classic Quizzes makes plain text of a step to put in order: it takes out tags and named
references such as `&lt;`, and reads those with numbers.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from urllib.parse import quote

from flashcards.export.html_text import (
    render_answer,
    render_block,
    render_line,
    render_option,
    render_plain,
    render_prompt,
)
from flashcards.export.quiz_plan import QuizPlan, case_counts, is_graded_by_a_person
from flashcards.export.report import SEVERAL_LINES, Losses, trim_answers
from flashcards.questions import Choice, Question
from flashcards.questions.build import GAP
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.shuffle import Locks
from flashcards.seeding import stable_digest
from flashcards.text.plain_text import html_to_text
from flashcards.words.message import Message

GENERAL = "general_fb"

_REFERENCE = re.compile(r"&\w+;")
_NUMBERED = {"&lt;": "&#60;", "&gt;": "&#62;", "&amp;": "&#38;", "&quot;": "&#34;"}
_LINE_END = re.compile(r"</(?:tr|p|li|pre)>")
_OPEN_BRACKET = re.compile(r"\[[^\]]*$")
_TYPES = {
    "single": "multiple_choice_question",
    "multiple": "multiple_answers_question",
    "type": "short_answer_question",
    "gap": "fill_in_multiple_blanks_question",
    "match": "matching_question",
    "order": "ordering_question",
    "reveal": "essay_question",
    "points": "essay_question",
}


def make_picture_address(name: str) -> str:
    """Where a picture of the package is found by a question."""
    return f"$IMS-CC-FILEBASE$/pictures/{quote(name)}"


def add_field(parent: ET.Element, label: str, entry: str) -> None:
    field = ET.SubElement(parent, "qtimetadatafield")
    ET.SubElement(field, "fieldlabel").text = label
    ET.SubElement(field, "fieldentry").text = entry


def _material(parent: ET.Element, text: str, kind: str = "text/html") -> None:
    material = ET.SubElement(parent, "material")
    ET.SubElement(material, "mattext", texttype=kind).text = text


def _labels(question: Question) -> dict[str, str]:
    """A number for every option, whatever order it is shown in."""
    names = sorted(option.name for option in question.options)
    return {name: str(1001 + place) for place, name in enumerate(names)}


class ItemWriter:
    """Makes the item of one question."""

    def __init__(self, plan: QuizPlan) -> None:
        self._sources = {name: make_picture_address(name) for name in plan.pictures}

    def make_item(self, drawn: DrawnQuestion, losses: Losses) -> ET.Element:
        question = drawn.question
        prompt = render_prompt(question, self._sources)
        kind = _kind(question, prompt)
        ident = f"ptquiz_{stable_digest(question.card.note.course, drawn.id).hex()[:16]}"
        item = ET.Element("item", ident=ident, title=drawn.id)
        metadata = ET.SubElement(ET.SubElement(item, "itemmetadata"), "qtimetadata")
        add_field(metadata, "question_type", kind)
        add_field(metadata, "points_possible", f"{drawn.points:g}")
        if kind == "essay_question":
            add_field(metadata, "grading_notes", _render_grading_notes(question))
        presentation = ET.SubElement(item, "presentation")
        _material(presentation, _with_blank(prompt, question, kind))
        rules = ET.SubElement(item, "resprocessing")
        _outcomes(rules)
        feedback = self._feedback(question, kind, losses)
        _feedback_rules(rules, feedback)
        self._answers(kind, drawn, presentation, rules, losses)
        for name, text in feedback.items():
            told = ET.SubElement(item, "itemfeedback", ident=name)
            _material(ET.SubElement(told, "flow_mat"), text)
        return item

    def _answers(
        self, kind: str, drawn: DrawnQuestion, shown: ET.Element, rules: ET.Element, losses: Losses
    ) -> None:
        question = drawn.question
        match kind:
            case "multiple_choice_question" | "multiple_answers_question":
                self._choices(drawn, shown, rules, losses)
            case "ordering_question":
                self._steps(question, shown, rules, losses)
            case "matching_question":
                self._pairs(question, shown, rules, losses)
            case "short_answer_question":
                _short(question, shown, rules, losses)
            case "fill_in_multiple_blanks_question":
                _blank(question, shown, rules, losses)
            case _:
                _essay(shown, rules)

    def _listed(
        self,
        shown: ET.Element,
        question: Question,
        cardinality: str,
        shuffle: bool,
        locks: Locks | None = None,
    ) -> dict[str, str]:
        """All options with their numbers; `locks` keep their places among the shuffled."""
        labels = _labels(question)
        response = ET.SubElement(shown, "response_lid", ident="response1", rcardinality=cardinality)
        choices = ET.SubElement(response, "render_choice", shuffle="Yes" if shuffle else "No")
        for option in question.options:
            label = ET.SubElement(choices, "response_label", ident=labels[option.name])
            if shuffle and option.name in (locks or {}):
                label.set("lock", "Yes")
            text = render_option(option, self._sources)
            _material(label, _number_references(text) if cardinality == "Ordered" else text)
        return labels

    def _choices(
        self, drawn: DrawnQuestion, shown: ET.Element, rules: ET.Element, losses: Losses
    ) -> None:
        question = drawn.question
        several = question.form == "multiple"
        if drawn.keeps_order:
            losses.append(Message("export-canvas-places"))
        cardinality = "Multiple" if several else "Single"
        labels = self._listed(shown, question, cardinality, not drawn.locked, drawn.locks)
        condition = _scored(rules)
        parent = ET.SubElement(condition, "and") if several else condition
        for option in question.options:
            if option.right:
                _equal(parent, "response1", labels[option.name])
            elif several:
                _equal(ET.SubElement(parent, "not"), "response1", labels[option.name])

    def _steps(
        self, question: Question, shown: ET.Element, rules: ET.Element, losses: Losses
    ) -> None:
        losses += _describe_order(question)
        labels = self._listed(shown, question, "Ordered", shuffle=True)
        condition = _scored(rules)
        for name in question.sequence:
            _equal(condition, "response1", labels[name])

    def _pairs(
        self, question: Question, shown: ET.Element, rules: ET.Element, losses: Losses
    ) -> None:
        labels = _labels(question)
        cells = {o.name: render_plain(o.text, losses) for o in question.options}
        share = f"{100 / len(question.things):.5f}".rstrip("0").rstrip(".")
        for place, (_, thing, fits) in enumerate(question.things, 1):
            response = ET.SubElement(shown, "response_lid", ident=f"response_{place}")
            _material(response, render_line(thing, self._sources))
            choices = ET.SubElement(response, "render_choice")
            for option in question.options:
                label = ET.SubElement(choices, "response_label", ident=labels[option.name])
                _material(label, cells[option.name], "text/plain")
            _equal(_scored(rules, "Add", share), f"response_{place}", labels[fits])

    def _feedback(self, question: Question, kind: str, losses: Losses) -> dict[str, str]:
        """Texts by the names that Canvas knows."""
        general = (
            [render_block(question.explanation, self._sources)] if question.explanation else []
        )
        if kind == "essay_question":
            general.insert(0, render_answer(question, self._sources))
            typed = question.form in ("type", "gap")
            losses.append(SEVERAL_LINES if typed else Message("export-canvas-feedback"))
        told = {GENERAL: "\n".join(general)} if general else {}
        labels = _labels(question)
        for option in question.options:
            if option.why and question.form in ("single", "multiple"):
                told[f"{labels[option.name]}_fb"] = self._why(option)
        return told

    def _why(self, option: Choice) -> str:
        return render_line(option.why or "", self._sources)


def _kind(question: Question, prompt: str) -> str:
    if is_graded_by_a_person(question):
        return "essay_question"
    if question.form == "gap" and not _holds_blank(prompt):
        return "short_answer_question"
    return _TYPES[question.form]


def _holds_blank(prompt: str) -> bool:
    """An open bracket before the gap would swallow the mark of the blank."""
    before = prompt.partition(GAP)[0]
    return prompt.count(GAP) == 1 and not _OPEN_BRACKET.search(before)


def _blank_name(question: Question) -> str:
    """A word that stands in no brackets of the question."""
    text, name = f"{question.stem}{question.code or ''}", "gap"
    while f"[{name}]" in text:
        name += "x"
    return name


def _with_blank(prompt: str, question: Question, kind: str) -> str:
    if kind != "fill_in_multiple_blanks_question":
        return prompt
    return prompt.replace(GAP, f"[{_blank_name(question)}]")


def _outcomes(rules: ET.Element) -> None:
    outcomes = ET.SubElement(rules, "outcomes")
    ET.SubElement(
        outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal"
    )


def _scored(rules: ET.Element, action: str = "Set", share: str = "100") -> ET.Element:
    """The condition of a rule that gives points."""
    rule = ET.SubElement(rules, "respcondition", {"continue": "No"} if action == "Set" else {})
    condition = ET.SubElement(rule, "conditionvar")
    ET.SubElement(rule, "setvar", action=action, varname="SCORE").text = share
    return condition


def _equal(parent: ET.Element, response: str, label: str) -> None:
    ET.SubElement(parent, "varequal", respident=response).text = label


def _feedback_rules(rules: ET.Element, feedback: dict[str, str]) -> None:
    for name in feedback:
        rule = ET.SubElement(rules, "respcondition", {"continue": "Yes"})
        condition = ET.SubElement(rule, "conditionvar")
        if name == GENERAL:
            ET.SubElement(condition, "other")
        else:
            _equal(condition, "response1", name.removesuffix("_fb"))
        ET.SubElement(rule, "displayfeedback", feedbacktype="Response", linkrefid=name)


def _line(shown: ET.Element) -> None:
    """A place to type in."""
    response = ET.SubElement(shown, "response_str", ident="response1", rcardinality="Single")
    fib = ET.SubElement(response, "render_fib")
    ET.SubElement(fib, "response_label", ident="answer1", rshuffle="No")


def _short(question: Question, shown: ET.Element, rules: ET.Element, losses: Losses) -> None:
    _tell_case(question, losses)
    _line(shown)
    condition = _scored(rules)
    for answer in trim_answers(question, losses):
        _equal(condition, "response1", answer)


def _blank(question: Question, shown: ET.Element, rules: ET.Element, losses: Losses) -> None:
    _tell_case(question, losses)
    name = _blank_name(question)
    response = ET.SubElement(shown, "response_lid", ident=f"response_{name}")
    _material(response, name, "text/plain")
    choices = ET.SubElement(response, "render_choice")
    for place, answer in enumerate(trim_answers(question, losses)):
        label = ET.SubElement(choices, "response_label", ident=str(1001 + place))
        _material(label, answer, "text/plain")
    _equal(_scored(rules, "Add", "100"), f"response_{name}", "1001")


def _tell_case(question: Question, losses: Losses) -> None:
    if case_counts(question):
        losses.append(Message("export-case"))


def _essay(shown: ET.Element, rules: ET.Element) -> None:
    _line(shown)
    rule = ET.SubElement(rules, "respcondition", {"continue": "No"})
    ET.SubElement(ET.SubElement(rule, "conditionvar"), "other")


def _number_references(html: str) -> str:
    """The HTML with numbers in the place of names: `&#60;` for `&lt;`."""
    return _REFERENCE.sub(lambda found: _NUMBERED.get(found[0], found[0]), html)


def _describe_order(question: Question) -> Losses:
    """What Classic Quizzes makes of steps to put in order."""
    losses = [Message("export-canvas-steps")]
    for found in (_REFERENCE.search(step.text) for step in question.options):
        losses += [Message("export-canvas-drops", text=found[0])] if found else []
    return losses


def _render_grading_notes(question: Question) -> str:
    """The answer without markup; points, rows of a table and lines of output on their own."""
    if question.form == "points":
        return "\n".join(f"- {html_to_text(render_line(each.text))}" for each in question.options)
    html = render_answer(replace(question, answer_code=None)).replace("</th><td>", ": </th><td>")
    lines = [html_to_text(part) for part in _LINE_END.split(html)]
    return "\n".join(line for line in [*lines, question.answer_code] if line)
