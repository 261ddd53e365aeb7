"""What the YAML parser says of a syntax error, in plain words; and escapes that lose a backslash.

Inside double quotes YAML reads a backslash as the beginning of an escape, as Python does. Whoever
writes TeX or a path of Windows there loses characters without notice.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from flashcards.errors import Position, Problem
from flashcards.text.plain_text import read_word_list

_LOOK = "look for a missing quote, bracket or indentation at or above this line"
_BEGINS = "a text cannot begin with '{sign}'; put the text in quotes: \"…\""
_NO_FIT = f"this line does not fit those above it; {_LOOK}"
_TAB = f"a tab cannot indent; {_LOOK}"
_BRACKETS = (
    "what stands in these brackets cannot be read: a text needs quotes, or a comma is missing"
)
_MERGE = re.compile(r"<{7}|={7}|>{7}")
"""What a merge puts above, between and below two versions."""

_MESSAGES = (
    ("", "found character that cannot start any token", _BEGINS, False),
    ("", "undefined alias", _BEGINS, False),
    (
        "",
        "mapping values are not allowed",
        f"': ' inside a text that has no quotes; {_LOOK}",
        False,
    ),
    (
        "",
        "block sequence entries are not allowed",
        f"a list cannot begin here: '-' after a field; {_LOOK}",
        False,
    ),
    (
        "quoted scalar",
        "unknown escape",
        "this is no escape: in double quotes a backslash begins one; double this backslash, or "
        "write the text in single quotes",
        False,
    ),
    ("quoted scalar", "", f"this {{sign}} is never closed; {_LOOK}", True),
    ("simple key", "", f"this line has no field: a colon is missing; {_LOOK}", True),
    ("flow", "", f"this '{{sign}}' is never closed; {_LOOK}", True),
    ("alias", "", _BEGINS, True),
    ("anchor", "", _BEGINS, True),
    ("tag", "", _BEGINS, True),
    ("block scalar", "", f"a text cannot begin on the line of its bar; {_LOOK}", False),
    ("block mapping", "", _NO_FIT, False),
    ("block collection", "", _NO_FIT, False),
    ("", "tab", _TAB, False),
    ("", "document start", _NO_FIT, False),
    ("", "", f"not YAML: {{problem}}; {_LOOK}", False),
)
"""Words of the parser's context and problem, the message for them, and whether it is reported
where the part begins."""


def describe_syntax_error(error: yaml.YAMLError, text: str, file: str) -> Problem:
    """Return the problem that a syntax error is."""
    problem = str(getattr(error, "problem", None) or error).split("\n", 1)[0]
    context = str(getattr(error, "context", None) or "")
    message, from_start = next(
        (known, begins)
        for in_context, in_problem, known, begins in _MESSAGES
        if in_context in context and in_problem in problem
    )
    at: Any = getattr(error, "problem_mark", None)
    begun: Any = getattr(error, "context_mark", None)
    mark = (begun or at) if from_start else (at or begun)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = re.split(r"\r\n|\n|\r", text)
    if line >= len(lines):
        line, column = len(lines) - 1, 0
    sign = lines[line][column : column + 1]
    if (
        context
        and "flow" in context
        and {"[": "]", "{": "}"}.get(sign, "\n") in lines[line][column:]
    ):
        message = _BRACKETS
    if sign == "\t":
        message = _TAB
    if _MERGE.match(lines[line]):
        message = "a merge left both of its versions here; keep one of the two"
    at = Position(file, line + 1, column + 1)
    return Problem(at, message.format(sign=sign, problem=problem))


_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|(?P<word>[A-Za-z]+)|(?P<sign>.))",
    re.DOTALL,
)
_FORMULA = re.compile(r"\$(?=\S)(?:[^$\\]|\\.)+?\$(?![0-9])", re.DOTALL)
_DRIVE = re.compile(r"(?<!\w)[C-Z]:\\(?!n(?:[A-Z0-9\s\\]|$))\w")
"""A path of Windows; `C:\nThe` is a line break."""
_MEANT = ('"', "\\", "\n", "\r")
"""Signs that every author escapes on purpose."""
_UNSEEN = tuple("abfv")
"""Letters whose escapes are characters that nobody sees: nobody means them."""
_TEX = read_word_list(
    "Lambda Nu Phi Pi Psi ell emptyset epsilon equiv eta exists exp nabla ne neg neq nexists ni "
    "nmid not notin nparallel nu rVert rangle rceil rfloor rho right rightarrow rvert tan tanh tau "
    "text textbf textit textrm texttt tfrac therefore theta tilde times to top triangle"
)
"""Commands of TeX that begin as an escape does."""
_WORDS = frozenset(("nmid", "nexists", "nparallel", "tan"))
"""Commands that are a word after a line break or a tab: `"left\nmid"`."""


def find_lost_backslash(raw: str) -> re.Match[str] | None:
    """Return the first escape of a text in double quotes that is meant as TeX or as a path."""
    if "\\" not in raw:
        return None
    formulas = [match.span() for match in _FORMULA.finditer(raw)]
    path = _DRIVE.search(raw)
    for match in _ESCAPE.finditer(raw):
        word, sign = match["word"] or "", match["sign"] or ""
        in_formula = any(start < match.start() < end for start, end in formulas)
        in_path = path is not None and match.start() > path.start() and sign not in _MEANT
        is_command = word in _TEX and (in_formula or (len(word) > 2 and word not in _WORDS))
        is_sign = sign == "_" or (in_formula and sign in ("/", " ", "\t", "0"))
        if in_path or is_command or is_sign or word.startswith(_UNSEEN):
            return match
    return None
