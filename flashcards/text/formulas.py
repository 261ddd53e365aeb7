"""Formulas for those who have no MathJax: as MathML for browsers, and as a line of Unicode.

A page without scripts shows MathML, which the browser itself draws. A terminal shows `v^T J` as
vᵀJ, made from the same MathML. A formula that latex2mathml does not convert stays TeX.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import lru_cache
from html import unescape
from unicodedata import normalize

from flashcards.text.markdown import FORBIDDEN_TEX

MAX_FORMULA = 2000
"""Characters."""
_CHILDREN = {"msubsup": 3, "munderover": 3} | dict.fromkeys(
    ("msup", "msub", "mfrac", "mroot", "mover", "munder"), 2
)
"""How many parts an element must have to be drawn."""
_FORMULA = re.compile(
    r"(?P<other><code>.*?</code>|<[^>]*>)"
    r"|\\\((?!\u2060)(?P<inline>[^<]*?)\\\)(?P<mark>[.,:;!?)]*)|\\\[(?!\u2060)(?P<block>[^<]*?)\\\]",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(?:(align|aligned)|gather\*?|gathered)\}")
"""Environments that the converter does not know, or numbers."""

_RAISED = str.maketrans("0123456789+−niT′*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ′*")
_LOWERED = str.maketrans("0123456789+−ijknt", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜ")
_ACCENTS = dict(zip("^˜~―¯→˙¨", "\u0302\u0303\u0303\u0304\u0304\u20d7\u0307\u0308", strict=True))
"""The sign over a letter, as the mark that combines with the letter before it."""
_SPACED = frozenset("+−±=≠≡≈∼≃≅≤≥<>≪≫∈∉⊂⊆∪∩∧∨×÷·∘⊗⊕⊙→←↦⇒⇐⇔⟶⟵⟹∝:∣")
"""Operators with a space on both sides, if something stands before them."""
_OPENING = frozenset("([{⟨⌊⌈")
_LARGE = frozenset("∑∏∐∫∬∭∮⋂⋃⨁⨂")
_COMBINING = re.compile(r"[\u0300-\u036f\u20d7]")
_WHITE_SPACE = re.compile(r"\s+")
_FIRST_RELATION = re.compile(r"^([=≠≡≈∼<>≤≥→⇒⟹])(?=\S)")
_DELIMITED = re.compile(r"\\\((?!\u2060)(.*?)\\\)|\\\[(?!\u2060)(.*?)\\\]", re.DOTALL)


def draw_formulas(html: str) -> str:
    r"""The HTML with MathML for `\(…\)` and `\[…\]`; what cannot be drawn stays TeX."""
    return _FORMULA.sub(_draw, html) if "\\" in html else html


def _draw(found: re.Match[str]) -> str:
    if found["other"]:
        return found[0]
    in_line = found["inline"] is not None
    tex = unescape(found["inline"] if in_line else found["block"])
    drawn = convert_formula(tex, "inline" if in_line else "block")
    if drawn is None:
        return found[0]
    if not found["mark"]:
        return drawn
    # no line begins with the mark behind a formula
    return f'<span style="white-space: nowrap">{drawn}{found["mark"]}</span>'


@lru_cache(1024)
def convert_formula(tex: str, display: str) -> str | None:
    """Return the formula as MathML; None if it is not allowed or cannot be drawn.

    The converter forgives open braces, and drops what follows `%`.
    """
    from latex2mathml.converter import convert_to_element

    bare = _ESCAPED.sub("", tex)
    is_open = bare.count("{") != bare.count("}")
    if is_open or re.search("[%#]", bare) or len(tex) > MAX_FORMULA or FORBIDDEN_TEX.search(tex):
        return None
    try:
        root = convert_to_element(_ENVIRONMENT.sub(_rename_environment, tex), display=display)
    except Exception:  # the converter raises what it meets: IndexError, StopIteration, its own
        return None
    for element in root.iter():
        text = element.text or ""
        if "\\" in text or text == "&":
            return None
        if len(element) != _CHILDREN.get(element.tag, len(element)):
            return None
        element.text = unescape(text)
    _set_columns(root)
    del root.attrib["xmlns"]
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


def _rename_environment(found: re.Match[str]) -> str:
    return rf"\{found[1]}{{{'align*' if found[2] else 'matrix'}}}"


class _UnknownFormula(Exception):
    """A formula that needs more than one line of letters."""


@lru_cache(4096)
def format_formula(tex: str) -> str:
    """The formula in Unicode on one line; the TeX itself if it cannot be written so."""
    made = convert_formula(tex.strip(), "inline")
    if made is None:
        return tex.strip()
    try:
        return normalize("NFC", _WHITE_SPACE.sub(" ", _format(ET.fromstring(made))).strip())
    except _UnknownFormula:
        return tex.strip()


def format_formulas(text: str) -> str:
    r"""A plain text with letters in place of each `\(…\)` and `\[…\]`."""
    if "\\" not in text:
        return text
    return _DELIMITED.sub(lambda found: format_formula(found[1] or found[2] or ""), text)


def _format(element: ET.Element) -> str:
    """An element of MathML on one line. Raises _UnknownFormula if it needs more than one."""
    match element.tag, list(element):
        case "mspace", _:
            return " "
        case "mphantom", _:
            return ""
        case "mfrac", parts if not element.get("linethickness"):
            return "/".join(map(_group, parts))
        case "msqrt", _:
            inside = _format_row(element).strip()
            return f"√{inside}" if len(inside) == 1 or inside.isdigit() else f"√({inside})"
        case "mroot", [inside_root, degree]:
            return f"{_shift(degree, _RAISED, '^')}√{_group(inside_root)}"
        case "msup", [base, raised]:
            return _format_base(base) + _shift(raised, _RAISED, "^")
        case "msub" | "munder", [base, lowered]:
            return _format_lowered(base, _shift(lowered, _LOWERED, "_"))
        case "msubsup" | "munderover", [base, lowered, raised]:
            scripts = _shift(lowered, _LOWERED, "_") + _shift(raised, _RAISED, "^")
            return _format_lowered(base, scripts)
        case "mover", [base, sign] if _format(sign) in _ACCENTS and len(_format(base)) == 1:
            return _format(base) + _ACCENTS[_format(sign)]
        case "mtable", rows:
            return "; ".join(" ".join(map(_format_cell, row)).strip() for row in rows)
        case "mfrac" | "mover" | "menclose", _:  # numbers over each other that are not divided
            raise _UnknownFormula
        case _, []:
            return (element.text or "").replace("\xa0", " ")
    return _format_row(element)


def _format_row(element: ET.Element) -> str:
    """The parts side by side, with spaces around operators and names of functions."""
    written = ""
    children = list(element)
    for place, child in enumerate(children):
        part = _format(child)
        beside = [*children[max(0, place - 1) : place], *children[place + 1 : place + 2]]
        if child.tag == "mfrac" and any(map(_multiplies, beside)):
            part = f"({part})"
        if child.tag == "mo" and part in _SPACED:
            bare = not written or written[-1] in _OPENING or written.endswith(" ")
            written += part if bare else f" {part} "
        elif part in (",", ";"):
            written = f"{written.rstrip()}{part} "
        else:
            written += f" {part}" if _needs_space(written, part) else part
    return written


def _multiplies(element: ET.Element) -> bool:
    """Whether a fraction beside it could be read as going on."""
    text = _format(element)
    return element.tag != "mspace" and text not in _SPACED | _OPENING | frozenset(")]}⟩⌋⌉,;")


def _needs_space(written: str, part: str) -> bool:
    """Whether a name such as log would run into the letters beside it."""
    if not written or written[-1] in _OPENING:
        return False
    after_name = re.search(r"[A-Za-z]{2,}\Z", written) is not None
    return _is_word(part) or (after_name and part[:1].isalnum())


def _is_word(text: str) -> bool:
    return len(text) > 1 and text.isascii() and text.replace(" ", "").isalpha()


def _group(element: ET.Element) -> str:
    """A part that stands beside a sign, in brackets unless it is one letter or a number."""
    text = _format(element).strip()
    single = len(_COMBINING.sub("", text)) == 1 or text.isdigit()
    return text if single or (text[:1] == "(" and text.find(")") == len(text) - 1) else f"({text})"


def _format_base(element: ET.Element) -> str:
    return _format(element) if element.tag in ("mo", "mi", "mn", "mtext") else _group(element)


def _shift(element: ET.Element, table: Mapping[int, int], sign: str) -> str:
    """A part above or below the line: as small letters if they exist, else after a sign."""
    text = _format(element).replace(" ", "")
    if all(ord(letter) in table for letter in text):
        return text.translate(table)
    return sign + _group(element)


def _format_lowered(element: ET.Element, scripts: str) -> str:
    """A sum, a name such as lim or a letter with its scripts; what it is taken of comes apart."""
    base = _format_base(element)
    return base + scripts + (" " if base in _LARGE or _is_word(base) else "")


def _format_cell(element: ET.Element) -> str:
    """A cell; one of a derivation begins with its sign."""
    return _FIRST_RELATION.sub(r"\1 ", _format(element).strip())
