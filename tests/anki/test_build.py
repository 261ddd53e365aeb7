"""`ptquiz build` from the outside."""

import os
import shutil
import subprocess
import sys

import pytest

from flashcards.anki.bridge.collection import find_our_cards
from flashcards.anki.reader import load_package
from flashcards.cli import run
from tests.helpers.anki_engine import learner
from tests.helpers.course_files import write_course

NOW = 1_900_000_000
FILES = {
    "decks/course.yaml": """\
        id: tiny
        title: A tiny course
        author: somebody
        licence: CC0
        languages: [en, zh]
        """,
    "decks/tiny.yaml": """\
        deck: tiny
        title: Tiny
        stage: 1
        entries:
        - term: leaf
          key: leaf
          meaning: A tensor without a history.
          both: true
        - compare: {x: X, y: Y}
          key: xy
          rows:
            size: {aspect: Size, question: How large are X and Y?, x: small, y: large}
        - cloze: one leaf
          key: call
          gaps: {1: one, 2: leaf}
        - recall: Old?
          key: old
          answer: "Yes. ![a picture](big.svg)"
        """,
    "decks/zh/tiny.yaml": """\
        lang: zh
        entries:
          leaf: {term: 叶子, meaning: 没有历史的张量。}
        """,
    "decks/media/big.svg": "<svg/>",
}


@pytest.fixture
def course(tmp_path):
    return write_course(tmp_path / "course", FILES)


@pytest.fixture
def target(tmp_path):
    return tmp_path / "deck.apkg"


@pytest.fixture
def build(course, target):
    """Runs the command with more options; an earlier package is replaced."""
    return lambda *options: run(["build", str(course), "--force", "-o", str(target), *options])


def _keys(path):
    return sorted(note.fields[0].split("/", 2)[2] for note in load_package(path).notes.values())


def _edit(course, old, new):
    deck = course / "decks" / "tiny.yaml"
    assert old in deck.read_text(encoding="utf-8")
    deck.write_text(deck.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_it_says_what_was_written_and_leaves_the_course_alone(course, build, target, capsys):
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    assert build() == 0
    output = capsys.readouterr().out
    assert f"Wrote {target}: 4 notes, 6 cards of A tiny course." in output
    assert "\nAgainst the lock: 4 new.\n" in output
    assert "File > Import" in output
    assert build("--key", "leaf") == 0
    assert ": 1 note, 2 cards of A tiny course." in capsys.readouterr().out
    assert {path: path.read_bytes() for path in course.rglob("*") if path.is_file()} == before


def test_without_a_name_the_file_goes_into_build(course, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["build", str(course)]) == 0
    assert run(["build", str(course), "--lang", "zh"]) == 0
    assert _keys(tmp_path / "build" / "tiny-en.apkg") == ["call", "leaf", "old", "xy/size"]
    assert _keys(tmp_path / "build" / "tiny-zh.apkg") == ["leaf"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--difficulty", "hard"], "no cards match --difficulty hard"),
        (["-o", "."], "it is no plain file; name another"),
        (["--forget", "old"], "only a release forgets; add --release"),
        (["--release", "--forget", "old"], "no released key 'old' has vanished"),
        (["--release", "--style", "none.css"], "none.css does not exist"),
        (["--release", "-n", "500"], "asked for 500 notes, found 4"),
        (["--release", "--lang", "qaa"], "'qaa'"),
    ],
)
def test_what_cannot_be_built_is_one_line_and_no_release(course, build, capsys, options, message):
    assert build(*options) in (1, 2)
    assert message in capsys.readouterr().err
    assert not (course / "decks" / "deck.lock").exists()


def test_a_release_writes_the_lock_for_all_languages(course, build, capsys):
    assert build("--release") == 0
    assert "\nReleased: 4 new.\n" in capsys.readouterr().out
    lock = (course / "decks" / "deck.lock").read_text()
    names = [line.split()[0] for line in lock.splitlines() if line.startswith("tiny")]
    notes = ["en/call", "en/leaf", "en/old", "en/xy/size", "zh/leaf"]
    assert names == [f"tiny/{note}" for note in notes]
    for options in ([], ["--release"]):
        assert build(*options) == 0
        assert "Every note is as released." in capsys.readouterr().out
        assert (course / "decks" / "deck.lock").read_text() == lock


