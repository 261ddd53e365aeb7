"""What HTML pages of cards share: their template, the cards' style, and the width of blocks.

A table that a program printed cannot be read when its lines wrap. Paper gives it smaller type, a
screen scrolls it: style sheets know by `--columns` how wide a block of code or output is.
"""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from jinja2 import Template

_COLOUR = re.compile(r"--([a-z]{1,2}): (#[0-9a-f]{6})")
_BLOCK = re.compile(r'<pre(?: class="([^"]*)")?>(.*?)</pre>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_COLUMN = re.compile(r"\S {2,}\S")
"""Two spaces inside a line: something is meant to stand below something else."""
_FITS = 60
"""Columns that fit everywhere."""
_SHRINKS = 105
"""Columns that paper takes in small type; longer lines that are no table wrap instead."""


@cache
def load_template(path: Path) -> Template:
    """Return a template that escapes every value but those that it marks as safe HTML.

    A value that is not given is an error. Files beside it can be included.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(path.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(path.name)


@cache
def load_card_style() -> str:
    """Return the text of `card.css` beside this module."""
    return Path(__file__).with_name("card.css").read_text(encoding="utf-8")


@cache
def load_code_colours() -> dict[str, str]:
    """Return the colours of highlighted code on a light page by class, as `#rrggbb`."""
    colours: dict[str, str] = {}
    for name, colour in _COLOUR.findall(load_card_style()):
        colours.setdefault(name, colour)  # the first of each name: the second is for the night
    return {**colours, "si": colours["se"], "gd": "#b3261e", "gi": "#17692b", "gp": colours["c"]}


def mark_wide_blocks(html: str) -> str:
    """Return the HTML with `--columns` in the style of wide blocks; tables are `aligned`.

    A table can be focused, so that keys scroll it.
    """
    return _BLOCK.sub(_mark, html)


def _mark(block: re.Match[str]) -> str:
    lines = unescape(_TAG.sub("", block[2])).splitlines()
    columns = max(map(_count_columns, lines), default=0)
    style, end = f'style="--columns: {columns}"', f"{block[2]}</pre>"
    if sum(bool(_COLUMN.search(line.strip())) for line in lines) > 1:
        names = f"{block[1]} aligned" if block[1] else "aligned"
        return f'<pre class="{names}" tabindex="0" {style}>{end}'
    if _FITS < columns <= _SHRINKS:
        names = f' class="{block[1]}"' if block[1] else ""
        return f"<pre{names} {style}>{end}"
    return block[0]


def _count_columns(line: str) -> int:
    return len(line) + sum(east_asian_width(letter) in "WF" for letter in line if letter > "\u1100")
