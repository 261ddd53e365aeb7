"""The commands by name, each imported when it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from flashcards.commands.options import Command

COMMANDS = (
    "exam",
    "checklist",
    "stats",
    "path",
    "glossary",
    "goal",
    "config",
    "pause",
    "list",
    "check",
    "build",
    "plan",
    "preview",
    "export",
    "import",
    "results",
    "verify",
    "new",
    "translate",
    "optimize",
    "card",
    "log",
    "anki",
    "schema",
)
"""In the order of the help page.

The messages `overview-exam` and `page-exam` say there, and on its own page, what `exam` does.
"""


def load_command(name: str = "") -> Command | Mapping[str, Command]:
    """A command, or its subcommands by name; without a name the quiz."""
    module = import_module(f"flashcards.commands.{name or 'quiz'}")
    subcommands: Mapping[str, Command] | None = getattr(module, "SUBCOMMANDS", None)
    return subcommands or Command(module.OPTIONS, module.run)


def find_command(arguments: Sequence[str]) -> tuple[Command | None, Sequence[str]]:
    """The command that a line names, if it is one, and the words behind its name."""
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    rest = arguments[1:] if name else arguments
    found = load_command(name)
    if isinstance(found, Command):
        return found, rest
    return found.get(rest[0] if rest else ""), rest[1:]
