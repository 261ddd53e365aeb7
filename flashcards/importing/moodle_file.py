"""Moodle XML: every type of question that has a counterpart here."""

from __future__ import annotations

import base64
import binascii
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from html import escape, unescape
from urllib.parse import quote

from flashcards.errors import FlashcardsError
from flashcards.importing.cloze_text import mark_gap, split_cloze
from flashcards.importing.item import NOT_INSIDE, Answer, Item, LeftOut, Material
from flashcards.importing.markdown_text import drop_private, drop_private_entities
from flashcards.importing.quiz_text import (
    CHOSEN_WORDS,
    clean_category,
    convert_moodle_text,
    is_numerical,
    judge_answers,
    parse_number,
    parse_xml,
    read_embedded,
    tell_embedded,
    tell_tolerances,
)
from flashcards.text.foreign_tables import Unreadable
from flashcards.words.message import Message, Names

_EMBEDDED = re.compile(r"\{\d*:([A-Z_]+):((?:\\.|[^}\\])*)\}", re.DOTALL)
_WEIGHT = re.compile(r"\{(\d*):[A-Z_]+:")
_GAP = re.compile(r"\[\[(\d{1,3})\]\]")


@dataclass
class _Reader:
    """The pictures of a file by the names that texts give them."""

    pictures: dict[str, bytes] = field(default_factory=dict)

    def read(self, element: ET.Element | None) -> str:
        """The Markdown of an element with a text."""
        if element is None:
            return ""
        return convert_moodle_text(self.name_pictures(element), self.find_format(element))

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
    """The questions of a Moodle XML file. Raises Unreadable."""
    root = parse_xml(data)
    if root.tag != "quiz":
        raise Unreadable(Message("import-no-moodle"))
    reader = _Reader()
    material = Material(name, load_picture=reader.load)
    deck: tuple[str, ...] = ()
    number = 0
    for question in root.findall("question"):
        if question.get("type") == "category":
            deck = clean_category(question.findtext("category/text") or "")
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
        raise LeftOut(Message("import-only-text"))
    if read is None:
        raise LeftOut(Message("import-type-unknown", kind=kind))
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


def _list_losses(question: ET.Element) -> Iterator[Message]:
    """What no question has here."""
    if any((each.findtext("text") or "").strip() for each in question.findall("hint")):
        yield Message("import-hints-lost")
    points = parse_number(question.findtext("defaultgrade") or "1")
    if points != 1:
        yield Message("import-points-lost", points=float(points))


def _read_answers(question: ET.Element, base: Item, reader: _Reader, plain: bool = False) -> Item:
    """The item with the answers of a question, which are `plain` if they are typed."""
    parts = []
    for answer in question.findall("answer"):
        text = answer.findtext("text") or ""
        shown = (
            convert_moodle_text(text.replace(r"\*", "*"), "plain_text")
            if plain
            else reader.read(answer)
        )
        parts.append(
            (parse_number(answer.get("fraction")), shown, reader.read(answer.find("feedback")))
        )
    return judge_answers(base, parts)


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
    return [made.lose(Message("import-star-lost")) if has_star else made]


def _read_numerical(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    (made,) = _read_short(question, base, reader)
    tolerances = [each.text or "" for each in question.findall("answer/tolerance")]
    lost = tell_tolerances(dict.fromkeys(tolerances))
    units = [each.text for each in question.findall("units/unit/unit_name") if each.text]
    if units:
        lost.append(Message("import-units-lost", units=Names(units)))
    return [made.lose(*lost)]


def _read_matching(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    pairs = tuple(
        (reader.read(each), convert_moodle_text(each.findtext("answer/text") or "", "html"))
        for each in question.findall("subquestion")
    )
    return [base.change(kind="match", pairs=pairs)]


def _read_ordering(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    steps = sorted(question.findall("answer"), key=lambda each: parse_number(each.get("fraction")))
    return [base.change(kind="order", answers=tuple(Answer(reader.read(each)) for each in steps))]


def _read_essay(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    notes = reader.read(question.find("graderinfo"))
    return [base.change(kind="essay", answers=(Answer(notes),) if notes else ())]


def _read_cloze(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    element = question.find("questiontext")
    if element is None:
        raise LeftOut(Message("import-no-stem"))
    format = reader.find_format(element)
    accept: dict[int, list[str]] = {}
    losses: dict[Message, None] = {}

    def mark(found: re.Match[str]) -> str:
        given = list(read_embedded(unescape(found[2])))
        parts = [part for part in given if part[0] >= 100]
        if not parts:
            return found[0]
        losses.update(dict.fromkeys(tell_embedded(found[1], given)))
        number = len(accept) + 1
        texts = [text.split(":")[0] if is_numerical(found[1]) else text for _, text, _ in parts]
        accept[number] = texts[1:]
        return mark_gap(number, texts[0] if format == "markdown" else escape(texts[0]))

    text = reader.name_pictures(element)
    html = _EMBEDDED.sub(mark, text)
    if len({weight or "1" for weight in _WEIGHT.findall(text)}) > 1:
        losses[Message("import-weights-lost")] = None
    return split_cloze(
        base.lose(*losses), html, lambda text: convert_moodle_text(text, format), accept
    )


def _read_missing_words(question: ET.Element, base: Item, reader: _Reader) -> list[Item]:
    """Words that are chosen or dragged into a text."""
    element = question.find("questiontext")
    words = [
        each.findtext("text") or ""
        for each in (*question.findall("selectoption"), *question.findall("dragbox"))
    ]
    if element is None or not words:
        raise LeftOut(Message("import-no-words"))

    format = reader.find_format(element)
    if format not in ("markdown", "plain_text"):
        words = [escape(unescape(word), quote=False) for word in words]

    def mark(found: re.Match[str]) -> str:
        place = int(found[1]) - 1
        return mark_gap(place + 1, words[place]) if 0 <= place < len(words) else found[0]

    html = _GAP.sub(mark, reader.name_pictures(element))
    made = split_cloze(base, html, lambda text: convert_moodle_text(text, format))
    return [each.lose(CHOSEN_WORDS) for each in made]


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
