"""The learner's terminal: a console to print to, and a screen or line interface on it."""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console

from flashcards import __version__
from flashcards.model import SOURCE_LANGUAGE
from flashcards.terminal.output import make_visible
from flashcards.terminal.rich_text import THEME
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from flashcards.cards import Card
    from flashcards.questions import Question
    from flashcards.reviews.review import MarkName
    from flashcards.study.today import Today
    from flashcards.study.ui import (
        Action,
        Decision,
        Feedback,
        QuestionContext,
        Refusal,
        SessionSummary,
    )
    from flashcards.terminal.lines import LineInterface
    from flashcards.terminal.screen import ScreenInterface

_DECIDED = {"suspended": "now_suspended", "buried": "now_buried", "flagged": "now_flagged"}
_UNDONE = {
    "suspended": "undone_suspended", "buried": "undone_buried", "flagged": "undone_flagged",
}  # fmt: skip


@dataclass(frozen=True)
class Terminal:
    """Where to print, and how to ask."""

    console: Console
    ui: ScreenInterface | LineInterface


@contextmanager
def open_terminal(lines: bool, words: Words, width: int) -> Iterator[Terminal]:
    """The line interface if `lines`, else the screen, with text of at most `width` columns."""
    console = make_console(lines, words)
    if lines:
        from flashcards.terminal.lines import LineInterface

        yield Terminal(console, LineInterface(console, words, sys.stdin))
        return
    with open_screen(console, words, width) as ui:
        yield Terminal(console, ui)


@contextmanager
def open_screen(console: Console, words: Words, width: int) -> Iterator[ScreenInterface]:
    """The full screen on this terminal; in the end the terminal is as it was."""
    open_it = _open_posix_screen if os.name == "posix" else _open_other_screen
    with open_it(console, words, width) as ui:
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

    def write(*arguments: Any, **wishes: Any) -> str:
        from flashcards.terminal.prompts import write

        with keyboard.lent():
            return write(*arguments, **wishes)

    with keyboard.silenced():
        screen = Screen(TerminalDisplay(sys.stdout))
        cards = CardScreen(console, screen, make_reader, width)
        yield ScreenInterface(console, words, cards, write)


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
    from flashcards.terminal.prompts import write
    from flashcards.terminal.screen import ScreenInterface

    display = OutputDisplay(output)
    reader = KeyReader(source, LoopKeyboard(source, display.size))
    screen = CardScreen(console, Screen(display), lambda: reader, width)
    return ScreenInterface(console, words, screen, partial(write, source=source, output=output))


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
        theme=THEME,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=True if plain else None,
        force_terminal=False if plain else None,
    )


class ConsoleInterface(ABC):
    """The part of a `UserInterface` that screen and line mode share."""

    def __init__(self, console: Console, words: Words) -> None:
        self._console = console
        self.words = words
        """What it says, in the language of the cards."""
        self._shown: dict[str, Question] = {}
        """What the cards of this sitting asked, by their ids."""

    def name_card(self, card: Card) -> str:
        """What a card asked, in a few words; its id if it was not shown."""
        from flashcards.terminal.question_view import shorten_question

        shown = self._shown.get(card.id)
        return shorten_question(shown) if shown else card.id

    @abstractmethod
    def confirm(self, question: str) -> bool:
        """Whether the learner says yes; leaving is no."""

    @abstractmethod
    def tell(self, words: str) -> None:
        """Says something that was done, before the next question at the latest."""

    @abstractmethod
    def close(self) -> None:
        """Gives the terminal back."""

    def show_correction(self, feedback: Feedback) -> None:
        from flashcards.terminal.feedback_view import describe_correction

        self.tell(describe_correction(feedback, self.name_card(feedback.question.card)))

    def show_refusal(self, card: Card, why: Refusal) -> None:
        self.tell(self.words.say(why, card=self.name_card(card)))

    def show_no_answer(self) -> None:
        self.tell(self.words.say("no_answer_yet"))

    def show_no_undo(self) -> None:
        self.tell(self.words.say("nothing_to_undo"))

    def show_undo(self, card: Card, decided: MarkName | None = None) -> None:
        word = _UNDONE[decided] if decided else "undone"
        self.tell(self.words.say(word, card=self.name_card(card)))

    def offer_undo(self, question: Question) -> bool:
        self._shown[question.card.id] = question
        name = self.name_card(question.card)
        return self.confirm(self.words.say("undo_earlier", card=name))

    def show_final(self) -> None:
        self.tell(self.words.say("answer_is_final"))

    def show_decision(self, decision: Decision) -> None:
        word = _DECIDED[decision.name] if decision.on else "now_unflagged"
        card = decision.card
        self.tell(self.words.say(word, card=self.name_card(card), key=card.id))

    def show_cram(self, cards: int) -> None:
        self.tell(self.words.say("cram", n=cards))

    def offer_suspension(self, feedback: Feedback) -> Action:
        """What to do with a leech, asked where no key was waited for."""
        return "suspend" if self.confirm(self.words.say("suspend_leech")) else "next"

    def offer_stop(self) -> bool:
        return self.confirm(self.words.say("stop_exam"))

    @abstractmethod
    def show_rules(self, lines: Sequence[str]) -> bool:
        """Whether the candidate begins an exam after reading its rules, for as long as it takes."""

    @abstractmethod
    def show_pages(self, draw: Callable[[Console], None], mark: str = "") -> None:
        """Shows a long text, page by page from the line with `mark` on where there is a screen."""

    def offer_ahead(self, today: Today, now: int) -> bool:
        from flashcards.terminal.today_view import print_nothing_due

        print_nothing_due(self._console, self.words, today, now)
        return self.confirm(self.words.say("study_ahead"))

    def show_summary(self, summary: SessionSummary) -> None:
        from flashcards.terminal.session_view import print_summary

        print_summary(self._console, self.words, summary)

    def describe_opening(
        self, context: QuestionContext, open_address: Callable[[str], bool]
    ) -> list[str]:
        """What came of opening the first source of a card that has an address, and that."""
        address = next((each.address for each in context.read_on if each.address), "")
        if not address:
            return [self.words.say("no_source")]
        word = "opened" if open_address(address) else "not_opened"
        return [self.words.say(word), make_visible(address)]

    def describe_report(self, question: Question, context: QuestionContext) -> list[str]:
        """What to send, and where if the course says where."""
        words, course = self.words, question.card.note.course
        told = words.say("report", card=question.id, course=course, version=__version__)
        if not context.report:
            return [told, words.say("report_to_author", author=make_visible(context.author))]
        return [told, words.say("report_to", address=make_visible(context.report))]
