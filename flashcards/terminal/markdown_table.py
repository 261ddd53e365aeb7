"""Tables of a card's text: as a table where its words fit, else row by row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.table import Table
from rich.text import Text

from flashcards.terminal.wrap import UNBROKEN

_WORD = re.compile(UNBROKEN)
_GAP = 2
"""Columns of the screen between two columns of the table."""


class FittingTable(TableElement):
    """A table in which no word is cut: one that is too wide becomes a list of its rows."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        first = self.header.row if self.header else None
        heading = [cell.content for cell in first.cells] if first else []
        rows = [[cell.content for cell in row.cells] for row in self.body.rows] if self.body else []
        widths = _fit_columns([heading, *rows], options.max_width)
        yield _make_table(heading, rows, widths) if widths else _make_list(heading, rows)


class CardMarkdown(Markdown):
    """Markdown whose tables fit."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "table_open": FittingTable,
    }


def _fit_columns(rows: Sequence[Sequence[Text]], width: int) -> list[int]:
    """The width of each column, in which all its words fit; none if they do not."""
    columns = list(zip(*rows, strict=False))
    least = [max(map(_measure_word, column)) for column in columns]
    wanted = [max(cell_len(cell.plain) for cell in column) for column in columns]
    room = width - _GAP * (len(columns) - 1)
    if sum(least) > room:
        return []
    spare = room - sum(least)
    lacking = [want - has for want, has in zip(wanted, least, strict=True)]
    for place in sorted(range(len(columns)), key=lacking.__getitem__):  # short columns first
        given = min(spare, lacking[place])
        least[place] += given
        spare -= given
    return least


def _measure_word(cell: Text) -> int:
    return max(map(cell_len, _WORD.findall(cell.plain)), default=1)


def _make_table(
    heading: Sequence[Text], rows: Sequence[Sequence[Text]], widths: Sequence[int]
) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD,
        padding=(0, _GAP - 1, 0, 0),
        pad_edge=False,
        show_edge=False,
        show_header=any(cell.plain.strip() for cell in heading),
        border_style="none",
    )
    for cell, width in zip(heading, widths, strict=False):
        justify = cell.justify or "default"
        table.add_column(_bold(cell), overflow="fold", justify=justify, width=width)
    for row in rows:
        table.add_row(*row)
    return table


def _make_list(heading: Sequence[Text], rows: Sequence[Sequence[Text]]) -> Text:
    """Every row as lines of `heading: cell`, an empty line between two rows."""
    blocks = [
        Text("\n").join(
            Text.assemble(_bold(name), ": ", cell) if name.plain.strip() else cell
            for name, cell in zip(heading, row, strict=False)
            if cell.plain.strip()
        )
        for row in rows
    ]
    return Text("\n\n").join(blocks)


def _bold(cell: Text) -> Text:
    shown = cell.copy()
    shown.stylize("bold")
    return shown
