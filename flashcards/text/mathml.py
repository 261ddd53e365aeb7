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
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{\s*([a-z]+\*?)\s*\}(\s*\{\d+\})?")
_DRAWN_AS = {
    "align": "align*", "aligned": "align*", "alignedat": "align*",
    "gather": "matrix", "gather*": "matrix", "gathered": "matrix",
}  # fmt: skip
"""Environments that the converter does not know, and those that look the same on one card."""
_NO_ENVIRONMENT = frozenset(("equation", "equation*"))
_OPERATOR = re.compile(r"\\operatorname\*?\s*\{((?:[^{}\\]|\\[,:;! ])*)\}")
_UPRIGHT = re.compile(r"\\mathrm\s*(?:\{\s*([A-Za-z])\s*\}|\s([A-Za-z])(?![A-Za-z]))")
"""One letter, which the converter would draw in italics: units, and the d of an integral."""
_SPACE = re.compile(r"\\[,:; ]|[\s~]")
_WORD = re.compile(r"\\(arg|nonumber|notag|copyright|P|backslash)(?![A-Za-z])\s*")
_WRITTEN_AS = {
    "arg": r"\operatorname{arg}", "copyright": r"\text{©}", "P": r"\text{¶}",
    "backslash": r"\setminus ",
}  # fmt: skip


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
        root = ET.fromstring(convert(_prepare(tex), display=display))
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
    _set_columns(root)
    root.set("alttext", tex)
    return ET.tostring(root, encoding="unicode")


def _set_columns(root: ET.Element) -> None:
    """Say by style what browsers no longer read from attributes: where cells stand."""
    for table in root.iter("mtable"):
        is_derivation = (table.get("columnspacing") or "").startswith("0em")
        for cell in table.iter("mtd"):
            side = cell.get("columnalign")
            if side in ("left", "right"):
                tight = f"; padding-{side}: 0" if is_derivation else ""
                cell.set("style", f"text-align: {side}{tight}")


def _prepare(tex: str) -> str:
    """The formula in the words that the converter knows."""
    if "\\" not in tex:
        return tex
    tex = _UPRIGHT.sub(lambda found: rf"\text{{{found[1] or found[2]}}}", tex)
    tex = _WORD.sub(lambda found: _WRITTEN_AS.get(found[1], ""), tex)
    return _ENVIRONMENT.sub(_rename, _OPERATOR.sub(_write_operator, tex))


def _rename(found: re.Match[str]) -> str:
    side, name = found[1], found[2]
    if name in _NO_ENVIRONMENT:
        return ""
    if name == "rcases":
        return r"\left.\begin{array}{ll}" if side == "begin" else r"\end{array}\right\}"
    if name in _DRAWN_AS:
        return rf"\{side}{{{_DRAWN_AS[name]}}}"
    return found[0]


def _write_operator(found: re.Match[str]) -> str:
    """The name of an operator; one of several words is text, which keeps its spaces."""
    name = " ".join(_SPACE.sub(" ", found[1].replace(r"\!", "")).split())
    return rf"\text{{{name}}}" if " " in name else rf"\operatorname{{{name}}}"
