"""`ptquiz check --fix` writes what is certain, whole or not at all, and nothing else."""

import os
from pathlib import Path

import pytest

from flashcards.check import check_course
from flashcards.cli import run
from flashcards.errors import FlashcardsError
from flashcards.source import fixes
from flashcards.source.folder import load_folder

INFO = "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\n"
BROKEN = (
    "deck: a\ntitle: A\nentries:  # all of them\n# the first\n- term: leaf\n  key: leaf\n"
    "  meaning: Note: it has no history.\n- term: root\n  key: root\n  meaning: `x` is one.\n"
    "  tags: one, two\n"
)
SOUND = (
    "deck: a\ntitle: A\nentries:  # all of them\n# the first\n- term: leaf\n  key: leaf\n"
    '  meaning: "Note: it has no history."\n- term: root\n  key: root\n  meaning: "`x` is one."\n'
    "  tags: [one, two]\n"
)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "course.yaml").write_text(INFO)
    (tmp_path / "decks" / "a.yaml").write_text(BROKEN)
    return tmp_path


def fix(*more: str) -> int:
    return run(["check", ".", "--fix", *more])


def test_every_cure_is_written_and_shown_as_a_diff(folder, capsys):
    assert fix() == 0
    assert (folder / "decks" / "a.yaml").read_text() == SOUND
    told = capsys.readouterr().out
    assert "--- decks/a.yaml" in told
    assert "-  meaning: `x` is one.\n" in told
    assert '+  meaning: "`x` is one."\n' in told
    assert "1 file was changed\n" in told
    assert told.splitlines()[-1].startswith("0 problems")


def test_a_dry_run_shows_the_same_and_writes_nothing(folder, capsys):
    fix("--dry-run")
    dry = capsys.readouterr().out
    assert (folder / "decks" / "a.yaml").read_text() == BROKEN
    fix()
    diff = [line for line in capsys.readouterr().out.splitlines() if line[:1] in "+-@"]
    assert [line for line in dry.splitlines() if line[:1] in "+-@"] == diff
    assert "nothing was written" in dry


def test_a_second_run_changes_nothing(folder, capsys):
    fix()
    before = (folder / "decks" / "a.yaml").stat().st_mtime_ns
    capsys.readouterr()
    fix()
    assert capsys.readouterr().out.startswith("no cure is certain: nothing was changed\n")
    assert (folder / "decks" / "a.yaml").stat().st_mtime_ns == before


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_the_byte_order_mark_and_comments_stay(folder, ending, mark):
    path = folder / "decks" / "a.yaml"
    path.write_bytes(mark + BROKEN.replace("\n", ending).encode())
    assert fix() == 0
    assert path.read_bytes() == mark + SOUND.replace("\n", ending).encode()


@pytest.mark.parametrize(
    "entry",
    [
        "- term: x\n  key: A Key\n  meaning: y\n",
        "- term: x\n  key: “curly”\n  meaning: y\n",
        "- term: x\n  kee: x\n  meaning: y\n",
        "- choose: Q?\n  key: q\n  right: [a]\n  wrong: {b: c, d: e}\n",
        "- order: O\n  key: o\n  steps:\n  - one\n  - two\n",
        "- cloze: A leaf.\n  key: c\n  gaps: {1: lefa}\n",
        "- compare: {one: One, two: Two}\n  key: p\n  rows:\n    s: {aspect: S, one: a, twoo: b}\n",
        "- term: x\n  key: h\n  meaning: Write x # one\n",
        "- concept: X\n  key: m\n  points: {mean: one median: two}\n",
    ],
)
def test_names_are_never_changed_and_guesses_are_never_written(folder, entry, capsys):
    path = folder / "decks" / "a.yaml"
    path.write_text(f"deck: a\ntitle: A\nentries:\n{entry}")
    assert fix() == 1
    assert path.read_text() == f"deck: a\ntitle: A\nentries:\n{entry}"
    assert "nothing was changed" in capsys.readouterr().out


