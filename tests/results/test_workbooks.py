"""Answers in a workbook are read as in CSV, alone and in a folder."""

import csv
import io
import json
from pathlib import Path

import pytest

from flashcards.text.csv_cells import read_table
from tests.helpers.workbooks import make_ods, make_xlsx, styled

ANSWERS = [
    ["name", "student number", "form", 1, 2, 3, 4],
    ["Ada Lovelace", styled(42, "00000"), "A", "a", "b", "c", 1],
    ["Bob Babbage", styled(7, "00000"), "A", "b", "ab", "abc", 0.5],
]


@pytest.fixture
def key(ptquiz):
    """The key of a printed exam."""
    assert ptquiz("export", "sheet", "week3", "--quiz", "exam", "-o", "exam.html")[0] == 0
    return Path("exam-key.csv").read_text(encoding="utf-8-sig")


def results(ptquiz, *words):
    code, out, err = ptquiz("results", *words, "--json")
    assert code == 0, err
    return json.loads(out)


def show(row):
    """The cells as a spreadsheet would write them to CSV."""
    numbers = {styled(42, "00000"): "00042", styled(7, "00000"): "00007"}
    return [numbers.get(cell, str(cell)) for cell in row]


def test_answers_in_a_workbook_are_those_of_its_csv(ptquiz, key):
    Path("answers.xlsx").write_bytes(make_xlsx({"Notes": [["Room 3"]], "Class": ANSWERS}))
    written = io.StringIO()
    csv.writer(written).writerows(map(show, ANSWERS))
    Path("answers.csv").write_text(written.getvalue(), encoding="utf-8")
    found = results(ptquiz, "answers.xlsx", "exam-key.csv")
    assert [each["number"] for each in found["people"]] == ["00042", "00007"]
    told = "answers.xlsx: sheet “Class” is read; not read: “Notes”"
    assert found["notices"].pop(0) == told
    assert found == results(ptquiz, "answers.csv", "exam-key.csv") | {"notices": found["notices"]}


def test_a_key_may_be_a_workbook_and_a_folder_has_both(ptquiz, key, tmp_path):
    folder = tmp_path / "back"
    folder.mkdir()
    (folder / "key.ods").write_bytes(make_ods({"Notes": [["x", "y"]], "Key": read_table(key, ",")}))
    (folder / "answers.ods").write_bytes(make_ods({"Class": [*map(show, ANSWERS)]}))
    assert len(results(ptquiz, str(folder))["people"]) == 2


def test_a_formula_that_was_never_calculated_is_told_and_hidden_with_the_names(ptquiz, key):
    rows = [*ANSWERS, ["Cy Hopper", 3, "A", "a", "<c><f>A1</f></c>", "c", 1]]
    Path("answers.xlsx").write_bytes(make_xlsx({"Ada": rows}))
    told = results(ptquiz, "answers.xlsx", "exam-key.csv")["notices"][0]
    assert told.startswith("answers.xlsx: sheet “Ada”, cell “E4”: a formula was never")
    hidden = results(ptquiz, "answers.xlsx", "exam-key.csv", "--no-names")["notices"][0]
    assert "Ada" not in hidden
    assert "E4" not in hidden


def test_an_old_workbook_is_left_out_with_what_to_do(ptquiz, key):
    Path("answers.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512))
    code, _, err = ptquiz("results", "answers.xls", "exam-key.csv")
    assert code == 1
    assert "answers.xls is a workbook that cannot be read" in err
