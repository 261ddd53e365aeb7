"""Formulas that are none: a dollar is missing, or a space stands beside one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashcards.lint.markup import ShownText, TextProblem
from flashcards.text.formulas import convert_formula
from flashcards.words.message import Message

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


def find_broken_formulas(shown: ShownText) -> Iterator[TextProblem]:
    """What keeps a formula from being one: a learner sees dollars and TeX instead.

    One for a text: who mends one looks at the others.
    """
    prose = shown.prose
    found = [*_find_open_formulas(prose), *_find_endless_formulas(prose), *_find_bare_tex(prose)]
    yield from found[:1]


def _find_endless_formulas(prose: str) -> Iterator[TextProblem]:
    for found in _UNCLOSED.finditer(prose):
        inner = found["inner"].rstrip(_SENTENCE_ENDS)
        if inner and not _NO_FORMULA.fullmatch(inner):
            message = Message("formula-endless", formula=f"${inner}")
            hint = Message("hint-dollar-behind", formula=f"${inner}$")
            yield TextProblem(message, hint, found.start())


def _find_bare_tex(prose: str) -> Iterator[TextProblem]:
    for found in _BARE.finditer(prose):
        message = Message("tex-outside-formula", tex=found[0])
        if found["name"] in ("begin", "end"):
            yield TextProblem(message, Message("hint-dollars-around"), found.start())
        elif convert_formula(found[0], "inline"):
            hint = Message("hint-write", text=f"${found[0]}$")
            yield TextProblem(message, hint, found.start())


def _find_open_formulas(prose: str) -> Iterator[TextProblem]:
    if found := _OPEN_DISPLAY.search(prose):
        yield TextProblem(Message("display-endless"), Message("hint-dollars-behind"), found.start())
        return
    for found in _SPACED_FORMULA.finditer(prose):
        if _is_like_formula(found) and not _ends_at_another(found):
            hint = Message("hint-write", text=f"${found[0].strip('$').strip()}$")
            yield TextProblem(Message("formula-spaced", text=found[0]), hint, found.start())
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
