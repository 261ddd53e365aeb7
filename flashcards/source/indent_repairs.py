"""Lines that begin in the wrong column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flashcards.source.chunks import count_indent, is_blank
from flashcards.source.fault import KEY_LINE, Broken, Repair

_BLOCK = re.compile(r"\s*(?:-\s+)?[\w.-]+:\s*[|>][-+0-9]*\s*$")
_FIRST_FIELD = re.compile(r"\s*(?:-\s+)?(?=[\w.-]+:(?:\s|$))")
_NEAR = 2
"""Lines above a fault that may be indented wrongly."""


def repair_indent(broken: Broken) -> Iterator[Repair]:
    """A field that does not begin under the fields above it."""
    lines = broken.lines
    above = [_find_field_column(line) for line in lines[: broken.last] if not is_blank(line)]
    known = {column for column in above if column is not None}
    for number in range(broken.last, max(-1, broken.last - _NEAR), -1):
        if KEY_LINE.match(lines[number]) and not lines[number].lstrip().startswith("- "):
            indent = count_indent(lines[number])
            for column in sorted(known - {indent}, key=lambda each: abs(each - indent)):
                yield from _move_line(broken, number, column - indent)


def repair_block(broken: Broken) -> Iterator[Repair]:
    """Lines below `code: |` that are not indented further than `code`."""
    lines = broken.lines
    for number in range(broken.last, -1, -1):
        if _BLOCK.match(lines[number]):
            yield from _indent_block(broken, number)
            return


def shift_item(lines: Sequence[str], by: int, start: int) -> Iterator[Repair]:
    """An entry that begins in another column than the entries before it."""
    message = "this entry begins in another column than the first one"
    for changed in ({0: _shift(lines[0], by)}, _shift_hanging(lines, 0, by)):
        hint = tell_shift(changed, by, start)
        yield Repair(0, count_indent(lines[0]), message, hint, changed)


def tell_shift(changed: Mapping[int, str], by: int, start: int) -> str:
    """A hint to move lines; `start` is the number in the file of the first of all lines."""
    numbers = sorted(changed)
    if len(numbers) == 1:
        return f"begin this line at column {count_indent(changed[numbers[0]]) + 1}"
    side = "right" if by > 0 else "left"
    columns = f"{abs(by)} column{'s' if abs(by) > 1 else ''}"
    first, last = numbers[0] + start + 1, numbers[-1] + start + 1
    return f"move lines {first} to {last} {columns} to the {side}"


def _move_line(broken: Broken, number: int, by: int) -> Iterator[Repair]:
    lines = broken.lines
    message = "this line is indented too far" if by < 0 else "this line is not indented far enough"
    alone = {number: _shift(lines[number], by)}
    hanging = _shift_hanging(lines, number, by)
    for changed in (hanging, alone) if len(hanging) > 1 else (alone,):
        hint = tell_shift(changed, by, broken.start)
        yield Repair(number, count_indent(lines[number]), message, hint, changed)


def _indent_block(broken: Broken, number: int) -> Iterator[Repair]:
    lines = broken.lines
    owner = _find_field_column(lines[number]) or 0
    first = number + 1
    while first < len(lines) and (not lines[first].strip() or count_indent(lines[first]) > owner):
        first += 1
    end = first
    while end < len(lines) and not KEY_LINE.match(lines[end]):
        end += 1
    if first == end:
        return
    inner = [count_indent(line) for line in lines[number + 1 : first] if line.strip()]
    by = (inner[0] if inner else owner + 2) - count_indent(lines[first])
    changed = {at: _shift(lines[at], by) for at in range(first, end) if lines[at].strip()}
    message = "a line of a block must be indented further than its field"
    hint = tell_shift(changed, by, broken.start)
    yield Repair(first, count_indent(lines[first]), message, hint, changed)


def _shift_hanging(lines: Sequence[str], first: int, by: int) -> dict[int, str]:
    """A line, and those below that hang on it, moved by so many columns."""
    indent = count_indent(lines[first])
    changed = {first: _shift(lines[first], by)}
    for number in range(first + 1, len(lines)):
        if lines[number].strip() and count_indent(lines[number]) <= indent:
            break
        changed[number] = _shift(lines[number], by)
    return {number: line for number, line in changed.items() if line.strip()}


def _shift(line: str, by: int) -> str:
    if not line.strip():
        return line
    return " " * by + line if by > 0 else line[min(-by, count_indent(line)) :]


def _find_field_column(line: str) -> int | None:
    """Where the first field of a line begins, after a dash if there is one."""
    found = _FIRST_FIELD.match(line)
    return found.end() if found else None
