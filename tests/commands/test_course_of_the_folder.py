"""Every command takes the course that is named, else that of the folder, else the built-in one."""

import json
import os
from pathlib import Path

import pytest

from flashcards.commands.context import find_course_folder
from flashcards.course.new_course import write_new_course
from flashcards.paths import builtin_folder

LINES = {
    "check": "0 problems, 0 warnings in Week 3",
    "list": "Week 3: 6 entries, 8 cards",
    "build -o ../w.apkg": "Wrote ../w.apkg: 7 notes, 8 cards of Week 3.",
    "preview -o ../w.html": "Wrote ../w.html: 8 cards of Week 3.",
    "export csv -o ../w.csv": "8 kept, 0 degraded, 0 refused of Week 3",
    "export sheet --quiz first --dry-run": "3 questions: ",
    "translate --lang zh": "Week 3, zh: 0 translated",
    "verify": "'Week 3' by A would run 1 program on this machine",
    "stats": "Week 3",
    "checklist": "Week 3",
}
AUTHORS = {"check", "list", "build", "preview", "export", "translate", "verify"}


@pytest.fixture
def week(ptquiz, monkeypatch):
    """A course, and the folder `decks` of it as the working folder."""
    write_new_course(Path("week3"), title="Week 3", author="A", course_id="week3")
    about = Path("week3/decks/course.yaml").resolve()
    about.write_text(about.read_text().replace("[en]", "[en, zh]"))
    monkeypatch.chdir("week3/decks")
    return about.parent.parent


@pytest.mark.parametrize("line", LINES)
def test_inside_a_course_every_command_takes_it_and_outside_by_name(
    week, ptquiz, monkeypatch, line
):
    assert LINES[line] in ptquiz(line).text
    monkeypatch.chdir(week.parent)
    more = ["--force"] if "-o" in line else []
    name = "week3" if line.split()[0] in AUTHORS else "--course=week3"
    assert LINES[line] in ptquiz(line, name, *more).text


def test_it_is_found_from_any_depth_and_named_as_seen_from_there(week, monkeypatch):
    assert str(find_course_folder()) == ".."
    monkeypatch.chdir(week)
    assert str(find_course_folder()) == "."
    monkeypatch.chdir(week.parent)
    assert find_course_folder() is None
    monkeypatch.chdir(builtin_folder() / "decks")
    assert find_course_folder() is None


def test_places_lead_to_the_file_from_where_one_stands(week, ptquiz):
    deck = week / "decks" / "first.yaml"
    deck.write_text(deck.read_text().replace("meaning:", "meening:", 1))
    said = ptquiz("check")
    assert said.code == 1
    assert os.path.samefile(said.out.partition(": ")[0].rsplit(":", 2)[0], deck)


def test_a_course_is_named_by_its_title_or_its_folder(week, ptquiz):
    assert json.loads(ptquiz("check --json").out)["course"] == "Week 3"
    (week / "decks" / "course.yaml").write_text("id: week3\n")
    said = ptquiz("check")
    assert (said.code, said.lines[-1].endswith(" in week3")) == (1, True)


def test_a_folder_that_is_named_comes_first(week, ptquiz):
    write_new_course(week.parent / "other", title="Other", author="A", course_id="other")
    assert ptquiz("check ../../other").out.endswith(" in Other\n")
    assert ptquiz("stats --course ../../other").out.startswith("Other\n")
    said = ptquiz("check nothing-here")
    assert (said.code, "nothing-here" in said.text) == (1, True)
