"""Texts whose quotes or brackets are wrong, and texts that need quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.source.backslashes import find_lost_backslashes, mend_quoted, tell_lost
from flashcards.source.chunks import count_indent
from flashcards.source.fault import KEY_LINE, Broken, Repair, show_line
from flashcards.source.field_names import NOT_PROSE, list_field_names
from flashcards.source.line_repairs import quote_text, split_field

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
_LEAD = re.compile(r"\s*(?:-\s+)?")
_FLOW_START = re.compile(r"\s*(?:-\s+)?(?:[\w.-]+:\s+)?(?=[\[{])")
_BAR = re.compile(r"(\s*(?:-\s+)?[\w.-]+:\s+)([|>][-+]?)\s+(\S.*)$")
_FENCE = re.compile(r"(\s*(?:-\s+)?[\w.-]+:\s+)(```\w*)\s*$")
_NAME = re.compile(r"\s*(?:-\s+)?([\w.-]+)")
_ITEM = re.compile(r"(\s*-\s+)(\S.*)$")
_FLOW_NAME = re.compile(r"[{\[,]\s*(?:[\w.-]+:\s+)?")
_FLOW_TEXT = re.compile(r"[^,}\]]*")
_CLOSERS = {"[": "]", "{": "}"}
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


def repair_bracket(broken: Broken) -> Iterator[Repair]:
    """A list or mapping in brackets that is not closed on its line."""
    for number in sorted({min(broken.fault.from_line, broken.last), broken.last}):
        line = broken.lines[number]
        start = _find_flow(line)
        missing, column = _find_open_brackets(line, start) if start is not None else ("", 0)
        if missing:
            mended = line.rstrip().rstrip(",") + missing
            message = f"this '{line[column]}' is never closed"
            yield Repair(number, column, message, show_line(mended), {number: mended})
            end = _find_end(broken.lines, number)
            hint = f"write {missing} at the end of line {broken.start + end + 1}"
            changed = {end: broken.lines[end].rstrip().rstrip(",") + missing}
            yield Repair(number, column, message, hint, changed)


def repair_flow_value(broken: Broken) -> Iterator[Repair]:
    """A text inside brackets that begins with a sign or has ': ' in it."""
    line, column = broken.lines[broken.last], broken.fault.column
    if _find_flow(line) is None:
        return
    begin = max(line.rfind(sign, 0, column) for sign in "{[,")
    name = _FLOW_NAME.match(line, max(begin, 0))
    start = name.end() if name else column
    end = _FLOW_TEXT.match(line, max(start, column))
    text = line[start : end.end()].rstrip() if end else ""
    if text:
        mended = line[:start] + quote_text(text) + line[start + len(text) :]
        message = _describe_text(text, line[column : column + 1])
        yield Repair(broken.last, column, message, show_line(mended), {broken.last: mended})


def repair_text(broken: Broken) -> Iterator[Repair]:
    """A text that needs quotes."""
    fault = broken.fault
    for number in range(broken.last, max(-1, broken.last - _NEAR), -1):
        parts = split_field(broken.lines[number])
        if parts is None or number not in (fault.line, fault.from_line):
            continue
        prefix, text = parts
        begins_with_sign = text[0] in _SIGNS
        column = len(prefix) if begins_with_sign or number != fault.line else fault.column
        message = _describe_text(text, broken.lines[number][column : column + 1])
        mended = prefix + quote_text(text)
        yield Repair(number, column, message, show_line(mended), {number: mended})


def repair_open_text(broken: Broken) -> Iterator[Repair]:
    """A text of several lines below its field, without the `|` that keeps them as they are."""
    for number in range(broken.last, -1, -1):
        line = broken.lines[number].rstrip()
        if line.endswith(":") and KEY_LINE.match(line) and number < broken.last:
            message = "a text of several lines needs '|' after the colon"
            changed = {number: f"{line} |"}
            yield Repair(number, len(line) - 1, message, show_line(changed[number]), changed)
            return


def repair_long_text(broken: Broken) -> Iterator[Repair]:
    """A text that goes on in the next lines and needs quotes around all of them."""
    lines, last = broken.lines, broken.last
    for number in range(last, max(-1, last - _LONG), -1):
        parts = split_field(lines[number])
        end = _find_end(lines, number)
        if parts is None or end < last or any(map(_begins_field, lines[number + 1 : end + 1])):
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
    if found and not KEY_LINE.match(broken.lines[broken.last]):
        mended = found[1] + quote_text(found[2])
        message = _describe_text(found[2], "")
        changed = {broken.last: mended}
        yield Repair(broken.last, found.start(2), message, show_line(mended), changed)


def repair_bar(broken: Broken) -> Iterator[Repair]:
    """A text that begins on the line of its `|`, or that stands between fences."""
    for number in range(broken.last, max(-1, broken.last - _LONG), -1):
        end = _find_end(broken.lines, number)
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


def repair_stray_bracket(broken: Broken) -> Iterator[Repair]:
    """A line that only closes what was never opened."""
    for number in range(broken.last, max(-1, broken.last - 2), -1):
        line = broken.lines[number]
        if line.strip() and not line.strip(" ]}),;"):
            message = f"'{line.strip()}' closes nothing"
            yield Repair(number, count_indent(line), message, "remove this line", {number: ""})


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


def _begins_field(line: str) -> bool:
    found = _NAME.match(line)
    return bool(found and found[1] in list_field_names() and KEY_LINE.match(line))


def _find_flow(line: str) -> int | None:
    """Where a list or mapping in brackets begins that is all that the line has, or its value."""
    found = _FLOW_START.match(line)
    return found.end() if found else None


def _find_end(lines: Sequence[str], number: int) -> int:
    """The last line that is indented further than the field of this one."""
    found = _LEAD.match(lines[number])
    column = found.end() if found else 0
    end = number
    while end + 1 < len(lines) and lines[end + 1].strip() and count_indent(lines[end + 1]) > column:
        end += 1
    return end


def _describe_text(text: str, here: str) -> str:
    if text[0] in _SIGNS and here != ":":
        return f"a text cannot begin with '{text[0]}'"
    return "': ' inside a text that has no quotes" if here == ":" else "this text needs quotes"
