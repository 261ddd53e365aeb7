"""Syncs with Anki beside a session, in processes of their own: at its start and at its end.

The first begins when the first question stands on the screen, so that it never waits for
a sync. What goes wrong is one quiet line after the session, and never its end.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.study.settings import Settings
from flashcards.terminal.output import print_line
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from subprocess import Popen

PATIENCE_S = 3.0
"""How long the end of a session waits for a sync; it goes on without us after that."""


@contextmanager
def sync_beside(
    settings: Settings, course: Path | None, words: Words
) -> Iterator[Callable[[], None]]:
    """What begins the first sync of a session, if the learner's settings want it; else nothing."""
    if settings.sync != "auto":
        yield lambda: None
        return
    sync = BackgroundSync(course)
    try:
        yield sync.start
    finally:
        if complaint := sync.finish():
            print_line(words.say("not_synced", why=complaint))


class BackgroundSync:
    """A sync at the start and one at the end."""

    def __init__(self, course: Path | None) -> None:
        self._course = course
        self._process: Popen[str] | None = None

    def start(self) -> None:
        """Begins a sync; one that cannot begin is told at the end."""
        from subprocess import DEVNULL, PIPE, Popen

        course = ["--course", str(self._course)] if self._course else []
        command = [sys.executable, "-m", "flashcards", "anki", "sync", *course]
        self._process = Popen(
            command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, text=True, start_new_session=True
        )

    def finish(self) -> str | None:
        """Syncs what the session brought; why that did not work, if it did not."""
        if self._process is None:  # no question was asked
            return None
        if self._wait() is not None:
            self.start()
        code = self._wait()
        assert self._process.stderr is not None
        said = self._process.stderr.read().strip() if code else ""
        self._process.stderr.close()
        return said.splitlines()[-1] if said else None

    def _wait(self) -> int | None:
        """The exit code of the sync that runs; None if it takes longer than anybody waits."""
        from subprocess import TimeoutExpired

        assert self._process is not None
        try:
            return self._process.wait(PATIENCE_S)
        except TimeoutExpired:
            return None
