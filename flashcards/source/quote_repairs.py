"""Texts whose quotes are wrong, and texts that need quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.source.backslashes import find_lost_backslashes, mend_quoted, tell_lost
from flashcards.source.brackets import is_collection
from flashcards.source.chunks import count_indent
from flashcards.source.fault import KEY_LINE, Broken, Repair, find_block_end, show_line
from flashcards.source.field_names import NOT_PROSE, list_field_names, list_text_fields
from flashcards.source.flow_scalars import quote_text
from flashcards.source.line_repairs import split_field

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
_BAR = re.compile(r"(\s*(?:-\s+)?[\w.-]+:\s+)([|>][-+]?)\s+(\S.*)$")
_FENCE = re.compile(r"(\s*(?:-\s+)?[\w.-]+:\s+)(```\w*)\s*$")
_NAME = re.compile(r"\s*(?:-\s+)?([\w.-]+)")
_ITEM = re.compile(r"(\s*-\s+)(\S.*)$")
_SIGNS = "`@%*&!|>?[{,-"
_NEAR = 3
"""Lines above a fault in which its text may begin."""
_LONG = 20
"""Lines that a text without quotes may have above a fault."""


def repair_escape(broken: Broken) -> Iterator[Repair]:
    """A backslash in double quotes that begins no escape."""
    fault = broken.fault
    if "quoted scalar" not in fault.context or fault.from_line >= len(broken.lines):
        return
    line = broken.lines[fault.from_line]
    found = _QUOTED.match(line, fault.from_column)
    lost = find_lost_backslashes(found[0][1:-1]) if found else []
    if found and lost:
        mended = line[: found.start()] + mend_quoted(found[0], lost) + line[found.end() :]
        column = found.start() + 1 + lost[0]
        message = tell_lost(found[0][1:-1], lost[0])
        changed = {fault.from_line: mended}
        yield Repair(fault.from_line, column, message, show_line(mended), changed)


def repair_quote(broken: Broken) -> Iterator[Repair]:
    """A quote that is not closed, or closed before the text ends."""
    for number in range(broken.last, -1, -1):
        parts = split_field(broken.lines[number])
        if parts is None or parts[1][0] not in "\"'":
            continue
        found = _QUOTED.match(parts[1])
        rest = parts[1][found.end() :].lstrip() if found else ""
        if found is None:
            yield from _close_quote(broken, number, *parts)
        elif rest and not rest.startswith("#"):
            mark = parts[1][0]
            inner = parts[1][1:-1] if parts[1].endswith(mark) else parts[1]
            mended = parts[0] + quote_text(inner)
            message = "this quote closes the text, and it goes on"
            column = len(parts[0]) + found.end() - 1
            yield Repair(number, column, message, show_line(mended), {number: mended})


def repair_text(broken: Broken) -> Iterator[Repair]:
    """A text that needs quotes."""
    fault = broken.fault
    for number in range(broken.last, max(-1, broken.last - _NEAR), -1):
        parts = split_field(broken.lines[number])
        if parts is None or number not in (fault.line, fault.from_line):
            continue
        prefix, text = parts
        if is_collection(text, _get_name(prefix)):
            continue  # quotes would make one text of all its texts
        begins_with_sign = text[0] in _SIGNS
        column = len(prefix) if begins_with_sign or number != fault.line else fault.column
        message = _describe_text(text, broken.lines[number][column : column + 1])
        mended = prefix + quote_text(text)
        yield Repair(number, column, message, show_line(mended), {number: mended})


def repair_open_text(broken: Broken) -> Iterator[Repair]:
    """A text of several lines below its field, without the `|` that keeps them as they are."""
    for number in range(broken.last, -1, -1):
        line = broken.lines[number].rstrip()
        if _holds_fields(broken.lines, number):
            continue
        if line.endswith(":") and KEY_LINE.match(line) and number < broken.last:
            message = "a text of several lines needs '|' after the colon"
            changed = {number: f"{line} |"}
            yield Repair(number, len(line) - 1, message, show_line(changed[number]), changed)
            return


def _holds_fields(lines: Sequence[str], number: int) -> bool:
    """Whether what stands below a line is a mapping or a list: its field says so, or its lines."""
    name = _get_name(lines[number])
    if name in list_field_names() - list_text_fields() - {"why"}:
        return True
    below = lines[number + 1] if number + 1 < len(lines) else ""
    return name not in list_field_names() and bool(KEY_LINE.match(below))


def repair_long_text(broken: Broken) -> Iterator[Repair]:
    """A text that goes on in the next lines and needs quotes around all of them."""
    lines, last = broken.lines, broken.last
    for number in range(last, max(-1, last - _LONG), -1):
        parts = split_field(lines[number])
        end = find_block_end(lines, number)
        if parts is None or end < last or any(map(_begins_field, lines[number + 1 : end + 1])):
            continue
        if is_collection(parts[1], _get_name(parts[0])):
            continue
        text = "\n".join([parts[1], *lines[number + 1 : end + 1]])
        mark = "'" if '"' in text or "\\" in text else '"'
        if end > number and mark not in text:
            hint = f"write {mark} before the text in line {broken.start + number + 1}"
            hint += f" and {mark} at the end of line {broken.start + end + 1}"
            changed = {number: parts[0] + mark + parts[1], end: lines[end].rstrip() + mark}
            message = _describe_text(parts[1], lines[last][broken.fault.column :][:1])
            yield Repair(last, broken.fault.column, message, hint, changed)


def repair_item(broken: Broken) -> Iterator[Repair]:
    """A text behind a dash that needs quotes."""
    found = _ITEM.match(broken.lines[broken.last].rstrip())
    is_text = found and not is_collection(found[2], "")
    if found and is_text and not KEY_LINE.match(broken.lines[broken.last]):
        mended = found[1] + quote_text(found[2])
        message = _describe_text(found[2], "")
        changed = {broken.last: mended}
        yield Repair(broken.last, found.start(2), message, show_line(mended), changed)


def repair_bar(broken: Broken) -> Iterator[Repair]:
    """A text that begins on the line of its `|`, or that stands between fences."""
    for number in range(broken.last, max(-1, broken.last - _LONG), -1):
        end = find_block_end(broken.lines, number)
        if end == number:
            continue
        if found := _BAR.match(broken.lines[number]):
            hint = f"move what follows '{found[2]}' to a line of its own below"
            message = f"a text cannot begin on the line of its '{found[2]}'"
            changed = {number: found[1] + found[2]}
            yield Repair(number, found.start(3), message, hint, changed)
        elif found := _FENCE.match(broken.lines[number]):
            hint = f"write '|' in place of '{found[2]}', and remove line {broken.start + end + 1}"
            changed = {number: f"{found[1]}|", end: ""}
            message = "a block of code has no fences here"
            yield Repair(number, found.start(2), message, hint, changed)


def repair_stray_line(broken: Broken) -> Iterator[Repair]:
    """A line of a text that is not indented further than the field of the text."""
    number = broken.fault.from_line
    if "simple key" not in broken.fault.context or not 0 < number < len(broken.lines):
        return
    above = split_field(broken.lines[number - 1])
    name = _NAME.match(broken.lines[number - 1])
    if above and name and name[1] not in NOT_PROSE:
        indent = count_indent(broken.lines[number])
        hint = f"begin this line at column {indent + 3}: it belongs to the text above"
        changed = {number: f"  {broken.lines[number]}"}
        yield Repair(number, indent, "this line has no field", hint, changed)


def _close_quote(broken: Broken, number: int, prefix: str, text: str) -> Iterator[Repair]:
    lines, mark = broken.lines, text[0]
    column, message = len(prefix), f"this {mark} is never closed"
    if mark not in text[1:]:
        mended = lines[number].rstrip() + mark
        yield Repair(number, column, message, show_line(mended), {number: mended})
    end = number + 1
    while end < len(lines) and lines[end].strip() and not KEY_LINE.match(lines[end]):
        end += 1
    if end > number + 1:
        hint = f"write {mark} at the end of line {broken.start + end}"
        yield Repair(number, column, message, hint, {end - 1: lines[end - 1].rstrip() + mark})
    mended = prefix + quote_text(text)
    yield Repair(number, column, message, show_line(mended), {number: mended})


def _get_name(line: str) -> str:
    found = _NAME.match(line)
    return found[1] if found else ""


def _begins_field(line: str) -> bool:
    found = _NAME.match(line)
    return bool(found and found[1] in list_field_names() and KEY_LINE.match(line))


def _describe_text(text: str, here: str) -> str:
    if text[0] in _SIGNS and here != ":":
        return f"a text cannot begin with '{text[0]}'"
    return "': ' inside a text that has no quotes" if here == ":" else "this text needs quotes"
