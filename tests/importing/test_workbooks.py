"""A workbook comes in as the same table in CSV would, and is told where it is not."""

import pytest

from flashcards.errors import UsageError
from flashcards.text.csv_cells import format_table
from tests.helpers.workbooks import make_ods, make_xlsx, styled

CARDS = [
    ["Question", "Answer", "Explanation", "Tags", "Image"],
    ["What is a leaf?", "A tensor that the user made", None, "autograd, week 1", "leaf.svg"],
    ["How many bits has a float?", 32, "IEEE 754.", None, None],
]
LEAF = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><circle r=".4"/></svg>'


@pytest.mark.parametrize(("name", "make"), [("cards.xlsx", make_xlsx), ("cards.ods", make_ods)])
def test_a_workbook_becomes_the_course_that_its_csv_becomes(desk, name, make):
    desk.put("leaf.svg", LEAF)
    desk.put(name, make({"Sheet1": CARDS}))
    assert desk.imports(name).notices == [
        f"{name}: 'Question' is question; 'Answer' is answer; 'Explanation' is why; "
        "'Tags' is tags; 'Image' is picture"
    ]
    rows = [[cell or "" for cell in row] for row in CARDS]
    desk.put("cards.csv", format_table(rows[0], rows[1:]))
    items = desk.imports("cards.csv").items
    assert [(item.status, item.notes) for item in items] == [("known", [])] * 2


def test_rows_have_the_numbers_that_the_spreadsheet_shows(desk):
    heading = ["Question", "A", "B", "Correct"]
    rows = [[], [], heading, ["Which?", "x", "y", "Q"], ["W?", "x", "y", "A"]]
    desk.put("cards.xlsx", make_xlsx({"Sheet1": rows}))
    desk.put("cards.csv", "\n\nquestion,answer\nWhy?,So.\n")
    items = desk.imports("cards.xlsx", "cards.csv").items
    assert [(item.place, item.status) for item in items] == [
        ("row 4", "left out"), ("row 5", "new"), ("row 4", "new"),
    ]  # fmt: skip


def test_the_first_sheet_with_known_columns_is_imported_and_the_others_are_told(desk):
    sheets = {
        "Read me": [["Hello"]],
        "Prices": [["Chalk", 1], ["Sponge", 2]],
        "Cards": [["Frage", "Antwort"], ["Warum?", "Darum."]],
        "More": [["Frage", "Antwort"], ["Wozu?", "Dazu."]],
    }
    desk.put("cards.ods", make_ods(sheets))
    report = desk.imports("cards.ods")
    assert [entry.recall for entry in desk.entries().values()] == ["Warum?"]
    told = "cards.ods: sheet “Cards” is read; not read: “Read me”, “Prices”, “More”"
    assert report.notices[0] == told


def test_columns_may_be_named_and_formats_are_seen_as_they_look(desk):
    rows = [["Nr", "Was", "Wert"], [styled(7, "00000"), "Wie viel?", styled(0.5, "0%")]]
    desk.put("cards.xlsx", make_xlsx({"Other": [["x", "y", "z"]], "Karten": rows}))
    with pytest.raises(UsageError, match="question=1,answer=2"):
        desk.imports("cards.xlsx", mapping="")
    desk.imports("cards.xlsx", mapping="question=Was,answer=Wert,tags=Nr")
    entry, *_ = desk.entries().values()
    assert (entry.recall, entry.answer, entry.tags) == ("Wie viel?", "50%", ("00007",))
