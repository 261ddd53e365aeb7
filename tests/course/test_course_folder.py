"""Folders as they come: links, huge files, other things where a deck should be."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.errors import FlashcardsError, ProblemsFound

COURSE = "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\n"
DECK = "deck: {0}\ntitle: T\nentries:\n- term: t{0}\n  key: {0}-t\n  meaning: m\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "course.yaml").write_text(COURSE)
    (tmp_path / "decks" / "a.yaml").write_text(DECK.format("a"))
    return tmp_path


def problems(folder: Path) -> list[str]:
    with pytest.raises(ProblemsFound) as found:
        load_course(folder, label="")
    return str(found.value).splitlines()


def test_a_sound_folder_is_a_course(folder):
    assert [deck.deck for deck in load_course(folder, label="").decks] == ["a"]


def test_a_folder_without_decks_says_what_is_expected(tmp_path):
    with pytest.raises(FlashcardsError, match="has no folder 'decks'"):
        load_course(tmp_path, label="")


def test_a_decks_folder_without_yaml_says_so(tmp_path):
    (tmp_path / "decks").mkdir()
    with pytest.raises(FlashcardsError, match="has no deck"):
        load_course(tmp_path, label="")


def test_a_deck_that_is_a_folder_is_a_problem(folder):
    (folder / "decks" / "b.yaml").mkdir()
    assert problems(folder) == ["decks/b.yaml:1:1: this is a folder, not a file"]


@pytest.mark.parametrize("name", ["decks/b.yaml.txt", "decks/zh/b.YML", "quizzes/q.yml.txt"])
def test_a_file_that_is_yaml_to_its_author_alone_is_told(folder, name):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("lang: zh\n")
    assert [each.split(":", 1)[0] for each in problems(folder)] == [name]


def test_a_link_out_of_the_folder_is_refused(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "x.yaml"
    outside.write_text(DECK.format("x"))
    (folder / "decks" / "b.yaml").symlink_to(outside)
    assert problems(folder) == [
        "decks/b.yaml:1:1: this is a link to a file outside of the course folder"
    ]


def test_a_link_that_leads_nowhere_or_in_a_circle_is_told(folder):
    (folder / "decks" / "b.yaml").symlink_to(folder / "decks" / "gone.yaml")
    (folder / "decks" / "c.yaml").symlink_to(folder / "decks" / "c.yaml")
    lines = problems(folder)
    assert [line.split(": ")[0] for line in lines] == ["decks/b.yaml:1:1", "decks/c.yaml:1:1"]
    assert all("cannot be read" in line for line in lines)


def test_two_files_with_the_same_deck_name_both_places(folder):
    (folder / "decks" / "b.yaml").write_text(DECK.format("a").replace("a-t", "b-t"))
    assert problems(folder) == ["decks/b.yaml:1:7: deck 'a' is already used at decks/a.yaml:1:7"]


def test_a_count_beside_blocks_has_no_effect_and_is_told(folder):
    (folder / "quizzes").mkdir()
    blocks = "quiz: q\ntitle: Q\npicks:\n- {count: 1}\ncount: 3\n"
    (folder / "quizzes" / "q.yaml").write_text(blocks)
    [problem] = problems(folder)
    assert problem.startswith("quizzes/q.yaml:5:1: 'count' is for a quiz without 'picks'")


BAD_QUESTION = "- recall: What does it do?\n  key: bad\n  answer: <b>Adds</b>\n  why: So.\n"
WARNING = "decks/b.yaml:6:11: warning: '<b>' is shown as it is; write **words** [foreign-markup]"


def test_a_warning_has_its_place_beside_an_entry_that_is_none(folder, monkeypatch, capsys):
    (folder / "decks" / "b.yaml").write_text(
        f"deck: b\ntitle: B\nentries:\n{BAD_QUESTION}- no entry\n- [a, list]\n"
    )
    monkeypatch.chdir(folder)
    assert run(["check", "."]) == 1
    assert WARNING in capsys.readouterr().out


def test_a_warning_has_its_place_beside_a_deck_that_cannot_be_read(folder, monkeypatch, capsys):
    (folder / "decks" / "b.yaml").write_text(f"deck: b\ntitle: B\nentries:\n{BAD_QUESTION}")
    (folder / "decks" / "c.yaml").write_text("deck: c\ntitle: one: two\nabout: bad\n")
    monkeypatch.chdir(folder)
    assert run(["check", "."]) == 1
    assert WARNING in capsys.readouterr().out


def test_a_course_without_its_file_is_told_how_to_get_one(tmp_path):
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "a.yaml").write_text(DECK.format("a"))
    [problem] = problems(tmp_path)
    assert problem.startswith("decks/course.yaml:1:1: a course needs this file with its id")
    assert problem.endswith("'ptquiz new NAME' writes one")


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "sub/x.svg", "..\\x.svg"])
def test_a_picture_outside_the_media_folder_is_refused(folder, name):
    text = DECK.format("b").replace("meaning: m", f'meaning: "![x]({name})"'.replace("\\", "\\\\"))
    (folder / "decks" / "b.yaml").write_text(text)
    assert problems(folder) == [
        f"decks/b.yaml:6:12: a picture is a file in decks/media, not '{name}'; give its name alone"
    ]


def test_a_huge_file_is_refused_quickly_and_in_little_memory(folder):
    with open(folder / "decks" / "b.yaml", "wb") as file:
        file.truncate(200 * 1024 * 1024)
    told = _checked_in_a_process(folder)
    assert told["last"].startswith("decks/b.yaml:1:1: this is larger than 16 MB")
    assert told["megabytes"] < 500


@pytest.mark.parametrize("text", ["[" * 1_000_000, "- " * 1_000_000])
def test_deep_nesting_needs_little_memory(folder, text):
    (folder / "decks" / "b.yaml").write_text(text)
    told = _checked_in_a_process(folder)
    assert "nested deeper than 32 levels" in told["last"]
    assert told["megabytes"] < 500


@pytest.mark.thorough
def test_an_alias_bomb_needs_little_memory(folder):
    names = [f"a{n}" for n in range(40)]
    doubled = "".join(
        f"{new}: &{new} [{', '.join(['*' + old] * 10)}]\n" for old, new in itertools.pairwise(names)
    )
    (folder / "decks" / "b.yaml").write_text("a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + doubled)
    told = _checked_in_a_process(folder)
    assert "anchors, aliases and tags (&, *, !) are not allowed" in told["all"]
    assert told["megabytes"] < 500


def test_a_file_of_nothing_but_mistakes_is_given_up(folder):
    bomb = "deck: b\ntitle: B\nentries:\n- no-entry" + "\n- no-entry" * 300_000
    (folder / "decks" / "b.yaml").write_text(bomb)
    told = _checked_in_a_process(folder)
    message = "more than 1000 problems; fix those above first"
    assert told["last"] == f"decks/b.yaml:1004:3: {message}"
    assert told["all"].count("\n") == 1000
    assert told["megabytes"] < 500


def _checked_in_a_process(folder: Path) -> dict:
    code = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from flashcards.errors import ProblemsFound\n"
        "from flashcards.course.load import load_course\n"
        "try: load_course(Path(sys.argv[1]), label='')\n"
        "except ProblemsFound as found: print(str(found))\n"
        "status = Path('/proc/self/status').read_text()\n"
        "print(int(re.search(r'VmHWM:\\s*(\\d+)', status)[1]) // 1024)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    *told, megabytes = done.stdout.splitlines()
    return {"all": "\n".join(told), "last": told[-1], "megabytes": int(megabytes)}
