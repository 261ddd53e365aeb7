"""Anki's `{{c1::…}}` to a text and its gaps; a gap that is not found once is asked by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from flashcards.importing.item import Answer, Item, LeftOut
from flashcards.importing.markdown_text import drop_private
from flashcards.text.markdown import find_cut_formula

_MARKUP = re.compile(r"\{\{c(\d{1,3})::|::|\}\}", re.IGNORECASE)
_MARK = re.compile(r"([\uf100-\uf4ff])|(\uf500)|(\uf501)")
_FIRST, _HINT, _CLOSE = 0xF100, "\uf500", "\uf501"
_MOST_NUMBER = 500
BLANK = "[ … ]"


@dataclass
class _Gap:
    number: int
    begin: int
    end: int
    hint: str


def mark_gaps(html: str) -> str:
    """The HTML with one private character for each part of the markup of gaps."""
    pieces, depth, at = [], 0, 0
    for token in _MARKUP.finditer(html):
        pieces.append(html[at : token.start()])
        at = token.end()
        if token[1] and 1 <= int(token[1]) <= _MOST_NUMBER:
            pieces.append(chr(_FIRST + int(token[1])))
            depth += 1
        elif token[0] == "}}" and depth:
            pieces.append(_CLOSE)
            depth -= 1
        else:
            pieces.append(_HINT if token[0] == "::" and depth else token[0])
    return "".join([*pieces, html[at:]])


def mark_gap(number: int, text: str) -> str:
    """A gap as `mark_gaps` would mark it; its text may have any letters."""
    return f"{chr(_FIRST + number)}{drop_private(text)}{_CLOSE}"


def split_cloze(
    item: Item,
    html: str,
    convert: Callable[[str], str],
    accept: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> list[Item]:
    """The item as one text with gaps, and a card for each gap that cannot be one.

    `accept` are other answers that fill a gap. Raises LeftOut if there is no gap.
    """
    text, gaps = _read_gaps(convert(mark_gaps(html)))
    by_number: dict[int, list[_Gap]] = {}
    for gap in gaps:
        by_number.setdefault(gap.number, []).append(gap)
    fits = {n: each for n, each in by_number.items() if _is_sound(text, each)}
    losses = item.losses
    if any(gap.hint for each in fits.values() for gap in each):
        losses = (*losses, "hints of gaps are lost")
    if not by_number:
        raise LeftOut("has no gap")
    made = []
    if fits:
        numbers = {
            n: (text[each[0].begin : each[0].end], *accept.get(n, ())) for n, each in fits.items()
        }
        made.append(item.change(kind="cloze", question=text, gaps=numbers, losses=losses))
    for number, each in by_number.items():
        if number not in fits:
            answers = (Answer("; ".join(dict.fromkeys(_cut_out(text, gap) for gap in each))),)
            question = _blank(text, each)
            made.append(item.change(kind="essay", question=question, answers=answers))
    return made


def _read_gaps(marked: str) -> tuple[str, list[_Gap]]:
    """The text without marks, and where its gaps are."""
    text, gaps, opened = "", [], list[_Gap]()
    at, in_hint = 0, False
    for mark in [*_MARK.finditer(marked), None]:
        piece = marked[at : mark.start() if mark else len(marked)]
        if in_hint:
            opened[-1].hint += piece
        else:
            text += piece
        if mark is None:
            break
        at = mark.end()
        if mark[1]:
            opened.append(_Gap(ord(mark[1]) - _FIRST, len(text), 0, ""))
        elif mark[2]:
            in_hint = bool(opened)
        elif opened:
            gap = opened.pop()
            gap.end, in_hint = len(text), False
            if text[gap.begin : gap.end].strip():
                gaps.append(gap)
    return text, gaps


def _is_sound(text: str, gaps: Sequence[_Gap]) -> bool:
    hidden = text[gaps[0].begin : gaps[0].end]
    if len(gaps) > 1 or text.count(hidden) != 1 or "![" in hidden or "\n" in hidden:
        return False
    return not find_cut_formula(text, gaps[0].begin, gaps[0].end)


def _cut_out(text: str, gap: _Gap) -> str:
    """What a gap hides; a part of a formula as a formula of its own."""
    hidden = text[gap.begin : gap.end]
    is_part = "$" not in hidden and find_cut_formula(text, gap.begin, gap.end)
    return f"${hidden.strip()}$" if is_part else hidden


def _blank(text: str, gaps: Sequence[_Gap]) -> str:
    for gap in sorted(gaps, key=lambda each: -each.begin):
        shown = f"[ {gap.hint.strip()} ]" if gap.hint.strip() else BLANK
        text = text[: gap.begin] + shown + text[gap.end :]
    return text
