"""Moodle XML: every kind arrives as Moodle's own question type of it, a gap as a short answer.

Weights of multiple choice come from Moodle's fixed list, which has 1/n up to ten; any other makes
the whole import fail. Moodle's reader drops every piece of text that is only white space, and cuts
a text outside CDATA at each entity, so `&gt; &lt;` would lose its space: every text is CDATA.
Moodle's filters would make pictures of `(y)` and `:-)`, in code too, and links of words: all that
is shown is marked `nolink`, for them to pass by.
"""

import base64
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from html import escape
from urllib.parse import quote
from xml.sax import saxutils

from flashcards import __version__
from flashcards.export.html_text import IMAGE, HtmlRenderer, render_plain
from flashcards.export.quiz_plan import (
    MAX_NAME,
    SEVERAL_LINES,
    Exported,
    Losses,
    QuizPlan,
    Refused,
    convert_all,
    is_graded_by_a_person,
    tag,
    trim_answers,
)
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.question import Choice, Question
from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text

MAX_RIGHT = 10
MAX_ID = 100
_TEXT = re.compile("<text>([^<]*)</text>")
_BRACE = re.compile(r"(\\\(.*?\\\)|\\\[.*?\\\])|\{", re.DOTALL)
"""A formula, or a brace outside: in a text with a formula Moodle's MathJax filter writes the tags
between braces out, here those of highlighted code."""
_SHOWN = '<span class="nolink" style="overflow-wrap:anywhere">{}</span>'
_FITTING = {
    "<pre>": '<pre style="white-space:pre-wrap">',
    "<img ": '<img style="max-width:100%;height:auto" ',
}
"""What would be wider than the window, and how Moodle, which takes style sheets out, fits it in."""
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


def export_moodle(plan: QuizPlan, variants: bool = False) -> Exported:
    """Return one XML file; a category for each block or stage.

    With `variants`, each question whose numbers change has a category of its own, with all its
    variants: a quiz takes a random question from it.
    """
    make_question = _QuestionMaker(plan).make_question

    def make_all(drawn: DrawnQuestion, losses: Losses) -> list[ET.Element]:
        if not (variants and drawn.others):
            return [make_question(drawn, losses)]
        every = enumerate(drawn.list_variants(), 1)
        return [make_question(variant, losses, f" v{number}") for number, variant in every]

    items, outcomes = convert_all(plan, make_all)
    root = ET.Element("quiz")
    categories = dict[str, list[ET.Element]]()
    for drawn, elements in sorted(items, key=lambda item: item[0].block_number):
        apart = f"/{drawn.id.replace('/', '//')}" if len(elements) > 1 else ""
        categories.setdefault(_format_category(plan, drawn) + apart, []).extend(elements)
    for path, elements in categories.items():
        category = tag("category", tag("text", f"$course$/top/{path}"))
        root.append(tag("question", category, type="category"))
        root.extend(elements)
    xml = _TEXT.sub(_quote_text, ET.tostring(root, encoding="unicode"))
    return Exported({".xml": f'<?xml version="1.0" encoding="UTF-8"?>\n{xml}\n'.encode()}, outcomes)


def _quote_text(element: re.Match[str]) -> str:
    text = saxutils.unescape(element[1]).replace("]]>", "]]]]><![CDATA[>")
    return f"<text><![CDATA[{text}]]></text>"


