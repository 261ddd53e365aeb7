"""Each format gives back the table that was written by hand before it could be made."""

import csv
from pathlib import Path

import pytest
import yaml

from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv
from flashcards.export.moodle import export_moodle
from tests.helpers.export_readers import read_canvas, read_csv, read_moodle, spoken

DATA = Path(__file__).parent / "data"


def load_rows(name):
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))


def sort_options(rows, field):
    """Options are shuffled; their order is no part of a question."""
    return [{**row, field: sorted(row[field])} if field in row else row for row in rows]


@pytest.fixture
def table():
    with (DATA / "table.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_moodle_gives_back_the_table(table_plan):
    expected = load_rows("moodle.yaml")
    for row in expected:
        if "files" in row:
            row["files"] = {"arrow.svg": (DATA / "table/decks/media/arrow.svg").read_bytes()}
    exported = export_moodle(table_plan)
    read = read_moodle(exported.files[".xml"])
    assert sort_options(read, "answers") == sort_options(expected, "answers")
    assert {outcome.status for outcome in exported.outcomes} == {"kept"}


def test_canvas_gives_back_the_table_and_tells_what_is_lost(table_plan):
    exported = export_canvas(table_plan)
    read = read_canvas(exported.files[".zip"])
    assert sort_options(read, "right") == sort_options(load_rows("canvas.yaml"), "right")
    told = {outcome.id: str(outcome) for outcome in exported.outcomes}
    assert list(told) == [drawn.id for drawn in table_plan.questions]
    assert told["ddp-step#0"] == (
        "degraded  ddp-step#0: Classic Quizzes asks to match the steps with their numbers"
    )
    assert told["ddp-bucket#1"] == "kept      ddp-bucket#1"


def test_columns_of_one_number_stand_beside_each_other(table_plan):
    heading = [*read_csv(export_csv(table_plan).files[".csv"])[0]]
    options = [name for name in heading if name.startswith(("right", "wrong"))]
    assert options == sorted(options, key=lambda name: (name[:5], name[-1:], name))


def test_csv_gives_back_the_table_and_describes_pictures(table_plan, table):
    exported = export_csv(table_plan)
    shown = [
        {name: spoken(row[name]) for name in table[0]} for row in read_csv(exported.files[".csv"])
    ]
    for row in (*shown, *table):
        row["wrong"] = sorted(row.pop(f"wrong_{n}") for n in (1, 2, 3))
    assert shown == table
    (lost,) = (outcome for outcome in exported.outcomes if outcome.status != "kept")
    assert str(lost) == "degraded  arrow#0: the picture arrow.svg is only described"
