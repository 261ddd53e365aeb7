"""Formulas where there is no MathJax: latex2mathml makes MathML, which a browser draws itself.

A terminal shows the TeX, and so does a page whose formula cannot be converted.
"""

import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from html import unescape

from flashcards.text.markdown import FORBIDDEN_TEX, WORD_JOINER

MAX_FORMULA = 2000
"""Characters."""
_CHILDREN = {"msubsup": 3, "munderover": 3} | dict.fromkeys(
    ("msup", "msub", "mfrac", "mroot", "mover", "munder"), 2
)
"""How many children an element must have to be drawn."""
_FORMULA = re.compile(
    r"(?P<other><code>.*?</code>|<[^>]*>)"
    rf"|\\\((?!{WORD_JOINER})(?P<inline>[^<]*?)\\\)|\\\[(?!{WORD_JOINER})(?P<block>[^<]*?)\\\]",
    re.DOTALL,
)
_DELIMITED = re.compile(
    rf"\\\((?!{WORD_JOINER})(.*?)\\\)|\\\[(?!{WORD_JOINER})(.*?)\\\]", re.DOTALL
)
_ESCAPED = re.compile(r"\\.", re.DOTALL)


def draw_formulas(html: str) -> str:
    r"""Return the HTML with MathML for `\(…\)` and `\[…\]`; what cannot be drawn stays TeX."""

    def draw(match: re.Match[str]) -> str:
        if match["other"]:
            return match[0]
        display = "inline" if match["block"] is None else "block"
        return convert_formula(unescape(match[display]), display) or match[0]

    return _FORMULA.sub(draw, html)


@lru_cache(1024)
def convert_formula(tex: str, display: str) -> str | None:
    """Return the formula as MathML; None if it is not allowed or cannot be drawn.

    The converter forgives open braces, drops what follows `%`, does not know some environments
    and would number others.
    """
    from latex2mathml.converter import convert_to_element  # slow, and most texts need none

    bare = _ESCAPED.sub("", tex)
    is_open = bare.count("{") != bare.count("}")
    if is_open or re.search("[%#]", bare) or len(tex) > MAX_FORMULA or FORBIDDEN_TEX.search(tex):
        return None
    known = re.sub(r"\\(begin|end)\{(?:align|aligned)\}", r"\\\1{align*}", tex)
    known = re.sub(r"\\(begin|end)\{(?:gather\*?|gathered)\}", r"\\\1{matrix}", known)
    try:
        root = convert_to_element(known, display=display)
    except Exception:  # the converter raises what it meets: IndexError, StopIteration, its own
        return None
    for element in root.iter():
        text = element.text or ""
        if "\\" in text or text == "&":
            return None
        if len(element) != _CHILDREN.get(element.tag, len(element)):
            return None
        element.text = unescape(text)
        if (side := element.get("columnalign")) in ("left", "right"):  # browsers read the style
            element.set("style", f"text-align: {side}; padding-{side}: 0")
    del root.attrib["xmlns"]
    root.set("alttext", tex)
    return ET.tostring(root, encoding="unicode")


def strip_delimiters(text: str) -> str:
    r"""Return a plain text with the bare TeX in place of each `\(…\)` and `\[…\]`."""
    return _DELIMITED.sub(lambda match: (match[1] or match[2] or "").strip(), text)
