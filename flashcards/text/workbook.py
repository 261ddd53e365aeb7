"""Workbooks of Excel (`.xlsx`) and LibreOffice (`.ods`): tables of texts, as their cells look.

python-calamine reads the values. It knows no formats of numbers and no formulas, believes what
an archive says of itself, and gives each place up to the last cell its memory. So everything is
unpacked, measured and looked through here, and it is handed the parts that were found small.
"""

from __future__ import annotations

import io
import posixpath
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from zipfile import ZipFile

from flashcards.fileio import MAX_ZIP_BYTES, open_plain, open_zip, read_member
from flashcards.text.csv_cells import clean_cell
from flashcards.text.foreign_tables import MOST_PARTED, Unreadable, pad_row

ENDINGS = (".xlsx", ".xlsm", ".ods")
"""Of the workbooks that are read."""
_OTHER_ENDINGS = (".xls", ".xlsb", ".numbers")
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What an old workbook begins with, and a locked one."""
ZIP = b"PK\x03\x04"
"""What an archive begins with."""
_LARGEST = 100_000_000
"""Bytes of all parts together, unpacked."""
_PARTS = (".xml", ".rels", "mimetype")
_BOOK_PART = re.compile(r"(?:\A|[\\/])workbook\.(?:xml|bin)\Z")
_PLACE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
_MERGED = re.compile(rf"({_PLACE.pattern}):[A-Z]+([1-9]\d{{0,6}})")
_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|[_*].')
"""What a format of numbers only shows."""
_PERCENT = re.compile(r"[#0,]*0(?:\.([0#?]+))?\s*%")
_PADDED = re.compile("00+")
_BUILT_IN = {"9": "0%", "10": "0.00%"}
_LEADING_ZERO = re.compile(r"-?0\d+")
_NOT_READ = (
    "is a workbook that cannot be read, old, locked or damaged: save it as .xlsx, .ods or CSV UTF-8"
)
_MOST_TOLD = 5
"""Cells that are named in a notice."""
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_FORMULA = f"{_TABLE}formula"
_KIND = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}value-type"
_BOOK = "officeDocument"
Look = Callable[[Decimal], str]


@dataclass(frozen=True)
class Sheet:
    """A table of a workbook; its rows are as long as the first one, or longer."""

    name: str
    rows: list[list[str]]
    notices: Sequence[str]
    """Of cells that should have a text and have none."""
    merged: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """Row and column of a cell that goes on below, to its last row; all are counted from 1."""


@dataclass
class _Cells:
    """What the values of a sheet do not tell; rows and columns are counted from 1."""

    looks: dict[tuple[int, int], str] = field(default_factory=dict)
    """How numbers look, where that is not what they are."""
    uncalculated: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    merged: dict[tuple[int, int], int] = field(default_factory=dict)
    height: int = 0
    width: int = 0

    def fill(self, row: int, column: int) -> None:
        """Note a cell that is not empty. Raises Unreadable if the sheet is too large."""
        self.height, self.width = max(self.height, row), max(self.width, column)
        _limit(self.height * self.width)

    def list_notices(self, name: str) -> Iterator[str]:
        """Yield what to say of cells without a text in the sheet of this name."""
        if cells := self.uncalculated:
            what = (
                "the formula was never calculated, so the cell is empty"
                if len(cells) == 1
                else f"{len(cells)} formulas were never calculated, so the cells are empty"
            )
            save = "open the file in a spreadsheet program and save it"
            yield f"sheet “{name}”, {_name_cells(cells)}: {what}; {save}"
        if cells := self.errors:
            what = (
                "the formula has an error, so the cell is empty"
                if len(cells) == 1
                else f"{len(cells)} formulas have errors, so the cells are empty"
            )
            yield f"sheet “{name}”, {_name_cells(cells)}: {what}"


def _name_cells(cells: Sequence[str]) -> str:
    more = ["…"] if len(cells) > _MOST_TOLD else []
    shown = ", ".join([*cells[:_MOST_TOLD], *more])
    return f"cell{'s' * (len(cells) != 1)} “{shown}”"


def load_sheets(path: Path) -> list[Sheet]:
    """The sheets with cells that the workbook in a file shows; none if it is no workbook.

    Raises Unreadable if it cannot be read, and FlashcardsError.
    """
    with open_plain(path, MAX_ZIP_BYTES) as file:
        head, ending = file.read(len(_OLD)), path.suffix.lower()
    is_zip = head.startswith(ZIP)
    if head == _OLD or ending in _OTHER_ENDINGS or (ending in ENDINGS and not is_zip):
        raise Unreadable(_NOT_READ)
    if not is_zip:
        return []
    with open_zip(path) as archive:
        if not _is_workbook(archive.namelist()):
            return []
        parts = _unpack(archive, path)
    try:
        return _read_sheets(parts)
    except (ET.ParseError, ValueError, LookupError, ArithmeticError, RecursionError):
        raise Unreadable(_NOT_READ) from None


def choose_sheet(
    sheets: Sequence[Sheet], fits: Callable[[list[list[str]]], bool]
) -> tuple[list[list[str]], list[str]]:
    """The rows of the first sheet that fits, else of the first one; what is to be told of it."""
    wide = [sheet for sheet in sheets if max(map(len, sheet.rows)) > 1] or sheets
    chosen = next((sheet for sheet in wide if fits(sheet.rows)), wide[0])
    notices = [*chosen.notices]
    if others := ", ".join(f"“{sheet.name}”" for sheet in sheets if sheet is not chosen):
        notices.insert(0, f"sheet “{chosen.name}” is read; not read: {others}")
    return chosen.rows, notices


def _is_workbook(names: Iterable[str]) -> bool:
    listed = {*names}
    return {"mimetype", "content.xml"} <= listed or any(map(_BOOK_PART.search, listed))


def _unpack(archive: ZipFile, path: Path) -> dict[str, bytes]:
    """The parts in UTF-8 by name. Raises Unreadable, and FlashcardsError, if they are too large."""
    parts: dict[str, bytes] = {}
    for name in dict.fromkeys(archive.namelist()):
        if name.endswith(_PARTS):
            part = read_member(archive, name, _LARGEST, path)
            parts |= {} if b"\0" in part else {name.replace("\\", "/"): part}
            _limit(sum(map(len, parts.values())), _LARGEST)
    _limit(sum(part.count(b"<") - part.count(b"</") for part in parts.values()))
    return parts


def _limit(count: int, most: int = MOST_PARTED) -> None:
    if count > most:
        raise Unreadable("has more in it than is read at once: divide it")


def _limit_all(found: Mapping[str, _Cells]) -> None:
    _limit(sum(cells.height * cells.width for cells in found.values()))


def _read_sheets(parts: Mapping[str, bytes]) -> list[Sheet]:
    """Raises Unreadable, and whatever Python raises where the file is damaged."""
    from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

    is_open = "content.xml" in parts
    scanned = _scan_open(parts["content.xml"]) if is_open else _scan_excel_parts(parts)
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    packed.seek(0)
    try:
        workbook = CalamineWorkbook.from_filelike(packed)
        visible = [
            each.name
            for each in workbook.sheets_metadata
            if each.visible == SheetVisibleEnum.Visible and scanned[each.name].height
        ]
        values = {name: workbook.get_sheet_by_name(name).to_python(False) for name in visible}
    except CalamineError as error:
        raise ValueError(str(error)) from None
    made = [_make_sheet(name, scanned[name], rows) for name, rows in values.items()]
    found = [sheet for sheet in made if sheet.rows]
    if not found:
        raise Unreadable("is empty")
    return found


def _make_sheet(name: str, cells: _Cells, values: Iterable[Iterable[object]]) -> Sheet:
    """The sheet from its first row that has a cell; empty cells behind the last are no cells."""
    rows = [
        [
            clean_cell(cells.looks.get((row, column)) or _format_value(value))
            for column, value in enumerate(line, 1)
        ]
        for row, line in enumerate(values, 1)
    ]
    ends = [max((at for at, cell in enumerate(row, 1) if cell), default=0) for row in rows]
    width = next(filter(None, ends), 0)
    kept = [pad_row(row, max(width, end)) for row, end in zip(rows, ends, strict=True)]
    return Sheet(name, kept if width else [], [*cells.list_notices(name)], cells.merged)


def _format_value(value: object) -> str:
    """A value as text: numbers as short as they are, dates as ISO writes them."""
    match value:
        case bool():
            return str(value).upper()
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case float():
            return format(value, ".15g")  # more digits no spreadsheet shows
        case timedelta():
            minutes, seconds = divmod(round(value.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        case _:
            return str(value).replace("\r\n", "\n").replace("\r", "\n")


def _walk(part: bytes) -> Iterator[tuple[bool, str, ET.Element]]:
    """Each element with its plain name, when it begins and when it ends. Raises ParseError."""
    if b"<!DOCTYPE" in part:
        raise ValueError("declares entities")
    for event, element in ET.iterparse(io.BytesIO(part), ("start", "end")):
        name = _get_name(element)
        yield event == "start", name, element
        if event == "end" and name in ("row", "table-row", "si"):
            element.clear()


def _get_name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _scan_excel_parts(parts: Mapping[str, bytes]) -> dict[str, _Cells]:
    """The cells of each sheet by its name; every part with cells is measured, named or not."""
    book = next((path for kind, path in _list_targets(parts, "").values() if kind == _BOOK), "")
    targets = _list_targets(parts, book)
    styles = [path for kind, path in targets.values() if kind == "styles"]
    looks = _list_looks(parts[styles[0]]) if styles else []
    texts = {name.lower(): part for name, part in parts.items() if b"sheetData" in part}
    found = {name: _scan_excel(part, looks) for name, part in texts.items()}
    _limit_all(found)
    sheets = {}
    for is_start, name, element in _walk(parts[book]):
        if is_start and name == "sheet":
            id = next((value for key, value in element.items() if key.endswith("}id")), "")
            sheets[element.attrib["name"]] = found.get(targets[id][1].lower(), _Cells())
    return sheets


def _list_targets(parts: Mapping[str, bytes], source: str) -> dict[str, tuple[str, str]]:
    """Kind and path of what a part refers to, by id; the first part of all has no name."""
    folder, file = posixpath.split(source)
    targets = {}
    for is_start, name, element in _walk(parts[posixpath.join(folder, "_rels", f"{file}.rels")]):
        if is_start and name == "Relationship" and element.get("TargetMode") != "External":
            path = posixpath.normpath(posixpath.join("/", folder, element.attrib["Target"]))
            kind = element.attrib["Type"].rpartition("/")[2]
            targets[element.attrib["Id"]] = kind, path.lstrip("/")
    return targets


def _list_looks(styles: bytes) -> list[Look | None]:
    """How numbers look by the number of a style; None where they look as they are."""
    codes, looks, is_cell = dict(_BUILT_IN), list[Look | None](), False
    for is_start, name, element in _walk(styles):
        if name == "cellXfs":
            is_cell = is_start
        elif is_start and name == "numFmt":
            codes[element.attrib["numFmtId"]] = element.attrib["formatCode"]
        elif is_start and name == "xf" and is_cell:
            looks.append(_make_look(codes.get(element.get("numFmtId", ""), "")))
    return looks


def _make_look(code: str) -> Look | None:
    """How a number looks in a format with percent or zeros in front; None for others."""
    plain = _LITERAL.sub("", code).split(";")[0].strip()
    if percent := _PERCENT.fullmatch(plain):
        digits = len(percent[1] or "")
        return lambda value: f"{_round(100 * value, digits)}%"
    if _PADDED.fullmatch(plain):
        return lambda value: "-" * (value < 0) + f"{_round(abs(value), 0)}".zfill(len(plain))
    return None


def _round(value: Decimal, digits: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _scan_excel(part: bytes, looks: Sequence[Look | None]) -> _Cells:
    found, row, column = _Cells(), 0, 0
    for is_start, name, element in _walk(part):
        if is_start and name == "row":
            row, column = int(element.get("r", row + 1)), 0
        elif name == "c" and not is_start:
            row, column = _find_place(element.get("r"), row, column + 1)
            if len(element):
                found.fill(row, column)
                _look_at_excel(found, (row, column), element, looks)
        elif name == "mergeCell" and (merged := _MERGED.fullmatch(element.get("ref", ""))):
            found.merged[_find_place(merged[1], 0, 0)] = int(merged[4])
    return found


def _find_place(name: str | None, row: int, column: int) -> tuple[int, int]:
    """Row and column of a cell; one without a name stands where it comes. Raises ValueError."""
    if name is None:
        return row, column
    if not (found := _PLACE.fullmatch(name)):
        raise ValueError(name)
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - 64
    return int(found[2]), column


def _name_place(row: int, column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def _look_at_excel(
    found: _Cells, place: tuple[int, int], cell: ET.Element, looks: Sequence[Look | None]
) -> None:
    parts = {_get_name(part): part.text or "" for part in cell}
    kind, style = cell.get("t", "n"), int(cell.get("s") or 0)
    if "f" in parts and not parts.get("v") and kind != "str":
        found.uncalculated.append(_name_place(*place))
    elif kind == "e":
        found.errors.append(_name_place(*place))
    elif kind == "n" and parts.get("v") and style < len(looks) and (look := looks[style]):
        found.looks[place] = look(Decimal(f"{float(parts['v']):.15g}"))


def _scan_open(part: bytes) -> dict[str, _Cells]:
    """The cells of each sheet of LibreOffice by its name."""
    found, cells, row, column, rows = dict[str, _Cells](), _Cells(), 1, 1, 1
    for is_start, name, element in _walk(part):
        if is_start and name == "table":
            row, cells = 1, found.setdefault(element.get(f"{_TABLE}name", ""), _Cells())
        elif name == "table-row":
            column, rows = 1, _count(element, "rows")
            row += 0 if is_start else rows
        elif name in ("table-cell", "covered-table-cell") and not is_start:
            columns = _count(element, "columns")
            if (spanned := int(element.get(f"{_TABLE}number-rows-spanned", 1))) > 1:
                cells.merged[row, column] = row + spanned - 1
            if len(element) or element.attrib.keys() & {_KIND, _FORMULA}:
                cells.fill(row + rows - 1, column + columns - 1)
                places = [(row + n, column + m) for n in range(rows) for m in range(columns)]
                _look_at_open(cells, places, element)
            column += columns
    _limit_all(found)
    return found


def _count(element: ET.Element, what: str) -> int:
    return int(element.get(f"{_TABLE}number-{what}-repeated", 1))


def _look_at_open(found: _Cells, places: Sequence[tuple[int, int]], cell: ET.Element) -> None:
    kind = cell.get(_KIND, "")
    texts = ("".join(part.itertext()) for part in cell if _get_name(part) == "p")
    shown = "\n".join(texts)
    if not kind and cell.get(_FORMULA):
        found.uncalculated += [_name_place(*place) for place in places]
    elif any(key.endswith("}value-type") and value == "error" for key, value in cell.items()):
        found.errors += [_name_place(*place) for place in places]
    elif kind in ("percentage", "time") or (kind == "float" and _LEADING_ZERO.fullmatch(shown)):
        found.looks |= dict.fromkeys(places, shown)
