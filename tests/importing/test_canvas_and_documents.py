"""Canvas quizzes, CrowdAnki's JSON, and tables in Markdown and HTML documents."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from flashcards import FlashcardsError
from flashcards.model import Choose, Cloze, Compare, Recall, Term
from tests.importing.conftest import PNG

DATA = Path(__file__).parent / "data"
MANIFEST = """<?xml version="1.0"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><resources>
<resource identifier="g1f" type="imsqti_xmlv1p2"><file href="g1f/g1f.xml"/></resource>
</resources></manifest>"""


def pack(members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def canvas_zip(quiz):
    return pack({
        "imsmanifest.xml": MANIFEST, "g1f/g1f.xml": quiz, "g1f/assessment_meta.xml": "<quiz/>",
        "web_resources/Uploaded Media/leaf.png": PNG,
    })  # fmt: skip


def test_a_canvas_quiz_comes_in_with_pictures_and_feedback(desk):
    desk.put("quiz.zip", canvas_zip((DATA / "quiz.xml").read_text()))
    report = desk.imports("quiz.zip")
    clear, two, short, match, blanks = desk.entries().values()
    assert isinstance(clear, Choose)
    assert clear.choose == "Which call *resets* it? ![a leaf](leaf.png)"
    assert (desk.course / "decks/media/leaf.png").read_bytes() == PNG
    assert clear.right["a"].text == "optimizer.zero_grad()"
    assert {name: (each.text, each.why) for name, each in clear.wrong.items()} == {
        "b": ("loss.backward()", "It adds."), "c": ("`model.eval()`", None),
    }  # fmt: skip
    assert clear.why == "They accumulate."
    assert [each.text for each in two.right.values()] == ["no_grad", "inference_mode"]
    assert [each.text for each in two.wrong.values()] == ["eval"]
    assert (short.gaps, short.accept) == ({1: "torch.stack"}, {1: ("stack",)})
    assert isinstance(match, Compare)
    (row,) = match.rows.values()
    assert list(match.compare.values()) == ["DataParallel", "DDP"]
    assert list(row.cells.values()) == ["one", "one per GPU"]
    assert [each.text for each in row.wrong.values()] == ["none"]
    assert isinstance(blanks, Cloze)
    assert (blanks.cloze, blanks.gaps) == ("A leaf has no parents.", {1: "leaf", 2: "parents"})
    assert blanks.accept == {1: ("root",)}
    left = {each.place: each.notes for each in report.outcomes if each.status == "left out"}
    assert left == {
        "question 6": ("is a free text without an answer to learn",),
        "question 7": ("questions of type 'calculated_question' have no counterpart here",),
    }
    assert (desk.course / "decks/week-1-autograd.yaml").exists()


def test_canvas_is_found_again_by_its_idents(desk):
    quiz = (DATA / "quiz.xml").read_text()
    desk.put("quiz.zip", canvas_zip(quiz))
    desk.imports("quiz.zip")
    desk.put("new.zip", canvas_zip(quiz.replace("Which stop tracking?", "Which calls stop it?")))
    report = desk.imports("new.zip")
    assert [each.notes for each in report.outcomes if each.status == "changed"] == [
        ("choose: new in the source",)
    ]


def crowdanki_deck():
    basic = {
        "__type__": "NoteModel", "crowdanki_uuid": "m-1", "name": "Basic", "type": 0,
        "flds": [{"name": "Front", "ord": 0}, {"name": "Back", "ord": 1}],
        "tmpls": [{"name": "Card 1", "ord": 0, "qfmt": "{{Front}}",
                   "afmt": "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}"}],
    }  # fmt: skip
    cloze = {
        "__type__": "NoteModel", "crowdanki_uuid": "m-2", "name": "Cloze", "type": 1,
        "flds": [{"name": "Text", "ord": 0}, {"name": "Extra", "ord": 1}],
        "tmpls": [{"name": "Cloze", "ord": 0, "qfmt": "{{cloze:Text}}",
                   "afmt": "{{cloze:Text}}<br>{{Extra}}"}],
    }  # fmt: skip
    front = 'Which <b>river</b> is it? <img src="leaf.png">'
    notes = [{"__type__": "Note", "guid": "g-1", "note_model_uuid": "m-1", "tags": ["geo"],
              "fields": [front, "The Rhine."]}]  # fmt: skip
    child = {
        "__type__": "Deck", "crowdanki_uuid": "d-2", "name": "Rivers", "children": [],
        "media_files": [], "note_models": [],
        "notes": [{"__type__": "Note", "guid": "g-2", "note_model_uuid": "m-2", "tags": [],
                   "fields": ["The {{c1::Danube}} ends in the {{c2::Black Sea}}.", ""]}],
    }  # fmt: skip
    return {
        "__type__": "Deck", "crowdanki_uuid": "d-1", "name": "Geography", "children": [child],
        "deck_configurations": [], "desc": "", "media_files": ["leaf.png"],
        "note_models": [basic, cloze], "notes": notes,
    }  # fmt: skip


def test_a_deck_of_crowdanki_comes_in_with_sub_decks_and_media(desk):
    desk.put("geo/deck.json", json.dumps(crowdanki_deck()))
    desk.put("geo/media/leaf.png", PNG)
    desk.imports("geo/deck.json")
    first, second = desk.entries().values()
    assert isinstance(first, Recall)
    assert first.recall == "Which **river** is it? ![leaf](leaf.png)"
    assert (first.answer, first.tags) == ("The Rhine.", ("geo",))
    assert second.gaps == {1: "Danube", 2: "Black Sea"}
    files = {path.name for path in (desk.course / "decks").glob("*.yaml")}
    assert files == {"geography.yaml", "geography-rivers.yaml", "course.yaml"}


MARKDOWN = """# Words

