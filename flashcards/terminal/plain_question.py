"""A question that is answered by one key on the usual screen, where no page is open."""

from __future__ import annotations

import time

from rich.console import Console
from rich.text import Text

from flashcards.terminal.keys import REPAINT, KeyReader, find_end_of_guard, leave_by


def ask_plainly(console: Console, reader: KeyReader, question: str, keys: str) -> str:
    """The key that is pressed; `keys`, such as `(y/N)`, are told when they count.

    Raises KeyboardInterrupt and EOFError.
    """
    told = Text("\n").join(Text(f"{question} {keys}").wrap(console, console.width))
    told.right_crop(len(keys))
    console.print(told, end="")
    ready_at = find_end_of_guard()
    while key := reader.drop(ready_at - time.monotonic()):
        leave_by(key)
    console.print(Text(keys))
    return _read_key(reader)


def _read_key(reader: KeyReader) -> str:
    while (key := reader.read()) in (None, REPAINT, "c-z"):
        if key == "c-z":
            reader.suspend()
    assert key is not None
    leave_by(key)
    return key
