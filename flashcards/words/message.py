"""What happened, as data: the name of a message and what is filled in; `Words` says it.

Whoever decides something by a message looks at its `id`, never at its words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flashcards.words.catalog import ENGLISH, Value, Words


class Names(tuple[Any, ...], Value):
    """Several values that a language puts into one list."""

    separator = "list_separator"

    def write(self, words: Words) -> str:
        return words.texts[self.separator].join(map(words.write, self))


class Clauses(Names):
    """Several messages that a language puts into one sentence."""

    separator = "clause-separator"


class Number(str, Value):
    """A number with the digits that it is shown with; a language writes its decimal sign."""

    def __new__(cls, value: float | str, digits: str = "g") -> Number:
        return super().__new__(cls, value if isinstance(value, str) else format(value, digits))

    def write(self, words: Words) -> str:
        return words.format_number(self)


@dataclass(frozen=True, init=False)
class Message(Value):
    """A message by its name in the catalogues, and the values that its words need.

    What a value is says how it is filled in: a text as it was given, a number and a day as the
    language writes them, another message in the same language.
    """

    id: str
    values: tuple[tuple[str, Any], ...] = field(default=())

    def __init__(self, id: str, /, **values: Any) -> None:
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "values", tuple(values.items()))

    def write(self, words: Words) -> str:
        return words.say(self.id, **dict(self.values))

    def __str__(self) -> str:
        return ENGLISH.render(self)


def quote(text: object) -> Message:
    """A message of nothing but a text that somebody else wrote."""
    return Message("text", text=str(text))
