"""Changed lines as edits of a file, edits applied to a text, and told in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flashcards.errors import Edit
from flashcards.words.message import Clauses, Message

_BOM = "\ufeff".encode()
LINE_BREAK = re.compile(r"\r\n|\n|\r")
LONGEST_SHOWN = 400
"""Characters of a line that is shown whole in a hint."""


def make_edits(
    before: Mapping[int, str], after: Mapping[int, str | None], start: int
) -> tuple[Edit, ...]:
    """What changes lines into others, or into none, each as short as it can be."""
    edits = []
    for number, old in sorted(before.items()):
        new, head = after[number], 0
        if new is None:
            edits.append(Edit(start + number, 1, f"{old}\n", ""))
            continue
        while head < min(len(old), len(new)) and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        edits.append(
            Edit(start + number, head + 1, old[head : len(old) - tail], new[head : len(new) - tail])
        )
    return tuple(edits)


def apply_edits(text: str, edits: Sequence[Edit]) -> str | None:
    """The text with these edits; None if it is another text than the one that they are for."""
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    ending = next((found[0] for found in LINE_BREAK.finditer(text)), "\n")
    for edit in sorted(edits, reverse=True):
        if edit.line > len(starts):
            return None
        at = starts[edit.line - 1] + edit.column - 1
        old = edit.old.replace("\n", ending) if edit.old.endswith("\n") else edit.old
        if not text.startswith(old, at):
            old = edit.old.rstrip("\n")  # the last line has no break
            if not text.startswith(old, at):
                return None
        text = text[:at] + edit.new.replace("\n", ending) + text[at + len(old) :]
    return text


def edit_source(raw: bytes, edits: Sequence[Edit]) -> bytes | None:
    """The bytes of a file with these edits, and its BOM; None if they are for another file."""
    bom = _BOM if raw.startswith(_BOM) else b""
    try:
        text = apply_edits(raw.removeprefix(bom).decode(), edits)
    except UnicodeDecodeError:
        return None
    return None if text is None else bom + text.encode()


def tell_edits(
    before: Mapping[int, str], changed: Mapping[int, str | None], start: int, told: int
) -> Message:
    """A hint that says what to write; `told` is the line that the problem is at."""
    numbers = sorted(before)
    after = {number: line for number, line in changed.items() if line and "\n" not in line}
    if after.keys() != before.keys():
        is_one = [*changed.items()] == [(told, None)]
        return Message("hint-remove-this-line" if is_one else "hint-run-fix")
    first, last = numbers[0], numbers[-1]
    shifts = {_find_shift(before[number], after[number]) for number in numbers}
    if len(shifts) == 1 and (by := shifts.pop()):
        if len(numbers) == 1:
            return Message(
                "hint-begin-at", column=len(after[first]) - len(after[first].lstrip()) + 1
            )
        id = "hint-move-right" if by > 0 else "hint-move-left"
        return Message(id, first=start + first, last=start + last, n=abs(by))
    if any(len(line) > LONGEST_SHOWN for line in after.values()):
        return Message("hint-run-fix")
    if numbers == [told]:
        return Message("hint-write-line", line=after[told].strip())
    parts = [
        Message("hint-write-in-line", line=after[number].strip(), number=start + number)
        for number in numbers
    ]
    return Message("hint-all", parts=Clauses(parts))


def _find_shift(before: str, after: str) -> int:
    """Columns by which a line moves and nothing else; 0 if more is changed."""
    return len(after) - len(before) if before.lstrip(" ") == after.lstrip(" ") else 0
