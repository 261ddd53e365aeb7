"""Moodle XML: every type of question that has a counterpart here."""

from __future__ import annotations

import base64
import binascii
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from html import escape, unescape
from urllib.parse import quote

from flashcards.errors import FlashcardsError
from flashcards.importing.cell_text import convert_auto
from flashcards.importing.cloze_text import mark_gap, split_cloze
from flashcards.importing.entry_maker import LOST_FEEDBACK
from flashcards.importing.item import NOT_INSIDE, Answer, Item, LeftOut, Material
from flashcards.importing.markdown_text import (
    clean_text,
    convert_html,
    drop_private,
    drop_private_entities,
    escape_markdown,
    keep_lines,
)
from flashcards.text.foreign_tables import Unreadable

_EMBEDDED = re.compile(r"\{\d*:([A-Z_]+):((?:\\.|[^}\\])*)\}", re.DOTALL)
_WEIGHT = re.compile(r"\{(\d*):[A-Z_]+:")
_GAP = re.compile(r"\[\[(\d{1,3})\]\]")
_PLUGIN_FILE = re.compile(r"@@PLUGINFILE@@/", re.IGNORECASE)
_DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_CHOSEN_WORDS = "the words to choose from are lost: they are typed here"
_HALF_RIGHT = "answers that are half right count as wrong"


@dataclass
class _Reader:
    """The pictures of a file by the names that texts give them."""

    pictures: dict[str, bytes] = field(default_factory=dict)

    def read(self, element: ET.Element | None) -> str:
        """The Markdown of an element with a text."""
        if element is None:
            return ""
        return _convert_text(self.name_pictures(element), self.find_format(element))

    def find_format(self, element: ET.Element) -> str:
        return element.get("format", "moodle_auto_format")

    def name_pictures(self, element: ET.Element) -> str:
        """The text with pictures named by what is in them, as others may have the same name."""
        text = drop_private_entities(drop_private(element.findtext("text") or ""))
        for file in element.iter("file"):
            name = file.get("name", "")
            try:
                data = base64.b64decode(file.text or "")
            except (binascii.Error, ValueError):
                continue
            known = f"{sha256(data).hexdigest()[:12]}/{name}"
            self.pictures[known] = data
            shown = known.replace(" ", "%20")
            for written in (name, name.replace(" ", "%20"), quote(name)):
                text = text.replace(f"@@PLUGINFILE@@/{written}", shown)
        return text

    def load(self, name: str) -> bytes:
        if name not in self.pictures:
            raise FlashcardsError(NOT_INSIDE)
        return self.pictures[name]


def read_moodle(data: bytes, name: str) -> Material:
    """The questions of a Moodle XML file. Raises Unreadable, also if it declares entities."""
    if _DECLARES.search(data):
        raise Unreadable("declares entities of its own, which are not read")
    try:
        root = ET.fromstring(data)
    except (ET.ParseError, ValueError, LookupError, RecursionError) as error:
        raise Unreadable(f"is no sound XML: {error}") from None
    if root.tag != "quiz":
        raise Unreadable("is no Moodle XML file")
    reader = _Reader()
    material = Material(name, load_picture=reader.load)
    deck: tuple[str, ...] = ()
    number = 0
    for question in root.findall("question"):
        if question.get("type") == "category":
            deck = _clean_category(question.findtext("category/text") or "")
            continue
        number += 1
        place = f"question {number}"
        material.add(place, partial(_read_question, question, place, deck, reader))
    return material


def _read_question(
    question: ET.Element, place: str, deck: tuple[str, ...], reader: _Reader
) -> list[Item]:
    """The items of one question. Raises LeftOut."""
    kind = question.get("type", "")
    read = _READERS.get(kind)
    if kind == "description":
        raise LeftOut("is a text without a question")
    if read is None:
        raise LeftOut(f"questions of type '{kind}' have no counterpart here")
    tags = tuple(filter(None, (each.text for each in question.findall("tags/tag/text"))))
    base = Item(
        place,
        key=(question.findtext("idnumber") or "").strip(),
        question=reader.read(question.find("questiontext")),
        why=reader.read(question.find("generalfeedback")),
        tags=tags,
        deck=deck,
    )
    return read(question, base.lose(*_list_losses(question)), reader)


