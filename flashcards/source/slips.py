"""The slips that people make in YAML: how each looks, the lines without it, and what to say.

`LINE_SLIPS` is the table of what one line shows, `SLIPS` of what the place of the fault shows. A
slip may suspect more than is wrong: what it proposes counts only if the lines are YAML with it,
so what an author is told to write has been tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from flashcards.model import KINDS
from flashcards.source.braces import (
    FLOW_START,
    apply_changes,
    close_brackets,
    find_changes,
    is_collection,
)
from flashcards.source.field_names import DECK_FIELDS, list_field_names
from flashcards.source.quoting import (
    CLOSING,
    CURLY,
    QUOTED,
    SIGNS,
    find_lost_backslashes,
    mend_quoted,
    quote_text,
    tell_curly,
    tell_lost,
    unquote_curly,
)
from flashcards.source.yaml_lines import (
    BAR_LOOKALIKE,
    BLOCK_MARK,
    COLONS,
    LEAD,
    SPACES,
    Field,
    count_indent,
    find_end,
    find_field,
    find_item,
    is_blank,
    shift_hanging,
    shift_line,
)
from flashcards.words.message import Message

_STRAY = ",;"
"""What other languages write at the end of a line."""
_ELISION = re.compile(r"'(?:tis|twas|em|til|cause|round|bout|n|s)\b", re.IGNORECASE)
"""Words that begin with an apostrophe."""
_NO_TEXT = "\"'|\uff5b\uff3b\u3010\u300c\u300e"
"""What begins a text in quotes, a block, or what its author takes for brackets or quotes."""
_LONG = 20
"""Lines above a fault that brackets may have begun in."""


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
    """Where a slip is, what it is, and the lines that are changed."""

    line: int
    column: int
    message: Message
    changed: Mapping[int, str]


def propose_cures(broken: Broken) -> Iterator[Cure]:
    """Everything that may be wrong at a fault, the most certain first."""
    for number in range(broken.last, -1, -1):
        yield from cure_line(broken.lines[number], number)
    for slip in SLIPS:
        yield from slip(broken)


# What a line alone shows


def cure_line(line: str, number: int) -> Iterator[Cure]:
    """What a line alone shows to be wrong."""
    if found := _ODD_SPACE.match(line):
        kind = Message(_ODD_SPACES.get(found["at"], "space-special"))
        message = Message("yaml-odd-space", kind=kind, code=f"{ord(found['at']):04X}")
        yield Cure(number, found.start("at"), message, {number: mend_spaces(line)})
    for id, pattern, mended in LINE_SLIPS:
        if (found := pattern.match(line)) and (new := found.expand(mended).rstrip()) != line:
            named = {"name": found["name"]} if id == "yaml-no-colon" else {}
            yield Cure(number, found.start("at"), Message(id, **named), {number: new})


def mend_spaces(line: str) -> str:
    """A line with plain spaces; a full-width one that indents is two columns wide."""
    line = line.replace("\u200b", "")
    lead = line[: count_indent(line)]
    return re.sub(f"[{SPACES[2:]}]", " ", lead.replace("\u3000", "  ") + line[len(lead) :])


_ODD_SPACE = re.compile(
    rf"(?:[ \t]*|[{SPACES}]*-?[{SPACES}]*?[\w-]*[{SPACES}]*[{COLONS}]?[ \t]*?)"
    rf"(?P<at>[{SPACES[2:]}])"
)
"""A line up to its value in which something only looks like a space."""
_ODD_SPACES = {
    "\u00a0": "space-non-breaking",
    "\u3000": "space-full-width",
    "\u200b": "space-zero-width",
}
_KNOWN = "|".join(sorted(list_field_names(), key=len, reverse=True))
_NAME = rf"{_KNOWN}|[\w-]*\w(?=$|[=;][ \t])"
_OWN_NAME = r"(?:[A-Za-z][\w-]*|\d+(?=:[{]))"
_KIND = rf"(?:{'|'.join(KINDS)})\s*[{COLONS}]"
_BULLET = r"[*\u2022\u00b7\u2013\u2014]|\d+[.)]|- -"

_LINE_SLIPS = (
    ("yaml-wide-colon", rf"({LEAD}[\w-]+)[{SPACES}]*(?P<at>\uff1a)\s*", r"\1: "),
    (
        "yaml-no-space-after-dash",
        rf"([{SPACES}]*)(?P<at>-)(?=[\w-]+[{SPACES}]*[{COLONS}])",
        r"\1- ",
    ),
    ("yaml-other-bullet", rf"([{SPACES}]*)(?P<at>{_BULLET})[{SPACES}]+(?={_KIND})", r"\1- "),
    ("yaml-entity", rf"({LEAD}[\w-]+:)(?P<at>(?:\s*&nbsp;)+)\s*", r"\1 "),
    ("yaml-bar-parted", rf"({LEAD}[\w-]+:\s+)(?P<at>[|>])\s+(?=[-+]\s*$)", r"\1\g<at>"),
    ("yaml-bar-other", rf"({LEAD}[\w-]+:\s+)(?P<at>{BAR_LOOKALIKE})\s*(?=$)", r"\1|"),
    ("yaml-tab-after-dash", r"([ \t]*-) *(?P<at>\t)[ \t]*", r"\1 "),
    ("yaml-no-space-after-colon", rf"({LEAD}{_OWN_NAME})(?P<at>:)(?=[^\s:/])", r"\1: "),
    (
        "yaml-no-colon",
        rf"({LEAD})(?P<name>{_NAME})(?P<at>[ \t]*[=;][ \t]*|[ \t]+|$)",
        r"\1\g<name>: ",
    ),
)
LINE_SLIPS = [
    (id, re.compile(pattern + "(?P<rest>.*)$"), new + r"\g<rest>")
    for id, pattern, new in _LINE_SLIPS
]
"""Message, pattern and the line mended, for what one line shows; `at` is where it is told."""


# What the place of the fault shows


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
        column, message = found.start() + 1 + lost[0], tell_lost(found[0][1:-1], lost[0])
        yield Cure(fault.from_line, column, message, {fault.from_line: mended})


def _cure_quote(broken: Broken) -> Iterator[Cure]:
    """A quote that is not closed, or closed before the text ends."""
    for number in range(broken.last, -1, -1):
        field = find_field(broken.lines[number])
        if field is None or field.value[:1] not in ('"', "'"):
            continue
        prefix, text, mark = field.prefix, field.value, field.value[0]
        found = QUOTED.match(text)
        rest = text[found.end() :].lstrip() if found else ""
        if found is None:
            changed = {number: prefix + _close_quote(text)}
            if find_end(broken.lines, number, field.column) == number:
                yield Cure(number, len(prefix), Message("yaml-open-quote", mark=mark), changed)
        elif rest and not rest.strip(_STRAY + mark):
            mended = prefix + text[: found.end()]
            message = Message("yaml-behind-value", sign=rest)
            yield Cure(number, len(mended), message, {number: mended})
        elif rest and not rest.startswith("#"):
            is_sentence = found.end() > 2 and text[found.end() - 2] in ".!?"
            if not text.endswith(mark) and (is_sentence or field.name == "prints"):
                continue  # a text with words behind it, or an output with quotes of its own
            if mark == "'" and text.count(mark) == 2 and re.search(r"\w'\w", text):
                continue  # an apostrophe closes it, and nobody knows where it was opened
            is_pair = mark == '"' and text.count(mark) % 2 == 0
            is_outer = not is_pair or text[found.end() - 2] in (" ", mark)
            inner = text[1:-1] if text.endswith(mark) and is_outer else text
            inner = inner.replace("\\'", "'") if mark == "'" else inner.replace('""', '"')
            column = len(prefix) + found.end() - 1
            changed = {number: prefix + quote_text(inner)}
            yield Cure(number, column, Message("yaml-quote-closes"), changed)


def _close_quote(text: str) -> str:
    """A text with the quote that it opens: at its end, or in place of another one there."""
    mark, others = text[0], ("'" if text[0] == '"' else '"') + CLOSING
    if mark in text[1:] or _ELISION.match(text):
        return quote_text(text)
    signs = re.sub(r"(?<=\w)['\u2019](?=\w)", "", text)
    is_other_closer = text[-1] in others and len([*filter(others.count, signs)]) == 1
    return (text[:-1] if is_other_closer else text) + mark


def _cure_brackets(broken: Broken) -> Iterator[Cure]:
    """Brackets that are not closed, and texts in them that need quotes."""
    lines = broken.lines
    for number in range(broken.last, max(-1, broken.last - _LONG), -1):
        found = FLOW_START.match(lines[number])
        if found is None:
            continue
        value, name = "\n".join(lines[number:])[found.end() :], found[1] or ""
        if is_collection(value, name) or (value[0] == "[" and not name):
            field = find_field(lines[number])
            end = find_end(lines, number, field.column if field else found.end())
            for last in dict.fromkeys((number, broken.last, end)):
                if number <= last <= end and (cure := _mend_brackets(lines, number, last)):
                    yield cure


def _mend_brackets(lines: Sequence[str], first: int, last: int) -> Cure | None:
    """The cure of the brackets that begin in one line and should end in another."""
    text = "\n".join(lines[first : last + 1]).rstrip()
    found = FLOW_START.match(text)
    start = found.end() if found else 0
    if text.endswith(("[", "{")):
        return None  # what is in them stands below
    changes = find_changes(text, start)
    if changes is not None:
        told = min(changes, key=lambda each: each.at, default=None)
        at, message = (told.at, told.message) if told else (0, None)
    else:
        text, at = close_brackets(text.rstrip(","), start)
        changes, message = find_changes(text, start), Message("yaml-open-bracket", sign=text[at])
        if any(each.message.id == "yaml-open-quote" for each in changes or ()):
            return None  # the file may be cut off
        if any({*each.new} & {*"{["} and not {*each.new} & {*"$`"} for each in changes or ()):
            return None  # the bracket may be one of a text
    if changes is None or message is None:
        return None
    mended = enumerate(apply_changes(text, changes).split("\n"), first)
    changed = {number: new for number, new in mended if new != lines[number].rstrip()}
    above = text[:at]
    place = first + above.count("\n"), at - above.rfind("\n") - 1
    return Cure(*place, message, changed)


def _cure_indent(broken: Broken) -> Iterator[Cure]:
    """A field that does not begin under the fields above it."""
    lines = broken.lines
    above = [find_field(line) for line in lines[: broken.last] if not is_blank(line)]
    known = {field.column for field in above if field}
    for number in range(broken.last, max(-1, broken.last - 2), -1):
        field = find_field(lines[number])
        if field is None or lines[number].lstrip().startswith("- "):
            continue
        indent = count_indent(lines[number])
        for column in sorted(known - {indent}, key=lambda each: abs(each - indent)):
            by = column - indent
            if by > 0 and indent and field.name in DECK_FIELDS:
                continue  # it may be meant for the whole deck
            message = Message("yaml-too-far" if by < 0 else "yaml-not-far-enough")
            hanging = shift_hanging(lines, number, by)
            yield Cure(number, indent, message, hanging)
            if len(hanging) > 1:
                yield Cure(number, indent, message, {number: shift_line(lines[number], by)})


def _cure_block(broken: Broken) -> Iterator[Cure]:
    """Lines below `code: |` that are not indented further than `code`."""
    lines = broken.lines
    for number in range(broken.last, -1, -1):
        field = find_field(lines[number])
        if field and BLOCK_MARK.fullmatch(field.value):
            break
    else:
        return
    end = number + 1
    while end < len(lines) and not find_field(lines[end]):
        end += 1
    below = [at for at in range(number + 1, end) if lines[at].strip()]
    base = count_indent(lines[below[0]]) if below else 0
    wanted = base if base > field.column else field.column + 2
    moved = [at for at in below if count_indent(lines[at]) < wanted]
    is_item = len(moved) == 1 and lines[moved[0]].lstrip().startswith("- ")
    if moved and not is_item:  # the dash of one line may be the slip
        by = wanted - min(count_indent(lines[at]) for at in moved)
        changed = {at: shift_line(lines[at], by) for at in moved}
        yield Cure(moved[0], count_indent(lines[moved[0]]), Message("yaml-block-indent"), changed)


def _cure_text(broken: Broken) -> Iterator[Cure]:
    """A text of one line that needs quotes."""
    lines, fault = broken.lines, broken.fault
    for number in range(broken.last, max(-1, broken.last - _LONG), -1):
        line = lines[number].rstrip()
        field = find_field(line) or find_item(line)
        if field is None or not field.value:
            continue
        is_alone = find_end(lines, number, field.column) == number
        if number not in (fault.from_line, fault.line) or not is_alone or not is_plain_text(field):
            continue
        begins = field.value[0] in (*SIGNS, *CURLY) or number != fault.line
        column = len(field.prefix) if begins else fault.column
        if field.value.count('"') != 1:  # where the other one belongs is not certain
            message = _describe_text(field.value, line[column : column + 1])
            inner = unquote_curly(field.value)
            new = field.prefix + quote_text(field.value if inner is None else inner)
            yield Cure(number, column, message, {number: new})


def is_plain_text(field: Field) -> bool:
    """Whether the value of a field is a text without quotes, to its author if not to YAML."""
    text = field.value
    if is_collection(text, field.name) or text[0] in _NO_TEXT or text[:2] == "``":
        return False  # quotes would make one text of all its texts
    if text[0] in CURLY and unquote_curly(text) is None:
        return False  # where the quotes belong is not certain
    return not re.match(r">[-+]?\s+[^\d=]", text)  # a block whose text should stand below


def _describe_text(text: str, here: str) -> Message:
    if unquote_curly(text) is not None:
        return tell_curly(text[0])
    if text[0] in SIGNS and here != ":":
        return Message("yaml-begins-with", sign=text[0])
    return Message("yaml-colon-inside" if here == ":" else "yaml-needs-quotes")


SLIPS: tuple[Callable[[Broken], Iterator[Cure]], ...] = (
    _cure_escape,
    _cure_quote,
    _cure_brackets,
    _cure_indent,
    _cure_block,
    _cure_text,
)
"""Slips that the place of the fault tells, the most certain first."""
