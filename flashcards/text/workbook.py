"""Workbooks of Excel (`.xlsx`) and LibreOffice (`.ods`): tables of texts, as their cells look.

Both are archives of XML, which may come from anywhere: what they unpack to, their elements and
the cells of all sheets are counted, and nothing is expanded. What a text cannot show is told with
the names of the cells: superscript, pictures, formulas without a result.
"""

from __future__ import annotations

import posixpath
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple, TypeAlias
from zipfile import ZipFile, is_zipfile

from flashcards.fileio import open_plain, open_zip, read_pieces
from flashcards.text.csv_cells import MAX_CELLS, Unreadable, clean_cell
from flashcards.text.number_formats import BUILT_IN, SIGNS, Look, Signs, make_look

WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".ods")
"""Of the workbooks that are read."""
_OTHER_SUFFIXES = (".xls", ".xlsb", ".numbers")
_MAX_BYTES = 100_000_000
"""Bytes of all parts together, unpacked."""
_MAX_ELEMENTS = 1_000_000
"""In all parts together: some 300 MB in memory."""
_PARTS = (".xml", ".rels", "mimetype")
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
    "hidden": "a hidden column is not read: show it in the spreadsheet program if it is meant",
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
    hidden: set[int] = field(default_factory=set)
    """Numbers of columns."""
    width: int = 0

    def hide(self, groups: Sequence[range]) -> None:
        """Leave these columns out. Raises Unreadable if they are more than any sheet has."""
        _limit(sum(map(len, groups)))
        self.hidden = {*chain.from_iterable(groups)}

    def write(self, rows: range, columns: range, text: str, marks: Marks) -> None:
        """Write a cell to these places. Raises Unreadable if the sheet becomes too large."""
        text = clean_cell(text.replace("\r\n", "\n").replace("\r", "\n"))
        self.width = max(self.width, columns.stop - 1)
        _limit(max(len(self.rows), rows.stop - 1) * self.width)
        self.rows += ([] for _ in range(rows.stop - 1 - len(self.rows)))
        for row, column in product(rows, columns):
            is_hidden = column in self.hidden and text != ""
            for mark in {"hidden"} if is_hidden else marks:
                self.marked[mark].append(_name_place(row, column))
            if text and not is_hidden:
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
    """Return the sheets with cells that a workbook shows; none if the file is named otherwise.

    Numbers that Excel wrote look as in `lang`: its files do not say in which language. Raises
    Unreadable if it cannot be read, and FlashcardsError.
    """
    suffix = path.suffix.lower()
    if suffix not in (*WORKBOOK_SUFFIXES, *_OTHER_SUFFIXES):
        return []
    with open_plain(path) as file:
        if suffix in _OTHER_SUFFIXES or not is_zipfile(file):
            raise Unreadable(_NOT_READ)
    with open_zip(path) as archive:
        parts = _unpack(archive, path)
    try:
        if "content.xml" in parts:
            sheets = _read_libreoffice(parts)
        else:
            sheets = _read_excel(parts, SIGNS.get(lang, Signs()))
    except (ET.ParseError, ValueError, LookupError, ArithmeticError, RecursionError):
        raise Unreadable(_NOT_READ) from None
    _limit(sum(len(sheet.rows) * sheet.width for sheet in sheets))
    sheets = [sheet for sheet in sheets if any(sheet.rows)]
    if not sheets:
        raise Unreadable("is empty")
    for sheet in sheets:
        width = len(next(filter(None, sheet.rows)))
        sheet.rows = [[*row, *[""] * (width - len(row))] for row in sheet.rows]
    return sheets


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
    _limit(sum(part.count(b"<") - part.count(b"</") for part in parts.values()), _MAX_ELEMENTS)
    return parts


def _limit(count: int, most: int = MAX_CELLS) -> None:
    if count > most:
        raise Unreadable("has more in it than is read at once: divide it")


