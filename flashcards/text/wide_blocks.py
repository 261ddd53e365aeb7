"""Blocks of code and output that a narrow page would break: how wide they are, for style sheets.

A table that a program printed (a profiler's, `nvidia-smi`'s) cannot be read when its lines
wrap. Paper gives it smaller type, a screen lets it scroll sideways.
"""

from __future__ import annotations

import re
from html import unescape
from unicodedata import east_asian_width

_BLOCK = re.compile(r'<pre(?: class="([^"]*)")?>(.*?)</pre>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_COLUMN = re.compile(r"\S {2,}\S")
"""Two spaces inside a line: something is meant to stand below something else."""
_FITS = 60
"""Columns that fit everywhere."""
_SHRINKS = 105
"""Columns that paper takes in small type; longer lines that are no table wrap instead."""


def mark_wide_blocks(html: str) -> str:
    """The HTML with `--columns` in the style of wide blocks; tables are of the class `aligned`.

    A table can be focused, so that keys scroll it.
    """
    return _BLOCK.sub(_mark, html)


def _mark(found: re.Match[str]) -> str:
    lines = unescape(_TAG.sub("", found[2])).splitlines()
    columns = max(map(_count_columns, lines), default=0)
    style, end = f'style="--columns: {columns}"', f"{found[2]}</pre>"
    if sum(bool(_COLUMN.search(line.strip())) for line in lines) > 1:
        names = f"{found[1]} aligned" if found[1] else "aligned"
        return f'<pre class="{names}" tabindex="0" {style}>{end}'
    if _FITS < columns <= _SHRINKS:
        names = f' class="{found[1]}"' if found[1] else ""
        return f"<pre{names} {style}>{end}"
    return found[0]


def _count_columns(line: str) -> int:
    return len(line) + sum(east_asian_width(letter) in "WF" for letter in line if letter > "\u1100")
