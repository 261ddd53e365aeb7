"""Every command and every subcommand answers `-h` and `--help`."""

import pytest

from flashcards.cli import run
from flashcards.commands.registry import COMMANDS
from flashcards.commands.typer_app import make_command

SUBCOMMANDS = [
    [name, inner] for name in COMMANDS for inner in getattr(make_command(name), "commands", ())
]
LINES = [[], *([name] for name in COMMANDS), *SUBCOMMANDS]


def test_the_log_has_subcommands():
    assert ["log", "export"] in SUBCOMMANDS


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_given_and_is_no_failure(option, capsys):
    for words in LINES:
        assert run([*words, option]) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"Usage: {' '.join(['ptquiz', *words])} ")
        assert "-h, --help" in out