def _list_losses(question: ET.Element) -> Iterator[str]:
    """What no question has here."""
    if any((each.findtext("text") or "").strip() for each in question.findall("hint")):
        yield "hints are lost"
    points = _parse_number(question.findtext("defaultgrade") or "1")
    if points != 1:
        yield f"is worth {points:g} points in Moodle, which is lost"


def _read_answers(question: ET.Element, base: Item, reader: _Reader, plain: bool = False) -> Item:
    """The item with the answers of a question, which are `plain` if they are typed.

    Right are those with all the points, or else those with some.
    """
    answers = question.findall("answer")
    weights = [_parse_number(answer.get("fraction")) for answer in answers]
    single = max(weights, default=0) >= 100
    made = []
    for answer, weight in zip(answers, weights, strict=True):
        if plain:
            typed = (answer.findtext("text") or "").replace(r"\*", "*")
            text = _convert_text(typed, "plain_text")
        else:
            text = reader.read(answer)
        right = weight >= 100 if single else weight > 0
        made.append(Answer(text, right, reader.read(answer.find("feedback"))))
    losses = [_HALF_RIGHT] if single and any(0 < weight < 100 for weight in weights) else []
    if any(weight < 0 for weight in weights):
        losses.append("points taken off for a wrong answer are lost")
    return base.change(answers=tuple(made)).lose(*losses)


