"""The command table: names, help, and commands that are imported when they are called."""

from __future__ import annotations

import importlib
from typing import Any

import typer
from typer.core import TyperGroup

_SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,  # plain help: importing rich costs more than everything else
    "context_settings": {"help_option_names": ["-h", "--help"]},
}

COMMANDS = {
    "exam": "Take a quiz under exam rules and write the result to a file.",
    "checklist": "The concepts of each stage, ticked by what you remember.",
    "stats": "How well you remember: retention, forecast, calendar, weak spots.",
    "path": "The stages, weeks and resources, and where you stand.",
    "list": "Decks, quizzes, kinds and tags, and how many cards each has.",
    "check": "Find every mistake in a course, with file, line and column.",
    "build": "Write an Anki package.",
    "plan": "What importing a new build would do to a learner of an old one.",
    "preview": "Write one HTML page that shows every card as Anki will.",
    "export": "Write a Moodle, Canvas, GIFT, CSV or JSON file, or a printed exam.",
    "verify": "Run every code entry on the installed PyTorch.",
    "new": "Make a course folder that checks and builds.",
    "translate": "What is missing or stale in another language.",
    "log": "Export or import your reviews.",
    "schema": "Print the JSON Schema of deck and quiz files.",
}


class CommandTable(TyperGroup):
    """Commands by name; each is imported when it is needed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = dict.fromkeys(COMMANDS)  # the names, for suggestions

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return make_command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: Any) -> Any:
        """Only reached with options before a command, which it would ignore, or with none."""
        if (name := next(iter(ctx._protected_args), None)) in COMMANDS:
            ctx.fail(f"options before '{name}' would be ignored; write them after it")
        return super().invoke(ctx)


def make_command(name: str) -> Any:
    """One command, ready to run."""
    module = importlib.import_module(f"flashcards.commands.{name}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, **_SETTINGS)
        app.command(name)(getattr(module, f"{name}_command", None) or getattr(module, name))
    return typer.main.get_command(app)


def make_table() -> Any:
    """The whole command line, with the quiz as what happens without a command."""
    from flashcards.commands.quiz import quiz

    app = typer.Typer(cls=CommandTable, invoke_without_command=True, **_SETTINGS)
    app.callback(help="PyTorch flashcards: without a command, the quiz starts.")(quiz)
    return typer.main.get_command(app)
