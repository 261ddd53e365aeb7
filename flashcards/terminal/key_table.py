"""The keys of each state of the screen: one table for what works, what is shown and `?`.

Line mode has the same commands as words after a colon.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from flashcards.i18n.catalog import say
from flashcards.reviews.memory import EVERY_RATING
from flashcards.study.ui import Action, Waits
from flashcards.terminal.durations import format_span

ACTIONS: Mapping[str, Action] = {
    " ": "next", "enter": "next", "u": "undo", "q": "quit", "o": "overrule",
    "s": "suspend", "b": "bury", "f": "flag",
    "1": "again", "2": "hard", "3": "good", "4": "easy",
}  # fmt: skip
"""What a key asks of the session, where it is no answer."""
RATING_WORDS = ("again", "hard", "good", "easy")


class Key(NamedTuple):
    """Keys that do the same, as a learner reads them, and what they do."""

    names: tuple[str, ...]
    """As the keyboard gives them."""
    label: str
    """As they are written; a word of the catalog if it begins with `key_`."""
    word: str
    """The words that say what it does."""
    note: str = ""
    """What stands after these words, such as a time."""


NEXT = Key((" ", "enter"), "key_space", "does_next")
SHOW = Key((" ", "enter"), "key_space", "does_show")
DONE = Key(("enter",), "Enter", "does_done")
MOVE = Key(("up", "down", "home", "end"), "↑ ↓", "does_move")
PICK = Key(("up", "down", "home", "end", "enter"), "↑ ↓ Enter", "does_pick")
TICK = Key((" ",), "key_space", "does_tick")
BACK = Key(("backspace", "escape"), "Esc", "does_back")
NO = Key(("n", "escape", "enter", " "), "n", "does_no")
YES = Key(("y",), "y", "does_yes")
UNDO = Key(("u",), "u", "does_undo")
EXAM_BACK = Key(("u",), "u", "does_exam_back")
OVERRULE = Key(("o",), "o", "does_overrule")
LAST_RIGHT = Key(("o",), "o", "does_overrule_last")
SUSPEND = Key(("s",), "s", "does_suspend")
BURY = Key(("b",), "b", "does_bury")
FLAG = Key(("f",), "f", "does_flag")
WEB = Key(("w",), "w", "does_open")
REPORT = Key(("r",), "r", "does_report")
CODE_KEY = Key(("c",), "c", "does_code")
SCROLL = Key(("pageup", "pagedown"), "PgUp PgDn", "does_scroll")
REDRAW = Key(("c-l",), "Ctrl-L", "does_redraw")
LEAVE = Key(("q", "c-d"), "q", "does_quit")
HELP = Key(("?",), "?", "does_help")
TYPED_DONE = Key((), "Enter", "does_done")
TYPED_LINE = Key((), "Ctrl-J", "does_new_line")
TYPED_COMMAND = Key((), ":u :s :b :f :r :w :q", "does_typed_commands")
OF_CARD = (SUSPEND, BURY, FLAG)


def number_keys(count: int, word: str) -> Key:
    """The numbers of so many options."""
    most = min(9, count)
    return Key(tuple(str(n) for n in range(1, most + 1)), f"1–{most}", word)


def rating_keys(lang: str, waits: Waits, guessed: bool) -> list[Key]:
    """1 to 4, each with the time after which the card comes back."""
    found = []
    for rating, word in zip(EVERY_RATING, RATING_WORDS, strict=True):
        said = "does_guessed" if guessed and rating == EVERY_RATING[0] else word
        wait = format_span(lang, waits[rating]) if rating in waits else ""
        found.append(Key((str(rating),), str(rating), said, wait))
    return found


def describe_key(lang: str, key: Key) -> tuple[str, str]:
    """The key as it is written, and what it does."""
    label = say(lang, key.label) if key.label.startswith("key_") else key.label
    return label, f"{say(lang, key.word)} {key.note}".strip()


def format_key_line(lang: str, keys: Sequence[Key], width: int) -> str:
    """As many of the keys as have room in a line, the first ones first; help always."""
    more = " ".join(describe_key(lang, HELP))
    line = ""
    for key in keys:
        if key is HELP:
            continue
        longer = f"{line} · " if line else ""
        longer += " ".join(describe_key(lang, key))
        if cell_len(f"{longer} · {more}") > width:
            break
        line = longer
    return f"{line} · {more}" if line else more


def list_keys(lang: str, keys: Sequence[Key]) -> list[tuple[str, str]]:
    """All keys with what they do, for the page of help."""
    return [describe_key(lang, key) for key in keys]
