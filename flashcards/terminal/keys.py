"""Keys one by one, read through prompt_toolkit's input on every system.

A key is a letter, or a name such as `up`, `enter` or `c-l`. Letters of an input method
that are as wide as a Chinese sign mean the same as the narrow ones.
"""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPress

REPAINT = "repaint"
"""In the place of a key: the window has another size, or was away."""
KEYS = "keys"
"""What a keyboard says when there is something to read."""
_NAMES = {
    "c-m": "enter",
    "c-j": "enter",
    "c-h": "backspace",
    "<sigint>": "c-c",
    "<bracketed-paste>": "",
    "<cursor-position-response>": "",
    "<ignore>": "",
}
"""Other names of keys; what is empty is no key."""
ESCAPE_SECONDS = 0.05
"""How long after Esc the rest of an arrow key may come."""
_GUARD_SECONDS = 0.25
"""A key so soon after something new was shown does not count."""
_GUARD_VARIABLE = "PTQUIZ_KEY_GUARD"
"""Other seconds, for tests on a terminal: nobody presses a key by accident there."""
_LOOK_AGAIN = 0.25
"""How often the size of the window is looked at where no signal tells of it."""


def find_end_of_guard() -> float:
    """When keys begin to count on what is shown now, as the monotonic clock tells."""
    return time.monotonic() + float(os.environ.get(_GUARD_VARIABLE, _GUARD_SECONDS))


class Keyboard(Protocol):
    """What waits for keys."""

    can_suspend: bool
    """Whether a program can be stopped and go on here."""

    def wait(self, seconds: float | None) -> str | None:
        """`KEYS` if there may be some, `REPAINT` if the page must be painted anew, else None."""

    def suspend(self) -> None:
        """Stops the program until it is resumed, where that is possible."""


class KeyReader:
    """Gives keys in the order in which they were pressed."""

    def __init__(self, source: Input, keyboard: Keyboard) -> None:
        self._source = source
        self._keyboard = keyboard
        self._waiting: list[str] = []

    def read(self, seconds: float | None = None, with_case: bool = False) -> str | None:
        """The next key, or `REPAINT`; None if there is none in time.

        A letter is small unless its case counts. Raises EOFError if the terminal is gone.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while not self._waiting:
            left = None if end is None else max(0.0, end - time.monotonic())
            event = self._keyboard.wait(left)
            if event != KEYS:
                return event
            self._take()
        key = self._waiting.pop(0)
        return key if with_case else key.casefold()

    def drop(self, seconds: float) -> str | None:
        """Ignores keys for so long, and all that came until then.

        Ctrl-C and Ctrl-D are never ignored, nor that the page must be painted anew: they
        are returned at once.
        """
        end = time.monotonic() + seconds
        while True:
            key = self.read(max(0.0, end - time.monotonic()))
            if key is None or key in ("c-c", "c-d", REPAINT):
                return key

    @property
    def can_suspend(self) -> bool:
        return self._keyboard.can_suspend

    def suspend(self) -> None:
        self._keyboard.suspend()

    def _take(self) -> None:
        found = self._source.read_keys()
        if not found and self._keyboard.wait(ESCAPE_SECONDS) == REPAINT:
            self._waiting.append(REPAINT)
        if not found:
            found = self._source.read_keys() or self._source.flush_keys()
        if not found and self._source.closed:
            raise EOFError
        self._waiting.extend(name for name in map(_name_of, found) if name)


class LoopKeyboard:
    """Waits through an event loop: for Windows, and for every other input of prompt_toolkit."""

    can_suspend = False

    def __init__(self, source: Input, size: Callable[[], tuple[int, int]]) -> None:
        self._source = source
        self._size = size
        self._seen = size()

    def wait(self, seconds: float | None) -> str | None:
        import asyncio

        end = None if seconds is None else time.monotonic() + seconds
        while True:
            left = _LOOK_AGAIN if end is None else min(_LOOK_AGAIN, end - time.monotonic())
            came = asyncio.run(self._wait(max(0.0, left)))
            if (size := self._size()) != self._seen:
                self._seen = size
                return REPAINT
            if came:
                return KEYS
            if end is not None and time.monotonic() >= end:
                return None

    def suspend(self) -> None:
        """Nothing: only POSIX can stop a program and go on."""

    async def _wait(self, seconds: float) -> bool:
        import asyncio

        ready = asyncio.Event()
        with self._source.attach(ready.set):
            try:
                await asyncio.wait_for(ready.wait(), seconds)
            except TimeoutError:
                return False
        return True


def leave_by(key: str) -> None:
    """Raises KeyboardInterrupt or EOFError if it is a key that leaves at once."""
    if key == "c-c":
        raise KeyboardInterrupt
    if key == "c-d":
        raise EOFError


def _name_of(press: KeyPress) -> str:
    name = str(getattr(press.key, "value", press.key))
    if len(name) == 1:
        return unicodedata.normalize("NFKC", name)
    return _NAMES.get(name, name)
