"""Run command lines one after another in one process; print what each one said.

    python -m tests.helpers.command_runner '[["check", "course"], ["list", "course"]]'

One JSON line for each: exit code, standard output, standard error.
"""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Said(NamedTuple):
    """How one command line ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return (self.out + self.err).splitlines()


def run_commands(command_lines, folder, home, timeout=120) -> list[Said]:
    """What each command line said, run in `folder`; a command that hangs raises."""
    command = [sys.executable, "-m", "tests.helpers.command_runner", json.dumps(command_lines)]
    done = subprocess.run(
        command,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PTQUIZ_HOME": str(home), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr
    return [Said(*json.loads(line)) for line in done.stdout.splitlines()]


def _run(arguments: list[str]) -> Said:
    from flashcards.cli import run

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    return Said(code, out.getvalue(), err.getvalue())


if __name__ == "__main__":
    results = [_run(arguments) for arguments in json.loads(sys.argv[1])]
    for said in results:
        print(json.dumps(said))
