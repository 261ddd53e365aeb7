"""Code to HTML with Pygments' classes, and the style sheet that gives them colours.

Tokens without a colour get no element, neighbours share one.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from pygments.lexer import Lexer, inherit
from pygments.lexers import get_lexer_by_name
from pygments.lexers.python import PythonLexer
from pygments.token import STANDARD_TYPES, Name, Text
from pygments.util import ClassNotFound
from rich.cells import cell_len

Insertion: TypeAlias = tuple[int, str]
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
_COLOUR = re.compile(r"--([a-z]+): (#[0-9a-f]{6})")
_BLOCK = re.compile(r'<pre(?: class="([^"]*)")?>(.*?)</pre>', re.DOTALL)
_ELEMENT = re.compile(r"<[^>]*>")
_COLUMN = re.compile(r"\S {2,}\S")
"""Two spaces inside a line: something is meant to stand below something else."""
_MAX_COLUMNS = 60
"""That fit everywhere."""
_MAX_COLUMNS_IN_SMALL_TYPE = 105
"""Longer lines that are no table wrap."""


class _PythonLexer(PythonLexer):
    """Pygments' lexer that looks first for what has no colour: most tokens of most programs."""

    tokens: ClassVar = {
        "root": [
            (r"(?<=\.)(?!__)[^\W\d]\w*", Name),
            (r"(?<=\S)[ (),=\[\]]+|\.(?!\d)", Text),
            inherit,
        ],
    }


def render_code_block(code: str, language: str | None, insertions: Sequence[Insertion] = ()) -> str:
    """Return the HTML of a block of code, highlighted if Pygments knows the language."""
    return f'<pre class="code"><code>{highlight_code(code, language, insertions)}</code></pre>'


def render_output_block(text: str) -> str:
    """Return the HTML of what a program printed."""
    return f'<pre class="output"><samp>{escape(text.rstrip(), quote=False)}</samp></pre>'


def highlight_code(code: str, language: str | None, insertions: Sequence[Insertion] = ()) -> str:
    """Return the inside of a block: escaped text and `span` elements, no last line break."""
    code = code.rstrip()
    # the class of each character, so that neighbours share an element and insertions divide it
    classes = [name for name, text in split_code(code, language) for _ in text]
    html, begin = "", 0
    for offset, mark in (*insertions, (len(code), "")):
        end = min(offset, len(code))
        for name, places in groupby(range(begin, end), key=classes.__getitem__):
            text = escape("".join(code[place] for place in places), quote=False)
            html += f'<span class="{name}">{text}</span>' if name else text
        html, begin = html + mark, end
    return html


def split_code(code: str, language: str | None) -> Iterator[tuple[str, str]]:
    """Yield the code in pieces, each with its class or an empty one."""
    lexer = _find_lexer(language)
    if lexer is None:
        yield "", code
        return
    for start, token, text in lexer.get_tokens_unprocessed(code + "\n"):
        if start < len(code):
            yield _get_class(token), text[: len(code) - start]


@cache
def _get_class(token: Any) -> str:
    """Return the class of a token of Pygments, or of the nearest type above it that has one."""
    while token not in STANDARD_TYPES:
        token = token.parent
    return COLOURED.get(STANDARD_TYPES[token], "")


@cache
def _find_lexer(language: str | None) -> Lexer | None:
    try:
        lexer = get_lexer_by_name(language) if language else None
    except ClassNotFound:
        return None
    return _PythonLexer() if type(lexer) is PythonLexer else lexer


@cache
def load_card_style() -> str:
    """Return the text of `card.css` beside this module."""
    return Path(__file__).with_name("card.css").read_text(encoding="utf-8")


@cache
def load_code_colours() -> dict[str, str]:
    """Return the colours of highlighted code on a light page by class, as `#rrggbb`.

    The variables of `card.css` are named as the classes, but for four that share a colour there.
    """
    colours: dict[str, str] = {}
    for name, colour in _COLOUR.findall(load_card_style()):
        colours.setdefault(name, colour)  # the first of each name: the second is for the night
    shared = {"si": "se", "gd": "bad", "gi": "good", "gp": "c"}
    return colours | {name: colours[variable] for name, variable in shared.items()}


def mark_wide_blocks(html: str) -> str:
    """Return the HTML with `--columns` in the style of wide blocks; tables are `aligned`.

    A table that a program printed cannot be read when its lines wrap: paper gives it smaller
    type, and a screen scrolls it, also by keys.
    """
    return _BLOCK.sub(_mark, html)


def _mark(block: re.Match[str]) -> str:
    lines = unescape(_ELEMENT.sub("", block[2])).splitlines()
    columns = max(map(cell_len, lines), default=0)
    is_table = sum(bool(_COLUMN.search(line.strip())) for line in lines) > 1
    classes = [block[1]] if block[1] else []
    attributes = f' style="--columns: {columns}"'
    if is_table:
        classes.append("aligned")
        attributes = f' tabindex="0"{attributes}'
    elif not _MAX_COLUMNS < columns <= _MAX_COLUMNS_IN_SMALL_TYPE:
        return block[0]
    if classes:
        attributes = f' class="{" ".join(classes)}"{attributes}'
    return f"<pre{attributes}>{block[2]}</pre>"
