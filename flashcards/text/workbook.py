"""Workbooks of Excel (`.xlsx`) and LibreOffice (`.ods`): tables of texts, as their cells look.

Both are archives of XML, which may come from anywhere: what they unpack to, their elements and
the cells of all sheets are counted, and nothing is expanded. What a text cannot show is told with
the names of the cells: superscript, pictures, formulas without a result.
"""

from __future__ import annotations

import io
import posixpath
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias
from zipfile import ZipFile

from flashcards.fileio import open_plain, open_zip, read_pieces
from flashcards.text.csv_cells import MAX_CELLS, Unreadable, clean_cell
from flashcards.text.number_formats import BUILT_IN, SIGNS, Look, Signs, make_look

WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".ods")
"""Of the workbooks that are read."""
_OTHER_SUFFIXES = (".xls", ".xlsb", ".numbers")
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What an old workbook begins with, and a locked one."""
_ZIP = b"PK\x03\x04"
_MAX_BYTES = 100_000_000
"""Bytes of all parts together, unpacked."""
_PARTS = (".xml", ".rels", "mimetype")
_BOOK_PART = re.compile(r"(?:\A|[\\/])workbook\.(?:xml|bin)\Z")
_PLACE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
_NOT_READ = (
    "is a workbook that cannot be read, old, locked or damaged: save it as .xlsx, .ods or CSV UTF-8"
)
_MAX_NAMED = 5
"""Cells that are named in a notice."""
_OPEN = "{urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _STYLE, _TEXT = f"{_OPEN}table:1.0}}", f"{_OPEN}style:1.0}}", f"{_OPEN}text:1.0}}"
_OFFICE = f"{_OPEN}office:1.0}}"
_NOTICES = {
    "uncalculated": "a formula was never calculated, so the cell is empty: open the file in a "
    "spreadsheet program and save it",
    "error": "a formula has an error, so the cell is empty",
    "level": "superscript and subscript are lost, 10⁶ is read as 106: write $10^6$",
    "strike": "what is struck through is read as if it were not",
    "picture": "a picture inside the workbook is not read: save it beside the file, and write its "
    "name into a column 'picture'",
}
"""What is said of cells that do not come in as they look."""

_BOOK = "officeDocument"
_MAX_SPACES = 100
Marks: TypeAlias = Set[str]
"""What is lost of a cell: keys of `_NOTICES`."""
_NO_MARKS: Marks = frozenset()


@dataclass
class Sheet:
    """A table of a workbook; its rows are as long as the first one, or longer."""

    name: str
    rows: list[list[str]] = field(default_factory=list)
    marked: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Names of cells by what is lost of them."""
    width: int = 0

    def reserve(self, row: int, column: int) -> None:
        """Make room up to a cell. Raises Unreadable if the sheet becomes too large."""
        self.width = max(self.width, column)
        _limit(max(len(self.rows), row) * self.width)
        self.rows += ([] for _ in range(row - len(self.rows)))

    def put(self, row: int, column: int, text: str, marks: Marks) -> None:
        """Write a cell; one without text is none."""
        for mark in marks:
            self.marked[mark].append(_name_place(row, column))
        if text := clean_cell(text.replace("\r\n", "\n").replace("\r", "\n")):
            cells = self.rows[row - 1]
            cells += [""] * (column - len(cells))
            cells[column - 1] = text

    def list_notices(self) -> list[str]:
        """Return what to say of cells that do not come in as they look."""
        notices = []
        for mark, notice in _NOTICES.items():
            if cells := self.marked.get(mark):
                shown = ", ".join([*cells[:_MAX_NAMED], *["…"] * (len(cells) > _MAX_NAMED)])
                count = f"{len(cells)} cells" if len(cells) > 1 else "cell"
                notices.append(f"sheet “{self.name}”, {count} “{shown}”: {notice}")
        return notices


