r"""Quotes around a text: those that it needs, curly ones that are none, and lost backslashes.

Inside double quotes YAML reads a backslash as the beginning of an escape, as Python does.
Whoever writes TeX or a path of Windows there loses letters, some with an error and some in
silence. Outputs such as `"3\n1"` are what escapes are for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

import yaml
from yaml.events import ScalarEvent

from flashcards.text.plain_text import read_word_list
from flashcards.words.message import Message

SIGNS = "`@%*&!|>?[{,-"
"""Signs that begin something else than a text."""
QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", re.DOTALL)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_OPENING = "\u201c\u201e\u00ab\u2018\u00b4\uff02\u2039"
CLOSING = "\u201d\u201c\u00bb\u2019\u00b4\uff02\u203a"
CURLY = frozenset(_OPENING)
_WHOLE = re.compile(rf"[{_OPENING}]([^{_OPENING}{CLOSING}\n]*)[{CLOSING}]")
_BEFORE = re.compile(r"(?:[:,-]\s+|[\[{,]|^\s*)\Z")
_BEHIND = re.compile(r"\s*(?:[,}\]]|\Z|#(?<=\s#))")

_ESCAPE = re.compile(
    r"\\(?:(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|([A-Za-z]+)|(.)|\Z)", re.DOTALL
)
_FORMULA = re.compile(r"\$(?=\S)(?:[^$\\]|\\.)+?\$(?![0-9])", re.DOTALL)
_DRIVE = re.compile(r"(?<!\w)[C-Z]:\\(?!n(?:[A-Z0-9\s\\]|$))\w")
"""A path of Windows; `C:\nThe` is a line break."""
_LETTERS = frozenset("abefnrtvLNP")
"""Letters that make an escape; another one after a backslash is an error to YAML."""
_UNSEEN = frozenset("abfv")
"""Letters whose escapes are characters that nobody sees: nobody means them."""
_TEX = read_word_list(
    "ell epsilon equiv eta exists exp nabla ne neg neq not notin nu rangle rfloor rho right "
    "rightarrow tanh tau text textbf tfrac theta tilde times to top Lambda Nu Phi Pi Psi"
)
"""Commands that begin as an escape does."""
_ESCAPED_SIGNS = frozenset(" /\t0")
"""Signs that make an escape, and are no TeX outside of a formula."""
_MEANT = frozenset('"\\\n\r')
"""Characters that every author escapes on purpose."""


def quote_text(text: str) -> str:
    """A text in the quotes that need the least change to it; a formula in single ones."""
    if '"' not in text and "\\" not in text and ("$" not in text or "'" in text):
        return f'"{text}"'
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def quote_in_brackets(text: str) -> str:
    """A text as it may stand in brackets: as it is, or in quotes."""
    return text if reads_as(text, "{x: %s}") else quote_text(text)


def reads_as(value: str, brackets: str) -> bool:
    """Whether YAML reads a text without quotes in these brackets as it is."""
    loader = _LOADER(brackets % value)
    events = []
    try:
        while loader.check_event():
            events.append(loader.get_event())
    except yaml.YAMLError:
        return False
    finally:
        loader.dispose()
    texts = [each for each in events if isinstance(each, ScalarEvent)]
    count = 2 if brackets[0] == "{" else 1
    plain = len(texts) == count and len(events) == count + 6
    return plain and texts[-1].value == value and not (texts[-1].anchor or texts[-1].tag)


def unquote_curly(text: str) -> str | None:
    """What is between the curly quotes that begin and end a text; None if there are none."""
    found = _WHOLE.fullmatch(text)
    return found[1] if found else None


def tell_curly(mark: str) -> Message:
    """What is wrong with a text that begins with this mark."""
    return Message("yaml-curly", mark=mark)


def mend_curly(line: str, column: int) -> str | None:
    """A line with quotes in place of all curly ones around a whole value; `column` is the first.

    None if another one is the first, or there is none.
    """
    found = [each for each in _WHOLE.finditer(line) if _is_value(line, each)]
    if not found or found[0].start() != column:
        return None
    for each in reversed(found):
        line = line[: each.start()] + quote_text(each[1]) + line[each.end() :]
    return line


def _is_value(line: str, found: re.Match[str]) -> bool:
    """Whether the quotes are around all of a value: of a field, in brackets or behind a dash."""
    before = _BEFORE.search(line, 0, found.start())
    return before is not None and bool(_BEHIND.match(line, found.end()))


def find_lost_backslashes(raw: str) -> list[int]:
    """Places of backslashes in a text between double quotes that YAML would not leave there."""
    inside = {
        place for found in _FORMULA.finditer(raw) for place in range(found.start(), found.end())
    }
    path = _DRIVE.search(raw)
    return [each.start() for each in _list_lost(raw, inside, path.start() if path else len(raw))]


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


def tell_lost(raw: str, place: int) -> Message:
    """What is wrong with the backslash at a place of a text between double quotes."""
    found = _ESCAPE.match(raw, place)
    return Message("yaml-backslash", shown=found[0] if found else "\\")


def _list_lost(raw: str, formulas: Collection[int], path: int) -> Iterator[re.Match[str]]:
    for found in _ESCAPE.finditer(raw):
        inside = found.start() in formulas
        in_path = found.start() > path and found[3] not in _MEANT
        is_tex = _is_command(found[2], inside) if found[2] else _is_sign(found[3], inside)
        if in_path or is_tex:
            yield found


def _is_command(letters: str, inside: bool) -> bool:
    if letters[0] not in _LETTERS or letters[0] in _UNSEEN:
        return True
    if letters == "tan":  # else a word behind a tab
        return inside
    return letters in _TEX and (inside or len(letters) > 2)


def _is_sign(symbol: str | None, inside: bool) -> bool:
    return bool(symbol) and symbol not in _MEANT and (inside or symbol not in _ESCAPED_SIGNS)
