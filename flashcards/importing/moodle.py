"""Moodle XML: every type of question that has a counterpart here."""

import base64
import binascii
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.importing import items
from flashcards.importing.items import Answer, Fields, Item, LeftOut, Material
from flashcards.importing.markdown_text import (
    clean_text,
    convert_cell,
    convert_html,
    convert_markdown,
    drop_private,
    escape_markdown,
    keep_lines,
)
from flashcards.text.csv_cells import MAX_CELLS
from flashcards.text.headings import read_number

MAX_BYTES = 100_000_000
_LOST = {
    "hint/text": "hints are",
    "answer/tolerance": "the tolerance is",
    "units/unit/unit_name": "units are",
}
"""Elements of a question that no entry has."""


def load_moodle(path: Path) -> Material:
    """Return the questions of a Moodle XML file. Raises FlashcardsError if it is none."""
    data = load_bytes(path, MAX_BYTES)
    if data.count(b"<") > MAX_CELLS:
        raise FlashcardsError(f"{path} has more in it than is read at once: import it in parts")
    try:
        root = ET.fromstring(data)
    except (ET.ParseError, ValueError, LookupError, RecursionError) as error:
        raise FlashcardsError(f"{path} is no XML that can be read: {error}") from None
    if root.tag != "quiz":
        raise FlashcardsError(f"{path} is no Moodle XML file")
    reader = _Reader()
    material = Material(path, reader.load_picture)
    deck: tuple[str, ...] = ()
    number = 0
    for question in root.findall("question"):
        if question.get("type") == "category":
            names = (question.findtext("category/text") or "").replace("//", "\0").split("/")
            parts = (name.replace("\0", "/").strip() for name in names)
            deck = tuple(part for part in parts if part not in ("", "top") and part[0] != "$")
        else:
            number += 1
            material.add(Item(f"question {number}", deck=deck), partial(reader.read, question))
    return material


class _Reader:
    """Reads questions, and remembers the pictures of the file by the names that texts give them."""

    def __init__(self) -> None:
        self._pictures: dict[str, bytes] = {}

    def load_picture(self, name: str) -> bytes:
        """Return the bytes of a picture. Raises FlashcardsError."""
        if name not in self._pictures:
            raise FlashcardsError("is not in the file")
        return self._pictures[name]

    def read(self, question: ET.Element, item: Item) -> Iterable[Fields]:
        """Return the one entry of a question. Raises LeftOut."""
        tags = [tag.text or "" for tag in question.findall("tags/tag/text")]
        item.key = (question.findtext("idnumber") or "").strip()
        item.notes += _list_losses(question)
        item.fields["why"] = self._read_text(question.find("generalfeedback"))
        item.fields["tags"] = items.make_tags(tags, item.notes)
        return [self._read_fields(question, item)]

    def _read_fields(self, question: ET.Element, item: Item) -> Fields:
        """Return the fields of the kind of entry that a question becomes. Raises LeftOut."""
        asked = self._read_text(question.find("questiontext"))
        match kind := question.get("type", ""):
            case "multichoice":
                kept = question.findtext("shuffleanswers", "true").strip() in ("0", "false")
                return items.make_choose(asked, self._read_answers(question, item), kept)
            case "truefalse":
                answers = self._read_answers(question, item)
                titled = (answer._replace(text=answer.text.title()) for answer in answers)
                return items.make_choose(asked, sorted(titled, reverse=True), keeps_order=True)
            case "shortanswer" | "numerical":
                answers = self._read_answers(question, item)
                if any(answer.why for answer in answers):
                    item.notes.append("feedback on single answers is lost")
                right = [answer.text for answer in answers if answer.right]
                return items.make_typed(asked, right, item.notes)
            case "matching" | "ddmatch":
                pairs = [
                    (self._read_text(pair), convert_html(pair.findtext("answer/text") or ""))
                    for pair in question.findall("subquestion")
                ]
                return items.make_match(asked, pairs)
            case "ordering":
                steps = question.findall("answer")
                steps.sort(key=lambda step: _read_number(step.get("fraction")))
                return {"order": asked, "steps": items.name_parts([*map(self._read_text, steps)])}
            case "essay":
                answer = self._read_text(question.find("graderinfo"))
                return items.make_recall(asked, answer, item.fields["why"])
            case "description":
                raise LeftOut("is a text without a question")
        raise LeftOut(f"questions of type '{kind}' have no counterpart here")

    def _read_text(self, element: ET.Element | None) -> str:
        """Return the Markdown of an element with a text.

        Pictures are named by what is in them, as others may have their name.
        """
        if element is None:
            return ""
        text = drop_private(element.findtext("text") or "")
        for file in element.iter("file"):
            name = file.get("name", "")
            try:
                data = base64.b64decode(file.text or "")
            except (binascii.Error, ValueError):
                continue
            known = f"{sha256(data).hexdigest()[:12]}/{name}"
            self._pictures[known] = data
            for written in (name, name.replace(" ", "%20"), quote(name)):
                text = text.replace(f"@@PLUGINFILE@@/{written}", known.replace(" ", "%20"))
        format = element.get("format", "moodle_auto_format")
        return _convert_text(text.replace("@@PLUGINFILE@@/", ""), format)

    def _read_answers(self, question: ET.Element, item: Item) -> list[Answer]:
        """Return the answers; right are those with all the points, or else those with some."""
        elements = question.findall("answer")
        weights = [_read_number(element.get("fraction")) for element in elements]
        best = max(weights, default=0)
        answers = []
        for weight, element in zip(weights, elements, strict=True):
            shown = self._read_text(element)
            if question.get("type") != "multichoice":
                text = (element.findtext("text") or "").replace(r"\*", "*")
                shown = _convert_text(text, "plain_text")
            right = weight >= 100 if best >= 100 else weight > 0
            answers.append(Answer(shown, right, self._read_text(element.find("feedback"))))
        if best >= 100 and any(0 < weight < 100 for weight in weights):
            item.notes.append("answers that are half right count as wrong")
        if any(weight < 0 for weight in weights):
            item.notes.append("points taken off for a wrong answer are lost")
        return answers


def _convert_text(text: str, format: str) -> str:
    """Return the Markdown of a text: html, markdown, plain_text or moodle_auto_format."""
    match format:
        case "markdown":
            return convert_markdown(text)
        case "plain_text" | "plain":
            return keep_lines(escape_markdown(clean_text(text)))
        case "moodle_auto_format" if not re.search(r"<[a-z/!]|&#?\w+;", text, re.IGNORECASE):
            return convert_cell(text, [])
        case _:
            return convert_html(text)


def _list_losses(question: ET.Element) -> Iterator[str]:
    """Yield what no question has here."""
    for path, label in _LOST.items():
        texts = dict.fromkeys(element.text or "" for element in question.iterfind(path))
        if lost := [text for text in texts if text.strip() not in ("", "0")]:
            yield f"{label} lost: {', '.join(lost)}"
    points = _read_number(question.findtext("defaultgrade") or "1")
    if points != 1:
        yield f"is worth {points:g} points in Moodle, which is lost"
    answers = [element.findtext("text") or "" for element in question.findall("answer")]
    if question.get("type") == "shortanswer" and any("*" in a.replace(r"\*", "") for a in answers):
        yield "'*' stands for any text in Moodle, here for itself"


def _read_number(text: str | None) -> float:
    """Return the number in a text; 0 if it is none."""
    return read_number((text or "").strip()) or 0.0
