"""`ptquiz verify`: programs are run within limits, compared exactly and recorded by their hash."""

import io
import json
import os
import sys
import time
from pathlib import Path

import pytest
from psutil import process_iter

from flashcards.cli import run
from flashcards.course.model import Code
from flashcards.verify import Program, hash_code, probe_python, run_code, verify_program

TORCH = """\
__version__ = "{version}"
class cuda:
    is_available = staticmethod(lambda: {gpu})
    get_device_name = staticmethod(lambda: "H200")
def ones(n): return [1.0] * n
def warning(): return "{warning}"
"""
SAME = "- code: print(torch.ones(1))\n  key: same\n  prints: '[1.0]'\n"
SILENT = "- code: print(torch.warning())\n  key: silent\n  prints: FutureWarning\n"
SUM = "- code: print(1 + 1)\n  key: sum\n  prints: '2'\n"
BAD = "- code: print(2)\n  key: bad\n  prints: '3'\n"
GPU = "- code: print(4)\n  key: gpu\n  prints: '4'\n  needs: [cuda]\n"


@pytest.fixture
def make_python(tmp_path):
    """Makes a Python with a PyTorch of a version, or whose `import torch` runs these lines."""

    def make(version="2.13.0+cpu", gpu=False, warning="DeprecationWarning", torch=TORCH):
        lib = tmp_path / f"lib-{len([*tmp_path.iterdir()])}"
        lib.mkdir()
        (lib / "torch.py").write_text(torch.format(version=version, gpu=gpu, warning=warning))
        script = lib / "python"
        script.write_text(f'#!/bin/sh\nPYTHONPATH="{lib}" exec "{sys.executable}" "$@"\n')
        script.chmod(0o755)
        return str(script)

    return make


