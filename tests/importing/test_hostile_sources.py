"""What a source must not do: write elsewhere, take another's place, end in a traceback."""

import pytest

from flashcards import FlashcardsError, load_course
from tests.importing.conftest import PNG


def write_moodle(*questions):
    made = "".join(
        f'<question type="{kind}">{f"<idnumber>{id}</idnumber>" if id else ""}'
        f'<questiontext format="html"><text>{text}</text></questiontext>{answers}</question>'
        for kind, id, text, answers in questions
    )
    return f"<quiz>{made}</quiz>"


TRUE = (
    '<answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text>'
    "</answer>"
)
TYPED = '<answer fraction="100"><text>x</text></answer>'


def test_a_title_comes_in_without_what_nobody_can_see(desk):
    bank = "question,answer,deck\nIs a leaf a tensor?,Yes.,\u202eWeek \x071\n"
    desk.put("bank.csv", f"{bank}Is a root a tensor?,Yes.,\u202e\n")
    desk.imports("bank.csv")
    titles = [deck.title for deck in load_course(desk.course).decks]
    assert titles[0] == "Week 1"
    assert all(title.strip() and title.isprintable() for title in titles)


def told(report):
    return {each.place: each.notes for each in report.outcomes if each.status == "left out"}


PRIVATE = "\ue010\ue400\ue405\ue800\uefff\uf101\uf501\uf600"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cards.csv", "question,answer\nWhy @<b>p</b> \\(x\\) `c`?,Because @ of <sub>2</sub>.\n"),
        ("bank.xml", write_moodle(("shortanswer", "", "Why @ <![CDATA[<b>p</b>]]>?", TYPED))),
        ("bank.xml", write_moodle(("cloze", "", "A {1:SHORTANSWER:=l@eaf} has @ none.", ""))),
    ],
)
def test_private_characters_of_a_source_are_dropped_and_mean_nothing(desk, name, text):
    desk.put(name, text.replace("@", ""))
    desk.imports(name)
    plain = list(desk.entries().values())
    desk.put(name, text.replace("@", PRIVATE))
    report = desk.imports(name)
    assert [each.status for each in report.outcomes] == ["known"]
    assert list(desk.entries().values()) == plain


@pytest.mark.parametrize("sign", "①²")
def test_a_sign_that_is_a_digit_but_no_number_names_no_option(desk, sign):
    rows = f"Which?,a1,b1,c1,{sign}\nWhich one?,a2,b2,c2,B\n"
    desk.put("cards.csv", f"question,A,B,C,right\n{rows}")
    report = desk.imports("cards.csv")
    assert [each.status for each in report.outcomes] == ["left out", "new"]


@pytest.mark.parametrize("weight", ["1.2.3", "."])
def test_a_weight_that_is_no_number_is_part_of_the_answer(desk, weight):
    text = f"A {{1:SHORTANSWER:=leaf~%{weight}%root}} has none."
    desk.put("bank.xml", write_moodle(("cloze", "", text, "")))
    desk.imports("bank.xml")
    (typed,) = desk.entries().values()
    assert typed.gaps == {1: "leaf"}


def test_a_text_without_a_gap_is_left_out_with_a_reason(desk):
    desk.put(
        "bank.xml",
        write_moodle(("cloze", "", "A leaf has none.", ""), ("shortanswer", "", "Type.", TYPED)),
    )
    assert told(desk.imports("bank.xml")) == {"question 1": ("has no gap",)}


@pytest.mark.parametrize("format", ["html", "moodle_auto_format", "markdown", "plain_text"])
def test_a_word_with_angle_brackets_fills_its_gap_whole(desk, format):
    made = write_moodle(
        ("gapselect", "", "Numbers are in a [[1]] here.",
         "<selectoption><text>vector&lt;int&gt;</text></selectoption>"
         "<selectoption><text>list</text></selectoption>"),
    )  # fmt: skip
    desk.put("bank.xml", made.replace('format="html"', f'format="{format}"'))
    desk.imports("bank.xml")
    (entry,) = desk.entries().values()
    assert entry.gaps == {1: "vector<int>"}


def test_a_picture_that_many_cards_show_counts_once(desk, monkeypatch):
    monkeypatch.setattr("flashcards.importing.import_material.MAX_BYTES", len(PNG) * 2 + 1)
    desk.put("leaf.png", PNG)
    desk.put("root.png", PNG + b"1")
    desk.put("twig.png", PNG + b"2")
    shown = ["leaf"] * 9 + ["root", "twig"]
    rows = "".join(f"Why {n}?,Because.,{name}.png\n" for n, name in enumerate(shown))
    desk.put("cards.csv", f"question,answer,image\n{rows}")
    with pytest.raises(FlashcardsError, match="has pictures of more than"):
        desk.imports("cards.csv")
    desk.put("cards.csv", "question,answer,image\n" + "".join(rows.splitlines(True)[:10]))
    assert desk.imports("cards.csv").count() == {"new": 10}


def test_a_file_of_nothing_but_signs_is_refused_before_it_is_read(desk, monkeypatch):
    monkeypatch.setattr("flashcards.importing.moodle.MAX_CELLS", 1000)
    monkeypatch.setattr("flashcards.text.tables.MAX_CELLS", 1000)
    hostile = {
        "a.xml": "<quiz>" + "<a/>" * 1000 + "</quiz>",
        "a.csv": "question,answer\n" + "," * 1000,
    }
    for name, text in hostile.items():
        desk.put(name, text)
        with pytest.raises(FlashcardsError, match="more in it than is read at once"):
            desk.imports(name)
