"""A stranger's snippet cannot take the machine, write around, or call home."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from flashcards.cli import run
from flashcards.verify.run import run_code
from flashcards.verify.sandbox import WALLS, find_walls
from tests.helpers.course_files import COURSE, write_course

ENVIRON = {"PATH": os.environ["PATH"]}
BUILT = find_walls(sys.executable)


def attempt(code: str) -> tuple[int, str, str]:
    return run_code(code, sys.executable, ENVIRON, 60)


def test_the_walls_that_stand_are_named_in_one_order():
    assert [wall for wall in WALLS if wall in BUILT] == BUILT
    assert {"memory", "file size"} <= set(BUILT)


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


@pytest.fixture
def mine():
    """A file of the learner, not in memory: what is shared there, PyTorch may write."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        file = Path(folder, "mine.txt")
        file.write_text("kept")
        yield file


def test_files_are_written_in_the_snippets_own_folder_and_nowhere_else(mine):
    snippet = (
        "import os\nopen('own', 'w').write('a')\nos.rename('own', 'new')\n"
        f"try:\n    open({str(mine)!r}, 'w')\nexcept OSError as error:\n    print(error.errno)\n"
        f"try:\n    os.remove({str(mine)!r})\nexcept OSError as error:\n    print(error.errno)\n"
    )
    code, out, _ = attempt(snippet)
    walled = "writing outside its folder" in BUILT
    assert code == 0
    assert out == ("13\n13\n" if walled else "")
    assert mine.exists() is walled


def test_the_network_is_the_snippets_own_and_its_loopback_works():
    code, out, _ = attempt(
        "import socket\n"
        "with socket.socket() as server:\n"
        "    server.bind(('127.0.0.1', 0)); server.listen()\n"
        "    with socket.create_connection(server.getsockname()): print('loopback')\n"
        "print(*[name for _, name in socket.if_nameindex()])\n"
    )
    assert code == 0
    interfaces = out.splitlines()[1].split()
    assert out.startswith("loopback\n")
    assert (set(interfaces) <= {"lo", "sit0", "tunl0", "ip6tnl0", "gre0"}) == ("network" in BUILT)


def test_a_strangers_code_is_not_run_without_a_word(make_python, tmp_path, capsys):
    folder = write_course(tmp_path / "c", COURSE)
    python = make_python("p", "raise SystemExit('it ran')")
    assert run(["verify", str(folder), "--python", python]) == 1
    told = capsys.readouterr().err
    assert told.startswith("'Tiny' by A teacher would run 1 snippet on this machine")
    assert "give --trust" in told


@pytest.mark.parametrize(("answer", "runs"), [("y", True), ("", False), ("n", False)])
def test_at_a_terminal_a_person_is_asked(python, tmp_path, capsys, monkeypatch, answer, runs):
    folder = write_course(tmp_path / "c", COURSE)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    assert run(["verify", str(folder), "--python", python]) == 1
    told = capsys.readouterr().out
    assert told.startswith("'Tiny' by A teacher would run 1 snippet on this machine")
    assert ("PyTorch 2.13.0" in told) is runs


def test_ctrl_d_is_a_no(python, tmp_path, capsys, monkeypatch):
    folder = write_course(tmp_path / "c", COURSE)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: (_ for _ in ()).throw(EOFError))
    assert run(["verify", str(folder), "--python", python]) == 1
    assert "PyTorch" not in capsys.readouterr().out


def test_a_trusted_course_runs(python, tmp_path, capsys):
    folder = write_course(tmp_path / "c", COURSE)
    run(["verify", str(folder), "--python", python, "--trust"])
    assert "PyTorch 2.13.0" in capsys.readouterr().out
