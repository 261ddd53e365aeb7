"""Canvas: a zip of QTI 1.2 as its importers, old and new, read it, with an item for each question.

The blocks of a shuffled quiz are groups: Canvas shuffles inside a group and keeps
groups apart. Time limit, attempts and shuffling are also in
`assessment_meta.xml`, the only place where New Quizzes looks.
Partial credit is not said in the file: for several right answers Canvas itself
adds and deducts the same share, never below zero.

Classic Quizzes makes plain text of a step to put in order: it takes out tags and named
references such as `&lt;`, and reads those with numbers.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from urllib.parse import quote

from flashcards.export.html_text import (
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
    convert_all,
    is_graded_by_a_person,
    trim_answers,
)
from flashcards.fileio import pack_zip
from flashcards.questions import Question
from flashcards.questions.build import GAP
from flashcards.questions.draw import DrawnQuestion
from flashcards.seeding import stable_digest
from flashcards.text.plain_text import html_to_text

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
META = "http://canvas.instructure.com/xsd/cccv1p0"
MANIFEST_TYPE = "imsqti_xmlv1p2"
META_TYPE = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
ATTEMPTS = "1"
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

Items = Sequence[tuple[DrawnQuestion, ET.Element]]


def export_canvas(plan: QuizPlan) -> Exported:
    """Return a zip with one quiz, and the pictures that it shows."""
    name = f"ptquiz_{stable_digest(plan.course, plan.title).hex()[:16]}"
    sources = {name: f"$IMS-CC-FILEBASE$/pictures/{quote(name)}" for name in plan.pictures}
    items, outcomes = convert_all(
        plan, lambda drawn, losses: _QuizItem(drawn, losses, sources).make_element()
    )
    quiz = _make_quiz(plan, name, items)
    text = "".join(quiz.itertext())
    shown = [picture for picture, source in sources.items() if f'"{source}"' in text]
    files = {
        "imsmanifest.xml": _write_xml(_make_manifest(name, shown)),
        f"{name}/{name}.xml": _write_xml(quiz),
        f"{name}/assessment_meta.xml": _write_xml(_make_settings(plan, name)),
    }
    files |= {f"pictures/{picture}": plan.pictures[picture] for picture in shown}
    return Exported({".zip": pack_zip(files)}, outcomes)


def _write_xml(root: ET.Element) -> bytes:
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data


def _make_quiz(plan: QuizPlan, name: str, items: Items) -> ET.Element:
    root = ET.Element("questestinterop", xmlns=QTI)
    assessment = ET.SubElement(root, "assessment", ident=name, title=plan.title[:MAX_NAME])
    metadata = ET.SubElement(assessment, "qtimetadata")
    if plan.minutes is not None:
        _add_field(metadata, "qmd_timelimit", str(ceil(plan.minutes)))
    _add_field(metadata, "cc_maxattempts", ATTEMPTS)
    section = ET.SubElement(assessment, "section", ident="root_section")
    if not _has_groups(plan):
        section.extend(item for _, item in items)
        return root
    for number in plan.sections:
        if block := [(drawn, item) for drawn, item in items if drawn.section == number]:
            _add_group(section, plan, f"{name}_group{number}", block)
    return root


def _has_groups(plan: QuizPlan) -> bool:
    """Return whether blocks stay together though their questions are shuffled."""
    return plan.shuffle and any(drawn.block for drawn in plan.questions)


def _add_group(parent: ET.Element, plan: QuizPlan, name: str, items: Items) -> None:
    """Add all of these questions, in an order that Canvas shuffles."""
    first = items[0][0]
    title = (first.block or plan.title)[:MAX_NAME]
    group = ET.SubElement(parent, "section", ident=name, title=title)
    selection = ET.SubElement(ET.SubElement(group, "selection_ordering"), "selection")
    ET.SubElement(selection, "selection_number").text = str(len(items))
    extension = ET.SubElement(selection, "selection_extension")
    ET.SubElement(extension, "points_per_item").text = f"{first.points:g}"
    group.extend(item for _, item in items)


def _make_settings(plan: QuizPlan, name: str) -> ET.Element:
    """Return what Canvas itself writes beside a quiz; a time limit is whole minutes there."""
    root = ET.Element("quiz", identifier=name, xmlns=META)
    settings = {
        "title": plan.title[:MAX_NAME],
        "shuffle_questions": str(plan.shuffle and not _has_groups(plan)).lower(),
        "shuffle_answers": str(not any(drawn.keeps_order for drawn in plan.questions)).lower(),
        "scoring_policy": "keep_highest",
        "quiz_type": "assignment",
        "points_possible": f"{plan.points:g}",
        "allowed_attempts": ATTEMPTS,
    }
    if plan.minutes is not None:
        settings["time_limit"] = str(ceil(plan.minutes))
    for field, value in settings.items():
        ET.SubElement(root, field).text = value
    return root


def _make_manifest(name: str, pictures: Sequence[str]) -> ET.Element:
    root = ET.Element("manifest", identifier=f"{name}_manifest", xmlns=PACKAGE)
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    quiz = ET.SubElement(resources, "resource", identifier=name, type=MANIFEST_TYPE)
    ET.SubElement(quiz, "file", href=f"{name}/{name}.xml")
    ET.SubElement(quiz, "dependency", identifierref=f"{name}_meta")
    listed = [(f"{name}_meta", META_TYPE, f"{name}/assessment_meta.xml")]
    listed += [(f"{name}_p{n}", "webcontent", f"pictures/{p}") for n, p in enumerate(pictures)]
    for id, kind, path in listed:
        resource = ET.SubElement(resources, "resource", identifier=id, type=kind, href=path)
        ET.SubElement(resource, "file", href=path)
    return root


def _add_field(parent: ET.Element, label: str, entry: str) -> None:
    """Add a piece of metadata."""
    field = ET.SubElement(parent, "qtimetadatafield")
    ET.SubElement(field, "fieldlabel").text = label
    ET.SubElement(field, "fieldentry").text = entry


class _QuizItem:
    """One question: what is shown, the rules that grade it, and what is told afterwards."""

    def __init__(self, drawn: DrawnQuestion, losses: Losses, sources: Mapping[str, str]) -> None:
        """Take a question, and the addresses of pictures by their names."""
        self._drawn, self._question = drawn, drawn.question
        self._losses, self._sources = losses, sources
        self._prompt = render_prompt(self._question, sources)
        self._kind = _find_type(self._question, self._prompt)
        names = sorted(option.name for option in self._question.options)
        self._labels = {name: str(1001 + place) for place, name in enumerate(names)}
        """A number for every option, whatever order it is shown in."""
        self._shown, self._rules = ET.Element("presentation"), ET.Element("resprocessing")

    def make_element(self) -> ET.Element:
        course, id = self._question.card.note.course, self._drawn.id
        ident = f"ptquiz_{stable_digest(course, id).hex()[:16]}"
        item = ET.Element("item", ident=ident, title=id)
        metadata = ET.SubElement(ET.SubElement(item, "itemmetadata"), "qtimetadata")
        _add_field(metadata, "question_type", self._kind)
        _add_field(metadata, "points_possible", f"{self._drawn.points:g}")
        if self._kind == "essay_question":
            _add_field(metadata, "grading_notes", _render_grading_notes(self._question))
        item.extend((self._shown, self._rules))
        outcomes = ET.SubElement(self._rules, "outcomes")
        score = {"maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"}
        ET.SubElement(outcomes, "decvar", score)
        feedback = self._list_feedback()
        for name in feedback:
            self._add_feedback_rule(name)
        self._add_answers()
        for name, text in feedback.items():
            element = ET.SubElement(item, "itemfeedback", ident=name)
            _add_material(ET.SubElement(element, "flow_mat"), text)
        return item

    def _add_answers(self) -> None:
        """Add what is asked, where to answer, and the rules that give points."""
        blank, prompt = _name_blank(self._question), self._prompt
        if self._kind == "fill_in_multiple_blanks_question":
            prompt = prompt.replace(GAP, f"[{blank}]")
        _add_material(self._shown, prompt)
        match self._kind:
            case "multiple_choice_question" | "multiple_answers_question":
                self._add_choices()
            case "ordering_question":
                self._add_steps()
            case "matching_question":
                self._add_pairs()
            case "short_answer_question":
                self._add_line()
                condition = self._add_rule()
                for answer in self._list_accepted():
                    _add_equal(condition, "response1", answer)
            case "fill_in_multiple_blanks_question":
                answers = {str(1001 + at): text for at, text in enumerate(self._list_accepted())}
                response = self._add_list(blank, answers, blank, "text/plain")
                _add_equal(self._add_rule("Add", "100"), response, "1001")
            case _:
                self._add_line()
                rule = ET.SubElement(self._rules, "respcondition", {"continue": "No"})
                ET.SubElement(ET.SubElement(rule, "conditionvar"), "other")

    def _add_choices(self) -> None:
        several = self._question.form == "multiple"
        if self._drawn.keeps_order:
            self._losses.append(
                "Classic Quizzes shuffles no options of this quiz: these keep their places"
            )
        self._add_options("Multiple" if several else "Single", shuffle=not self._drawn.locked)
        condition = self._add_rule()
        parent = ET.SubElement(condition, "and") if several else condition
        for option in self._question.options:
            if option.right:
                _add_equal(parent, "response1", self._labels[option.name])
            elif several:
                negated = ET.SubElement(parent, "not")
                _add_equal(negated, "response1", self._labels[option.name])

    def _add_steps(self) -> None:
        self._losses.append("Classic Quizzes asks to match the steps with their numbers")
        for reference in (_REFERENCE.search(step.text) for step in self._question.options):
            self._losses += [f"Classic Quizzes drops '{reference[0]}'"] if reference else []
        self._add_options("Ordered", shuffle=True)
        condition = self._add_rule()
        for name in self._question.sequence:
            _add_equal(condition, "response1", self._labels[name])

    def _add_options(self, cardinality: str, shuffle: bool) -> None:
        """Add all options with their numbers; locked ones keep their places among the shuffled."""
        choices = ET.SubElement(
            self._add_response("response_lid", cardinality),
            "render_choice",
            shuffle="Yes" if shuffle else "No",
        )
        for option in self._question.options:
            label = ET.SubElement(choices, "response_label", ident=self._labels[option.name])
            if shuffle and option.name in self._drawn.locks:
                label.set("lock", "Yes")
            text = render_option(option, self._sources)
            if cardinality == "Ordered":
                text = _REFERENCE.sub(lambda sign: _NUMBERED.get(sign[0], sign[0]), text)
            _add_material(label, text)

    def _add_response(self, kind: str, cardinality: str) -> ET.Element:
        attributes = {"ident": "response1", "rcardinality": cardinality}
        return ET.SubElement(self._shown, kind, attributes)

    def _add_pairs(self) -> None:
        question = self._question
        texts = {o.name: render_plain(o.text, self._losses) for o in question.options}
        cells = {self._labels[name]: text for name, text in texts.items()}
        share = f"{100 / len(question.things):.5f}".rstrip("0").rstrip(".")
        for place, (_, thing, fits) in enumerate(question.things, 1):
            response = self._add_list(str(place), cells, render_line(thing, self._sources))
            _add_equal(self._add_rule("Add", share), response, self._labels[fits])

    def _add_list(
        self, name: str, texts: Mapping[str, str], shown: str, kind: str = "text/html"
    ) -> str:
        """Add a list of plain texts by their labels below what is `shown`; return its name."""
        response = ET.SubElement(self._shown, "response_lid", ident=f"response_{name}")
        _add_material(response, shown, kind)
        choices = ET.SubElement(response, "render_choice")
        for label, text in texts.items():
            _add_material(ET.SubElement(choices, "response_label", ident=label), text, "text/plain")
        return f"response_{name}"

    def _add_line(self) -> None:
        """Add a place to type in."""
        fib = ET.SubElement(self._add_response("response_str", "Single"), "render_fib")
        ET.SubElement(fib, "response_label", ident="answer1", rshuffle="No")

    def _list_accepted(self) -> list[str]:
        """Return the answers that are right to type; Canvas does not look at their case."""
        question = self._question
        if question.case and any(text.lower() != text.upper() for text in question.accepted):
            self._losses.append("upper and lower case do not count")
        return trim_answers(question, self._losses)

    def _add_rule(self, action: str = "Set", share: str = "100") -> ET.Element:
        """Add a rule that gives points; return its condition."""
        attributes = {"continue": "No"} if action == "Set" else {}
        rule = ET.SubElement(self._rules, "respcondition", attributes)
        condition = ET.SubElement(rule, "conditionvar")
        ET.SubElement(rule, "setvar", action=action, varname="SCORE").text = share
        return condition

    def _list_feedback(self) -> dict[str, str]:
        """Return texts by the names that Canvas knows."""
        question, general = self._question, []
        if self._kind == "essay_question":
            general.append(render_answer(question, self._sources))
            typed = question.form in ("type", "gap")
            self._losses.append(
                SEVERAL_LINES
                if typed
                else "Classic Quizzes shows the answer as feedback, not to the person who grades"
            )
        if question.explanation:
            general.append(render_block(question.explanation, self._sources))
        feedback = {GENERAL: "\n".join(general)} if general else {}
        for option in question.options if question.form in ("single", "multiple") else ():
            if option.why:
                feedback[f"{self._labels[option.name]}_fb"] = render_line(option.why, self._sources)
        return feedback

    def _add_feedback_rule(self, name: str) -> None:
        rule = ET.SubElement(self._rules, "respcondition", {"continue": "Yes"})
        condition = ET.SubElement(rule, "conditionvar")
        if name == GENERAL:
            ET.SubElement(condition, "other")
        else:
            _add_equal(condition, "response1", name.removesuffix("_fb"))
        ET.SubElement(rule, "displayfeedback", feedbacktype="Response", linkrefid=name)


def _find_type(question: Question, prompt: str) -> str:
    """Return Canvas's type; an open bracket before a gap would swallow the mark of the blank."""
    if is_graded_by_a_person(question):
        return "essay_question"
    before = prompt.partition(GAP)[0]
    if question.form == "gap" and (prompt.count(GAP) != 1 or _OPEN_BRACKET.search(before)):
        return "short_answer_question"
    return _TYPES[question.form]


def _name_blank(question: Question) -> str:
    """Return a word that stands in no brackets of the question."""
    text, name = f"{question.stem}{question.code or ''}", "gap"
    while f"[{name}]" in text:
        name += "x"
    return name


def _add_material(parent: ET.Element, text: str, kind: str = "text/html") -> None:
    material = ET.SubElement(parent, "material")
    ET.SubElement(material, "mattext", texttype=kind).text = text


def _add_equal(parent: ET.Element, response: str, label: str) -> None:
    ET.SubElement(parent, "varequal", respident=response).text = label


def _render_grading_notes(question: Question) -> str:
    """Return the answer without markup; points, rows and lines of output on their own lines."""
    if question.form == "points":
        return "\n".join(f"- {html_to_text(render_line(o.text))}" for o in question.options)
    html = render_answer(replace(question, answer_code=None)).replace("</th><td>", ": </th><td>")
    lines = [html_to_text(part) for part in _LINE_END.split(html)]
    return "\n".join(line for line in [*lines, question.answer_code] if line)
