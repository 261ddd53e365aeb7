"""What an author may have meant: the nearest known word, and a syntax error in plain words."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flashcards.source.fault import Fault

_LOOK = "look for a missing quote, bracket or indentation at or above this line"


def describe_fault(fault: Fault, lines: Sequence[str]) -> tuple[str, str, int, int]:
    """Message, hint, line and column of a syntax error for which no repair was found."""
    begun = lines[fault.from_line] if fault.from_line < len(lines) else ""
    mark = begun[fault.from_column : fault.from_column + 1]
    if mark and mark in "\"'" and "quoted scalar" in fault.context:
        hint = f"write {mark} where the text ends"
        return f"this {mark} is never closed", hint, fault.from_line, fault.from_column
    if mark and mark in "[{" and "flow" in fault.context:
        hint = 'close it, and put texts with signs in it in quotes: "…"'
        return f"this '{mark}' is never closed", hint, fault.from_line, fault.from_column
    if "simple key" in fault.context and begun:
        hint = "write 'name: text', or indent it further if it belongs to the text above"
        return (
            "this line has no field: a colon is missing",
            hint,
            fault.from_line,
            fault.from_column,
        )
    if fault.line < len(lines):
        return f"not YAML: {fault.problem}", _LOOK, fault.line, fault.column
    return f"not YAML: {fault.problem}", _LOOK, len(lines) - 1, 0


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word which looks most like this one."""
    match = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{match[0]}'?" if match else ""


def suggest_known_key(key: str, known: Iterable[str]) -> str:
    """Why a key may be unknown: misspelled, or a text that a comma split."""
    if any(mark in key for mark in ")]}`'\" "):
        return 'a comma split the text; put it in quotes: {text: "(3, 1)"}'
    return suggest_nearest(key, known)
