"""`ptquiz verify` on one version of PyTorch after another, with stand-ins for them."""

import json
from pathlib import Path

import pytest

from flashcards.cli import run

HEAD = "deck: a\ntitle: A\nentries:\n"
SAME = "- code: print(torch.ones(1))\n  key: same\n  prints: '[1.0]'\n"
SILENT = "- code: print(torch.warning())\n  key: silent\n  prints: FutureWarning\n"


@pytest.fixture
def course(tmp_path: Path, monkeypatch):
    """Writes a course of these entries and goes to it."""

    def write(*entries: str) -> Path:
        decks = tmp_path / "course" / "decks"
        decks.mkdir(parents=True, exist_ok=True)
        (decks / "course.yaml").write_text("id: c\ntitle: C\nauthor: A\nlicence: CC0\n")
        (decks / "a.yaml").write_text(HEAD + "".join(entries))
        monkeypatch.chdir(tmp_path / "course")
        return decks / "verified.json"

    return write


def records(file: Path) -> dict[str, list[str]]:
    return {row["key"]: list(row["torch"]) for row in json.loads(file.read_text()).values()}


def verify(capsys, *arguments: str) -> tuple[int, list[str]]:
    code = run(["verify", ".", "--trust", *arguments])
    told = capsys.readouterr()
    return code, (told.out + told.err).splitlines()


def end(line: str) -> str:
    """The counts of a run, without the machine."""
    return line.partition(" on ")[0] + line[line.rindex(":") :]


def test_an_entry_that_is_wrong_on_a_version_is_not_recorded_for_it(course, python, newer, capsys):
    file = course(SILENT)
    assert verify(capsys, "--python", newer, "--record")[0] == 0
    code, told = verify(capsys, "--python", python, "--record")
    assert (code, told[0]) == (1, (
        "decks/a.yaml:4:3: wrong: silent: printed 'DeprecationWarning', "
        "and the card says 'FutureWarning'"
    ))  # fmt: skip
    assert records(file) == {"silent": ["2.15.0"]}


def test_names_that_are_gone_or_deprecated_are_told(course, python, newer, capsys):
    course(
        "- recall: What does `torch.old` do?\n  key: silent\n  answer: It adds.\n"
        "- recall: What was `torch.old`?\n  key: told\n  answer: Deprecated, then removed.\n"
    )
    for each, state in ((python, "deprecated"), (newer, "gone")):
        code, told = verify(capsys, "--python", each)
        assert (code, told[:-1]) == (
            1, [f"decks/a.yaml:4:3: torch.old is {state}, and silent does not say so"]
        )  # fmt: skip


def test_programs_get_what_became_of_each_entry(course, python, capsys):
    course(SAME, SILENT)
    assert run(["verify", ".", "--trust", "--python", python, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["machine"]["torch"] == "2.13.0"
    assert told["entries"] == [
        {"key": "same", "verdict": "verified", "detail": ""},
        {"key": "silent", "verdict": "wrong",
         "detail": "printed 'DeprecationWarning', and the card says 'FutureWarning'"},
    ]  # fmt: skip
    assert told["symbols"] == []


def test_the_record_of_the_other_version_stays_until_the_entry_changes(
    course, python, newer, capsys
):
    file = course(SAME)
    verify(capsys, "--python", python, "--record")
    verify(capsys, "--python", newer, "--record")
    assert records(file) == {"same": ["2.13.0", "2.15.0"]}
    course(SAME.replace("ones(1)", "ones(1 )"))
    verify(capsys, "--python", newer, "--record")
    assert records(file) == {"same": ["2.15.0"]}


def test_a_course_without_pytorch_needs_none_and_says_nothing_about_it(course, bare, capsys):
    file = course(
        "- code: print(1 + 1)\n  key: sum\n  prints: '2'\n",
        "- code: print(2)\n  key: bad\n  prints: '3'\n",
        "- code: puts 1\n  key: ruby\n  language: ruby\n  prints: '1'\n",
    )
    code, told = verify(capsys, "--python", bare, "--record")
    wrong = "decks/a.yaml:7:3: wrong: bad: printed '2', and the card says '3'"
    assert (code, told[0]) == (1, wrong)
    assert end(told[1]) == "Python: 1 verified, 1 wrong, 0 failed, 0 not run in C"
    assert "PyTorch" not in "\n".join(told)
    assert not file.exists()


def test_a_course_that_names_pytorch_needs_it(course, bare, capsys):
    course(SAME)
    code, told = verify(capsys, "--python", bare)
    assert code == 1
    assert told[-1].endswith(
        "bare has no PyTorch; install it, or name another Python with --python"
    )


def test_plain_python_in_a_course_about_pytorch_is_run_and_recorded_as_before(
    course, python, capsys
):
    file = course(SAME, "- code: print(1 + 1)\n  key: sum\n  prints: '2'\n")
    assert verify(capsys, "--python", python, "--key", "sum", "--record")[0] == 0
    assert records(file) == {"sum": ["2.13.0"]}
