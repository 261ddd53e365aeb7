"""The learner's terminal: a console to print to, and a screen or line interface on it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

from rich.console import Console

from flashcards.course.model import SOURCE_LANGUAGE
from flashcards.terminal.rich_text import AS_WRITTEN
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from flashcards.terminal.interface import ConsoleInterface
    from flashcards.terminal.screen import ScreenInterface


@contextmanager
def open_terminal(lines: bool, words: Words, width: int) -> Iterator[ConsoleInterface]:
    """The line interface if `lines`, else the screen, with text of at most `width` columns.

    In the end the terminal is as it was.
    """
    console = make_console(lines, words)
    if lines:
        from flashcards.terminal.lines import LineInterface

        yield LineInterface(console, words, sys.stdin)
        return
    open_screen = _open_posix_screen if os.name == "posix" else _open_other_screen
    with open_screen(console, words, width) as ui:
        try:
            yield ui
        finally:
            ui.close()


@contextmanager
def _open_posix_screen(console: Console, words: Words, width: int) -> Iterator[ScreenInterface]:
    """Painted by escape codes at once; prompt_toolkit is loaded when keys are read."""
    from flashcards.terminal.card_screen import CardScreen
    from flashcards.terminal.display import Screen, TerminalDisplay
    from flashcards.terminal.keyboard import PosixKeyboard
    from flashcards.terminal.keys import KeyReader
    from flashcards.terminal.screen import ScreenInterface

    keyboard = PosixKeyboard(sys.stdin.fileno())

    def make_reader() -> KeyReader:
        from prompt_toolkit.input.vt100 import Vt100Input

        return KeyReader(Vt100Input(sys.stdin), keyboard)

    def ask(*arguments: Any, **wishes: Any) -> str:
        from flashcards.terminal.prompts import ask_text

        with keyboard.lent():
            return ask_text(*arguments, **wishes)

    with keyboard.silenced():
        screen = Screen(TerminalDisplay(sys.stdout))
        cards = CardScreen(console, screen, make_reader, width)
        yield ScreenInterface(console, words, cards, ask)


@contextmanager
def _open_other_screen(console: Console, words: Words, width: int) -> Iterator[ScreenInterface]:
    """The same through prompt_toolkit's own input and output: Windows."""
    from prompt_toolkit.input import create_input
    from prompt_toolkit.output import create_output

    source = create_input()
    with source.raw_mode():
        yield make_toolkit_screen(console, words, source, create_output(), width)


def make_toolkit_screen(
    console: Console, words: Words, source: Input, output: Output, width: int
) -> ScreenInterface:
    """A screen on any input and output of prompt_toolkit."""
    from functools import partial

    from flashcards.terminal.card_screen import CardScreen
    from flashcards.terminal.display import OutputDisplay, Screen
    from flashcards.terminal.keys import KeyReader, LoopKeyboard
    from flashcards.terminal.prompts import ask_text
    from flashcards.terminal.screen import ScreenInterface

    display = OutputDisplay(output)
    reader = KeyReader(source, LoopKeyboard(source, display.size))
    screen = CardScreen(console, Screen(display), lambda: reader, width)
    return ScreenInterface(console, words, screen, partial(ask_text, source=source, output=output))


class TrimmedLines:
    """A stream whose lines have no spaces at their ends; a prompt on a terminal keeps its own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._spaces = ""
        """Written last, and perhaps at the end of a line."""

    def write(self, text: str) -> int:
        *lines, rest = (self._spaces + text).split("\n")
        kept = rest.rstrip(" ")
        self._spaces = rest[len(kept) :]
        self._stream.write("".join(f"{line.rstrip(' ')}\n" for line in lines) + kept)
        return len(text)

    def flush(self) -> None:
        if self._stream.isatty():
            self._stream.write(self._spaces)
            self._spaces = ""
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def make_console(plain: bool, words: Words) -> Console:
    """Standard output as rich sees it; letters that it cannot show become question marks."""
    if words.lang != SOURCE_LANGUAGE:
        from flashcards.terminal.wrap import teach_rich

        teach_rich()
    for stream in (sys.stdout, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    return Console(
        file=cast(TextIO, TrimmedLines(sys.stdout)) if plain else None,
        **AS_WRITTEN,
        no_color=True if plain else None,
        force_terminal=False if plain else None,
    )
