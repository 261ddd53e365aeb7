"""CSV and TSV: spreadsheets, Quizlet, Anki's notes in plain text. A row is an item."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from flashcards.errors import FlashcardsError
from flashcards.importing.cell_text import CellReader
from flashcards.importing.columns import Columns, guess_columns, map_columns, read_count
from flashcards.importing.html_markdown import convert_html
from flashcards.importing.item import (
    Answer,
    Item,
    ItemKind,
    LeftOut,
    Material,
    PictureLoader,
    Unreadable,
)
from flashcards.text.csv_cells import read_table
from flashcards.text.images import ENDINGS, load_picture

_DELIMITERS = "\t;,|"
_SAMPLE = 50
_MOST_TOLD = 5
"""Rows that are named in a notice."""
_DIRECTIVE = re.compile(r"#([a-z ]+):(.*)\n?")
_SEPARATORS = {
    "tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " ", "colon": ":",
}  # fmt: skip
_PICTURE_FOLDERS = ("", "media", "images", "pictures")
_OUTSIDE = "lies outside the folder of the file"


def read_table_file(
    text: str, name: str, pairs: Sequence[tuple[str, str]], load: PictureLoader
) -> Material:
    """The items of a table. Raises Unreadable, and UsageError for pairs that do not fit."""
    directives, body = _split_directives(text.removeprefix("\ufeff"))
    rows = _read_rows(body, directives)
    material = Material(name, name, load_picture=load, title=PurePosixPath(name).stem)
    material.pairs = pairs
    columns = map_columns(rows, pairs) if pairs else _apply(directives, rows)
    width = max(len(row) for row in rows)
    heading = [*rows[0], *[""] * (width - len(rows[0]))]
    material.notices.append(f"{name}: {columns.describe(heading)}")
    cells = CellReader()
    convert = convert_html if directives.get("html") == "true" else cells.convert
    for number, row in enumerate(rows, 1):
        if any(row) and not (number == 1 and columns.has_heading):
            place = cells.place = f"row {number}"
            try:
                material.items.append(read_row(row, columns, place, convert))
            except LeftOut as reason:
                material.left_out.append((place, str(reason)))
    material.notices += [f"{name}: {told}" for told in _tell_tags(cells)]
    return material


def _tell_tags(cells: CellReader) -> Iterator[str]:
    told = (
        (cells.as_html, "tags are read as HTML"),
        (cells.as_typed, "what looks like HTML is shown as it was typed"),
    )
    for places, words in told:
        if places:
            more = f" and {len(places) - _MOST_TOLD} more" if len(places) > _MOST_TOLD else ""
            yield f"{words} in {', '.join(list(places)[:_MOST_TOLD])}{more}"


def make_folder_loader(folder: Path) -> PictureLoader:
    """Loads pictures that lie beside a file, in its folder or below; nothing from elsewhere."""

    def load(name: str) -> bytes:
        inner = PurePosixPath(name.replace("\\", "/"))
        if inner.is_absolute() or ".." in inner.parts or ":" in name:
            raise FlashcardsError(_OUTSIDE)
        found = [path for p in _PICTURE_FOLDERS if (path := folder / p / inner).is_file()]
        for path in found:
            if path.resolve().is_relative_to(folder.resolve()):
                return load_picture(path, inner.name)
        raise FlashcardsError(_OUTSIDE if found else "does not lie beside the file")

    return load


def _split_directives(text: str) -> tuple[dict[str, str], str]:
    """What Anki writes above a table, and the table."""
    found = {}
    while line := _DIRECTIVE.match(text):
        found[line[1].strip()] = line[2].strip().casefold()
        text = text[line.end() :]
    return found, text


def _read_rows(text: str, directives: Mapping[str, str]) -> list[list[str]]:
    told = directives.get("separator", "")
    delimiter = _SEPARATORS.get(told, told if len(told) == 1 else "") or _guess_delimiter(text)
    try:
        rows = read_table(text, delimiter)
    except ValueError as error:
        if delimiter != "\t":
            raise Unreadable(f"is no whole table: {error}") from None
        rows = [[cell.strip() for cell in line.split("\t")] for line in text.splitlines()]
    if not any(map(any, rows)):
        raise Unreadable("has no rows")
    if max(map(len, rows)) < 2:
        raise Unreadable("has only one column: a table needs a question and an answer")
    return rows


def _guess_delimiter(text: str) -> str:
    """The one that gives most rows the same number of cells, and more than one."""
    lines = text.split("\n", _SAMPLE)[:_SAMPLE]
    sample = "\n".join(lines)

    def judge(delimiter: str) -> float:
        try:
            widths = Counter(len(row) for row in read_table(sample, delimiter) if any(row))
        except ValueError:
            widths = Counter(line.count(delimiter) + 1 for line in lines if line.strip())
        width, times = max(widths.items(), key=lambda each: (each[1], each[0]), default=(1, 1))
        return times / widths.total() if width > 1 else 0

    return max(_DELIMITERS, key=judge)


def _apply(directives: Mapping[str, str], rows: Sequence[Sequence[str]]) -> Columns:
    """The columns as Anki's lines above the table say, the others guessed."""
    named = {"tags column": "tags", "guid column": "key", "deck column": "deck"}
    width = max(map(len, rows))
    fixed = {
        number - 1: field
        for name, field in named.items()
        if 1 <= (number := read_count(directives.get(name, ""))) <= width
    }
    if not directives:
        return guess_columns(rows)
    skipped = {*fixed, read_count(directives.get("notetype column", "")) - 1}
    rest = [number for number in range(width) if number not in skipped]
    fields = dict(zip(rest, ("question", "answer"), strict=False))
    return Columns({**fields, **fixed}, has_heading=False)


