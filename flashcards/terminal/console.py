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
    from flashcards.study.memories import CardCounts
    from flashcards.study.today import Today
    from flashcards.study.ui import Action, Decision, Feedback, Left, SessionAnswer, UserInterface


_DECIDED = {"suspended": "now_suspended", "buried": "now_buried", "flagged": "now_flagged"}


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
    from flashcards.terminal.keyboard import silent_keyboard
    from flashcards.terminal.screen import ScreenInterface

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

    def show_final(self, lang: str) -> None:
        self._console.print(Text(say(lang, "answer_is_final"), "magenta"))

    def show_decision(self, decision: Decision) -> None:
        key = _DECIDED[decision.name] if decision.on else "now_unflagged"
        words = say(decision.card.note.lang, key, card=decision.card.id)
        self._console.print(Text(words, "magenta"))

    def show_cram(self, lang: str, cards: int) -> None:
        self._console.print(Text(say(lang, "cram", n=cards), "bold"))

    def offer_suspension(self, feedback: Feedback) -> Action:
        """What to do with a leech, asked where no key was waited for."""
        lang = feedback.question.card.note.lang
        return "suspend" if self.confirm(lang, say(lang, "suspend_leech")) else "next"

    def show_today(self, lang: str, today: Today) -> None:
        from flashcards.terminal.today_view import print_today

        print_today(self._console, lang, today)

    def offer_ahead(self, lang: str, today: Today, now: int) -> bool:
        from flashcards.terminal.today_view import print_nothing_due

        print_nothing_due(self._console, lang, today, now)
        return self.confirm(lang, say(lang, "study_ahead"))

    def show_summary(
        self,
        lang: str,
        answers: Sequence[SessionAnswer],
        days: int,
        left: Left | None,
        counts: CardCounts,
    ) -> None:
        from flashcards.terminal.session_view import print_summary

        print_summary(self._console, lang, answers, days, left, counts)
