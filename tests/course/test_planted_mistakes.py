"""One run of `ptquiz check` names every planted mistake at its exact place.

The mistakes and `expected.txt` were written by hand, before the reader.
"""

import json
import shutil
from pathlib import Path

import jsonschema
import pytest
import yaml

from flashcards.cli import run
from flashcards.course.new_course import course_schema

PLANTED = Path(__file__).parents[1] / "data" / "planted"


def test_check_names_every_planted_mistake_and_no_other(monkeypatch, capsys):
    monkeypatch.chdir(PLANTED)
    assert run(["check", "."]) == 1
    told = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    problems = [line for line in told[:-1] if ": warning: " not in line]
    expected = (PLANTED / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert [each.split("; ")[0] for each in problems] == [each.split("; ")[0] for each in expected]
    assert len(expected) >= 40
    assert told[-1].startswith(f"{len(expected)} problems, ")


def test_check_prints_the_path_as_it_was_typed(monkeypatch, capsys):
    monkeypatch.chdir(PLANTED.parent)
    assert run(["check", "planted"]) == 1
    assert capsys.readouterr().out.startswith("planted/decks/a-kinds.yaml:1:1: missing field")


def test_check_tells_programs_the_same(monkeypatch, capsys):
    monkeypatch.chdir(PLANTED)
    run(["check", "."])
    lines = capsys.readouterr().out.splitlines()
    assert run(["check", "--json", "."]) == 1
    for row in json.loads(capsys.readouterr().out)["problems"]:
        assert f"{row['file']}:{row['line']}:{row['column']}: {row['message']}" in lines


def test_a_misspelled_field_gets_a_suggestion(monkeypatch, capsys):
    monkeypatch.chdir(PLANTED)
    run(["check", "."])
    lines = capsys.readouterr().out.splitlines()
    assert "decks/a-kinds.yaml:24:3: unknown field 'meening'; did you mean 'meaning'?" in lines
    assert "decks/i-rows.yaml:36:13: 'wich' must be text; did you mean 'which'?" in lines


class TextKeys(yaml.CSafeLoader):
    """As an editor reads YAML: keys are text."""


TextKeys.add_constructor(
    "tag:yaml.org,2002:map",
    lambda loader, node: {
        key.value: loader.construct_object(value, deep=True) for key, value in node.value
    },
)

STRUCTURAL = {
    "decks/a-kinds.yaml": [
        ["stage"], ["tags"], ["entries", 0, "meaning"], ["entries", 1, "key"], ["entries", 2],
        ["entries", 5], ["entries", 6, "points"], ["entries", 7, "points"],
        ["entries", 8, "meaning"], ["entries", 8, "difficulty"], ["entries", 9],
    ],
    "decks/b-parts.yaml": [
        ["entries", 2, "wrong", "back"], ["entries", 4, "wrong", "other"], ["entries", 5, "gaps"],
        ["entries", 7, "needs", 0], ["entries", 9],
    ],
    "decks/course.yaml": [["promises", "zh", 0], []],
    "decks/g-same.yaml": [["entries", 2, "steps"], ["entries", 3]],
    "decks/i-rows.yaml": [
        ["entries", 0, "rows", "process", "wrong", "rank"],
        ["entries", 0, "rows", "process", "wrong", "core"],
        ["entries", 0, "rows", "shards"],
        ["entries", 0, "rows", "copies", "wich"],
    ],
    "decks/resources.yaml": [
        ["resources"], ["resources", "docs-gone", "status"], ["resources", "docs-tensor", "url"],
    ],
    "decks/zh/a.yaml": [["entries", "world-size", "from"]],
    "quizzes/week.yaml": [
        ["select"], ["select", "stage", 1], ["picks", 0, "count"], ["picks", 1, "points"],
        ["pass_mark"],
    ],
}  # fmt: skip


def errors_of(path: Path) -> list[list[str | int]]:
    validator = jsonschema.Draft202012Validator(course_schema())
    found: list[list[str | int]] = []

    def collect(error: jsonschema.ValidationError) -> None:
        found.append(list(error.absolute_path))
        for inner in error.context or ():
            collect(inner)

    for error in validator.iter_errors(yaml.load(path.read_text(encoding="utf-8"), TextKeys)):
        collect(error)
    return found


def test_an_independent_validator_rejects_the_planted_structural_mistakes():
    for file, places in STRUCTURAL.items():
        rejected = errors_of(PLANTED / file)
        assert [place for place in places if place not in rejected] == [], file


@pytest.mark.thorough
def test_an_independent_validator_accepts_every_file_of_the_project():
    root = Path(__file__).parents[2]
    files = [*(root / "decks").rglob("*.yaml"), *(root / "quizzes").glob("*.yaml")]
    assert len(files) > 30
    assert {str(file): errors_of(file) for file in files if errors_of(file)} == {}


def test_a_new_course_is_sound_and_points_editors_to_the_schema(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["new", "week3"]) == 0
    capsys.readouterr()
    assert run(["check", "week3", "--strict"]) == 0
    assert capsys.readouterr().out == "0 problems, 0 warnings in Week3\n"
    first = (tmp_path / "week3" / "decks" / "first.yaml").read_text(encoding="utf-8")
    assert first.startswith("# yaml-language-server: $schema=../schema.json\n")
    assert json.loads((tmp_path / "week3" / "schema.json").read_text()) == course_schema()
    for file in (tmp_path / "week3").rglob("*.yaml"):
        assert errors_of(file) == []


def test_new_does_not_touch_a_folder_that_has_something_in_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(PLANTED, tmp_path / "mine")
    assert run(["new", "mine"]) == 1
    assert "mine is a course already" in capsys.readouterr().err


def test_two_new_courses_have_different_identities(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(["new", "a"])
    run(["new", "b"])
    first, second = (
        yaml.safe_load((tmp_path / name / "decks" / "course.yaml").read_text())["id"]
        for name in "ab"
    )
    assert first != second


def test_a_row_with_a_misspelled_cell_is_told_and_the_rest_is_still_judged(tmp_path, capsys):
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "course.yaml").write_text("id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\n")
    (decks / "a.yaml").write_text(
        "deck: a\ntitle: A\nentries:\n"
        "- compare: {one: First, two: Second}\n  key: pair\n"
        "  rows:\n    size: {aspect: Size, one: small, twoo: large}\n"
        "- recall: What does it do?\n  key: vague\n  answer: Adds.\n"
    )
    assert run(["check", str(tmp_path)]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if "decks/" in line]
    told = [line.split("decks/")[1].partition("; ")[0] for line in lines]
    assert told == [
        "a.yaml:7:11: row 'size' has no cell for 'two'",
        "a.yaml:7:38: row 'size' names 'twoo', which is not compared",
        "a.yaml:8:3: warning: has no explanation",
    ]
