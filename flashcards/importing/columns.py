"""What the columns of a table hold: as their headings say, or as the user does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from flashcards.errors import FlashcardsError, UsageError
from flashcards.text.headings import CARD_FIELDS, find_field, normalize_heading

Rows = Sequence[Sequence[str]]
ALPHABETS = ("abcdefgh", "абвгдежз")
"""Letters of options."""
_LETTER = re.compile(rf"(?:(.+)-)?[{''.join(ALPHABETS)}]")
_MANY = ("wrong", "option", "right", "tags", "aliases", "picture", "why")
"""Fields that several columns may hold."""
_ASKED, _ANSWERS = {"question", "term"}, {"answer", "meaning", "right"}
_MAX_HEADING = 80
"""Characters."""
_MAX_ABOVE = 10
"""Rows among which the headings are looked for."""


def parse_mapping(text: str) -> list[tuple[str, str]]:
    """Return pairs of field and column from `question=Front,answer=2`. Raises UsageError."""
    pairs = []
    for part in filter(None, text.split(",")):
        field, _, column = (piece.strip() for piece in part.partition("="))
        if not column or field not in CARD_FIELDS:
            told = f"'{part.strip()}' is not FIELD=COLUMN with one of {', '.join(CARD_FIELDS)}."
            raise UsageError(told, "--map")
        pairs.append((field, column))
    return pairs


def find_width(rows: Rows) -> int:
    """Return how many cells most rows have."""
    widths = Counter(len(row) for row in rows if any(row))
    return max(widths, key=lambda width: (widths[width], width), default=0)


def find_columns(rows: Rows, pairs: Sequence[tuple[str, str]]) -> tuple[dict[int, str], int]:
    """Return the field of each column by its number from 0, and how many rows stand above.

    Above are those up to the headings. Two columns without headings are a question and an
    answer. Raises FlashcardsError if there is only one, UsageError if neither `pairs` nor
    headings say what the columns are.
    """
    named = [_name_columns(row) for row in rows[:_MAX_ABOVE]]
    at = next((n for n, fields in enumerate(named) if _is_heading(fields)), -1)
    if max(map(len, rows)) < 2:
        raise FlashcardsError("has only one column: a table needs a question and an answer")
    if pairs:
        return _map_columns(rows, pairs, at)
    if at >= 0:
        return named[at], at + 1
    if find_width(rows) == 2 and not named[0]:
        return {0: "question", 1: "answer"}, 0
    filled = sorted({n for row in rows for n, cell in enumerate(row) if cell} - named[0].keys())
    wanted = [
        name
        for name, others in (("question", _ASKED), ("answer", _ANSWERS))
        if not others & {*named[0].values()}
    ]
    guess = sorted({**named[0], **dict(zip(filled, wanted, strict=False))}.items())
    example = ",".join(f"{field}={number + 1}" for number, field in guess)
    cells = ", ".join(f"'{cell[:30]}'" for cell in rows[0][:20] if cell)
    raise UsageError(
        f"what its columns are cannot be told from its first row: {cells}. Say it with their "
        f"numbers or headings, for example --map {example}",
        "--map",
    )


def _map_columns(
    rows: Rows, pairs: Sequence[tuple[str, str]], at: int
) -> tuple[dict[int, str], int]:
    """Return what the user says; raises UsageError for a column that is not there."""
    heading, fields, named = [cell.casefold() for cell in rows[max(at, 0)]], dict[int, str](), False
    for field, column in pairs:
        number = int(column) if re.fullmatch("[0-9]{1,4}", column) else 0
        if column.casefold() in heading:
            fields[heading.index(column.casefold())] = field
            named = True
        elif 1 <= number <= max(map(len, rows)):
            fields[number - 1] = field
        else:
            known = ", ".join(filter(None, rows[max(at, 0)]))
            raise UsageError(f"there is no column '{column}'; the table has {known}.", "--map")
    return fields, max(at, 0) + 1 if named or at >= 0 else 0


def _is_heading(fields: Mapping[int, str]) -> bool:
    kinds = {*fields.values()}
    return bool(kinds & _ASKED) and bool(kinds & _ANSWERS)


def _name_columns(heading: Sequence[str]) -> dict[int, str]:
    """Return what the columns hold by their headings; A, B, C are options.

    A heading may have a number or a remark in brackets behind it.
    """
    fields: dict[int, str] = {}
    letters = []
    for number, cell in enumerate(heading):
        if len(cell) > _MAX_HEADING:
            continue
        letter = _LETTER.fullmatch(normalize_heading(cell))
        if letter and (not letter[1] or find_field(letter[1], ("option", "answer"))):
            letters.append(number)
        names = (cell, re.sub(r"[\W_]*\d+\W*$", "", cell), re.split("[(（]", cell)[0])
        field = next(filter(None, (find_field(name, CARD_FIELDS) for name in names if name)), "")
        if field and (field in _MANY or field not in fields.values()):
            fields[number] = field
    if len(letters) > 1:
        fields |= dict.fromkeys(letters, "option")
    if "option" in fields.values():
        fields = {n: "right" if name == "answer" else name for n, name in fields.items()}
    return fields


def describe_columns(heading: Sequence[str], fields: Mapping[int, str], width: int) -> str:
    """Return what each column was taken for, in one line."""
    width = max([width, *(number + 1 for number in fields)])
    shown = [f"'{cell}'" if cell else "" for cell in heading] + [""] * width
    names = [shown[number] or f"column {number + 1}" for number in range(width)]
    used = [f"{names[number]} is {field}" for number, field in sorted(fields.items())]
    unused = [f"{name} is not used" for n, name in enumerate(names) if n not in fields]
    return "; ".join([*used, *unused])
