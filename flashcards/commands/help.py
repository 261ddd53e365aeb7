"""`ptquiz help`: the page of help of a command."""

from __future__ import annotations

from flashcards.commands.help_page import find_path, render_help, tell_unknown_command
from flashcards.commands.options import Option
from flashcards.commands.registry import COMMANDS, load_command
from flashcards.commands.speaker import Speaker
from flashcards.errors import UsageError
from flashcards.terminal.output import print_lines

OPTIONS = (Option("names", help="help-help-command", many=True, metavar="metavar-command"),)


def run(speaker: Speaker, names: tuple[str, ...]) -> None:
    """How a command is written, what it does, and its options."""
    path, _ = find_path(names)
    if unknown := names[len(path) :]:
        known = load_command(path[0]).commands if path else COMMANDS
        raise UsageError(tell_unknown_command(" ".join(unknown), known))
    print_lines(render_help(speaker.words, names).splitlines())
