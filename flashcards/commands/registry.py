"""The commands by name, each imported when it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from flashcards.commands.options import Command

COMMANDS = {
    "exam": "Take a quiz under exam rules and write the result to a file.",
    "checklist": "The concepts of each stage, ticked by what you remember.",
    "stats": "How well you remember: retention, forecast, calendar, weak spots.",
    "path": "The stages, weeks and resources, and where you stand.",
    "glossary": "The terms of the course, with their English and what they mean.",
    "goal": "Learn up to a stage by a date: the pace follows.",
    "config": "Settings that stay: language, new or minutes a day, width.",
    "pause": "A holiday: no questions until you are back.",
    "list": "Decks, quizzes, kinds and tags, and how many cards each has.",
    "check": "Find every mistake in a course, with file, line and column.",
    "build": "Write an Anki package.",
    "plan": "What importing a new build would do to a learner of an old one.",
    "preview": "Write one HTML page that shows every card as Anki will.",
    "export": "Write a Moodle, Canvas, GIFT, CSV or JSON file, or a printed exam.",
    "import": "Make a course of a spreadsheet, an Anki deck or a question bank.",
    "results": "Scores and item analysis of a class, from its answers.",
    "verify": "Run every code entry on the installed PyTorch.",
    "new": "Make a course folder that checks and builds.",
    "translate": "What is missing or stale in another language.",
    "optimize": "FSRS parameters of your own, fitted to your answers.",
    "card": "Suspend, bury or flag cards.",
    "log": "Export or import your reviews.",
    "anki": "One memory with Anki: sync, or take answers from a file.",
    "schema": "Print the JSON Schema of deck and quiz files.",
}


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
