"""Folders as they come: links, huge files, other things where a deck should be."""

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


def test_a_folder_without_a_course_says_what_is_expected(tmp_path):
    with pytest.raises(FlashcardsError, match="has no folder 'decks'; 'ptquiz new NAME' makes one"):
        load_course(tmp_path, label="")
    (tmp_path / "decks").mkdir()
    [problem] = problems(tmp_path)
    told = "this does not exist; 'ptquiz new NAME' writes a whole course"
    assert problem == f"decks/course.yaml:1:1: {told}"
    (tmp_path / "decks" / "course.yaml").write_text(COURSE)
    assert problems(tmp_path) == [
        "decks/course.yaml:1:1: the course has no deck: no file in 'decks'; write one there"
    ]


@pytest.mark.parametrize("name", ["decks/b.yaml.txt", "decks/zh/b.YML", "quizzes/q.yml.txt"])
def test_a_file_that_is_yaml_to_its_author_alone_is_told(folder, name):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("lang: zh\n")
    assert [each.split(":", 1)[0] for each in problems(folder)] == [name]


def test_a_link_that_leads_nowhere_is_refused(folder):
    (folder / "decks" / "c.yaml").symlink_to("gone.yaml")
    (folder / "decks" / "d.yaml").symlink_to("d.yaml")
    gone, circle = problems(folder)
    assert gone == "decks/c.yaml:1:1: this does not exist"
    assert circle.startswith("decks/d.yaml:1:1: this cannot be read")


BAD_QUESTION = "- recall: What does it do?\n  key: bad\n  answer: <b>Adds</b>\n  why: So.\n"
WARNING = "decks/b.yaml:6:11: warning: '<b>' is shown as it is; write Markdown: **bold**, "


@pytest.mark.parametrize(
    ("name", "more"),
    [("b.yaml", "- no entry\n- [a, list]\n"), ("c.yaml", "deck: c\ntitle: one: two\n")],
)
def test_a_warning_has_its_place_beside_what_cannot_be_read(
    folder, monkeypatch, capsys, name, more
):
    (folder / "decks" / "b.yaml").write_text(f"deck: b\ntitle: B\nentries:\n{BAD_QUESTION}")
    with (folder / "decks" / name).open("a") as file:
        file.write(more)
    monkeypatch.chdir(folder)
    assert run(["check", "."]) == 1
    assert WARNING in capsys.readouterr().out
