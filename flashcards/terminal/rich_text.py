"""Card text to what a terminal shows: Markdown, code and tables through rich.

Nothing that an author wrote reaches the terminal raw: control characters and
bidirectional overrides are shown as visible marks, raw HTML as text. Colours
come from the terminal's own palette, so light and dark both work. Most texts
are one plain paragraph; those need no Markdown parser, which keeps a start quick.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text
from rich.theme import Theme

from flashcards.terminal.code_block import CodeBlock
from flashcards.terminal.output import make_visible
from flashcards.text.highlight import split_code

if TYPE_CHECKING:
    from markdown_it.token import Token

CODE_STYLE = "cyan"
THEME = Theme(
    {
        "markdown.code": CODE_STYLE,
        "markdown.item.bullet": "bold",
        "markdown.item.number": "bold",
        "markdown.table.border": "none",
        "markdown.table.header": "bold",
        "markdown.link": "none",
        "markdown.link_url": "underline",
    }
)
"""Colours of the terminal's own palette that read well on light and on dark."""
AS_WRITTEN: dict[str, Any] = {"theme": THEME, "highlight": False, "markup": False, "emoji": False}
"""How every console is made: nothing in a text is taken for markup."""
_ONE_PARAGRAPH = re.compile(
    r"(?![-+=#>|~]|\d+[.)]\s|\s{4})(?:[^`*_\[\]<>|~\\&!$\n]|(?<=\w)_(?=\w)|`[^`\n]+`)+"
)
_CODE_SPAN = re.compile(r"`([^`\n]+)`")
_INLINE_STYLES = {"strong_open": "bold", "em_open": "italic"}
_PLAIN = "text"
_CODE_STYLES = {
    "k": "magenta",
    "kc": "magenta",
    "kt": "magenta",
    "s": "green",
    "se": "green",
    "si": "green",
    "m": "cyan",
    "c": "italic",
    "nb": "blue",
    "nf": "blue",
    "nc": "blue",
    "nd": "blue",
    "gd": "red",
}
"""By class of highlighted code, as cards in a browser have it."""


def render_markdown(text: str) -> RenderableType:
    """Card text for the screen."""
    text = make_visible(text).strip("\n")
    if _ONE_PARAGRAPH.fullmatch(text):
        return _paragraph(text)
    return _parsed(text)


def render_code(text: str, language: str = "python") -> RenderableType:
    """A block of code, set in and highlighted."""
    return CodeBlock(render_highlighted(text, language), is_table=language == _PLAIN)


def render_highlighted(text: str, language: str = "python") -> Text:
    """Code with its colours; Python has them without Pygments, which takes long to load."""
    code, shown = make_visible(text).strip("\n"), Text(overflow="fold")
    pieces = [("", code)] if language == _PLAIN else split_code(code, language)
    for kind, piece in pieces:
        shown.append(piece, _CODE_STYLES.get(kind, ""))
    shown.rstrip()
    return shown


def render_literal(text: str) -> Text:
    """Output of a program, or a typed answer: shown letter by letter."""
    return Text(make_visible(text), overflow="fold")


def render_inline(text: str) -> Text:
    """Markdown on one line, for options, lists and prompts."""
    text = make_visible(text)
    line = " ".join(text.split())
    return _paragraph(line) if _ONE_PARAGRAPH.fullmatch(line) else _render_line(text)


def _render_line(text: str) -> Text:
    """The words of all blocks of a text, with a space between them."""
    from flashcards.text.markdown import parse_markdown

    blocks = _adapt_tokens(parse_markdown(text.strip("\n")))
    lines = [_join_parts(block.children or [block]) for block in blocks if block.content]
    return Text(" ").join(line for line in lines if line)


def _join_parts(tokens: list[Token]) -> Text:
    shown, styles = Text(), list[str]()
    for token in tokens:
        if token.type in _INLINE_STYLES:
            styles.append(_INLINE_STYLES[token.type])
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type in ("softbreak", "hardbreak"):
            shown.append(" ")
        elif token.content:
            is_code = token.type in ("code_inline", "fence", "code_block")
            words = " ".join(token.content.split()) if is_code else token.content
            shown.append(words, " ".join([*styles, *([CODE_STYLE] if is_code else [])]))
    return shown


def _paragraph(text: str) -> Text:
    shown, end = Text(), 0
    for span in _CODE_SPAN.finditer(text):
        shown.append(text[end : span.start()])
        shown.append(span[1].strip() or span[1], CODE_STYLE)
        end = span.end()
    shown.append(text[end:])
    return shown


def _parsed(text: str) -> RenderableType:
    """Markdown with blocks: parsed once, code blocks highlighted, the rest by rich."""
    from flashcards.text.markdown import parse_markdown

    parts: list[RenderableType] = []
    prose: list[Token] = []
    for token in _adapt_tokens(parse_markdown(text)):
        if token.level == 0 and token.type in ("fence", "code_block"):
            parts.extend(_prose(prose))
            parts.append(
                render_code(token.content, token.info.split()[0] if token.info.split() else "text")
            )
            prose = []
        else:
            prose.append(token)
    return Group(*parts, *_prose(prose))


def _adapt_tokens(tokens: list[Token]) -> list[Token]:
    """Formulas become lines of letters; pictures are shown by their description."""
    for token in tokens:
        if token.type == "math_block":
            token.type, token.info, token.content = "fence", "text", _formula(token)
        elif token.type == "image":
            token.type, token.content, token.children = "text", f"[{token.content}]", None
        elif token.type.startswith("math_inline"):
            token.content = _formula(token)
            token.type, token.tag = "code_inline", "code"
        token.children = _adapt_tokens(_break_lines(token.children or []))
    return tokens


def _break_lines(tokens: list[Token]) -> list[Token]:
    """The tokens of a paragraph, with a line of its own for each displayed formula."""
    from markdown_it.token import Token

    shown = [token.type == "math_inline_double" for token in tokens]
    broken: list[Token] = []
    for place, token in enumerate(tokens):
        beside = any(shown[max(0, place - 1) : place + 2]) and not shown[place]
        if token.type == "softbreak" and beside:
            continue
        if broken and (shown[place] or broken[-1].type == "math_inline_double"):
            broken.append(Token("hardbreak", "br", 0))
            token.content = token.content.lstrip()
        broken.append(token)
    return broken


def _formula(token: Token) -> str:
    from flashcards.text.formulas import format_formula

    return format_formula(token.content)


def _prose(tokens: list[Token]) -> list[RenderableType]:
    from flashcards.terminal.markdown_table import CardMarkdown

    if not tokens:
        return []
    page = CardMarkdown("", hyperlinks=False, inline_code_lexer=None)
    page.parsed = tokens
    return [_Trimmed(page)]


class _Trimmed:
    """A page without the empty lines around it and the spaces at the end of its lines."""

    def __init__(self, page: RenderableType) -> None:
        self._page = page

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [_without_tail(line) for line in console.render_lines(self._page, options)]
        while lines and not lines[0]:
            del lines[0]
        while lines and not lines[-1]:
            del lines[-1]
        for line in lines:
            yield from line
            yield Segment.line()


def _without_tail(line: list[Segment]) -> list[Segment]:
    while line and not line[-1].text.strip():
        line = line[:-1]
    if not line:
        return []
    last = line[-1]
    return [*line[:-1], Segment(last.text.rstrip(), last.style)]
