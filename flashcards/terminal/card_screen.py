"""One card on one screen: painted in place, with the keys that work now below it.

The page is painted before prompt_toolkit is loaded, while the learner reads. A key that
is pressed in the first moment of a new question or of its feedback was meant for what
stood there before and is ignored: the line of keys appears when they count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.i18n.catalog import say
from flashcards.study.ui import CommandEntered
from flashcards.terminal.canvas import Canvas, Draw
from flashcards.terminal.card_page import CardState, find_focus, make_blocks
from flashcards.terminal.display import Screen
from flashcards.terminal.header_view import render_header
from flashcards.terminal.key_table import (
    CODE_KEY,
    HELP,
    REDRAW,
    SCROLL,
    Key,
    format_key_line,
    list_keys,
)
from flashcards.terminal.keys import REPAINT, KeyReader
from flashcards.terminal.page import OPTIONS, Block, Fitted, fit_page
from flashcards.terminal.question_view import print_hanging

GUARD_SECONDS = 0.25
"""A key so soon after a new question or its feedback does not count."""
_TYPING_ROWS = 3
"""An empty row, one to write in at least, and the line of keys."""
Write = Callable[..., str]
"""`prompts.write`, or the same with another input and output."""
_CLOSING_HELP = ("escape", "enter", " ", "?", "q")


@dataclass
class _View:
    """How a page is being looked at."""

    typing: bool = False
    """A prompt stands below it."""
    ready_at: float | None = None
    """When keys begin to count, as a monotonic clock tells; None if they do."""
    keys: Sequence[Key] = ()
    ratings: Sequence[Key] = ()
    question: str = ""
    first: int | None = None
    """How far down the learner scrolled."""
    shows_code: bool = False
    in_color: bool = True
    helps: bool = False
    fitted: Fitted = field(default_factory=lambda: Fitted(()))
    typing_row: int = 0


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
        self._view = _View()

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
        ready_at = time.monotonic() + GUARD_SECONDS
        self._view = _View(typing=typing, ready_at=ready_at, in_color=not is_first)
        self.paint()
        if is_first:
            self._view.in_color = True
            self.paint()

    def press(self, keys: Sequence[Key], ratings: Sequence[Key] = (), question: str = "") -> str:
        """The next key out of the tables, as the keyboard names it; all others are ignored.

        `ratings` and `question` have a line of their own above that of the keys.
        """
        self._view.keys, self._view.ratings, self._view.question = keys, ratings, question
        self.wait_until_keys_count()
        self.paint()
        names = {name for key in (*keys, *ratings) for name in key.names}
        while (key := self._next_key()) not in names:
            pass
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
        columns, rows = self._screen.size()
        self._canvas.width = width = max(10, min(columns, self._width))
        head = self._render_head()
        height = _TYPING_ROWS if self._view.typing else len(self._render_foot(width))
        room = max(1, rows - len(head) - height)
        self._view.fitted = page = self._fit(room)
        foot = self._render_foot(width)  # tells how to scroll, if that is needed now
        body = list(page.lines)
        if len(body) < room and head:
            body.insert(0, "")
        self._view.typing_row = len(head) + len(body) + 1
        filled = [*head, *body, *[""] * (room - len(body))]
        lines = filled[:-1] if self._view.typing else [*filled, *foot]
        self._screen.paint(lines[:rows], anew)

    def type(self, write: Write, keys: Sequence[Key], several: bool, text: str) -> str:
        """What is typed into a prompt below the page, which begins with `text`."""
        from flashcards.terminal.prompts import TIME_UP, PromptInterrupted

        self._view.keys, self._view.ratings, self._view.question = keys, (), ""
        self.wait_until_keys_count()
        while True:
            self._screen.begin_typing(min(self._view.typing_row, self._screen.size()[1] - 2))
            try:
                return write(self._describe_keys, several, text, seconds=self.seconds_left)
            except PromptInterrupted as interrupted:
                text, reason = interrupted.kept, interrupted.reason
            finally:
                self._screen.end_typing()
            if reason == TIME_UP:
                raise CommandEntered("time_up")
            self.suspend() if reason == "c-z" else self.paint(anew=True)

    def read_plain_key(self) -> str:
        """A key where no page is open."""
        while (key := self._read_keys().read()) in (None, REPAINT):
            pass
        assert key is not None
        if key == "c-c":
            raise KeyboardInterrupt
        return key

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

    def show_pages(self, lang: str, draw: Draw) -> None:
        """A long text to scroll through, until Esc, Enter or q."""
        first, anew, self._deadline = 0, True, None
        while True:
            columns, rows = self._screen.size()
            self._canvas.width = max(10, min(columns, self._width))
            lines = self._canvas.draw(draw)
            room = max(1, rows - 1)
            first = max(0, min(first, len(lines) - room))
            shown = lines[first : first + room]
            keys = self._canvas.print_line(Text(say(lang, "keys_pages")))
            self._screen.paint([*shown, *[""] * (room - len(shown)), keys], anew)
            key = self._read_keys().read()
            anew = key in (REPAINT, "c-l")
            if key in ("escape", "enter", "q", "c-c", "c-d"):
                return
            steps = {"pagedown": room - 1, " ": room - 1, "pageup": 1 - room, "down": 1, "up": -1}
            first += steps.get(key or "", 0)

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
        if key == "c-c":
            raise KeyboardInterrupt
        if key == "c-d":
            raise EOFError
        if key in (REPAINT, "c-l"):
            self.paint(anew=True)
        elif key == "c-z":
            self.suspend()
        elif key in ("pageup", "pagedown"):
            self._scroll(key)
        elif key == "?" and not self._view.helps and self._view.ready_at is None:
            self.show_help()
        elif key == "c" and not self._view.helps and self._has_hidden_code():
            self._view.shows_code, self._view.first = not self._view.shows_code, None
            self.paint()
        else:
            return False
        return True

    def _has_hidden_code(self) -> bool:
        return self._view.shows_code or self._view.fitted.hides_code

    def _scroll(self, key: str) -> None:
        page = self._view.fitted
        step = max(1, len(page.lines) - 1)
        self._view.first = max(
            0, min(page.first + (step if key == "pagedown" else -step), page.last)
        )
        self.paint()

    def _paint_clock(self) -> None:
        if not self._view.helps:
            self._screen.paint_row(0, self._render_head()[0])

    def _render_head(self) -> list[str]:
        left = self.seconds_left
        shown = None if left is None else round(left * 1000)
        return render_header(self._canvas, self.state.question, self.state.context, shown)

    def _render_foot(self, width: int) -> list[str]:
        """The lines of keys; as many empty ones as long as keys do not count."""
        if self._view.helps:
            return [say(self.state.lang, "close_help")]
        lines = [self._view.question] if self._view.question else []
        if self._view.ratings:
            lines.append(format_ratings(self.state.lang, self._view.ratings, width))
        lines = [self._canvas.print_line(Text(line, "bold")) for line in lines]
        lines.append(self._canvas.print_line(Text(self._describe_keys())))
        return [""] * len(lines) if self._view.ready_at is not None else lines

    def _describe_keys(self) -> str:
        lang, keys = self.state.lang, [*self._view.keys]
        if self._view.fitted.last and not self._view.typing:
            keys.insert(0, SCROLL)
        if self._has_hidden_code():
            keys.insert(1, CODE_KEY)
        return format_key_line(lang, keys, max(10, min(self._screen.size()[0], self._width)))

    def _fit(self, rows: int) -> Fitted:
        if self._view.helps:
            return fit_page([Block(self._render_help())], rows, first=self._view.first)
        state = self.state
        blocks = make_blocks(self._canvas, state, in_color=self._view.in_color)
        is_answered = state.feedback is not None or state.shows_answer
        stub = self._describe_code() if is_answered and not self._view.shows_code else None
        focus = None
        if not is_answered and state.question.options and self._view.first is None:
            focus = (OPTIONS, find_focus(self._canvas, state)) if state.pointed else None
        return fit_page(blocks, rows, code_stub=stub, first=self._view.first, focus=focus)

    def _describe_code(self) -> str:
        code = self.state.question.code or ""
        return f"    {say(self.state.lang, 'hidden_code', n=len(code.splitlines()))}"

    def _render_help(self) -> list[str]:
        rows = list_keys(
            self.state.lang, [*self._view.ratings, *self._view.keys, SCROLL, REDRAW, HELP]
        )
        wide = max(cell_len(label) for label, _ in rows) + 3

        def draw(console: Console) -> None:
            for label, does in rows:
                print_hanging(console, label + " " * (wide - cell_len(label)), Text(does))

        return self._canvas.draw(draw)

    def _read_keys(self) -> KeyReader:
        if self._reader is None:
            self._reader = self._make_reader()
            self._screen.mark_pastes(True)
        return self._reader


def format_ratings(lang: str, keys: Sequence[Key], width: int) -> str:
    """The four ratings with their times in one line, without the words if it is narrow."""
    full = "   ".join(f"{label} {does}" for label, does in list_keys(lang, keys))
    if cell_len(full) <= width:
        return full
    return "  ".join(f"{key.label} {key.note}".strip() for key in keys)
