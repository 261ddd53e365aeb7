"""The commands of the command line and their options, as typer knows them."""

import typer

from flashcards.cli import app


def list_commands():
    """Every command by its words, `()` for the program itself; groups too."""
    found = {}

    def walk(words, command):
        found[words] = command
        for name, inner in getattr(command, "commands", {}).items():
            walk((*words, name), inner)

    walk((), typer.main.get_command(app))
    return found


def list_flags(command):
    """All options of a command, as they are typed."""
    context = typer.Context(command, help_option_names=["-h", "--help"])
    named = [*command.params, command.get_help_option(context)]
    return {
        flag
        for parameter in named
        for flag in (*parameter.opts, *parameter.secondary_opts)
        if flag.startswith("-")
    }
