"""Lines of a page: what rich makes of texts, for one width, with the colours of the terminal."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from rich.console import Console, RenderableType

from flashcards.terminal.rich_text import THEME

Draw = Callable[[Console], None]


class Canvas:
    """Draws for a width; what was printed comes back as lines with escape codes."""

    def __init__(self, like: Console) -> None:
        self._file = StringIO()
        self._console = Console(
            file=self._file,
            theme=THEME,
            highlight=False,
            markup=False,
            emoji=False,
            force_terminal=True,
            color_system=like.color_system,  # type: ignore[arg-type]  # rich returns what it takes
            no_color=like.no_color,
            width=like.width,
            legacy_windows=False,
        )

    @property
    def width(self) -> int:
        return self._console.width

    @width.setter
    def width(self, columns: int) -> None:
        self._console.width = columns

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
