"""Workbooks of Excel (`.xlsx`) and LibreOffice (`.ods`): tables of texts, as their cells look.

Both are archives of XML, which may come from anywhere: what they unpack to, their elements and
the cells of all sheets are counted, and nothing is expanded. What a text cannot show is told with
the references of the cells, such as B2: superscript, pictures, formulas without a result.
"""

import posixpath
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import TypeAlias
from zipfile import ZipFile, is_zipfile

from flashcards.fileio import open_plain, open_zip, unpack_member
from flashcards.text.csv_cells import MAX_CELLS, Unreadable, clean_cell
from flashcards.text.number_formats import BUILT_IN, NOTATIONS, Notation, ShownNumber, show_number

WORKBOOK_SUFFIXES = (".xlsx", ".xlsm", ".ods")
"""Of the workbooks that are read."""
_MAX_BYTES = 100_000_000
"""Bytes of all parts together, unpacked."""
_MAX_ELEMENTS = 1_000_000
"""In all parts together: some 300 MB in memory."""
_PARTS = (".xml", ".rels", "mimetype")
_NOT_READ = (
    "is a workbook that cannot be read, old, locked or damaged: save it as .xlsx, .ods or CSV UTF-8"
)
_MAX_NAMED = 5
"""Cells that are named in a notice."""
_MAX_SPACES = 100
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
_LOSSES = {
    "uncalculated": "a formula was never calculated, so the cell is empty: open the file in a "
    "spreadsheet program and save it",
    "error": "a formula has an error, so the cell is empty",
    "superscript": "superscript and subscript are lost, 10⁶ is read as 106: write $10^6$",
    "format": "its format is not known here, so the number is read as it is: if it should look "
    "otherwise, write it as text",
    "strike": "what is struck through is read as if it were not",
    "hidden": "a hidden column is not read: show it in the spreadsheet program if it is meant",
    "picture": "a picture inside the workbook is not read: save it beside the file, and write its "
    "name into a column 'picture'",
}
"""What is said of cells that do not come in as they look."""
Losses: TypeAlias = Set[str]
"""What is lost of a cell: keys of `_LOSSES`."""
_NO_LOSS: Losses = frozenset()


@dataclass
class Sheet:
    """A table of a workbook; its rows are as long as their last cell with a text."""

    name: str
    hidden: set[int] = field(default_factory=set)
    """Numbers of columns."""
    rows: list[list[str]] = field(default_factory=list)
    losses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """References of cells by what is lost of them."""
    width: int = 0

    def hide(self, first: int, last: int) -> None:
        """Leave these columns out. Raises Unreadable if they are more than any sheet has."""
        _limit(len(self.hidden) + last - first)
        self.hidden |= {*range(first, last + 1)}

    def write(self, rows: range, columns: range, text: str, losses: Losses) -> None:
        """Write a text into these cells. Raises Unreadable if the sheet becomes too large."""
        if not isinstance(text, ShownNumber):
            text = clean_cell(text.replace("\r\n", "\n").replace("\r", "\n"))
        self.width = max(self.width, columns.stop - 1)
        _limit(max(len(self.rows), rows.stop - 1) * self.width)
        self.rows += ([] for _ in range(rows.stop - 1 - len(self.rows)))
        for row, column in product(rows, columns):
            is_hidden = column in self.hidden and text != ""
            for loss in {"hidden"} if is_hidden else losses:
                self.losses[loss].append(_name_cell(row, column))
            if text and not is_hidden:
                cells = self.rows[row - 1]
                cells += [""] * (column - len(cells))
                cells[column - 1] = text

    def list_notices(self) -> list[str]:
        """Return what to say of cells that do not come in as they look."""
        notices = []
        for loss, notice in _LOSSES.items():
            if cells := self.losses.get(loss):
                shown = ", ".join(cells[:_MAX_NAMED]) + (", …" if len(cells) > _MAX_NAMED else "")
                count = f"{len(cells)} cells" if len(cells) > 1 else "cell"
                notices.append(f"sheet “{self.name}”, {count} “{shown}”: {notice}")
        return notices


def load_sheets(path: Path, lang: str = "") -> list[Sheet]:
    """Return the sheets with cells that a workbook shows; none if the file is named otherwise.

    Numbers that Excel wrote look as in `lang`: its files do not say in which language. Raises
    Unreadable if it cannot be read, and FlashcardsError.
    """
    if path.suffix.lower() not in WORKBOOK_SUFFIXES:
        return []
    with open_plain(path) as file:
        if not is_zipfile(file):
            raise Unreadable(_NOT_READ)
    with open_zip(path) as archive:
        parts = _unpack(archive, path)
    try:
        if "content.xml" in parts:
            sheets = _read_libreoffice(parts)
        else:
            sheets = _ExcelReader(parts, NOTATIONS.get(lang, Notation())).read_sheets()
    except (ET.ParseError, ValueError, LookupError, ArithmeticError, RecursionError):
        raise Unreadable(_NOT_READ) from None
    _limit(sum(len(sheet.rows) * sheet.width for sheet in sheets))
    sheets = [sheet for sheet in sheets if any(sheet.rows)]
    if not sheets:
        raise Unreadable("is empty")
    return sheets


