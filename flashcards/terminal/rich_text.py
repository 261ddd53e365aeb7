"""Card text to what a terminal shows, through rich: the page, Markdown and code.

Nothing that an author wrote reaches the terminal raw: control characters and
bidirectional overrides are shown as visible marks, raw HTML as text. Colours come from the
terminal's own palette, so light and dark both work; no colour is the only signal.
"""

import codecs
import re
import sys
from contextlib import suppress
from typing import Any, ClassVar

from markdown_it.token import Token
from pygments.token import Comment, Keyword, Number, String
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markdown import CodeBlock, Markdown
from rich.padding import Padding
from rich.style import Style
from rich.syntax import ANSISyntaxTheme, Syntax
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from flashcards.terminal.output import make_visible
from flashcards.text.markdown import parse_markdown
from flashcards.words import ENGLISH, Value, Words

CODE_STYLE = "cyan"
THEME = Theme({"markdown.code": CODE_STYLE, "markdown.item.bullet": "bold"})
_COLOURS = {Keyword: "magenta", String: "green", Number: "cyan", Comment: "italic"}
CODE_THEME = ANSISyntaxTheme({token: Style.parse(look) for token, look in _COLOURS.items()})
"""Of the terminal's own colours only those that can be read on light and dark."""
ASCII = str.maketrans("›✓✗●○━─…·→←•–⚑↑↓█░▒▓◐“”", '>+x*o#-.-~<*-!^v#.:+~""')
"""What marks look like where only ASCII can be shown."""
_SIGN = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_OPENING, _CLOSING = "（《「『【〈〔“‘", "，。、；：？！）》」』】〉〕”’…"
_WORD = re.compile(
    rf"\s*(?:[{_OPENING}]*(?![{_OPENING}{_CLOSING}])[{_SIGN}][{_CLOSING}]*"
    rf"|[{_OPENING}]*[^\s{_SIGN}]+[{_CLOSING}]*|\S)\s*"
)
"""Where lines are broken: at spaces, and in Chinese between any two characters but for marks,
which begin no line."""
with suppress(ImportError):  # a rich without it only wraps less well
    import rich._wrap

    # By itself rich takes Chinese without spaces for one long word.
    rich._wrap.re_word = _WORD


class Page(Console):
    """A console that prints texts as they are, and those of the words files by name."""

    def __init__(self, words: Words = ENGLISH, **options: Any) -> None:
        """Print to standard output, unless the options of a console say otherwise."""
        super().__init__(theme=THEME, highlight=False, markup=False, emoji=False, **options)
        self.words, self.translate = words, words.translate

    def say(self, word: str, style: str = "", /, **values: Value) -> None:
        """Print the text of this name."""
        self.print(Text(self.translate(word, **values), style))

    def begin(self, word: str) -> None:
        """Print the text of this name as a heading below an empty line."""
        self.print()
        self.say(word, "bold")

    def print_stage(self, stage: int, title: str) -> None:
        """Print the number and the title of a stage as a heading below an empty line."""
        heading = f"{self.translate('stage', n=stage)}  {make_visible(title)}".rstrip()
        self.print(Text(f"\n{heading}", "bold"))

    def print_hanging(self, head: str | Text, text: RenderableType) -> None:
        """Print a text after its head; further lines are set in under it."""
        row = Table.grid()
        row.add_column(no_wrap=True)
        row.add_column(overflow="fold")  # an ellipsis would eat a Chinese character before a space
        row.add_row(Text(head) if isinstance(head, str) else head, text)
        self.print(row)


def open_page(plain: bool, words: Words = ENGLISH) -> Page:
    """Return standard output as a page; marks that it cannot show become ASCII."""
    codecs.register_error("marks", _replace_mark)
    for stream in (sys.stdout, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="marks" if stream is sys.stdout else "replace")
    return Page(words, no_color=True, force_terminal=False) if plain else Page(words)


def _replace_mark(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    mark = error.object[error.start]
    return mark.translate(ASCII) if ord(mark) in ASCII else "?", error.start + 1


class _Code(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield render_code(self.text.plain, self.lexer_name)


class _Markdown(Markdown):
    elements: ClassVar = {**Markdown.elements, "fence": _Code, "code_block": _Code}


def measure_longest_word(text: Text) -> int:
    """Return the columns of the longest part of a text in which no line is broken."""
    return max((cell_len(word.strip()) for word in _WORD.findall(text.plain)), default=0)


def render_markdown(text: str) -> RenderableType:
    """Return card text for the screen: prose by rich, code blocks highlighted."""
    page = _Markdown("")
    page.parsed = _parse(text)
    return page


def render_code(text: str, language: str = "python") -> RenderableType:
    """Return a block of code, set in and highlighted."""
    syntax = Syntax("", language, theme=CODE_THEME, word_wrap=True)
    shown = syntax.highlight(make_visible(text).strip("\n"))
    shown.overflow = "fold"
    shown.rstrip()
    return Padding(shown, (0, 0, 0, 4), expand=False)


def render_inline(text: str) -> Text:
    """Return Markdown on one line, for options, lists and prompts."""
    shown, styles = Text(), list[str]()
    for block in _parse(text):
        shown.append(" " if shown and block.content else "")
        for token in (block.children or [block]) if block.content else ():
            if token.nesting > 0:
                styles.append({"strong": "bold", "em": "italic"}.get(token.tag, ""))
            elif token.nesting < 0:
                styles.pop()
            elif token.type in ("code_inline", "fence", "code_block"):
                shown.append(" ".join(token.content.split()), " ".join([*styles, CODE_STYLE]))
            else:
                is_break = token.type in ("softbreak", "hardbreak")
                shown.append(" " if is_break else token.content, " ".join(styles))
    return shown


def _parse(text: str) -> list[Token]:
    return _adapt_tokens(parse_markdown(make_visible(text).strip("\n")))


def _adapt_tokens(tokens: list[Token]) -> list[Token]:
    """Return the tokens with formulas as TeX and pictures as their descriptions."""
    for token in tokens:
        if token.type == "math_block":
            token.type, token.info, token.content = "fence", "text", token.content.strip()
        elif token.type == "image":
            token.type, token.content, token.children = "text", f"[{token.content}]", None
        elif token.type.startswith("math_inline"):
            token.type, token.tag = "code_inline", "code"
        token.children = _adapt_tokens(token.children or [])
    return tokens