def _parse(part: bytes) -> ET.Element:
    """Return the root of a part; its elements have names without their namespaces."""
    if b"<!DOCTYPE" in part:
        raise ValueError("declares entities")
    root = ET.fromstring(part)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


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
    path = next((path for kind, path in _list_targets(parts, "").values() if kind == _BOOK), "")
    book, targets = _parse(parts[path]), _list_targets(parts, path)
    paths = dict(targets.values())
    is_1904 = any(options.get("date1904") in ("1", "true") for options in book.iter("workbookPr"))
    epoch = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
    styles = parts.get(paths.get("styles", ""), b"<styleSheet/>")
    texts = _parse(parts.get(paths.get("sharedStrings", ""), b"<sst/>")).iter("si")
    cells = _ExcelCells(
        _list_styles(_parse(styles), signs, epoch), [_read_rich_text(text) for text in texts], signs
    )
    sheets = []
    for element in book.iter("sheet"):
        if element.get("state", "visible") == "visible":
            id = next((value for key, value in element.items() if key.endswith("}id")), "")
            sheet = Sheet(element.attrib["name"])
            _read_excel_sheet(parts, targets[id][1], sheet, cells)
            sheets.append(sheet)
    return sheets


def _list_targets(parts: Mapping[str, bytes], source: str) -> dict[str, tuple[str, str]]:
    """Return kind and path of what a part refers to, by id; the first part of all has no name."""
    folder, file = posixpath.split(source)
    part = parts.get(posixpath.join(folder, "_rels", f"{file}.rels"), b"<Relationships/>")
    targets = {}
    for element in _parse(part).iter("Relationship"):
        if element.get("TargetMode") != "External":
            path = posixpath.normpath(posixpath.join("/", folder, element.attrib["Target"]))
            kind = element.attrib["Type"].rpartition("/")[2]
            targets[element.attrib["Id"]] = kind, path.lstrip("/").lower()
    return targets


def _list_styles(root: ET.Element, signs: Signs, epoch: datetime) -> list[tuple[Look, Marks]]:
    """Return how numbers look by the number of a style, and what is lost of its letters."""
    codes = dict(BUILT_IN)
    for code in root.iterfind("numFmts/numFmt"):
        codes[code.attrib["numFmtId"]] = code.attrib["formatCode"]
    fonts = [_find_excel_marks(font) for font in root.iterfind("fonts/font")]
    styles = []
    for style in root.iterfind("cellXfs/xf"):
        font = int(style.get("fontId") or 0)
        look = make_look(codes.get(style.get("numFmtId", ""), ""), signs, epoch)
        styles.append((look, fonts[font] if font < len(fonts) else _NO_MARKS))
    return styles


def _find_excel_marks(element: ET.Element) -> Marks:
    marks = set()
    for part in element.iter():
        value = part.get("val")
        if part.tag == "vertAlign" and value in ("superscript", "subscript"):
            marks.add("level")
        elif part.tag == "strike" and value not in ("0", "false"):
            marks.add("strike")
    return frozenset(marks)


def _read_rich_text(element: ET.Element) -> tuple[str, Marks]:
    """Return a text with its runs, and what is lost of it; how to read it aloud is no part."""
    texts = (*element.iterfind("t"), *element.iterfind("r/t"))
    text = "".join(text.text or "" for text in texts)
    return text.replace("_x000D_", "\r"), _find_excel_marks(element)


class _ExcelCells(NamedTuple):
    """What the cells of Excel refer to."""

    styles: Sequence[tuple[Look, Marks]]
    texts: Sequence[tuple[str, Marks]]
    signs: Signs

    def read(self, cell: ET.Element) -> tuple[str, Marks]:
        """Return the text of a cell, and what is lost of it."""
        kind, style = cell.get("t", "n"), int(cell.get("s") or 0)
        value = cell.findtext("v", "")
        plain: tuple[Look, Marks] = self.signs.format_number, _NO_MARKS
        look, marks = self.styles[style] if style < len(self.styles) else plain
        if cell.find("f") is not None and not value and kind != "str":
            return "", {"uncalculated"}
        match kind:
            case "e":
                return "", {"picture" if cell.get("vm") else "error"}
            case "s":
                text, own = self.texts[int(value)]
                return text, marks | own
            case "inlineStr":
                (inline,) = cell.iterfind("is")
                text, own = _read_rich_text(inline)
                return text, marks | own
            case "b":
                return self.signs.true if value == "1" else self.signs.false, marks
            case "n":
                return look(float(value)) if value else "", marks
        return value.replace("_x000D_", "\r"), marks


