"""`ptquiz build` from the outside."""

from pathlib import Path

import pytest

from flashcards.anki.build import BuildResult
from flashcards.anki.reader import load_package
from flashcards.cli import run
from flashcards.commands.build import _tell_result
from tests.helpers.builtin import builtin_course
from tests.helpers.course_folders import make_course

NOW = 1_900_000_000


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course")


@pytest.fixture
def target(tmp_path):
    return tmp_path / "deck.apkg"


def _keys(path):
    return sorted(note.fields[0].split("/", 2)[2] for note in load_package(path).notes.values())


def _edit(course, old, new):
    deck = course / "decks" / "tiny.yaml"
    assert old in deck.read_text(encoding="utf-8")
    deck.write_text(deck.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_it_says_what_was_written_and_how_to_import_it(course, target, capsys):
    assert run(["build", str(course), "-o", str(target)]) == 0
    said = capsys.readouterr().out
    assert f"Wrote {target}: 4 notes, 6 cards of A tiny course." in said
    assert "Not released: 4 of 4 notes. Fine for yourself; before you give it out: " in said
    assert f"ptquiz build {course} --release" in said
    assert "File > Import" in said


def test_without_a_name_the_file_goes_into_build(course, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["build", str(course)]) == 0
    assert run(["build", str(course), "--lang", "zh"]) == 0
    assert _keys(tmp_path / "build" / "tiny-en.apkg") == ["call", "leaf", "old", "xy/size"]
    assert _keys(tmp_path / "build" / "tiny-zh.apkg") == ["leaf"]


def test_a_plain_build_leaves_the_course_alone(course, target):
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    run(["build", str(course), "-o", str(target)])
    assert {path: path.read_bytes() for path in course.rglob("*") if path.is_file()} == before


def test_a_release_writes_the_lock_for_all_languages(course, target, capsys):
    assert run(["build", str(course), "--release", "-o", str(target)]) == 0
    assert "Not released" not in capsys.readouterr().out
    lines = (course / "decks" / "deck.lock").read_text().splitlines()
    assert lines[0] == "ptquiz-lock 1"
    assert [line.split()[2] for line in lines if line.startswith("note")] == [
        "tiny/en/call",
        "tiny/en/leaf",
        "tiny/en/old",
        "tiny/en/xy/size",
        "tiny/zh/leaf",
    ]


def test_a_released_entry_that_vanished_is_a_problem(course, target, capsys):
    run(["build", str(course), "--release", "-o", str(target)])
    deck = course / "decks" / "tiny.yaml"
    head, _, tail = deck.read_text().partition("- recall: Old?")
    assert tail
    deck.write_text(head)
    before = target.read_bytes()
    assert run(["build", str(course), "-o", str(target)]) == 1
    told = capsys.readouterr().err
    assert target.read_bytes() == before
    assert f"{course}/decks/deck.lock:" in told
    assert ": 'old' was released in 'en' and has vanished\n    learners have its cards" in told
    assert run(["check", str(course)]) == 1
    assert capsys.readouterr().out.startswith(told)


def test_two_problems_of_a_course_are_told_as_check_tells_them_and_counted(course, target, capsys):
    _edit(course, "meaning:", "meening:")
    _edit(course, "answer:", "anser:")
    assert run(["build", str(course), "-o", str(target)]) == 1
    told = capsys.readouterr().err.splitlines()
    run(["check", str(course)])
    assert told[:-1] == capsys.readouterr().out.splitlines()[:4]
    assert len(told) == 5
    assert told[1] == "    did you mean 'meaning'?"
    assert told[-1] == "2 problems"


def test_retired_cards_are_in_no_package(course, target):
    _edit(course, "  key: old\n", "  key: old\n  retired: Nobody asks this.\n")
    run(["build", str(course), "-o", str(target)])
    assert "old" not in _keys(target)


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        (["--kind", "term"], ["leaf"]),
        (["--key", "xy"], ["xy/size"]),
        (["--exclude", "old", "--exclude", "call"], ["leaf", "xy/size"]),
        (["--stage", "1", "--kind", "cloze"], ["call"]),
    ],
)
def test_a_choice_of_cards(course, target, options, keys):
    assert run(["build", str(course), "-o", str(target), *options]) == 0
    assert _keys(target) == keys


