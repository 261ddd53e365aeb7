"""`ptquiz verify`: programs are run within limits, compared exactly and recorded by their hash.

Stand-ins for PyTorch are in `conftest.py`.
"""

import io
import json
import os
import sys
import time
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.course.model import Code, Recall
from flashcards.verify import (
    Machine,
    find_torch_names,
    hash_code,
    probe_python,
    run_code,
    verify_entry,
)

SAME = "- code: print(torch.ones(1))\n  key: same\n  prints: '[1.0]'\n"
SILENT = "- code: print(torch.warning())\n  key: silent\n  prints: FutureWarning\n"
SUM = "- code: print(1 + 1)\n  key: sum\n  prints: '2'\n"
BAD = "- code: print(2)\n  key: bad\n  prints: '3'\n"
GPU = "- code: print(4)\n  key: gpu\n  prints: '4'\n  needs: [cuda]\n"


def code(text: str, prints: str, **more) -> Code:
    return Code(key="k", code=text, prints=prints, **more)


def check(entry: Code, machine: Machine, seconds: float = 30) -> tuple[str, str]:
    outcome = verify_entry(entry, machine, os.environ, seconds)
    return outcome.verdict, outcome.detail


@pytest.fixture
def course(tmp_path: Path, monkeypatch):
    """Writes a course of these entries and goes to it."""

    def write(*entries: str) -> Path:
        decks = tmp_path / "course" / "decks"
        decks.mkdir(parents=True, exist_ok=True)
        (decks / "course.yaml").write_text("id: c\ntitle: C\nauthor: A\nlicence: CC0\n")
        (decks / "a.yaml").write_text("deck: a\ntitle: A\nentries:\n" + "".join(entries))
        monkeypatch.chdir(tmp_path / "course")
        return decks / "verified.json"

    return write


@pytest.fixture
def verify(capsys):
    def call(*arguments: str) -> tuple[int, list[str]]:
        code = run(["verify", ".", "--trust", *arguments])
        said = capsys.readouterr()
        return code, (said.out + said.err).splitlines()

    return call


def records(file: Path) -> dict[str, list[str]]:
    return {row["key"]: list(row["torch"]) for row in json.loads(file.read_text()).values()}


def test_the_command_reports_and_records(course, python, verify):
    file = course(SAME, BAD, GPU)
    code, lines = verify("--python", python, "--record")
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
    assert [path.name for path in file.parent.glob(".*")] == []


