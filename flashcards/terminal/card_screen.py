"""One card on one screen: painted in place, with the keys that work now below it.

The page is painted before prompt_toolkit is loaded, while the learner reads. A key that
is pressed in the first moment of a new question or of its feedback was meant for what
stood there before and is ignored: the line of keys appears when they count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.console import Console

from flashcards.study.ui import CommandEntered
from flashcards.terminal.card_page import CardState
from flashcards.terminal.card_view import CardView, fit_card, render_told
from flashcards.terminal.display import Screen
from flashcards.terminal.foot_view import Foot, render_foot, render_help_foot
from flashcards.terminal.key_table import (
    HELP,
    REDRAW,
    SLEEP,
    STOP,
    Key,
    describe_stray_key,
    format_key_line,
)
from flashcards.terminal.keys import REPAINT, KeyReader, find_end_of_guard, leave_by
from flashcards.terminal.page import Block, Canvas, Draw, Fitted, fit_page
from flashcards.terminal.question_view import render_header
from flashcards.words.catalog import Words

_PROMPT_ROWS = 2
"""One to write in at least, and the line of keys."""
_TYPING_ROWS = 1 + _PROMPT_ROWS
"""The same with an empty row above them."""
Write = Callable[..., str]
"""`prompts.write`, or the same with another input and output."""
_CLOSING_HELP = ("escape", "enter", "q", "?")


class CardScreen:
    """The page of the card that is being asked, and its keys."""

    def __init__(
        self, console: Console, screen: Screen, reader: Callable[[], KeyReader], width: int
    ) -> None:
        self._screen = screen
        self._canvas = Canvas(console)
        self._make_reader = reader
        self._reader: KeyReader | None = None
        self._width = width
        self._deadline: float | None = None
        self._state: CardState | None = None
        self._view = CardView()

    @property
    def state(self) -> CardState:
        assert self._state is not None
        return self._state

    @property
    def is_open(self) -> bool:
        return self._state is not None

    @property
    def seconds_left(self) -> float | None:
        """Of an exam."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def show(self, state: CardState, typing: bool = False) -> None:
        """A new page; keys count a moment later, and then their line is there.

        The text of the first one is there before its code has colors: a lexer takes longer
        to load than all else that is painted.
        """
        is_first = self._state is None
        if state.context.time_left is None:
            self._deadline = None
        elif self._state is None or state.feedback is None:
            self._deadline = time.monotonic() + state.context.time_left / 1000
        self._state = state
        ready_at = find_end_of_guard()
        self._view = CardView(typing=typing, ready_at=ready_at, in_color=not is_first)
        self.paint()
        if is_first:
            self._view.in_color = True
            self.paint()

    def press(self, keys: Sequence[Key], ratings: Sequence[Key] = (), question: str = "") -> str:
        """The next key out of the tables, as the keyboard names it; all others are ignored.

        `ratings` and `question` have a line of their own above that of the keys.
        """
        self._view.foot, self._view.typing = Foot((*keys, HELP), ratings, question), False
        self.wait_until_keys_count()
        self.paint()
        names = {name for key in (*keys, *ratings) for name in key.names}
        while (key := self._next_key()) not in names:
            if words := describe_stray_key(self.state.words, key, keys):
                self.state.told = [words]
                self.paint()
        self.state.told = []
        return key

    def wait_until_keys_count(self) -> None:
        """Ignores keys in the first moment of a page."""
        while self._view.ready_at is not None:
            key = self._read_keys().drop(self._view.ready_at - time.monotonic())
            if key is None:
                self._view.ready_at = None
            else:
                self._obey(key)

    def paint(self, anew: bool = False) -> None:
        """Shows the page as it is now, in the size that the window has now."""
        view, typing = self._view, self._view.typing and not self._view.helps
        columns, rows = view.painted_for = self._screen.size()
        self._canvas.width = max(10, min(columns, self._width))
        head = self._render_head()
        told = render_told(self._canvas, self.state, view, rows - len(head))
        height = _TYPING_ROWS if typing else len(self._render_foot()) + len(told)
        room = max(1, rows - len(head) - height)
        view.fitted = fit_card(self._canvas, self.state, view, room)
        if typing and view.fitted.last:  # the row above the prompt is given up too
            room += 1
            view.fitted = fit_card(self._canvas, self.state, view, room)
        view.shown = self._fit_help(room) if view.helps else view.fitted
        body = list(view.shown.lines)
        if len(body) < room and head:
            body.insert(0, "")
        view.typing_row = min(len(head) + len(body) + 1, rows - _PROMPT_ROWS)
        filled = [*head, *body, *[""] * (room - len(body))]
        foot = [*told, *self._render_foot()]  # tells how to scroll, if that is needed now
        self._screen.paint((filled if typing else [*filled, *foot])[:rows], anew)

    def type(self, write: Write, keys: Sequence[Key], several: bool, text: str) -> str:
        """What is typed into a prompt below the page, which begins with `text`."""
        from flashcards.terminal.prompts import TIME_UP, PromptInterrupted

        self._view.foot = Foot(keys)
        if not self._view.typing:  # something was asked about in the place of the prompt
            self._view.typing = True
            self.paint()
        self.wait_until_keys_count()
        while True:
            last = max(0, self._screen.size()[1] - _PROMPT_ROWS)
            self._screen.begin_typing(min(self._view.typing_row, last))
            try:
                return write(
                    self._describe_keys, several, text, seconds=self.seconds_left,
                    tick=self._paint_clock, is_outdated=self._is_outdated,
                )  # fmt: skip
            except PromptInterrupted as interrupted:
                text, reason = interrupted.kept, interrupted.reason
            finally:
                self._screen.end_typing()
            if reason == TIME_UP:
                raise CommandEntered("time_up")
            self._obey(reason)

    def follow_pointer(self) -> None:
        """From now on what is pointed at is in view, until the page is scrolled."""
        self._view.follows = True

    def ask_plainly(self, console: Console, question: str, keys: str) -> str:
        """The key that is pressed where no page is open."""
        from flashcards.terminal.plain_question import ask_plainly

        return ask_plainly(console, self._read_keys(), question, keys)

    def show_help(self) -> None:
        """All keys of this moment, until one is pressed."""
        self._view.helps, self._view.first = True, None
        self.paint()
        while self._view.helps:
            key = self._next_key()
            if key in _CLOSING_HELP:
                self._view.helps = False
        self._view.first = None
        self.paint()

    def show_pages(self, words: Words, draw: Draw, mark: str = "", rules: bool = False) -> str:
        """The key, Esc, Enter or q, that left a long text to scroll through, from `mark` on.

        Of `rules` the line of keys says that Enter begins.
        """
        from flashcards.terminal.pager import Pages

        self._deadline = None
        pages = Pages(words, draw, self._width, mark, rules)
        return pages.show(self._screen, self._canvas, self._read_keys())

    def suspend(self) -> None:
        """Stops until the shell goes on with it."""
        self._screen.close()
        self._read_keys().suspend()
        self.paint(anew=True)

    def close(self) -> None:
        self._screen.close()
        self._state = None

    def _next_key(self) -> str:
        """The next key that is not for the page itself.

        Raises CommandEntered at the end of the time of an exam.
        """
        while True:
            left = self.seconds_left
            if left is not None and left <= 0:
                raise CommandEntered("time_up")
            key = self._read_keys().read(None if left is None else min(left, left % 1 or 1.0))
            if key is None:
                self._paint_clock()
            elif not self._obey(key):
                return key

    def _obey(self, key: str) -> bool:
        """Whether the key was for the page, and was carried out."""
        leave_by(key)
        if key in (REPAINT, "c-l"):
            self.paint(anew=True)
        elif key == "c-z":
            self.suspend()
        elif self._view.can_scroll_by(key):
            self._view.scroll(key)
            self.paint()
        elif key == "?" and not self._view.helps and self._view.ready_at is None:
            self.show_help()
        elif key == "c" and not self._view.helps and self._view.has_hidden_code:
            self._view.shows_code, self._view.first = not self._view.shows_code, None
            self.paint()
        else:
            return False
        return True

    def _is_outdated(self) -> bool:
        """Whether the window has another size than it was painted for."""
        return self._screen.size() != self._view.painted_for

    def _paint_clock(self) -> None:
        if not self._view.helps:
            self._screen.paint_row(0, self._render_head()[0])

    def _render_head(self) -> list[str]:
        left = self.seconds_left
        shown = None if left is None else round(left * 1000)
        return render_header(self._canvas, self.state.question, self.state.context, shown)

    def _render_foot(self) -> list[str]:
        """The lines of keys; as many empty ones as long as keys do not count."""
        if self._view.helps:
            return render_help_foot(self._canvas, self.state.words, self._view.shown.last > 0)
        lines = render_foot(self._canvas, self.state.words, self._view.foot, self._view.list_keys())
        return [""] * len(lines) if self._view.ready_at is not None else lines

    def _describe_keys(self) -> str:
        width = max(10, min(self._screen.size()[0], self._width))
        return format_key_line(self.state.words, self._view.list_keys(), width)

    def _fit_help(self, rows: int) -> Fitted:
        from flashcards.terminal.help_view import print_keys

        can_sleep = self._read_keys().can_suspend
        listed = (key for key in self._view.list_keys() if key.shown)
        keys = [*self._view.foot.ratings, *listed, REDRAW, STOP]
        keys += [SLEEP] if can_sleep else []
        state = self.state
        lines = self._canvas.draw(lambda to: print_keys(to, state.words, keys, state.context))
        return fit_page([Block(lines)], rows, first=self._view.first)

    def _read_keys(self) -> KeyReader:
        if self._reader is None:
            self._reader = self._make_reader()
            self._screen.mark_pastes(True)
        return self._reader
