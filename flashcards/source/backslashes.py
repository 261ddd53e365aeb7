r"""Backslashes that double quotes take away: `"$\theta$"` is a tab and `heta`.

Inside double quotes YAML reads a backslash as the beginning of an escape, as Python
does. Whoever writes TeX there loses commands, some with an error and some in silence.
Outputs such as `"3\n1"` are what escapes are for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from flashcards.source.fault import LONGEST_SHOWN, show_line
from flashcards.text.tex import is_known_command

_ESCAPE = re.compile(
    r"\\(?:(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|([A-Za-z]+)|(.)|\Z)", re.DOTALL
)
_FORMULA = re.compile(r"\$(?=\S)(?:[^$\\]|\\.)+?\$(?![0-9])", re.DOTALL)
_LETTERS = frozenset("abefnrtvLNP")
"""Letters that make an escape; another one after a backslash is an error to YAML."""
_WORDS = frozenset(("nmid", "nexists", "nparallel", "tan"))
"""Commands that are a word after a line break or a tab: `"left\nmid"`."""
_ESCAPED_SIGNS = frozenset(" /\t0")
"""Signs that make an escape, and are no TeX outside of a formula."""
_MEANT = frozenset('"\\\n\r')
"""Characters that every author escapes on purpose."""


def find_lost_backslashes(raw: str) -> list[int]:
    """Places of backslashes in a text between double quotes that YAML would not leave there."""
    inside = {
        place for found in _FORMULA.finditer(raw) for place in range(found.start(), found.end())
    }
    return [each.start() for each in _list_lost(raw, inside)]


def describe_lost(raw: str, line: str) -> list[tuple[int, str, str]]:
    """Place in a quoted text, message and hint of each backslash that is lost.

    One for a text that stands in one `line`, which the hint shows mended.
    """
    inner = raw[1:-1]
    lost = find_lost_backslashes(inner)
    if lost and raw in line and len(line) <= LONGEST_SHOWN:
        hint = show_line(line.replace(raw, mend_quoted(raw, lost), 1))
        return [(lost[0] + 1, tell_lost(inner, lost[0]), hint)]
    hint = "double this backslash, or write the text in single quotes"
    return [(place + 1, tell_lost(inner, place), hint) for place in lost]


def mend_quoted(raw: str, lost: list[int]) -> str:
    """A text with its double quotes, written so that the lost backslashes stay.

    In single quotes if nothing else is escaped and it is one line, else with each doubled.
    """
    inner = raw[1:-1]
    others = [
        each for each in _ESCAPE.finditer(inner) if each.start() not in lost and each[3] != '"'
    ]
    if "\n" not in inner and all(each[3] == "\\" for each in others):
        plain = re.sub(r"\\([\"\\])", r"\1", inner).replace("'", "''")
        return f"'{plain}'"
    for place in reversed(lost):
        inner = f"{inner[:place]}\\{inner[place:]}"
    return f'"{inner}"'


def tell_lost(raw: str, place: int) -> str:
    """What is wrong with the backslash at a place of a text between double quotes."""
    found = _ESCAPE.match(raw, place)
    shown = found[0] if found else "\\"
    return f"double quotes change '{shown}': a backslash begins an escape there"


def _list_lost(raw: str, formulas: Collection[int]) -> Iterator[re.Match[str]]:
    for found in _ESCAPE.finditer(raw):
        inside = found.start() in formulas
        if _is_command(found[2], inside) if found[2] else _is_sign(found[3], inside):
            yield found


def _is_command(letters: str, inside: bool) -> bool:
    if letters[0] not in _LETTERS:
        return True
    if not is_known_command(letters):
        return False
    return inside or (len(letters) > 2 and letters not in _WORDS)


def _is_sign(symbol: str | None, inside: bool) -> bool:
    return bool(symbol) and symbol not in _MEANT and (inside or symbol not in _ESCAPED_SIGNS)
