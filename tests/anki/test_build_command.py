"""`ptquiz build` from the outside."""

import os

import pytest

from flashcards.anki.reader import load_package
from flashcards.cli import run
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
    assert "\nAgainst the lock: 4 new.\n" in said
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
    assert "\nReleased: 4 new.\n" in capsys.readouterr().out
    lines = (course / "decks" / "deck.lock").read_text().splitlines()
    assert lines[0] == "ptquiz-lock 2"
    assert [line.split()[0] for line in lines if line.startswith("tiny")] == [
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
    assert ": 'old' was released in 'en' and has vanished; learners have its cards" in told
    assert "'retired: why it is gone'" in told
    assert "'--release --forget old'" in told
    assert run(["check", str(course)]) == 1
    assert capsys.readouterr().out.startswith(told)


def test_two_problems_of_a_course_are_told_as_check_tells_them_and_counted(course, target, capsys):
    _edit(course, "meaning:", "meening:")
    _edit(course, "answer:", "anser:")
    assert run(["build", str(course), "-o", str(target)]) == 1
    told = capsys.readouterr().err.splitlines()
    run(["check", str(course)])
    assert told[:-1] == capsys.readouterr().out.splitlines()[:2]
    assert len(told) == 3
    assert told[0].endswith("unknown field 'meening'; did you mean 'meaning'?")
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


def test_what_is_not_released_has_the_time_of_its_file(course, target):
    run(["build", str(course), "--release", "--lang", "zh", "-o", str(target)])
    _edit(course, "A tensor without", "One without")
    _edit(course, "- recall: Old?", "- recall: New?\n  key: new\n  answer: 'No.'\n- recall: Old?")
    overlay = course / "decks" / "zh" / "tiny.yaml"
    overlay.write_text(overlay.read_text(encoding="utf-8").replace("没有", "無"), encoding="utf-8")
    for file, time in ((course / "decks" / "tiny.yaml", NOW), (overlay, NOW + 5)):
        os.utime(file, (time, time))
    assert _get_times(course, target, "en").items() >= {("leaf", NOW), ("new", NOW)}
    assert _get_times(course, target, "en")["old"] < NOW
    assert _get_times(course, target, "zh") == {"leaf": NOW + 5}


def _get_times(course, target, lang):
    run(["build", str(course), "--lang", lang, "-o", str(target), "--force"])
    notes = load_package(target).notes.values()
    return {note.fields[0].split("/", 2)[2]: note.mod for note in notes}


def test_a_key_that_vanished_can_be_forgotten_by_a_release(course, target, capsys):
    run(["build", str(course), "--release", "-o", str(target)])
    deck, lock = course / "decks" / "tiny.yaml", course / "decks" / "deck.lock"
    deck.write_text(deck.read_text().partition("- recall: Old?")[0])
    build = ["build", str(course), "--force", "-o", str(target)]
    assert run([*build, "--forget", "old"]) == 2
    assert run([*build, "--release", "--forget", "leaf"]) == 2
    assert "no released key 'leaf' has vanished from the course" in capsys.readouterr().err
    assert " recall " in lock.read_text()
    assert run([*build, "--release", "--forget", "old"]) == 0
    assert "tiny/en/old" not in lock.read_text()
    assert "tiny/en/leaf" in lock.read_text()
    assert run(build) == 0


def test_a_translation_that_lags_behind_has_not_vanished_but_one_that_was_removed_has(
    course, target, capsys
):
    overlay = course / "decks" / "zh" / "tiny.yaml"
    row = (
        "  xy:\n    compare: {x: 甲, y: 乙}\n    rows:\n      size: {aspect: 大小, question: 多大？"
    )
    complete = f"{overlay.read_text(encoding='utf-8')}{row}, x: 小, y: 大}}\n"
    overlay.write_text(complete, encoding="utf-8")
    build = ["build", str(course), "--force", "-o", str(target)]
    assert run([*build, "--release"]) == 0
    more = "    age: {aspect: Age, question: How old are X and Y?, x: new, y: old}\n- cloze:"
    _edit(course, "- cloze:", more)
    assert run([*build, "--lang", "zh"]) == 0
    assert _keys(target) == ["leaf"]
    assert run([*build, "--release"]) == 0
    assert run([*build, "--lang", "zh"]) == 0
    overlay.write_text(f"lang: zh\nentries:\n{row}, x: 小, y: 大}}\n", encoding="utf-8")
    capsys.readouterr()
    assert run([*build, "--release"]) == 1
    assert "'leaf' was released in 'zh' and has vanished" in capsys.readouterr().err


def test_an_installed_program_never_releases_the_built_in_course(tmp_path, monkeypatch, capsys):
    installed = make_course(tmp_path / "_builtin")
    monkeypatch.setattr("flashcards.paths.builtin_folder", lambda: installed)
    monkeypatch.setattr("flashcards.anki.build.builtin_folder", lambda: installed)
    assert run(["build", str(installed), "--release", "-o", str(tmp_path / "a.apkg")]) == 1
    assert "is released in its repository, not by an installed ptquiz" in capsys.readouterr().err
    assert not (installed / "decks" / "deck.lock").exists()


def test_a_retired_entry_that_is_chosen_is_told_as_retired(course, target, capsys):
    _edit(course, "  key: old\n", "  key: old\n  retired: Nobody asks this.\n")
    assert run(["build", str(course), "--key", "old", "-o", str(target)]) == 1
    assert capsys.readouterr().err == "--key: entry 'old' is retired (Nobody asks this.)\n"
    assert run(["export", "json", str(course), "--key", "old", "-o", "old.json"]) == 1
    assert "entry 'old' is retired" in capsys.readouterr().err
