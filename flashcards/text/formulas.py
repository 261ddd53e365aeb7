"""Formulas where there is no MathJax: MathML for browsers, a line of Unicode for terminals.

latex2mathml makes MathML, which a browser draws without scripts; `v^T J` becomes vᵀJ from the
same MathML. A formula that cannot be converted stays TeX.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from functools import lru_cache
from html import unescape
from unicodedata import normalize

from flashcards.text.markdown import FORBIDDEN_TEX

MAX_FORMULA = 2000
"""Characters."""
_CHILDREN = {"msubsup": 3, "munderover": 3} | dict.fromkeys(
    ("msup", "msub", "mfrac", "mroot", "mover", "munder"), 2
)
"""How many children an element must have to be drawn."""
_FORMULA = re.compile(
    r"(?P<other><code>.*?</code>|<[^>]*>)"
    r"|\\\((?!\u2060)(?P<inline>[^<]*?)\\\)|\\\[(?!\u2060)(?P<block>[^<]*?)\\\]",
    re.DOTALL,
)
_DELIMITED = re.compile(r"\\\((?!\u2060)(.*?)\\\)|\\\[(?!\u2060)(.*?)\\\]", re.DOTALL)
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(?:(align|aligned)|gather\*?|gathered)\}")
"""Environments that the converter does not know, or numbers."""

_SMALL = {
    "^": str.maketrans("0123456789+−niT′*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ′*"),
    "_": str.maketrans("0123456789+−ijknt", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜ"),
}
_ACCENTS = dict(zip("^˜~―¯→˙¨", "\u0302\u0303\u0303\u0304\u0304\u20d7\u0307\u0308", strict=True))
"""A sign over a letter, as the mark that combines with the letter before it."""
_OPERATORS = frozenset("+−±=≠≡≈∼≃≅≤≥<>≪≫∈∉⊂⊆∪∩∧∨×÷·∘⊗⊕⊙→←↦⇒⇐⇔⟶⟵⟹∝:∣")
"""Those with a space on both sides; a sign before a number has none."""
_OPENING = ("(", "[", "{", "⟨", "⌊", "⌈", " ")
_WORD = re.compile(r"[A-Za-z]{2,}")
_SINGLE = re.compile(r".[\u0300-\u036f\u20d7]?|\d+|\([^()]*\)")
"""What needs no brackets: a letter, a number, what has brackets."""


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

    The converter forgives open braces, and drops what follows `%`.
    """
    from latex2mathml.converter import convert_to_element  # slow, and most texts need none

    bare = _ESCAPED.sub("", tex)
    is_open = bare.count("{") != bare.count("}")
    if is_open or re.search("[%#]", bare) or len(tex) > MAX_FORMULA or FORBIDDEN_TEX.search(tex):
        return None
    known = _ENVIRONMENT.sub(
        lambda match: rf"\{match[1]}{{{'align*' if match[2] else 'matrix'}}}", tex
    )
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


@lru_cache(4096)
def format_formula(tex: str) -> str:
    """Return the formula in Unicode on one line; the TeX itself if it cannot be written so."""
    math = convert_formula(tex.strip(), "inline")
    if math is None:
        return tex.strip()
    try:
        return normalize("NFC", " ".join(_format(ET.fromstring(math)).split()))
    except LookupError:
        return tex.strip()


def format_formulas(text: str) -> str:
    r"""Return a plain text with Unicode in place of each `\(…\)` and `\[…\]`."""
    return _DELIMITED.sub(lambda match: format_formula(match[1] or match[2] or ""), text)


def _format(element: ET.Element) -> str:
    """Return an element of MathML on one line. Raises LookupError for what needs more."""
    match element.tag, list(element):
        case "mspace", _:
            return " "
        case _, []:
            return (element.text or "").replace("\xa0", " ")
        case "mfrac", [above, below] if not element.get("linethickness"):
            return f"{_group(_format(above))}/{_group(_format(below))}"
        case "msqrt", parts:
            return f"√{_group(_join(parts))}"
        case "msup", [base, above]:
            return _format_base(base) + _format_script(above, "^")
        case "msub" | "munder", [base, below]:
            return _format_base(base) + _format_script(below, "_")
        case "msubsup" | "munderover", [base, below, above]:
            return _format_base(base) + _format_script(below, "_") + _format_script(above, "^")
        case "mover", [base, accent] if len(letter := _format(base)) == 1:
            return letter + _ACCENTS[_format(accent)]
        case "math" | "mrow" | "mstyle", parts:
            return _join(parts)
    raise LookupError(element.tag)


def _join(parts: Sequence[ET.Element]) -> str:
    """Return parts side by side, with spaces around operators and names such as log."""
    line = previous = ""
    for element in parts:
        part = _format(element)
        if element.tag == "mfrac" and len(parts) > 1:
            part = f"({part})"
        is_first = not line or line.endswith(_OPENING)
        if element.tag == "mo" and part in _OPERATORS:
            line += part if is_first else f" {part} "
        elif part in (",", ";"):
            line = f"{line.rstrip()}{part} "
        else:
            is_word = _WORD.match(part) or (_WORD.match(previous) and part[0].isalnum())
            line += f" {part}" if is_word and not is_first else part
        previous = part
    return line


def _group(text: str) -> str:
    """Return the text in brackets unless it is one letter, a number or has them."""
    text = text.strip()
    return text if _SINGLE.fullmatch(text) else f"({text})"


def _format_base(element: ET.Element) -> str:
    return _group(_format(element)) if len(element) else _format(element)


def _format_script(element: ET.Element, sign: str) -> str:
    """Return a part above or below the line in small letters if they exist, else after a sign."""
    text = _format(element).replace(" ", "")
    if all(ord(letter) in _SMALL[sign] for letter in text):
        return text.translate(_SMALL[sign])
    return sign + _group(_format(element))
