"""One page: lines drawn by rich for a width, in blocks that are made to fit into the rows.

What is too tall first gives up empty lines, as many as it must, then what it can do
without, then the code of the question, which one key brings back; what is still too tall
is scrolled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO

from rich.console import Console, RenderableType

from flashcards.terminal.rich_text import AS_WRITTEN

Draw = Callable[[Console], None]
Spans = dict[str, tuple[int, int]]
"""Where named blocks begin and end among the lines of a page."""
CODE, OPTIONS, WHY, TITLE = "code", "options", "why", "title"
_SPACED_FIRST = (TITLE, OPTIONS, "verdict", WHY, CODE)


class Canvas:
    """Draws for a width; what was printed comes back as lines with escape codes."""

    def __init__(self, like: Console) -> None:
        self._file = StringIO()
        self._console = Console(
            file=self._file,
            **AS_WRITTEN,
            force_terminal=True,
            color_system=like.color_system,  # type: ignore[arg-type]  # rich returns what it takes
            no_color=like.no_color,
            width=like.width,
            height=like.height,  # without it, rich asks the terminal for its size at every line
            legacy_windows=False,
        )

    @property
    def width(self) -> int:
        return self._console.width

    def fit_window(self, columns: int, most: int) -> None:
        """Draw for a window of so many columns from now on, but for `most` of them."""
        self._console.width = max(10, min(columns, most))

    def draw(self, draw: Draw) -> list[str]:
        """The lines that were printed, without empty ones around them."""
        draw(self._console)
        lines = self._file.getvalue().split("\n")
        self._file.seek(0)
        self._file.truncate()
        while lines and not lines[-1].strip():
            lines.pop()
        while lines and not lines[0].strip():
            del lines[0]
        return lines

    def print(self, *parts: RenderableType) -> list[str]:
        """The lines of some texts, one below the other."""

        def draw(console: Console) -> None:
            for part in parts:
                console.print(part)

        return self.draw(draw)

    def print_line(self, part: RenderableType) -> str:
        """One line; what does not fit is cut off with a mark."""
        lines = self.draw(lambda console: console.print(part, no_wrap=True, overflow="ellipsis"))
        return lines[0] if lines else ""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, ready for a terminal."""

    lines: Sequence[str]
    name: str = ""
    """What the block is, where the page must know."""
    optional: bool = False
    """It is left out before anything else if there is no room."""
    clings: bool = False
    """No empty line stands before it."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines of a page that are in view."""

    lines: Sequence[str]
    first: int = 0
    """How many lines are above what is in view."""
    last: int = 0
    """The greatest value of `first`."""
    hides_code: bool = False


def fit_page(
    blocks: Sequence[Block],
    rows: int,
    *,
    code_stub: str | None = None,
    first: int | None = None,
    focus: int | None = None,
) -> Fitted:
    """The blocks in so many rows.

    `code_stub` may stand in the place of the code if there is no room for it; None keeps
    the code. `first` is how far down the learner scrolled; by default the page begins
    where all of its answer can be seen, else at the top. `focus` is a line of the options
    that must be in view.
    """
    lines, spans, hides = _shorten(blocks, rows, code_stub)
    last = max(0, len(lines) - rows)
    begin = _find_first(spans, rows, last) if first is None else max(0, min(first, last))
    if focus is not None and OPTIONS in spans:
        line = spans[OPTIONS][0] + focus
        begin = max(0, min(max(begin, line - rows + 1), line, last))
    return Fitted(lines[begin : begin + rows], begin, last, hides)


def _shorten(
    blocks: Sequence[Block], rows: int, code_stub: str | None
) -> tuple[list[str], Spans, bool]:
    """Lines and spans of the longest version of the page that fits, else of the shortest."""
    blocks = [block for block in blocks if block.lines]
    needed = [block for block in blocks if not block.optional]
    versions = [(blocks, False), (needed, False)]
    if code_stub is not None and any(block.name == CODE for block in blocks):
        short = [Block([code_stub]) if block.name == CODE else block for block in needed]
        versions.append((short, True))
    chosen = next((each for each in versions if _count(each[0]) <= rows), versions[-1])
    return (*_join(chosen[0], rows - _count(chosen[0])), chosen[1])


def _count(blocks: Sequence[Block]) -> int:
    return sum(len(block.lines) for block in blocks)


def _join(blocks: Sequence[Block], free: int) -> tuple[list[str], Spans]:
    """All lines, with an empty one before as many blocks as there are free rows for."""
    apart = (place for place in range(1, len(blocks)) if not blocks[place].clings)
    places = sorted(apart, key=lambda place: _weigh(blocks[place].name))
    spaced = set(places[: max(0, free)])
    lines: list[str] = []
    spans = {}
    for place, block in enumerate(blocks):
        if place in spaced:
            lines.append("")
        if block.name:
            spans[block.name] = (len(lines), len(lines) + len(block.lines))
        lines.extend(block.lines)
    return lines, spans


def _weigh(name: str) -> int:
    """How early a block gets its empty line, where there is not room for all of them."""
    return _SPACED_FIRST.index(name) if name in _SPACED_FIRST else len(_SPACED_FIRST)


def _find_first(spans: Spans, rows: int, last: int) -> int:
    """The top; if `why` is below the rows, as far down as it takes without losing the options."""
    if WHY not in spans or OPTIONS not in spans:
        return 0
    return max(0, min(spans[WHY][1] - rows, spans[OPTIONS][0], last))
