"""Shells complete commands, options and values; asking for that never starts a quiz."""

import os
import shlex
import sys
from pathlib import Path

import pexpect
import pytest

from flashcards.cli import run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bash(tmp_path, own_home):
    """A bash that completes `ptquiz`, as `--install-completion` sets it up."""
    program = tmp_path / "bin" / "ptquiz"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m flashcards "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    child = pexpect.spawn(
        "bash", ["--noprofile", "--norc"], encoding="utf-8", timeout=60, dimensions=(40, 100),
        env={"PATH": path, "PYTHONPATH": str(ROOT), "PTQUIZ_HOME": str(own_home),
             "HOME": str(tmp_path), "TERM": "dumb", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    child.sendline("PS1='ready> '; bind 'set bell-style none'; bind 'set page-completions off'")
    child.sendline('eval "$(_PTQUIZ_COMPLETE=source_bash ptquiz)"; echo loa""ded')
    child.expect("loaded\r\n.*ready> ")
    yield child
    child.close(force=True)


@pytest.mark.thorough
def test_bash_completes_a_command(bash):
    bash.send("ptquiz che\t")
    bash.expect_exact("ptquiz check")
    bash.send("\t\t")
    bash.expect(r"check +checklist\s")


@pytest.fixture
def complete(monkeypatch, capsys):
    """What a shell is offered for the last word of a line."""

    def ask(line, shell="fish", code=0):
        monkeypatch.setenv("_PTQUIZ_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        assert run([]) == code
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return ask


def words(offered):
    return [line.split("\t")[0] for line in offered.splitlines() if line]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ptquiz che", ["checklist", "check"]),
        ("ptquiz --di", ["--difficulty"]),
        ("ptquiz build --re", ["--release"]),
        ("ptquiz log i", ["import"]),
        ("ptquiz --form m", ["multiple", "match"]),
        ("ptquiz export ", ["web", "moodle", "canvas", "sheet", "csv", "json"]),
    ],
)
def test_commands_options_and_choices_are_completed(complete, line, offered):
    assert words(complete(line)) == offered


def test_a_line_that_would_start_the_quiz_is_only_completed(complete, monkeypatch):
    monkeypatch.setattr("flashcards.commands.quiz.run_quiz", lambda *_: pytest.fail("it started"))
    assert "--stage" in words(complete("ptquiz --st"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_shown_and_installed(shell, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("typer._completion_shared.shellingham.detect_shell", lambda: (shell, shell))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run(["--show-completion"]) == 0
    script = capsys.readouterr().out
    assert f"_PTQUIZ_COMPLETE=complete_{shell}" in script
    assert run(["--install-completion"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{shell} completion installed in {tmp_path}")
    installed = Path(said.splitlines()[0].partition(" in ")[2])
    assert installed.read_text().strip() == script.strip()
