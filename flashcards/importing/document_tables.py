"""Tables in Markdown and HTML documents: a glossary, questions, or a comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from html.parser import HTMLParser
from itertools import pairwise

from flashcards.importing.columns import Columns, guess_columns, read_count
from flashcards.importing.item import Item, Material, PictureLoader
from flashcards.importing.markdown_text import clean_text, convert_html
from flashcards.importing.table_row import RowReader
from flashcards.text.foreign_tables import Unreadable, pad_row
from flashcards.text.markdown import parse_markdown
from flashcards.words.message import Clauses, Message, Names

_MOST_CELLS = 200_000
_BREAK = re.compile(r"[ \t]*<br\s*/?>[ \t]*", re.IGNORECASE)
_MOST_SPAN = 1_000
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "caption")


@dataclass
class DocumentTable:
    """The cells of a table in Markdown, and the heading above it."""

    title: str
    rows: list[list[str]] = field(default_factory=list)


def read_markdown_tables(text: str, name: str, load: PictureLoader) -> Material:
    """The items in the tables of a Markdown document. Raises Unreadable."""
    return _make_material(list(_find_markdown_tables(text)), name, load)


def read_html_tables(text: str, name: str, load: PictureLoader) -> Material:
    """The items in the tables of an HTML document. Raises Unreadable."""
    finder = _TableFinder()
    finder.feed(text)
    finder.close()
    return _make_material(finder.tables, name, load)


def _make_material(tables: Sequence[DocumentTable], name: str, load: PictureLoader) -> Material:
    for table in tables:
        table.rows = [row for row in table.rows if row]
    tables = [table for table in tables if table.rows]
    if not any(len(table.rows) > 1 for table in tables):
        raise Unreadable(Message("import-no-tables"))
    if sum(len(row) for table in tables for row in table.rows) > _MOST_CELLS:
        raise Unreadable(Message("import-too-many-cells", most=_MOST_CELLS))
    material = Material(name, name, load_picture=load)
    for number, table in enumerate(tables, 1):
        place = f"table {number}"
        if len(table.rows) == 1:
            shown = ", ".join(table.rows[0])[:60]
            material.left_out.append((place, Message("import-one-row", cells=shown)))
            continue
        told = _read_table(table, place, material)
        material.notices.append(Message("import-in-table", file=name, place=place, told=told))
    return material


def _read_table(table: DocumentTable, place: str, material: Material) -> Message | Clauses:
    """Add the items of a table, and return what it was taken for.

    Without headings that say more, two columns are a glossary and three or more a comparison.
    """
    heading, *rows = table.rows
    width = len(heading)
    rows = [pad_row(row, width) for row in rows]
    deck = (table.title,) if table.title else ()
    columns = guess_columns([heading])
    if not columns.has_heading and width != 2:
        whole = (tuple(heading), *map(tuple, rows))
        material.items.append(Item(place, "table", question=table.title, table=whole, deck=deck))
        return Message("import-comparison", things=Names(heading[1:]))
    if not columns.has_heading:
        columns = Columns({0: "term", 1: "meaning"}, has_heading=True)
    reader = RowReader(columns, rows, str, width)
    for number, row in enumerate(rows, 2):
        here = f"{place}, row {number}"
        material.add(here, partial(reader.read, row, here, deck))
    return columns.describe(heading)


def _find_markdown_tables(text: str) -> Iterator[DocumentTable]:
    title, table = "", DocumentTable("")
    for before, token in pairwise(parse_markdown(clean_text(text))):
        if before.type == "heading_open":
            title = token.content
        elif before.type == "table_open":
            table = DocumentTable(title)
        elif before.type == "tr_open":
            table.rows.append([])
        elif before.type in ("th_open", "td_open"):
            table.rows[-1].append(_break_lines(token.content.strip()))
        elif token.type == "table_close":
            yield table


def _break_lines(cell: str) -> str:
    """The cell with a line break for `<br>`, which is all that a table in Markdown allows."""
    if "<br" not in cell.lower():
        return cell
    pieces = re.split(r"(`+[^`]*`+)", cell)
    pieces[::2] = [_BREAK.sub("\\\\\n", piece) for piece in pieces[::2]]
    return "".join(pieces).strip("\\\n")


class _TableFinder(HTMLParser):
    """Collects the cells of tables as Markdown; a table inside a cell is part of the cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[DocumentTable] = []
        self._title = ""
        self._depth = 0
        self._cell: list[str] | None = None
        self._heading: list[str] | None = None
        self._span = 1
        """How many rows the cell that is read stands in."""
        self._spans: dict[int, tuple[int, str]] = {}
        """Column to how many rows below a cell stands in, and its text."""

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Where what begins with `<![` ends; a browser passes over what is no section."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:  # of Python itself, before it did so too
            return self.parse_bogus_comment(i)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append(DocumentTable(self._title))
                self._spans = {}
                return
        elif tag in _HEADINGS:
            self._heading = []
        elif self._depth == 1 and tag == "tr":
            self._end_cell()
            self.tables[-1].rows.append([])
            self._fill_spans()
            return
        elif self._depth == 1 and tag in ("td", "th"):
            self._end_cell()
            self._cell = []
            self._span = min(read_count(dict(attrs).get("rowspan") or "") or 1, _MOST_SPAN)
            return
        if self._cell is not None:
            self._cell.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self._depth == 1 and tag in ("td", "th", "tr", "table"):
            self._end_cell()
        elif self._cell is not None:
            self._cell.append(f"</{tag}>")
        if tag == "table" and self._depth:
            self._depth -= 1
        if tag in _HEADINGS and self._heading is not None:
            self._title = " ".join("".join(self._heading).split())
            self._heading = None
            if tag == "caption" and self.tables:
                self.tables[-1].title = self._title

    def handle_data(self, data: str) -> None:
        if self._heading is not None:
            self._heading.append(data)
        elif self._cell is not None:
            self._cell.append(escape(data, quote=False))

    def _end_cell(self) -> None:
        if self._cell is not None and self.tables:
            rows = self.tables[-1].rows or [[]]
            self.tables[-1].rows = rows
            text = convert_html("".join(self._cell))
            if self._span > 1:
                self._spans[len(rows[-1])] = (self._span - 1, text)
            rows[-1].append(text)
            self._fill_spans()
        self._cell = None

    def _fill_spans(self) -> None:
        """Put cells that reach down from rows above where they stand."""
        row = self.tables[-1].rows[-1]
        while len(row) in self._spans:
            left, text = self._spans.pop(len(row))
            if left > 1:
                self._spans[len(row)] = (left - 1, text)
            row.append(text)
