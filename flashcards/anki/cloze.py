"""A text with gaps, as Anki's `{{c1::…}}`.

The ends of the gaps travel through Markdown and Pygments as private
characters. Nothing that the author wrote can be taken for one, and what comes
out must be the HTML of the text without gaps; a gap that cuts through markup
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flashcards.course.model import Cloze
from flashcards.errors import EntryProblem, FlashcardsError
from flashcards.text.highlight import Mark, render_code_block
from flashcards.text.markdown import MARKS, escape_cloze_markup, find_cut_formula, render_html
from flashcards.words.message import Message

DEEPEST = 10
"""Anki ignores gaps nested deeper than this."""

_FIRST_MARK = 0xE000
_MOST_GAPS = (0xF8FF - 0xE000) // 2
_EDGES = "\u2e3a\u2e3b\u2e17\u2e1a"
"""Punctuation: beside it, emphasis opens and closes as at the edge of a line."""

_MARK_IN_TAG = re.compile("<[^>]*[\ue000-\uf8ff]")
_ELEMENT = re.compile(r"<(/?)([a-z0-9]+)[^>]*?>")
_VOID = {"img", "br", "hr"}


class Gap(NamedTuple):
    """Where a gap stands in the text."""

    start: int
    end: int
    number: int


def render_cloze(text: str, gaps: Mapping[int, str], language: str | None = None) -> str:
    """The HTML of the text, with the gaps in Anki's notation. Raises `FlashcardsError`."""
    text = _replace_marks(text)
    places = place_gaps(text, {number: _replace_marks(gap) for number, gap in gaps.items()})
    marks = _marks(places)
    if language is not None:
        html = render_code_block(text, language, marks)
    else:
        html = _render_marked(text, places, marks)
    html = escape_cloze_markup(html)
    for place, gap in enumerate(places):
        html = html.replace(_opening_mark(place), f"{{{{c{gap.number}::")
        html = html.replace(_closing_mark(place), "}}")
    return html


def place_gaps(text: str, gaps: Mapping[int, str]) -> list[Gap]:
    """The gaps in the order in which they open, outer before inner."""
    if len(gaps) > _MOST_GAPS:
        raise FlashcardsError(Message("gaps-too-many", n=len(gaps), most=_MOST_GAPS))
    found = []
    for number, gap in gaps.items():
        if (times := text.count(gap)) != 1:
            told = Message("gap-not-once", number=number, gap=repr(gap), times=times)
            raise FlashcardsError(told)
        start = text.index(gap) + len(gap) - len(gap.lstrip())
        found.append(Gap(start, start + len(gap.strip()), number))
    found.sort(key=lambda gap: (gap.start, -gap.end, gap.number))
    _check_nesting(found)
    return found


def _replace_marks(text: str) -> str:
    return MARKS.sub("\ufffd", text)


def _check_nesting(places: Sequence[Gap]) -> None:
    open_gaps: list[Gap] = []
    for gap in places:
        while open_gaps and open_gaps[-1].end <= gap.start:
            open_gaps.pop()
        if open_gaps and gap.end > open_gaps[-1].end:
            outer = open_gaps[-1].number
            raise FlashcardsError(Message("gaps-overlap", one=outer, other=gap.number))
        open_gaps.append(gap)
        if len(open_gaps) > DEEPEST:
            raise FlashcardsError(Message("gap-too-deep", number=gap.number, deepest=DEEPEST))


def _opening_mark(place: int) -> str:
    return chr(_FIRST_MARK + 2 * place)


def _closing_mark(place: int) -> str:
    return chr(_FIRST_MARK + 2 * place + 1)


def _marks(places: Sequence[Gap]) -> list[Mark]:
    """All ends of gaps in the order in which they must be written."""
    ends = [
        *(
            (gap.end, 0, -gap.start, -place, _closing_mark(place))
            for place, gap in enumerate(places)
        ),
        *(
            (gap.start, 1, -gap.end, place, _opening_mark(place))
            for place, gap in enumerate(places)
        ),
    ]
    return [(offset, mark) for offset, *_, mark in sorted(ends)]


def _render_marked(text: str, places: Sequence[Gap], marks: Sequence[Mark]) -> str:
    """The HTML of Markdown with its marks, if they did not change what it means."""
    edge = next((edge for edge in _EDGES if edge not in text), "")
    pieces, at = [], 0
    for offset, mark in marks:
        pieces.append(text[at:offset] + _with_edge(text, offset, mark, edge))
        at = offset
    html = render_html("".join(pieces) + text[at:])
    html = html.replace(edge, "") if edge else html
    if MARKS.sub("", html) != render_html(text) or _MARK_IN_TAG.search(html):
        raise FlashcardsError(Message("gap-cuts-markdown"))
    for place, gap in enumerate(places):
        _check_whole(html, place, gap)
    return html


def _with_edge(text: str, offset: int, mark: str, edge: str) -> str:
    opens = (ord(mark) - _FIRST_MARK) % 2 == 0
    if opens:
        return mark + (edge if text[offset : offset + 1] in ("*", "_") else "")
    return (edge if text[offset - 1 : offset] in ("*", "_") else "") + mark


def _check_whole(html: str, place: int, gap: Gap) -> None:
    """A gap hides whole elements, or the page would fall apart."""
    inside = html.partition(_opening_mark(place))[2].partition(_closing_mark(place))[0]
    open_elements: list[str] = []
    for closes, name in _ELEMENT.findall(inside):
        if name in _VOID:
            continue
        if not closes:
            open_elements.append(name)
        elif not open_elements or open_elements.pop() != name:
            break
    else:
        if not open_elements and html.count(_opening_mark(place)) == 1:
            return
    raise FlashcardsError(Message("gap-torn", number=gap.number))


def find_cut_gap(entry: Cloze, number: int, lang: str = "") -> Iterator[EntryProblem]:
    """That a gap, which is found once, hides a part of what Markdown makes one; else nothing.

    A gap inside a formula is told elsewhere.
    """
    text, gap = entry.cloze, entry.gaps[number]
    start = text.index(gap)
    if find_cut_formula(text, start, start + len(gap)) or _is_whole(text, gap):
        return
    hint = "write the sentence so that the gap stands outside of the marks"
    message = f"gap {number} cuts through Markdown: '{gap}'; {hint}"
    yield EntryProblem(entry.key, ("gaps", str(number)), message, lang)


def _is_whole(text: str, gap: str) -> bool:
    try:
        render_cloze(text, {1: gap})
    except FlashcardsError:
        return False
    return True
