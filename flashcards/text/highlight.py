"""Code to HTML with Pygments' classes; the style sheet gives them colours.

Python, which nearly every block is, has a lexer of its own (`python_lexer`).
Tokens that have no colour get no element, neighbours of one class share one:
the result looks the same and is half as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from flashcards.model import PYTHON_NAMES
from flashcards.text.python_lexer import split_python

if TYPE_CHECKING:
    from pygments.lexer import Lexer

Mark: TypeAlias = tuple[int, str]
"""An offset in the source, and what to write there, outside any element."""

COLOURED = {
    "c": "c", "cp": "c", "ch": "c", "cm": "c", "c1": "c", "cs": "c", "cpf": "s",
    "k": "k", "kc": "kc", "kd": "k", "kn": "k", "kp": "k", "kr": "k", "kt": "kt", "ow": "k",
    "m": "m", "mb": "m", "mf": "m", "mh": "m", "mi": "m", "mo": "m", "il": "m",
    "s": "s", "sa": "s", "sb": "s", "sc": "s", "dl": "s", "sd": "s", "s2": "s", "se": "se",
    "sh": "s", "si": "si", "sx": "s", "sr": "s", "s1": "s", "ss": "s",
    "nb": "nb", "bp": "nb", "nc": "nc", "nd": "nd", "ne": "nc", "nf": "nf", "fm": "nf",
    "nt": "k", "na": "nf", "gd": "gd", "gi": "gi", "gp": "gp", "gt": "gd", "gr": "gd",
}  # fmt: skip
"""Pygments' short class to the class that the style sheet knows."""


def render_code_block(code: str, language: str | None, marks: Sequence[Mark] = ()) -> str:
    """The HTML of a block of code, highlighted if Pygments knows the language."""
    return f'<pre class="code"><code>{highlight_code(code, language, marks)}</code></pre>'


def render_output_block(text: str) -> str:
    """The HTML of what a program printed."""
    return f'<pre class="output"><samp>{escape(text.rstrip(), quote=False)}</samp></pre>'


def highlight_code(code: str, language: str | None, marks: Sequence[Mark] = ()) -> str:
    """The inside of a block: escaped text and `span` elements, without a last line break."""
    code = code.rstrip()
    pieces = (
        _insert_marks(_split_code(code, language), marks) if marks else _split_code(code, language)
    )
    return "".join(_render_spans(pieces))


def _render_spans(pieces: Iterable[tuple[str | None, str]]) -> Iterator[str]:
    """Runs of one class in one element; a class of `None` is a mark, written as it is."""
    last, run = "", ""
    for name, text in pieces:
        if name == last:
            run += text
            continue
        yield _render_span(last, run)
        last, run = name or "", text
        if name is None:
            yield text
            run = ""
    yield _render_span(last, run)


def _render_span(name: str, text: str) -> str:
    body = escape(text, quote=False)
    return f'<span class="{name}">{body}</span>' if name and text else body


def _split_code(code: str, language: str | None) -> Iterator[tuple[str, str]]:
    """The code in pieces, each with its class or an empty one."""
    if language in PYTHON_NAMES:
        yield from split_python(code)
        return
    lexer = find_lexer(language)
    if lexer is None:
        yield "", code
        return
    names, left = _class_names(), len(code)
    for _, token, text in lexer.get_tokens_unprocessed(code + "\n"):
        if len(text) > left:
            text = text[:left]
        left -= len(text)
        if text:
            yield names[token], text


def _insert_marks(
    pieces: Iterable[tuple[str, str]], marks: Sequence[Mark]
) -> Iterator[tuple[str | None, str]]:
    """The pieces with the marks between them; a piece around a mark is cut in two."""
    waiting, at = list(reversed(marks)), 0
    for name, text in pieces:
        while waiting and waiting[-1][0] < at + len(text):
            offset, mark = waiting.pop()
            if offset > at:
                yield name, text[: offset - at]
                text, at = text[offset - at :], offset
            yield None, mark
        yield name, text
        at += len(text)
    for _, mark in reversed(waiting):
        yield None, mark


class _ClassNames(dict[Any, str]):
    """Token type to class, found once for each type."""

    def __missing__(self, token: Any) -> str:
        from pygments.token import STANDARD_TYPES

        known = token
        while known not in STANDARD_TYPES:
            known = known.parent
        self[token] = COLOURED.get(STANDARD_TYPES[known], "")
        return self[token]


@cache
def _class_names() -> _ClassNames:
    return _ClassNames()


@cache
def find_lexer(language: str | None) -> Lexer | None:
    """Pygments' lexer for a language; None where it has none."""
    if not language:
        return None
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return None
