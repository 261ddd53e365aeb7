"""Inside a course folder every command takes that course, and says which one it took."""

import json
import os

import pytest

from flashcards import load_course
from flashcards.cli import run
from flashcards.commands.context import find_course_folder
from flashcards.course.new_course import write_new_course
from flashcards.paths import builtin_folder


@pytest.fixture
def week(tmp_path, monkeypatch):
    """A course, and the folder `decks` of it as the working folder."""
    monkeypatch.setenv("PTQUIZ_HOME", str(tmp_path / "home"))
    write_new_course(tmp_path / "week3", title="Week 3", author="A", course_id="week3")
    about = tmp_path / "week3" / "decks" / "course.yaml"
    about.write_text(about.read_text().replace("[en]", "[en, zh]"))
    monkeypatch.chdir(tmp_path / "week3" / "decks")
    return tmp_path / "week3"


def test_it_is_found_from_any_depth_and_named_as_seen_from_there(week, monkeypatch):
    assert str(find_course_folder()) == ".."
    (week / "decks" / "media" / "a").mkdir(parents=True)
    monkeypatch.chdir(week / "decks" / "media" / "a")
    assert find_course_folder().resolve() == week
    monkeypatch.chdir(week)
    assert str(find_course_folder()) == "."
    monkeypatch.chdir(week.parent)
    assert find_course_folder() is None


def test_the_built_in_course_is_itself(monkeypatch):
    monkeypatch.chdir(builtin_folder() / "decks")
    assert find_course_folder() is None


def test_a_working_folder_that_is_gone_is_in_no_course(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert find_course_folder() is None
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("check", "0 problems, 0 warnings in Week 3"),
        ("list", "Week 3: 4 entries, 6 cards"),
        ("build -o ../w.apkg", "Wrote ../w.apkg: 4 notes, 6 cards of Week 3."),
        ("preview -o w.html", "Wrote w.html: 6 cards of Week 3."),
        ("export csv -o w.csv", "6 kept, 0 degraded, 0 refused of Week 3"),
        ("export sheet --quiz first --dry-run", "all: 3 of 3 questions"),
        ("translate --lang zh", "Week 3, zh: 0 translated"),
        ("stats", "Week 3"),
        ("checklist", "Week 3"),
    ],
)
def test_every_command_takes_the_course_of_the_folder(week, capsys, line, said):
    run(line.split())
    assert said in capsys.readouterr().out


def test_places_lead_to_the_file_from_where_one_stands(week, capsys):
    deck = week / "decks" / "first.yaml"
    deck.write_text(deck.read_text().replace("meaning:", "meening:", 1))
    assert run(["check"]) == 1
    place = capsys.readouterr().out.partition(": ")[0].rsplit(":", 2)[0]
    assert os.path.samefile(place, deck)


def test_a_folder_that_is_given_comes_first(week, capsys):
    write_new_course(week.parent / "other", title="Other", author="A", course_id="other")
    assert run(["check", "../../other"]) == 0
    assert capsys.readouterr().out.endswith(" in Other\n")
    run(["stats", "--course", "../../other"])
    assert capsys.readouterr().out.startswith("Other\n")


def test_programs_are_told_the_course_too(week, capsys):
    run(["check", "--json"])
    assert json.loads(capsys.readouterr().out)["course"] == "Week 3"


def test_a_course_whose_title_cannot_be_read_is_named_by_its_folder(week, capsys):
    (week / "decks" / "course.yaml").write_text("id: week3\n")
    assert run(["check"]) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith(" in week3")


def test_outside_of_a_course_it_is_the_built_in_one(week, capsys, monkeypatch):
    monkeypatch.chdir(week.parent)
    assert run(["list"]) == 0
    assert capsys.readouterr().out.startswith(load_course().info.title)
