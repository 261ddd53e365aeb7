"""Run command lines one after another in one process of their own."""

import contextlib
import io
import json
from typing import NamedTuple


class Said(NamedTuple):
    """How one command line ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return (self.out + self.err).splitlines()


def run_commands(command_lines, folder, home) -> list[Said]:
    """What each command line said, run in `folder`; a command that hangs raises."""
    from tests.helpers.learner_terminal import get_forker

    env = {"PTQUIZ_HOME": str(home), "PATH": "/usr/bin:/bin"}
    done = get_forker().run(several=[*command_lines], folder=str(folder), env=env)
    assert done.returncode == 0, done.stderr
    return [Said(*json.loads(line)) for line in done.stdout.splitlines()]


def print_each(command_lines) -> int:
    """One JSON line for each: exit code, standard output, standard error."""
    for said in [_run(arguments) for arguments in command_lines]:
        print(json.dumps(said))
    return 0


def _run(arguments: list[str]) -> Said:
    from flashcards.cli import run

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    return Said(code, out.getvalue(), err.getvalue())
