"""The formats by the names that the command line knows, each imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from flashcards.export.quiz_plan import QuizPlan
    from flashcards.export.report import Exported

EXPORT_FORMATS: Mapping[str, str] = {
    "moodle": "moodle.export_moodle",
    "canvas": "canvas.export_canvas",
    "gift": "gift.export_gift",
    "sheet": "sheet.export_sheet",
    "csv": "csv_table.export_csv",
    "json": "json_file.export_json",
}
"""Name to module and function in this room: from `QuizPlan` to `Exported`."""


def convert_plan(format_name: str, plan: QuizPlan, **printing: Any) -> Exported:
    """The plan as the files of a format, and what became of each question.

    `printing` are the options of a printed exam.
    """
    module, function = EXPORT_FORMATS[format_name].split(".")
    convert = getattr(import_module(f"flashcards.export.{module}"), function)
    return cast("Exported", convert(plan, **printing))
