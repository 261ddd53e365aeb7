"""Syntax errors in the author's words.

The four traps that authors of PyTorch cards meet hourly are recognised and
answered with the fix: a leading backtick, `: ` without quotes, a comma that
splits `{text: (3, 1)}`, and ` #` that cuts a text off (found in `yaml_reader`).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from flashcards.errors import Position, Problem

_QUOTE_IT = 'put the whole text in quotes: "…"'
_CANNOT_BEGIN = frozenset("`@%")


def describe_syntax_error(error: Any, text: str, file: str) -> Problem:
    """What the YAML parser stumbled over, and how to mend it."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return Problem(Position(file), f"not YAML: {_first_line(error)}")
    at = Position(file, mark.line + 1, mark.column + 1)
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    here = line[mark.column : mark.column + 1]
    message = str(error.problem or "not YAML")
    if here == "\t" or (not line[: mark.column].strip() and "\t" in line[: mark.column + 1]):
        tab = Position(file, mark.line + 1, line.index("\t") + 1)
        return Problem(tab, "a tab cannot indent", "use spaces")
    if here in _CANNOT_BEGIN and "cannot start any token" in message:
        return Problem(at, f"a text cannot begin with '{here}'", _QUOTE_IT)
    if "mapping values are not allowed" in message:
        hint = f"{_QUOTE_IT}; or is this line indented too far?"
        return Problem(at, "': ' inside a text that has no quotes", hint)
    if "scanning a tag" in str(error.context or ""):
        return Problem(at, "a text cannot begin with '!'", _QUOTE_IT)
    return Problem(at, message, _suggest_mending(message))


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word which looks most like this one."""
    match = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{match[0]}'?" if match else ""


def suggest_known_key(key: str, known: Iterable[str]) -> str:
    """Why a key may be unknown: misspelled, or a text that a comma split."""
    if any(mark in key for mark in ")]}`'\" "):
        return 'a comma split the text; put it in quotes: {text: "(3, 1)"}'
    return suggest_nearest(key, known)


def _suggest_mending(message: str) -> str:
    if "did not find expected" in message or "could not find expected" in message:
        return "look for a missing quote, bracket or indentation at or above this line"
    return ""


def _first_line(error: object) -> str:
    return str(error).split("\n", 1)[0]
