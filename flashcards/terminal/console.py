"""The learner's terminal: a console to print to, and a screen or line interface on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from flashcards.i18n.catalog import say
from flashcards.model import SOURCE_LANGUAGE
from flashcards.terminal.rich_text import THEME

if TYPE_CHECKING:
    from flashcards.cards import Card
    from flashcards.study.today import Today
    from flashcards.study.ui import Feedback, Left, SessionAnswer, UserInterface


@dataclass(frozen=True)
class Terminal:
    """Where to print, and how to ask."""

    console: Console
    ui: UserInterface


@contextmanager
def open_terminal(lines: bool, lang: str) -> Iterator[Terminal]:
    """The line interface if `lines`, else the screen with the keyboard's echo turned off."""
    console = make_console(lines, lang)
    if lines:
        from flashcards.terminal.lines import LineInterface

        yield Terminal(console, LineInterface(console, sys.stdin))
        return
    from flashcards.terminal.screen import ScreenInterface, silent_keyboard

    with silent_keyboard(sys.stdin.fileno()):
        yield Terminal(console, ScreenInterface(console))


def make_console(plain: bool, lang: str) -> Console:
    """Standard output as rich sees it; letters that it cannot show become question marks."""
    if lang != SOURCE_LANGUAGE:
        from flashcards.terminal.wrap import teach_rich

        teach_rich()
    for stream in (sys.stdout, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    return Console(
        theme=THEME,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=True if plain else None,
        force_terminal=False if plain else None,
    )


class ConsoleInterface:
    """The part of a `UserInterface` that screen and line mode share."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def confirm(self, lang: str, question: str) -> bool:
        raise NotImplementedError

    def show_correction(self, feedback: Feedback) -> None:
        from flashcards.terminal.feedback_view import print_correction

        print_correction(self._console, feedback)

    def show_undo(self, card: Card | None) -> None:
        lang = card.note.lang if card else SOURCE_LANGUAGE
        key = "undone" if card else "nothing_to_undo"
        self._console.print(Text(say(lang, key, card=card.id if card else ""), "magenta"))

    def show_today(self, lang: str, today: Today) -> None:
        from flashcards.terminal.today_view import print_today

        print_today(self._console, lang, today)

    def offer_ahead(self, lang: str, today: Today, now: int) -> bool:
        from flashcards.terminal.today_view import print_nothing_due

        print_nothing_due(self._console, lang, today, now)
        return self.confirm(lang, say(lang, "study_ahead"))

    def show_summary(
        self, lang: str, answers: Sequence[SessionAnswer], days: int, left: Left | None
    ) -> None:
        from flashcards.terminal.session_view import print_summary

        print_summary(self._console, lang, answers, days, left)
