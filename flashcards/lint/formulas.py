r"""Formulas that are none: without an end, without dollars, or that paper cannot draw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashcards.lint.finding import Fault
from flashcards.text.tex import find_forbidden_tex, find_tex_fault, is_known_command

_SPACED_FORMULA = re.compile(r"(?<!\\)\$(?:\s[^$\n]*|[^$\n]*\s)\$")
_LIKE_TEX = re.compile(r"\\[a-zA-Z]|[\^_]")
_WORDS = re.compile(r"[^\W\d_]{2}|`")
_CLOSED_TERM = re.compile(r"[\w)\]}!'|%]$")
_NO_PRICE = re.compile(r"[^\W\d_]|.*[=<>]")
"""What a formula with one space too many may begin with or hold, and no price does."""
_PRICE_BEHIND = re.compile(r"\s?\d")
_OPEN_DISPLAY = re.compile(r"(?<!\\)\$\$")
_ARGUMENT = r"(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9])"
_BARE = re.compile(
    rf"(?<![A-Za-z:.\\/])\\(?P<name>[A-Za-z]{{2,}})(?P<rest>(?:\{{[^{{}}]*\}}|[_^]{_ARGUMENT})*)"
)
"""A command of TeX outside of dollars, with what belongs to it; `C:\new` is a path."""
_UNCLOSED = re.compile(r"(?<![\\$\w])\$(?P<inner>[^\s$`]*[\\^_{][^\s$`]*|[A-Za-z](?![\w$]))")
"""A dollar that begins a formula, up to the next space."""
_NO_FORMULA = re.compile(r"\d[\d_.,]*|\{?[A-Za-z][A-Za-z0-9]++(?:_[A-Za-z0-9]++)*+\}?[^\\^_{]*")
"""A price, or the name of a variable in a shell: `7_000`, `MY_VAR`, `{HOME}`."""
_SENTENCE_ENDS = ".,;:!?)"
LONGEST_SHOWN = 100


def find_formula_faults(text: str, prose: str) -> Iterator[Fault]:
    """What keeps a formula of a text from being one; `prose` is the text without code and formulas.

    One fault for a text: who mends one looks at the others.
    """
    faults = (
        *_find_open_formulas(prose), *_find_unclosed(prose), *_find_bare_tex(prose),
    )  # fmt: skip
    yield from faults[:1] or _find_undrawn(text)


def _find_unclosed(prose: str) -> Iterator[Fault]:
    for found in _UNCLOSED.finditer(prose):
        inner = found["inner"].rstrip(_SENTENCE_ENDS)
        if inner and not _NO_FORMULA.fullmatch(inner):
            message = f"a formula begins at '${inner}' and has no end"
            yield Fault(message, f"write ${inner}$, or \\$ for a dollar sign", found.start())


def _find_bare_tex(prose: str) -> Iterator[Fault]:
    for found in _BARE.finditer(prose):
        if found["name"] in ("begin", "end"):
            message = f"'{found[0]}' stands outside of a formula"
            yield Fault(message, "write $$ on the lines before and behind it", found.start())
        elif is_known_command(found["name"]):
            message = f"'{found[0]}' stands outside of a formula"
            yield Fault(message, f"write ${found[0]}$", found.start())


def _find_undrawn(text: str) -> Iterator[Fault]:
    """A formula that is whole and allowed, and that has no MathML."""
    if "$" not in text or "\\" not in text:
        return
    from flashcards.text.formulas import convert_formula
    from flashcards.text.markdown import find_formulas

    for formula in find_formulas(text):
        broken = find_forbidden_tex(formula) or find_tex_fault(formula)
        if not broken and convert_formula(formula.strip(), "inline") is None:
            shown = f"'${formula.strip()}$' " if len(formula) <= LONGEST_SHOWN else ""
            message = f"the formula {shown}is printed on paper as TeX: it cannot be drawn there"
            yield Fault(message, "write it in simpler TeX, or show a picture", text.find(formula))
            return


def _find_open_formulas(prose: str) -> Iterator[Fault]:
    if found := _OPEN_DISPLAY.search(prose):
        message = "'$$' begins a formula that has no end"
        yield Fault(message, "write $$ behind it too", found.start())
        return
    for found in _SPACED_FORMULA.finditer(prose):
        if _is_like_formula(found) and not _ends_at_another(found):
            inner = found[0].strip("$").strip()
            message = f"'{found[0]}' is no formula: it has a space beside a dollar"
            yield Fault(message, f"write ${inner}$", found.start())
            return


def _ends_at_another(found: re.Match[str]) -> bool:
    """Whether the second dollar rather begins a formula: `$x^2 and $y^2`."""
    after = found.string[found.end() : found.end() + 1]
    return not found[0][1].isspace() and (after.isalnum() or after in tuple("\\{("))


def _is_like_formula(found: re.Match[str]) -> bool:
    """Whether a text between dollars is mathematics; prices and words are not."""
    written, inner = found[0], found[0].strip("$").strip()
    if _LIKE_TEX.search(inner):
        return True
    if not inner or _WORDS.search(inner) or not _CLOSED_TERM.search(inner):
        return False
    spaced_twice = written[1].isspace() and written[-2].isspace()
    is_price = _PRICE_BEHIND.match(found.string, found.end())
    return not is_price and (spaced_twice or bool(_NO_PRICE.match(inner)))
