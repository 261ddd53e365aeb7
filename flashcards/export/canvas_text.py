"""Texts for Canvas: notes for the person who grades, and steps that Classic Quizzes keeps.

Classic Quizzes makes plain text of a step to put in order: it takes out tags and named
references such as `&lt;`, and reads those with numbers.
"""

from __future__ import annotations

import re
from dataclasses import replace

from flashcards.export.html_text import render_answer, render_line
from flashcards.export.report import Losses
from flashcards.questions import Question
from flashcards.text.plain_text import html_to_text
from flashcards.words.message import Message

_REFERENCE = re.compile(r"&\w+;")
_NUMBERED = {"&lt;": "&#60;", "&gt;": "&#62;", "&amp;": "&#38;", "&quot;": "&#34;"}
_LINE_END = re.compile(r"</(?:tr|p|li|pre)>")


def number_references(html: str) -> str:
    """The HTML with numbers in the place of names: `&#60;` for `&lt;`."""
    return _REFERENCE.sub(lambda found: _NUMBERED.get(found[0], found[0]), html)


def describe_order(question: Question) -> Losses:
    """What Classic Quizzes makes of steps to put in order."""
    losses = [Message("export-canvas-steps")]
    for found in (_REFERENCE.search(step.text) for step in question.options):
        losses += [Message("export-canvas-drops", text=found[0])] if found else []
    return losses


def write_grading_notes(question: Question) -> str:
    """The answer without markup; points, rows of a table and lines of output on their own."""
    if question.form == "points":
        return "\n".join(f"- {html_to_text(render_line(each.text))}" for each in question.options)
    html = render_answer(replace(question, answer_code=None)).replace("</th><td>", ": </th><td>")
    lines = [html_to_text(part) for part in _LINE_END.split(html)]
    return "\n".join(line for line in [*lines, question.answer_code] if line)