def _read_excel_sheet(
    parts: Mapping[str, bytes], path: str, sheet: Sheet, cells: _ExcelCells
) -> None:
    root, row = _parse(parts.get(path, b"<worksheet/>")), 0
    groups = [group for group in root.iterfind("cols/col") if group.get("hidden") in ("1", "true")]
    sheet.hide([range(int(col.attrib["min"]), int(col.attrib["max"]) + 1) for col in groups])
    for line in root.iter("row"):
        row, column = int(line.get("r", row + 1)), 0
        for cell in line.iterfind("c"):
            row, column = _find_place(cell.get("r"), row, column + 1)
            if len(cell):
                place = range(row, row + 1), range(column, column + 1)
                sheet.write(*place, *cells.read(cell))
    for kind, drawing in _list_targets(parts, path).values():
        if kind == "drawing":
            for anchor in _parse(parts[drawing]):
                corner = anchor.find("from")
                if corner is not None and anchor.find(".//pic") is not None:
                    row, column = (int(corner.findtext(name, "0")) for name in ("row", "col"))
                    sheet.marked["picture"].append(_name_place(row + 1, column + 1))


def _read_libreoffice(parts: Mapping[str, bytes]) -> list[Sheet]:
    content = _parse(parts["content.xml"])
    roots = (_parse(parts.get("styles.xml", b"<none/>")), content)
    styles = {
        style.get(f"{_STYLE}name", ""): _find_libreoffice_marks(style)
        for root in roots
        for style in root.iter("style")
    }
    sheets = []
    for table in content.iter("table"):
        sheet = Sheet(table.get(f"{_TABLE}name", ""))
        if "hidden" not in styles.get(table.get(f"{_TABLE}style-name", ""), _NO_MARKS):
            sheets.append(sheet)
        column, hidden = 1, list[range]()
        for group in table.iter("table-column"):
            after = column + int(group.get(f"{_TABLE}number-columns-repeated", 1))
            if group.get(f"{_TABLE}visibility") == "collapse":
                hidden.append(range(column, after))
            column = after
        sheet.hide(hidden)
        row = 1
        for line in table.iter("table-row"):
            column, rows = 1, int(line.get(f"{_TABLE}number-rows-repeated", 1))
            for cell in line:
                columns = int(cell.get(f"{_TABLE}number-columns-repeated", 1))
                text, marks = _read_libreoffice_cell(cell, styles)
                if text or marks:
                    place = range(row, row + rows), range(column, column + columns)
                    sheet.write(*place, text, marks)
                column += columns
            row += rows
    return sheets


def _find_libreoffice_marks(style: ET.Element) -> Marks:
    """Return what is lost of letters in a style, or that it hides a sheet."""
    marks = set()
    for part in style.iter():
        if part.get(f"{_STYLE}text-position", "0%").split()[0] not in ("0%", ""):
            marks.add("level")
        if part.get(f"{_STYLE}text-line-through-style", "none") != "none":
            marks.add("strike")
        if part.get(f"{_TABLE}display") == "false":
            marks.add("hidden")
    return marks


def _read_libreoffice_cell(cell: ET.Element, styles: Mapping[str, Marks]) -> tuple[str, Marks]:
    """Return the text that a cell of LibreOffice shows, and what is lost of it."""
    text = "\n".join(map(_read_paragraph, cell.iterfind("p")))
    text = text or cell.get(f"{_OFFICE}value", "") or cell.get(f"{_OFFICE}date-value", "")
    marks = set[str]()
    if not cell.get(f"{_OFFICE}value-type") and cell.get(f"{_TABLE}formula"):
        marks = {"uncalculated"}
    elif any(key.endswith("}value-type") and value == "error" for key, value in cell.items()):
        text, marks = "", {"error"}
    for part in cell.iter():
        marks |= {"picture"} if part.tag == "image" else set()
        for space in (_TABLE, _TEXT) if text else ():
            marks |= styles.get(part.get(f"{space}style-name", ""), _NO_MARKS) - {"hidden"}
    return text, marks


def _read_paragraph(element: ET.Element) -> str:
    text = element.text or ""
    for part in element:
        match part.tag:
            case "s":
                text += " " * min(int(part.get(f"{_TEXT}c", 1)), _MAX_SPACES)
            case "tab" | "line-break" as name:
                text += "\t" if name == "tab" else "\n"
            case _:
                text += _read_paragraph(part)
        text += part.tail or ""
    return text
