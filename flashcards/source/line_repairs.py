"""Mistakes that one line shows by itself, each with the line as it should be.

A rule takes a line and gives the column of the mistake, what is wrong, and the line
mended; or nothing. Whether the mended line helps is tried by the caller, so a rule
may suspect more than is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from flashcards.source.chunks import COLONS, SPACES
from flashcards.source.curly_quotes import tell_curly
from flashcards.source.field_names import list_field_names
from flashcards.source.flow_scalars import quote_text


class MendedLine(NamedTuple):
    """The column of a mistake, counted from 0; what is wrong; and the line without it."""

    column: int
    message: str
    line: str
    hint: str = ""
    """How to mend it, if it is not best told by showing the line."""


_LEAD = rf"[{SPACES}]*(?:-[{SPACES}]+)?"
_FIELD = re.compile(rf"({_LEAD}(?:[\w.-]+|\"[^\"]*\")[ \t]*:[ \t]+)(\S.*)$")
_STRUCTURE = re.compile(rf"[{SPACES}]*(?:-[{SPACES}]*)?(?:[\w-]+[{SPACES}]*[{COLONS}][{SPACES}]*)?")
_ODD_SPACE = re.compile(f"[{SPACES[2:]}]")
_WIDE_COLON = re.compile(rf"({_LEAD}[\w-]+)[{SPACES}]*(\uff1a)[{SPACES}]*(.*)$")
_TIGHT_DASH = re.compile(rf"([{SPACES}]*)-([\w-]+[{SPACES}]*[{COLONS}].*)$")
_TAB_AFTER_DASH = re.compile(r"([ \t]*-[ ]*)(\t)[ \t]*(.*)$")
_TIGHT_COLON = re.compile(rf"({_LEAD}[A-Za-z][\w-]*):([^\s:/].*)$")
_NO_COLON = re.compile(rf"({_LEAD})(\w+)([ \t]*=[ \t]*|[ \t]+)(\S.*)$")
_CURLY = "\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb\u2033"
_CODES = {"\u00a0": "non-breaking", "\u3000": "full-width", "\u200b": "zero-width"}


def split_field(line: str) -> tuple[str, str] | None:
    """A line that begins with a field: up to its value, and the value."""
    found = _FIELD.match(line.rstrip())
    return (found[1], found[2]) if found else None


def mend_line(line: str) -> Iterator[MendedLine]:
    """Every mistake that the line seems to have, the most certain first."""
    for rule in _RULES:
        if mended := rule(line):
            yield mended


def _mend_odd_space(line: str) -> MendedLine | None:
    structure = _STRUCTURE.match(line)
    odd = _ODD_SPACE.search(line, 0, structure.end() if structure else 0)
    if odd is None:
        return None
    name = _CODES.get(odd[0], "special")
    message = f"a {name} space (U+{ord(odd[0]):04X}) is not a space to YAML"
    mended = _ODD_SPACE.sub(" ", line.replace("\u200b", ""))
    hint = "replace every such character in this line with a plain space"
    if odd[0] == "\u200b":
        hint = "remove every such character from this line"
    return MendedLine(odd.start(), message, mended, hint)


def _mend_wide_colon(line: str) -> MendedLine | None:
    found = _WIDE_COLON.match(line)
    if found is None:
        return None
    message = "a full-width '\uff1a' is not a colon to YAML"
    return MendedLine(found.start(2), message, f"{found[1]}: {found[3]}".rstrip())


def _mend_tight_dash(line: str) -> MendedLine | None:
    found = _TIGHT_DASH.match(line)
    if found is None:
        return None
    return MendedLine(len(found[1]), "a space is missing after '-'", f"{found[1]}- {found[2]}")


def _mend_tab_after_dash(line: str) -> MendedLine | None:
    found = _TAB_AFTER_DASH.match(line)
    if found is None:
        return None
    mended = f"{found[1].rstrip()} {found[3]}"
    return MendedLine(found.start(2), "a tab cannot follow '-'", mended)


def _mend_tight_colon(line: str) -> MendedLine | None:
    found = _TIGHT_COLON.match(line)
    if found is None:
        return None
    message = "a space is missing after ':'"
    return MendedLine(found.end(1), message, f"{found[1]}: {found[2]}")


def _mend_hash_in_list(line: str) -> MendedLine | None:
    parts = split_field(line)
    if parts is None or parts[1][0] != "[" or "#" not in parts[1]:
        return None
    at = len(parts[0]) + parts[1].index("#")
    mended = parts[0] + parts[1].replace("#", "")
    return MendedLine(at, "'#' begins a comment", mended)


def _mend_missing_colon(line: str) -> MendedLine | None:
    found = _NO_COLON.match(line)
    if found is None or found[2] not in list_field_names():
        return None
    message = f"a colon is missing after '{found[2]}'"
    return MendedLine(found.end(2), message, f"{found[1]}{found[2]}: {found[4]}")


def _mend_curly_quotes(line: str) -> MendedLine | None:
    parts = split_field(line)
    if parts is None or parts[1][0] not in _CURLY:
        return None
    inner = parts[1][1:]
    inner = inner[:-1] if inner[-1:] and inner[-1] in f"{_CURLY}\"'" else inner
    mended = parts[0] + quote_text(inner)
    return MendedLine(len(parts[0]), tell_curly(parts[1][0]), mended)


_RULES: tuple[Callable[[str], MendedLine | None], ...] = (
    _mend_odd_space,
    _mend_wide_colon,
    _mend_tight_dash,
    _mend_tab_after_dash,
    _mend_tight_colon,
    _mend_curly_quotes,
    _mend_hash_in_list,
    _mend_missing_colon,
)
