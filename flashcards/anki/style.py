"""The one style sheet of all cards."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def style() -> str:
    """The text of `card.css`, which is installed beside this module."""
    return Path(__file__).with_name("card.css").read_text(encoding="utf-8")
