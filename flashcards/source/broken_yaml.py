"""A file that is not YAML: cut into entries, each read by itself, with what is wrong at its place.

What a parser complains about is told in plain words. A cure is shown only if the file is
YAML with it and every other entry reads as before; then the entry is read on as it would be.
An entry without a cure is left out. Only files with a syntax error come here: a sound one is
parsed once, and none of this is imported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from flashcards.errors import MAX_PROBLEMS, Edit, Fix, Position, Problem, tell_too_many
from flashcards.model import ENTRY_TYPES, NAME_RULE
from flashcards.source.edits import LINE_BREAK, make_edits, tell_edits
from flashcards.source.field_names import list_field_names, list_text_fields
from flashcards.source.slips import Broken, Cure, Fault, cure_line, propose_cures
from flashcards.source.yaml_lines import (
    BLOCK_MARK,
    ENTRY,
    KIND_FIELD,
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
_TABS = re.compile(r" *\t[ \t]*(?=\S)")
_WIDTHS = (2, 4, 8, 6, 3, 1)
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
    shifts: Mapping[int, int] = field(default_factory=dict)
    """Columns by which spaces in place of tabs made lines longer, by their numbers from 0."""
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
    _take_out_conflicts(lines, recovery, file)
    tabs = _take_out_tabs(lines, recovery, file)
    chunks = split_chunks(lines)
    dashes = (find_dash(chunk) for chunk in chunks if chunk.is_item)
    column = next((dash for dash in dashes if dash is not None), None)
    for chunk in chunks:
        if len(recovery.problems) >= MAX_PROBLEMS:
            lines[chunk.start :] = []
            break
        _read_chunk(chunk, column, lines, recovery, file)
    _take_out_misfits(lines, chunks, recovery, file)
    recovery.problems = [*tabs, *(_shift_back(each, recovery) for each in recovery.problems)]
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
    for each in _join_cures(cures):
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
            found += _cure_bare_text(chunk, lines)
            others = [cure for cure in found if cure.message.id != "yaml-entry-column"]
            changed = {number for cure in others for number in cure.changed}
            fits = not others or not find_misfits(lines, chunk.is_item) & {*changed, -1}
            return (found, lines) if fits else ([], None)
        cure = _choose_cure(Broken(lines, fault), chunk.is_item, budget)
        if cure is None:
            return [], None
        found.append(cure)
        lines = apply_cure(lines, cure)
    return [], None


def apply_cure(lines: Sequence[str], cure: Cure) -> list[str]:
    """The lines with a cure."""
    return [cure.changed.get(number, line) for number, line in enumerate(lines)]


def _choose_cure(broken: Broken, is_item: bool, budget: list[int]) -> Cure | None:
    """The cure that leaves no fault and fits best; else the one with which the parser gets on."""
    fitting: list[tuple[int, Cure]] = []
    best, furthest = None, _find_place(broken.fault)
    for cure in propose_cures(broken):
        budget[0] -= 1
        if budget[0] < 0:
            break
        after = apply_cure(broken.lines, cure)
        left = find_fault(after)
        if left is None:
            misfits = find_misfits(after, is_item) & {*cure.changed, -1}
            if not misfits:
                return cure
            fitting.append((len(misfits), cure))
        elif _find_place(left) > furthest:
            best, furthest = cure, _find_place(left)
    return min(fitting, key=lambda each: each[0])[1] if fitting else best


def _find_place(fault: Fault) -> tuple[int, int]:
    """Line and column of what is wrong: a quote or a bracket where it is opened."""
    if "quoted scalar" in fault.context or "flow" in fault.context:
        return fault.from_line, fault.from_column
    return fault.line, fault.column


def _cure_bare_text(chunk: Chunk, lines: list[str]) -> list[Cure]:
    """Cures for an entry that is one text to the parser, because none of its lines has a colon."""
    node = compose(lines)
    if chunk.is_item and isinstance(node, SequenceNode) and len(node.value) == 1:
        node = node.value[0]
    found = []
    for number, line in enumerate(lines) if isinstance(node, ScalarNode) else ():
        if cure := next(cure_line(line, number), None):
            found.append(cure)
            lines[number] = cure.changed[number]
    return found


def _align(chunk: Chunk, column: int | None) -> Cure | None:
    """An entry that begins in another column than the first one, or without a dash."""
    if not chunk.is_item or column is None:
        return None
    lines, dash, indent = chunk.lines, find_dash(chunk), count_indent(chunk.lines[0])
    if dash is None and KIND_FIELD.match(lines[0]):
        mended = f"{' ' * column}- {lines[0].lstrip()}"
        return Cure(0, indent, Message("yaml-no-dash"), {0: mended})
    if dash is None or dash == column:
        return None
    message, by = Message("yaml-entry-column"), column - dash
    alone = Cure(0, indent, message, {0: shift_line(lines[0], by)})
    if find_fault(apply_cure(lines, alone)) is None and len(lines) > 1:
        return alone
    return alone._replace(changed=shift_hanging(lines, 0, by))


def _join_cures(cures: Sequence[Cure]) -> list[Cure]:
    """Cures of the same line as one, told as the first of them."""
    joined: list[Cure] = []
    for cure in cures:
        at = next((n for n, each in enumerate(joined) if cure.changed.keys() & each.changed), None)
        if at is None:
            joined.append(cure)
        else:
            joined[at] = joined[at]._replace(changed={**joined[at].changed, **cure.changed})
    return joined


def _tell_cure(cure: Cure, chunk: Chunk, mended: Sequence[str], file: str) -> Problem:
    before = {number: chunk.lines[number] for number in cure.changed}
    after = {number: mended[number] for number in cure.changed}
    edits = make_edits(before, after, chunk.start + 1)
    hint = tell_edits(before, after, chunk.start + 1, cure.line)
    at = Position(file, chunk.start + cure.line + 1, cure.column + 1)
    has_comment = any(" #" in edit.old for edit in edits)
    return Problem(at, cure.message, hint, Fix(edits, has_comment or cure.message.id in _GUESSED))


_FREE = ("right", "wrong", "points", "steps")
"""Fields whose members have names of their own: a field among them was meant for the entry."""
_GUESSED = frozenset(("yaml-colon-or-comma",))
"""Messages with two meanings."""


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
    said = {"sign": sign, "mark": sign, "problem": fault.problem}
    at = Position(file, start + line + 1, column + 1)
    return [Problem(at, Message(id, **said), Message("hint-look-above"))]


# Whether what was mended is what an author writes


def find_misfits(lines: Sequence[str], is_item: bool) -> set[int]:
    """Lines of fields that are unknown, or have a value of another shape than they can have.

    -1 is among them if an entry has no key.
    """
    node = compose(lines)
    found = {-1} if node is None else set[int]()
    for each in node.value if isinstance(node, SequenceNode) else [node]:
        found |= _find_misfits_of_one(each, is_item)
    return found


def _find_misfits_of_one(node: Node | None, is_item: bool) -> set[int]:
    members = _list_members(node)
    kind = next((name for name, _, _ in members if name in ENTRY_TYPES), None)
    if kind is None and is_item and len(members) == 1 and isinstance(members[0][2], MappingNode):
        members = _list_members(members[0][2])  # texts of an entry in another language
    known, seen, wrong = _list_known(kind), set(), set()
    for name, line, value in members:
        is_bad_key = (
            name == "key" and isinstance(value, ScalarNode) and not NAME_RULE.allows(value.value)
        )
        is_shape = isinstance(value, ScalarNode) or not kind or name not in list_text_fields()
        if name not in known or not is_shape or name in seen or is_bad_key:
            wrong.add(line)
        seen.add(name)
        if name in _FREE and isinstance(value, MappingNode):
            wrong |= {line for inner, line, _ in _list_members(value) if inner in known}
    return wrong | {-1} if kind and "key" not in seen else wrong


def _list_members(node: Node | None) -> list[tuple[str, int, Node]]:
    """Name, line and value of each member of a mapping."""
    members = node.value if isinstance(node, MappingNode) else ()
    return [(str(key.value), key.start_mark.line, value) for key, value in members]


@cache
def _list_known(kind: str | None) -> frozenset[str]:
    """The fields of a kind of entry as an author writes them; without a kind, all fields."""
    if kind is None:
        return list_field_names()
    return frozenset((*(each.name for each in fields(ENTRY_TYPES[kind])), "options"))


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


def _take_out_tabs(lines: list[str], recovery: Recovery, file: str) -> list[Problem]:
    """Put spaces in place of tabs that indent; told once, for all of them.

    Editors show a tab as they like: the width is taken with which the parts fit best.
    """
    leads, doubtful = _find_tabs(lines)
    if not leads:
        return []
    made = {width: _fill(lines, leads, width) for width in _WIDTHS}
    misfits = {width: _count_misfits(each, leads) for width, each in made.items()}
    width = min(_WIDTHS, key=lambda each: misfits[each])
    first = min(leads)
    at = Position(file, first + 1, leads[first].index("\t") + 1)
    before = {number: lines[number] for number in leads}
    fix = Fix(
        make_edits(before, {number: made[width][number] for number in leads}, 1),
        is_guess=bool(misfits[width][0]),
    )
    recovery.shifts = {number: lead.count("\t") * (width - 1) for number, lead in leads.items()}
    lines[:] = made[width]
    if doubtful:
        return [Problem(at, Message("yaml-tab"), Message("hint-tabs-in-block"))]
    return [Problem(at, Message("yaml-tab"), Message("hint-tabs", n=width), fix)]


def _find_tabs(lines: Sequence[str]) -> tuple[dict[int, str], bool]:
    """What lines begin with that a tab indents, and whether one of the tabs may belong to a text.

    That is so among lines of a block that are indented by spaces.
    """
    leads, doubtful = dict[int, str](), False
    owner, has_spaces = -1, False
    for number, line in enumerate(lines):
        spaces, field = len(line) - len(line.lstrip(" ")), find_field(line)
        if owner >= 0 and (not line.strip() or spaces > owner):
            has_spaces = has_spaces or spaces > owner
            continue
        found = _TABS.match(line)
        if found and (not spaces or field or line.lstrip().startswith("- ")):
            leads[number] = found[0]
            doubtful = doubtful or (has_spaces and not field)
        elif not found or owner < 0:
            is_block = field and BLOCK_MARK.fullmatch(field.value)
            owner, has_spaces = field.column if field and is_block else -1, False
    return leads, doubtful


def _fill(lines: Sequence[str], leads: Mapping[int, str], width: int) -> list[str]:
    filled = {at: lead.replace("\t", " " * width) for at, lead in leads.items()}
    return [
        filled[at] + line[len(leads[at]) :] if at in leads else line
        for at, line in enumerate(lines)
    ]


def _count_misfits(lines: Sequence[str], tabbed: Mapping[int, str]) -> tuple[int, int]:
    """Parts that are not YAML or do not fit; columns that no line without a tab has."""
    chunks = split_chunks(lines)
    dashes = [count_indent(chunk.lines[0]) for chunk in chunks if chunk.is_item]
    wrong = sum(column != dashes[0] for column in dashes)
    for chunk in chunks:
        broken = find_fault(chunk.lines) is not None
        wrong += broken or (chunk.is_item and bool(find_misfits(chunk.lines, True)))
    known = {count_indent(line) for at, line in enumerate(lines) if at not in tabbed}
    return wrong, sum(count_indent(lines[at]) not in known for at in tabbed)


def _shift_back(problem: Problem, recovery: Recovery) -> Problem:
    """A problem in the column that its author sees; a cure of such a line waits for the spaces."""
    by = recovery.shifts.get(problem.at.line - 1, 0)
    if not by:
        return problem
    at = problem.at._replace(column=max(1, problem.at.column - by))
    return replace(problem, at=at, fix=None)


def _take_out_conflicts(lines: list[str], recovery: Recovery, file: str) -> None:
    """Keep the first of two versions between the marks of a merge."""
    first = middle = -1
    for number, line in enumerate(lines):
        if line.startswith("<<<<<<<"):
            first = middle = number
        elif line.startswith("=======") and first >= 0:
            middle = number
        elif line.startswith(">>>>>>>") and first >= 0:
            middle = middle if middle > first else number
            hint = Message("hint-merge", first=middle + 1, last=number + 1)
            at = Position(file, first + 1, 1)
            recovery.problems.append(Problem(at, Message("yaml-merge"), hint))
            for gone in (first, *range(middle, number + 1)):
                lines[gone] = ""
                recovery.mended.add(gone + 1)
            first = -1
