"""Each format gives back the table that was written by hand before it could be made."""

import csv
import json
from pathlib import Path

import pytest
import yaml

from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from tests.helpers.export_readers import (
    moodle_categories,
    read_canvas,
    read_csv,
    read_moodle,
    spoken,
)

DATA = Path(__file__).parent / "data"


def table(name):
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))


def by_text(rows, field):
    """Options are shuffled; their order is no part of a question."""
    return [{**row, field: sorted(row[field])} if field in row else row for row in rows]


@pytest.fixture
def arrow():
    return (DATA / "table/decks/media/arrow.svg").read_bytes()


def test_moodle_gives_back_the_table(table_plan, arrow):
    expected = table("moodle.yaml")
    for row in expected:
        if "files" in row:
            row["files"] = {"arrow.svg": arrow}
    read = read_moodle(export_moodle(table_plan).files[".xml"])
    assert by_text(read, "answers") == by_text(expected, "answers")


def test_canvas_gives_back_the_table(table_plan):
    read = read_canvas(export_canvas(table_plan).files[".zip"])
    assert by_text(read, "right") == by_text(table("canvas.yaml"), "right")


def test_csv_gives_back_the_table(table_plan):
    with (DATA / "table.csv").open(newline="", encoding="utf-8") as file:
        expected = list(csv.DictReader(file))
    read = read_csv(export_csv(table_plan).files[".csv"])
    shown = [{name: spoken(row[name]) for name in expected[0]} for row in read]
    for rows in (shown, expected):
        for row in rows:
            row["wrong"] = sorted(row.pop(f"wrong_{n}") for n in (1, 2, 3))
    assert shown == expected


def test_json_gives_back_the_table(table_plan):
    read = json.loads(export_json(table_plan).files[".json"])
    with (DATA / "table.csv").open(newline="", encoding="utf-8") as file:
        expected = list(csv.DictReader(file))
    assert [q["id"] for q in read["questions"]] == [row["id"] for row in expected]
    for made, row in zip(read["questions"], expected, strict=True):
        assert made["form"] == row["form"]
        assert made["points"] == float(row["points"])
        assert made.get("question", "") == row["question"]
        assert made.get("code", "") == row["code"]
        assert made.get("explanation", "") == row["explanation"]
        right = [o["text"] for o in made.get("options", []) if o["right"]]
        if made["form"] in ("single", "multiple", "points"):
            assert right == [row[f"right_{n}"] for n in range(1, 5) if row[f"right_{n}"]]


def test_categories_name_the_course_the_quiz_the_version_and_the_block(table_plan):
    version = f"v1.2.3-{table_plan.digest}"
    assert moodle_categories(export_moodle(table_plan).files[".xml"]) == [
        f"$course$/top/Training in parallel/A table of questions/{version}/Choices",
        f"$course$/top/Training in parallel/A table of questions/{version}/The rest",
    ]


def test_what_was_lost_is_told_for_every_question(table_plan):
    told = {outcome.id: str(outcome) for outcome in export_canvas(table_plan).outcomes}
    assert list(told) == [asked.id for asked in table_plan.questions]
    assert told["ddp-step#0"] == (
        "degraded  ddp-step#0: Classic Quizzes asks to match the steps with their numbers"
    )
    assert told["ddp-bucket#1"] == "kept      ddp-bucket#1"
    (lost,) = export_csv(table_plan).lost
    assert str(lost) == "degraded  arrow#0: the picture arrow.svg is only described"
    assert export_moodle(table_plan).lost == []
    assert export_json(table_plan).lost == []
