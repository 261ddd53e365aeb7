"""Which questions of a Moodle file are as an older file has them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.words.message import Message

MOST_BYTES = 200_000_000

Fingerprints = Mapping[str, object]
"""Id number of a question to all that it says."""

_UNORDERED = ("answer", "subquestion", "tag")


def load_fingerprints(path: Path) -> Fingerprints:
    """What a Moodle file says, by the id numbers of its questions. Raises FlashcardsError."""
    data = load_bytes(path, MOST_BYTES)
    try:
        root = ET.fromstring(data)
        found = {name: fingerprint(each) for each in root if (name := each.findtext("idnumber"))}
    except (ET.ParseError, ValueError, LookupError, RecursionError) as error:
        raise FlashcardsError(Message("export-no-moodle", path=path, error=str(error))) from None
    if root.tag != "quiz" or not found:
        raise FlashcardsError(Message("export-no-id-numbers", path=path))
    return found


def fingerprint(question: ET.Element) -> object:
    """All that a question says; equal for questions that Moodle shows alike.

    The order of options counts only where Moodle keeps it.
    """
    return _freeze(question, question.findtext("shuffleanswers") == "false")


def _freeze(element: ET.Element, ordered: bool) -> tuple[object, ...]:
    children = [_freeze(child, ordered) for child in element]
    mixed = [child for child in children if child[0] in _UNORDERED]
    rest = [child for child in children if child[0] not in _UNORDERED]
    text = (element.text or "").strip()
    if not ordered:
        mixed.sort(key=repr)
    return element.tag, tuple(sorted(element.items())), text, tuple(mixed), tuple(rest)
