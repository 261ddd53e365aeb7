"""Prompts outside of a quiz, by questionary: settings to choose and change, and a login."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import questionary
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings

from flashcards.terminal.prompts import STYLE
from flashcards.words.catalog import Words

_MARK = "›"
_LEAVING = ("escape", "q", "c-d")
_ESCAPE_SECONDS = 0.05
"""How long an Esc waits for the rest of a longer key."""


def choose_setting(words: Words, rows: Mapping[str, str], pointed: str) -> str | None:
    """The name of the setting to change, of `rows` by name; None for who leaves.

    The row of the one that is `pointed` at comes first under the cursor.
    """
    done = words.say("settings_done")
    return _choose(words.say("which_setting"), {**rows, "": done}, pointed, words, "keys_settings")


def choose_value(words: Words, title: str, values: Mapping[str, str], held: str) -> str | None:
    """One of the values, which are told by their words; None for who leaves."""
    return _choose(title, values, held, words, "keys_choices")


def _choose(
    title: str, rows: Mapping[str, str], pointed: str, words: Words, keys: str
) -> str | None:
    choices = [
        *(questionary.Choice(row, name) for name, row in rows.items()),
        questionary.Separator(f"\n{words.say(keys)}"),
    ]
    prompt = questionary.select(
        title, choices, default=pointed if pointed in rows else None, qmark=_MARK, pointer=_MARK,
        style=STYLE, instruction=" ", erase_when_done=True,
    )  # fmt: skip
    return _ask(prompt) or None


def write_value(
    words: Words, title: str, held: str, find_mistake: Callable[[str], str]
) -> str | None:
    """What is typed into an empty field; None for who leaves, or keeps what is `held`.

    What `find_mistake` says about a text is told, and asked until it says nothing.
    """

    def validate(text: str) -> str | bool:
        return not text.strip() or find_mistake(text.strip()) or True

    prompt = questionary.text(
        title, qmark=_MARK, style=STYLE, instruction=words.say("setting_now", value=held),
        validate=validate, bottom_toolbar=words.say("keys_value"), erase_when_done=True,
    )  # fmt: skip
    return (_ask(prompt) or "").strip() or None


def _ask(prompt: questionary.Question) -> str | None:
    """What a prompt is answered with; None for who leaves it by Esc, q, Ctrl-D or Ctrl-C."""
    app: Any = prompt.application
    bindings = KeyBindings()

    def leave(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    for key in _LEAVING:
        bindings.add(key, eager=True)(leave)
    app.key_bindings = merge_key_bindings([app.key_bindings, bindings])
    app.ttimeoutlen = _ESCAPE_SECONDS
    try:
        found: str | None = prompt.unsafe_ask()
    except (KeyboardInterrupt, EOFError):
        return None
    return found


def ask_login(name: str, password: str) -> tuple[str, str]:
    """What somebody writes to these two questions; the second is hidden. Raises EOFError."""
    said = questionary.text(name, qmark=_MARK, style=STYLE).unsafe_ask()
    return said.strip(), questionary.password(password, qmark=_MARK, style=STYLE).unsafe_ask()
