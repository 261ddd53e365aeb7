"""Card text to what a terminal shows, through rich: the console, Markdown and code.

Nothing that an author wrote reaches the terminal raw: control characters and
bidirectional overrides are shown as visible marks, raw HTML as text. Colours come from the
terminal's own palette, so light and dark both work; no colour is the only signal.
"""

from __future__ import annotations

import codecs
import re
import sys
from contextlib import suppress
from typing import Any

from markdown_it.token import Token
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text
from rich.theme import Theme

from flashcards.terminal.output import make_visible
from flashcards.text.formulas import format_formula
from flashcards.text.highlight import split_code
from flashcards.text.markdown import parse_markdown

CODE_STYLE = "cyan"
THEME = Theme(
    {
        "markdown.code": CODE_STYLE,
        "markdown.item.bullet": "bold",
        "markdown.link": "underline",
    }
)
AS_WRITTEN: dict[str, Any] = {"theme": THEME, "highlight": False, "markup": False, "emoji": False}
"""How every console is made: nothing in a text is taken for markup."""
_CODE_STYLES = {
    **dict.fromkeys(("k", "kc", "kt"), "magenta"),
    **dict.fromkeys(("s", "se", "si"), "green"),
    **dict.fromkeys(("nb", "nf", "nc", "nd"), "blue"),
    "m": "cyan",
    "c": "italic",
    "gd": "red",
}
"""By class of highlighted code, as cards in a browser have it."""
ASCII = str.maketrans("›✓✗●○━─…·→←•–⚑↑↓█░▒▓◐“”", '>+x*o#-.-~<*-!^v#.:+~""')
"""What marks look like where only ASCII can be shown."""
_SIGN = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_OPENING, _CLOSING = "（《「『【〈〔“‘", "，。、；：？！）》」』】〉〕”’…"
with suppress(ImportError):  # a rich without it only wraps less well
    import rich._wrap

    rich._wrap.re_word = re.compile(
        rf"\s*(?:[{_OPENING}]*(?![{_OPENING}{_CLOSING}])[{_SIGN}][{_CLOSING}]*"
        rf"|[{_OPENING}]*[^\s{_SIGN}]+[{_CLOSING}]*|\S)\s*"
    )
"""Where rich breaks lines: at spaces, and in Chinese between any two signs but for marks, which
begin no line. By itself it takes Chinese without spaces for one long word."""


def make_console(plain: bool) -> Console:
    """Return standard output as rich sees it; marks that it cannot show become ASCII."""
    codecs.register_error("marks", _replace_mark)
    for stream in (sys.stdout, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="marks" if stream is sys.stdout else "replace")
    if plain:
        return Console(**AS_WRITTEN, no_color=True, force_terminal=False)
    return Console(**AS_WRITTEN)


def _replace_mark(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    mark = error.object[error.start]
    return mark.translate(ASCII) if ord(mark) in ASCII else "?", error.start + 1


def render_markdown(text: str) -> RenderableType:
    """Return card text for the screen: prose by rich, code blocks highlighted."""
    parts: list[RenderableType] = []
    prose: list[Token] = []
    for token in _adapt_tokens(parse_markdown(make_visible(text).strip("\n"))):
        if token.level or token.type not in ("fence", "code_block"):
            prose.append(token)
            continue
        code = render_code(token.content, next(iter(token.info.split()), "text"))
        parts += [_render_prose(prose), code]
        prose = []
    return Group(*parts, _render_prose(prose))


def render_code(text: str, language: str = "python") -> RenderableType:
    """Return a block of code, set in and highlighted."""
    code, shown = make_visible(text).strip("\n"), Text(overflow="fold")
    for kind, piece in [("", code)] if language == "text" else split_code(code, language):
        shown.append(piece, _CODE_STYLES.get(kind, ""))
    shown.rstrip()
    return Padding(shown, (0, 0, 0, 4), expand=False)


def render_literal(text: str) -> Text:
    """Return the output of a program, or a typed answer, letter by letter."""
    return Text(make_visible(text), overflow="fold")


def render_inline(text: str) -> Text:
    """Return Markdown on one line, for options, lists and prompts."""
    blocks = _adapt_tokens(parse_markdown(make_visible(text).strip("\n")))
    lines = [_join_parts(block.children or [block]) for block in blocks if block.content]
    return Text(" ").join(line for line in lines if line)


def _join_parts(tokens: list[Token]) -> Text:
    shown, styles = Text(), list[str]()
    for token in tokens:
        if token.type in ("strong_open", "em_open"):
            styles.append("bold" if token.type == "strong_open" else "italic")
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type in ("softbreak", "hardbreak"):
            shown.append(" ")
        elif token.content:
            is_code = token.type in ("code_inline", "fence", "code_block")
            words = " ".join(token.content.split()) if is_code else token.content
            shown.append(words, " ".join([*styles, *([CODE_STYLE] if is_code else [])]))
    return shown


def _adapt_tokens(tokens: list[Token]) -> list[Token]:
    """Return the tokens with formulas as lines of letters and pictures as their descriptions."""
    for token in tokens:
        if token.type == "math_block":
            token.type, token.info = "fence", "text"
            token.content = format_formula(token.content)
        elif token.type == "image":
            token.type, token.content, token.children = "text", f"[{token.content}]", None
        elif token.type.startswith("math_inline"):
            token.type, token.tag = "code_inline", "code"
            token.content = format_formula(token.content)
        token.children = _adapt_tokens(token.children or [])
    return tokens


def _render_prose(tokens: list[Token]) -> RenderableType:
    page = Markdown("", inline_code_lexer=None)
    page.parsed = tokens
    return page