def load_sheets(path: Path, lang: str = "") -> list[Sheet]:
    """Return the sheets with cells that a workbook shows; none if the file is no workbook.

    Numbers that Excel wrote look as in `lang`: its files do not say in which language. Raises
    Unreadable if it cannot be read, and FlashcardsError.
    """
    with open_plain(path) as file:
        head, suffix = file.read(len(_OLD)), path.suffix.lower()
    is_zip = head.startswith(_ZIP)
    if head == _OLD or suffix in _OTHER_SUFFIXES or (suffix in WORKBOOK_SUFFIXES and not is_zip):
        raise Unreadable(_NOT_READ)
    if not is_zip:
        return []
    with open_zip(path) as archive:
        names = archive.namelist()
        if "content.xml" not in names and not any(map(_BOOK_PART.search, names)):
            return []
        parts = _unpack(archive, path)
    try:
        if "content.xml" in parts:
            sheets = _read_libreoffice(parts)
        else:
            sheets = _read_excel(parts, SIGNS.get(lang, Signs()))
    except (ET.ParseError, ValueError, LookupError, ArithmeticError, RecursionError):
        raise Unreadable(_NOT_READ) from None
    sheets = [sheet for sheet in sheets if any(sheet.rows)]
    if not sheets:
        raise Unreadable("is empty")
    for sheet in sheets:
        width = len(next(filter(None, sheet.rows)))
        sheet.rows = [[*row, *[""] * (width - len(row))] for row in sheet.rows]
    return sheets


def choose_sheet(
    sheets: Sequence[Sheet], fits: Callable[[list[list[str]]], bool]
) -> tuple[Sheet, list[str]]:
    """Return the first sheet whose rows fit, else the first one, and what is to be told of it."""
    wide = [sheet for sheet in sheets if max(map(len, sheet.rows)) > 1] or sheets
    chosen = next((sheet for sheet in wide if fits(sheet.rows)), wide[0])
    notices = chosen.list_notices()
    if others := ", ".join(f"“{sheet.name}”" for sheet in sheets if sheet is not chosen):
        notices.insert(0, f"sheet “{chosen.name}” is read; not read: {others}")
    return chosen, notices


def _unpack(archive: ZipFile, path: Path) -> dict[str, bytes]:
    """Return the parts in UTF-8 by name. Raises FlashcardsError if they are too large."""
    parts, size = dict[str, bytes](), 0
    for name in dict.fromkeys(archive.namelist()):
        if name.endswith(_PARTS):
            part = b"".join(read_pieces(archive, name, _MAX_BYTES, path))
            if b"\0" not in part:
                parts[name.replace("\\", "/").lower()] = part
                size += len(part)
                _limit(size, _MAX_BYTES)
    _limit(sum(part.count(b"<") - part.count(b"</") for part in parts.values()))
    return parts


def _limit(count: int, most: int = MAX_CELLS) -> None:
    if count > most:
        raise Unreadable("has more in it than is read at once: divide it")


def _walk(part: bytes) -> Iterator[tuple[bool, str, ET.Element]]:
    """Yield each element with its plain name, when it begins and when it ends."""
    if b"<!DOCTYPE" in part:
        raise ValueError("declares entities")
    for event, element in ET.iterparse(io.BytesIO(part), ("start", "end")):
        name = _get_name(element)
        yield event == "start", name, element
        if event == "end" and name in ("row", "table-row", "si"):
            element.clear()


