"""Our own entries go out as JSON and come in again without loss."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards import (
    BuildRequest,
    FlashcardsError,
    build_package,
    export_entries,
    import_material,
    load_course,
)
from flashcards.source.yaml_reader import Document
from flashcards.source.yaml_writer import write_yaml
from flashcards.verify.records import Hardware, Record, format_records, hash_code
from tests.importing.conftest import PNG


def texts_of(course):
    return {
        lang: {key: (each.source, dict(each.texts)) for key, each in found.items()}
        for lang, found in course.translations.items()
    }


@pytest.mark.thorough
def test_the_whole_curriculum_comes_back_equal(desk):
    before = load_course()
    desk.put("own.json", export_entries(before))
    report = desk.imports("own.json")
    assert {each.status for each in report.outcomes} == {"new"}
    assert [each for each in report.outcomes if each.notes] == []
    after = load_course(desk.course)
    for deck, again in zip(before.decks, after.decks, strict=True):
        assert again == deck
    assert after.info == before.info
    assert (after.resources, after.quizzes) == (before.resources, before.quizzes)
    assert (texts_of(after), after.titles) == (texts_of(before), before.titles)
    assert (after.pictures, after.labels) == (before.pictures, before.labels)
    assert after.words == before.words
    assert after.media.keys() == before.media.keys()
    for name in KEPT:
        again, old = (Path(each.root, "decks", name) for each in (after, before))
        assert again.read_bytes() == old.read_bytes()
    again = desk.imports("own.json")
    assert {each.status for each in again.outcomes} == {"unchanged"}
    assert again.written == []


KEPT = ("deck.lock", "verified.json")
CODE = {
    "code": "print(1)", "key": "one", "prints": "1",
    "wrong": {"two": "2", "none": "None"}, "why": "It prints one.",
}  # fmt: skip


def export_own(entries, **more):
    """A course with these entries as `export json --entries` writes it."""
    info = {"id": "c", "title": "C", "author": "A", "licence": "L"}
    decks = [{"deck": "d", "title": "D", "entries": entries}]
    whole = {"type": "ptquiz entries", "format": 1, "course": info, "decks": decks, **more}
    return json.dumps(whole)


def test_a_released_course_that_went_out_and_comes_back_is_released_as_before(desk):
    desk.put("own.json", export_own([CODE, {"recall": "Why?", "key": "why", "answer": "So."}]))
    desk.imports("own.json")
    (code, _) = load_course(desk.course).decks[0].entries
    record = Record("one", {"2.13.0": Hardware("Linux", "cpu")})
    desk.put("course/decks/verified.json", format_records({hash_code(code): record}))
    request = BuildRequest(desk.folder / "c.apkg", release=True)
    build_package(load_course(desk.course), request, now=1_800_000_000)
    released = {name: (desk.course / "decks" / name).read_bytes() for name in KEPT}
    desk.put("again.json", export_entries(load_course(desk.course)))
    again = desk.folder / "again"
    import_material([desk.folder / "again.json"], again)
    assert {name: (again / "decks" / name).read_bytes() for name in KEPT} == released
    later = BuildRequest(desk.folder / "again.apkg")
    built = build_package(load_course(again), later, now=1_900_000_000)
    assert (built.notes, built.unreleased_notes, built.unreleased_types) == (2, 0, 0)
    assert built.target.read_bytes() == (desk.folder / "c.apkg").read_bytes()


def test_a_course_that_was_never_released_comes_back_unreleased(desk):
    desk.put("own.json", export_own([CODE]))
    desk.imports("own.json")
    desk.put("again.json", export_entries(load_course(desk.course)))
    import_material([desk.folder / "again.json"], desk.folder / "again")
    assert not [name for name in KEPT if (desk.folder / "again" / "decks" / name).exists()]


UNSOUND = (
    {"decks/deck.lock": "rubbish"}, {"decks/deck.lock": 7}, {"decks/verified.json": "{"},
    {"decks/deck.lock": "ptquiz-lock 1\ntype \ud800 x 2026-01-31T12:00:00Z\n"},
    {"decks/deck.lock": "ptquiz-lock 1\nx\ny\n"}, {"../evil": "x"}, {"decks/course.yaml": "x"},
    ["decks/deck.lock"],
)  # fmt: skip


def test_what_was_released_comes_in_whole_or_the_file_is_refused_in_one_line(desk):
    taken = []
    for kept in UNSOUND:
        desk.put("own.json", export_own([CODE], kept=kept))
        try:
            desk.imports("own.json")
            taken.append((kept, "came in"))
        except FlashcardsError as error:
            told = str(error)
            if "own.json is no sound file of entries: " not in told or "\n" in told:
                taken.append((kept, told))
    assert taken == []
    assert not desk.course.exists()


def test_entries_that_come_into_another_course_leave_behind_what_it_has_not(desk):
    desk.put("leaf.png", PNG)
    desk.put("cards.csv", "key,question,answer,image\nold,Why old?,Because.,leaf.png\n")
    desk.imports("cards.csv")
    entry = {"recall": "Why new?", "key": "old", "see": ["book"], "about": ["gone"], "answer": "A."}
    whole = {
        "type": "ptquiz entries", "format": 1, "course": {"title": "Other"},
        "decks": [{"deck": "other", "title": "Other deck", "see": ["book"], "entries": [entry]}],
    }  # fmt: skip
    desk.put("own.json", json.dumps(whole))
    report = desk.imports("own.json")
    (outcome,) = report.outcomes
    assert outcome.key == "new"  # the key is taken
    assert outcome.notes == (
        "'see' names what is not in the course: book",
        "'about' names what is not in the course: gone",
    )
    assert desk.entries()["old"].recall.startswith("Why old?")


def test_an_entry_with_a_mistake_is_left_out_with_the_words_of_check(desk):
    whole = {
        "type": "ptquiz entries", "format": 1, "course": {"id": "c", "title": "C", "author": "A",
        "licence": "L"}, "decks": [{"deck": "d", "title": "D", "entries": [
            {"cloze": "a b", "key": "one", "gaps": {"1": "c"}}, {"nothing": "x", "key": "two"},
            {"recall": "Why?", "key": "three", "answer": "So."}]}],
    }  # fmt: skip
    desk.put("own.json", json.dumps(whole))
    report = desk.imports("own.json")
    told = {each.place: each.notes for each in report.outcomes if each.status == "left out"}
    assert told["entry one"] == ("gap 1 is not in the text: 'c'",)
    assert told["entry two"][0].startswith("unknown kind 'nothing'")
    assert list(desk.entries()) == ["three"]


SAFE = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc", "Co", "Cn"), include_characters="\n\t",
        exclude_characters="\x85\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff",
    )
)  # fmt: skip


@given(text=SAFE, deep=SAFE, listed=st.lists(SAFE, min_size=1, max_size=3))
def test_any_text_that_is_written_as_yaml_is_read_as_the_same_text(text, deep, listed):
    values = {"a": text, "b": {"c": deep, "d": {"e": text}}, "f": listed, "g": [{"h": deep}]}
    document = Document(write_yaml(values), "x.yaml")
    told = [problem for problem in document.problems if "TeX" not in str(problem.message)]
    assert document.data == values
    assert told == [] or any("\n" in each for each in listed)


@pytest.mark.parametrize(
    "text",
    ["no", "12:30", "~", "- x", "a: b", "a #b", "`x`", "'q'", '"q"', "\\alpha", '\\"', "x\n\n\n",
     "\n x", " x\ny", "x\n  y\n", "{a}", "[a]", "!x", "&x", "*x", "%x", "@x", "|", ">", "?", "? x",
     ":", "x:", "=", "<<", "\ttab", "tab\tin\nlines\t"],
)  # fmt: skip
def test_texts_that_yaml_takes_for_something_else_stay_texts(text):
    written = write_yaml({"why": text, "points": {"a": text}, "tags": [text]})
    document = Document(written, "x.yaml")
    assert document.data == {"why": text, "points": {"a": text}, "tags": [text]}
    assert document.problems == []