@pytest.fixture
def python(make_python):
    return make_python()


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Writes a course of these entries and goes to it; its file of records."""

    def write(*entries):
        decks = tmp_path / "course" / "decks"
        decks.mkdir(parents=True, exist_ok=True)
        (decks / "course.yaml").write_text("id: c\ntitle: C\nauthor: A\nlicence: CC0\n")
        (decks / "a.yaml").write_text("deck: a\ntitle: A\nentries:\n" + "".join(entries))
        monkeypatch.chdir(tmp_path / "course")
        return decks / "verified.json"

    return write


@pytest.fixture
def verify(capsys):
    def call(python, *options):
        code = run(["verify", ".", "--trust", "--python", python, *options])
        said = capsys.readouterr()
        return code, (said.out + said.err).splitlines()

    return call


def test_a_program_without_torch_is_run_as_it_is(course, python, verify):
    future = (
        "- code: |\n    from __future__ import annotations\n    print(1)\n  key: f\n  prints: '1'\n"
    )
    course(SAME, future)
    code, lines = verify(python)
    assert (code, lines[0].endswith("cpu: 2 verified, 0 wrong, 0 failed, 0 not run in C")) == (
        0,
        True,
    )


def test_the_command_reports_and_records(course, python, verify):
    file = course(SAME, BAD, GPU)
    code, lines = verify(python, "--record")
    assert (code, lines[:2]) == (1, [
        "decks/a.yaml:7:3: wrong: bad: printed '2', and the card says '3'",
        "decks/a.yaml:10:3: not run: gpu: needs cuda",
    ])  # fmt: skip
    assert lines[2].startswith("PyTorch 2.13.0 on ")
    assert lines[2].endswith("cpu: 1 verified, 1 wrong, 0 failed, 1 not run in C")
    name = hash_code(Code(key="same", code="print(torch.ones(1))", prints="[1.0]"))
    ((written, row),) = json.loads(file.read_text()).items()
    assert (written, row["key"], row["torch"]["2.13.0"][1]) == (name, "same", "cpu")
    assert file.read_text().count("\n") == 3  # a line for each entry
    code, lines = verify(python, "--json")
    report = json.loads("\n".join(lines))
    assert report["machine"]["torch"] == "2.13.0"
    assert [entry["verdict"] for entry in report["entries"]] == ["verified", "wrong", "not run"]


@pytest.mark.parametrize(
    ("program", "prints", "verdict"),
    [
        ("for x in torch.ones(2): print(x)", "1.0  \n1.0\n\n", "verified"),
        ("for x in torch.ones(2): print(x)", "1.0", "wrong"),
        ("for x in torch.ones(2): print(x)", "1.00\n1.0", "wrong"),
        ("for x in torch.ones(2): print(x)", " 1.0\n1.0", "wrong"),
        ("for x in torch.ones(2): print(x)", "", "wrong"),
        ("print(twice(2))", "4", "verified"),
        ("raise ValueError(1)", "4", "failed"),
    ],
)
def test_output_is_compared_but_for_white_space_at_the_end(
    python, monkeypatch, program, prints, verdict
):
    monkeypatch.chdir(Path(python).parent)
    machine = probe_python("./python")  # as seen from here
    setup = "def twice(x):\n    return x + x"
    entry = Code(key="k", code=program, prints=prints, setup=setup)
    found = verify_program(Program(entry, 0, False), machine, os.environ, 30)
    assert found.verdict == verdict
    assert found.detail == ("exit code 1: ValueError: 1" if verdict == "failed" else found.detail)


def test_a_program_that_does_not_end_is_ended_with_its_children(python, tmp_path):
    mark = tmp_path.name
    text = (
        "import subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', {mark!r}])\n"
        "time.sleep(60)\n"
    )
    entry = Code(key="k", code=text, prints="x")
    found = verify_program(Program(entry, 0, False), probe_python(python), os.environ, 2)
    assert (found.verdict, found.detail) == ("failed", "ran longer than 2 seconds")
    end = time.monotonic() + 10
    while any(mark in str(process.info["cmdline"]) for process in process_iter(["cmdline"])):
        assert time.monotonic() < end, "the child lives on"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("x = bytearray(9 << 30)", (1, "", "MemoryError")),
        (
            "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "open('big', 'wb').truncate(2 << 30)",
            (1, "", "OSError: [Errno 27] File too large"),
        ),
        ("print('x' * 5_000_000)", (0, "x" * 1_000_000, "")),
    ],
    ids=["memory", "file", "output"],
)
def test_a_program_is_limited(program, expected):
    status, out, err = run_code(program, sys.executable, {"PATH": os.environ["PATH"]}, 60)
    assert (status, out, (err.splitlines() or [""])[-1]) == expected


def test_a_record_is_of_one_version_and_one_program(course, make_python, python, verify):
    file, newer = course(SAME, SILENT), make_python("2.15.0", warning="FutureWarning")
    verify(python, "--record")
    verify(newer, "--record")
    both = {"same": ["2.13.0", "2.15.0"], "silent": ["2.15.0"]}

    def load_versions():
        return {row["key"]: list(row["torch"]) for row in json.loads(file.read_text()).values()}

    assert load_versions() == both
    verify(newer, "--record", "--key", "same")  # what is not run stays
    assert load_versions() == both
    course(SAME.replace("ones(1)", "ones(1 )"), SILENT.replace("FutureW", "W"))
    verify(newer, "--record")
    assert load_versions() == {"same": ["2.15.0"]}
    file.write_text('{"a": {"key": 1}}')
    assert verify(python, "--record")[0] == 1
    assert file.read_text() == '{"a": {"key": 1}}'


def test_a_gpu_record_survives_a_run_without_a_gpu(course, make_python, python, verify):
    file = course(GPU, SUM, SAME)
    assert verify(make_python("2.9.1", gpu=True), "--record")[0] == 0
    assert verify(python, "--record")[0] == 0
    rows = {row["key"]: row["torch"] for row in json.loads(file.read_text()).values()}
    assert {key: [at[1] for at in row.values()] for key, row in rows.items()} == {
        "gpu": ["H200"], "same": ["cpu", "cpu"], "sum": ["cpu", "cpu"],
    }  # fmt: skip
    assert list(rows["sum"]) == ["2.9.1", "2.13.0"]  # numbers, not words


def test_a_course_without_pytorch_needs_none_and_records_nothing(course, make_python, verify):
    bare = make_python(torch="raise ImportError('no torch here')\n")
    ruby = "- code: puts 1\n  key: ruby\n  language: ruby\n  prints: '1'\n"
    file = course(SUM, BAD, ruby)
    code, lines = verify(bare, "--record")
    assert (code, lines[-1].partition(" on ")[0], file.exists()) == (1, "Python", False)
    assert lines[-1].endswith(": 1 verified, 1 wrong, 0 failed, 0 not run in C")
    course(SAME)
    told = "has no PyTorch; install it, or name another Python with --python"
    assert verify(bare) == (1, [f"{bare} {told}"])


@pytest.mark.parametrize(
    ("typed", "status", "runs"), [("y\n", 0, True), ("\n", 1, False), ("", 130, False)]
)
def test_at_a_terminal_a_person_is_asked(course, python, capsys, monkeypatch, typed, status, runs):
    course(SAME)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(["verify", "--python", python]) == status
    out = capsys.readouterr().out
    assert out.startswith("'C' by A would run 1 program on this machine")
    assert ("PyTorch 2.13.0" in out) is runs


def test_a_strangers_code_is_not_run_unasked_and_a_course_without_code_needs_no_trust(
    course, make_python, python, capsys
):
    rows = "[{n: 1, prints: '1'}, {n: 2, prints: '2'}]"
    course(SAME, f"- code: print(${{n}})\n  key: varied\n  vary: {rows}\n")
    assert run(["verify", "--python", make_python(torch="raise SystemExit('it ran')")]) == 1
    err = capsys.readouterr().err
    assert err.startswith("'C' by A would run 3 programs on this machine")
    assert "give --trust" in err
    course("- {term: leaf, key: leaf, meaning: No history.}\n")
    assert run(["verify", "--python", python]) == 0
    assert "0 verified" in capsys.readouterr().out
