"""GIFT, the text format of Moodle's question banks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashcards.importing.gift_blocks import split_gift
from flashcards.importing.item import Answer, Item, LeftOut, Material, Unreadable
from flashcards.importing.moodle_text import clean_category, convert_moodle_text, judge_answers
from flashcards.importing.numbers import Number, read_numbers
from flashcards.importing.plain_markdown import drop_private
from flashcards.words.message import Message

_ESCAPES = {letter: chr(0xE010 + place) for place, letter in enumerate("\\~=#{}:")}
_BACK = str.maketrans({mark: letter for letter, mark in _ESCAPES.items()})
_TITLE = re.compile(r"\s*::(.*?)::\s*", re.DOTALL)
_FORMAT = re.compile(r"\s*\[(html|markdown|plain|moodle)\]", re.IGNORECASE)
_COMMENT = re.compile(r"^\s*//(.*)\n?", re.MULTILINE)
_NAMED = re.compile(r"\[(id|tag):([^\[\]]*)\]")
_WEIGHT = re.compile(r"\s*%(-?(?:\d+\.?\d*|\.\d+))%")
_FLOAT = r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBER = re.compile(rf"\s*({_FLOAT})\s*(?::\s*({_FLOAT})|\.\.\s*({_FLOAT}))?\s*\Z")
BLANK = "_____"


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
    material = Material(name, name, title=name.rpartition(".")[0] or name)
    deck: tuple[str, ...] = ()
    number = 0
    blocks, joined = split_gift(text.replace("\t", " "))
    if joined:
        told = Message("import-gift-joined", n=joined)
        material.notices.append(Message("import-in-file", file=name, told=told))
    for block in blocks:
        for line in re.findall(r"^\$CATEGORY:(.*)$", block, re.MULTILINE):
            deck = clean_category(line)
        body, names = _take_comments(re.sub(r"^\$CATEGORY:.*$", "", block, flags=re.MULTILINE))
        if not body.strip():
            continue
        number += 1
        place = f"question {number}"
        try:
            found = _read_question(body.strip(), place)
        except LeftOut as reason:
            material.left_out.append((place, reason.message))
            continue
        ids = [value for kind, value in names if kind == "id"]
        tags = tuple(value for kind, value in names if kind == "tag")
        id = ids[0] if ids else ""
        material.items.append(found.change(id=id, key=id, tags=tags, deck=deck))
    if not number:
        raise Unreadable(Message("import-no-question-in-file"))
    return material


def _take_comments(block: str) -> tuple[str, list[tuple[str, str]]]:
    """The block without comments, and what they name: `[id:…]`, `[tag:…]`."""
    names = [pair for line in _COMMENT.findall(block) for pair in _NAMED.findall(line)]
    return _COMMENT.sub("", block), [(kind, value.strip()) for kind, value in names]


def _read_question(block: str, place: str) -> Item:
    """One question. Raises LeftOut."""
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
    if not end:
        raise LeftOut(Message("import-open-brace"))
    inside, _, why = inside.partition("####")
    losses: list[Message] = []
    stem = before.strip() + (f" {BLANK}{_space(after)}" if after.strip() else "")
    base = Item(
        place, question=_convert(stem, format), why=_convert(why, format), losses=(),
    )  # fmt: skip
    made = _read_answers(base, inside.strip(), format, losses)
    if made.kind == "essay" and made.why and not made.answers:  # the model answer
        made = made.change(answers=(Answer(made.why),), why="")
    if made.kind == "typed" and after.strip():
        made = _fill_blank(made)
    return made.change(losses=tuple(losses))


def _space(text: str) -> str:
    return text.rstrip() if text[:1] in " .,;:!?" else f" {text.strip()}"


def _read_answers(base: Item, inside: str, format: str, losses: list[Message]) -> Item:
    if not inside:
        return base.change(kind="essay")
    if truth := re.match(r"(?i)(TRUE|FALSE|T|F)\s*(?:#([^#]*))?(?:#([^#]*))?\Z", inside):
        return _read_truth(base, truth[1][0].upper() == "T", format, truth[2], truth[3])
    if inside.startswith("#"):
        return read_numbers(base, _list_numbers(inside[1:]), losses)
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
    answers = judge_answers(weighed, losses)
    return base.change(kind="choose" if is_choice else "typed", answers=answers)


def _split_answers(inside: str, format: str) -> Iterator[tuple[str, float | None, str, str]]:
    """Sign, weight in percent if there is one, answer, feedback."""
    for part in re.finditer(r"([=~])([^=~]*)", inside):
        body = part[2]
        weight = _WEIGHT.match(body)
        body = body[weight.end() :] if weight else body
        text, _, feedback = body.partition("#")
        told = _FORMAT.match(text)
        yield (
            part[1], float(weight[1]) if weight else None,
            text[told.end() :] if told else text, _convert(feedback, format),
        )  # fmt: skip


def _read_truth(
    base: Item, is_true: bool, format: str, wrong: str | None, right: str | None
) -> Item:
    feedback = {True: _convert(right or "", format), False: _convert(wrong or "", format)}
    answers = tuple(
        Answer(text, right=value == is_true, why=feedback[value == is_true])
        for text, value in (("True", True), ("False", False))
    )
    return base.change(kind="choose", answers=answers, keeps_order=True)


def _list_numbers(inside: str) -> Iterator[Number]:
    """The numbers that have all the points."""
    whole = inside if inside.lstrip()[:1] in "=~" else f"={inside}"
    for _, weight, text, _ in _split_answers(whole, "plain"):
        found = _NUMBER.match(text)
        if found and (weight is None or weight >= 100):
            yield Number(found[1], tolerance=found[2] or "", end=found[3] or "")


def _fill_blank(item: Item) -> Item:
    """A text whose missing word is in its middle."""
    blank = BLANK if BLANK in item.question else r"\_\_\_\_\_"
    right = [answer.text for answer in item.answers if answer.right]
    text = item.question.replace(blank, right[0] if right else "", 1)
    if not right or text.count(right[0]) != 1:
        return item
    return item.change(kind="cloze", question=text, gaps={1: tuple(dict.fromkeys(right))})


def _convert(text: str, format: str) -> str:
    if not text:
        return ""
    if told := _FORMAT.match(text):
        text, format = text[told.end() :], told[1].lower()
    text = text.replace("\\n", "\n").translate(_BACK)
    return convert_moodle_text(text.strip(), format)
