"""Code to HTML with Pygments' classes, the style sheet that gives them colours, and its pages.

Nearly every block is Python, for which Pygments takes twelve times as long as `split_python`, one
regular expression: a cold build of 5,000 notes would take a third longer. The colours are the
same; a test compares them. Tokens without a colour get no element, neighbours share one.

A table that a program printed cannot be read when its lines wrap. Paper gives it smaller type, a
screen scrolls it: style sheets know by `--columns` how wide a block of code or output is.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape, unescape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from unicodedata import east_asian_width

from flashcards.text.plain_text import PYTHON_NAMES

if TYPE_CHECKING:
    from jinja2 import Template
    from pygments.lexer import Lexer

Mark: TypeAlias = tuple[int, str]
"""An offset in the source, and what to write there, outside any element."""

_CLASSES = {
    "c": "c cp ch cm c1 cs",
    "k": "k kd kn kp kr nt ow",
    "kc": "kc",
    "kt": "kt",
    "m": "m mb mf mh mi mo il",
    "s": "s sa sb sc dl sd s2 sh sx sr s1 ss cpf",
    "se": "se",
    "si": "si",
    "nb": "nb bp",
    "nc": "nc ne",
    "nd": "nd",
    "nf": "nf fm na",
    "gd": "gd gt gr",
    "gi": "gi",
    "gp": "gp",
}
COLOURED = {short: name for name, shorts in _CLASSES.items() for short in shorts.split()}
"""Pygments' short class to the class that the style sheet knows."""
_COLOUR = re.compile(r"--([a-z]{1,2}): (#[0-9a-f]{6})")
_BLOCK = re.compile(r'<pre(?: class="([^"]*)")?>(.*?)</pre>', re.DOTALL)
_ELEMENT = re.compile(r"<[^>]*>")
_COLUMN = re.compile(r"\S {2,}\S")
"""Two spaces inside a line: something is meant to stand below something else."""
_FITS = 60
"""Columns that fit everywhere."""
_SHRINKS = 105
"""Columns that paper takes in small type; longer lines that are no table wrap instead."""


def render_code_block(code: str, language: str | None, marks: Sequence[Mark] = ()) -> str:
    """Return the HTML of a block of code, highlighted if Pygments knows the language."""
    return f'<pre class="code"><code>{highlight_code(code, language, marks)}</code></pre>'


def render_output_block(text: str) -> str:
    """Return the HTML of what a program printed."""
    return f'<pre class="output"><samp>{escape(text.rstrip(), quote=False)}</samp></pre>'


def highlight_code(code: str, language: str | None, marks: Sequence[Mark] = ()) -> str:
    """Return the inside of a block: escaped text and `span` elements, no last line break."""
    pieces = _insert_marks(split_code(code.rstrip(), language), marks)
    html = []
    for name, run in groupby(pieces, key=itemgetter(0)):
        text = "".join(piece for _, piece in run)
        body = text if name is None else escape(text, quote=False)
        html.append(f'<span class="{name}">{body}</span>' if name and body else body)
    return "".join(html)


def split_code(code: str, language: str | None) -> Iterator[tuple[str, str]]:
    """Yield the code in pieces, each with its class or an empty one."""
    if language in PYTHON_NAMES:
        yield from split_python(code)
        return
    lexer = find_lexer(language)
    if lexer is None:
        yield "", code
        return
    for start, token, text in lexer.get_tokens_unprocessed(code + "\n"):
        if start < len(code):
            yield _get_class(token), text[: len(code) - start]


def _insert_marks(
    pieces: Iterable[tuple[str, str]], marks: Sequence[Mark]
) -> Iterator[tuple[str | None, str]]:
    """Yield the pieces with the marks between them, whose class is None; pieces are cut there."""
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


@cache
def _get_class(token: Any) -> str:
    """Return the class of a token of Pygments, or of the nearest type above it that has one."""
    from pygments.token import STANDARD_TYPES

    while token not in STANDARD_TYPES:
        token = token.parent
    return COLOURED.get(STANDARD_TYPES[token], "")


@cache
def find_lexer(language: str | None) -> Lexer | None:
    """Return Pygments' lexer for a language; None where it has none."""
    if not language:
        return None
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return None


