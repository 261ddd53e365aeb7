"""The learner's terminal: a console to print to, and the quiz on it by keys or by lines."""

from __future__ import annotations

import codecs
import errno
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_input
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from rich.console import Console

from flashcards.terminal.interface import LoadPicture, QuizInterface
from flashcards.terminal.lines import LinePrompts
from flashcards.terminal.prompts import KeyPrompts
from flashcards.terminal.rich_text import AS_WRITTEN
from flashcards.words import Words

ASCII = str.maketrans("›✓✗●○━─…·→←•–⚑↑↓█░▒▓◐“”", '>+x*o#-.-~<*-!^v#.:+~""')
"""What marks look like where only ASCII can be shown."""

AS_IT_WAS = "\x1b[?25h\x1b[?2004l\x1b[?7h"
"""Shows the cursor, leaves pastes unmarked and wraps long lines."""


@contextmanager
def open_terminal(
    lines: bool, words: Words, width: int, load_picture: LoadPicture
) -> Iterator[QuizInterface]:
    """Yield a quiz in lines, or else by keys, with text of at most `width` columns.

    In the end the terminal is as it was. One that goes away ends the program.
    """
    console = make_console(lines)
    if lines:
        ui = QuizInterface(
            console, words, LinePrompts(console, words, sys.stdin), load_picture, width
        )
        yield ui
        ui.print_notices()
        return
    source, output = create_input(), create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False  # prompts stand where the text ends, wherever that is
    ui = QuizInterface(console, words, KeyPrompts(console, words), load_picture, width)
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP, and nohup's wish is respected
        number = getattr(signal, name, signal.SIGTERM)
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        with create_app_session(source, output), source.raw_mode():
            try:
                yield ui
                ui.print_notices()
            finally:  # a signal may have ended it in the middle of a prompt's drawing
                if isinstance(output, Vt100_Output):
                    output.write_raw(AS_IT_WAS)
                    output.flush()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise SystemExit(1) from None


def _end(number: int, frame: object) -> None:
    """End the program as an exit does, so that all is tidied."""
    raise SystemExit(128 + number)


class TrimmedStream:
    """A stream whose lines have no spaces at their ends, which rich fills."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(re.sub(r" +(?=\n)", "", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def make_console(plain: bool) -> Console:
    """Return standard output as rich sees it; marks that it cannot show become ASCII."""
    codecs.register_error("marks", _replace_mark)
    for stream in (sys.stdout, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="marks" if stream is sys.stdout else "replace")
    return Console(
        file=cast(TextIO, TrimmedStream(sys.stdout)) if plain else None,
        **AS_WRITTEN,
        no_color=True if plain else None,
        force_terminal=False if plain else None,
    )


def _replace_mark(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    mark = error.object[error.start]
    return mark.translate(ASCII) if ord(mark) in ASCII else "?", error.start + 1
