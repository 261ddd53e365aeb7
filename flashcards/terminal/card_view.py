"""How the page of a card is being looked at, and what of it is in view."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.text import Text

from flashcards.terminal.card_page import CardState, find_focus, make_blocks
from flashcards.terminal.foot_view import Foot
from flashcards.terminal.key_table import CODE_KEY, LINE_STEPS, Key, scroll_key
from flashcards.terminal.page import OPTIONS, Canvas, Fitted, fit_page

_TYPED_KEYS = Key(tuple(LINE_STEPS), "", "")
"""Where an answer is typed, these keys are letters or move within it."""
_SMALLEST_PAGE = 4
"""Rows that a message in the foot leaves to the page at least."""


@dataclass
class CardView:
    """Where the learner is on the page of a card."""

    typing: bool = False
    """A prompt stands below it."""
    ready_at: float | None = None
    """When keys begin to count, as a monotonic clock tells; None if they do."""
    foot: Foot = field(default_factory=Foot)
    first: int | None = None
    """How far down the learner scrolled, in what is shown."""
    follows: bool = False
    """Whether the option that is pointed at must be in view."""
    shows_code: bool = False
    in_color: bool = True
    """Whether there is time to highlight code."""
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
        return self.shows_code or self.fitted.hides_code

    def list_keys(self) -> list[Key]:
        """The keys that are waited for, with those that the page itself obeys now."""
        keys = [*self.foot.keys]
        if self.has_hidden_code:
            keys.insert(1, CODE_KEY)
        if self.fitted.last:
            waited = (*self.foot.keys, *((_TYPED_KEYS,) if self.typing else ()))
            below = self.fitted.last - self.fitted.first
            keys.insert(0, scroll_key(self.fitted.first, below, waited))
        return keys

    def can_scroll_by(self, key: str) -> bool:
        """Whether a key scrolls: those of pages always, those of lines if nothing else is meant."""
        if key in ("pageup", "pagedown"):
            return True
        taken = {name for each in self.foot.keys for name in each.names}
        return self.shown.last > 0 and key in LINE_STEPS and (self.helps or key not in taken)

    def scroll(self, key: str) -> None:
        """A line or nearly a page up or down."""
        page = max(1, len(self.shown.lines) - 1)
        steps = {**LINE_STEPS, "pagedown": page, "pageup": -page}
        wanted = self.shown.first + steps[key]
        self.first = max(0, min(wanted, self.shown.last))
        if not self.helps:
            self.follows = False


def fit_card(canvas: Canvas, state: CardState, view: CardView, rows: int) -> Fitted:
    """The card in so many rows, the option that is pointed at in view."""
    first = None if view.helps else view.first
    is_answered = state.feedback is not None or state.shows_answer
    stub = _describe_code(state) if is_answered and not view.shows_code else None
    focus = None
    if not is_answered and state.question.options and view.follows and not view.helps:
        focus = (OPTIONS, find_focus(canvas, state))
    blocks = make_blocks(canvas, state, in_color=view.in_color)
    return fit_page(blocks, rows, code_stub=stub, first=first, focus=focus)


def render_told(canvas: Canvas, state: CardState, view: CardView, rows: int) -> list[str]:
    """What a key just brought, for the foot, as far as it leaves the card some of the rows."""
    if view.helps or view.typing:
        return []
    lines = canvas.print(*(Text(line, "magenta") for line in state.told))
    return lines[: max(1, rows - _SMALLEST_PAGE)]


def _describe_code(state: CardState) -> str:
    lines = (state.question.code or "").splitlines()
    return f"    {state.words.say('hidden_code', n=len(lines))}"
