"""Moodle XML: every type of question that has a counterpart here."""

from __future__ import annotations

import base64
import binascii
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from urllib.parse import quote

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.importing.item import Answer, Item, LeftOut, Material, mark_gap, split_cloze
from flashcards.importing.markdown_text import (
    clean_text,
    convert_cell,
    convert_html,
    convert_markdown,
    drop_private,
    escape_markdown,
    find_lost_look,
    keep_lines,
)
from flashcards.text.csv_cells import MAX_CELLS
from flashcards.text.tables import MAX_TEXT_BYTES

_EMBEDDED = re.compile(r"\{(\d*):([A-Z_]+):((?:\\.|[^}\\])*)\}", re.DOTALL)
_GAP = re.compile(r"\[\[(\d{1,3})\]\]")
_WEIGHT = re.compile(r"%(-?(?:\d+\.?\d*|\.\d+))%")
_LOST_OF_GAPS = (
    "its gaps are typed: other answers than the right ones, their weights, tolerances and feedback "
    "are lost"
)
_LOST = {
    "hint/text": "hints are",
    "answer/tolerance": "the tolerance is",
    "units/unit/unit_name": "units are",
}
"""Elements of a question that no entry has."""
MAX_GAPS = 900
"""In one text."""


def load_moodle(path: Path) -> Material:
    """Return the questions of a Moodle XML file. Raises FlashcardsError if it is none."""
    data = load_bytes(path, MAX_TEXT_BYTES)
    if data.count(b"<") > MAX_CELLS or (4 * len(data) > MAX_TEXT_BYTES and not data.isascii()):
        raise FlashcardsError(f"{path} has more in it than is read at once: import it in parts")
    if re.search(rb"<!(?:DOCTYPE|ENTITY)", data, re.IGNORECASE):
        raise FlashcardsError(f"{path} declares entities of its own, which are not read")
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
            continue
        number += 1
        place = f"question {number}"
        material.add(place, partial(reader.read, question, Item(place, deck=deck)))
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

    def read(self, question: ET.Element, item: Item) -> list[Item]:
        """Return the items of one question. Raises LeftOut."""
        tags = (tag.text or "" for tag in question.findall("tags/tag/text"))
        item = replace(
            item,
            key=(question.findtext("idnumber") or "").strip(),
            question=self._read_text(question.find("questiontext")),
            why=self._read_text(question.find("generalfeedback")),
            tags=tuple(tags),
            losses=tuple(_list_losses(question)),
        )
        match kind := question.get("type", ""):
            case "multichoice" | "truefalse":
                kept = question.findtext("shuffleanswers", "true").strip() in ("0", "false")
                item = self._read_answers(question, replace(item, kind="choose", keeps_order=kept))
                if kind == "truefalse":
                    answers = (answer._replace(text=answer.text.title()) for answer in item.answers)
                    in_order = tuple(sorted(answers, reverse=True))
                    item = replace(item, answers=in_order, keeps_order=True)
            case "shortanswer" | "numerical":
                item = self._read_answers(question, replace(item, kind="typed"))
            case "matching" | "ddmatch":
                pairs = [
                    (self._read_text(pair), convert_html(pair.findtext("answer/text") or ""))
                    for pair in question.findall("subquestion")
                ]
                item = replace(item, kind="match", pairs=tuple(pairs))
            case "ordering":
                steps = question.findall("answer")
                steps.sort(key=lambda step: _read_number(step.get("fraction")))
                answers = (Answer(self._read_text(step)) for step in steps)
                item = replace(item, kind="order", answers=tuple(answers))
            case "essay":
                notes = self._read_text(question.find("graderinfo"))
                item = replace(item, answers=(Answer(notes),) if notes else ())
            case "cloze" | "multianswer" | "gapselect" | "ddwtos":
                return self._read_gaps(question, item)
            case "description":
                raise LeftOut("is a text without a question")
            case _:
                raise LeftOut(f"questions of type '{kind}' have no counterpart here")
        return [item]

    def _read_text(self, element: ET.Element | None) -> str:
        """Return the Markdown of an element with a text."""
        if element is None:
            return ""
        return _convert_text(self._get_text(element), _get_format(element))

    def _get_text(self, element: ET.Element) -> str:
        """Return the text with pictures named by what is in them, as others may have their name."""
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
        return text.replace("@@PLUGINFILE@@/", "")

    def _read_answers(self, question: ET.Element, item: Item) -> Item:
        """Return the item with the answers of a question.

        Right are those with all the points, or else those with some.
        """
        weighted = [
            (_read_number(answer.get("fraction")), answer) for answer in question.findall("answer")
        ]
        best = max((weight for weight, _ in weighted), default=0)
        answers, losses = [], [*item.losses]
        for weight, element in weighted:
            text = (element.findtext("text") or "").replace(r"\*", "*")
            is_plain = item.kind == "typed" or question.get("type") == "truefalse"
            shown = _convert_text(text, "plain_text") if is_plain else self._read_text(element)
            right = weight >= 100 if best >= 100 else weight > 0
            answers.append(Answer(shown, right, self._read_text(element.find("feedback"))))
        if best >= 100 and any(0 < weight < 100 for weight, _ in weighted):
            losses.append("answers that are half right count as wrong")
        if any(weight < 0 for weight, _ in weighted):
            losses.append("points taken off for a wrong answer are lost")
        return replace(item, answers=tuple(answers), losses=tuple(losses))

    def _read_gaps(self, question: ET.Element, item: Item) -> list[Item]:
        """Return the items of a text with answers inside it, or with words to choose for it."""
        element = question.find("questiontext")
        if element is None:
            raise LeftOut("has no text")
        format, accept, lost = _get_format(element), dict[int, list[str]](), False
        words = [
            choice.findtext("text") or ""
            for choice in (*question.findall("selectoption"), *question.findall("dragbox"))
        ]

        def mark(number: int, text: str) -> str:
            is_plain = format in ("markdown", "plain_text")
            return mark_gap(number, text if is_plain else escape(text, quote=False))

        def mark_word(gap: re.Match[str]) -> str:
            number = int(gap[1])
            return mark(number, unescape(words[number - 1])) if number <= len(words) else gap[0]

        def mark_embedded(gap: re.Match[str]) -> str:
            nonlocal lost
            right, has_more = _read_embedded(gap[2], unescape(gap[3]))
            if not right or len(accept) == MAX_GAPS:
                return gap[0]
            lost = lost or has_more or gap[1] not in ("", "1")
            accept[len(accept) + 1] = right[1:]
            return mark(len(accept), right[0])

        text = self._get_text(element)
        marked = _GAP.sub(mark_word, text) if words else _EMBEDDED.sub(mark_embedded, text)
        if lost or words:
            item = replace(item, losses=(*item.losses, _LOST_OF_GAPS))
        return split_cloze(item, _convert_text(marked, format), accept)


