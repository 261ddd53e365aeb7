"""`ptquiz schema`: what a deck or quiz file may hold, for editors."""

from __future__ import annotations

from flashcards.commands.options import Option
from flashcards.terminal.output import print_json

OPTIONS: tuple[Option, ...] = ()


def run() -> None:
    """Print the JSON Schema of deck, quiz, course, resource and translation files."""
    from flashcards.source.schema import schema

    print_json(schema())
