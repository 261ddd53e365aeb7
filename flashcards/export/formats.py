"""The formats by the names that the command line knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flashcards.export.canvas import export_canvas
from flashcards.export.csv_table import export_csv
from flashcards.export.gift import export_gift
from flashcards.export.json_file import export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.report import Exported
from flashcards.export.sheet import export_sheet

FORMATS: Mapping[str, Callable[[QuizPlan], Exported]] = {
    "moodle": export_moodle,
    "canvas": export_canvas,
    "gift": export_gift,
    "sheet": export_sheet,
    "csv": export_csv,
    "json": export_json,
}
