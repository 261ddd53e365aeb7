"""The style sheet of all cards, and the colours it gives to code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_COLOUR = re.compile(r"--([a-z]{1,2}): (#[0-9a-f]{6})")


@cache
def load_card_style() -> str:
    """The text of `card.css`, which is installed beside this module."""
    return Path(__file__).with_name("card.css").read_text(encoding="utf-8")


@cache
def load_code_colours() -> dict[str, str]:
    """Class of highlighted code to its colour on a light page, as `#rrggbb`."""
    colours: dict[str, str] = {}
    for name, colour in _COLOUR.findall(load_card_style()):
        colours.setdefault(name, colour)  # the first of each name: the second is for the night
    return {**colours, "si": colours["se"], "gd": "#b3261e", "gi": "#17692b", "gp": colours["c"]}