def test_one_cure_may_bring_up_the_next(folder):
    entry = "- recall: Note: why?\n  key: k\n  answer: `1`\n  tags: a, b\n"
    (folder / "decks" / "a.yaml").write_text(f"deck: a\ntitle: A\nentries:\n{entry}")
    assert fix() == 0
    fixed = '- recall: "Note: why?"\n  key: k\n  answer: "`1`"\n  tags: [a, b]\n'
    assert (folder / "decks" / "a.yaml").read_text().endswith(fixed)


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_a_link_is_refused_and_nothing_at_all_is_written(folder, linked, capsys):
    other = folder / "decks" / "b.yaml"
    if linked == "file":
        (folder / "real.yaml").write_text(
            BROKEN.replace("leaf", "b-leaf").replace("root", "b-root")
        )
        other.symlink_to("../real.yaml")
    else:
        (folder / "elsewhere").mkdir()
        (folder / "elsewhere" / "z.yaml").write_text("lang: zh\ndecks:\n  a: 甲: 乙\n")
        (folder / "decks" / "zh").symlink_to("../elsewhere")
        (folder / "decks" / "course.yaml").write_text(INFO + "languages: [en, zh]\n")
    assert fix() == 1
    assert "link" in capsys.readouterr().err
    assert (folder / "decks" / "a.yaml").read_text() == BROKEN


def test_a_file_that_changed_meanwhile_is_left_alone(folder):
    found = fixes.find_fixed_files(load_folder(folder))
    (folder / "decks" / "a.yaml").write_text(BROKEN + "# more\n")
    with pytest.raises(FlashcardsError, match="changed while it was read"):
        fixes.write_fixed_files(found)
    assert (folder / "decks" / "a.yaml").read_text() == BROKEN + "# more\n"


def test_nothing_is_written_if_one_of_the_files_cannot_be(folder, capsys):
    (folder / "decks" / "b.yaml").write_text(BROKEN.replace("deck: a", "deck: b"))
    (folder / "decks" / f".b.yaml.{os.getpid()}.ptquiz-part").mkdir()  # its first place
    assert fix() == 1
    assert "b.yaml" in capsys.readouterr().err
    assert (folder / "decks" / "a.yaml").read_text() == BROKEN


@pytest.mark.parametrize("given", [["--dry-run"], ["--fix", "--json"]])
def test_options_that_say_nothing_together_are_refused(folder, given):
    assert run(["check", ".", *given]) == 2


def test_programs_get_the_edits(folder, capsys):
    import json

    run(["check", ".", "--json"])
    row = json.loads(capsys.readouterr().out)["problems"][0]
    edit = {"line": 7, "column": 12, "old": "Note: it has no history.",
            "new": '"Note: it has no history."'}  # fmt: skip
    assert row["fix"] == {"edits": [edit], "is_guess": False}


LOST = {
    'meaning: "C:\\new\\table"': "double quotes change '\\new'",
    'meaning: "$\\Pi$ and $\\Nu$"': "double quotes change '\\Pi'",
    'meaning: "\\bword\\b"': "double quotes change '\\bword'",
    "meaning: A ~~struck~~ word": "'~~struck~~' is shown with its tildes",
    "meaning: See [b][1] there": "'[b][1]' is no link here",
    "meaning: |\n    - [ ] todo": "'- [ ]' is shown as it is",
    "meaning: x\n  as_of: 2026-13": "'as_of' is no month or day: '2026-13'",
}


@pytest.mark.parametrize("fields", LOST)
def test_what_was_lost_in_silence_is_told(folder, fields):
    text = f"deck: a\ntitle: A\nentries:\n- term: x\n  key: x\n  {fields}\n"
    (folder / "decks" / "a.yaml").write_text(text)
    report = check_course(folder, label="")
    told = [str(each.message) for each in (*report.problems, *report.warnings)]
    assert any(each.startswith(LOST[fields]) for each in told)


def test_output_of_two_plain_lines_is_told(folder):
    text = "deck: a\ntitle: A\nentries:\n- code: print(1)\n  key: x\n  prints: 1\n    2\n"
    (folder / "decks" / "a.yaml").write_text(text)
    [problem] = check_course(folder, label="").problems
    assert (
        str(problem) == "decks/a.yaml:6:11: 'prints' has several lines, and YAML makes one of them"
    )


@pytest.mark.parametrize("text", ["x[0][1] is", "`[b][1]`", "a ~~ b", "PyTorch [1] [2]", "1-[ ]"])
def test_what_only_looks_like_markdown_is_not_told(folder, text):
    (folder / "decks" / "a.yaml").write_text(
        f"deck: a\ntitle: A\nentries:\n- term: x\n  key: x\n  meaning: '{text}'\n"
    )
    found = check_course(folder, label="").warnings
    assert [
        each for each in found if each.message.id in ("struck-shown", "box-shown", "link-shown")
    ] == []
