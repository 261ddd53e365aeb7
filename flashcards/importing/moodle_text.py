"""Texts of Moodle and GIFT in their four formats, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashcards.importing.cell_text import convert_auto
from flashcards.importing.html_markdown import convert_html
from flashcards.importing.item import Answer
from flashcards.importing.mapper import LOST_FEEDBACK
from flashcards.importing.numbers import is_wide, tell_tolerance
from flashcards.importing.plain_markdown import clean_text, escape_markdown, keep_lines
from flashcards.words.message import Message

CHOSEN_WORDS = Message("import-words-lost")
HALF_RIGHT = Message("import-half-right")
_PLUGIN_FILE = re.compile(r"@@PLUGINFILE@@/", re.IGNORECASE)


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
        answer, _, feedback = _split_unescaped(part, "#")
        weight = 0.0
        if found := re.match(r"%(-?(?:\d+\.?\d*|\.\d+))%", answer):
            weight, answer = float(found[1]), answer[found.end() :]
        elif answer.startswith("="):
            weight, answer = 100.0, answer[1:]
        yield weight, unescape_embedded(answer), unescape_embedded(feedback)


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
        yield from (tell_tolerance(each) for each in tolerances if is_wide(each))
    if any(0 < weight < 100 for weight, _, _ in parts):
        yield HALF_RIGHT
    if any(feedback for _, _, feedback in parts):
        yield LOST_FEEDBACK


def unescape_embedded(text: str) -> str:
    """The text without backslashes before `}`, `#`, `~`, `=` and others."""
    return re.sub(r"\\([}#~=/\"\\{:])", r"\1", text).strip()


def judge_answers(parts: list[tuple[float, str, str]], losses: list[Message]) -> tuple[Answer, ...]:
    """Answers that are right: those with all the points, or else those with some."""
    best = max((weight for weight, _, _ in parts), default=0)
    single = best >= 100
    if single and any(0 < weight < 100 for weight, _, _ in parts):
        losses.append(HALF_RIGHT)
    if any(weight < 0 for weight, _, _ in parts):
        losses.append(Message("import-minus-lost"))
    return tuple(
        Answer(text, right=weight >= 100 if single else weight > 0, why=why)
        for weight, text, why in parts
    )


def _split_unescaped(text: str, sign: str) -> tuple[str, str, str]:
    found = re.search(rf"(?<!\\){sign}", text)
    return (text[: found.start()], sign, text[found.end() :]) if found else (text, "", "")
