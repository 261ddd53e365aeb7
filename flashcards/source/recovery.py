"""A file that is not YAML, mended line by line so that the rest of it can be read.

Each part of the file is tried by itself. What is wrong in one is told at its place with
what to write, and mended; a part that no repair helps is left out. Only files with a
syntax error come here: a sound one is parsed once, and none of this is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from flashcards.errors import Position, Problem
from flashcards.source.chunks import (
    LINE_BREAK,
    Chunk,
    count_indent,
    find_entry_key,
    split_chunks,
)
from flashcards.source.fault import Broken, Fault, Repair, find_fault, is_bare_text
from flashcards.source.hints import describe_fault
from flashcards.source.indent_repairs import shift_item
from flashcards.source.problem_limit import MAX_PROBLEMS, tell_too_many
from flashcards.source.repairs import propose_line_repairs, propose_repairs
from flashcards.source.tabs import MESSAGE, replace_tabs

MOST_REPAIRS = 8
"""Mistakes of one entry that are mended one after another."""
MOST_CHARACTERS = 20_000
"""A longer part of a file is not mended: each guess would be parsed once more."""
MOST_TEXT = 2_000_000
"""Characters of a file that is cut into parts; of a longer one the first error is told."""
MOST_PROBLEMS = 200
"""Syntax errors of a file that are mended; what comes after them is left out."""

_OURS, _THEIRS, _END = "<<<<<<<", "=======", ">>>>>>>"


@dataclass
class Recovery:
    """A text that the parser may read, and what was wrong with the one that it could not."""

    text: str = ""
    problems: list[Problem] = field(default_factory=list)
    mended: set[int] = field(default_factory=set)
    """Numbers of lines that are not as the author wrote them, from 1."""
    unread: list[tuple[str, str, int, int]] = field(default_factory=list)
    """Key, kind, line and column of entries that are left out."""
    shifts: Mapping[int, int] = field(default_factory=dict)
    """Columns by which spaces in place of tabs made lines longer, by their numbers from 0."""
    left_out: bool = False
    """Whether something is not in the text any more."""

    def leave_out(self, chunk: Chunk) -> None:
        """Note that these lines are not in the text."""
        self.left_out = True
        if chunk.is_item and (named := find_entry_key(chunk)):
            self.unread.append(named)


def recover(text: str, file: str) -> Recovery:
    """The text with every syntax error mended or taken out."""
    recovery = Recovery()
    lines = LINE_BREAK.split(text)
    if len(text) > MOST_TEXT:
        return _give_up(lines, recovery, file)
    _take_out_conflicts(lines, recovery, file)
    tabs = _take_out_tabs(lines, recovery, file)
    chunks = split_chunks(lines)
    column = next((_find_dash(chunk) for chunk in chunks if chunk.is_item), None)
    for chunk in chunks:
        mender = _Mender(chunk, recovery, file)
        if len(recovery.problems) >= MAX_PROBLEMS:
            lines[chunk.start :] = []
            break
        mender.align(column)
        mender.mend(len(recovery.problems) < MOST_PROBLEMS)
        lines[chunk.start : chunk.start + len(chunk.lines)] = mender.lines
    _take_out_misfits(lines, chunks, recovery, file)
    recovery.problems = [*tabs, *(_shift_back(each, recovery) for each in recovery.problems)]
    if len(recovery.problems) >= MAX_PROBLEMS:
        del recovery.problems[MAX_PROBLEMS:]
        recovery.problems.append(tell_too_many(recovery.problems[-1].at))
    recovery.text = "\n".join(lines)
    return recovery


def _give_up(lines: list[str], recovery: Recovery, file: str) -> Recovery:
    """Tell the first syntax error of a text that is too long for guesses."""
    if fault := find_fault(lines):
        message, hint, line, column = describe_fault(fault, lines)
        recovery.problems.append(Problem(Position(file, line + 1, column + 1), message, hint))
    recovery.text = "\n".join(lines)
    return recovery


class _Mender:
    """One part of a file while it is mended."""

    def __init__(self, chunk: Chunk, recovery: Recovery, file: str) -> None:
        self.chunk = chunk
        self.lines: list[str] = list(chunk.lines)
        self._recovery = recovery
        self._file = file

    def align(self, column: int | None) -> None:
        """Move an entry to the column of the others."""
        own = _find_dash(self.chunk)
        if not self.chunk.is_item or own is None or column is None or own == column:
            return
        found = list(shift_item(self.lines, column - own, self.chunk.start))
        sound = [each for each in found if find_fault(each.apply(self.lines)) is None]
        self._apply((sound or found[1:])[0])

    def mend(self, with_repairs: bool) -> None:
        """Mend the lines until the parser reads them, or take them out."""
        small = sum(map(len, self.lines)) <= MOST_CHARACTERS
        for _ in range(MOST_REPAIRS):
            fault = find_fault(self.lines)
            if fault is None:
                self._mend_bare_text()
                return
            repair = self._choose_repair(fault) if with_repairs and small else None
            if repair is None:
                self._take_out(fault)
                return
            self._apply(repair)
        if fault := find_fault(self.lines):
            self._take_out(fault)

    def _mend_bare_text(self) -> None:
        """An entry that is one text to the parser, because none of its lines has a colon."""
        if not self.chunk.is_item or not is_bare_text(self.lines):
            return
        for number in range(len(self.lines)):
            for repair in islice(propose_line_repairs(self.lines, number), 1):
                self._apply(repair)

    def _choose_repair(self, fault: Fault) -> Repair | None:
        """The first that leaves no fault or is sure; else the one that goes furthest."""
        best, furthest = None, (fault.line, fault.column)
        for repair in propose_repairs(Broken(self.lines, fault, self.chunk.start)):
            left = find_fault(repair.apply(self.lines))
            begun = repair.line if repair.line == fault.from_line else fault.line
            if left is None or (repair.is_sure and left.line > begun):
                return repair
            if left.line > furthest[0]:
                best, furthest = repair, (left.line, left.column)
        return best

    def _apply(self, repair: Repair) -> None:
        start = self.chunk.start
        at = Position(self._file, start + repair.line + 1, repair.column + 1)
        self._recovery.problems.append(Problem(at, repair.message, repair.hint))
        self._recovery.mended |= {start + number + 1 for number in repair.changed}
        self.lines = repair.apply(self.lines)

    def _take_out(self, fault: Fault) -> None:
        message, hint, line, column = describe_fault(fault, self.lines)
        at = Position(self._file, self.chunk.start + line + 1, column + 1)
        self._recovery.problems.append(Problem(at, message, hint))
        self._recovery.leave_out(self.chunk)
        self.lines = [""] * len(self.lines)


def _find_dash(chunk: Chunk) -> int | None:
    line = chunk.lines[0]
    return count_indent(line) if line.lstrip().startswith("-") else None


def _take_out_misfits(
    lines: list[str], chunks: Sequence[Chunk], recovery: Recovery, file: str
) -> None:
    """Leave out parts that are sound by themselves and do not fit between the others."""
    for _ in range(MOST_REPAIRS):
        fault = find_fault(lines)
        if fault is None:
            return
        misfit = next((each for each in reversed(chunks) if each.start <= fault.line), chunks[0])
        headless = misfit.is_item and not any(line.startswith("entries") for line in lines)
        if headless:
            hint = "write 'entries:' on a line of its own above this one"
            at, message = Position(file, misfit.start + 1), "no 'entries:' above the entries"
        else:
            message, hint, line, column = describe_fault(fault, lines)
            at = Position(file, line + 1, column + 1)
        recovery.problems.append(Problem(at, message, hint))
        for chunk in [each for each in chunks if each.is_item] if headless else [misfit]:
            recovery.leave_out(chunk)
            lines[chunk.start : chunk.start + len(chunk.lines)] = [""] * len(chunk.lines)


def _take_out_tabs(lines: list[str], recovery: Recovery, file: str) -> list[Problem]:
    """Put spaces in place of tabs that indent; told once, for all of them."""
    if (found := replace_tabs(lines)) is None:
        return []
    lines[:] = found.lines
    recovery.shifts = found.shifts
    return [Problem(Position(file, found.line + 1, found.column + 1), MESSAGE, found.hint)]


def _shift_back(problem: Problem, recovery: Recovery) -> Problem:
    """A problem in the column that its author sees."""
    at = problem.at
    column = max(1, at.column - recovery.shifts.get(at.line - 1, 0))
    return replace(problem, at=at._replace(column=column))


def _take_out_conflicts(lines: list[str], recovery: Recovery, file: str) -> None:
    """Keep the first of two versions between the marks of a merge."""
    for first, middle, last in list(_find_conflicts(lines)):
        message = "a merge left both of its versions here"
        hint = f"remove this line and lines {middle + 1} to {last + 1}, or keep the other version"
        recovery.problems.append(Problem(Position(file, first + 1, 1), message, hint))
        for number in (first, *range(middle, last + 1)):
            lines[number] = ""
            recovery.mended.add(number + 1)


def _find_conflicts(lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    first = middle = -1
    for number, line in enumerate(lines):
        if line.startswith(_OURS):
            first, middle = number, -1
        elif line.startswith(_THEIRS) and first >= 0:
            middle = number
        elif line.startswith(_END) and first >= 0:
            yield first, middle if middle >= 0 else number, number
            first = middle = -1
