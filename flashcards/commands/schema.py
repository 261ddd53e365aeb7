"""`ptquiz schema`: what a deck or quiz file may hold, for editors."""

from __future__ import annotations


def schema() -> None:
    """Print the JSON Schema of deck, quiz, course, resource and translation files."""
    import json

    from flashcards.source.schema import schema as made

    print(json.dumps(made(), ensure_ascii=False, indent=1))
