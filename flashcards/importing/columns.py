"""What the columns of a table hold: guessed from their headings, or as the user says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flashcards.errors import UsageError
from flashcards.text.foreign_tables import HEADINGS, PERSON_FIELDS, normalize_heading

FIELDS = tuple(field for field in HEADINGS if field not in PERSON_FIELDS)
"""What a column can be taken for."""
_FIELD_OF = {word: field for field in FIELDS for word in HEADINGS[field].split()}
_MANY = ("wrong", "option", "right", "tags", "aliases", "picture", "why")
_CORE = {"question", "answer", "term", "meaning", "right"}
_ASKED, _ANSWERS = {"question", "term"}, {"answer", "meaning", "right"}
_LETTER = re.compile(r"(?:option-|choice-|answer-|antwort-|reponse-|opcion-|选项-?|選項-?)?([a-h])")
_ONE = r"[(\[]?(?:[a-h]|[1-8])[)\].]?"
_CHOSEN = re.compile(
    rf"{_ONE}(?:\s*(?:[,;&/+ 、，；和]|\b(?:and|und|et)\b)\s*{_ONE})*|(?-i:[A-H]{{2,8}})",
    re.IGNORECASE,
)
_MOST_HEADING_WORDS, _LONGEST_HEADING = 3, 30
_MOST_TOLD = 20
"""Headings that are named."""
_MOST_ABOVE = 10
"""Rows among which a heading is looked for."""


@dataclass(frozen=True)
class Columns:
    """The field of each column by its number from 0, and whether the first row is a heading."""

    fields: Mapping[int, str]
    has_heading: bool
    doubt: str = ""
    """What is to be told about a guess that may be wrong."""
    is_guess: bool = False
    """Whether nothing but their order says which column is the question."""

    def find(self, field: str) -> list[int]:
        """The columns of a field, from left to right."""
        return [number for number, name in self.fields.items() if name == field]

    def describe(self, heading: Sequence[str]) -> str:
        """What each column was taken for, in one line."""
        names = [
            f"'{cell}'" if self.has_heading and cell else f"column {number}"
            for number, cell in enumerate(heading, 1)
        ]
        used = [f"{names[number]} is {field}" for number, field in sorted(self.fields.items())]
        unused = [name for number, name in enumerate(names) if number not in self.fields]
        clauses = [*used, *(f"{name} is not used" for name in unused), self.doubt]
        return "; ".join(filter(None, clauses))


def parse_mapping(text: str) -> list[tuple[str, str]]:
    """Pairs of field and column from `question=Front,answer=2`. Raises UsageError."""
    pairs = []
    for part in text.split(","):
        field, equals, column = (piece.strip() for piece in part.partition("="))
        if not equals or not column or field not in FIELDS:
            told = f"'{part.strip()}' is not FIELD=COLUMN with one of {', '.join(FIELDS)}."
            raise UsageError(told, "--map")
        pairs.append((field, column))
    return pairs


def format_mapping(pairs: Sequence[tuple[str, str]]) -> str:
    """The text that `parse_mapping` reads."""
    return ",".join(f"{field}={column}" for field, column in pairs)


def read_count(text: str) -> int:
    """The number that stands there; 0 if it is none."""
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else 0


def guess_columns(rows: Sequence[Sequence[str]], name: str = "") -> Columns:
    """What the columns of a table hold, judged by its headings and by columns of right letters.

    Raises UsageError, with the `--map` to type, if three or more columns say nothing; without
    the `name` of a file such a table has no heading.
    """
    found = _name_columns(rows)
    if _is_heading(found):
        return Columns(found, has_heading=True)
    width = find_width(rows)
    if name:
        _refuse_title(rows, name)
    if name and (width > 2 or len(found) > 1):
        raise UsageError(_advise(rows, found, name), "--map")
    first = {number: ("question", "answer")[number] for number in range(min(width, 2))}
    return Columns(first, False, _doubt_heading(rows[0]), is_guess=True)


def _normalize(cell: str) -> str:
    """The heading, without what stands in brackets unless that says another field."""
    whole, (before, *inside) = normalize_heading(cell), re.split("[(（]", cell, maxsplit=1)
    plain, remark = normalize_heading(before), normalize_heading("".join(inside))
    said = {_FIELD_OF[word] for word in remark.split("-") if word in _FIELD_OF}
    is_plain = plain and whole not in _FIELD_OF and said <= {_FIELD_OF.get(plain)}
    return plain if is_plain else whole


def _is_heading(found: Mapping[int, str]) -> bool:
    kinds = {*found.values()}
    return len(kinds & _CORE) >= 2 and bool(kinds & _ASKED)


def _refuse_title(rows: Sequence[Sequence[str]], name: str) -> None:
    """Raises UsageError if the heading stands below other rows, such as a title."""
    for number, row in enumerate(rows[1:_MOST_ABOVE], 2):
        if _is_heading(_name_columns(rows[number - 1 :])):
            above = "row 1" if number == 2 else f"rows 1 to {number - 1}"
            cells = _quote(filter(None, row[:_MOST_TOLD]))
            message = f"{name}: row {number} is the heading ({cells}): delete {above} above it."
            raise UsageError(message, "FILE")


def find_width(rows: Sequence[Sequence[str]]) -> int:
    """How many cells most rows have."""
    widths = Counter(len(row) for row in rows if any(row))
    return max(widths, key=lambda width: (widths[width], width), default=0)


def map_columns(rows: Sequence[Sequence[str]], pairs: Sequence[tuple[str, str]]) -> Columns:
    """The columns that the user named, by heading or number from 1. Raises UsageError."""
    heading = [cell.casefold() for cell in rows[0]]
    width = max(len(row) for row in rows)
    named = any(column.casefold() in heading for _, column in pairs)
    fields = {}
    for field, column in pairs:
        if column.casefold() in heading:
            fields[heading.index(column.casefold())] = field
        elif 1 <= read_count(column) <= width:
            fields[read_count(column) - 1] = field
        else:
            known = ", ".join(filter(None, rows[0]))
            raise UsageError(f"there is no column '{column}'; the table has {known}.", "--map")
    return Columns(fields, named or guess_columns(rows).has_heading)


def _name_columns(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """What the columns hold by the heading in the first row, and by what stands below.

    Beside options A, B, C also the question and the right letters may have other headings.
    """
    heading, found = [_normalize(cell) for cell in rows[0]], dict[int, str]()
    for number, name in enumerate(heading):
        field = _FIELD_OF.get(name) or _FIELD_OF.get(re.sub(r"-?\d+$", "", name), "")
        if field and (field in _MANY or field not in found.values()):
            found[number] = field
    letters = [number for number, name in enumerate(heading) if _LETTER.fullmatch(name)]
    if len(letters) < 2:
        return found
    found |= dict.fromkeys(letters, "option")
    found |= {n: "right" for n, field in found.items() if field == "answer"}
    free = [number for number in range(len(heading)) if number not in found]
    if "right" not in found.values():
        below = (number for number in free if number > letters[0])
        chosen = [n for n in below if _is_chosen([row[n : n + 1] for row in rows[1:]])]
        found |= dict.fromkeys(chosen[:1], "right")
    if not _ASKED & {*found.values()}:
        asked = [number for number in free if number not in found and number < letters[0]]
        found |= dict.fromkeys(asked[-1:], "question")
    return found


def _is_chosen(cells: Sequence[Sequence[str]]) -> bool:
    texts = [cell[0] for cell in cells if cell and cell[0]]
    return bool(texts) and all(_CHOSEN.fullmatch(text) for text in texts)


def _advise(rows: Sequence[Sequence[str]], found: Mapping[int, str], name: str) -> str:
    """What to type for a table whose columns cannot be guessed."""
    heading, fields = rows[0], dict(found)
    wanted = [each for each in ("question", "answer") if each not in found.values()]
    if _ASKED & {*found.values()}:
        wanted = [each for each in wanted if each != "question"]
    filled = {number for row in rows for number, cell in enumerate(row) if cell}
    free = [n for n in range(len(heading)) if n in filled and n not in found]
    fields |= dict(zip(free, wanted, strict=False))
    pairs = [(fields[number], _name_column(heading, number)) for number in sorted(fields)]
    by_number = format_mapping([(field, str(n + 1)) for n, field in sorted(fields.items())])
    cells = _quote([*filter(None, heading)][:_MOST_TOLD])
    return (
        f"{name}: what its columns are cannot be told from its first row: {cells}. "
        f'Say it, for example --map "{format_mapping(pairs)}", '
        f"or --map {by_number} if the first row is no heading."
    )


def _quote(cells: Iterable[str]) -> str:
    return ", ".join(f"'{cell[:30]}'" for cell in cells)


def _name_column(heading: Sequence[str], number: int) -> str:
    cell = heading[number]
    is_plain = cell and not set(cell) & set(',=="$`\\!\n') and heading.index(cell) == number
    return cell if is_plain else str(number + 1)


def _doubt_heading(row: Sequence[str]) -> str:
    """What to type if the first row, which became a card, is a heading after all."""
    short = all(
        cell
        and len(cell) <= _LONGEST_HEADING
        and len(cell.split()) <= _MOST_HEADING_WORDS
        and "?" not in cell
        for cell in row
    )
    if len(row) != 2 or not short:
        return ""
    pairs = format_mapping([("question", _name_column(row, 0)), ("answer", _name_column(row, 1))])
    return f'the first row is a card too; if it is a heading, use --map "{pairs}"'
