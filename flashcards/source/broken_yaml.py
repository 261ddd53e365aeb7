"""A file that is not YAML: cut into entries, each read by itself, with what is wrong at its place.

What a parser complains about is told in plain words. A cure is shown only if the file is
YAML with it and every other entry reads as before; then the entry is read on as it would be.
An entry without a cure is left out. Only files with a syntax error come here: a sound one is
parsed once, and none of this is imported.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.nodes import Node

from flashcards.errors import MAX_PROBLEMS, Edit, Fix, Position, Problem, tell_too_many
from flashcards.source.braces import CLOSERS
from flashcards.source.edits import LINE_BREAK, make_edits, tell_edits
from flashcards.source.slips import Broken, Cure, Fault, propose_cures
from flashcards.source.yaml_lines import (
    BLOCK_MARK,
    ENTRY,
    Chunk,
    count_indent,
    find_dash,
    find_entry_key,
    find_field,
    shift_hanging,
    shift_line,
    split_chunks,
)
from flashcards.words.message import Message

MOST_CURES = 24
"""Slips of one entry that are mended one after another."""
MOST_TRIED = 200
"""Cures of one entry that are tried."""
MOST_CHARACTERS = 20_000
"""A longer part of a file is not mended: each cure would be parsed once more."""
MOST_TEXT = 2_000_000
"""Characters of a file that is cut into parts; of a longer one the first error is told."""
MOST_MENDED = 200
"""Syntax errors of a file for which cures are looked for."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MERGE = re.compile(r"<{7}|={7}|>{7}")
"""What a merge puts above, between and below two versions."""
_TABS = re.compile(r" *\t[ \t]*(?=\S)")
_WIDTHS = (2, 4, 8)
"""Spaces that a tab may stand for, the likeliest first."""


@dataclass
class Recovery:
    """A text that the parser may read, and what was wrong with the one that it could not."""

    text: str = ""
    problems: list[Problem] = field(default_factory=list)
    mended: set[int] = field(default_factory=set)
    """Numbers of lines that are not as the author wrote them, from 1."""
    unread: list[tuple[str, str, int, int]] = field(default_factory=list)
    """Key, kind, line and column of entries that are left out."""
    left_out: bool = False
    """Whether something is not in the text any more."""

    def leave_out(self, chunk: Chunk, lines: list[str]) -> None:
        """Take these lines out of the text."""
        lines[chunk.start : chunk.start + len(chunk.lines)] = [""] * len(chunk.lines)
        self.left_out = True
        if chunk.is_item and (named := find_entry_key(chunk)):
            self.unread.append(named)


def recover(text: str, file: str) -> Recovery:
    """The text with every syntax error mended or taken out."""
    recovery = Recovery()
    lines = LINE_BREAK.split(text)
    if len(text) > MOST_TEXT:
        recovery.problems += _complain(find_fault(lines), lines, 0, file)
        recovery.text = text
        return recovery
    _take_out_tabs(lines, recovery, file)
    chunks = split_chunks(lines)
    dashes = (find_dash(chunk) for chunk in chunks if chunk.is_item)
    column = next((dash for dash in dashes if dash is not None), None)
    for chunk in chunks:
        if len(recovery.problems) >= MAX_PROBLEMS:
            lines[chunk.start :] = []
            break
        _read_chunk(chunk, column, lines, recovery, file)
    _take_out_misfits(lines, chunks, recovery, file)
    if len(recovery.problems) >= MAX_PROBLEMS:
        del recovery.problems[MAX_PROBLEMS:]
        recovery.problems.append(tell_too_many(recovery.problems[-1].at))
    recovery.text = "\n".join(lines)
    return recovery


