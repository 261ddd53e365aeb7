"""An own style sheet: on the note types of its course, which no other course has."""

import re

import pytest

from flashcards.anki.bridge.collection import find_our_cards
from flashcards.cli import run
from tests.helpers.anki_engine import learner


@pytest.fixture
def course(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("week3", "week4"):
        assert run(["new", name]) == 0
        info = tmp_path / name / "decks" / "course.yaml"
        info.write_text(re.sub(r"^id: \S+", f"id: {name}", info.read_text(), flags=re.MULTILINE))
    tmp_path.joinpath("own.css").write_text(".pq { color: rebeccapurple; }")
    capsys.readouterr()
    return tmp_path


STYLED = ["build", "week3", "--style", "own.css"]


def test_a_style_is_on_the_cards_of_its_course_alone(course):
    assert run(["build", "week4", "-o", "plain.apkg"]) == 0
    assert run([*STYLED, "-o", "own.apkg"]) == 0
    with learner(course / "learner") as who:
        who.imports(course / "plain.apkg")
        who.imports(course / "own.apkg")
        who.check_everything()
        css = {model["name"]: model["css"] for model in who.col.models.all()}
        assert css["ptquiz term (week3)"] == f"{css['ptquiz term']}.pq {{ color: rebeccapurple; }}"


def test_a_released_style_keeps_its_time_until_it_changes(course, monkeypatch):
    for time, rule, outcome in (
        (4_000_000_000, "teal", "new"),
        (4_000_000_500, "teal", "duplicate"),
        (4_000_001_000, "navy", "duplicate"),
    ):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(time))
        (course / "own.css").write_text(f".pq {{ color: {rule}; }}")
        assert run([*STYLED, "--release", "-o", f"{time}.apkg"]) == 0
        with learner(course / "learner") as who:
            assert set(who.imports(course / f"{time}.apkg").values()) == {outcome}
            model = who.col.models.by_name("ptquiz term (week3)")
            assert model["css"].endswith(f"{rule}; }}")
            assert model["mod"] == (time if rule == "navy" else 4_000_000_000)


def test_a_sync_finds_the_cards_of_a_course_with_a_style(course):
    assert run([*STYLED, "-o", "own.apkg"]) == 0
    with learner(course / "learner") as who:
        who.imports(course / "own.apkg")
        found = find_our_cards(who.col.db.all)
        assert len(found) == who.col.card_count()


def test_the_built_in_course_takes_no_style(course, capsys):
    assert run(["build", "--style", "own.css"]) == 2
    assert "the built-in course keeps its look" in capsys.readouterr().err


def test_a_missing_file_is_one_line(course, capsys):
    assert run(["build", "week3", "--style", "none.css"]) == 1
    assert capsys.readouterr().err == "none.css does not exist\n"
