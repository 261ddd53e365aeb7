"""The slips that people make in YAML: how each looks, the lines without it, and what to say.

`SLIPS` is the table. A slip may suspect more than is wrong: what it proposes counts only if
the lines are YAML with it, so what an author is told to write has been tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import NamedTuple

from flashcards.model import KINDS, Deck
from flashcards.source.braces import (
    FLOW_START,
    Change,
    apply_changes,
    find_bracket_end,
    find_changes,
    find_open_brackets,
    is_collection,
)
from flashcards.source.field_names import NOT_PROSE, list_field_names, list_text_fields
from flashcards.source.quoting import (
    QUOTED,
    SIGNS,
    find_lost_backslashes,
    mend_quoted,
    quote_text,
    tell_curly,
    tell_lost,
)
from flashcards.words.message import Message

SPACES = " \t\u00a0\u2007\u2009\u202f\u3000\u200b"
"""What looks like a space; to YAML only the first two are."""
COLONS = ":\uff1a"
KEY_LINE = re.compile(r"\s*(?:-\s+)?[\w.-]+:(?:\s|$)")
"""A line that begins with a field."""
_LEAD = rf"[{SPACES}]*(?:-[{SPACES}]+)?"
_FIELD = re.compile(rf"({_LEAD}(?:[\w.-]+|\"[^\"]*\")[ \t]*:[ \t]+)(\S.*)$")
_NAME = re.compile(r"\s*(?:-\s+)?([\w.-]+)")
_ITEM = re.compile(r"(\s*-\s+)(\S.*)$")
_BLOCK = re.compile(r"(\s*(?:-\s+)?)[\w.-]+:\s*[|>][-+0-9]*\s*$")
_FIRST_FIELD = re.compile(r"\s*(?:-\s+)?(?=[\w.-]+:(?:\s|$))")
_DECK_FIELDS = {each.name for each in fields(Deck)}
_CURLY = "\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb\u2033"
_STRAY = ",;"
"""What other languages write at the end of a line."""
_ELISION = re.compile(r"'(?:tis|twas|em|til|cause|round|bout|n|s)\b", re.IGNORECASE)
"""Words that begin with an apostrophe."""
_LONG = 20
"""Lines above a fault that a text or brackets may have begun in."""


class Fault(NamedTuple):
    """What the parser stumbled over, and where; lines and columns from 0."""

    line: int
    column: int
    problem: str
    context: str
    from_line: int
    from_column: int


class Broken(NamedTuple):
    """Lines with a fault."""

    lines: Sequence[str]
    fault: Fault

    @property
    def last(self) -> int:
        """The number, among these lines, of the one where the parser gave up."""
        return max(0, min(self.fault.line, len(self.lines) - 1))


class Cure(NamedTuple):
    """Where a slip is, what it is, and the lines that are changed; None is a line that goes."""

    line: int
    column: int
    message: Message
    changed: Mapping[int, str | None]


def propose_cures(broken: Broken) -> Iterator[Cure]:
    """Everything that may be wrong at a fault, the most certain first."""
    for number in range(broken.last, -1, -1):
        yield from cure_line(broken.lines[number], number)
    for slip in SLIPS:
        yield from slip(broken)


def cure_line(line: str, number: int) -> Iterator[Cure]:
    """What a line alone shows to be wrong."""
    for pattern, id, mend in LINE_SLIPS:
        found = pattern.match(line)
        if found and (mended := mend(found)) is not None and mended != line:
            sign = found["at"]
            told = Message(id, name=found["name"]) if id == "yaml-no-colon" else _tell(id, sign)
            yield Cure(number, found.start("at"), told, {number: mended.rstrip()})


def _tell(id: str, sign: str) -> Message:
    """A message about one sign; a strange space is told by its name."""
    if id != "yaml-odd-space":
        return Message(id)
    return Message(
        id, kind=Message(_ODD_SPACES.get(sign, "space-special")), code=f"{ord(sign):04X}"
    )


_ODD_SPACES = {
    "\u00a0": "space-non-breaking",
    "\u3000": "space-full-width",
    "\u200b": "space-zero-width",
}


def _mend_odd_spaces(found: re.Match[str]) -> str:
    line = found.string.replace("\u200b", "")
    lead = line[: count_indent(line)]
    return re.sub(f"[{SPACES[2:]}]", " ", lead.replace("\u3000", "  ") + line[len(lead) :])


def _mend_colon(found: re.Match[str]) -> str | None:
    """A field with its colon; None if it is none of ours, or a text that begins with its name."""
    is_alone = not found["at"] and not found["rest"]  # the key of something that stands below
    if found["name"] not in list_field_names() and not is_alone:
        return None
    return f"{found['lead']}{found['name']}: {found['rest']}"


def _unquote_field(found: re.Match[str]) -> str | None:
    """A field whose whole line was put in quotes; None if it is a text."""
    return f"{found['lead']}{found['inner']}" if found["name"] in list_field_names() else None


_NARROW = str.maketrans("\uff5b\uff5d\uff3b\uff3d\uff0c\u3001", "{}[],,")

LINE_SLIPS: tuple[tuple[re.Pattern[str], str, Callable[[re.Match[str]], str | None]], ...] = (
    (
        re.compile(
            rf"(?:[ \t]*|[{SPACES}]*-?[{SPACES}]*?[\w-]*[{SPACES}]*[{COLONS}]?[ \t]*?)"
            rf"(?P<at>[{SPACES[2:]}])"
        ),
        "yaml-odd-space",
        _mend_odd_spaces,
    ),
    (
        re.compile(rf"(?P<lead>{_LEAD})(?P<name>[\w-]+)[{SPACES}]*(?P<at>\uff1a)\s*(?P<rest>.*)$"),
        "yaml-wide-colon",
        lambda found: f"{found['lead']}{found['name']}: {found['rest']}",
    ),
    (
        re.compile(rf"(?P<lead>[{SPACES}]*)(?P<at>-)(?P<rest>[\w-]+[{SPACES}]*[{COLONS}].*)$"),
        "yaml-no-space-after-dash",
        lambda found: f"{found['lead']}- {found['rest']}",
    ),
    (
        re.compile(
            rf"(?P<lead>[{SPACES}]*)(?P<at>[*\u2022\u00b7\u2013\u2014]|\d+[.)]|- -)[{SPACES}]+"
            rf"(?P<rest>(?:{'|'.join(KINDS)})\s*[{COLONS}].*)$"
        ),
        "yaml-other-bullet",
        lambda found: f"{found['lead']}- {found['rest']}",
    ),
    (
        re.compile(rf"(?P<lead>{_LEAD}[\w-]+:\s+)(?P<at>[\uff5b\uff3b])(?P<rest>.*)$"),
        "yaml-wide-bracket",
        lambda found: found["lead"] + f"{found['at']}{found['rest']}".translate(_NARROW),
    ),
    (
        re.compile(rf"(?P<lead>{_LEAD})(?P<at>[\"'])(?P<inner>(?P<name>[\w-]+):\s.*)(?P=at)\s*$"),
        "yaml-line-in-quotes",
        _unquote_field,
    ),
    (
        re.compile(
            rf"(?P<lead>{_LEAD}[\w-]+:)(?P<at>(?:&nbsp;|\s)*&nbsp;(?:&nbsp;|\s)*)(?P<rest>.*)$"
        ),
        "yaml-entity",
        lambda found: f"{found['lead']} {found['rest']}",
    ),
    (
        re.compile(rf"(?P<lead>{_LEAD}[\w-]+:\s+)(?P<at>[|>])\s+(?P<rest>[-+|>])\s*$"),
        "yaml-bar-parted",
        lambda found: found["lead"] + found["at"] + found["rest"].strip("|>"),
    ),
    (
        re.compile(r"(?P<lead>[ \t]*-[ ]*)(?P<at>\t)[ \t]*(?P<rest>.*)$"),
        "yaml-tab-after-dash",
        lambda found: f"{found['lead'].rstrip()} {found['rest']}",
    ),
    (
        re.compile(
            rf"(?P<lead>{_LEAD}(?:[A-Za-z][\w-]*|\d+(?=:[{{])))(?P<at>:)(?P<rest>[^\s:/].*)$"
        ),
        "yaml-no-space-after-colon",
        lambda found: f"{found['lead']}: {found['rest']}",
    ),
    (
        re.compile(rf"(?P<lead>{_LEAD}tags:\s*\[[^#]*)(?P<at>#)(?P<rest>.*\])\s*$"),
        "yaml-hash",
        lambda found: found.string.replace("#", ""),
    ),
    (
        re.compile(
            rf"(?P<lead>{_LEAD})(?P<name>[\w-]*\w)(?P<at>[ \t]*[=;][ \t]*|[ \t]+|$)(?P<rest>.*)$"
        ),
        "yaml-no-colon",
        _mend_colon,
    ),
)
"""Pattern, message and the line mended, for what one line shows; `at` is where it is told."""


def split_field(line: str) -> tuple[str, str] | None:
    """A line that begins with a field: up to its value, and the value."""
    found = _FIELD.match(line.rstrip())
    return (found[1], found[2]) if found else None


def count_indent(line: str) -> int:
    """Columns before the first character that is not a space or looks like one."""
    return len(line) - len(line.lstrip(SPACES))


def is_blank(line: str) -> bool:
    """Whether a line has nothing for the parser."""
    return not line.strip() or line.lstrip().startswith("#")


def find_block_end(lines: Sequence[str], number: int) -> int:
    """The last line that is indented further than the field of this one."""
    found = re.match(r"\s*(?:-\s+)?", lines[number])
    column = found.end() if found else 0
    end = number
    while end + 1 < len(lines) and lines[end + 1].strip() and count_indent(lines[end + 1]) > column:
        end += 1
    return end


def shift_line(line: str, by: int) -> str:
    """A line moved by so many columns."""
    if not line.strip():
        return line
    return " " * by + line if by > 0 else line[min(-by, count_indent(line)) :]


def shift_hanging(lines: Sequence[str], first: int, by: int) -> dict[int, str | None]:
    """A line, and those below that hang on it, moved by so many columns."""
    indent = count_indent(lines[first])
    changed: dict[int, str | None] = {first: shift_line(lines[first], by)}
    for number in range(first + 1, len(lines)):
        if lines[number].strip() and count_indent(lines[number]) <= indent:
            break
        if lines[number].strip():
            changed[number] = shift_line(lines[number], by)
    return changed


def _cure_curly(broken: Broken) -> Iterator[Cure]:
    """Curly quotes around a text that needs real ones."""
    for number in (broken.last, min(broken.fault.from_line, broken.last)):
        parts = split_field(broken.lines[number])
        if parts and parts[1][0] in _CURLY:
            inner = parts[1][1:]
            inner = inner[:-1] if inner[-1:] and inner[-1] in f"{_CURLY}\"'" else inner
            if any(mark in inner for mark in "\u201c\u201d\u201e\u00ab\u00bb"):
                continue  # they are around a part of it, and belong to the text
            changed = {number: parts[0] + quote_text(inner)}
            yield Cure(number, len(parts[0]), tell_curly(parts[1][0]), changed)


def _cure_escape(broken: Broken) -> Iterator[Cure]:
    """A backslash in double quotes that begins no escape."""
    fault = broken.fault
    if "quoted scalar" not in fault.context or fault.from_line >= len(broken.lines):
        return
    line = broken.lines[fault.from_line]
    found = QUOTED.match(line, fault.from_column)
    lost = find_lost_backslashes(found[0][1:-1]) if found else []
    if found and lost:
        mended = line[: found.start()] + mend_quoted(found[0], lost) + line[found.end() :]
        column = found.start() + 1 + lost[0]
        yield Cure(
            fault.from_line, column, tell_lost(found[0][1:-1], lost[0]), {fault.from_line: mended}
        )


def _cure_quote(broken: Broken) -> Iterator[Cure]:
    """A quote that is not closed, or closed before the text ends."""
    for number in range(broken.last, -1, -1):
        parts = split_field(broken.lines[number])
        if parts is None or parts[1][0] not in "\"'":
            continue
        found = QUOTED.match(parts[1])
        rest = parts[1][found.end() :].lstrip() if found else ""
        if found is None:
            yield from _close_quote(broken, number, *parts)
        elif rest and not rest.strip(_STRAY):
            mended = parts[0] + parts[1][: found.end()]
            yield Cure(
                number, len(mended), Message("yaml-behind-value", sign=rest), {number: mended}
            )
        elif rest and not rest.startswith("#"):
            mark = parts[1][0]
            inner = parts[1][1:-1] if parts[1].endswith(mark) else parts[1]
            inner = inner.replace("\\'", "'") if mark == "'" else inner
            column = len(parts[0]) + found.end() - 1
            mended = parts[0] + quote_text(inner)
            yield Cure(number, column, Message("yaml-quote-closes"), {number: mended})


def _close_quote(broken: Broken, number: int, prefix: str, text: str) -> Iterator[Cure]:
    lines, mark = broken.lines, text[0]
    column, message = len(prefix), Message("yaml-open-quote", mark=mark)
    end = number + 1
    while end < len(lines) and lines[end].strip() and not KEY_LINE.match(lines[end]):
        end += 1
    if end > number + 1:
        yield Cure(number, column, message, {end - 1: lines[end - 1].rstrip() + mark})
    elif _ELISION.match(text):
        yield Cure(number, column, message, {number: prefix + quote_text(text)})
    elif mark not in text[1:]:
        other = "'" if mark == '"' else '"'
        swapped = text.endswith(other) and text.count(other) == 1
        closed = lines[number].rstrip()[: -1 if swapped else None] + mark
        yield Cure(number, column, message, {number: closed})
    else:
        yield Cure(number, column, message, {number: prefix + quote_text(text)})


def _cure_in_brackets(broken: Broken) -> Iterator[Cure]:
    """Texts in brackets that need quotes, and what else is wrong with their members."""
    for number in range(broken.last, max(-1, broken.last - _LONG), -1):
        found = FLOW_START.match(broken.lines[number])
        if found is None:
            continue
        value, field = broken.lines[number][found.end() :], found[1] or ""
        if is_collection(value, field) or (value[0] == "[" and not field):
            end = find_block_end(broken.lines, number)
            for last in dict.fromkeys((number, broken.last, end)):
                if number <= last <= end:
                    yield from _mend_members(broken.lines, number, last)


def _mend_members(lines: Sequence[str], first: int, last: int) -> Iterator[Cure]:
    """One cure for each line of these brackets that has something to mend."""
    text = "\n".join(lines[first : last + 1]).rstrip()
    found = FLOW_START.match(text)
    start = found.end() if found else 0
    missing = find_open_brackets(text, start)[0]
    changes = find_changes(text, start)
    if changes is None and missing:
        changes = find_changes(text + missing, start)
    elif changes is not None:
        missing = ""
    offset = 0
    for number in range(first, last + 1) if changes else ():
        inside = range(offset, offset + len(lines[number]) + 1)
        own = [_move(each, offset) for each in changes or () if each.start in inside]
        closers = missing if number == last else ""
        if own:
            told = min(own, key=lambda each: each.at)
            message, column = told.message, told.at
            if closers:
                opened = FLOW_START.match(lines[number])
                column = opened.end() if opened else 0
                message = Message("yaml-open-bracket", sign=lines[number][column])
            mended = apply_changes(lines[number].rstrip(), own) + closers
            yield Cure(number, column, message, {number: mended})
        offset = inside.stop


def _move(change: Change, by: int) -> Change:
    return change._replace(start=change.start - by, end=change.end - by, at=change.at - by)


def _cure_closers(broken: Broken) -> Iterator[Cure]:
    """Brackets of one line that end with a wrong bracket, or with something behind the last one."""
    for number in sorted({min(broken.fault.from_line, broken.last), broken.last}):
        line = broken.lines[number].rstrip()
        found = FLOW_START.match(line)
        end = find_bracket_end(line, found.end()) if found else 0
        rest = line[end:].strip() if end else ""
        if rest and not rest.strip(_STRAY + "]})"):
            yield Cure(number, end, Message("yaml-behind-value", sign=rest), {number: line[:end]})
        missing = find_open_brackets(line, found.end())[0] if found and not end else ""
        if len(missing) == 1 and line[-1] in "]})" and line[-1] != missing:
            message = Message("yaml-wrong-closer", sign=line[-1], closer=missing)
            yield Cure(number, len(line) - 1, message, {number: line[:-1] + missing})


def _cure_open_bracket(broken: Broken) -> Iterator[Cure]:
    """A list or mapping in brackets that is not closed on its line."""
    for number in sorted({min(broken.fault.from_line, broken.last), broken.last}):
        line = broken.lines[number]
        found = FLOW_START.match(line)
        missing, column = find_open_brackets(line, found.end()) if found else ("", 0)
        if missing:
            message = Message("yaml-open-bracket", sign=line[column])
            end = find_block_end(broken.lines, number)
            for last in dict.fromkeys((end, number)):
                closed = broken.lines[last].rstrip().rstrip(",") + missing
                yield Cure(number, column, message, {last: closed})


def _cure_stray_bracket(broken: Broken) -> Iterator[Cure]:
    """A line that only closes what was never opened, a fence, or dots for what was left out."""
    for number in range(broken.last, max(-1, broken.last - 2), -1):
        line = broken.lines[number]
        is_fence = re.fullmatch(r"```\w*", line.strip())
        if line.strip() and (is_fence or not line.strip(" ]}),;.\u2026")):
            message = Message("yaml-closes-nothing", sign=line.strip())
            yield Cure(number, count_indent(line), message, {number: None})


def _cure_indent(broken: Broken) -> Iterator[Cure]:
    """A field that does not begin under the fields above it."""
    lines = broken.lines
    above = [_FIRST_FIELD.match(line) for line in lines[: broken.last] if not is_blank(line)]
    known = {found.end() for found in above if found}
    for number in range(broken.last, max(-1, broken.last - 2), -1):
        if not KEY_LINE.match(lines[number]) or lines[number].lstrip().startswith("- "):
            continue
        indent = count_indent(lines[number])
        for column in sorted(known - {indent}, key=lambda each: abs(each - indent)):
            by = column - indent
            if by > 0 and indent and _get_name(lines[number]) in _DECK_FIELDS:
                continue  # it may be meant for the whole deck
            message = Message("yaml-too-far" if by < 0 else "yaml-not-far-enough")
            hanging = shift_hanging(lines, number, by)
            yield Cure(number, indent, message, hanging)
            if len(hanging) > 1:
                yield Cure(number, indent, message, {number: shift_line(lines[number], by)})


def _cure_block(broken: Broken) -> Iterator[Cure]:
    """Lines below `code: |` that are not indented further than `code`."""
    lines = broken.lines
    number = next((at for at in range(broken.last, -1, -1) if _BLOCK.match(lines[at])), None)
    if number is None:
        return
    found = _FIRST_FIELD.match(lines[number])
    owner = found.end() if found else 0
    below = [at for at in range(number + 1, len(lines)) if lines[at].strip()]
    base = count_indent(lines[below[0]]) if below else 0
    wanted = base if base > owner else owner + 2
    first = next(
        (at for at in below if count_indent(lines[at]) < min(wanted, base or 1)), len(lines)
    )
    if base <= owner:
        first = number + 1
    end = first
    while end < len(lines) and not KEY_LINE.match(lines[end]):
        end += 1
    if not any(line.strip() for line in lines[first:end]):
        return
    by = wanted - min(count_indent(lines[at]) for at in range(first, end) if lines[at].strip())
    changed = {at: shift_line(lines[at], by) for at in range(first, end) if lines[at].strip()}
    yield Cure(first, count_indent(lines[first]), Message("yaml-block-indent"), changed)


def _cure_bar(broken: Broken) -> Iterator[Cure]:
    """A text that begins on the line of its `|`, or that stands between fences."""
    bar = re.compile(r"(\s*(?:-\s+)?[\w.-]+:\s+)([|>][-+]?)\s+(\S.*)$")
    fence = re.compile(r"(\s*(?:-\s+)?[\w.-]+:\s+)(```\w*)\s*$")
    for number in range(broken.last, max(-1, broken.last - _LONG), -1):
        end = find_block_end(broken.lines, number)
        if end == number:
            continue
        indent = " " * count_indent(broken.lines[number + 1])
        if found := bar.match(broken.lines[number]):
            mended = f"{found[1]}{found[2]}\n{indent}{found[3]}"
            message = Message("yaml-text-behind-bar", mark=found[2])
            yield Cure(number, found.start(3), message, {number: mended})
        elif (found := fence.match(broken.lines[number])) and not broken.lines[end].strip("` "):
            changed = {number: f"{found[1]}|", end: None}
            yield Cure(number, found.start(2), Message("yaml-fence"), changed)


def _cure_text(broken: Broken) -> Iterator[Cure]:
    """A text that needs quotes."""
    fault = broken.fault
    for number in range(broken.last, max(-1, broken.last - 3), -1):
        parts = split_field(broken.lines[number])
        if parts is None or number not in (fault.line, fault.from_line):
            continue
        prefix, text = parts
        if is_collection(text, _get_name(prefix)) or text[0] in "\"'":
            continue  # quotes would make one text of all its texts
        if text[0] == "|" or re.match(r">\s+[^\d=]", text):
            continue  # a sign, or the mark of a block whose text should stand below
        column = len(prefix) if text[0] in SIGNS or number != fault.line else fault.column
        message = _describe_text(text, broken.lines[number][column : column + 1])
        yield Cure(number, column, message, {number: prefix + quote_text(text)})


def _cure_item(broken: Broken) -> Iterator[Cure]:
    """A text behind a dash that needs quotes."""
    found = _ITEM.match(broken.lines[broken.last].rstrip())
    is_text = found and not is_collection(found[2], "") and found[2][0] not in "\"'"
    if found and is_text and not KEY_LINE.match(broken.lines[broken.last]):
        changed = {broken.last: found[1] + quote_text(found[2])}
        yield Cure(broken.last, found.start(2), _describe_text(found[2], ""), changed)


def _cure_open_text(broken: Broken) -> Iterator[Cure]:
    """A text of several lines below its field, without the `|` that keeps them as they are."""
    for number in range(broken.last - 1, -1, -1):
        line = broken.lines[number].rstrip()
        if line.endswith(":") and KEY_LINE.match(line) and not _holds_fields(broken.lines, number):
            yield Cure(number, len(line) - 1, Message("yaml-no-bar"), {number: f"{line} |"})
            return


def _holds_fields(lines: Sequence[str], number: int) -> bool:
    """Whether what stands below a line is a mapping or a list: its field says so, or its lines."""
    name = _get_name(lines[number])
    if name in list_field_names() - list_text_fields() - {"why"}:
        return True
    below = lines[number + 1] if number + 1 < len(lines) else ""
    return name not in list_field_names() and bool(KEY_LINE.match(below))


def _cure_stray_line(broken: Broken) -> Iterator[Cure]:
    """A line of a text that is not indented further than the field of the text."""
    is_margin = "document start" in broken.fault.problem
    number = broken.last if is_margin else broken.fault.from_line
    is_known = is_margin or "simple key" in broken.fault.context
    if not is_known or not 0 < number < len(broken.lines):
        return
    line = broken.lines[number]
    owner = next((at for at in range(number - 1, -1, -1) if KEY_LINE.match(broken.lines[at])), 0)
    above = split_field(broken.lines[owner])
    is_other = re.match(r"\s*\w+://", line) or _has_field(line)
    if (
        above
        and _get_name(above[0]) not in NOT_PROSE
        and above[1][0] not in "[{|>"
        and not is_other
    ):
        found = _FIRST_FIELD.match(broken.lines[owner])
        wanted = (found.end() if found else 0) + 2
        if number - 1 > owner:
            wanted = count_indent(broken.lines[number - 1])
        indent = count_indent(line)
        changed = {number: shift_line(line, wanted - indent)}
        yield Cure(number, indent, Message("yaml-no-field"), changed)


def _cure_long_text(broken: Broken) -> Iterator[Cure]:
    """A text that goes on in the next lines and needs quotes around all of them."""
    lines, last = broken.lines, broken.last
    for number in range(last, max(-1, last - _LONG), -1):
        parts = split_field(lines[number])
        end = find_block_end(lines, number)
        if parts is None or end < last or any(map(_begins_field, lines[number + 1 : end + 1])):
            continue
        if is_collection(parts[1], _get_name(parts[0])) or parts[1][0] in "\"'|>":
            continue
        text = "\n".join([parts[1], *lines[number + 1 : end + 1]])
        mark = "'" if '"' in text or "\\" in text else '"'
        if end > number and mark not in text:
            changed = {number: parts[0] + mark + parts[1], end: lines[end].rstrip() + mark}
            message = _describe_text(parts[1], lines[last][broken.fault.column :][:1])
            yield Cure(last, broken.fault.column, message, changed)


def _has_field(line: str) -> bool:
    """Whether something in a line looks like a field of ours."""
    return any(found[1] in list_field_names() for found in re.finditer(r"(\w+):(?:\s|$)", line))


def _get_name(line: str) -> str:
    found = _NAME.match(line)
    return found[1] if found else ""


def _begins_field(line: str) -> bool:
    return _get_name(line) in list_field_names() and bool(KEY_LINE.match(line))


def _describe_text(text: str, here: str) -> Message:
    if text[0] in SIGNS and here != ":":
        return Message("yaml-begins-with", sign=text[0])
    return Message("yaml-colon-inside" if here == ":" else "yaml-needs-quotes")


SLIPS: tuple[Callable[[Broken], Iterator[Cure]], ...] = (
    _cure_curly,
    _cure_escape,
    _cure_quote,
    _cure_closers,
    _cure_in_brackets,
    _cure_open_bracket,
    _cure_indent,
    _cure_block,
    _cure_bar,
    _cure_text,
    _cure_item,
    _cure_open_text,
    _cure_stray_bracket,
    _cure_stray_line,
    _cure_long_text,
)
"""Slips that the place of the fault tells, the most certain first."""