def read_row(
    row: Sequence[str], columns: Columns, place: str, convert: Callable[[str], str]
) -> Item:
    """The item in a row; `convert` makes Markdown of a cell. Raises LeftOut."""
    texts = {
        field: list(_find_cells(row, columns, field)) for field in set(columns.fields.values())
    }

    def join(field: str) -> str:
        return "\n\n".join(convert(cell) for cell in texts.get(field, ()))

    raw = {field: " ".join(cells) for field, cells in texts.items()}
    question = join("question") or join("term")
    if pictures := texts.get("picture"):
        question = "\n\n".join([question, *map(_write_picture, pictures)]).strip()
    kind, answers = _find_answers(texts, convert)
    return Item(
        place, kind=kind, question=question, answers=answers, why=join("why"),
        id=raw.get("key", ""), key=raw.get("key", ""), tags=tuple(_split_tags(raw.get("tags", ""))),
        deck=tuple(part.strip() for part in raw.get("deck", "").split("::") if part.strip()),
        stage=raw.get("stage", ""), difficulty=raw.get("difficulty", ""),
    )  # fmt: skip


def _find_cells(row: Sequence[str], columns: Columns, field: str) -> Iterator[str]:
    return (row[number] for number in columns.find(field) if number < len(row) and row[number])


def _split_tags(text: str) -> list[str]:
    return re.split(r"[,;]\s*" if re.search("[,;]", text) else r"\s+", text.strip()) if text else []


def _write_picture(name: str) -> str:
    if not name.lower().endswith(ENDINGS) or "\n" in name:
        raise LeftOut(f"its picture '{name[:60]}' must end with {', '.join(ENDINGS)}")
    return f"![{PurePosixPath(name).stem}](<{name}>)"


def _find_answers(
    texts: Mapping[str, list[str]], convert: Callable[[str], str]
) -> tuple[ItemKind, tuple[Answer, ...]]:
    right = texts.get("right") or texts.get("answer") or []
    if options := texts.get("option"):
        names = _find_right(right, options)
        return "choose", tuple(
            Answer(convert(each), right=number in names) for number, each in enumerate(options)
        )
    if wrong := texts.get("wrong"):
        sides = ((right, True), (wrong, False))
        return "choose", tuple(
            Answer(convert(each), side) for cells, side in sides for each in cells
        )
    answers = [convert(each) for each in texts.get("meaning") or right]
    aliases = [
        part.strip() for each in texts.get("aliases", ()) for part in re.split("[,;|]", each)
    ]
    is_term = "term" in texts or aliases
    joined = ["\n\n".join(answers)] if answers else []
    return "term" if is_term else "card", tuple(map(Answer, [*joined, *filter(None, aliases)]))


def _find_right(right: Sequence[str], options: Sequence[str]) -> set[int]:
    """Numbers of the options that the cells name: by text, letter or number. Raises LeftOut."""
    found = set()
    for cell in right:
        for part in [cell] if cell in options else re.split(r"\s*[,;&]\s*|\s+", cell):
            letter = part.strip("().").casefold()
            if part in options:
                found.add(options.index(part))
            elif 1 <= read_count(letter) <= len(options):
                found.add(read_count(letter) - 1)
            elif len(letter) == 1 and 0 <= ord(letter) - ord("a") < len(options):
                found.add(ord(letter) - ord("a"))
            else:
                raise LeftOut(f"the right answer '{cell[:60]}' names none of its options")
    return found