def _read_chunk(
    chunk: Chunk, column: int | None, lines: list[str], recovery: Recovery, file: str
) -> None:
    """Mend one part of a file, or take it out of the lines."""
    small = sum(map(len, chunk.lines)) <= MOST_CHARACTERS
    cures, mended = list[Cure](), None
    if small and len(recovery.problems) < MOST_MENDED:
        cures, mended = find_cures(chunk, column)
    elif _align(chunk, column) is None and find_fault(chunk.lines) is None:
        mended = chunk.lines
    if mended is None:
        fault = find_fault(chunk.lines)
        at = Position(file, chunk.start + 1, count_indent(chunk.lines[0]) + 1)
        misplaced = [Problem(at, Message("yaml-entry-column"), Message("hint-look-above"))]
        recovery.problems += _complain(fault, chunk.lines, chunk.start, file) or misplaced
        recovery.leave_out(chunk, lines)
        return
    for each in cures:
        recovery.problems.append(_tell_cure(each, chunk, mended, file))
        recovery.mended |= {chunk.start + number + 1 for number in each.changed}
    lines[chunk.start : chunk.start + len(mended)] = mended


def find_cures(chunk: Chunk, column: int | None) -> tuple[list[Cure], list[str] | None]:
    """What to change in a part of a file, and its lines then; None if nothing helps."""
    lines, found, budget = list(chunk.lines), list[Cure](), [MOST_TRIED]
    if cure := _align(chunk, column):
        found.append(cure)
        lines = apply_cure(lines, cure)
    for _ in range(MOST_CURES):
        fault = find_fault(lines)
        if fault is None:
            return found, lines
        cure = _choose_cure(Broken(lines, fault), budget)
        if cure is None:
            return [], None
        found.append(cure)
        lines = apply_cure(lines, cure)
    return [], None


def apply_cure(lines: Sequence[str], cure: Cure) -> list[str]:
    """The lines with a cure."""
    return [cure.changed.get(number, line) for number, line in enumerate(lines)]


def _choose_cure(broken: Broken, budget: list[int]) -> Cure | None:
    """The first cure that leaves no fault; else the one with which the parser gets on."""
    best, furthest = None, _find_place(broken.fault)
    for cure in propose_cures(broken):
        budget[0] -= 1
        if budget[0] < 0:
            break
        left = find_fault(apply_cure(broken.lines, cure))
        if left is None:
            return cure
        if _find_place(left) > furthest:
            best, furthest = cure, _find_place(left)
    return best


def _find_place(fault: Fault) -> tuple[int, int]:
    """Line and column of what is wrong: a quote or a bracket where it is opened."""
    if "quoted scalar" in fault.context or "flow" in fault.context:
        return fault.from_line, fault.from_column
    return fault.line, fault.column


def _align(chunk: Chunk, column: int | None) -> Cure | None:
    """An entry that begins in another column than the first one."""
    if not chunk.is_item or column is None:
        return None
    lines, dash, indent = chunk.lines, find_dash(chunk), count_indent(chunk.lines[0])
    if dash is None or dash == column:
        return None
    message, by = Message("yaml-entry-column"), column - dash
    alone = Cure(0, indent, message, {0: shift_line(lines[0], by)})
    if find_fault(apply_cure(lines, alone)) is None and len(lines) > 1:
        return alone
    return alone._replace(changed=shift_hanging(lines, 0, by))


def _tell_cure(cure: Cure, chunk: Chunk, mended: Sequence[str], file: str) -> Problem:
    before = {number: chunk.lines[number] for number in cure.changed}
    after = {number: mended[number] for number in cure.changed}
    edits = make_edits(before, after, chunk.start + 1)
    hint = tell_edits(before, after, chunk.start + 1, cure.line)
    at = Position(file, chunk.start + cure.line + 1, cure.column + 1)
    has_comment = any(" #" in edit.old for edit in edits)
    return Problem(at, cure.message, hint, Fix(edits, has_comment))


# What the parser says


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


def compose(lines: Sequence[str]) -> Node | None:
    """What these lines are, as nodes; None if they refer to what is not there."""
    loader = _LOADER("\n".join(lines) + "\n")
    try:
        node: Node | None = loader.get_single_node()
    except yaml.YAMLError:
        return None
    finally:
        loader.dispose()
    return node


