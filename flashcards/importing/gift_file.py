"""GIFT, the text format of Moodle's question banks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from flashcards.importing.cloze_text import fill_blank
from flashcards.importing.item import Answer, Item, LeftOut, Material
from flashcards.importing.markdown_text import drop_private
from flashcards.importing.quiz_text import (
    clean_category,
    convert_moodle_text,
    judge_answers,
    tell_tolerances,
)
from flashcards.text.foreign_tables import Unreadable
from flashcards.words.message import Message

_ESCAPES = {letter: chr(0xE010 + place) for place, letter in enumerate("\\~=#{}:")}
_BACK = str.maketrans({mark: letter for letter, mark in _ESCAPES.items()})
_TITLE = re.compile(r"\s*::(.*?)::\s*", re.DOTALL)
_FORMAT = re.compile(r"\s*\[(html|markdown|plain|moodle)\]", re.IGNORECASE)
_COMMENT = re.compile(r"^\s*//(.*)\n?", re.MULTILINE)
_NAMED = re.compile(r"\[(id|tag):([^\[\]]*)\]")
_WEIGHT = re.compile(r"\s*%(-?(?:\d+\.?\d*|\.\d+))%")
_FLOAT = r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBER = re.compile(
    rf"\s*({_FLOAT})\s*(?::\s*(?P<around>{_FLOAT})|\.\.\s*(?P<end>{_FLOAT}))?\s*\Z"
)
BLANK = "_____"
_ESCAPED_BLANK = r"\_\_\_\_\_"


def looks_like_gift(text: str) -> bool:
    """Whether a text has a question in GIFT: a title or a category, and an answer in braces."""
    plain = re.sub(r"\\.", "", text[:200_000])
    if not re.search(r"\{[^{}]*\}", plain):
        return False
    return bool(
        re.search(r"^\s*::.*?::|^\$CATEGORY:|\{\s*(?:[=~#]|T\b|F\b|TRUE|FALSE)", plain, re.M)
    )


def read_gift(text: str, name: str) -> Material:
    """The questions of a GIFT file. Raises Unreadable if there is none."""
    material = Material(name, name)
    deck: tuple[str, ...] = ()
    for block in re.split(r"\n *\n", text.replace("\t", " ")):
        for line in re.findall(r"^\$CATEGORY:(.*)$", block, re.MULTILINE):
            deck = clean_category(line)
        body, names = _take_comments(re.sub(r"^\$CATEGORY:.*$", "", block, flags=re.MULTILINE))
        if body.strip():
            place = f"question {material.count + 1}"
            id = next((value for kind, value in names if kind == "id"), "")
            tags = tuple(value for kind, value in names if kind == "tag")
            base = Item(place, id=id, key=id, tags=tags, deck=deck)
            material.add(place, partial(_read_question, body.strip(), base))
    if not material.count:
        raise Unreadable(Message("import-no-question-in-file"))
    return material


def _take_comments(block: str) -> tuple[str, list[tuple[str, str]]]:
    """The block without comments, and what they name: `[id:…]`, `[tag:…]`."""
    names = [pair for line in _COMMENT.findall(block) for pair in _NAMED.findall(line)]
    return _COMMENT.sub("", block), [(kind, value.strip()) for kind, value in names]


def _read_question(block: str, base: Item) -> list[Item]:
    """The one item of a question. Raises LeftOut."""
    text = re.sub(r"\\([\\~=#{}:])", lambda found: _ESCAPES[found[1]], drop_private(block))
    title = _TITLE.match(text)
    text = text[title.end() :] if title else text
    told = _FORMAT.match(text)
    format = told[1].lower() if told else "moodle"
    text = text[told.end() :] if told else text
    before, brace, rest = text.partition("{")
    inside, end, after = rest.partition("}")
    if not brace:
        raise LeftOut(Message("import-only-text"))
    if not end or "{" in inside:
        raise LeftOut(Message("import-open-brace"))
    if "{" in after:
        raise LeftOut(Message("import-gift-joined"))
    inside, _, why = inside.partition("####")
    stem = before.strip() + (f" {BLANK}{_space(after)}" if after.strip() else "")
    base = base.change(question=_convert(stem, format), why=_convert(why, format))
    made = _read_answers(base, inside.strip(), format)
    if made.kind == "typed" and after.strip():
        made = fill_blank(made, BLANK if BLANK in made.question else _ESCAPED_BLANK)
    return [made]


def _space(text: str) -> str:
    return text.rstrip() if text[:1] in " .,;:!?" else f" {text.strip()}"


def _read_answers(base: Item, inside: str, format: str) -> Item:
    if not inside:
        return base.change(kind="essay")
    if truth := re.match(r"(?i)(TRUE|FALSE|T|F)\s*(?:#([^#]*))?(?:#([^#]*))?\Z", inside):
        return _read_truth(base, truth[1][0].upper() == "T", format, truth[2], truth[3])
    if inside.startswith("#"):
        return _read_numbers(base, inside[1:])
    parts = list(_split_answers(inside, format))
    if all("->" in text for _, _, text, _ in parts) and all(sign == "=" for sign, *_ in parts):
        pairs = [tuple(side.strip() for side in text.split("->", 1)) for _, _, text, _ in parts]
        made = tuple((_convert(first, format), _convert(second, format)) for first, second in pairs)
        return base.change(kind="match", pairs=made)
    is_choice = any(sign == "~" for sign, *_ in parts)
    written = format if is_choice else "plain"  # what is typed is never HTML
    weighed = [
        (weight if weight is not None else 100.0 * (sign == "="), _convert(text, written), why)
        for sign, weight, text, why in parts
    ]
    return judge_answers(base.change(kind="choose" if is_choice else "typed"), weighed)


def _split_answers(inside: str, format: str) -> Iterator[tuple[str, float | None, str, str]]:
    """Sign, weight in percent if there is one, answer, feedback."""
    for part in re.finditer(r"([=~])([^=~]*)", inside):
        body = part[2]
        weight = _WEIGHT.match(body)
        body = body[weight.end() :] if weight else body
        text, _, feedback = body.partition("#")
        told = _FORMAT.match(text)
        yield (
            part[1],
            float(weight[1]) if weight else None,
            text[told.end() :] if told else text,
            _convert(feedback, format),
        )


def _read_truth(
    base: Item, is_true: bool, format: str, wrong: str | None, right: str | None
) -> Item:
    feedback = {True: _convert(right or "", format), False: _convert(wrong or "", format)}
    answers = tuple(
        Answer(text, right=value == is_true, why=feedback[value == is_true])
        for text, value in (("True", True), ("False", False))
    )
    return base.change(kind="choose", answers=answers, keeps_order=True)


def _read_numbers(base: Item, inside: str) -> Item:
    """A number to type. A range is an answer to compare with: no number of it is the only one."""
    whole = inside if inside.lstrip()[:1] in "=~" else f"={inside}"
    parts = [
        found
        for _, weight, text, _ in _split_answers(whole, "plain")
        if (found := _NUMBER.match(text)) and (weight is None or weight >= 100)
    ]
    if any(found["end"] for found in parts):
        texts = [f"{one[1]} … {one['end']}" if one["end"] else one[1] for one in parts]
        made = base.change(kind="essay", answers=(Answer("; ".join(texts)),))
        return made.lose(Message("import-range-typed"))
    lost = tell_tolerances(one["around"] or "" for one in parts)
    return base.change(kind="typed", answers=tuple(Answer(one[1]) for one in parts)).lose(*lost)


def _convert(text: str, format: str) -> str:
    if not text:
        return ""
    if told := _FORMAT.match(text):
        text, format = text[told.end() :], told[1].lower()
    text = text.replace("\\n", "\n").translate(_BACK)
    return convert_moodle_text(text.strip(), format)