def _get_format(element: ET.Element) -> str:
    return element.get("format", "moodle_auto_format")


def _convert_text(text: str, format: str) -> str:
    """Return the Markdown of a text: html, markdown, plain_text or moodle_auto_format."""
    match format:
        case "markdown":
            return convert_markdown(text)
        case "plain_text" | "plain":
            return keep_lines(escape_markdown(clean_text(text)))
        case "moodle_auto_format" if not re.search(r"<[a-z/!]|&#?\w+;", text, re.IGNORECASE):
            return convert_cell(text, set())
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
    if any(find_lost_look(element.text or "") for element in question.iter("text")):
        yield "underlining and colors are lost"
    answers = [element.findtext("text") or "" for element in question.findall("answer")]
    if question.get("type") == "shortanswer" and any("*" in a.replace(r"\*", "") for a in answers):
        yield "'*' stands for any text in Moodle, here for itself"


def _read_embedded(kind: str, text: str) -> tuple[list[str], bool]:
    """Return the right answers in `=right~%50%half#why~wrong`, and whether it says more."""
    right, has_more = [], False
    for part in filter(None, re.split(r"(?<!\\)~", text)):
        answer, *feedback = re.split(r"(?<!\\)#", part, maxsplit=1)
        weight = _WEIGHT.match(answer)
        if answer.startswith("=") or (weight and float(weight[1]) >= 100):
            plain = re.sub(r"\\([}#~=/\"\\{:])", r"\1", answer[weight.end() if weight else 1 :])
            number, _, tolerance = plain.partition(":")
            is_number = kind in ("NUMERICAL", "NM")
            right.append((number if is_number else plain).strip())
            has_more = has_more or bool(feedback) or (is_number and _read_number(tolerance) != 0)
        else:
            has_more = True
    return right, has_more


def _read_number(text: str | None) -> float:
    """Return the number in a text; 0 if it is none."""
    try:
        return float(text or 0)
    except ValueError:
        return 0.0
