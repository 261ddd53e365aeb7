"""Foreign texts to Markdown that shows the same: plain text escaped, HTML converted.

What runs or loads something is left behind.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape

from flashcards.course.source import UNSAFE

_FORMULA = re.compile(
    r"\\\((?P<inline>(?:(?!\\[(\[]).)+?)\\\)|\\\[(?P<block>(?:(?!\\\[).)+?)\\\]"
    r"|\[latex\](?P<latex>(?:(?!\[latex\]).)+?)\[/latex\]"
    r"|\[\$\](?P<anki>(?:(?!\[\$).)+?)\[/\$\]|\[\$\$\](?P<anki_block>(?:(?!\[\$).)+?)\[/\$\$\]"
    r"|<anki-mathjax(?P<is_block>[^>]{0,200})>(?P<mathjax>(?:(?!<anki-).)+?)</anki-mathjax>"
    r"|<(?P<level>su[bp])>(?P<level_text>[\w+−-]{1,12})</su[bp]>",
    re.DOTALL | re.IGNORECASE,
)
_OWN_SIGNS = re.compile(r"^(?:\$\$?|\\\[) ?| ?(?:\$\$?|\\\])$")
"""What a formula between [latex] may begin and end with."""
_FIRST_MARK, _MOST_MARKS = 0xE800, 0x800
_MARK = re.compile("[\ue800-\uefff]")
"""Private characters that stand for formulas while the rest is converted."""
_BACKSLASH = "\uf600"
"""Stands for a backslash, which the library would escape once more."""
_TAG = re.compile(r"(<!--.*?(?:-->|\Z)|<(?:[a-zA-Z/!][^<>]*)>)", re.DOTALL)
_HIDDEN = re.compile(
    r"<(script|style|template|iframe|object)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.I
)
_VERBATIM = re.compile(r"<(/?)(pre|code|tt|kbd|samp)\b", re.IGNORECASE)
_LOST_TAGS = re.compile(
    r"</?(?:u|font|center|small|big|mark|section|article)\b[^<>]*>", re.IGNORECASE
)
_BREAK_IN_CODE = re.compile(r"<pre\b[^<>]*>.*?(?:</pre>|\Z)", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>|</div>\s*<div>", re.IGNORECASE)
_LINK = re.compile(r"<a\b[^<>]*>", re.IGNORECASE)
_SAFE_LINK = re.compile(r"\bhref\s*=\s*[\"']?\s*(?:https?://|mailto:)", re.IGNORECASE)
_SPECIAL = re.compile(r"[\\`*_\[<&$]")
_INLINE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\n])|`|(?<!\s)\*(?=\S)|(?<=\s)\*(?=\S)|(?<=\S)\*|\A\*(?=\S)"
    r"|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])"
    r"|\[(?=[^\]\n]{0,1000}\][(\[:])|&(?=#?\w+;)|<(?=[a-z][a-z0-9+.-]*:)|(?<!\\)\$(?=[^\s$][^$\n]*\$)|\$\$",
    re.IGNORECASE,
)
"""What Markdown would take for emphasis, code, a link, an entity or a formula."""
_BLOCK = re.compile(
    r"^([ \t]*)(?=[#>]|[-+*][ \t]|[-=~`]{3,}[ \t]*$|={1,}[ \t]*$|[-+*]$)", re.MULTILINE
)
_NUMBERED = re.compile(r"^([ \t]*\d{1,9})([.)])(?=\s|$)", re.MULTILINE)
_PRIVATE_FIRST, _PRIVATE_LAST = 0xE000, 0xF8FF
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_ENTITY = re.compile(r"&#(?:[xX]0*([0-9a-fA-F]{1,6})|0*([0-9]{1,7}));?")
_BLOCK_SIGNS = "#>-+*=~`"
"""What a line that is more than text may begin with, beside a number."""
_BOLD_WORDS = re.compile(r"(?<!\S)(\*\*|\*)(?=\S)(.+?)(?<=\S)\1(?!\S)")
_ESCAPED_SIGN = re.compile(r"\\([!-/:-@\[-`{-~])")


@lru_cache(maxsize=1024)
def convert_html(html: str) -> str:
    """The Markdown that shows what the HTML shows."""
    if "<" not in html and "&" not in html and "\\" not in html and "[" not in html:
        return escape_markdown(clean_text(html))
    formulas: list[str] = []
    html = drop_private_entities(_MARK.sub("", html).replace(_BACKSLASH, ""))
    html = _FORMULA.sub(lambda found: _keep_formula(found, formulas), _HIDDEN.sub("", html))
    if "<" not in html:
        text = escape_markdown(clean_text(unescape(html)))
    else:
        text = _convert_by_library(html)
    return _MARK.sub(lambda mark: formulas[ord(mark[0]) - _FIRST_MARK], text) if formulas else text


def _keep_formula(found: re.Match[str], formulas: list[str]) -> str:
    groups = found.groupdict()
    if found["level"]:
        sign = "_" if found["level"].lower() == "sub" else "^"
        made = f"${{}}{sign}{{{unescape(found['level_text'])}}}$"
    else:
        block = found["block"] or found["anki_block"]
        block = block or (found["mathjax"] if "block" in (found["is_block"] or "") else None)
        tex = block or groups["inline"] or groups["anki"] or groups["mathjax"] or groups["latex"]
        plain = " ".join(unescape(_TAG.sub(" ", tex)).split())
        plain = _OWN_SIGNS.sub("", plain) if groups["latex"] else plain
        made = f"$${plain}$$" if block else f"${plain}$"
    if len(formulas) >= _MOST_MARKS:
        return found[0]
    formulas.append(made)
    return chr(_FIRST_MARK + len(formulas) - 1)


def _convert_by_library(html: str) -> str:
    html = _BREAK_IN_CODE.sub(lambda found: _BREAK.sub("\n", found[0]), _LOST_TAGS.sub("", html))
    html = _LINK.sub(lambda found: found[0] if _SAFE_LINK.search(found[0]) else "<span>", html)
    from html_to_markdown import ConversionOptions, convert

    text: str = convert(_escape_texts(html), ConversionOptions()).content or ""
    text = text.replace(_BACKSLASH, "\\")
    text = re.sub(r"[ \t]+\n(?=\n|\Z)", "\n", clean_text(text))
    return re.sub(r"(?<!\\) {2,}\n", "\\\\\n", text)


def _escape_texts(html: str) -> str:
    """The HTML whose texts are escaped for Markdown, but for code."""
    pieces, depth = _TAG.split(html), 0
    for number, piece in enumerate(pieces):
        if number % 2:
            if tag := _VERBATIM.match(piece):
                depth += -1 if tag[1] else 1
        elif depth <= 0 and piece:
            escaped = escape_markdown(unescape(piece)).replace("\\", _BACKSLASH)
            pieces[number] = escape(escaped, quote=False)
    return "".join(pieces)


def clean_text(text: str) -> str:
    """The text with `\n` for every line break, and without characters that nobody can see."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text.strip()
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    return UNSAFE.sub("", text.replace("\xa0", " ")).strip()