| Term | Definition |
|---|---|
| leaf: tensor | A tensor `x` that **no** op made |
| root | Where \\| it ends |

## Two ways

| Aspect | DataParallel | DDP |
|---|---|---|
| Processes | one | one per GPU |
| Speed | slow | fast |
"""
HTML = """<html><head><title>x</title><script>alert(1)</script></head><body><h1>Words</h1>
<table><tr><th>Term</th><th>Definition</th></tr>
<tr><td>leaf: tensor<td>A tensor <code>x</code> that <b>no</b> op made</tr>
<tr><td>root</td><td>Where | it ends</td></tr></table>
<table><caption>Two ways</caption><thead><tr><th>Aspect<th>DataParallel<th>DDP</tr></thead>
<tr><td>Processes<td>one<td>one per GPU</tr><tr><td>Speed<td>slow<td>fast</tr></table></html>"""


@pytest.mark.parametrize(("name", "text"), [("notes.md", MARKDOWN), ("notes.html", HTML)])
def test_tables_of_a_document_are_a_glossary_and_a_comparison(desk, name, text):
    desk.put(name, text)
    report = desk.imports(name)
    leaf, root, compare = desk.entries().values()
    assert isinstance(leaf, Term)
    assert (leaf.term, leaf.meaning) == ("leaf: tensor", "A tensor `x` that **no** op made")
    assert root.meaning == "Where | it ends"
    assert isinstance(compare, Compare)
    assert list(compare.compare.values()) == ["DataParallel", "DDP"]
    assert [(row.aspect, *row.cells.values()) for row in compare.rows.values()] == [
        ("Processes", "one", "one per GPU"), ("Speed", "slow", "fast"),
    ]  # fmt: skip
    assert report.notices == [
        f"{name}, table 1: 'Term' is term; 'Definition' is meaning",
        f"{name}, table 2: a comparison of DataParallel, DDP",
    ]
    assert {path.name for path in (desk.course / "decks").glob("*.yaml")} == {
        "words.yaml", "two-ways.yaml", "course.yaml",
    }  # fmt: skip


def test_a_row_that_a_comparison_gains_keeps_the_names_of_the_others(desk):
    desk.put("notes.md", MARKDOWN)
    desk.imports("notes.md")
    rows = "| Memory | more | less |\n| Processes | one | one per GPU |"
    changed = MARKDOWN.replace("| Processes | one | one per GPU |", rows).replace("slow", "slower")
    desk.put("notes.md", changed)
    desk.imports("notes.md")
    *_, compare = desk.entries().values()
    assert {name: row.aspect for name, row in compare.rows.items()} == {
        "a": "Processes", "b": "Speed", "c": "Memory",
    }  # fmt: skip
    assert compare.rows["b"].cells == {"a": "slower", "b": "fast"}


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.zip", pack({"imsmanifest.xml": MANIFEST}), "has no quiz in QTI 1.2"),
        ("a.zip", b"PK\x03\x04 damaged", "is damaged"),
        ("a.zip", pack({"a.xml": b" " * 60_000_000}), "unpacks to more than 50 MB"),
        ("a.zip", pack({"a.xml": "<!DOCTYPE a><a/>"}), "declares entities"),
        ("a.md", "# no table\n", "has no table"),
        ("a.html", "<p>no table</p>", "has no table"),
        pytest.param(
            "a.html",
            "<table>" + "<tr><td>a<td>b</tr>" * 100_001 + "</table>",
            "more than 200000",
            marks=pytest.mark.thorough,
        ),
        ("a.json", "{", "is no sound JSON"),
        ("a.json", '{"a": ' * 100_000, "is no sound JSON"),
        ("a.json", "{}", "is JSON, but not of CrowdAnki"),
        ("a.json", '{"__type__": "Deck"}', "is no sound file of CrowdAnki"),
    ],
)
def test_a_file_that_is_none_of_them_is_refused_in_one_line(desk, name, content, reason):
    desk.put(name, content)
    with pytest.raises(FlashcardsError) as refused:
        desk.imports(name)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not desk.course.exists()


def test_a_cloze_type_of_crowdanki_without_a_template_makes_no_card(desk):
    deck = crowdanki_deck()
    deck["note_models"][1]["tmpls"] = []
    desk.put("geo/deck.json", json.dumps(deck))
    report = desk.imports("geo/deck.json")
    assert [each.notes for each in report.outcomes if each.status == "left out"] == [
        ("makes no card",)
    ]


def test_notes_of_crowdanki_without_a_guid_are_told_apart_and_found_again(desk):
    deck = crowdanki_deck()
    second = {"name": "Card 2", "ord": 1, "qfmt": "Where is {{Front}}", "afmt": "{{Back}}"}
    deck["note_models"][0]["tmpls"].append(second)
    note = deck["notes"][0]
    del note["guid"]
    deck["notes"].append({**note, "fields": ["Which lake is it?", "The Como."]})
    deck["children"] = []
    desk.put("geo/deck.json", json.dumps(deck))
    assert desk.imports("geo/deck.json").count() == {"new": 4}
    deck["notes"].reverse()
    desk.put("geo/deck.json", json.dumps(deck))
    assert desk.imports("geo/deck.json").count() == {"unchanged": 4}
