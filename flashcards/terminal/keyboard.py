"""The keyboard of a real terminal while a quiz runs on it, and as it was before in the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

_CALM = "\x1b[0m\x1b[?25h\x1b[?2004l\r\n"
"""Plain letters, a cursor that is seen, pasting as usual, a line of its own."""


@contextlib.contextmanager
def silent_keyboard(descriptor: int) -> Iterator[None]:
    """Keys pressed between prompts are kept for the next one and not echoed.

    Ctrl-C among them: as a signal it could hit Python where exceptions are dropped, and the
    quiz would go on as if nothing had been pressed.
    """
    import termios

    before = termios.tcgetattr(descriptor)
    off = termios.ECHO | termios.ICANON | termios.ISIG
    quiet = [*before[:3], before[3] & ~off, *before[4:]]

    def restore() -> None:
        with contextlib.suppress(termios.error):  # the window may be gone
            termios.tcsetattr(descriptor, termios.TCSANOW, before)

    try:
        with _restored_when_killed(restore):
            termios.tcsetattr(descriptor, termios.TCSANOW, quiet)
            yield
    finally:
        restore()


@contextlib.contextmanager
def _restored_when_killed(restore: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGHUP end the program as always, but not before `restore` was called.

    No exception is raised, which could be lost on its way: every answer is on the disk.
    """
    import os
    import signal

    def end(number: int, frame: object) -> None:
        restore()
        with contextlib.suppress(OSError):
            os.write(1, _CALM.encode())
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    numbers = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler == signal.SIG_DFL:  # nohup's wish is respected
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
