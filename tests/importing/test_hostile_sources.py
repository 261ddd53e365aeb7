"""What a source must not do: write elsewhere, take another's place, end in a traceback."""

import json

import pytest

from flashcards import FlashcardsError


def put_own(desk, **parts):
    entry = {"recall": "Why new?", "key": "new", "answer": "A."}
    whole = {
        "type": "ptquiz entries", "format": 1,
        "course": {"id": "c", "title": "C", "author": "A", "licence": "L"},
        "decks": [{"deck": "d", "title": "D", "entries": [entry]}],
    }  # fmt: skip
    text = json.dumps(whole | parts).replace("FOLDER", str(desk.folder))
    desk.put("own.json", text)


def list_files(desk):
    return {path.relative_to(desk.folder).as_posix() for path in desk.folder.rglob("*")}


QUIZ = {"quiz": "q", "title": "Q"}


@pytest.mark.parametrize(
    "parts",
    [
        {"quizzes": {"../../out": QUIZ}},
        {"quizzes": {"FOLDER/out": QUIZ}},
        {"quizzes": {"q\n": QUIZ}},
        {"quizzes": {"q": "text"}},
        {"translations": {"../../out": {}}},
        {"translations": {"zh/..": {}}},
        {"translations": {"zh": "text"}},
        {"translations": {"zh": {"titles": "text"}}},
        {"translations": {"zh": {"titles": {"nothing/x": "T"}}}},
        {"translations": {"zh": {"titles": {"course": "T", "course/x": "T"}}}},
        {"translations": {"zh": {"titles": {"deck": "T", "deck/x": "T"}}}},
        {"translations": {"zh": {"lang": "../../out"}}},
        {"quizzes": "text"},
        {"pictures": [{}]},
        {"decks": [{"deck": "../out", "title": "D", "entries": []}]},
        {"decks": [{"deck": 7, "title": "D", "entries": [{"term": "t", "key": "t"}]}]},
    ],
    ids=str,
)
def test_a_course_whose_parts_have_names_that_no_course_has_is_refused_and_writes_nothing(
    desk, parts
):
    put_own(desk, **parts)
    before = list_files(desk)
    with pytest.raises(FlashcardsError, match=r"own\.json is no sound file of entries"):
        desk.imports("own.json")
    assert list_files(desk) == before


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


def test_a_question_without_an_id_never_takes_the_place_of_one_of_another_file(desk):
    one = ("truefalse", "", "Is a leaf a tensor?", TRUE)
    desk.put("one.xml", write_moodle(("shortanswer", "A1", "Type one.", TYPED), one))
    desk.put(
        "two.xml",
        write_moodle(
            ("shortanswer", "B1", "Type two.", TYPED),
            ("truefalse", "", "Is a root a tensor?", TRUE),
        ),
    )
    desk.imports("one.xml")
    report = desk.imports("two.xml")
    assert [each.status for each in report.outcomes] == ["new", "new"]
    asked = [entry.choose for entry in desk.entries().values() if entry.kind == "choose"]
    assert asked == ["Is a leaf a tensor?", "Is a root a tensor?"]
    again = desk.imports("one.xml", "two.xml")
    assert [each.status for each in again.outcomes] == ["unchanged"] * 4


def test_files_of_one_name_in_two_folders_do_not_take_each_others_places(desk):
    for folder, text in (("a", "Is a leaf a tensor?"), ("b", "Is a root a tensor?")):
        desk.put(f"{folder}/bank.gift", f"{text} {{T}}\n")
    report = desk.imports("a/bank.gift", "b/bank.gift")
    assert [each.status for each in report.outcomes] == ["new", "new"]
    assert len(desk.entries()) == 2


def test_a_number_that_is_an_id_in_this_file_is_not_given_to_a_question_without_one(desk):
    numbered = ("truefalse", "1", "Is a leaf a tensor?", TRUE)
    desk.put("one.xml", write_moodle(numbered))
    desk.imports("one.xml")
    desk.put("one.xml", write_moodle(("truefalse", "", "Is a root a tensor?", TRUE), numbered))
    report = desk.imports("one.xml")
    assert [each.status for each in report.outcomes] == ["new", "unchanged"]


def test_an_id_that_comes_twice_in_one_import_is_told_as_such(desk):
    for name, text in (("one.xml", "Type one."), ("two.xml", "Type two.")):
        desk.put(name, write_moodle(("shortanswer", "A1", text, TYPED)))
    for first in ("new", "unchanged"):
        report = desk.imports("one.xml", "two.xml")
        assert [each.status for each in report.outcomes] == [first, "left out"]
        assert report.outcomes[1].notes == (
            f"has the same id as {report.outcomes[0].key}, which came in just before",
        )
        assert [entry.cloze for entry in desk.entries().values()] == ["Type one.\n\nx"]
