"""The keyboard of a POSIX terminal while a quiz runs on it, and as it was before in the end.

Every call that only POSIX has is in this module; elsewhere prompt_toolkit reads the keys.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
from collections.abc import Callable, Iterator

from flashcards.terminal.display import CALM
from flashcards.terminal.keys import KEYS, REPAINT

_WAKING = (signal.SIGWINCH, signal.SIGCONT)
"""Signals after which the page is painted anew."""


class PosixKeyboard:
    """Waits for keys on a terminal whose echo and signals by keys are off.

    Keys pressed between prompts are kept for the next one and not echoed, Ctrl-C among
    them: as a signal it could hit Python where exceptions are dropped, and the quiz would
    go on as if nothing had been pressed.

    A signal wakes `wait` through a pipe that the C part of Python writes to at once. A handler
    in Python would come too late for one that arrives between Python's last look for signals
    and the call that blocks: the page would stay as it was until the next key.
    """

    can_suspend = True

    def __init__(self, descriptor: int) -> None:
        import termios

        self._descriptor = descriptor
        self._before = termios.tcgetattr(descriptor)
        self._woken, self._waking = os.pipe()
        os.set_blocking(self._waking, False)

    @contextlib.contextmanager
    def silenced(self) -> Iterator[None]:
        """As long as it lasts, keys are read one by one; then the keyboard is as before."""
        before = {number: signal.getsignal(number) for number in _WAKING}
        try:
            self._listen()
            with _restored_when_killed(self._restore):
                self._silence()
                yield
        finally:
            signal.set_wakeup_fd(-1)
            for number, handler in before.items():
                signal.signal(number, handler)
            self._restore()
            os.close(self._woken)
            os.close(self._waking)

    @contextlib.contextmanager
    def lent(self) -> Iterator[None]:
        """While it lasts, a prompt may handle signals its own way; then they wake us again."""
        try:
            yield
        finally:
            self._listen()

    def wait(self, seconds: float | None) -> str | None:
        """What comes first: `KEYS`, `REPAINT` when resized or resumed, or None at the end."""
        ready = select.select([self._descriptor, self._woken], [], [], seconds)[0]
        if self._woken in ready:
            os.read(self._woken, 4096)
            return REPAINT
        return KEYS if ready else None

    def suspend(self) -> None:
        """Stops all that runs on this terminal, as Ctrl-Z does; returns when it goes on."""
        self._restore()
        os.kill(0, signal.SIGTSTP)
        self._silence()

    def _silence(self) -> None:
        import termios

        quiet = list(self._before)
        quiet[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON)
        quiet[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
        with contextlib.suppress(termios.error):  # the window may be gone
            termios.tcsetattr(self._descriptor, termios.TCSANOW, quiet)

    def _restore(self) -> None:
        import termios

        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._descriptor, termios.TCSANOW, self._before)

    def _listen(self) -> None:
        """Has signals wake us; a prompt with an event loop of its own takes that away."""
        for number in _WAKING:
            signal.signal(number, self._come_back)
        signal.set_wakeup_fd(self._waking, warn_on_full_buffer=False)

    def _come_back(self, number: int, frame: object) -> None:
        """Takes the keyboard again when the program goes on; that it woke us is in the pipe."""
        if number == signal.SIGCONT:
            self._silence()


@contextlib.contextmanager
def _restored_when_killed(restore: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGHUP end the program as always, but not before `restore` was called.

    No exception is raised, which could be lost on its way: every answer is on the disk.
    """

    def end(number: int, frame: object) -> None:
        restore()
        with contextlib.suppress(OSError):
            os.write(1, f"{CALM}\r\n".encode())
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
