"""What may be wrong in lines that the YAML parser refuses, and how they would be right.

`propose_repairs` guesses; a guess counts only if the parser gets further with it, so
what an author is told to write has been tried. Mistakes of quoting are in `quote_repairs`,
of indentation in `indent_repairs`, those that a line shows by itself in `line_repairs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flashcards.source.bracket_repairs import (
    repair_bracket,
    repair_in_brackets,
    repair_stray_bracket,
)
from flashcards.source.fault import Broken, Repair, show_line
from flashcards.source.indent_repairs import repair_block, repair_indent
from flashcards.source.line_repairs import mend_line
from flashcards.source.quote_repairs import (
    repair_bar,
    repair_escape,
    repair_item,
    repair_long_text,
    repair_open_text,
    repair_quote,
    repair_stray_line,
    repair_text,
)


def propose_repairs(broken: Broken) -> Iterator[Repair]:
    """Guesses at the mistake behind a fault, the most certain first."""
    for number in range(broken.last, -1, -1):
        yield from propose_line_repairs(broken.lines, number)
    for rule in _RULES:
        yield from rule(broken)


def propose_line_repairs(lines: Sequence[str], number: int) -> Iterator[Repair]:
    """Guesses at what is wrong in one line."""
    for mended in mend_line(lines[number]):
        hint = mended.hint or show_line(mended.line)
        yield Repair(number, mended.column, mended.message, hint, {number: mended.line})


_RULES: tuple[Callable[[Broken], Iterator[Repair]], ...] = (
    repair_escape,
    repair_quote,
    repair_in_brackets,
    repair_bracket,
    repair_indent,
    repair_block,
    repair_bar,
    repair_text,
    repair_item,
    repair_open_text,
    repair_stray_bracket,
    repair_stray_line,
    repair_long_text,
)
