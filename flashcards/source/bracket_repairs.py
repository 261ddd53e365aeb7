"""Lists and mappings in brackets that YAML refuses: texts without quotes, brackets left open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.source.brackets import Edit, apply_edits, find_edits, is_collection
from flashcards.source.chunks import count_indent
from flashcards.source.fault import Broken, Repair, find_block_end, show_line

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
_FLOW_START = re.compile(r"\s*(?:-\s+)?(?:([\w.-]+):\s+)?(?=[\[{])")
_CLOSERS = {"[": "]", "{": "}"}
_LONG = 20
"""Lines that brackets may have above a fault."""


def repair_in_brackets(broken: Broken) -> Iterator[Repair]:
    """Texts in brackets that need quotes, and what else is wrong with their members."""
    for number in _find_starts(broken):
        end = find_block_end(broken.lines, number)
        for last in dict.fromkeys((number, broken.last, end)):
            if number <= last <= end:
                yield from _mend_members(broken.lines, number, last)


def mend_line_in_brackets(
    line: str, column: int = -1, is_member: bool = False
) -> tuple[str, str] | None:
    """What is wrong in the brackets of a line, and a hint with the line as it should be.

    What begins at `column` is a text. The brackets may end below the line, and those of a
    member have begun above it. None if nothing is found that helps.
    """
    line = line.rstrip()
    for text, start in _list_brackets(line, is_member):
        if edits := find_edits(text, start, (column,)):
            first = min(edits, key=lambda edit: edit.at)
            return first.message, show_line(apply_edits(line, edits), in_brackets=True)
    return None


def repair_bracket(broken: Broken) -> Iterator[Repair]:
    """A list or mapping in brackets that is not closed on its line."""
    for number in sorted({min(broken.fault.from_line, broken.last), broken.last}):
        line = broken.lines[number]
        start = _find_flow(line)
        missing, column = _find_open_brackets(line, start) if start is not None else ("", 0)
        if missing:
            mended = line.rstrip().rstrip(",") + missing
            message = _tell_open(line[column])
            yield Repair(number, column, message, show_line(mended), {number: mended})
            end = find_block_end(broken.lines, number)
            hint = f"write {missing} at the end of line {broken.start + end + 1}"
            changed = {end: broken.lines[end].rstrip().rstrip(",") + missing}
            yield Repair(number, column, message, hint, changed)


def repair_stray_bracket(broken: Broken) -> Iterator[Repair]:
    """A line that only closes what was never opened."""
    for number in range(broken.last, max(-1, broken.last - 2), -1):
        line = broken.lines[number]
        if line.strip() and not line.strip(" ]}),;"):
            message = f"'{line.strip()}' closes nothing"
            yield Repair(number, count_indent(line), message, "remove this line", {number: ""})


def _list_brackets(line: str, is_member: bool) -> Iterator[tuple[str, int]]:
    """Whole brackets that a line may stand for, with where they begin; its places stay."""
    start = _find_flow(line)
    if start is not None:
        yield line, start
        yield line + _find_open_brackets(line, start)[0], start
    if is_member and (indent := count_indent(line)):
        body = f"{line[: indent - 1]}{{{line[indent:]}"
        yield body + "}", indent - 1
        while body[-1] in "}], ":
            body = body[:-1]
            yield body + "}", indent - 1


def _find_starts(broken: Broken) -> Iterator[int]:
    """Lines at or above the fault whose brackets may be the ones with it."""
    for number in range(broken.last, max(-1, broken.last - _LONG), -1):
        found = _FLOW_START.match(broken.lines[number])
        if found is None:
            continue
        value, field = broken.lines[number][found.end() :], found[1] or ""
        if is_collection(value, field) or (value[0] == "[" and not field):
            yield number


def _mend_members(lines: Sequence[str], first: int, last: int) -> Iterator[Repair]:
    """One repair for each line of these brackets that has something to mend."""
    text = "\n".join(lines[first : last + 1]).rstrip()
    start = _find_flow(text) or 0
    missing = _find_open_brackets(text, start)[0]
    edits = find_edits(text, start)
    if edits is None and missing:
        edits = find_edits(text + missing, start)
    elif edits is not None:
        missing = ""
    if not edits:
        return
    offset = 0
    for number in range(first, last + 1):
        inside = range(offset, offset + len(lines[number]) + 1)
        own = [_shift(edit, offset) for edit in edits if edit.start in inside]
        if own:
            closers = missing if number == last else ""
            repair = _make_repair(lines[number], number, own, closers)
            yield repair._replace(is_sure=first == last and not missing)
        offset = inside.stop


def _make_repair(line: str, number: int, edits: Sequence[Edit], closers: str) -> Repair:
    mended = apply_edits(line.rstrip(), edits) + closers
    first = min(edits, key=lambda edit: edit.at)
    message, column = first.message, first.at
    if closers:
        column = _find_flow(line) or 0
        message = _tell_open(line[column])
    hint = show_line(mended, in_brackets=True)
    return Repair(number, column, message, hint, {number: mended})


def _shift(edit: Edit, by: int) -> Edit:
    return edit._replace(start=edit.start - by, end=edit.end - by, at=edit.at - by)


def _tell_open(bracket: str) -> str:
    return f"this '{bracket}' is never closed"


def _find_open_brackets(line: str, start: int) -> tuple[str, int]:
    """The brackets that close what is open at the end of a line, and where the last one opens."""
    plain = _QUOTED.sub(lambda found: "x" * len(found[0]), line)
    opened: list[int] = []
    for place in range(start, len(plain)):
        if plain[place] in _CLOSERS:
            opened.append(place)
        elif opened and plain[place] == _CLOSERS[plain[opened[-1]]]:
            opened.pop()
    closers = "".join(_CLOSERS[plain[place]] for place in reversed(opened))
    return closers, opened[-1] if opened else start


def _find_flow(line: str) -> int | None:
    """Where a list or mapping in brackets begins that is all that the line has, or its value."""
    found = _FLOW_START.match(line)
    return found.end() if found else None
