"""Cards without an explanation, and explanations that say nothing or speak of something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from flashcards.lint.finding import Finding
from flashcards.lint.words import IN_MANY_NAMES, says_no_more, split_content_words, split_words
from flashcards.model import Choose, Cloze, Code, Compare, Entry, Order, Recall, Row, Term
from flashcards.text.entry_texts import Path

MANY_GAPS = 4
"""Gaps that one explanation cannot be expected to fit."""

_ASKS_WHY = re.compile(r"(?:why|how come)\b|.*[.,:] why\b", re.IGNORECASE | re.DOTALL)
_NONE = "has no explanation"
_ADD = "add 'why': the reason in one line"


class _Explanation(NamedTuple):
    """An explanation at its path, and what the card shows beside it."""

    path: Path
    text: str
    shown: str


def find_explanation_faults(entry: Entry, english: bool = True) -> Iterator[Finding]:
    """Every card of the entry that is not explained, or not by what stands there.

    Whether an answer is the explanation itself can be told in `english` alone.
    """
    for path, hint in _find_missing(entry, english):
        yield Finding(entry.key, path, _NONE, hint)
    for each in _list_explanations(entry):
        if each.text and "![" not in each.text and says_no_more(each.text, each.shown):
            message = "the explanation only repeats question and answer"
            yield Finding(entry.key, each.path, message, "say why it is so, or give an example")
    match entry:
        case Cloze():
            yield from _check_gaps(entry)
        case Compare():
            yield from _check_whys(entry)


def _find_missing(entry: Entry, english: bool) -> Iterator[tuple[Path, str]]:
    if entry.why:
        return
    match entry:
        case Choose():
            options = {**entry.right, **entry.wrong}.values()
            if not all(option.why for option in options):
                yield (), f"{_ADD}, or give one to each option"
        case Code():
            if not entry.wrong or not all(option.why for option in entry.wrong.values()):
                yield (), _ADD
        case Compare():
            for name, row in entry.rows.items():
                yield from ((("rows", name, *path), hint) for path, hint in _find_missing_in(row))
        case Cloze():
            missing = [number for number in entry.gaps if number not in entry.reasons]
            yield from (
                (("gaps", str(number)), f"{_ADD}, or one for each gap") for number in missing
            )
        case Term():
            yield (), "add 'why': an example, or what it is confused with"
        case Recall() if not english or _ASKS_WHY.match(entry.recall):
            return  # the answer is the explanation, or may be
        case Recall() | Order():
            yield (), _ADD


def _find_missing_in(row: Row) -> Iterator[tuple[Path, str]]:
    """The questions of a row that are not explained; the row itself if it asks none."""
    for field, questions in (("ask", row.ask), ("which", row.which)):
        for thing in questions:
            if not row.explain(thing):
                yield (field, thing), f"add 'why: {{{thing}: …}}'"
    if not (row.ask or row.which or row.why or row.reasons):
        yield (), _ADD


def _list_explanations(entry: Entry) -> Iterator[_Explanation]:
    """The explanations of right answers, with question and answer."""
    why = entry.why or ""
    match entry:
        case Choose():
            for name, option in entry.right.items():
                shown = f"{entry.choose} {option.text}"
                yield _Explanation(("right", name, "why"), option.why or "", shown)
            right = " ".join(option.text for option in entry.right.values())
            yield _Explanation(("why",), why, f"{entry.choose} {right}")
        case Code():
            yield _Explanation(("why",), why, f"{entry.question or ''} {entry.prints}")
        case Recall():
            yield _Explanation(("why",), why, f"{entry.recall} {entry.answer}")
        case Term():
            yield _Explanation(("why",), why, f"{entry.term} {entry.meaning}")
        case Cloze():
            yield _Explanation(("why",), why, entry.cloze)
            for number, reason in entry.reasons.items():
                yield _Explanation(("why", str(number)), reason, entry.cloze)
        case Compare():
            for name, row in entry.rows.items():
                yield from _list_row_explanations(entry, name, row)


def _list_row_explanations(entry: Compare, name: str, row: Row) -> Iterator[_Explanation]:
    for thing, reason in row.reasons.items():
        asked = row.ask.get(thing) or row.which.get(thing) or ""
        shown = f"{row.aspect} {asked} {entry.compare[thing]} {row.cells[thing]}"
        yield _Explanation(("rows", name, "why", thing), reason, shown)
    shown = " ".join((row.aspect, *entry.compare.values(), *row.cells.values()))
    yield _Explanation(("rows", name, "why"), row.why or "", shown)


def _check_gaps(entry: Cloze) -> Iterator[Finding]:
    """One explanation for many gaps in code that leaves out a name to be filled in."""
    if entry.language is None or not entry.why or len(entry.gaps) < MANY_GAPS:
        return
    said = split_words(entry.why)
    for gap in entry.gaps.values():
        parts = {part for part in split_words(gap) if len(part) > 2}
        if parts and parts.isdisjoint(said):
            message = f"one explanation for {len(entry.gaps)} gaps says nothing of '{gap}'"
            yield Finding(entry.key, ("why",), message, "write 'why' for each gap")
            return


def _check_whys(entry: Compare) -> Iterator[Finding]:
    """One explanation shown for several things that names only some of them."""
    if entry.why and len(entry.rows) > 1 and _find_unnamed(entry, entry.why, entry.compare):
        message = "the explanation is about some things only, but stands under every card"
        yield Finding(entry.key, ("why",), message, "move it to the row that it explains")
    for name, row in entry.rows.items():
        asked = [thing for thing in (*row.ask, *row.which) if thing not in row.reasons]
        if row.why and len(asked) > 1 and (unnamed := _find_unnamed(entry, row.why, asked)):
            message = f"the explanation is about other things than '{unnamed}', which is asked too"
            yield Finding(entry.key, ("rows", name, "why"), message, "write 'why' for each thing")


def _find_unnamed(entry: Compare, why: str, things: Iterable[str]) -> str | None:
    """The first of these things that the text does not name, if it names another one.

    None as well if a thing has no word of its own, for then nobody can tell.
    """
    said = split_words(why)
    words = {thing: split_content_words(text) for thing, text in entry.compare.items()}
    own = {
        thing: words[thing].difference(
            IN_MANY_NAMES, *(words[other] for other in words if other != thing)
        )
        for thing in words
    }
    if any(max(map(len, distinct), default=0) < 3 for distinct in own.values()):
        return None
    named = {thing for thing, distinct in own.items() if not said.isdisjoint(distinct)}
    return next((thing for thing in things if thing not in named), None) if named else None
