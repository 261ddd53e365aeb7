"""Where lines stop being YAML, and a change that would mend them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from flashcards.source.chunks import count_indent

LONGEST_SHOWN = 200
"""Characters of a line that is shown whole in a hint."""
LONGEST_IN_BRACKETS = 2000
"""The same of a line with texts in brackets."""
KEY_LINE = re.compile(r"\s*(?:-\s+)?[\w.-]+:(?:\s|$)")
"""A line that begins with a field."""
QUOTE_IT = 'put the whole text in quotes: "…"'
QUOTE_INSIDE = "put each text inside the brackets in single quotes: {a: '…', b: '…'}"
_LEAD = re.compile(r"\s*(?:-\s+)?")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Fault(NamedTuple):
    """What the parser stumbled over, and where; lines and columns from 0."""

    line: int
    column: int
    problem: str
    context: str
    from_line: int
    from_column: int


class Broken(NamedTuple):
    """Lines with a fault, and the number of the first of them in the file, from 0."""

    lines: Sequence[str]
    fault: Fault
    start: int

    @property
    def last(self) -> int:
        """The number, among these lines, of the one where the parser gave up."""
        return max(0, min(self.fault.line, len(self.lines) - 1))


class Repair(NamedTuple):
    """A mistake, where it is, how to mend it, and the lines that it changes."""

    line: int
    column: int
    message: str
    hint: str
    changed: Mapping[int, str]
    is_sure: bool = False
    """Whether it is right for its lines, though others below may have mistakes of their own."""

    def apply(self, lines: Sequence[str]) -> list[str]:
        """The lines, mended."""
        return [self.changed.get(number, line) for number, line in enumerate(lines)]


def find_fault(lines: Sequence[str]) -> Fault | None:
    """The first thing in these lines that is not YAML, or None."""
    loader = _LOADER("\n".join(lines) + "\n")
    try:
        while loader.check_event():
            loader.get_event()
    except yaml.MarkedYAMLError as error:
        at: Any = error.problem_mark or error.context_mark
        begun: Any = error.context_mark or at
        problem, context = str(error.problem or "not YAML"), str(error.context or "")
        return Fault(at.line, at.column, problem, context, begun.line, begun.column)
    except yaml.YAMLError as error:
        return Fault(0, 0, str(error).split("\n", 1)[0], "", 0, 0)
    finally:
        loader.dispose()
    return None


def is_bare_text(lines: Sequence[str]) -> bool:
    """Whether lines that are YAML are a list of one text."""
    loader = _LOADER("\n".join(lines) + "\n")
    try:
        kinds = [type(loader.get_event()) for _ in range(5)]
    finally:
        loader.dispose()
    return kinds[2:] == [yaml.SequenceStartEvent, yaml.ScalarEvent, yaml.SequenceEndEvent]


def show_line(line: str, in_brackets: bool = False) -> str:
    """A hint to write this line; of a text in brackets nobody would know which quotes are new."""
    if len(line) <= (LONGEST_IN_BRACKETS if in_brackets else LONGEST_SHOWN):
        return f"write: {line.strip()}"
    return QUOTE_INSIDE if in_brackets else QUOTE_IT


def find_block_end(lines: Sequence[str], number: int) -> int:
    """The last line that is indented further than the field of this one."""
    found = _LEAD.match(lines[number])
    column = found.end() if found else 0
    end = number
    while end + 1 < len(lines) and lines[end + 1].strip() and count_indent(lines[end + 1]) > column:
        end += 1
    return end
