"""The commands by name, each imported when it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from flashcards.commands.options import Command
from flashcards.errors import UsageError
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards.commands.speaker import Speaker

GROUPS: Mapping[str, tuple[str, ...]] = {
    "help-learn": ("quiz", "exam", "checklist", "stats", "path", "glossary", "help"),
    "help-pace": ("goal", "config", "optimize"),
    "help-data": ("card", "log", "anki"),
    "help-teach": (
        *("new", "import", "check", "list", "preview", "build"),
        *("export", "results", "verify", "translate", "schema"),
    ),
}
"""The commands as the help page lists them, by the messages that are their headings."""
COMMANDS = tuple(name for names in GROUPS.values() for name in names)
"""In the order of the help page.

The messages `overview-exam` and `page-exam` say there, and on its own page, what `exam` does.
"""


def load_command(name: str = "") -> Command:
    """A command, which may only hold others; without a name the quiz."""
    module = import_module(f"flashcards.commands.{name or 'quiz'}")
    if hasattr(module, "SUBCOMMANDS"):
        return Command((), _miss_command, module.SUBCOMMANDS)
    return Command(module.OPTIONS, module.run)


def _miss_command(speaker: Speaker) -> None:
    raise UsageError(Message("command-missing"))


def find_command(arguments: Sequence[str]) -> tuple[Command, Sequence[str]]:
    """The command that a line names, else the quiz, and the words behind its name."""
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    rest = arguments[1:] if name else arguments
    found = load_command(name)
    inner = found.commands.get(rest[0]) if rest else None
    return (inner, rest[1:]) if inner else (found, rest)