_COMPLAINTS = (
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


def _complain(fault: Fault | None, lines: Sequence[str], start: int, file: str) -> list[Problem]:
    """What the parser complains about, in plain words at its place."""
    if fault is None:
        return []
    id, from_start = "yaml-other", False
    for context, problem, known, begins in _COMPLAINTS:
        if context in fault.context and problem in fault.problem:
            id, from_start = known, begins
            break
    line, column = (
        (fault.from_line, fault.from_column) if from_start else (fault.line, fault.column)
    )
    if line >= len(lines):
        line, column = max(0, len(lines) - 1), 0
    sign = lines[line][column : column + 1] if lines else ""
    if id == "yaml-open-bracket" and CLOSERS.get(sign, "") in lines[line][column:]:
        id = "yaml-in-brackets"
    told = Message(id, sign=sign, mark=sign, problem=fault.problem)
    at, hint = Position(file, start + line + 1, column + 1), Message("hint-look-above")
    if lines and _MERGE.match(lines[line]):
        told, hint = Message("yaml-merge"), Message("hint-merge")
    return [Problem(at, told, hint)]


# What concerns the whole file


def _take_out_misfits(
    lines: list[str], chunks: Sequence[Chunk], recovery: Recovery, file: str
) -> None:
    """Leave out parts that are sound by themselves and do not fit between the others."""
    for _ in range(8):
        fault = find_fault(lines)
        if fault is None:
            return
        misfit = next((each for each in reversed(chunks) if each.start <= fault.line), chunks[0])
        headless = (
            misfit.is_item
            and bool(ENTRY.match(misfit.lines[0]))
            and not any(chunk.lines[0].startswith("entries") for chunk in chunks)
        )
        if headless:
            items = [each for each in chunks if each.is_item]
            first = items[0].start
            with_head = [*lines[:first], "entries:", *lines[first:]]
            edit = Edit(first + 1, 1, "", "entries:\n")
            fix = Fix((edit,)) if find_fault(with_head) is None else None
            message, hint = Message("yaml-no-entries"), Message("hint-entries-above")
            recovery.problems.append(Problem(Position(file, first + 1), message, hint, fix))
        else:
            items = [misfit]
            recovery.problems += _complain(fault, lines, 0, file)
        for chunk in items:
            recovery.leave_out(chunk, lines)


def _take_out_tabs(lines: list[str], recovery: Recovery, file: str) -> None:
    """Put spaces in place of tabs that indent; told once, for all of them.

    Editors show a tab as they like: the width is taken with which most parts are YAML.
    """
    leads = dict(_find_tabs(lines))
    if not leads:
        return
    made = {width: _fill(lines, leads, width) for width in _WIDTHS}
    broken = {width: _count_broken(filled) for width, filled in made.items()}
    width = min(_WIDTHS, key=lambda each: broken[each])
    before = {number: lines[number] for number in leads}
    after = {number: made[width][number] for number in leads}
    fix = Fix(make_edits(before, after, 1), is_guess=bool(broken[width]))
    first = min(leads)
    at = Position(file, first + 1, leads[first].index("\t") + 1)
    recovery.problems.append(Problem(at, Message("yaml-tab"), Message("hint-tabs", n=width), fix))
    recovery.mended |= {number + 1 for number in leads}
    lines[:] = made[width]


def _find_tabs(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Numbers of lines that a tab indents, and what they begin with; not those below a bar."""
    owner, has_spaces = sys.maxsize, False
    for number, line in enumerate(lines):
        field, found = find_field(line), _TABS.match(line)
        if not line.strip() or len(line) - len(line.lstrip(" ")) > owner:
            has_spaces = True
        elif found and (field or not has_spaces):
            yield number, found[0]
        elif not found:
            is_block = field and BLOCK_MARK.fullmatch(field.value)
            owner, has_spaces = field.column if field and is_block else sys.maxsize, False


def _fill(lines: Sequence[str], leads: Mapping[int, str], width: int) -> list[str]:
    filled = {at: lead.replace("\t", " " * width) for at, lead in leads.items()}
    return [
        filled[at] + line[len(leads[at]) :] if at in leads else line
        for at, line in enumerate(lines)
    ]


def _count_broken(lines: Sequence[str]) -> int:
    """How many parts of a file are not YAML."""
    return sum(find_fault(chunk.lines) is not None for chunk in split_chunks(lines))
