"""One card on one screen: painted in place, with the keys that work now below it.

The page is painted before prompt_toolkit is loaded, while the learner reads. A key that
is pressed in the first moment of a new question or of its feedback was meant for what
stood there before and is ignored: the line of keys appears when they count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from flashcards.study.ui import CommandEntered
from flashcards.terminal import key_table as table
from flashcards.terminal.card_page import CardState, find_focus, make_blocks
from flashcards.terminal.display import Screen
from flashcards.terminal.key_table import Key
from flashcards.terminal.keys import REPAINT, KeyReader, find_end_of_guard, leave_by
from flashcards.terminal.page import Block, Canvas, Draw, Fitted, fit_page
from flashcards.terminal.question_view import render_header
from flashcards.words.catalog import Words

_PROMPT_ROWS = 2
"""One to write in at least, and the line of keys."""
_TYPING_ROWS = 1 + _PROMPT_ROWS
"""The same with an empty row above them."""
_SMALLEST_PAGE = 4
"""Rows that a message in the foot leaves to the page at least."""
AskText = Callable[..., str]
"""`prompts.ask_text`, or the same with another input and output."""
_CLOSING_HELP = ("escape", "enter", "q", "?")
_TYPED_KEYS = Key(tuple(table.LINE_STEPS), "", "")
"""Where an answer is typed, these keys are letters or move within it."""


@dataclass
class _View:
    """How the page of a card is being looked at, and what of it is in view."""

    typing: bool = False
    """A prompt stands below it."""
    ready_at: float | None = None
    """When keys begin to count, as a monotonic clock tells; None if they do."""
    keys: Sequence[Key] = ()
    """What is waited for."""
    ratings: Sequence[Key] = ()
    """The same, with a line of their own."""
    question: str = ""
    """To be answered by one of the keys."""
    first: int | None = None
    """How far down the learner scrolled, in what is shown."""
    follows: bool = False
    """Whether the option that is pointed at must be in view."""
    has_setup: bool = False
    """Whether code runs before that of the question."""
    shows_code: bool = False
    """The code of the question, also where it leaves no room for the rest."""
    shows_setup: bool = False
    """The code that runs before it."""
    helps: bool = False
    fitted: Fitted = field(default_factory=lambda: Fitted(()))
    """The card in the rows that there are."""
    shown: Fitted = field(default_factory=lambda: Fitted(()))
    """The same, or the help in its place."""
    typing_row: int = 0
    painted_for: tuple[int, int] = (0, 0)
    """Columns and rows of the window when it was painted."""

    @property
    def has_hidden_code(self) -> bool:
        return self.shows_code or self.fitted.hides_code or self.has_setup

    def list_keys(self) -> list[Key]:
        """The keys that are waited for, with those that the page itself obeys now."""
        keys = [*self.keys]
        if self.has_hidden_code:
            is_setup = self.has_setup and not self.fitted.hides_code
            key = table.SETUP_KEY if is_setup else table.CODE_KEY
            if self.shows_code and self.shows_setup == self.has_setup:  # nothing more to show
                key = key._replace(word="does_hide", long="")
            behind = keys.index(table.UNKNOWN) + 1 if table.UNKNOWN in keys else 1
            place = 0 if self.shows_code else behind
            keys.insert(place, table.as_typed(key) if self.typing else key)
        if self.fitted.last:
            waited = (*self.keys, *((_TYPED_KEYS,) if self.typing else ()))
            below = self.fitted.last - self.fitted.first
            keys.insert(0, table.scroll_key(self.fitted.first, below, waited))
        return keys

    def can_scroll_by(self, key: str) -> bool:
        """Whether a key scrolls: those of pages always, those of lines if nothing else is meant."""
        if key in ("pageup", "pagedown"):
            return True
        taken = {name for each in self.keys for name in each.names}
        return self.shown.last > 0 and key in table.LINE_STEPS and (self.helps or key not in taken)

    def scroll(self, key: str) -> None:
        """A line or nearly a page up or down."""
        page = max(1, len(self.shown.lines) - 1)
        steps = {**table.LINE_STEPS, "pagedown": page, "pageup": -page}
        wanted = self.shown.first + steps[key]
        self.first = max(0, min(wanted, self.shown.last))
        if not self.helps:
            self.follows = False


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
        """A new page; keys count a moment later, and then their line is there."""
        if state.context.time_left is None:
            self._deadline = None
        elif self._state is None or state.feedback is None:
            self._deadline = time.monotonic() + state.context.time_left / 1000
        self._state = state
        self._view = _View(
            typing=typing, ready_at=find_end_of_guard(), has_setup=bool(state.question.setup)
        )
        self.paint()

    def press(self, keys: Sequence[Key], ratings: Sequence[Key] = (), question: str = "") -> str:
        """The next key out of the tables, as the keyboard names it; all others are ignored.

        `ratings` and `question` have a line of their own above that of the keys.
        """
        view = self._view
        view.keys, view.ratings, view.question = (*keys, table.HELP), ratings, question
        view.typing = False
        if question:  # a key that was for the page is no answer to it
            view.ready_at = find_end_of_guard()
            self.paint()
        self.wait_until_keys_count()
        self.paint()
        names = {name for key in (*keys, *ratings) for name in key.names}
        while (key := self._next_key()) not in names:
            if words := table.describe_stray_key(self.state.words, key, keys):
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
        self._canvas.fit_window(columns, self._width)
        head = self._render_head()
        told = self._render_told(rows - len(head))
        height = _TYPING_ROWS if typing else len(self._render_foot()) + len(told)
        room = max(1, rows - len(head) - height)
        view.fitted = self._fit_card(room)
        if typing and view.fitted.last:  # the row above the prompt is given up too
            room += 1
            view.fitted = self._fit_card(room)
        view.shown = self._fit_help(room) if view.helps else view.fitted
        body = list(view.shown.lines)
        if len(body) < room and head:
            body.insert(0, "")
        view.typing_row = min(len(head) + len(body) + 1, rows - _PROMPT_ROWS)
        filled = [*head, *body, *[""] * (room - len(body))]
        foot = [*told, *self._render_foot()]  # tells how to scroll, if that is needed now
        self._screen.paint((filled if typing else [*filled, *foot])[:rows], anew)

    def type(self, ask_text: AskText, keys: Sequence[Key], several: bool, text: str) -> str:
        """What is typed into a prompt below the page, which begins with `text`."""
        from flashcards.terminal.prompts import TIME_UP, PromptInterrupted

        self._view.keys, self._view.ratings, self._view.question = keys, (), ""
        if not self._view.typing:  # something was asked about in the place of the prompt
            self._view.typing = True
            self.paint()
        self.wait_until_keys_count()
        while True:
            last = max(0, self._screen.size()[1] - _PROMPT_ROWS)
            self._screen.begin_typing(min(self._view.typing_row, last))
            try:
                return ask_text(
                    self._describe_keys,
                    several,
                    text,
                    seconds=self.seconds_left,
                    tick=self._paint_clock,
                    is_outdated=self._is_outdated,
                )
            except PromptInterrupted as interrupted:
                text, reason = interrupted.kept, interrupted.reason
            finally:
                self._screen.end_typing()
            if reason == TIME_UP:
                raise CommandEntered("time_up")
            self._obey(reason)

    def turn_code(self) -> None:
        """Shows the code, then what runs before it, from the top; or hides what need not be seen.

        The line of keys has room for what hides it, however long the page is now.
        """
        view = self._view
        opens_setup = view.has_setup and not view.shows_setup and not view.fitted.hides_code
        view.shows_code = view.fitted.hides_code or opens_setup
        view.shows_setup = opens_setup
        view.first = 0 if view.shows_code else None
        self.paint()

    def follow_pointer(self) -> None:
        """From now on what is pointed at is in view, until the page is scrolled."""
        self._view.follows = True

    def ask_plainly(self, console: Console, question: str, keys: str) -> str:
        """The key that is pressed on the usual screen, where no page is open.

        `keys`, such as `(y/N)`, are told when they count. Raises KeyboardInterrupt and EOFError.
        """
        reader = self._read_keys()
        told = Text("\n").join(Text(f"{question} {keys}").wrap(console, console.width))
        told.right_crop(len(keys))
        console.print(told, end="")
        ready_at = find_end_of_guard()
        while key := reader.drop(ready_at - time.monotonic()):
            leave_by(key)
        console.print(Text(keys))
        while (key := reader.read()) in (None, REPAINT, "c-z"):
            if key == "c-z":
                reader.suspend()
        assert key is not None
        leave_by(key)
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

    def show_pages(self, words: Words, draw: Draw, mark: str = "", rules: bool = False) -> str:
        """The key, Esc, Enter or q, that left a long text to scroll through, from `mark` on.

        Of `rules` the line of keys says that Enter begins.
        """
        from flashcards.terminal.pager import Pages

        self._deadline = None
        pages = Pages(words, draw, self._width, mark, rules)
        return pages.show(self._screen, self._canvas, self._read_keys())

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
        elif key == "c-z":  # stops until the shell goes on with it
            self._screen.close()
            self._read_keys().suspend()
            self.paint(anew=True)
        elif self._view.can_scroll_by(key):
            self._view.scroll(key)
            self.paint()
        elif key == "?" and not self._view.helps and self._view.ready_at is None:
            self.show_help()
        elif key == "c" and not self._view.helps and self._view.has_hidden_code:
            self.turn_code()
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

    def _render_told(self, rows: int) -> list[str]:
        """What a key just brought, for the foot, as far as it leaves the card some of the rows."""
        if self._view.helps or self._view.typing:
            return []
        lines = self._canvas.print(*(Text(line, "magenta") for line in self.state.told))
        return lines[: max(1, rows - _SMALLEST_PAGE)]

    def _render_foot(self) -> list[str]:
        """What is asked, the ratings and the keys; empty lines as long as keys do not count."""
        view, canvas, words = self._view, self._canvas, self.state.words
        if view.helps and not view.shown.last:
            return canvas.print(Text(words.say("close_help")))
        if view.helps:
            return [canvas.print_line(Text(table.format_help_line(words, canvas.width)))]
        lines = canvas.print(Text(view.question, "bold")) if view.question else []
        for line in table.format_ratings(words, view.ratings, canvas.width) if view.ratings else ():
            lines.append(canvas.print_line(Text(line, "bold")))
        lines.append(canvas.print_line(Text(self._describe_keys())))
        return [""] * len(lines) if view.ready_at is not None else lines

    def _describe_keys(self) -> str:
        return table.format_key_line(self.state.words, self._view.list_keys(), self._canvas.width)

    def _fit_card(self, rows: int) -> Fitted:
        """The card in so many rows, the option that is pointed at in view."""
        canvas, state, view = self._canvas, self.state, self._view
        is_answered = state.feedback is not None or state.shows_answer
        stub, focus = None, None
        if is_answered and not view.shows_code:
            count = len((state.question.code or "").splitlines())
            stub = f"    {state.words.say('hidden_code', n=count)}"
        if not is_answered and state.question.options and view.follows and not view.helps:
            focus = find_focus(canvas, state)
        blocks = make_blocks(canvas, state, shows_setup=view.shows_setup)
        first = None if view.helps else view.first
        return fit_page(blocks, rows, code_stub=stub, first=first, focus=focus)

    def _fit_help(self, rows: int) -> Fitted:
        listed = (key for key in self._view.list_keys() if key.shown)
        keys = [*self._view.ratings, *listed, table.REDRAW, table.STOP]
        keys += [table.SLEEP] if self._read_keys().can_suspend else []
        state = self.state
        lines = self._canvas.draw(lambda to: table.print_keys(to, state.words, keys, state.context))
        return fit_page([Block(lines)], rows, first=self._view.first)

    def _read_keys(self) -> KeyReader:
        if self._reader is None:
            self._reader = self._make_reader()
            self._screen.mark_pastes(True)
        return self._reader