def test_a_released_entry_that_vanished_is_a_problem_until_it_is_forgotten(
    course, build, target, capsys
):
    build("--release")
    deck, lock = course / "decks" / "tiny.yaml", course / "decks" / "deck.lock"
    deck.write_text(deck.read_text().partition("- recall: Old?")[0])
    before = target.read_bytes()
    assert build() == 1
    message = capsys.readouterr().err
    assert target.read_bytes() == before
    assert f"{course}/decks/deck.lock:" in message
    assert ": 'old' was released and has vanished; learners have its cards" in message
    assert "'retired: why it is gone'" in message
    assert "'--release --forget old'" in message
    assert run(["check", str(course)]) == 1
    assert capsys.readouterr().out.startswith(message)
    assert build("--release", "--forget", "old") == 0
    assert "tiny/en/old" not in lock.read_text()
    assert "tiny/en/leaf" in lock.read_text()
    assert build() == 0


def test_another_course_id_and_another_clock_than_anki_can_bear_are_problems(
    course, build, monkeypatch, capsys
):
    build("--release")
    info = course / "decks" / "course.yaml"
    info.write_text(info.read_text().replace("id: tiny", "id: small"))
    assert build() == 1
    assert "course.yaml:1:1: the id was 'tiny' at the last release" in capsys.readouterr().err
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert build() == 1
    assert "SOURCE_DATE_EPOCH must be" in capsys.readouterr().err


def test_a_retired_entry_is_in_no_package_and_says_why(course, build, target, capsys):
    _edit(course, "  key: old\n", "  key: old\n  retired: Nobody asks this.\n")
    assert build() == 0
    assert "old" not in _keys(target)
    assert build("--key", "old") == 1
    assert "--key: entry 'old' is retired (Nobody asks this.)" in capsys.readouterr().err


def test_a_translation_that_lags_behind_has_not_vanished(course, build, target):
    overlay = course / "decks" / "zh" / "tiny.yaml"
    row = "      size: {aspect: 大小, question: 多大？, x: 小, y: 大}\n"
    more = f"  xy:\n    compare: {{x: 甲, y: 乙}}\n    rows:\n{row}"
    overlay.write_text(overlay.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert build("--release") == 0
    age = "    age: {aspect: Age, question: How old are X and Y?, x: new, y: old}\n- cloze:"
    _edit(course, "- cloze:", age)
    assert build("--lang", "zh") == 0
    assert _keys(target) == ["leaf"]
    assert build("--release") == 0


def test_an_installed_program_never_releases_the_built_in_course_nor_gives_it_a_style(
    tmp_path, monkeypatch, capsys
):
    installed = write_course(tmp_path / "_builtin", FILES)
    monkeypatch.setattr("flashcards.paths.builtin_folder", lambda: installed)
    monkeypatch.setattr("flashcards.anki.build.builtin_folder", lambda: installed)
    command = ["build", str(installed), "-o", str(tmp_path / "a.apkg")]
    assert run([*command, "--release"]) == 1
    assert "is released in its repository, not by an installed ptquiz" in capsys.readouterr().err
    assert not (installed / "decks" / "deck.lock").exists()
    (tmp_path / "own.css").write_text("")
    assert run([*command, "--style", str(tmp_path / "own.css")]) == 2
    assert "the built-in course keeps its look" in capsys.readouterr().err


def test_an_entry_of_the_built_in_course_keeps_its_identity_and_time_in_another_course(
    tmp_path, target, monkeypatch
):
    info = FILES["decks/course.yaml"].replace("id: tiny", "id: lender")
    lender = write_course(tmp_path / "lender", {**FILES, "decks/course.yaml": info})
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(NOW))
    assert run(["build", str(lender), "--release", "-o", str(tmp_path / "lender.apkg")]) == 0
    for module in ("paths", "course.load", "anki.release"):
        monkeypatch.setattr(f"flashcards.{module}.builtin_folder", lambda: lender)
    deck = "deck: own\ntitle: Own\nentries:\n- {recall: Mine?, key: mine, answer: Yes}\n"
    info = FILES["decks/course.yaml"] + "uses: [leaf]\n"
    own = write_course(tmp_path / "own", {"decks/course.yaml": info, "decks/own.yaml": deck})
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(NOW + 1000))
    assert run(["build", str(own), "-o", str(target)]) == 0
    notes = {note.fields[0]: note for note in load_package(target).notes.values()}
    assert notes.keys() == {"tiny/en/mine", "lender/en/leaf"}
    assert notes["lender/en/leaf"].mod == NOW


