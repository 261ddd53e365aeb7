"""Texts of any length: read in time that grows with them, or told to be too long."""

import sys

import pytest

from flashcards import import_material
from flashcards.commands.check import check_course
from flashcards.course.checks import MAX_PARTS
from flashcards.course.model import ENTRY_TYPES
from flashcards.text import plain_text
from flashcards.text.plain_text import MAX_TEXT
from flashcards.text.typed_answers import list_typed_forms
from tests.helpers.course_files import COURSE, write_course

MOTIFS = ["|", "$", "$a$1", "*", "_", "](", "![", "`", "<", "&", "\\\\", "{", "~", "- ", "> ", "#"]


def write_term(folder, meaning="m", aliases=("z",)):
    entry = f"- term: t\n  key: t\n  meaning: '{meaning}'\n  aliases: {list(aliases)}\n"
    deck = f"deck: d\ntitle: D\nstage: 1\nentries:\n{entry}"
    course = "id: c\ntitle: C\nauthor: A\nlicence: CC0\n"
    return write_course(folder, {"decks/course.yaml": course, "decks/d.yaml": deck})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"meaning": "a" * (MAX_TEXT + 1)}, f"7:12: 'meaning' must be at most {MAX_TEXT} char"),
        ({"meaning": "![" * 4000}, "7:12: more than 200 '[' in one text"),
        ({"aliases": ["$a$1" * 200]}, "8:13: 'aliases' must be at most 500 characters"),
        (
            {"aliases": [f"a{n}" for n in range(MAX_PARTS + 1)]},
            f"8:12: 'aliases' must have at most {MAX_PARTS} parts",
        ),
    ],
)
def test_a_text_that_nobody_reads_in_a_minute_is_a_problem_with_its_line(tmp_path, changes, told):
    [problem] = check_course(write_term(tmp_path, **changes), label="").problems
    assert str(problem).startswith(f"decks/d.yaml:{told}")


def count_lines(work) -> int:
    """How many lines of Python a piece of work runs; patterns are counted by themselves."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("motif", MOTIFS)
def test_twice_the_text_takes_at_most_2_3_times_the_steps_to_check(tmp_path, motif):
    def check(size):
        folder = write_term(tmp_path / str(size), meaning=(motif * size)[:size].replace("'", ""))
        return count_lines(lambda: check_course(folder))

    check(100)  # what is loaded and compiled once
    small, large = check(2000), check(4000)
    assert large <= 2.3 * small


def test_an_alias_of_many_formulas_has_no_more_forms_than_a_few():
    steps = [count_lines(lambda n=n: list_typed_forms("$a$1" * n)) for n in (20, 200, 400)]
    assert steps[2] <= 2.3 * steps[1]


def test_a_table_is_found_as_one_and_a_run_of_its_signs_is_given_up_at_once():
    text = "before\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nafter"
    assert plain_text._TABLE.sub("", text) == "before\n\n\n\nafter"
    assert plain_text._TABLE.search("|" * 200_000) is None
    assert plain_text._TARGET.search("](" * 200_000) is None


def list_unbounded(schema, place=""):
    """Where a schema lets a text be of any length."""
    if isinstance(schema, dict):
        if "string" in schema.get("type", ()) and not {"maxLength", "enum", "const"} & {*schema}:
            yield place
        for name, inner in schema.items():
            yield from list_unbounded(inner, f"{place}/{name}")
    elif isinstance(schema, list):
        for inner in schema:
            yield from list_unbounded(inner, place)


def test_every_text_of_every_kind_has_a_longest_length():
    for name, model in ENTRY_TYPES.items():
        assert [*list_unbounded(model.model_json_schema())] == [], name


def test_a_long_text_of_a_translation_is_told_at_its_line(tmp_path):
    overlay = f"lang: zh\nentries:\n  ddp-bucket:\n    meaning: {'字' * 10_001}\n"
    folder = write_course(tmp_path / "c", {**COURSE, "decks/zh/kinds.yaml": overlay})
    assert [str(each) for each in check_course(folder, label="").problems] == [
        "decks/zh/kinds.yaml:4:14: 'meaning' must be at most 10000 characters"
    ]


@pytest.mark.parametrize("letters", [MAX_TEXT, MAX_TEXT + 1])
def test_what_an_import_writes_is_short_enough(tmp_path, letters):
    (tmp_path / "a.csv").write_text(f"question,answer\nWhy?,{'a' * letters}\nHow?,So.\n")
    report = import_material([tmp_path / "a.csv"], tmp_path / "course")
    assert report.count().get("left out", 0) == letters - MAX_TEXT
    assert check_course(tmp_path / "course").problems == []
