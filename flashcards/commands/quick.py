"""The quick way into the quiz: reads a plain command line without typer.

Loading typer takes longer than asking the first question. So the options of the
quiz are also known here, as a table; whatever is not exactly as in the table
(help, a command, a wrong value) is left to typer, which has the better words.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

LISTS = ("stage", "kind", "tag", "deck", "key", "difficulty", "exclude")
TEXTS = ("quiz", "lang", "seed", "form")
SHORT = {"-n": "count"}
NUMBERS = {"count": 1, "new": 0}
"""Options that take a number, and the least it may be."""


def quiz_wishes(arguments: list[str]) -> dict[str, Any] | None:
    """The parameters of the quiz, or None if typer should look at the command line."""
    wishes: dict[str, Any] = {}
    rest = iter(arguments)
    for argument in rest:
        option, equals, value = argument.partition("=")
        name = SHORT.get(option) or (option[2:] if option.startswith("--") else "")
        if name == "plain" and not equals:
            wishes["plain"] = True
            continue
        given = value if equals else next(rest, None)
        if given is None or not _taken(name, given, wishes):
            return None
    return wishes


def _taken(name: str, value: str, wishes: dict[str, Any]) -> bool:
    """Puts one option where it belongs; False if it is not a plain good value."""
    if not value or value.startswith("-"):
        return False
    if name in LISTS:
        if name == "stage" and (not value.isascii() or not value.isdigit()):
            return False
        wishes.setdefault(name, []).append(int(value) if name == "stage" else value)
    elif name in NUMBERS:
        if not value.isascii() or not value.isdigit() or int(value) < NUMBERS[name]:
            return False
        wishes[name] = int(value)
    elif name in TEXTS:
        wishes[name] = value
    elif name == "course":
        wishes[name] = Path(value)
    else:
        return False
    return _is_known(name, value)


def _is_known(name: str, value: str) -> bool:
    """Values that must be one of a few are checked here, before anything is loaded."""
    if name == "stage":
        return 1 <= int(value) <= 9
    if name == "kind":
        from flashcards.model import KINDS

        return value in KINDS
    if name == "form":
        from flashcards.questions.question import FORMS

        return value in FORMS
    return name != "difficulty" or value in ("easy", "medium", "hard")
