"""Workbooks of Excel (`.xlsx`) and LibreOffice (`.ods`): tables of texts, as their cells look.

python-calamine reads the values. It knows no formats of numbers, no formulas, no superscript and
no pictures, believes what an archive says of itself, and gives each place up to the last cell its
memory. So everything is unpacked, measured and looked through here, and it is handed the parts
that were found small.
"""

from __future__ import annotations

import io
import posixpath
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from zipfile import ZipFile

from flashcards.fileio import MAX_ZIP_BYTES, open_plain, open_zip, read_member
from flashcards.text.csv_cells import MAX_CELLS, Unreadable, clean_cell
from flashcards.text.number_formats import BUILT_IN, SIGNS, Look, Signs, make_look

WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".ods")
"""Of the workbooks that are read."""
_OTHER_SUFFIXES = (".xls", ".xlsb", ".numbers")
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What an old workbook begins with, and a locked one."""
ZIP = b"PK\x03\x04"
"""What an archive begins with."""
_MAX_BYTES = 100_000_000
"""Bytes of all parts together, unpacked."""
_PARTS = (".xml", ".rels", "mimetype")
_BOOK_PART = re.compile(r"(?:\A|[\\/])workbook\.(?:xml|bin)\Z")
_PLACE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
_MERGED = re.compile(rf"({_PLACE.pattern}):[A-Z]+([1-9]\d{{0,6}})")
_NOT_READ = (
    "is a workbook that cannot be read, old, locked or damaged: save it as .xlsx, .ods or CSV UTF-8"
)
_MAX_TOLD = 5
"""Cells that are named in a notice."""
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_FORMULA = f"{_TABLE}formula"
_KIND = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}value-type"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_STYLE_NAMES = (f"{_TABLE}style-name", "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}style-name")
_BOOK = "officeDocument"
_TOLD = {
    "uncalculated": "a formula was never calculated, so the cell is empty: open the file in a "
    "spreadsheet program and save it",
    "error": "a formula has an error, so the cell is empty",
    "level": "superscript and subscript are lost, 10⁶ is read as 106: write $10^6$",
    "strike": "what is struck through is read as if it were not",
    "picture": "a picture inside the workbook is not read: save it beside the file, and write its "
    "name into a column 'picture'",
}
"""What is said of cells that do not come in as they look."""


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
    told: dict[str, list[str]] = field(default_factory=lambda: {what: [] for what in _TOLD})
    """Names of cells by what is said of them."""
    merged: dict[tuple[int, int], int] = field(default_factory=dict)
    height: int = 0
    width: int = 0

    def fill(self, row: int, column: int) -> None:
        """Note a cell that is not empty. Raises Unreadable if the sheet is too large."""
        self.height, self.width = max(self.height, row), max(self.width, column)
        _limit(self.height * self.width)

    def list_notices(self, name: str) -> Iterator[str]:
        """Yield what to say of cells in the sheet of this name."""
        for what, cells in self.told.items():
            if cells:
                more = ["…"] if len(cells) > _MAX_TOLD else []
                shown = ", ".join([*cells[:_MAX_TOLD], *more])
                count = f"{len(cells)} cells" if len(cells) > 1 else "cell"
                yield f"sheet “{name}”, {count} “{shown}”: {_TOLD[what]}"


def load_sheets(path: Path, lang: str = "") -> list[Sheet]:
    """The sheets with cells that the workbook in a file shows; none if it is no workbook.

    Numbers that Excel wrote look as in `lang`: its files do not say in which language. Raises
    Unreadable if it cannot be read, and FlashcardsError.
    """
    with open_plain(path, MAX_ZIP_BYTES) as file:
        head, ending = file.read(len(_OLD)), path.suffix.lower()
    is_zip = head.startswith(ZIP)
    if head == _OLD or ending in _OTHER_SUFFIXES or (ending in WORKBOOK_SUFFIXES and not is_zip):
        raise Unreadable(_NOT_READ)
    if not is_zip:
        return []
    with open_zip(path) as archive:
        if not _is_workbook(archive.namelist()):
            return []
        parts = _unpack(archive, path)
    try:
        return _read_sheets(parts, SIGNS.get(lang, Signs()))
    except (ET.ParseError, ValueError, LookupError, ArithmeticError, RecursionError):
        raise Unreadable(_NOT_READ) from None


def choose_sheet(
    sheets: Sequence[Sheet], fits: Callable[[list[list[str]]], bool]
) -> tuple[Sheet, list[str]]:
    """The first sheet whose rows fit, else the first one; what is to be told of it."""
    wide = [sheet for sheet in sheets if max(map(len, sheet.rows)) > 1] or sheets
    chosen = next((sheet for sheet in wide if fits(sheet.rows)), wide[0])
    notices = [*chosen.notices]
    if others := ", ".join(f"“{sheet.name}”" for sheet in sheets if sheet is not chosen):
        notices.insert(0, f"sheet “{chosen.name}” is read; not read: {others}")
    return chosen, notices


def _is_workbook(names: Iterable[str]) -> bool:
    listed = {*names}
    return {"mimetype", "content.xml"} <= listed or any(map(_BOOK_PART.search, listed))


def _unpack(archive: ZipFile, path: Path) -> dict[str, bytes]:
    """The parts in UTF-8 by name. Raises Unreadable, and FlashcardsError, if they are too large."""
    parts: dict[str, bytes] = {}
    for name in dict.fromkeys(archive.namelist()):
        if name.endswith(_PARTS):
            part = read_member(archive, name, _MAX_BYTES, path)
            parts |= {} if b"\0" in part else {name.replace("\\", "/"): part}
            _limit(sum(map(len, parts.values())), _MAX_BYTES)
    _limit(sum(part.count(b"<") - part.count(b"</") for part in parts.values()))
    return parts


def _limit(count: int, most: int = MAX_CELLS) -> None:
    if count > most:
        raise Unreadable("has more in it than is read at once: divide it")


def _limit_all(found: Mapping[str, _Cells]) -> None:
    _limit(sum(cells.height * cells.width for cells in found.values()))


def _read_sheets(parts: Mapping[str, bytes], signs: Signs) -> list[Sheet]:
    """Raises Unreadable, and whatever Python raises where the file is damaged."""
    from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

    is_open = "content.xml" in parts
    scanned = _scan_open(parts) if is_open else _scan_excel_parts(parts, signs)
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
    made = [_make_sheet(name, scanned[name], rows, signs) for name, rows in values.items()]
    found = [sheet for sheet in made if sheet.rows]
    if not found:
        raise Unreadable("is empty")
    return found


def _make_sheet(
    name: str, cells: _Cells, values: Iterable[Iterable[object]], signs: Signs
) -> Sheet:
    """The sheet from its first row that has a cell; empty cells behind the last are no cells."""
    rows = [
        [
            clean_cell(cells.looks.get((row, column)) or _format_value(value, signs))
            for column, value in enumerate(line, 1)
        ]
        for row, line in enumerate(values, 1)
    ]
    ends = [max((at for at, cell in enumerate(row, 1) if cell), default=0) for row in rows]
    width = next(filter(None, ends), 0)
    sizes = [max(width, end) for end in ends]
    kept = [
        [*row[:size], *("",) * (size - len(row))] for row, size in zip(rows, sizes, strict=True)
    ]
    return Sheet(name, kept if width else [], [*cells.list_notices(name)], cells.merged)


def _format_value(value: object, signs: Signs) -> str:
    """A value as text: numbers as short as they are, dates as ISO writes them."""
    match value:
        case bool():
            return signs.true if value else signs.false
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case float():
            return signs.put(format(value, ".15g"))  # more digits no spreadsheet shows
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


def _scan_excel_parts(parts: Mapping[str, bytes], signs: Signs) -> dict[str, _Cells]:
    """The cells of each sheet by its name; every part with cells is measured, named or not."""
    book = next((path for kind, path in _list_targets(parts, "").values() if kind == _BOOK), "")
    targets = _list_targets(parts, book)
    paths = dict(targets.values())
    styles = _list_styles(parts[paths["styles"]], signs) if "styles" in paths else []
    shared = _list_shared_marks(parts.get(paths.get("sharedStrings", ""), b"<sst/>"))
    texts = {name: part for name, part in parts.items() if b"sheetData" in part}
    found = {name.lower(): _scan_excel(part, styles, shared) for name, part in texts.items()}
    _limit_all(found)
    for name in texts:
        found[name.lower()].told["picture"] += _find_excel_pictures(parts, name)
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
    part = parts.get(posixpath.join(folder, "_rels", f"{file}.rels"), b"<Relationships/>")
    for is_start, name, element in _walk(part):
        if is_start and name == "Relationship" and element.get("TargetMode") != "External":
            path = posixpath.normpath(posixpath.join("/", folder, element.attrib["Target"]))
            kind = element.attrib["Type"].rpartition("/")[2]
            targets[element.attrib["Id"]] = kind, path.lstrip("/")
    return targets


def _list_styles(styles: bytes, signs: Signs) -> list[tuple[Look | None, set[str]]]:
    """How numbers look by the number of a style, and whether its letters are raised or struck."""
    codes, fonts, found = dict(BUILT_IN), list[set[str]](), list[tuple[Look | None, set[str]]]()
    is_cell = False
    for is_start, name, element in _walk(styles):
        if name == "cellXfs":
            is_cell = is_start
        elif name == "font" and not is_start:
            fonts.append(_find_marks(element))
        elif is_start and name == "numFmt":
            codes[element.attrib["numFmtId"]] = element.attrib["formatCode"]
        elif is_start and name == "xf" and is_cell:
            font = int(element.get("fontId") or 0)
            marks = fonts[font] if font < len(fonts) else set()
            found.append((make_look(codes.get(element.get("numFmtId", ""), ""), signs), marks))
    return found


def _find_marks(element: ET.Element) -> set[str]:
    """What is lost of the letters in an element of Excel."""
    marks = set()
    for part in element.iter():
        value, name = part.get("val"), _get_name(part)
        if name == "vertAlign" and value in ("superscript", "subscript"):
            marks.add("level")
        elif name == "strike" and value not in ("0", "false"):
            marks.add("strike")
    return marks


def _list_shared_marks(part: bytes) -> list[set[str]]:
    """What is lost of each text that cells share."""
    return [_find_marks(e) for is_start, name, e in _walk(part) if name == "si" and not is_start]


def _find_excel_pictures(parts: Mapping[str, bytes], sheet: str) -> Iterator[str]:
    """Yield the names of the cells on which pictures of a sheet begin."""
    drawings = [path for kind, path in _list_targets(parts, sheet).values() if kind == "drawing"]
    for path in drawings:
        corner: list[int] = []
        for is_start, name, element in _walk(parts[path]):
            if name.endswith("Anchor") and is_start:
                corner = []
            elif name in ("col", "row") and not is_start:
                corner.append(int(element.text or 0))
            elif name == "pic" and is_start and corner:
                yield _name_place(corner[1] + 1, corner[0] + 1)


def _scan_excel(
    part: bytes, styles: Sequence[tuple[Look | None, set[str]]], shared: Sequence[set[str]]
) -> _Cells:
    found, row, column = _Cells(), 0, 0
    for is_start, name, element in _walk(part):
        if is_start and name == "row":
            row, column = int(element.get("r", row + 1)), 0
        elif name == "c" and not is_start:
            row, column = _find_place(element.get("r"), row, column + 1)
            if len(element):
                found.fill(row, column)
                _look_at_excel(found, (row, column), element, styles, shared)
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
    found: _Cells,
    place: tuple[int, int],
    cell: ET.Element,
    styles: Sequence[tuple[Look | None, set[str]]],
    shared: Sequence[set[str]],
) -> None:
    parts = {_get_name(part): part.text or "" for part in cell}
    kind, style, value = cell.get("t", "n"), int(cell.get("s") or 0), parts.get("v", "")
    look, marks = styles[style] if style < len(styles) else (None, set())
    if "f" in parts and not value and kind != "str":
        marks = {"uncalculated"}
    elif kind == "e":
        marks = {"picture" if cell.get("vm") else "error"}
    elif kind == "s":
        marks = marks | shared[int(value)]
    else:
        marks = marks | _find_marks(cell)
        if kind == "n" and value and look:
            found.looks[place] = look(Decimal(f"{float(value):.15g}"))
    for mark in marks:
        found.told[mark].append(_name_place(*place))


def _scan_open(parts: Mapping[str, bytes]) -> dict[str, _Cells]:
    """The cells of each sheet of LibreOffice by its name."""
    styles = {
        name: marks
        for part in ("styles.xml", "content.xml")
        for name, marks in _list_open_styles(parts.get(part, b"<none/>"))
    }
    found, cells, row, column, rows = dict[str, _Cells](), _Cells(), 1, 1, 1
    for is_start, name, element in _walk(parts["content.xml"]):
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
                _look_at_open(cells, places, element, styles)
            column += columns
    _limit_all(found)
    return found


def _count(element: ET.Element, what: str) -> int:
    return int(element.get(f"{_TABLE}number-{what}-repeated", 1))


def _list_open_styles(part: bytes) -> Iterator[tuple[str, set[str]]]:
    """Yield each style of LibreOffice with what is lost of letters in it."""
    for is_start, name, element in _walk(part):
        if name == "style" and not is_start:
            marks = set()
            for inner in element.iter():
                if inner.get(f"{_STYLE}text-position", "0%").split()[0] not in ("0%", ""):
                    marks.add("level")
                if inner.get(f"{_STYLE}text-line-through-style", "none") != "none":
                    marks.add("strike")
            yield element.get(f"{_STYLE}name", ""), marks


def _look_at_open(
    found: _Cells,
    places: Sequence[tuple[int, int]],
    cell: ET.Element,
    styles: Mapping[str, set[str]],
) -> None:
    kind, marks = cell.get(_KIND, ""), set[str]()
    texts = ("".join(part.itertext()) for part in cell if _get_name(part) == "p")
    shown = "\n".join(texts)
    if not kind and cell.get(_FORMULA):
        marks = {"uncalculated"}
    elif any(key.endswith("}value-type") and value == "error" for key, value in cell.items()):
        marks = {"error"}
    elif kind not in ("string", "date") and shown:
        found.looks |= dict.fromkeys(places, shown)
    for part in cell.iter():
        marks |= {"picture"} if _get_name(part) == "image" else set()
        for name in _STYLE_NAMES if shown else ():
            marks |= styles.get(part.get(name, ""), set())
    for mark in marks:
        found.told[mark] += [_name_place(*place) for place in places]
