"""Question banks: where each question begins, and the same words for the same loss."""

import pytest

from flashcards.anki.reader import AnkiNoteType
from flashcards.importing.anki_notes import convert_note
from flashcards.importing.item import Item
from flashcards.importing.markdown_text import convert_html
from flashcards.model import Choose, Cloze, Recall

GIFT = [
    "// [id:first] [tag:cells]\n::A::The first? {=a ~b ~c}",
    "::B::The second? {\n  =a\n  ~b\n}",
    "What is the third? {TRUE}",
    "$CATEGORY: $course$/top/Other\n// [id:fourth]\nThe fourth {=gap} is\nin the middle.",
    "::E::Is it \\{here\\}? {=yes ~no}",
    "A text that asks nothing.",
    "::F::Never closed {=a ~b",
    "::G::The last? {=x ~y}",
]


def test_questions_of_gift_are_told_apart_by_blank_lines(desk):
    desk.put("bank.gift", "\n\n".join(GIFT) + "\n")
    report = desk.imports("bank.gift")
    found = desk.entries()
    assert report.count() == {"new": 6, "left out": 2}
    assert [type(each) for each in found.values()] == [*[Choose] * 3, Cloze, *[Choose] * 2]
    assert found["first"].tags == ("cells",)
    assert (
        " ".join(found["fourth"].cloze.replace("\\", " ").split())
        == "The fourth gap is in the middle."
    )
    left_out = {each.place: each.notes for each in report.outcomes if each.status == "left out"}
    assert left_out == {
        "question 6": ("is a text without a question",),
        "question 7": ("has a brace that is never closed",),
    }


@pytest.mark.parametrize(
    ("joined", "told"),
    [
        (GIFT[0:2], "has several answers in braces: put a blank line between questions"),
        (GIFT[1:3], "has several answers in braces: put a blank line between questions"),
        (GIFT[6:], "has a brace that is never closed"),
    ],
)
def test_questions_of_gift_without_a_blank_line_between_them_are_left_out_and_told(
    desk, joined, told
):
    desk.put("bank.gift", "\n".join(joined) + "\n\nThe one that is apart? {=yes ~no}\n")
    report = desk.imports("bank.gift")
    assert report.count() == {"new": 1, "left out": 1}
    assert report.outcomes[0].notes == (told,)


def test_an_essay_with_a_model_answer_is_a_question_to_recall(desk):
    desk.put("bank.gift", "Discuss it. {####The model: answer}\n")
    desk.imports("bank.gift")
    (entry,) = desk.entries().values()
    assert isinstance(entry, Recall)
    assert (entry.recall, entry.answer) == ("Discuss it.", "The model: answer")


def test_no_number_of_a_range_becomes_the_only_right_one(desk):
    desk.put("bank.gift", "What is the pH of blood? {#7.35..7.45}\n")
    desk.imports("bank.gift")
    (entry,) = desk.entries().values()
    assert (type(entry), entry.answer) == (Recall, "7.35 … 7.45")


def question(kind, text, more=""):
    body = f"<questiontext format='html'><text><![CDATA[{text}]]></text></questiontext>"
    return f"<question type='{kind}'><name><text>n</text></name>{body}{more}</question>"


@pytest.mark.parametrize(
    ("xml", "told"),
    [
        (
            question("cloze", "It holds {1:MULTICHOICE:=DNA~RNA~ATP}."),
            "the words to choose from are lost: they are typed here",
        ),
        (question("cloze", "pH is {1:NUMERICAL:=7.4:0.05}."), "the tolerance 0.05 is lost"),
        (question("cloze", "pH is {1:NM:=7.4:0.05}."), "the tolerance 0.05 is lost"),
        (
            question("cloze", "The {1:SHORTANSWER:=nucleus~%50%core} divides."),
            "answers that are half right count as wrong",
        ),
        (question("cloze", "It is {1:SA:=DNA#good}."), "feedback on single answers is lost"),
        (
            question("cloze", "From {1:SA:=one} to {2:SA:=two}."),
            "its gaps have different weights, which are lost",
        ),
        (
            question(
                "numerical", "What is pi?",
                "<answer fraction='100'><text>3.14</text><tolerance>0.01</tolerance></answer>"
                "<units><unit><unit_name>rad</unit_name></unit></units>",
            ),
            "the tolerance 0.01 is lost; units are lost: rad",
        ),
        (
            question(
                "shortanswer", "Capital?",
                "<answer fraction='100'><text>Bern</text></answer><defaultgrade>2</defaultgrade>"
                "<hint><text>Think.</text></hint>",
            ),
            "hints are lost; is worth 2 points in Moodle, which is lost",
        ),
    ],
)  # fmt: skip
def test_what_moodle_has_and_no_entry_is_told_for_every_type(desk, xml, told):
    desk.put("bank.xml", f"<quiz>{xml}</quiz>")
    (outcome,) = desk.imports("bank.xml").outcomes
    assert (outcome.status, "; ".join(outcome.notes)) == ("new", told)


