"""Canvas: a zip of QTI 1.2 as its importers, old and new, read it: an item for each question, or
a group of its variants of which one is drawn.

Time limit, attempts and shuffling are also in `assessment_meta.xml`, the only place where New
Quizzes looks. Partial credit is not said in the file: for several right answers Canvas itself adds
and deducts the same share, never below zero.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from html import unescape
from itertools import starmap
from math import ceil
from typing import TypeAlias
from urllib.parse import quote

from flashcards.export.html_text import HtmlRenderer, render_plain
from flashcards.export.quiz_plan import (
    MAX_NAME,
    SEVERAL_LINES,
    Exported,
    Losses,
    QuizPlan,
    convert_all,
    is_graded_by_a_person,
    tag,
    trim_answers,
)
from flashcards.fileio import pack_zip
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.question import join_parts
from flashcards.seeding import stable_digest

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
META = "http://canvas.instructure.com/xsd/cccv1p0"
META_TYPE = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
ATTEMPTS = "1"
GENERAL = "general_fb"
AS_FEEDBACK = "Classic Quizzes shows the answer as feedback, not to the person who grades"

_REFERENCE = re.compile(r"&\w+;")
_TYPES = {
    "single": "multiple_choice_question",
    "multiple": "multiple_answers_question",
    "type": "short_answer_question",
    "gap": "short_answer_question",
    "match": "matching_question",
    "order": "ordering_question",
}

Elements: TypeAlias = list[ET.Element]


def export_canvas(plan: QuizPlan) -> Exported:
    """Return a zip with one quiz, and the pictures that it shows."""
    name = f"ptquiz_{stable_digest(plan.course, plan.quiz.title).hex()[:16]}"
    html = HtmlRenderer({p: f"$IMS-CC-FILEBASE$/pictures/{quote(p)}" for p in plan.pictures})
    items, outcomes = convert_all(plan, lambda drawn, losses: _make_items(drawn, losses, html))
    documents = {
        "imsmanifest.xml": _make_manifest(name, plan.pictures),
        f"{name}/{name}.xml": _make_quiz(plan, name, [item for _, item in items]),
        f"{name}/assessment_meta.xml": _make_settings(plan, name),
    }
    files: dict[str, bytes] = {
        path: ET.tostring(root, encoding="utf-8", xml_declaration=True)
        for path, root in documents.items()
    }
    files |= {f"pictures/{picture}": data for picture, data in plan.pictures.items()}
    return Exported({".zip": pack_zip(files)}, outcomes)


def _make_items(drawn: DrawnQuestion, losses: Losses, html: HtmlRenderer) -> ET.Element:
    """Return a question; if its numbers change, a group of all variants, of which one is drawn."""
    if not drawn.others:
        return _QuizItem(drawn, losses, html).make_item()
    every = enumerate(drawn.list_variants(), 1)
    items = [_QuizItem(variant, losses, html).make_item(f" v{n}") for n, variant in every]
    points = tag("selection_extension", tag("points_per_item", f"{drawn.points:g}"))
    selection = tag("selection", tag("selection_number", "1"), points)
    about = {"ident": f"{items[0].get('ident')}_group", "title": drawn.id}
    return tag("section", tag("selection_ordering", selection), *items, **about)


def _make_quiz(plan: QuizPlan, name: str, items: Elements) -> ET.Element:
    limit = {} if plan.quiz.minutes is None else {"qmd_timelimit": str(ceil(plan.quiz.minutes))}
    metadata = _make_metadata({**limit, "cc_maxattempts": ATTEMPTS})
    section = tag("section", *items, ident="root_section")
    assessment = tag("assessment", metadata, section, ident=name, title=plan.quiz.title[:MAX_NAME])
    return tag("questestinterop", assessment, xmlns=QTI)


def _make_settings(plan: QuizPlan, name: str) -> ET.Element:
    """Return what Canvas itself writes beside a quiz; a time limit is whole minutes there."""
    settings = {
        "title": plan.quiz.title[:MAX_NAME],
        "shuffle_questions": str(plan.quiz.shuffle).lower(),
        "shuffle_answers": str(not any(drawn.keeps_order for drawn in plan.questions)).lower(),
        "scoring_policy": "keep_highest",
        "quiz_type": "assignment",
        "points_possible": f"{plan.points:g}",
        "allowed_attempts": ATTEMPTS,
    }
    if plan.quiz.minutes is not None:
        settings["time_limit"] = str(ceil(plan.quiz.minutes))
    return tag("quiz", *starmap(tag, settings.items()), identifier=name, xmlns=META)


def _make_manifest(name: str, pictures: Iterable[str]) -> ET.Element:
    meta = tag("dependency", identifierref=f"{name}_meta")
    quiz = tag("file", href=f"{name}/{name}.xml"), meta
    resources = [tag("resource", *quiz, identifier=name, type="imsqti_xmlv1p2")]
    listed = [(f"{name}_meta", META_TYPE, f"{name}/assessment_meta.xml")]
    listed += [(f"{name}_p{n}", "webcontent", f"pictures/{p}") for n, p in enumerate(pictures)]
    for id, kind, path in listed:
        file = tag("file", href=path)
        resources.append(tag("resource", file, identifier=id, type=kind, href=path))
    parts = tag("organizations"), tag("resources", *resources)
    return tag("manifest", *parts, identifier=f"{name}_manifest", xmlns=PACKAGE)


def _make_metadata(entries: Mapping[str, str]) -> ET.Element:
    pairs = [(tag("fieldlabel", name), tag("fieldentry", text)) for name, text in entries.items()]
    return tag("qtimetadata", *(tag("qtimetadatafield", *pair) for pair in pairs))


class _QuizItem:
    """One question: what is shown, the rules that grade it, and what is told afterwards."""

    def __init__(self, drawn: DrawnQuestion, losses: Losses, html: HtmlRenderer) -> None:
        self._drawn, self._question = drawn, drawn.question
        self._losses, self._html = losses, html
        names = sorted(option.name for option in self._question.options)
        self._labels = {name: str(1001 + place) for place, name in enumerate(names)}
        """A number for each option, as Canvas wants it, in whatever order they are shown."""
        self._is_essay = is_graded_by_a_person(self._question)

    def make_item(self, variant: str = "") -> ET.Element:
        question, id = self._question, f"{self._drawn.id}{variant}"
        kind = "essay_question" if self._is_essay else _TYPES[question.form]
        fields = {"question_type": kind, "points_possible": f"{self._drawn.points:g}"}
        if self._is_essay:
            fields["grading_notes"] = join_parts(question.answer, question.answer_code)
        score = {"maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"}
        prompt = _make_material(self._html.render_prompt(question))
        feedback = self._list_feedback()
        responses, rules = self._make_answers()
        outcomes = tag("outcomes", tag("decvar", **score))
        return tag(
            "item",
            tag("itemmetadata", _make_metadata(fields)),
            tag("presentation", prompt, *responses),
            tag("resprocessing", outcomes, *map(_make_feedback_rule, feedback), *rules),
            *(
                tag("itemfeedback", tag("flow_mat", _make_material(text)), ident=name)
                for name, text in feedback.items()
            ),
            ident=f"ptquiz_{stable_digest(question.card.note.course, id).hex()[:16]}",
            title=id,
        )

    def _make_answers(self) -> tuple[Elements, Elements]:
        """Return where to answer, and the rules that give points."""
        question, labels = self._question, self._labels
        if self._is_essay:
            self._losses.append(SEVERAL_LINES if question.accepted else AS_FEEDBACK)
            other = tag("conditionvar", tag("other"))
            return [_make_line()], [tag("respcondition", other, **{"continue": "No"})]
        match question.form:
            case "single" | "multiple":
                return self._make_choices()
            case "order":
                self._losses.append("Classic Quizzes asks to match the steps with their numbers")
                steps = [_make_equal("response1", labels[name]) for name in question.sequence]
                return [self._list_options("Ordered", shuffle=True)], [_make_rule(*steps)]
            case "match":
                return self._make_pairs()
            case _:
                has_letters = any(text.lower() != text.upper() for text in question.accepted)
                if question.case and has_letters:
                    self._losses.append("upper and lower case do not count")
                accepted = trim_answers(question, self._losses)
                equal = [_make_equal("response1", answer) for answer in accepted]
                return [_make_line()], [_make_rule(*equal)]

    def _make_choices(self) -> tuple[Elements, Elements]:
        question, several = self._question, self._question.form == "multiple"
        if self._drawn.keeps_order:
            self._losses.append(
                "Classic Quizzes shuffles no options of this quiz: these keep their places"
            )
        picks = [_make_equal("response1", self._labels[name]) for name in question.right_names]
        if several:
            wrong = [option.name for option in question.options if not option.right]
            others = (_make_equal("response1", self._labels[name]) for name in wrong)
            picks = [tag("and", *picks, *(tag("not", other) for other in others))]
        cardinality = "Multiple" if several else "Single"
        options = self._list_options(cardinality, shuffle=not self._drawn.is_fixed)
        return [options], [_make_rule(*picks)]

    def _list_options(self, cardinality: str, shuffle: bool) -> ET.Element:
        """Return all options with their numbers; locked ones keep their places among the others."""
        labels = []
        for option in self._question.options:
            text = self._html.render_option(option)
            if cardinality == "Ordered":  # Classic Quizzes takes named references out of steps
                text = _REFERENCE.sub(lambda sign: f"&#{ord(unescape(sign[0]))};", text)
            lock = {"lock": "Yes"} if shuffle and option.lock else {}
            number = self._labels[option.name]
            labels.append(tag("response_label", _make_material(text), ident=number, **lock))
        choices = tag("render_choice", *labels, shuffle="Yes" if shuffle else "No")
        return tag("response_lid", choices, ident="response1", rcardinality=cardinality)

    def _make_pairs(self) -> tuple[Elements, Elements]:
        """Return a list of all cells for each thing; the rules add up its share."""
        question, responses, rules = self._question, Elements(), Elements()
        cells = []
        for option in question.options:
            cell = _make_material(render_plain(option.text, self._losses), "text/plain")
            cells.append(tag("response_label", cell, ident=self._labels[option.name]))
        share = f"{100 / len(question.things):.5f}".rstrip("0").rstrip(".")
        for place, (_, thing, fits) in enumerate(question.things, 1):
            name = f"response_{place}"
            shown = _make_material(self._html.render_line(thing))
            responses.append(tag("response_lid", shown, tag("render_choice", *cells), ident=name))
            rules.append(_make_rule(_make_equal(name, self._labels[fits]), share=share))
        return responses, rules

    def _list_feedback(self) -> dict[str, str]:
        """Return texts by the names that Canvas knows."""
        question = self._question
        general = [self._html.render_answer(question)] if self._is_essay else []
        if question.explanation:
            general.append(self._html.render_block(question.explanation))
        feedback = {GENERAL: "\n".join(general)} if general else {}
        for option in question.options:
            if option.why and question.form in ("single", "multiple"):
                feedback[f"{self._labels[option.name]}_fb"] = self._html.render_line(option.why)
        return feedback


def _make_line() -> ET.Element:
    """Return a place to type in."""
    line = tag("render_fib", tag("response_label", ident="answer1", rshuffle="No"))
    return tag("response_str", line, ident="response1", rcardinality="Single")


def _make_rule(*conditions: ET.Element, share: str = "") -> ET.Element:
    """Return a rule that gives all points, or adds a share of them."""
    points = tag("setvar", share or "100", action="Add" if share else "Set", varname="SCORE")
    attributes = {} if share else {"continue": "No"}
    return tag("respcondition", tag("conditionvar", *conditions), points, **attributes)


def _make_feedback_rule(name: str) -> ET.Element:
    """Return the rule that shows a feedback: always, or with its option."""
    label = name.removesuffix("_fb")
    chosen = tag("other") if name == GENERAL else _make_equal("response1", label)
    shown = tag("displayfeedback", feedbacktype="Response", linkrefid=name)
    return tag("respcondition", tag("conditionvar", chosen), shown, **{"continue": "Yes"})


def _make_material(text: str, kind: str = "text/html") -> ET.Element:
    return tag("material", tag("mattext", text, texttype=kind))


def _make_equal(response: str, label: str) -> ET.Element:
    return tag("varequal", label, respident=response)
