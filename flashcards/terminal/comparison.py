"""Comparisons in the terminal: a list of all, one as a table, a row below a question.

A table whose columns are too narrow for its words is printed as a list of rows.
"""

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from flashcards.cards import Note
from flashcards.course.model import Compare, Row
from flashcards.terminal.rich_text import Page, measure_longest_word, render_inline

_MIN_COLUMN = 16
"""Sentences in narrower columns are hard to read."""
_MAX_HEADING = 20
"""How wide the column of headings is at most, unless a single word is longer."""


def print_list(page: Page, notes: Sequence[Note], stage_titles: Mapping[int, str]) -> None:
    """Print each stage with its comparisons: key, number of rows and deck, and the items below."""
    if not notes:
        page.say("no_comparisons")
        return
    for stage in sorted({note.stage for note in notes}):
        page.print_stage(stage, stage_titles.get(stage, ""))
        for note in notes:
            if note.stage == stage:
                _print_item(page, note)


def _print_item(page: Page, note: Note) -> None:
    """Print one comparison of the list."""
    entry = note.entry
    assert isinstance(entry, Compare)
    about = f"  {page.translate('of_rows', n=len(entry.rows))} · {note.deck.deck}"
    page.print(Text.assemble((entry.key, "bold"), about))
    names = Text(page.translate("list_comma")).join(map(render_inline, entry.compare.values()))
    page.print_hanging("  ", names)


def print_comparison(page: Page, compare: Compare) -> None:
    """Print all rows: the items side by side, or below each other where the page is too narrow."""
    headings = [render_inline(row.aspect) for row in compare.rows.values()]
    longest_heading = max(cell_len(heading.plain) for heading in headings)
    longest_word = max(map(measure_longest_word, headings))
    heading_width = max(min(longest_heading, _MAX_HEADING), longest_word)
    columns = []
    for item, name in compare.compare.items():
        cells = [row.cells[item] for row in compare.rows.values()]
        columns.append([render_inline(text) for text in (name, *cells)])
    widths = [max(_MIN_COLUMN, *map(measure_longest_word, column)) for column in columns]
    # A space on both sides of each column, and one between two columns.
    room = page.width - (heading_width + 2) - sum(width + 3 for width in widths)
    if room < 0:
        for row in compare.rows.values():
            print_row(page, compare, row)
        return
    table = Table(box=SIMPLE_HEAD, leading=1, show_edge=False)
    table.add_column(width=heading_width, overflow="fold", style="bold")
    for width, (head, *_) in zip(widths, columns, strict=True):
        table.add_column(head, width=width + room // len(columns), overflow="fold")
    for number, heading in enumerate(headings, 1):
        table.add_row(heading, *(column[number] for column in columns))
    page.print("", table, sep="\n")


def print_row(page: Page, compare: Compare, row: Row) -> None:
    """Print the aspect of a row, and below it each item with its cell."""
    heading = render_inline(row.aspect)
    heading.stylize("bold")
    page.print("", heading, sep="\n")
    for item, name in compare.compare.items():
        text = render_inline(name) + page.translate("colon") + render_inline(row.cells[item])
        page.print_hanging("  • ", text)
