"""Gaps that cut through Markdown, which no card can show, and the gap to take instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from flashcards.anki.cloze import render_cloze
from flashcards.errors import FlashcardsError
from flashcards.lint.finding import Finding
from flashcards.model import Cloze
from flashcards.text.markdown import find_cut_formula

_MARKS = "*_~ "
_MOST_WORDS = 12
"""Words that a gap is made longer by, on each side."""


def find_cut_gap(entry: Cloze, number: int, lang: str = "") -> Iterator[Finding]:
    """That a gap, which is found once, hides a part of what Markdown makes one; else nothing.

    A gap inside a formula is told elsewhere.
    """
    text, gap = entry.cloze, entry.gaps[number]
    start = text.index(gap)
    if find_cut_formula(text, start, start + len(gap)) or _is_whole(text, gap):
        return
    message = f"gap {number} cuts through Markdown: '{gap}'"
    better = next((each for each in _list_others(text, gap) if _is_whole(text, each)), "")
    hint = "write the sentence so that the gap stands outside of the marks"
    if better:
        written = better.replace("'", "''")
        hint = f"take the whole of it: '{written}'; or {hint}"
    yield Finding(entry.key, ("gaps", str(number)), message, hint, lang)


def _is_whole(text: str, gap: str) -> bool:
    try:
        render_cloze(text, {1: gap})
    except FlashcardsError:
        return False
    return True


def _list_others(text: str, gap: str) -> Iterator[str]:
    """The gap without marks at its ends, then longer ones, the shortest first."""
    if bare := gap.strip(_MARKS):
        yield bare
    start = text.index(gap)
    end = start + len(gap)
    starts = [found.start() for found in re.finditer(r"\S+", text[:start])][-_MOST_WORDS:]
    ends = [end + found.end() for found in re.finditer(r"\S*[^\s.,;:!?]", text[end:])][:_MOST_WORDS]
    spans = product((*starts, start), (end, *ends))
    for left, right in sorted(spans, key=lambda span: span[1] - span[0]):
        yield text[left:right]
