"""Formulas drawn by the browser itself: TeX to MathML, for pages without scripts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from html import unescape

from flashcards.text.plain_text import read_word_list

_MATH = "http://www.w3.org/1998/Math/MathML"
_TAGS = read_word_list(
    "math mrow mi mo mn mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover "
    "mtable mtr mtd mstyle mpadded mphantom menclose"
)
_ATTRIBUTES = read_word_list(
    "display displaystyle scriptlevel mathvariant stretchy fence form accent accentunder "
    "linethickness lspace rspace width height depth columnalign columnlines rowlines "
    "columnspacing rowspacing minsize maxsize movablelimits largeop symmetric notation"
)
_CHILDREN = {"msubsup": 3, "munderover": 3} | dict.fromkeys(
    ("msup", "msub", "mfrac", "mroot", "mover", "munder"), 2
)
"""How many parts an element must have to be drawn."""
_FORMULA = re.compile(
    r"(?P<other><code>.*?</code>|<[^>]*>)"
    r"|\\\((?!\u2060)(?P<inline>[^<]*?)\\\)(?P<mark>[.,:;!?)]*)|\\\[(?!\u2060)(?P<block>[^<]*?)\\\]",
    re.DOTALL,
)


def draw_formulas(html: str) -> str:
    r"""The HTML with MathML for `\(…\)` and `\[…\]`; what cannot be drawn stays TeX."""
    return _FORMULA.sub(_draw, html) if "\\" in html else html


def has_undrawn_formula(html: str) -> bool:
    """Whether a formula would stay TeX."""
    return any(_draw(found) == found[0] for found in _FORMULA.finditer(html) if not found["other"])


def _draw(found: re.Match[str]) -> str:
    if found["other"]:
        return found[0]
    in_line = found["inline"] is not None
    tex = unescape(found["inline"] if in_line else found["block"])
    drawn = convert_formula(tex, "inline" if in_line else "block")
    if drawn is None:
        return found[0]
    return _keep_together(drawn, found["mark"]) if found["mark"] else drawn


def _keep_together(drawn: str, mark: str) -> str:
    """A formula with the mark behind it, which no line begins with."""
    return f'<span style="white-space: nowrap">{drawn}{mark}</span>'


@lru_cache(1024)
def convert_formula(tex: str, display: str) -> str | None:
    """The formula as MathML that only draws; None if the converter does not know all of it."""
    from latex2mathml.converter import convert

    try:
        root = ET.fromstring(convert(tex, display=display))
    except Exception:  # the converter raises what it meets: IndexError, StopIteration, its own
        return None
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{_MATH}}}")
        for name in element.attrib.keys() - _ATTRIBUTES:
            del element.attrib[name]
        if element.tag not in _TAGS or "\\" in (element.text or ""):
            return None
        if len(element) != _CHILDREN.get(element.tag, len(element)):
            return None
    root.set("alttext", tex)
    return ET.tostring(root, encoding="unicode")
