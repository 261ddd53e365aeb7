"""Prompts outside of a quiz, by questionary: settings to choose and change, and a login."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import questionary

from flashcards.terminal.prompts import STYLE

_MARK = "›"


def choose_setting(question: str, held: Mapping[str, str], done: str) -> str | None:
    """The name of the setting to change; None for `done`, and for who leaves by Ctrl-C."""
    wide = max(map(len, held)) + 2
    choices = [questionary.Choice(f"{name:{wide}}{value}", name) for name, value in held.items()]
    choices.append(questionary.Choice(done, ""))
    prompt = questionary.select(question, choices, qmark=_MARK, style=STYLE, instruction=" ")
    try:
        return prompt.unsafe_ask() or None
    except (KeyboardInterrupt, EOFError):
        return None


def write_setting(name: str, value: str, find_mistake: Callable[[str], str]) -> str | None:
    """What a setting is from now on, begun with its value; None for who leaves by Ctrl-C.

    What `find_mistake` says about a text is told, and asked until it says nothing.
    """
    prompt = questionary.text(
        name, value, qmark=_MARK, style=STYLE,
        validate=lambda text: find_mistake(text) or True,
    )  # fmt: skip
    try:
        return str(prompt.unsafe_ask())
    except (KeyboardInterrupt, EOFError):
        return None


def ask_login(name: str, password: str) -> tuple[str, str]:
    """What somebody writes to these two questions; the second is hidden. Raises EOFError."""
    said = questionary.text(name, qmark=_MARK, style=STYLE).unsafe_ask()
    return said.strip(), questionary.password(password, qmark=_MARK, style=STYLE).unsafe_ask()
