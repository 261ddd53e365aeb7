"""A text with gaps, as Anki's `{{c1::…}}`.

The ends of the gaps travel through Markdown and Pygments as private
characters. Nothing that the author wrote can be taken for one, and what comes
out must be the HTML of the text without gaps; a gap that cuts through markup
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from flashcards.anki.field_html import settle_html
from flashcards.course.model import Cloze
from flashcards.errors import EntryProblem, FlashcardsError
from flashcards.text.highlight import Mark, render_code_block
from flashcards.text.markdown import MARKS, cuts_formula, render_html

MAX_DEPTH = 10
"""Anki ignores gaps nested deeper than this."""

_FIRST_MARK = 0xE000
_MAX_GAPS = (0xF8FF - 0xE000) // 2
_EDGES = "\u2e3a\u2e3b\u2e17\u2e1a"
"""Punctuation: beside it, emphasis opens and closes as at the edge of a line."""

_MARK_IN_TAG = re.compile("<[^>]*[\ue000-\uf8ff]")
_ELEMENT = re.compile(r"<(/?)([a-z0-9]+)[^>]*?>")
_VOID = {"img", "br", "hr"}


class Gap(NamedTuple):
    """Where a gap stands in the text, and the private marks of its ends."""

    start: int
    end: int
    number: int
    opening: str
    closing: str


def render_cloze(text: str, gaps: Mapping[int, str], language: str | None = None) -> str:
    """Return the HTML of the text, with the gaps in Anki's notation. Raises `FlashcardsError`."""
    text = MARKS.sub("\ufffd", text)
    places = _place_gaps(text, {number: MARKS.sub("\ufffd", gap) for number, gap in gaps.items()})
    ends = [(gap.end, 0, -gap.start, -ord(gap.closing), gap.closing) for gap in places]
    ends += [(gap.start, 1, -gap.end, ord(gap.opening), gap.opening) for gap in places]
    marks = [(offset, mark) for offset, *_, mark in sorted(ends)]
    is_code = language is not None
    html = render_code_block(text, language, marks) if is_code else _render(text, places, marks)
    html = settle_html(html, gapped=True)
    for gap in places:
        html = html.replace(gap.opening, f"{{{{c{gap.number}::").replace(gap.closing, "}}")
    return html


def _place_gaps(text: str, gaps: Mapping[int, str]) -> list[Gap]:
    """Return the gaps in the order in which they open, outer before inner."""
    if len(gaps) > _MAX_GAPS:
        raise FlashcardsError(f"{len(gaps)} gaps are too many; {_MAX_GAPS} is the limit")
    found = []
    for number, hidden in gaps.items():
        if (times := text.count(hidden)) != 1:
            raise FlashcardsError(f"gap {number}: {hidden!r} is found {times} times, not once")
        start = text.index(hidden) + len(hidden) - len(hidden.lstrip())
        found.append((start, -start - len(hidden.strip()), number))
    places: list[Gap] = []
    open_gaps: list[Gap] = []
    for mark, (start, end, number) in zip(count(_FIRST_MARK, 2), sorted(found), strict=False):
        gap = Gap(start, -end, number, chr(mark), chr(mark + 1))
        while open_gaps and open_gaps[-1].end <= start:
            open_gaps.pop()
        if open_gaps and gap.end > open_gaps[-1].end:
            raise FlashcardsError(f"gaps {open_gaps[-1].number} and {number} overlap")
        open_gaps.append(gap)
        if len(open_gaps) > MAX_DEPTH:
            raise FlashcardsError(f"gap {number} is nested deeper than {MAX_DEPTH} gaps")
        places.append(gap)
    return places


def _render(text: str, places: Sequence[Gap], marks: Sequence[Mark]) -> str:
    """Return the HTML of Markdown with its marks, if they did not change what it means."""
    edge = next((edge for edge in _EDGES if edge not in text), "")
    marked, at = "", 0
    for offset, mark in marks:
        is_opening = (ord(mark) - _FIRST_MARK) % 2 == 0
        beside = text[offset : offset + 1] if is_opening else text[offset - 1 : offset]
        kept = edge if beside in ("*", "_") else ""
        marked += text[at:offset] + (mark + kept if is_opening else kept + mark)
        at = offset
    html = render_html(marked + text[at:])
    html = html.replace(edge, "") if edge else html
    if MARKS.sub("", html) != render_html(text) or _MARK_IN_TAG.search(html):
        raise FlashcardsError("a gap cuts through Markdown; put its ends beside the marks")
    for gap in places:
        if not _is_whole(html, gap):
            message = f"gap {gap.number} begins and ends in different places of the text"
            raise FlashcardsError(message)
    return html


def _is_whole(html: str, gap: Gap) -> bool:
    """Return whether a gap hides whole elements; else the page would fall apart."""
    inside = html.partition(gap.opening)[2].partition(gap.closing)[0]
    open_elements: list[str] = []
    for closes, name in _ELEMENT.findall(inside):
        if name in _VOID:
            continue
        if not closes:
            open_elements.append(name)
        elif not open_elements or open_elements.pop() != name:
            return False
    return not open_elements and html.count(gap.opening) == 1


def find_cut_gap(entry: Cloze, number: int, lang: str = "") -> Iterator[EntryProblem]:
    """Yield that a gap, which is found once, hides a part of what Markdown makes one.

    A gap inside a formula is told elsewhere.
    """
    text, gap = entry.cloze, entry.gaps[number]
    start = text.index(gap)
    if cuts_formula(text, start, start + len(gap)):
        return
    try:
        render_cloze(text, {1: gap})
    except FlashcardsError:
        hint = "write the sentence so that the gap stands outside of the marks"
        message = f"gap {number} cuts through Markdown: '{gap}'; {hint}"
        yield EntryProblem(entry.key, ("gaps", str(number)), message, lang)