def test_programs_get_what_became_of_each_entry(course, python, capsys):
    course(SAME, SILENT)
    assert run(["verify", ".", "--trust", "--python", python, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["machine"]["torch"] == "2.13.0"
    assert [tuple(entry.values()) for entry in report["entries"]] == [
        ("same", "verified", ""),
        ("silent", "wrong",
         "printed 'DeprecationWarning', and the card says 'FutureWarning'"),
    ]  # fmt: skip
    assert report["symbols"] == []


@pytest.mark.parametrize(
    ("prints", "verdict"),
    [("1.0  \n1.0\n\n", "verified"), *((prints, "wrong") for prints in (
        "1.0", "1.0\n1.0\n1.0", "1.00\n1.0", "1\n1", " 1.0\n1.0", ""))],
)  # fmt: skip
def test_output_is_compared_but_for_white_space_at_the_end(python, prints, verdict):
    entry = code("for x in torch.ones(2):\n    print(x)\n", prints)
    assert check(entry, probe_python(python)[0])[0] == verdict


def test_setup_and_code_are_one_program_and_an_exception_is_a_failure(python, monkeypatch):
    monkeypatch.chdir(Path(python).parent)
    machine, _ = probe_python(f"./{Path(python).name}")  # as seen from here
    twice = "def twice(x):\n    return x + x"
    assert check(code("print(twice(2))", "4", setup=twice), machine)[0] == "verified"
    verdict = check(code("raise ValueError(1)", "4"), machine)
    assert verdict == ("failed", "exit code 1: ValueError: 1")


def test_a_program_that_does_not_end_is_ended_with_its_children(python, tmp_path):
    mark = tmp_path.name
    text = (
        "import subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', {mark!r}])\n"
        "time.sleep(60)\n"
    )
    verdict = check(code(text, ""), probe_python(python)[0], 3)
    assert verdict == ("failed", "ran longer than 3 seconds")
    end = time.monotonic() + 10
    while any(mark in read(path) for path in Path("/proc").glob("[0-9]*/cmdline")):
        assert time.monotonic() < end, "the child lives on"


def read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:  # it ended meanwhile
        return ""


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


def test_a_record_is_of_one_version_and_one_program(course, python, newer, verify):
    file = course(SAME, SILENT)
    verify("--python", python, "--record")
    verify("--python", newer, "--record")
    assert records(file) == {"same": ["2.13.0", "2.15.0"], "silent": ["2.15.0"]}
    verify("--python", newer, "--record", "--key", "same")  # what is not run stays
    assert records(file) == {"same": ["2.13.0", "2.15.0"], "silent": ["2.15.0"]}
    course(SAME.replace("ones(1)", "ones(1 )"), SILENT.replace("FutureW", "W"))
    verify("--python", newer, "--record")
    assert records(file) == {"same": ["2.15.0"]}


def test_a_gpu_record_survives_a_run_without_a_gpu(course, make_python, python, verify):
    card = (
        "class cuda:\n    is_available = staticmethod(lambda: True)\n"
        "    get_device_name = staticmethod(lambda: 'H200')\n"
    )
    file = course(GPU, SUM, SAME)
    torch = f"__version__ = '2.9.1'\ndef ones(n): return [1.0] * n\n{card}"
    assert verify("--python", make_python("gpu", torch), "--record")[0] == 0
    assert verify("--python", python, "--record")[0] == 0
    rows = {row["key"]: row["torch"] for row in json.loads(file.read_text()).values()}
    assert {key: [at[1] for at in row.values()] for key, row in rows.items()} == {
        "gpu": ["H200"], "same": ["cpu", "cpu"], "sum": ["cpu", "cpu"],
    }  # fmt: skip
    assert list(rows["sum"]) == ["2.9.1", "2.13.0"]  # numbers, not words


def test_a_course_without_pytorch_needs_none_and_records_nothing(course, bare, verify):
    ruby = "- code: puts 1\n  key: ruby\n  language: ruby\n  prints: '1'\n"
    file = course(SUM, BAD, ruby)
    code, lines = verify("--python", bare, "--record")
    assert (code, lines[-1].partition(" on ")[0]) == (1, "Python")
    assert lines[-1].endswith(": 1 verified, 1 wrong, 0 failed, 0 not run in C")
    assert not file.exists()
    course(SAME)
    code, lines = verify("--python", bare)
    assert code == 1
    assert lines[-1].endswith(
        "bare has no PyTorch; install it, or name another Python with --python"
    )


def test_names_that_are_gone_or_deprecated_must_be_told(course, python, newer, verify):
    course(
        "- recall: What does `torch.old` do?\n  key: silent\n  answer: It adds.\n",
        "- recall: What was `torch.old`?\n  key: told\n  answer: Deprecated, then removed.\n",
        "- recall: What of `torch.load`?\n  key: fine\n  answer: Its argument is old.\n",
        "- recall: What of `torch.trace`?\n  key: warns\n  answer: What is gone is gone.\n",
    )
    trace = "decks/a.yaml:13:3: torch.trace is deprecated, and warns does not say so"
    for path, state in ((python, "deprecated"), (newer, "gone")):
        code, lines = verify("--python", path)
        old = f"decks/a.yaml:4:3: torch.old is {state}, and silent does not say so"
        assert (code, lines[:-1]) == (1, [old, trace])


def test_names_are_found_in_text_and_code_but_not_in_addresses_and_messages():
    entry = code("x = torch.ones(2)\ntorch.ops.my.op(x)", "", why="See `torch.nn.Linear`.")
    assert find_torch_names(entry) == {"torch.ones", "torch.nn.Linear"}
    message = "```text\nerror: torch.aten.gone\n```"
    page = "At https://docs.org/torch.html, torch.foo.py"
    assert find_torch_names(Recall(key="r", recall=f"Why?\n\n{message}", answer=page)) == set()


def sit_down(monkeypatch, typed):
    """A person at a terminal who types this."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


@pytest.mark.parametrize(
    ("typed", "status", "runs"), [("y\n", 0, True), ("\n", 1, False), ("", 130, False)]
)
def test_at_a_terminal_a_person_is_asked(course, python, capsys, monkeypatch, typed, status, runs):
    course(SAME)
    sit_down(monkeypatch, typed)
    assert run(["verify", "--python", python]) == status
    out = capsys.readouterr().out
    assert out.startswith("'C' by A would run 1 program on this machine")
    assert ("PyTorch 2.13.0" in out) is runs


def test_a_strangers_code_is_not_run_unasked_and_a_course_without_code_needs_no_trust(
    course, make_python, python, capsys
):
    course(SAME)
    assert run(["verify", "--python", make_python("p", "raise SystemExit('it ran')")]) == 1
    err = capsys.readouterr().err
    assert err.startswith("'C' by A would run 1 program on this machine")
    assert "give --trust" in err
    course("- {term: leaf, key: leaf, meaning: No history.}\n")
    assert run(["verify", "--python", python]) == 0
    assert "0 verified" in capsys.readouterr().out