def drop_private(text: str) -> str:
    """The text without private characters, which stand for something while texts are converted."""
    return text if text.isascii() else _PRIVATE.sub("", text)


def drop_private_entities(html: str) -> str:
    """The HTML without private characters that are written as numbers."""
    return _ENTITY.sub(_keep_public, html) if "&#" in html else html


def _keep_public(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else int(found[2])
    return "" if _PRIVATE_FIRST <= code <= _PRIVATE_LAST else found[0]


def escape_markdown(text: str) -> str:
    """Markdown that shows exactly these letters; line breaks stay where they are."""
    if _SPECIAL.search(text):
        text = _INLINE.sub(lambda found: "\\" + found[0] if found[0] != "$$" else r"\$\$", text)
    if "\n" not in text:
        first = text.lstrip(" \t")[:1]
        if first not in _BLOCK_SIGNS and not first.isdecimal():
            return text
    text = _BLOCK.sub(r"\1\\", text)
    return _NUMBERED.sub(r"\1\\\2", text)


def keep_lines(text: str) -> str:
    """Markdown in which every line break is seen."""
    if "\n" not in text:
        return text
    paragraphs = re.split(r"\n[ \t]*\n\s*", text)
    return "\n\n".join(
        re.sub(r"(?<![ \t])[ \t]*\n[ \t]*", "\\\\\n", each.strip()) for each in paragraphs
    )


def make_typeable(text: str) -> str:
    """A short Markdown text as somebody can type it: what had to be escaped becomes code."""
    bare = _BOLD_WORDS.sub(r"\2", text) if "*" in text else text
    if "\\" not in bare:
        return bare
    plain = _ESCAPED_SIGN.sub(r"\1", bare)
    if plain == bare or "`" in plain:
        return bare
    return f"`{plain}`"


def make_typed(text: str) -> str:
    """What is typed for a short Markdown text."""
    return make_typeable(text).strip("`")
