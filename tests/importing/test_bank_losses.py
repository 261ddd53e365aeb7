"""Question banks: what is lost is told."""

import pytest

from flashcards.anki.reader import AnkiNoteType
from flashcards.importing.anki_package import convert_note
from flashcards.importing.item import Item
from flashcards.importing.markdown_text import convert_html

GAPS = (
    "its gaps are typed: other answers than the right ones, their weights, tolerances and feedback "
    "are lost"
)


def question(kind, text, more=""):
    body = f"<questiontext format='html'><text><![CDATA[{text}]]></text></questiontext>"
    return f"<question type='{kind}'><name><text>n</text></name>{body}{more}</question>"


@pytest.mark.parametrize(
    ("xml", "told"),
    [
        (
            question("cloze", "It holds {1:MULTICHOICE:=DNA~RNA~ATP}."),
            GAPS,
        ),
        (question("cloze", "pH is {1:NUMERICAL:=7.4:0.05}."), GAPS),
        (
            question("cloze", "The {1:SHORTANSWER:=nucleus~%50%core} divides."),
            GAPS,
        ),
        (question("cloze", "It is {1:SA:=DNA#good}."), GAPS),
        (
            question("cloze", "From {1:SA:=one} to {2:SA:=two}."),
            GAPS,
        ),
        (
            question(
                "numerical", "What is pi?",
                "<answer fraction='100'><text>3.14</text><tolerance>0.01</tolerance></answer>"
                "<units><unit><unit_name>rad</unit_name></unit></units>",
            ),
            "the tolerance is lost: 0.01; units are lost: rad",
        ),
        (
            question(
                "shortanswer", "Capital?",
                "<answer fraction='100'><text>Bern</text></answer><defaultgrade>2</defaultgrade>"
                "<hint><text>Think.</text></hint>",
            ),
            "hints are lost: Think.; is worth 2 points in Moodle, which is lost",
        ),
    ],
)  # fmt: skip
def test_what_moodle_has_and_no_entry_is_told_for_every_type(desk, xml, told):
    desk.put("bank.xml", f"<quiz>{xml}</quiz>")
    (outcome,) = desk.imports("bank.xml").outcomes
    assert (outcome.status, "; ".join(outcome.notes)) == ("new", told)


@pytest.mark.parametrize("tex", ["y^2", "$y^2$", "$$y^2$$", r"\[y^2\]"])
def test_formulas_of_old_anki_decks_are_formulas(tex):
    assert convert_html(f"Is it [latex]{tex}[/latex]?") == "Is it $y^2$?"


def test_a_note_of_anki_tells_that_colors_and_lines_are_lost():
    basic = AnkiNoteType(1, "Basic", False, ("Front", "Back"), (("{{Front}}", "{{Back}}"),))
    for front, told in [
        ("a <u>word</u>", ("underlining and colors are lost",)),
        ('a <span style="color: red">word</span>', ("underlining and colors are lost",)),
        ("the color of a word", ()),
    ]:
        (item,) = convert_note(Item("note 1"), (front, "b"), basic, [0])
        assert tuple(map(str, item.losses)) == told
