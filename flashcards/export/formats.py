"""The formats by the names that the command line knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flashcards.export.canvas import canvas
from flashcards.export.csv_table import csv_table
from flashcards.export.gift import gift
from flashcards.export.json_file import json_file
from flashcards.export.moodle import moodle
from flashcards.export.quiz_plan import Plan
from flashcards.export.report import Exported
from flashcards.export.sheet import sheet

FORMATS: Mapping[str, Callable[[Plan], Exported]] = {
    "moodle": moodle,
    "canvas": canvas,
    "gift": gift,
    "sheet": sheet,
    "csv": csv_table,
    "json": json_file,
}
