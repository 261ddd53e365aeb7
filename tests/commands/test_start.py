"""A command line is read as it is typed, and starts nothing that it does not need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.cli import run

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "tests" / "commands" / "data" / "plain-course"
HEAVY = ("questionary", "jinja2", "genanki", "anki")
WINDOWS_LACKS = ("termios", "tty", "pty", "fcntl", "resource", "pwd", "grp")


def run_python(code, home):
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="", capture_output=True, text=True, check=True, cwd=home,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PTQUIZ_HOME": str(home)},
    )  # fmt: skip
    return done.stdout.splitlines()[-1]


def test_a_start_loads_only_what_its_command_needs(tmp_path):
    code = f"""
import sys
from flashcards.cli import run
loaded = []
for word in ("list", "check", "--course"):
    run([word, {str(COURSE)!r}])
    loaded.append([name for name in {HEAVY} if name in sys.modules])
print(loaded)
"""
    assert run_python(code, home=tmp_path) == "[[], [], ['questionary']]"


def test_every_module_imports_without_what_windows_lacks(tmp_path):
    code = f"""
import importlib, pathlib, subprocess, sys
import anki.collection  # not ours
for name in {WINDOWS_LACKS}:
    sys.modules[name] = None
modules = sorted(pathlib.Path({str(ROOT / "flashcards")!r}).rglob("*.py"))
names = [".".join(path.relative_to({str(ROOT)!r}).with_suffix("").parts) for path in modules]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name.removesuffix(".__init__"))
print(len(names) > 80)
"""
    assert run_python(code, home=tmp_path) == "True"


def run_shell(line):
    return subprocess.run(
        line.replace("ptquiz", f"{sys.executable} -m flashcards"),
        shell=True, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_package_is_a_program():
    assert run_shell("ptquiz --version").stdout.startswith("ptquiz ")
    assert run(["-V"]) == 0


def test_a_reader_who_left_is_no_traceback():
    done = run_shell("ptquiz schema | head -c 1")
    assert (done.stdout, done.stderr) == ("{", "")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "line",
    ["--version >&-", "list tests/data/tiny --json >&-", "check nothing 2>&-", "log import - <&-"],
)
def test_streams_that_were_closed_are_no_traceback(line):
    done = run_shell(f"ptquiz {line}")
    assert (done.returncode in (0, 1), "Traceback" in done.stderr) == (True, False)


def test_characters_that_the_terminal_cannot_show_are_spelled_out():
    done = run_shell(
        "PYTHONIOENCODING=ascii ptquiz list tests/pages/data/every-kind --keys --lang zh"
    )
    assert (done.returncode, done.stdout.isascii()) == (0, True)
    assert "\\u68af\\u5ea6\\u6876" in done.stdout
