"""What `import` and `new --from` share: the map of columns, and the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import check_line
from flashcards.terminal.output import print_line, print_lines

if TYPE_CHECKING:
    from flashcards import ImportReport

MAP = Option(
    "mapping", ("--map",), "What the columns of a table are: question=Front,answer=2.",
    metavar="FIELD=COLUMN,...", check=check_line,
)  # fmt: skip


def print_report(report: ImportReport, dry_run: bool = False) -> None:
    """What was guessed, a line for each item, and the counts."""
    print_lines(report.notices)
    print_lines(report.outcomes)
    counts = ", ".join(f"{number} {status}" for status, number in report.count().items())
    print_line(f"{counts or 'nothing'}: {report.folder}{' (nothing written)' if dry_run else ''}")
    if report.written:
        print_line(f"Next: ptquiz check {report.folder}")
