"""Tables in Markdown and HTML documents: a glossary, questions, or a comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from flashcards.importing.columns import Columns, guess_columns
from flashcards.importing.item import Item, Material, PictureLoader
from flashcards.importing.markdown_text import clean_text, convert_html
from flashcards.importing.table_row import RowReader
from flashcards.text.foreign_tables import Unreadable, pad_row
from flashcards.text.markdown import parse_markdown
from flashcards.words.message import Clauses, Message, Names

_MOST_CELLS = 200_000
_BREAK = re.compile(r"[ \t]*<br\s*/?>[ \t]*", re.IGNORECASE)
_CAPTION = re.compile(
    r"(<table\b[^<>]*>\s*)<caption\b[^<>]*>(.*?)</caption>", re.IGNORECASE | re.DOTALL
)


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
    headed = _CAPTION.sub(r"<h6>\2</h6>\1", text)
    return read_markdown_tables(convert_html(headed, is_document=True), name, load)


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