def _read_choice(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    kept = question.findtext("shuffleanswers", "true").strip() in ("0", "false")
    return [_read_answers(question, base, reader).change(kind="choose", keeps_order=kept)]


def _read_truth(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    answers = [
        replace(answer, text=answer.text.capitalize())
        for answer in _read_answers(question, base, reader, plain=True).answers
    ]
    answers.sort(key=lambda answer: answer.text, reverse=True)
    return [base.change(kind="choose", answers=tuple(answers), keeps_order=True)]


def _read_short(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    made = _read_answers(question, base, reader, plain=True).change(kind="typed")
    has_star = any("*" in each.text.replace(r"\*", "") for each in made.answers if each.right)
    return [made.lose("'*' stands for any text in Moodle, here for itself") if has_star else made]


def _read_numerical(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    (made,) = _read_short(question, base, reader)
    tolerances = [each.text or "" for each in question.findall("answer/tolerance")]
    lost = _tell_tolerances(dict.fromkeys(tolerances))
    units = [each.text for each in question.findall("units/unit/unit_name") if each.text]
    if units:
        lost.append(f"units are lost: {', '.join(units)}")
    return [made.lose(*lost)]


def _read_matching(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    pairs = tuple(
        (reader.read(each), _convert_text(each.findtext("answer/text") or "", "html"))
        for each in question.findall("subquestion")
    )
    return [base.change(kind="match", pairs=pairs)]


def _read_ordering(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    steps = sorted(question.findall("answer"), key=lambda each: _parse_number(each.get("fraction")))
    return [base.change(kind="order", answers=tuple(Answer(reader.read(each)) for each in steps))]


def _read_essay(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    notes = reader.read(question.find("graderinfo"))
    return [base.change(kind="essay", answers=(Answer(notes),) if notes else ())]


def _read_cloze(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    element = question.find("questiontext")
    if element is None:
        raise LeftOut("has no text")
    format = reader.find_format(element)
    accept: dict[int, list[str]] = {}
    losses: dict[str, None] = {}

    def mark(found: re.Match[str]) -> str:
        given = list(_read_embedded(unescape(found[2])))
        parts = [part for part in given if part[0] >= 100]
        if not parts:
            return found[0]
        losses.update(dict.fromkeys(_tell_embedded(found[1], given)))
        number = len(accept) + 1
        texts = [text.split(":")[0] if _is_numerical(found[1]) else text for _, text, _ in parts]
        accept[number] = texts[1:]
        return mark_gap(number, texts[0] if format == "markdown" else escape(texts[0]))

    text = reader.name_pictures(element)
    html = _EMBEDDED.sub(mark, text)
    if len({weight or "1" for weight in _WEIGHT.findall(text)}) > 1:
        losses["its gaps have different weights, which are lost"] = None
    return split_cloze(base.lose(*losses), html, lambda text: _convert_text(text, format), accept)


def _read_missing_words(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    """Words that are chosen or dragged into a text."""
    element = question.find("questiontext")
    words = [
        each.findtext("text") or ""
        for each in (*question.findall("selectoption"), *question.findall("dragbox"))
    ]
    if element is None or not words:
        raise LeftOut("has no words to put in")

    format = reader.find_format(element)
    if format not in ("markdown", "plain_text"):
        words = [escape(unescape(word), quote=False) for word in words]

    def mark(found: re.Match[str]) -> str:
        place = int(found[1]) - 1
        return mark_gap(place + 1, words[place]) if 0 <= place < len(words) else found[0]

    html = _GAP.sub(mark, reader.name_pictures(element))
    made = split_cloze(base, html, lambda text: _convert_text(text, format))
    return [each.lose(_CHOSEN_WORDS) for each in made]


_READERS: Mapping[str, Callable[[ET.Element, Item, _Reader], list[Item]]] = {
    "multichoice": _read_choice,
    "truefalse": _read_truth,
    "shortanswer": _read_short,
    "numerical": _read_numerical,
    "matching": _read_matching,
    "ddmatch": _read_matching,
    "ordering": _read_ordering,
    "essay": _read_essay,
    "cloze": _read_cloze,
    "multianswer": _read_cloze,
    "gapselect": _read_missing_words,
    "ddwtos": _read_missing_words,
}


def _convert_text(text: str, format: str) -> str:
    """The Markdown of a text: html, markdown, plain_text or moodle_auto_format."""
    if "@@" in text:
        text = _PLUGIN_FILE.sub("", text)
    match format:
        case "markdown":
            return clean_text(text)
        case "plain_text" | "plain":
            return keep_lines(escape_markdown(clean_text(text)))
        case "html":
            return convert_html(text)
        case _:
            return convert_auto(text)


def _clean_category(path: str) -> tuple[str, ...]:
    """The names in Moodle's path of a category, without those that every path has."""
    path = path.replace("//", "\0")
    parts = (part.replace("\0", "/").strip() for part in path.split("/"))
    return tuple(part for part in parts if part and not part.startswith("$") and part != "top")


def _read_embedded(text: str) -> Iterator[tuple[float, str, str]]:
    """Weight in percent, answer and feedback of each part of `=right~%50%half#why~wrong`."""
    for part in re.split(r"(?<!\\)~", text if text.startswith("~") else f"~{text}"):
        if not part:
            continue
        answer, *feedback = re.split(r"(?<!\\)#", part, maxsplit=1)
        weight = 0.0
        if found := re.match(r"%(-?(?:\d+\.?\d*|\.\d+))%", answer):
            weight, answer = float(found[1]), answer[found.end() :]
        elif answer.startswith("="):
            weight, answer = 100.0, answer[1:]
        yield weight, _unescape(answer), _unescape("".join(feedback))


def _is_numerical(kind: str) -> bool:
    """Whether a gap of this kind takes a number."""
    return kind in ("NUMERICAL", "NM")


def _tell_embedded(kind: str, parts: list[tuple[float, str, str]]) -> Iterator[str]:
    """What is lost of a gap of a kind, such as MULTICHOICE, with these parts."""
    is_chosen = not kind.startswith(("SHORT", "SA", "MW")) and not _is_numerical(kind)
    if is_chosen and any(weight <= 0 for weight, _, _ in parts):
        yield _CHOSEN_WORDS
    if _is_numerical(kind):
        tolerances = [text.partition(":")[2].strip() for weight, text, _ in parts if weight >= 100]
        yield from _tell_tolerances(tolerances)
    if any(0 < weight < 100 for weight, _, _ in parts):
        yield _HALF_RIGHT
    if any(feedback for _, _, feedback in parts):
        yield LOST_FEEDBACK


def _unescape(text: str) -> str:
    """The text without backslashes before `}`, `#`, `~`, `=` and others."""
    return re.sub(r"\\([}#~=/\"\\{:])", r"\1", text).strip()


def _tell_tolerances(tolerances: Iterable[str]) -> list[str]:
    """What is said of tolerances that let other numbers be right, which nothing here does."""
    wide = [each for each in tolerances if _parse_number(each) != 0]
    return [f"the tolerance {each} is lost" for each in wide]


def _parse_number(text: str | None) -> float:
    """The number in a text; 0 if it is none."""
    try:
        return float(text or 0)
    except ValueError:
        return 0.0
