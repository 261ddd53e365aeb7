r"""Whether a formula is whole: what is opened is closed, and nothing else is.

MathJax shows an error in the place of `\sqrt{x` or `\left( x`; some pages would not even
find the end of the formula.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"\\(?P<env>begin|end)\s*\{\s*(?P<name>[^}]*?)\s*\}"
    r"|\\(?P<side>left|right)(?![A-Za-z])\s*(?P<mark>\\[A-Za-z]+|\\.|[^\\])?"
    r"|\\(?:[A-Za-z]+|.)|(?P<brace>[{}])",
    re.DOTALL,
)
_MARKS = re.compile(
    r"[()\[\]|/.<>]|\\[{}|]|\\(?:[lr](?:angle|ceil|floor|brace|brack|vert|Vert|group|moustache)"
    r"|[vV]ert|backslash|(?:up|down|updown|Up|Down|Updown)arrow)"
)
"""What may stand behind `\\left` and `\\right`."""
_MIRRORED = {"(": ")", "[": "]", "<": ">", "|": "|", r"\{": r"\}", r"\|": r"\|"}


class Break(NamedTuple):
    """What keeps a formula from being one, and the formula without it."""

    message: str
    mended: str


class _Open(NamedTuple):
    """Something that waits for its end."""

    written: str
    end: str


def find_break(formula: str) -> Break | None:
    """The first brace, `\\left` or `\\begin` without its other half; None if all are whole."""
    waiting: list[_Open] = []
    for found in _TOKEN.finditer(formula):
        if found["side"] and not (found["mark"] and _MARKS.fullmatch(found["mark"])):
            message = rf"'\{found['side']}' has no bracket behind it"
            return Break(
                message, _cut(formula, found.start(), found.start() + len(found["side"]) + 1)
            )
        if opened := _open(found):
            waiting.append(opened)
        elif shown := _close(found):
            if not waiting or not _fits(waiting[-1], shown):
                return _report_stray(formula, found, shown, waiting)
            waiting.pop()
    if not waiting:
        return None
    closed = "".join(each.end for each in reversed(waiting))
    return Break(f"'{waiting[0].written}' is never closed", formula.rstrip() + closed)


def _open(found: re.Match[str]) -> _Open | None:
    if found["brace"] == "{":
        return _Open("{", "}")
    if found["side"] == "left":
        mark = found["mark"]
        return _Open(rf"\left{mark}", rf" \right{_MIRRORED.get(mark, '.')}")
    if found["env"] == "begin":
        name = found["name"]
        return _Open(rf"\begin{{{name}}}", rf" \end{{{name}}}")
    return None


def _close(found: re.Match[str]) -> str:
    """What a token closes, as it is written; empty if it closes nothing."""
    if found["brace"] == "}":
        return "}"
    if found["side"] == "right":
        return rf"\right{found['mark']}"
    return rf"\end{{{found['name']}}}" if found["env"] == "end" else ""


def _fits(opened: _Open, shown: str) -> bool:
    if opened.written.startswith(r"\left"):
        return shown.startswith(r"\right")
    return opened.end.strip() == shown


def _report_stray(formula: str, found: re.Match[str], shown: str, waiting: list[_Open]) -> Break:
    """An end that is none of what is open: something is missing before it, or it is too much."""
    for depth, each in enumerate(reversed(waiting)):
        if _fits(each, shown):
            missing = "".join(inner.end for inner in list(reversed(waiting))[:depth])
            mended = formula[: found.start()] + missing + formula[found.start() :]
            return Break(f"'{waiting[-1].written}' is never closed", mended)
    end = found.end() if not found["side"] else found.start() + len(r"\right")
    return Break(f"'{shown}' closes nothing", _cut(formula, found.start(), end))


def _cut(formula: str, start: int, end: int) -> str:
    return formula[:start] + formula[end:]