def test_a_number_of_notes(course, target):
    assert run(["build", str(course), "-o", str(target), "-n", "2", "--seed", "a"]) == 0
    assert len(_keys(target)) == 2


def test_no_matching_card_names_the_filter(course, target, capsys):
    assert run(["build", str(course), "-o", str(target), "--difficulty", "hard"]) == 1
    assert "--difficulty hard left 0" in capsys.readouterr().err


def test_a_folder_as_output_is_a_problem(course, tmp_path, capsys):
    assert run(["build", str(course), "-o", str(tmp_path)]) == 1
    assert "it is a folder; name a file" in capsys.readouterr().err


@pytest.mark.parametrize("epoch", ["0", "-5", "yesterday"])
def test_a_clock_that_anki_cannot_bear_is_refused(course, target, monkeypatch, capsys, epoch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert run(["build", str(course), "-o", str(target)]) == 1
    assert "SOURCE_DATE_EPOCH must be" in capsys.readouterr().err


def test_the_cards_of_a_quiz(course, target):
    (course / "quizzes").mkdir()
    text = "quiz: week\ntitle: Week\nselect: {kind: [term, cloze]}\n"
    (course / "quizzes" / "week.yaml").write_text(text)
    assert run(["build", str(course), "-o", str(target), "--quiz", "week"]) == 0
    assert _keys(target) == ["call", "leaf"]
    other = course.parent / "other.yaml"
    other.write_text("quiz: other\ntitle: Other\nselect: {key: [old]}\n")
    target.unlink()
    assert run(["build", str(course), "-o", str(target), "--quiz", str(other)]) == 0
    assert _keys(target) == ["old"]


def test_an_entry_of_the_curriculum_keeps_its_identity_in_another_course(course, target):

    builtin = builtin_course()
    borrowed = builtin.decks[0].entries[0].key
    info = course / "decks" / "course.yaml"
    info.write_text(info.read_text() + f"uses: [{borrowed}]\n")
    assert run(["build", str(course), "-o", str(target)]) == 0
    names = {note.fields[0].split("/")[0] for note in load_package(target).notes.values()}
    assert names == {"tiny", builtin.info.id}


def test_one_note_is_one_note(course, target, capsys):
    run(["build", str(course), "--key", "leaf", "-o", str(target)])
    assert ": 1 note, 2 cards of A tiny course." in capsys.readouterr().out


def test_whoever_builds_the_curriculum_is_told_that_it_can_be_imported():
    result = BuildResult(Path("x.apkg"), 9, 12, 3, 8, "PyTorch", is_builtin=True)
    told = str(_tell_result(result)[1])
    assert told == (
        "Newer than the last release: 3 of 9 notes. Import it all the same; the next updates it."
    )


def test_a_course_that_uses_entries_of_the_curriculum_says_whose_release_they_have():
    result = BuildResult(Path("x.apkg"), 9, 12, 3, 0, "Week 3", borrows=True)
    assert "3 of 9 notes (those of the curriculum are released with it). Fine" in str(
        _tell_result(result)[1]
    )


def test_a_retired_entry_that_is_chosen_is_told_as_retired(course, target, capsys):
    _edit(course, "  key: old\n", "  key: old\n  retired: Nobody asks this.\n")
    assert run(["build", str(course), "--key", "old", "-o", str(target)]) == 1
    assert capsys.readouterr().err == "--key: entry 'old' is retired (Nobody asks this.)\n"
    assert run(["export", "json", str(course), "--key", "old", "-o", "old.json"]) == 1
    assert "entry 'old' is retired" in capsys.readouterr().err
