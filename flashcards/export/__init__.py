"""Questions to files for a class: one module a format, and what they share.

`quiz_export` is the way in; `quiz_plan` has what is asked and what it is worth, `report` what
each format could not hold, `html_text` texts that a learning platform shows as they were
written. Every format takes a `QuizPlan` and gives an `Exported`.
"""

from typing import NamedTuple


class ExportFormat(NamedTuple):
    """A format as the command line knows it."""

    function: str
    """Its module in this room, and the function there that makes `Exported` of a `QuizPlan`."""
    made: str
    """What its file is."""
    endings: tuple[str, ...]
    """What the name of its file ends with; the usual one first."""


EXPORT_FORMATS = {
    "moodle": ExportFormat("moodle.export_moodle", "Moodle XML", (".xml",)),
    "canvas": ExportFormat("canvas.export_canvas", "a package for Canvas", (".zip",)),
    "sheet": ExportFormat(
        "sheet.export_sheet", "a page to print or a PDF", (".html", ".htm", ".pdf")
    ),
    "csv": ExportFormat("csv_table.export_csv", "a table", (".csv",)),
    "json": ExportFormat("json_file.export_json", "JSON", (".json",)),
}
"""The formats by the names that people type."""
