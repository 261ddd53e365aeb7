"""Texts of any length are read, or told to be too long."""

import pytest

from flashcards.commands.check import check_course
from flashcards.course.checks import MAX_PARTS
from flashcards.course.model import ENTRY_TYPES
from flashcards.text.plain_text import MAX_TEXT
from tests.helpers.course_files import write_course

MOTIFS = ["|", "$", "$a$1", "*", "_", "](", "`", "<", "&", "{", "~", "- ", "> ", "#"]


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


@pytest.mark.parametrize("motif", MOTIFS)
def test_the_longest_text_of_one_sign_is_checked_to_its_end(tmp_path, motif):
    folder = write_term(tmp_path, meaning=(motif * MAX_TEXT)[:MAX_TEXT])
    assert sum(map(len, check_course(folder)[:2])) < 20


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