def test_what_is_not_released_has_the_time_of_its_file(course, build, target, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(NOW))
    build("--release", "--lang", "zh")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(NOW + 1000))
    _edit(course, "A tensor without", "One without")
    _edit(course, "- recall: Old?", "- recall: New?\n  key: new\n  answer: 'No.'\n- recall: Old?")
    overlay = course / "decks" / "zh" / "tiny.yaml"
    overlay.write_text(overlay.read_text(encoding="utf-8").replace("没有", "無"), encoding="utf-8")
    for file, age in ((course / "decks" / "tiny.yaml", 50), (overlay, 60)):
        os.utime(file, (NOW + age, NOW + age))

    def get_times(lang):
        build("--lang", lang)
        notes = load_package(target).notes.values()
        return {note.fields[0].split("/", 2)[2]: note.mod for note in notes}

    english = get_times("en")
    assert {english["leaf"], english["new"]} == {NOW + 50}
    assert english["old"] <= NOW
    assert get_times("zh") == {"leaf": NOW + 60}
    os.utime(overlay, (NOW + 5000, NOW + 5000))  # a file is not newer than the clock
    assert get_times("zh") == {"leaf": NOW + 1000}


def test_a_released_deck_has_the_same_bytes_everywhere(course, build, target, tmp_path):
    build("--release")
    other = tmp_path / "deep" / "down" / "two"
    shutil.copytree(course, other)
    package = tmp_path / "again.apkg"
    environment = {
        "PYTHONHASHSEED": "1",
        "PTQUIZ_HOME": str(tmp_path / "home"),
        "SOURCE_DATE_EPOCH": str(NOW),
        "TZ": "Asia/Tokyo",
        "PYTHONPATH": os.getcwd(),
    }
    command = [sys.executable, "-m", "flashcards", "build", str(other), "-o", str(package)]
    subprocess.run(command, check=True, env={**os.environ, **environment}, capture_output=True)
    assert package.read_bytes() == target.read_bytes()


def test_a_style_is_on_the_cards_of_its_course_alone_and_keeps_its_time(
    course, tmp_path, monkeypatch
):
    info = FILES["decks/course.yaml"].replace("id: tiny", "id: other")
    other = write_course(tmp_path / "other", {**FILES, "decks/course.yaml": info})
    style, plain = tmp_path / "own.css", tmp_path / "plain.apkg"
    assert run(["build", str(other), "-o", str(plain)]) == 0
    with learner(tmp_path / "learner") as who:
        who.imports(plain)
        for time_, colour in ((NOW, "teal"), (NOW + 500, "teal"), (NOW + 1000, "navy")):
            monkeypatch.setenv("SOURCE_DATE_EPOCH", str(time_))
            style.write_text(f".pq {{ color: {colour}; }}")
            package = tmp_path / f"{time_}.apkg"
            styled = ["build", str(course), "--style", str(style), "--release"]
            assert run([*styled, "-o", str(package)]) == 0
            who.imports(package)
            who.reopened()
            models = {model["name"]: model for model in who.col.models.all()}
            assert models["ptquiz term (tiny)"]["css"].endswith(f"color: {colour}; }}")
            assert models["ptquiz term (tiny)"]["mod"] == (NOW if colour == "teal" else time_)
            assert "color: " + colour not in models["ptquiz term"]["css"]
        assert len(find_our_cards(who.col.db.all)) == who.col.card_count()
