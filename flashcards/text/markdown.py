"""Markdown to HTML: CommonMark, fenced code, tables, `$…$`, `$$…$$`; raw HTML stays text.

A picture is written as `<img src="media:NAME">`; `set_picture_sources` puts an address in the
place of its name. Links lead to the web or a mail address and nowhere else.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape, unescape
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from flashcards.errors import FlashcardsError
from flashcards.text.highlight import Insertion, render_code_block

_SAFE_LINK = re.compile(r"https?://|mailto:", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_PRICE = re.compile(r"\$[^$]+\$\d")
"""Two of them are no formula."""
_IMAGE = re.compile(r'<img src="media:([^"]*)"')
TABLE_TAG = '<table class="lined">'
"""A table that an author wrote; those of comparisons have no class."""
GAP_ENDS = re.compile("[\ue000-\uf8ff]")
"""Private characters that stand for the ends of gaps."""
_GAP_BEGIN, _GAP_END = "\ue000", "\ue001"
_TEX = re.compile(r"\\(?=[()\[\]]|(?:begin|end|ref|eqref)\s*\{)")
"""What begins a formula; some set-ups of MathJax also take an environment without brackets."""
GAP = "[ … ]"
"""What stands for a hidden text."""
WORD_JOINER = "\u2060"
"""Behind a backslash it keeps what an author wrote from being a formula, and shows nothing."""
_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ ,.;:()/?，。、；：（）？-])*(?<! )")
"""A line of words in which nothing is markup, as more than half of all texts are: no parser."""
_ONE_PARAGRAPH = re.compile(r"[^\W\d_](?:[^\r\n]*\S)?")
"""A line that begins with a letter: no block of Markdown but a paragraph does."""
FORBIDDEN_TEX = re.compile(
    r"\\(?:href|url|style|class|cssId|require|def|newcommand|newenvironment"
    r"|DeclareMathOperator|let)(?![A-Za-z])"
)
"""Commands that link, style, load or define; some act in Anki's MathJax."""


def render_html(text: str) -> str:
    """Return the HTML of a text of any length; the characters of GAP_ENDS are kept."""
    if _PLAIN.fullmatch(text):
        return f"<p>{text}</p>"
    text = text.replace("\0", "\ufffd")
    if _ONE_PARAGRAPH.fullmatch(text):
        return f"<p>{_parser().renderInline(text)}</p>"
    return str(_parser().render(text)).strip()


def render_line(text: str) -> str:
    """Return the HTML of a heading, a cell or an item: one paragraph has no `<p>`."""
    return unwrap_paragraph(render_html(text))


def unwrap_paragraph(html: str) -> str:
    """Return the inside of a single paragraph; anything else as it is."""
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return html[3:-4]
    return html


def parse_markdown(text: str) -> list[Token]:
    """Return the blocks of a Markdown text, as every renderer here understands them."""
    return _parser().parse(text)


def find_formulas(text: str) -> list[str]:
    """Return the TeX of every formula in a Markdown text, as far as it is shown as one."""
    blocks = parse_markdown(text) if "$" in text else ()
    tokens = (token for block in blocks for token in (block, *(block.children or ())))
    return [token.content for token in tokens if token.type.startswith("math_")]


def cuts_formula(text: str, start: int, end: int) -> bool:
    """Return whether a gap from `start` to `end` hides a part of a formula, and not all of it."""
    marked = f"{text[:start]}{_GAP_BEGIN}{text[start:end]}{_GAP_END}{text[end:]}"
    return any(map(GAP_ENDS.search, find_formulas(marked)))


def escape_prose(text: str) -> str:
    """Return escaped text in which MathJax finds no formula."""
    return _TEX.sub(lambda _: "\\" + WORD_JOINER, escape(text, quote=False))


def set_picture_sources(html: str, sources: Mapping[str, str]) -> str:
    """Return the HTML with addresses of pictures; raises FlashcardsError if one has none."""

    def set_source(match: re.Match[str]) -> str:
        name = unquote(unescape(match[1]))
        if name not in sources:
            raise FlashcardsError(f"picture '{name}' is not found; write it as ![words]({name})")
        return f'<img src="{escape(sources[name])}"'

    return _IMAGE.sub(set_source, html)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    parser.inline.ruler.before("link", "gap", _read_gap)
    parser.block.ruler.at("reference", _read_reference)
    parser.use(dollarmath_plugin, allow_labels=False)
    find_formula = math_inline_dollar(allow_space=False, allow_double=True)

    def find_formula_but_price(state: StateInline, silent: bool) -> bool:
        source = state.src
        if _PRICE.match(source, state.pos):
            return False
        # At 0 the plug-in looks at source[-1]: a space there is no part of a formula or number.
        state.src = f"{source} "
        is_formula = find_formula(state, silent)
        state.src = source
        return is_formula

    parser.inline.ruler.at("math_inline", find_formula_but_price)
    parser.validateLink = lambda url: bool(  # type: ignore[method-assign]
        _SAFE_LINK.match(url) or not _SCHEME.match(url)
    )
    for name, rule in _RULES.items():
        parser.add_render_rule(name, _adapt_rule(rule))
    return parser


def _read_gap(state: StateInline, silent: bool) -> bool:
    """Take a gap for text: before `(x)` it would be the text of a link."""
    if not state.src.startswith(GAP, state.pos):
        return False
    state.pending += "" if silent else GAP
    state.pos += len(GAP)
    return True


def _read_reference(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Take no gap before a colon for the name of a link."""
    begin = state.bMarks[line] + state.tShift[line]
    return not state.src.startswith(GAP, begin) and reference(state, line, end, silent)


def _adapt_rule(rule: Callable[[Token], str]) -> Callable[..., str]:
    return lambda self, tokens, at, *rest: rule(tokens[at])


def _code_block(token: Token) -> str:
    """Return a block of code, in the language that its fence names, if it has one."""
    content = token.content
    insertions: list[Insertion] = [
        (mark.start() - before, mark[0]) for before, mark in enumerate(GAP_ENDS.finditer(content))
    ]
    language = next(iter(token.info.split()), None)
    return render_code_block(GAP_ENDS.sub("", content), language, insertions) + "\n"


def _image(token: Token) -> str:
    source = str(token.attrs.get("src", ""))
    alt = escape("".join(child.content for child in token.children or ()))
    return f'<img src="media:{escape(source)}" alt="{alt}">'


def _link_open(token: Token) -> str:
    url = str(token.attrs.get("href", ""))
    return f'<a href="{escape(url)}">' if _SAFE_LINK.match(url) else "<a>"


def _math_inline(token: Token) -> str:
    if FORBIDDEN_TEX.search(token.content):
        return escape_prose(f"${token.content}$")
    return rf"\({escape(token.content, quote=False)}\)"


def _math_inline_double(token: Token) -> str:
    if not token.content.strip() or FORBIDDEN_TEX.search(token.content):
        return escape_prose(f"$${token.content}$$")
    return rf"\[{escape(token.content.strip(), quote=False)}\]"


_RULES: Mapping[str, Callable[[Token], str]] = {
    "text": lambda token: escape_prose(token.content),
    "code_inline": lambda token: f"<code>{escape(token.content, quote=False)}</code>",
    "fence": _code_block,
    "code_block": _code_block,
    "image": _image,
    "link_open": _link_open,
    "math_inline": _math_inline,
    "math_inline_double": _math_inline_double,
    "math_block": lambda token: f"<p>{_math_inline_double(token)}</p>\n",
    "table_open": lambda token: f"{TABLE_TAG}\n",
}
