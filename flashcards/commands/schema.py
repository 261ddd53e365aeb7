"""`ptquiz schema`: what a deck or quiz file may hold, for editors."""

from __future__ import annotations

from flashcards.commands.options import Option
from flashcards.commands.speaker import Speaker
from flashcards.source.schema import course_schema
from flashcards.terminal.output import print_json

OPTIONS: tuple[Option, ...] = ()


def run(speaker: Speaker) -> None:
    """Print the JSON Schema of deck, quiz, course, resource and translation files."""
    print_json(course_schema())
