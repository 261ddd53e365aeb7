"""The rules of lint by name: a rule is a function with `@rule`, and its docstring is its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from flashcards.course.texts import Path
from flashcards.lint.entry_view import EntryView


class Finding(NamedTuple):
    """What a rule says about an entry."""

    path: Path
    """The way through the entry's YAML to the field that is meant."""
    sentence: str
    """What is wrong, and after a semicolon what to do about it."""
    line: int = 0
    """The line of a text of several lines, from 1; 0 if all of it is meant."""


Check: TypeAlias = Callable[[EntryView], Iterator[Finding]]


class Rule(NamedTuple):
    """A rule by its name, which `check` prints behind each warning."""

    name: str
    check: Check
    translations: bool
    """Whether it looks at translations too."""


RULES: dict[str, Rule] = {}


def rule(name: str, *, translations: bool = False) -> Callable[[Check], Check]:
    """Register a function as a rule; its docstring's first line stands in docs/warnings.md."""

    def register(check: Check) -> Check:
        RULES[name] = Rule(name, check, translations)
        return check

    return register