def _get_name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _name_place(row: int, column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def _find_place(name: str | None, row: int, column: int) -> tuple[int, int]:
    """Return row and column of a cell of Excel; one without a name stands where it comes."""
    if name is None:
        return row, column
    if not (place := _PLACE.fullmatch(name)):
        raise ValueError(name)
    column = 0
    for letter in place[1]:
        column = 26 * column + ord(letter) - 64
    return int(place[2]), column


def _read_excel(parts: Mapping[str, bytes], signs: Signs) -> list[Sheet]:
    book = next((path for kind, path in _list_targets(parts, "").values() if kind == _BOOK), "")
    targets, shown, epoch = _list_targets(parts, book), dict[str, str](), datetime(1899, 12, 30)
    for is_start, name, element in _walk(parts[book]):
        if is_start and name == "workbookPr" and element.get("date1904") in ("1", "true"):
            epoch = datetime(1904, 1, 1)
        elif is_start and name == "sheet" and element.get("state", "visible") == "visible":
            id = next((value for key, value in element.items() if key.endswith("}id")), "")
            shown[element.attrib["name"]] = targets[id][1]
    paths = dict(targets.values())
    styles = parts.get(paths.get("styles", ""), b"<styleSheet/>")
    shared = parts.get(paths.get("sharedStrings", ""), b"<sst/>")
    texts = [
        _read_rich_text(e) for is_start, name, e in _walk(shared) if not is_start and name == "si"
    ]
    reader = _ExcelCells(_list_styles(styles, signs, epoch), texts, signs)
    sheets = [_read_excel_sheet(parts, path, Sheet(name), reader) for name, path in shown.items()]
    _limit(sum(len(sheet.rows) * sheet.width for sheet in sheets))
    return sheets


def _list_targets(parts: Mapping[str, bytes], source: str) -> dict[str, tuple[str, str]]:
    """Return kind and path of what a part refers to, by id; the first part of all has no name."""
    folder, file = posixpath.split(source)
    targets = {}
    part = parts.get(posixpath.join(folder, "_rels", f"{file}.rels"), b"<Relationships/>")
    for is_start, name, element in _walk(part):
        if is_start and name == "Relationship" and element.get("TargetMode") != "External":
            path = posixpath.normpath(posixpath.join("/", folder, element.attrib["Target"]))
            kind = element.attrib["Type"].rpartition("/")[2]
            targets[element.attrib["Id"]] = kind, path.lstrip("/").lower()
    return targets


def _list_styles(part: bytes, signs: Signs, epoch: datetime) -> list[tuple[Look, Marks]]:
    """Return how numbers look by the number of a style, and what is lost of its letters."""
    codes, fonts, styles = dict(BUILT_IN), list[Marks](), list[tuple[Look, Marks]]()
    is_cell = False
    for is_start, name, element in _walk(part):
        if name == "cellXfs":
            is_cell = is_start
        elif name == "font" and not is_start:
            fonts.append(_find_excel_marks(element))
        elif is_start and name == "numFmt":
            codes[element.attrib["numFmtId"]] = element.attrib["formatCode"]
        elif is_start and name == "xf" and is_cell:
            font = int(element.get("fontId") or 0)
            look = make_look(codes.get(element.get("numFmtId", ""), ""), signs, epoch)
            styles.append((look, fonts[font] if font < len(fonts) else frozenset()))
    return styles


def _find_excel_marks(element: ET.Element) -> Marks:
    marks = set()
    for part in element.iter():
        value, name = part.get("val"), _get_name(part)
        if name == "vertAlign" and value in ("superscript", "subscript"):
            marks.add("level")
        elif name == "strike" and value not in ("0", "false"):
            marks.add("strike")
    return frozenset(marks)


def _read_rich_text(element: ET.Element) -> tuple[str, Marks]:
    """Return a text with its runs, and what is lost of it; how to read it aloud is no part."""
    runs = [element, *(run for run in element if _get_name(run) == "r")]
    texts = [part.text or "" for run in runs for part in run if _get_name(part) == "t"]
    return "".join(texts).replace("_x000D_", "\r"), _find_excel_marks(element)


class _ExcelCells(NamedTuple):
    """What the cells of Excel refer to."""

    styles: Sequence[tuple[Look, Marks]]
    texts: Sequence[tuple[str, Marks]]
    signs: Signs

    def read(self, cell: ET.Element) -> tuple[str, Marks]:
        """Return the text of a cell, and what is lost of it."""
        parts = {_get_name(part): part for part in cell}
        kind, style = cell.get("t", "n"), int(cell.get("s") or 0)
        value = parts["v"].text or "" if "v" in parts else ""
        plain: tuple[Look, Marks] = self.signs.format_number, _NO_MARKS
        look, marks = self.styles[style] if style < len(self.styles) else plain
        if "f" in parts and not value and kind != "str":
            return "", {"uncalculated"}
        match kind:
            case "e":
                return "", {"picture" if cell.get("vm") else "error"}
            case "s" | "inlineStr":
                is_shared = kind == "s"
                text, own = self.texts[int(value)] if is_shared else _read_rich_text(parts["is"])
                return text, {*marks, *own}
            case "b":
                return self.signs.true if value == "1" else self.signs.false, marks
            case "n":
                return look(float(value)) if value else "", marks
        return value.replace("_x000D_", "\r"), marks


def _read_excel_sheet(
    parts: Mapping[str, bytes], path: str, sheet: Sheet, cells: _ExcelCells
) -> Sheet:
    row, column = 0, 0
    for is_start, name, element in _walk(parts.get(path, b"<none/>")):
        if is_start and name == "row":
            row, column = int(element.get("r", row + 1)), 0
        elif name == "c" and not is_start:
            row, column = _find_place(element.get("r"), row, column + 1)
            if len(element):
                sheet.reserve(row, column)
                sheet.put(row, column, *cells.read(element))
    drawings = [place for kind, place in _list_targets(parts, path).values() if kind == "drawing"]
    for drawing in drawings:
        corner: list[int] = []
        for is_start, name, element in _walk(parts[drawing]):
            if name.endswith("Anchor") and is_start:
                corner = []
            elif name in ("col", "row") and not is_start:
                corner.append(int(element.text or 0))
            elif name == "pic" and is_start and corner:
                sheet.marked["picture"].append(_name_place(corner[1] + 1, corner[0] + 1))
    return sheet


def _read_libreoffice(parts: Mapping[str, bytes]) -> list[Sheet]:
    styles = {
        name: marks
        for part in ("styles.xml", "content.xml")
        for name, marks in _list_libreoffice_styles(parts.get(part, b"<none/>"))
    }
    sheets, sheet, row, column, rows = list[Sheet](), Sheet(""), 1, 1, 1
    for is_start, name, element in _walk(parts["content.xml"]):
        if is_start and name == "table":
            row, sheet = 1, Sheet(element.get(f"{_TABLE}name", ""))
            is_hidden = "hidden" in styles.get(element.get(f"{_TABLE}style-name", ""), ())
            sheets += [] if is_hidden else [sheet]
        elif name == "table-row":
            column, rows = 1, int(element.get(f"{_TABLE}number-rows-repeated", 1))
            row += 0 if is_start else rows
        elif name in ("table-cell", "covered-table-cell") and not is_start:
            columns = int(element.get(f"{_TABLE}number-columns-repeated", 1))
            text, marks = _read_libreoffice_cell(element, styles)
            if text or marks:
                sheet.reserve(row + rows - 1, column + columns - 1)
                for down, right in product(range(rows), range(columns)):
                    sheet.put(row + down, column + right, text, marks)
            column += columns
    _limit(sum(len(sheet.rows) * sheet.width for sheet in sheets))
    return sheets


def _list_libreoffice_styles(part: bytes) -> Iterator[tuple[str, Marks]]:
    """Yield each style of LibreOffice with what is lost of letters in it."""
    for is_start, name, element in _walk(part):
        if name == "style" and not is_start:
            marks = set()
            for inner in element.iter():
                if inner.get(f"{_STYLE}text-position", "0%").split()[0] not in ("0%", ""):
                    marks.add("level")
                if inner.get(f"{_STYLE}text-line-through-style", "none") != "none":
                    marks.add("strike")
                if inner.get(f"{_TABLE}display") == "false":
                    marks.add("hidden")
            yield element.get(f"{_STYLE}name", ""), marks


def _read_libreoffice_cell(cell: ET.Element, styles: Mapping[str, Marks]) -> tuple[str, Marks]:
    """Return the text that a cell of LibreOffice shows, and what is lost of it."""
    text = "\n".join(_read_paragraph(part) for part in cell if _get_name(part) == "p")
    text = text or cell.get(f"{_OFFICE}value", "")
    kind, marks = cell.get(f"{_OFFICE}value-type"), set[str]()
    if not kind and cell.get(f"{_TABLE}formula"):
        marks = {"uncalculated"}
    elif any(key.endswith("}value-type") and value == "error" for key, value in cell.items()):
        text, marks = "", {"error"}
    elif kind == "date":
        text = cell.get(f"{_OFFICE}date-value", "").replace("T", " ")
    for part in cell.iter():
        marks |= {"picture"} if _get_name(part) == "image" else set()
        for space in (_TABLE, _TEXT) if text else ():
            marks |= {*styles.get(part.get(f"{space}style-name", ""), ())} - {"hidden"}
    return text, marks


def _read_paragraph(element: ET.Element) -> str:
    text = element.text or ""
    for part in element:
        match _get_name(part):
            case "s":
                text += " " * min(int(part.get(f"{_TEXT}c", 1)), _MAX_SPACES)
            case "tab" | "line-break" as name:
                text += "\t" if name == "tab" else "\n"
            case _:
                text += _read_paragraph(part)
        text += part.tail or ""
    return text