class _QuestionMaker:
    """Makes the elements of questions."""

    def __init__(self, plan: QuizPlan) -> None:
        self._plan = plan
        sources = {name: f"@@PLUGINFILE@@/{quote(name)}" for name in plan.pictures}
        self._html = HtmlRenderer(sources)

    def make_question(self, drawn: DrawnQuestion, losses: Losses, variant: str = "") -> ET.Element:
        """Return the element of a question, or of a variant. Raises Refused."""
        question, entry = drawn.question, drawn.question.card.entry
        if is_graded_by_a_person(question):
            kind, answers = "essay", self._make_essay(question, losses)
        elif question.form == "match":
            kind, answers = "matching", self._make_pairs(question, losses)
        elif question.form == "order":
            steps = enumerate(question.fitting, 1)
            places = [self._make_choice(step, str(place)) for place, step in steps]
            kind, answers = "ordering", [*_make_plain(_ORDERING), *places]
        elif question.accepted:
            kind, answers = "shortanswer", _make_short_answers(question, losses)
        else:
            kind, answers = "multichoice", self._make_choices(drawn, losses)
        stage = f"stage-{question.card.note.stage}"
        tags = dict.fromkeys([*entry.tags, stage, entry.kind, entry.difficulty])
        plain = {"defaultgrade": f"{drawn.points:g}", "penalty": "0", "hidden": "0"}
        return tag(
            "question",
            tag("name", tag("text", _make_name(question, variant))),
            self._make_html("questiontext", self._html.render_prompt(question)),
            self._make_html("generalfeedback", self._html.render_block(question.explanation)),
            *_make_plain({**plain, "idnumber": f"{drawn.id}{variant}"[:MAX_ID]}),
            *answers,
            tag("tags", *(tag("tag", tag("text", word)) for word in tags)),
            type=kind,
        )

    def _make_choices(self, drawn: DrawnQuestion, losses: Losses) -> list[ET.Element]:
        question = drawn.question
        if drawn.keeps_order and not drawn.is_fixed:
            losses.append("options are not shuffled: Moodle cannot keep one of them in place")
        several, right = question.form == "multiple", len(question.right_names)
        if right > MAX_RIGHT:
            raise Refused(f"has {right} right options; Moodle has weights for at most {MAX_RIGHT}")
        share = f"{100 / right:.5f}".rstrip("0").rstrip(".")
        wrong = f"-{share}" if several else "0"
        plain = {
            "single": str(not several).lower(),
            "shuffleanswers": str(not drawn.keeps_order).lower(),
            "answernumbering": "ABCD",
            "showstandardinstruction": "0",  # the prompt has its own
        }
        return [
            *_make_plain(plain),
            *(self._make_choice(o, share if o.right else wrong) for o in question.options),
        ]

    def _make_choice(self, option: Choice, fraction: str) -> ET.Element:
        answer = self._make_html("answer", self._html.render_option(option), fraction=fraction)
        answer.append(self._make_html("feedback", self._html.render_line(option.why or "")))
        return answer

    def _make_pairs(self, question: Question, losses: Losses) -> list[ET.Element]:
        """Return each thing with its cell, and nothing with each cell that fits nothing."""
        things = [self._html.render_line(thing) for _, thing, _ in question.things]
        things += [""] * len(question.distractors)
        pairs = []
        for thing, cell in zip(things, [*question.fitting, *question.distractors], strict=True):
            plain = escape(render_plain(cell.text, losses), quote=False)  # it reads entities
            pairs.append(self._make_html("subquestion", thing))
            pairs[-1].append(tag("answer", tag("text", plain)))
        return [tag("shuffleanswers", "true"), *pairs]

    def _make_essay(self, question: Question, losses: Losses) -> list[ET.Element]:
        if question.accepted:
            losses.append(SEVERAL_LINES)
        answer = self._make_html("graderinfo", self._html.render_answer(question))
        return [*_make_plain(_ESSAY), answer, self._make_html("responsetemplate", "")]

    def _make_html(self, name: str, html: str, **attributes: str) -> ET.Element:
        """Return a text in HTML, with the pictures that it shows."""
        for element, fitting in _FITTING.items():
            html = html.replace(element, fitting)
        html = _BRACE.sub(lambda part: part[1] or "&#123;", html)
        text = tag("text", _SHOWN.format(html) if html else "")
        files = [
            tag(
                "file",
                base64.b64encode(self._plan.pictures[picture]).decode(),
                name=picture,
                path="/",
                encoding="base64",
            )
            for picture, address in self._html.sources.items()
            if f'"{address}"' in html
        ]
        return tag(name, text, *files, format="html", **attributes)


def _make_plain(texts: Mapping[str, str]) -> Iterator[ET.Element]:
    """Yield an element for each name with a text."""
    return (tag(name, text) for name, text in texts.items())


def _make_short_answers(question: Question, losses: Losses) -> list[ET.Element]:
    answers = [
        tag(
            "answer",
            tag("text", answer.replace("*", r"\*")),  # a bare star matches anything
            fraction="100",
            format="moodle_auto_format",
        )
        for answer in trim_answers(question, losses)
    ]
    return [tag("usecase", "1" if question.case else "0"), *answers]


def _format_category(plan: QuizPlan, drawn: DrawnQuestion) -> str:
    """Return where the question goes; the version keeps a later import apart from this one."""
    place = drawn.block or plan.words.translate("stage", n=drawn.question.card.note.stage)
    version = f"v{__version__}-{plan.digest}"
    parts = [plan.course, plan.quiz.title, version, place]
    names = [" ".join(part.split())[:MAX_NAME] for part in dict.fromkeys(parts)]
    return "/".join(name.replace("/", "//") for name in names)


def _make_name(question: Question, variant: str) -> str:
    """Return the name of a question for Moodle's lists, which take tags out and read entities."""
    shown = render_html(question.stem or question.instruction).replace("\u2060", "")
    stem = html_to_text(IMAGE.sub("", shown))
    name = f"{question.id}{variant}: {stem if len(stem) <= 60 else stem[:59].rstrip() + '…'}"
    return escape(name[:MAX_NAME], quote=False)
