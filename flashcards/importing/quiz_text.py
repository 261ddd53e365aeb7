"""What question banks have in common: their texts as Markdown, weights, tolerances, XML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Sequence

from flashcards.importing.cell_text import convert_auto
from flashcards.importing.entry_maker import LOST_FEEDBACK
from flashcards.importing.item import Answer, Item
from flashcards.importing.markdown_text import clean_text, convert_html, escape_markdown, keep_lines
from flashcards.text.foreign_tables import Unreadable
from flashcards.words.message import Message

CHOSEN_WORDS = Message("import-words-lost")
HALF_RIGHT = Message("import-half-right")
_PLUGIN_FILE = re.compile(r"@@PLUGINFILE@@/", re.IGNORECASE)
_DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def convert_moodle_text(text: str, format: str) -> str:
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


def clean_category(path: str) -> tuple[str, ...]:
    """The names in Moodle's path of a category, without those that every path has."""
    path = path.replace("//", "\0")
    parts = (part.replace("\0", "/").strip() for part in path.split("/"))
    return tuple(part for part in parts if part and not part.startswith("$") and part != "top")


def read_embedded(text: str) -> Iterator[tuple[float, str, str]]:
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


def is_numerical(kind: str) -> bool:
    """Whether a gap of this kind takes a number."""
    return kind in ("NUMERICAL", "NM")


def tell_embedded(kind: str, parts: list[tuple[float, str, str]]) -> Iterator[Message]:
    """What is lost of a gap of a kind, such as MULTICHOICE, with these parts."""
    is_chosen = not kind.startswith(("SHORT", "SA", "MW")) and not is_numerical(kind)
    if is_chosen and any(weight <= 0 for weight, _, _ in parts):
        yield CHOSEN_WORDS
    if is_numerical(kind):
        tolerances = [text.partition(":")[2].strip() for weight, text, _ in parts if weight >= 100]
        yield from tell_tolerances(tolerances)
    if any(0 < weight < 100 for weight, _, _ in parts):
        yield HALF_RIGHT
    if any(feedback for _, _, feedback in parts):
        yield LOST_FEEDBACK


def _unescape(text: str) -> str:
    """The text without backslashes before `}`, `#`, `~`, `=` and others."""
    return re.sub(r"\\([}#~=/\"\\{:])", r"\1", text).strip()


def judge_answers(item: Item, parts: Sequence[tuple[float, str, str]]) -> Item:
    """The item with its answers, from the weight in percent, the text and the reason of each.

    Right are those with all the points, or else those with some.
    """
    single = max((weight for weight, _, _ in parts), default=0) >= 100
    losses = []
    if single and any(0 < weight < 100 for weight, _, _ in parts):
        losses.append(HALF_RIGHT)
    if any(weight < 0 for weight, _, _ in parts):
        losses.append(Message("import-minus-lost"))
    answers = tuple(
        Answer(text, right=weight >= 100 if single else weight > 0, why=why)
        for weight, text, why in parts
    )
    return item.change(answers=answers).lose(*losses)


def tell_tolerances(tolerances: Iterable[str]) -> list[Message]:
    """What is said of tolerances that let other numbers be right, which nothing here does."""
    wide = [each for each in tolerances if parse_number(each) != 0]
    return [Message("import-tolerance-lost", tolerance=each) for each in wide]


def parse_number(text: str | None) -> float:
    """The number in a text; 0 if it is none."""
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


def parse_xml(data: bytes) -> ET.Element:
    """The root of a document. Raises Unreadable, also if it declares entities."""
    if _DECLARES.search(data):
        raise Unreadable(Message("import-xml-entities"))
    try:
        return ET.fromstring(data)
    except (ET.ParseError, ValueError, LookupError, RecursionError) as error:
        raise Unreadable(Message("import-xml-broken", error=str(error))) from None
