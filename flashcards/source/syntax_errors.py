"""What the YAML parser says about a syntax error, in plain words and at its place."""

from __future__ import annotations

import re
from typing import Any

import yaml

from flashcards.errors import Position, Problem
from flashcards.words.message import Message

_MERGE = re.compile(r"<{7}|={7}|>{7}")
"""What a merge puts above, between and below two versions."""
_MESSAGES = (
    ("", "found character that cannot start any token", "yaml-begins-with", False),
    ("", "mapping values are not allowed", "yaml-colon-inside", False),
    ("", "block sequence entries are not allowed", "yaml-dash-here", False),
    ("quoted scalar", "unknown escape", "yaml-escape", False),
    ("quoted scalar", "", "yaml-open-quote", True),
    ("simple key", "", "yaml-no-colon-here", True),
    ("flow", "", "yaml-open-bracket", True),
    ("alias", "", "yaml-begins-with", True),
    ("anchor", "", "yaml-begins-with", True),
    ("tag", "", "yaml-begins-with", True),
    ("block scalar", "", "yaml-behind-bar", False),
    ("block mapping", "", "yaml-no-fit", False),
    ("block collection", "", "yaml-no-fit", False),
    ("", "tab", "yaml-tab", False),
    ("", "document start", "yaml-no-fit", False),
)
"""Words of the parser, the message for them, and whether it is told where the part begins."""

_HINTS = {"yaml-begins-with": "hint-put-in-quotes", "yaml-escape": "hint-double-backslash"}


def describe_syntax_error(error: yaml.YAMLError, text: str, file: str) -> Problem:
    """The problem that a syntax error is."""
    problem = str(getattr(error, "problem", error)).split("\n", 1)[0]
    context = str(getattr(error, "context", ""))
    id, from_start = "yaml-other", False
    for in_context, in_problem, known, begins in _MESSAGES:
        if in_context in context and in_problem in problem:
            id, from_start = known, begins
            break
    at: Any = getattr(error, "problem_mark", None)
    begun: Any = getattr(error, "context_mark", None)
    mark = (begun or at) if from_start else (at or begun)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = re.split(r"\r\n|\n|\r", text)
    if line >= len(lines):
        line, column = len(lines) - 1, 0
    sign = lines[line][column : column + 1]
    message = Message(id, sign=sign, mark=sign, problem=problem)
    hint = Message(_HINTS.get(id, "hint-look-above"))
    if id == "yaml-open-bracket" and {"[": "]", "{": "}"}.get(sign, "") in lines[line][column:]:
        message = Message("yaml-in-brackets")
    if sign == "\t":
        message, hint = Message("yaml-tab"), Message("hint-look-above")
    if _MERGE.match(lines[line]):
        message, hint = Message("yaml-merge"), Message("hint-merge")
    return Problem(Position(file, line + 1, column + 1), message, hint)
