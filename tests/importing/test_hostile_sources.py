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
