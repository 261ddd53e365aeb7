"""Canvas quizzes: QTI 1.2 in a zip, as Canvas exports it, or one such XML file."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from pathlib import PurePosixPath
from urllib.parse import unquote
from zipfile import ZipFile

from flashcards.errors import FlashcardsError
from flashcards.fileio import read_member
from flashcards.importing.cloze_text import mark_gap, split_cloze
from flashcards.importing.item import NOT_INSIDE, Answer, Item, LeftOut, Material, PictureLoader
from flashcards.importing.markdown_text import (
    clean_text,
    convert_html,
    drop_private,
    escape_markdown,
)
from flashcards.importing.quiz_text import CHOSEN_WORDS, drop_namespaces, parse_xml
from flashcards.text.foreign_tables import Unreadable
from flashcards.text.images import LARGEST
from flashcards.words.message import Message

SCOPE = "canvas"
_LARGEST_XML = 50_000_000
_FILE_BASE = re.compile(r"(?:\$|%24)IMS[-_]CC[-_]FILEBASE(?:\$|%24)/?(?:\.\./)*", re.IGNORECASE)
_QUERY = re.compile(r"(src\s*=\s*[\"'][^\"'?]*)\?[^\"']*", re.IGNORECASE)


def read_canvas_zip(archive: ZipFile, name: str) -> Material:
    """The questions of all quizzes and banks in a zip. Raises FlashcardsError, Unreadable."""
    material = Material(name, SCOPE, load_picture=_make_loader(archive, name))
    members = [each for each in archive.namelist() if each.lower().endswith((".xml", ".qti"))]
    left = _LARGEST_XML
    for member in members:
        data = read_member(archive, member, left, name)
        left -= len(data)
        root = drop_namespaces(parse_xml(data))
        if root.tag == "questestinterop":
            _read_quiz(root, material)
    if not material.count:
        raise Unreadable(Message("import-no-canvas-quiz"))
    return material


def read_canvas_xml(data: bytes, name: str) -> Material:
    """The questions of one QTI file."""
    material = Material(name, SCOPE)
    _read_quiz(drop_namespaces(parse_xml(data)), material)
    return material


def _make_loader(archive: ZipFile, name: str) -> PictureLoader:
    members: dict[str, list[str]] = {}
    for member in archive.namelist():
        members.setdefault(PurePosixPath(member).name, []).append(member)

    def load(wanted: str) -> bytes:
        tail = PurePosixPath(unquote(wanted)).parts
        for member in members.get(tail[-1] if tail else "", ()):
            if PurePosixPath(member).parts[-len(tail) :] == tail:
                return read_member(archive, member, LARGEST, name)
        raise FlashcardsError(NOT_INSIDE)

    return load


def _read_quiz(root: ET.Element, material: Material) -> None:
    for part in root:
        title = part.get("title") or _find_field(part, "bank_title")
        deck = (title,) if title else ()
        for item in part.iter("item"):
            place = f"question {material.count + 1}"
            material.add(place, partial(_read_item, item, place, deck))


def _find_field(element: ET.Element, label: str) -> str:
    """The value of a field of the metadata."""
    for field in element.iter("qtimetadatafield"):
        if field.findtext("fieldlabel") == label:
            return (field.findtext("fieldentry") or "").strip()
    return ""


def _read_item(item: ET.Element, place: str, deck: tuple[str, ...]) -> list[Item]:
    """The items of one question. Raises LeftOut."""
    kind = _find_field(item, "question_type")
    read = _READERS.get(kind)
    if kind == "text_only_question":
        raise LeftOut(Message("import-only-text"))
    if read is None:
        raise LeftOut(Message("import-type-unknown", kind=kind or "unknown"))
    base = Item(
        place,
        id=item.get("ident", ""),
        deck=deck,
        question=_convert(item.find("presentation/material")),
        why=_find_feedback(item, "general_fb"),
    )
    return read(item, base)


def _convert(material: ET.Element | None) -> str:
    """The Markdown of what an element shows."""
    texts = [] if material is None else list(material.iter("mattext"))
    return "\n\n".join(filter(None, map(_convert_text, texts)))


def _convert_text(element: ET.Element) -> str:
    text = element.text or ""
    if element.get("texttype", "text/plain") == "text/html":
        return convert_html(_QUERY.sub(r"\1", _FILE_BASE.sub("", text)))
    return escape_markdown(clean_text(text))


def _find_feedback(item: ET.Element, ident: str) -> str:
    for feedback in item.iter("itemfeedback"):
        if feedback.get("ident") == ident:
            return _convert(feedback)
    return ""


def _list_labels(response: ET.Element) -> dict[str, str]:
    return {each.get("ident", ""): _convert(each) for each in response.iter("response_label")}


def _list_right(item: ET.Element) -> dict[str, list[str]]:
    """The values of each response that earn points."""
    found: dict[str, list[str]] = {}
    for condition in item.iter("respcondition"):
        if condition.find("setvar") is None:
            continue
        denied = {id(each) for no in condition.iter("not") for each in no.iter("varequal")}
        for each in condition.iter("varequal"):
            if id(each) not in denied:
                found.setdefault(each.get("respident", ""), []).append((each.text or "").strip())
    return found


def _read_choice(item: ET.Element, base: Item) -> list[Item]:
    response = item.find("presentation/response_lid")
    if response is None:
        raise LeftOut(Message("import-no-options"))
    right = [value for values in _list_right(item).values() for value in values]
    answers = tuple(
        Answer(text, right=ident in right, why=_find_feedback(item, f"{ident}_fb"))
        for ident, text in _list_labels(response).items()
    )
    is_truth = _find_field(item, "question_type") == "true_false_question"
    return [base.change(kind="choose", answers=answers, keeps_order=is_truth)]


def _read_short(item: ET.Element, base: Item) -> list[Item]:
    right = [value for values in _list_right(item).values() for value in values]
    answers = tuple(Answer(escape_markdown(clean_text(text))) for text in dict.fromkeys(right))
    is_number = _find_field(item, "question_type") == "numerical_question"
    made = base.change(kind="typed", answers=answers)
    return [made.lose(Message("import-range-lost")) if is_number else made]


def _read_matching(item: ET.Element, base: Item) -> list[Item]:
    right = _list_right(item)
    pairs, labels = [], dict[str, str]()
    used = set()
    for response in item.findall("presentation/response_lid"):
        labels |= _list_labels(response)
        for value in right.get(response.get("ident", ""), [])[:1]:
            pairs.append((_convert(response.find("material")), labels.get(value, "")))
            used.add(value)
    rest = [("", text) for ident, text in labels.items() if ident not in used]
    return [base.change(kind="match", pairs=(*pairs, *rest))]


def _read_blanks(item: ET.Element, base: Item) -> list[Item]:
    """A text with `[names]`, each with labels that fill it."""
    right = _list_right(item)
    accept: dict[int, list[str]] = {}
    mattext = item.find("presentation/material/mattext")
    html = drop_private((mattext.text or "") if mattext is not None else "")
    is_choice = _find_field(item, "question_type") == "multiple_dropdowns_question"
    for number, response in enumerate(item.findall("presentation/response_lid"), 1):
        ident = response.get("ident", "")
        name = ident.removeprefix("response_")
        labels = _list_labels(response)
        values = right.get(ident, [])
        texts = [labels[value] for value in values if value in labels] or values
        if texts and f"[{name}]" in html:
            html = html.replace(f"[{name}]", mark_gap(number, escape(texts[0], quote=False)), 1)
            others = [text for text in dict.fromkeys(labels.values()) if text != texts[0]]
            accept[number] = [] if is_choice else others
    html = _FILE_BASE.sub("", html)
    base = base.lose(CHOSEN_WORDS) if is_choice else base
    return split_cloze(base, html, convert_html, accept)


def _read_ordering(item: ET.Element, base: Item) -> list[Item]:
    response = item.find("presentation/response_lid")
    if response is None:
        raise LeftOut(Message("import-no-steps"))
    labels = _list_labels(response)
    values = next(iter(_list_right(item).values()), [])
    return [
        base.change(kind="order", answers=tuple(Answer(labels[v]) for v in values if v in labels))
    ]


def _read_essay(item: ET.Element, base: Item) -> list[Item]:
    return [base.change(kind="essay", why=base.why or _find_feedback(item, "correct_fb"))]


_READERS: Mapping[str, Callable[[ET.Element, Item], list[Item]]] = {
    "multiple_choice_question": _read_choice,
    "multiple_answers_question": _read_choice,
    "true_false_question": _read_choice,
    "short_answer_question": _read_short,
    "numerical_question": _read_short,
    "matching_question": _read_matching,
    "fill_in_multiple_blanks_question": _read_blanks,
    "multiple_dropdowns_question": _read_blanks,
    "ordering_question": _read_ordering,
    "essay_question": _read_essay,
}