def test_a_comparison_loses_only_its_row_with_an_empty_cell(desk):
    desk.put(
        "n.md",
        "# Divisions\n\n| Aspect | Mitosis | Meiosis |\n|---|---|---|\n| Cells | 2 | 4 |\n"
        "| Chromosomes | 2n | |\n| Place | everywhere | germ line |\n",
    )
    (outcome,) = desk.imports("n.md").outcomes
    assert outcome.notes == (
        "row 'Chromosomes' is left out: it has no cell for 'Meiosis'",
        "row 'Cells' makes no card yet: write a question for it",
        "row 'Place' makes no card yet: write a question for it",
    )
    (entry,) = desk.entries().values()
    assert [row.aspect for row in entry.rows.values()] == ["Cells", "Place"]


def test_line_breaks_in_tables_of_documents_are_read_and_tall_cells_told(desk):
    desk.put("n.md", "| Term | Definition |\n|---|---|\n| core | first<br>then `<br>` |\n")
    desk.imports("n.md")
    (entry,) = desk.entries().values()
    assert entry.meaning == "first\\\nthen `<br>`"
    desk.put(
        "n.html",
        "<table><tr><th>Term</th><th>Definition</th></tr><tr><td rowspan=2>gene</td>"
        "<td>piece<br>of <i>it</i></td></tr><tr><td>unit</td></tr>"
        r"<tr><td>cell</td><td>\(P(A|B)\)</td></tr></table>"
        "<table><tr><td>alone</td><td>here</td></tr></table>",
    )
    report = desk.imports("n.html")
    terms = {(each.term, each.meaning) for each in desk.entries().values()}
    assert terms >= {("gene", "piece\\\nof *it*"), ("cell", "$P(A|B)$")}
    assert [(o.place, o.notes[0][:16]) for o in report.outcomes if o.status == "left out"] == [
        ("table 2", "has only one row"), ("table 1, row 3", "has no term"),
    ]  # fmt: skip


def test_a_line_that_belongs_to_the_row_above_is_told_as_such(desk):
    desk.put("set.txt", "leaf\tA tensor\nof its own\nroot\tWhere it ends\nnode\tA joint\n")
    report = desk.imports("set.txt")
    told = [each.notes for each in report.outcomes if each.status == "left out"]
    assert told == [("has only one cell, 'of its own': does it belong to the row above?",)]


@pytest.mark.parametrize("tex", ["y^2", "$y^2$", "$$y^2$$", r"\[y^2\]"])
def test_formulas_of_old_anki_decks_are_formulas(tex):
    assert convert_html(f"Is it [latex]{tex}[/latex]?") == "Is it $y^2$?"


def test_a_note_of_anki_tells_that_colors_and_lines_are_lost():
    fields, sides = ((None, "Front"), (None, "Back")), (("{{Front}}", "{{Back}}"),)
    basic = AnkiNoteType(1, "Basic", False, 0, fields, (), sides)
    for front, told in [
        ("a <u>word</u>", ("underlining and colors are lost",)),
        ('a <span style="color: red">word</span>', ("underlining and colors are lost",)),
        ("the color of a word", ()),
    ]:
        (item,) = convert_note(Item("note 1", id="g"), (front, "b"), basic)
        assert tuple(map(str, item.losses)) == told