def _unpack(archive: ZipFile, path: Path) -> dict[str, bytes]:
    """Return the parts in UTF-8 by name. Raises FlashcardsError if they are too large."""
    parts, size = dict[str, bytes](), 0
    for name in dict.fromkeys(archive.namelist()):
        if name.endswith(_PARTS):
            part = unpack_member(archive, name, _MAX_BYTES, path)
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
    """Return the root of a part; elements and attributes have names without their namespaces."""
    if b"<!DOCTYPE" in part:
        raise ValueError("declares entities")
    root = ET.fromstring(part)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.attrib = {name.rpartition("}")[2]: text for name, text in element.items()}
    return root


def _name_cell(row: int, column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def _read_reference(name: str) -> tuple[int, int]:
    """Return row and column of a cell such as B2."""
    reference = _REFERENCE.fullmatch(name)
    if not reference:
        raise ValueError(name)
    column = 0
    for letter in reference[1]:
        column = 26 * column + ord(letter) - 64
    return int(reference[2]), column


class _ExcelReader:
    """Reads the sheets of a workbook of Excel."""

    def __init__(self, parts: Mapping[str, bytes], notation: Notation) -> None:
        self._parts, self._notation = parts, notation
        path = dict(self._list_targets("").values())["officeDocument"]
        self._book = _parse(parts[path])
        self._targets = self._list_targets(path)
        paths = dict(self._targets.values())
        settings = self._book.find("workbookPr")
        is_1904 = settings is not None and settings.get("date1904") in ("1", "true")
        self._epoch = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
        texts = _parse(parts.get(paths.get("sharedStrings", ""), b"<sst/>"))
        self._texts = [_read_rich_text(text) for text in texts.iter("si")]
        styles = _parse(parts.get(paths.get("styles", ""), b"<styleSheet/>"))
        codes = dict(BUILT_IN)
        for format in styles.iterfind("numFmts/numFmt"):
            codes[format.attrib["numFmtId"]] = format.attrib["formatCode"]
        fonts = [_find_excel_losses(font) for font in styles.iterfind("fonts/font")]
        self._styles = list[tuple[str, Losses]]()
        """Codes of formats, and what is lost of texts."""
        for style in styles.iterfind("cellXfs/xf"):
            font = int(style.get("fontId") or 0)
            losses = fonts[font] if font < len(fonts) else _NO_LOSS
            self._styles.append((codes.get(style.get("numFmtId", "0"), "unknown"), losses))

    def read_sheets(self) -> list[Sheet]:
        """Return the sheets that are not hidden."""
        sheets = []
        for element in self._book.iter("sheet"):
            if element.get("state", "visible") == "visible":
                _, path = self._targets[element.attrib["id"]]
                sheets.append(self._read_sheet(element.attrib["name"], path))
        return sheets

    def _list_targets(self, source: str) -> dict[str, tuple[str, str]]:
        """Return kind and path of what a part refers to, by id; "" stands for the whole file."""
        folder, file = posixpath.split(source)
        links = posixpath.join(folder, "_rels", f"{file}.rels")
        targets = {}
        for link in _parse(self._parts.get(links, b"<Relationships/>")).iter("Relationship"):
            if link.get("TargetMode") != "External":
                path = posixpath.normpath(posixpath.join("/", folder, link.attrib["Target"]))
                kind = link.attrib["Type"].rpartition("/")[2]
                targets[link.attrib["Id"]] = kind, path.lstrip("/").lower()
        return targets

    def _read_sheet(self, name: str, path: str) -> Sheet:
        sheet, row = Sheet(name), 0
        root = _parse(self._parts.get(path, b"<worksheet/>"))
        for group in root.iterfind("cols/col"):
            if group.get("hidden") in ("1", "true"):
                sheet.hide(int(group.attrib["min"]), int(group.attrib["max"]))
        for line in root.iter("row"):
            row, column = int(line.get("r", row + 1)), 0
            for cell in line.iterfind("c"):
                # a cell without a reference stands where it comes
                reference = cell.get("r")
                row, column = _read_reference(reference) if reference else (row, column + 1)
                if len(cell):
                    place = range(row, row + 1), range(column, column + 1)
                    sheet.write(*place, *self._read_cell(cell))
        for kind, drawing in self._list_targets(path).values():
            if kind == "drawing":
                sheet.losses["picture"] += _list_picture_cells(_parse(self._parts[drawing]))
        return sheet

    def _read_cell(self, cell: ET.Element) -> tuple[str, Losses]:
        """Return the text of a cell, and what is lost of it."""
        kind, style = cell.get("t", "n"), int(cell.get("s") or 0)
        value = cell.findtext("v", "")
        code, losses = self._styles[style] if style < len(self._styles) else ("General", _NO_LOSS)
        if cell.find("f") is not None and not value and kind != "str":
            return "", {"uncalculated"}
        match kind:
            case "e":  # what has metadata of its value is a picture in a cell
                return "", {"picture" if cell.get("vm") else "error"}
            case "s":
                text, lost = self._texts[int(value)]
                return text, losses | lost
            case "inlineStr":
                (inline,) = cell.iterfind("is")
                text, lost = _read_rich_text(inline)
                return text, losses | lost
            case "b":
                return self._notation.true if value == "1" else self._notation.false, losses
            case "n" if value:
                number, way = float(value), (self._notation, self._epoch)
                if not (shown := show_number(number, code, *way)):
                    losses, shown = losses | {"format"}, show_number(number, "General", *way)
                return ShownNumber(shown, number), losses
        return value.replace("_x000D_", "\r"), losses


def _list_picture_cells(drawing: ET.Element) -> Iterator[str]:
    """Yield the cells in which the pictures of a sheet of Excel begin."""
    for anchor in drawing:
        corner = anchor.find("from")
        if corner is not None and anchor.find(".//pic") is not None:
            row, column = (int(corner.findtext(name, "0")) for name in ("row", "col"))
            yield _name_cell(row + 1, column + 1)


def _find_excel_losses(element: ET.Element) -> Losses:
    """Return what is lost of letters in a font, or in the runs of a text."""
    losses = set()
    for part in element.iter():
        value = part.get("val")
        if part.tag == "vertAlign" and value in ("superscript", "subscript"):
            losses.add("superscript")
        elif part.tag == "strike" and value not in ("0", "false"):
            losses.add("strike")
    return losses


def _read_rich_text(element: ET.Element) -> tuple[str, Losses]:
    """Return a text with its runs, and what is lost of it; how to read it aloud is no part."""
    texts = (*element.iterfind("t"), *element.iterfind("r/t"))
    text = "".join(text.text or "" for text in texts)
    return text.replace("_x000D_", "\r"), _find_excel_losses(element)


def _read_libreoffice(parts: Mapping[str, bytes]) -> list[Sheet]:
    content = _parse(parts["content.xml"])
    styles = dict[str, ET.Element]()
    for root in (_parse(parts.get("styles.xml", b"<none/>")), content):
        styles |= {style.get("name", ""): style for style in root.iter("style")}
    losses = {name: _find_libreoffice_losses(style) for name, style in styles.items()}
    sheets = []
    for table in content.iter("table"):
        style = styles.get(table.get("style-name", ""))
        if style is None or style.find("table-properties[@display='false']") is None:
            sheets.append(_read_libreoffice_sheet(table, losses))
    return sheets


def _read_libreoffice_sheet(table: ET.Element, styles: Mapping[str, Losses]) -> Sheet:
    sheet = Sheet(table.get("name", ""))
    column = row = 1
    for group in table.iter("table-column"):
        count = int(group.get("number-columns-repeated", 1))
        if group.get("visibility") == "collapse":
            sheet.hide(column, column + count - 1)
        column += count
    for line in table.iter("table-row"):
        rows = range(row, row + int(line.get("number-rows-repeated", 1)))
        column = 1
        for cell in line:
            columns = range(column, column + int(cell.get("number-columns-repeated", 1)))
            text, losses = _read_libreoffice_cell(cell, styles)
            if text or losses:
                sheet.write(rows, columns, text, losses)
            column = columns.stop
        row = rows.stop
    return sheet


def _find_libreoffice_losses(style: ET.Element) -> Losses:
    """Return what is lost of letters in a style."""
    losses = set()
    for part in style.iter():
        if part.get("text-position", "0%").split()[0] not in ("0%", ""):
            losses.add("superscript")
        if part.get("text-line-through-style", "none") != "none":
            losses.add("strike")
    return losses


def _read_libreoffice_cell(cell: ET.Element, styles: Mapping[str, Losses]) -> tuple[str, Losses]:
    """Return the text that a cell of LibreOffice shows, and what is lost of it."""
    if cell.get("value-type") == "error":
        return "", {"error"}
    if not cell.get("value-type") and cell.get("formula"):
        return "", {"uncalculated"}
    text = "\n".join(map(_read_paragraph, cell.iterfind("p")))
    text = text or cell.get("value", "") or cell.get("date-value", "")
    if value := cell.get("value"):
        text = ShownNumber(text.strip(), float(value))
    losses = {"picture"} if cell.find(".//image") is not None else set[str]()
    if text:
        for part in cell.iter():
            losses |= styles.get(part.get("style-name", ""), _NO_LOSS)
    return text, losses


def _read_paragraph(element: ET.Element) -> str:
    text = element.text or ""
    for part in element:
        match part.tag:
            case "s":
                text += " " * min(int(part.get("c", 1)), _MAX_SPACES)
            case "tab" | "line-break" as name:
                text += "\t" if name == "tab" else "\n"
            case _:
                text += _read_paragraph(part)
        text += part.tail or ""
    return text
