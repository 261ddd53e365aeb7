"""Formulas as a line of Unicode: `v^T J` as vᵀJ, for screens that hold only letters."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize

from flashcards.text.mathml import convert_formula

_RAISED = str.maketrans("0123456789+−niT′*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ′*")
_LOWERED = str.maketrans("0123456789+−ijknt", "₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜ")
_ACCENTS = {"^": "\u0302", "˜": "\u0303", "~": "\u0303", "―": "\u0304", "¯": "\u0304",
            "→": "\u20d7", "˙": "\u0307", "¨": "\u0308"}  # fmt: skip
"""The sign over a letter, as the mark that combines with the letter before it."""
_SPACED = frozenset("+−±=≠≡≈∼≃≅≤≥<>≪≫∈∉⊂⊆∪∩∧∨×÷·∘⊗⊕⊙→←↦⇒⇐⇔⟶⟵⟹∝:∣")
"""Operators with a space on both sides, if something stands before them."""
_OPENING = frozenset("([{⟨⌊⌈")
_LARGE = frozenset("∑∏∐∫∬∭∮⋂⋃⨁⨂")
_COMBINING = re.compile(r"[\u0300-\u036f\u20d7]")
_SPACES = re.compile(r"\s+")
_FIRST_RELATION = re.compile(r"^([=≠≡≈∼<>≤≥→⇒⟹])(?=\S)")
_DELIMITED = re.compile(r"\\\((?!\u2060)(.*?)\\\)|\\\[(?!\u2060)(.*?)\\\]", re.DOTALL)


class _UnknownFormula(Exception):
    """A formula that needs more than one line of letters."""


@lru_cache(4096)
def write_formula(tex: str) -> str:
    """The formula in Unicode on one line; the TeX itself if it cannot be written so."""
    made = convert_formula(tex.strip(), "inline")
    if made is None:
        return tex.strip()
    try:
        return normalize("NFC", _SPACES.sub(" ", _write(ET.fromstring(made))).strip())
    except _UnknownFormula:
        return tex.strip()


def write_formulas(text: str) -> str:
    r"""A plain text with letters in place of each `\(…\)` and `\[…\]`."""
    if "\\" not in text:
        return text
    return _DELIMITED.sub(lambda found: write_formula(found[1] or found[2] or ""), text)


def _write(element: ET.Element) -> str:
    if element.tag in _WRITERS:
        return _WRITERS[element.tag](element)
    if len(element):
        return _write_row(element)
    return (element.text or "").replace("\xa0", " ")


def _write_row(element: ET.Element) -> str:
    """The parts side by side, with spaces around operators and names of functions."""
    written = ""
    children = list(element)
    for place, child in enumerate(children):
        part = _write(child)
        if child.tag == "mfrac" and any(map(_multiplies, _find_neighbours(children, place))):
            part = f"({part})"
        if child.tag == "mo" and part in _SPACED:
            bare = not written or written[-1] in _OPENING or written.endswith(" ")
            written += part if bare else f" {part} "
        elif part in (",", ";"):
            written = f"{written.rstrip()}{part} "
        else:
            written += f" {part}" if _needs_space(written, part) else part
    return written


def _find_neighbours(children: Sequence[ET.Element], place: int) -> Sequence[ET.Element]:
    return [*children[max(0, place - 1) : place], *children[place + 1 : place + 2]]


def _multiplies(element: ET.Element) -> bool:
    """Whether a fraction beside it could be read as going on."""
    text = _write(element)
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
    text = _write(element).strip()
    single = len(_COMBINING.sub("", text)) == 1 or text.isdigit()
    return text if single or (text[:1] == "(" and text.find(")") == len(text) - 1) else f"({text})"


def _write_base(element: ET.Element) -> str:
    return _write(element) if element.tag in ("mo", "mi", "mn", "mtext") else _group(element)


def _write_fraction(element: ET.Element) -> str:
    if element.get("linethickness"):  # two numbers over each other, which are not divided
        raise _UnknownFormula
    return "/".join(map(_group, element))


def _write_root(element: ET.Element) -> str:
    if element.tag == "mroot":
        return f"{_shift(element[1], _RAISED, '^')}√{_group(element[0])}"
    inside = _write_row(element).strip()
    return f"√{inside}" if len(inside) == 1 or inside.isdigit() else f"√({inside})"


def _shift(element: ET.Element, table: Mapping[int, int], sign: str) -> str:
    """A part above or below the line: as small letters if they exist, else after a sign."""
    text = _write(element).replace(" ", "")
    if all(ord(letter) in table for letter in text):
        return text.translate(table)
    return sign + _group(element)


def _write_raised(element: ET.Element) -> str:
    return _write_base(element[0]) + _shift(element[1], _RAISED, "^")


def _write_lowered(element: ET.Element) -> str:
    base = _write_base(element[0])
    return base + _shift(element[1], _LOWERED, "_") + _space_after(base)


def _write_both(element: ET.Element) -> str:
    base = _write_base(element[0])
    lowered, raised = _shift(element[1], _LOWERED, "_"), _shift(element[2], _RAISED, "^")
    return base + lowered + raised + _space_after(base)


def _space_after(base: str) -> str:
    """A space between a sum, or a name such as lim, and what it is taken of."""
    return " " if base in _LARGE or _is_word(base) else ""


def _write_over(element: ET.Element) -> str:
    base, sign = _write(element[0]), _write(element[1])
    if len(base) == 1 and sign in _ACCENTS:
        return base + _ACCENTS[sign]
    raise _UnknownFormula


def _write_table(element: ET.Element) -> str:
    return "; ".join(" ".join(_write_cell(cell) for cell in row).strip() for row in element)


def _write_cell(element: ET.Element) -> str:
    """A cell; one of a derivation begins with its sign."""
    return _FIRST_RELATION.sub(r"\1 ", _write(element).strip())


def _refuse(element: ET.Element) -> str:
    raise _UnknownFormula


_WRITERS: Mapping[str, Callable[[ET.Element], str]] = {
    "mfrac": _write_fraction,
    "msqrt": _write_root,
    "mroot": _write_root,
    "msup": _write_raised,
    "msub": _write_lowered,
    "msubsup": _write_both,
    "munder": _write_lowered,
    "munderover": _write_both,
    "mover": _write_over,
    "mtable": _write_table,
    "mspace": lambda element: " ",
    "mphantom": lambda element: "",
    "menclose": _refuse,
}
