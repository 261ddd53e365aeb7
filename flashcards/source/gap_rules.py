"""What a text with gaps must be: each gap found once, outside of formulas, none across another."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from flashcards.model import Cloze
from flashcards.source.yaml_reader import Place
from flashcards.words.message import Message, Names


def check_gaps(entry: Cloze, place: Place) -> None:
    """Tell every gap that cannot be one, and what is said of gaps that are not there."""
    if not entry.gaps:
        place.tell(("gaps",), Message("no-gap"), Message("hint-write-gaps", gaps="{1: …}"))
    check_places(entry, place)
    for number in entry.accept.keys() - entry.gaps.keys():
        _refuse_number(number, place.enter("accept"), entry)
    for number in entry.reasons.keys() - entry.gaps.keys():
        _refuse_number(number, place.enter("why"), entry)


def check_places(entry: Cloze, place: Place) -> None:
    """Tell every gap that is not found once, cuts a formula or overlaps another."""
    spans = {}
    for number, gap in entry.gaps.items():
        times, at = entry.cloze.count(gap), place.enter("gaps", str(number))
        if times != 1:
            message = Message("gap-not-there", number=number, gap=gap)
            hint = Message("hint-copy-gap")
            if times:
                message = Message("gap-often", number=number, times=times, gap=gap)
                hint = Message("hint-gap-once", gap=gap)
            at.tell((), message, hint)
            continue
        start = entry.cloze.index(gap)
        spans[number] = (start, start + len(gap))
        if "$" in entry.cloze and entry.language is None:
            _check_formula(entry.cloze, spans[number], number, at)
    _check_overlaps(spans, place)


def _check_formula(text: str, span: tuple[int, int], number: int, place: Place) -> None:
    from flashcards.text.markdown import find_cut_formula

    if find_cut_formula(text, *span):
        message = Message("gap-in-formula", number=number, gap=text[slice(*span)])
        place.tell((), message, Message("hint-gap-outside"))


def _refuse_number(number: int, place: Place, entry: Cloze) -> None:
    hint = Message("hint-gap-numbers", known=Names(map(str, entry.gaps)))
    place.tell((str(number),), Message("no-such-gap", number=number), hint, of_key=True)


def _check_overlaps(spans: Mapping[int, tuple[int, int]], place: Place) -> None:
    for (first, a), (second, b) in combinations(spans.items(), 2):
        if a == b or a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]:
            message = Message("gap-overlaps", first=first, second=second)
            place.tell(("gaps", str(second)), message, Message("hint-gap-inside"))
