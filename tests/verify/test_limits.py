"""A stranger's program is limited, and not run without a word."""

import io
import os
import sys

import pytest

from flashcards.cli import run
from flashcards.verify.run import run_code
from tests.helpers.course_files import COURSE, write_course

ENVIRON = {"PATH": os.environ["PATH"]}


def attempt(code: str) -> tuple[int, str, str]:
    return run_code(code, sys.executable, ENVIRON, 60)


def test_memory_has_an_end():
    code, _, err = attempt("x = bytearray(9 << 30)")
    assert (code, err.splitlines()[-1]) == (1, "MemoryError")


def test_a_file_has_a_largest_size():
    code, out, _ = attempt(
        "import signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "try:\n    open('big', 'wb').truncate(2 << 30)\n"
        "except OSError as error:\n    print(error.strerror)\n"
    )
    assert (code, out) == (0, "File too large\n")


def test_of_endless_output_a_megabyte_is_read():
    code, out, _ = attempt("print('x' * 5_000_000)")
    assert (code, len(out)) == (0, 1_000_000)


def test_a_strangers_code_is_not_run_without_a_word(make_python, tmp_path, capsys):
    folder = write_course(tmp_path / "c", COURSE)
    python = make_python("p", "raise SystemExit('it ran')")
    assert run(["verify", str(folder), "--python", python]) == 1
    told = capsys.readouterr().err
    assert told.startswith("'Tiny' by A teacher would run 1 program on this machine")
    assert "give --trust" in told


def sit_down(monkeypatch, typed):
    """A person at a terminal who types this."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


@pytest.mark.parametrize(("answer", "runs"), [("y", True), ("", False), ("n", False)])
def test_at_a_terminal_a_person_is_asked(python, tmp_path, capsys, monkeypatch, answer, runs):
    folder = write_course(tmp_path / "c", COURSE)
    sit_down(monkeypatch, f"{answer}\n")
    assert run(["verify", str(folder), "--python", python]) == 1
    told = capsys.readouterr().out
    assert told.startswith("'Tiny' by A teacher would run 1 program on this machine")
    assert ("PyTorch 2.13.0" in told) is runs


def test_ctrl_d_is_a_no(python, tmp_path, capsys, monkeypatch):
    folder = write_course(tmp_path / "c", COURSE)
    sit_down(monkeypatch, "")
    assert run(["verify", str(folder), "--python", python]) == 130
    assert "PyTorch" not in capsys.readouterr().out


def test_a_trusted_course_runs(python, tmp_path, capsys):
    folder = write_course(tmp_path / "c", COURSE)
    run(["verify", str(folder), "--python", python, "--trust"])
    assert "PyTorch 2.13.0" in capsys.readouterr().out