_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
  | (?P<string>(?P<prefix>[bB][rR]?|[rR][bBfF]?|[uU]|[fF][rR]?)?
      (?:\"{3}(?:[^\\]|\\.)*?\"{3} | '{3}(?:[^\\]|\\.)*?'{3}
        | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'))
  | (?P<kind>def|class)\b(?P<space>[ \t]+)(?P<defined>[^\W\d]\w*)
  | \.[ ]?[^\W\d]\w*
  | (?P<word>[^\W\d]\w*)
  | (?P<number>0[xX][\da-fA-F_]+ | 0[bB][01_]+ | 0[oO][0-7_]+
      | (?:\d[\d_]*(?:\.[\d_]*)? | \.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)
  | (?P<decorator>^[ \t]*@[ ]?[^\W\d]\w*)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_ESCAPE = re.compile(
    r"""\\(?:[\\abfnrtv"'\n]|[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]+\})"""
)
_FIELD = re.compile(r"\{\{|\}\}|\{(?P<inside>[^{}]*)\}")

_GROUP_CLASSES = {"comment": "c", "string": "s", "defined": "def", "number": "m", "decorator": "nd"}
_CONSTANTS = {"True", "False", "None"}
_WORDS = {
    **{name: "nb" for name in dir(builtins) if name[0].islower()},
    **{
        name: "nc"
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    },
    **dict.fromkeys(("self", "cls", "Ellipsis", "NotImplemented"), "nb"),
    **dict.fromkeys(keyword.kwlist, "k"),
    **dict.fromkeys(_CONSTANTS, "kc"),
}


def split_python(code: str) -> Iterator[tuple[str, str]]:
    """Yield Python in pieces, each with its class or an empty one."""
    at = 0
    for token in _TOKEN.finditer(code):
        group = token.lastgroup
        name = _WORDS.get(token[0]) if group == "word" else _GROUP_CLASSES.get(group or "")
        if name is None:
            continue
        if token.start() > at:
            yield "", code[at : token.start()]
        at = token.end()
        if name == "s":
            yield from _split_string(token[0], token["prefix"] or "")
        elif name == "def":
            yield "k", token["kind"]
            yield "", token["space"]
            yield ("nf" if token["kind"] == "def" else "nc"), token["defined"]
        else:
            yield name, token[0]
    yield "", code[at:]


def _split_string(text: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a string literal: its escapes, and the fields of an f-string as code."""
    is_format, is_raw = "f" in prefix.lower(), "r" in prefix.lower()
    pattern = _FIELD if is_format else _ESCAPE
    at = 0
    for match in pattern.finditer(text) if is_format or not is_raw else ():
        if not is_format:
            pieces = [("se", match[0])]
        elif match["inside"] is None:  # a doubled brace
            continue
        else:
            pieces = [("si", "{"), *split_python(match["inside"]), ("si", "}")]
        yield "s", text[at : match.start()]
        yield from pieces
        at = match.end()
    yield "s", text[at:]


@cache
def load_template(path: Path) -> Template:
    """Return a template that escapes every value but those that it marks as safe HTML.

    A value that is not given is an error. Files beside it can be included.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(path.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(path.name)


@cache
def load_card_style() -> str:
    """Return the text of `card.css` beside this module."""
    return Path(__file__).with_name("card.css").read_text(encoding="utf-8")


@cache
def load_code_colours() -> dict[str, str]:
    """Return the colours of highlighted code on a light page by class, as `#rrggbb`."""
    colours: dict[str, str] = {}
    for name, colour in _COLOUR.findall(load_card_style()):
        colours.setdefault(name, colour)  # the first of each name: the second is for the night
    return {**colours, "si": colours["se"], "gd": "#b3261e", "gi": "#17692b", "gp": colours["c"]}


def mark_wide_blocks(html: str) -> str:
    """Return the HTML with `--columns` in the style of wide blocks; tables are `aligned`.

    A table can be focused, so that keys scroll it.
    """
    return _BLOCK.sub(_mark, html)


def _mark(block: re.Match[str]) -> str:
    lines = unescape(_ELEMENT.sub("", block[2])).splitlines()
    columns = max(map(_count_columns, lines), default=0)
    style, end = f'style="--columns: {columns}"', f"{block[2]}</pre>"
    if sum(bool(_COLUMN.search(line.strip())) for line in lines) > 1:
        names = f"{block[1]} aligned" if block[1] else "aligned"
        return f'<pre class="{names}" tabindex="0" {style}>{end}'
    if _FITS < columns <= _SHRINKS:
        names = f' class="{block[1]}"' if block[1] else ""
        return f"<pre{names} {style}>{end}"
    return block[0]


def _count_columns(line: str) -> int:
    return len(line) + sum(
        east_asian_width(character) in "WF" for character in line if character > "\u1100"
    )
