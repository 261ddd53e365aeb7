"""Foreign texts to Markdown that shows the same: plain text escaped, HTML converted.

Formulas stay formulas, in whatever signs they stand. What runs or loads something is left behind.
Private characters stand for formulas and gaps while the rest is converted.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape

from html_to_markdown import ConversionOptions, convert

from flashcards.course.source import UNSAFE

FIRST_MARK, MAX_MARKS = 0xE000, 0x1000
_MARK = re.compile("[\ue000-\uefff]")
_TOUCHING = re.compile("[\ue000-\uefff](?=[\ue000-\uefff])")
_TWO_BLOCKS = re.compile(r"^([ \t]*\$\$[^$]+\$\$)[ \t]*(?=[^\n]*\S[^\n]*\$\$[ \t]*$)", re.MULTILINE)
"""A formula that begins a line which another one ends: Markdown would take both for one."""
TABLE = re.compile(r"^[^\n]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|[ \t|:-]*$", re.MULTILINE)
"""The heading of a table in Markdown, and the line below it."""
_BACKSLASH = "\uf8ff"
"""Stands for a backslash, which the library would escape once more."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_ENTITY = re.compile(r"&#\w{1,9};?")
_FORMULA = re.compile(
    r"(?P<code>^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`)|<(?P<tag>code|pre)\b.*?</(?P=tag)>)"
    r"|\$\$(?P<block>[^$]+?)\$\$|\\\[(?P<bracket>(?:(?!\\\[).)+?)\\\]"
    r"|\[\$\$\](?P<anki_block>(?:(?!\[\$).)+?)\[/\$\$\]"
    r"|\\\((?P<inline>(?:(?!\\[(\[]).)+?)\\\)|\[\$\](?P<anki>(?:(?!\[\$).)+?)\[/\$\]"
    r"|\[latex\](?P<latex>(?:(?!\[latex\]).)+?)\[/latex\]"
    r"|<anki-mathjax(?P<look>[^>]{0,200})>(?P<mathjax>(?:(?!<anki-).)+?)</anki-mathjax>"
    r"|(?<![\\$\w])\$(?![\s$])(?P<dollars>[^$\n]*?(?<![\s\\]))\$(?![\d$])"
    r"|<(?P<level>su[bp])>(?P<raised>[^<>$\\{}]{1,60})</su[bp]>",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_PROSE = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}")
_TEX_SIGN = re.compile(r"[\\^_{}=]")
_OWN_SIGNS = re.compile(r"^(?:\$\$?|\\\[) ?| ?(?:\$\$?|\\\])$")
"""What a formula between [latex] may begin and end with."""
_SHOWN_DOLLARS = re.compile(r"\\\$(?![\s$])[^$\n]*?(?<![\s\\])\$(?!\d)")
"""What Markdown would show as a formula if its first dollar were not escaped."""
_MEANT = re.compile(
    r"!\[[^\[\]\n]*\]\([^()\n]+\)|\[[^\[\]\n]+\]\(https?://[^()\s]+\)"
    r"|(?<!\S)\*\*\w[^*\n]*(?<=\S)\*\*(?!\w)"
)
"""Pictures, links and bold words: nobody writes them by accident."""
_TAG = re.compile(r"(<!--.*?(?:-->|\Z)|<(?:[a-zA-Z/!][^<>]*)>)", re.DOTALL)
_HIDDEN = re.compile(
    r"<(script|style|template|iframe|object)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.I
)
_VERBATIM = re.compile(r"<(/?)(pre|code|tt|kbd|samp)\b", re.IGNORECASE)
_LEVEL = re.compile(r"<su([bp])\b[^<>]*>(.*?)</su\1\s*>", re.DOTALL | re.IGNORECASE)
_LOST_TAGS = re.compile(
    r"</?(?:u|font|center|small|big|mark|section|article)\b[^<>]*>", re.IGNORECASE
)
_LOST_LOOK = re.compile(
    r"<u>|<[a-z]+\s[^<>]*?\bcolor\s*[:=]|background(?:-color)?\s*:", re.IGNORECASE
)
_BREAK_IN_CODE = re.compile(r"<pre\b[^<>]*>.*?(?:</pre>|\Z)", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>|</div>\s*<div>", re.IGNORECASE)
_LINK = re.compile(r"<a\b[^<>]*>", re.IGNORECASE)
_SAFE_LINK = re.compile(r"\bhref\s*=\s*[\"']?\s*(?:https?://|mailto:)", re.IGNORECASE)
_INLINE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\n])|`|(?<!\s)\*(?=\S)|(?<=\s)\*(?=\S)|(?<=\S)\*|\A\*(?=\S)"
    r"|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])|\[(?=[^\]\n]{0,1000}\][(\[:])|&(?=#?\w+;)"
    r"|<(?=[a-z][a-z0-9+.-]*:)|(?<!\\)\$(?=[^\s$][^$\n]*\$)|\$(?=\$)|(?<=\$)\$",
    re.IGNORECASE,
)
"""What Markdown would take for emphasis, code, a link, an entity or a formula."""
_BLOCK = re.compile(
    r"^([ \t]*)(?=[#>]|[-+*][ \t]|[-=~`]{3,}[ \t]*$|={1,}[ \t]*$|[-+*]$)", re.MULTILINE
)
_NUMBERED = re.compile(r"^([ \t]*\d{1,9})([.)])(?=\s|$)", re.MULTILINE)
_BOLD_WORDS = re.compile(r"(?<!\S)(\*\*|\*)(?=\S)(.+?)(?<=\S)\1(?!\S)")
_ESCAPED_SIGN = re.compile(r"\\([!-/:-@\[-`{-~])")


class Kept:
    """Parts of a text, which may be HTML, that are kept while the rest is converted."""

    def __init__(self, is_html: bool) -> None:
        self._is_html = is_html
        self._parts: list[str] = []

    def hide(self, part: str) -> str:
        """Return a private character that stands for a part."""
        if len(self._parts) == MAX_MARKS:
            return part
        self._parts.append(part)
        return chr(FIRST_MARK + len(self._parts) - 1)

    def hide_formulas(self, text: str) -> str:
        """Return the text with its formulas hidden, each between dollars."""
        return _FORMULA.sub(self._hide_formula, text)

    def hide_meant(self, text: str) -> str:
        """Return the text with its formulas, code, pictures, links and bold words hidden."""
        return _MEANT.sub(lambda part: self.hide(part[0]), self.hide_formulas(text))

    def show(self, text: str) -> str:
        """Return the text with all parts in their places; two formulas do not touch."""
        has_table, lines = TABLE.search(text), []
        for line in _TOUCHING.sub(r"\g<0> ", text).split("\n"):
            shown = _MARK.sub(lambda mark: self._parts[ord(mark[0]) - FIRST_MARK], line)
            if has_table and "|" in line:  # which would end a cell
                parts = (part for part in self._parts if "|" in part)
                for part in parts:
                    shown = shown.replace(part, part.replace("|", r"\|"))
            lines.append(shown)
        shown, before = "\n".join(lines), ""
        while shown != before:
            before, shown = shown, _TWO_BLOCKS.sub(r"\1\n\n", shown)
        return shown

    def _hide_formula(self, found: re.Match[str]) -> str:
        if found["code"]:
            return found[0] if found["tag"] else self.hide(found[0])
        if found["level"]:
            sign = "_" if found["level"].lower() == "sub" else "^"
            return self.hide(f"${{}}{sign}{{{unescape(found['raised'])}}}$")
        dollars = found["dollars"]
        if dollars and _PROSE.search(dollars) and not _TEX_SIGN.search(dollars):
            return found[0]
        block = found["block"] or found["bracket"] or found["anki_block"]
        if found["mathjax"] and "block" in found["look"]:
            block = found["mathjax"]
        tex = block or dollars or found["inline"] or found["anki"] or found["mathjax"]
        tex = tex or _OWN_SIGNS.sub("", found["latex"].strip())
        tex = " ".join((unescape(_TAG.sub(" ", tex)) if self._is_html else tex).split())
        return self.hide(f"$${tex}$$" if block else f"${tex}$") if tex else found[0]


@lru_cache(maxsize=1024)
def convert_html(html: str) -> str:
    """Return the Markdown that shows what the HTML shows; its private characters are kept."""
    kept = Kept(is_html=True)
    return kept.show(convert_tags(kept.hide_formulas(html)))


def convert_tags(html: str) -> str:
    """Return the Markdown of HTML whose formulas are hidden."""
    html = _HIDDEN.sub("", html)
    if "<" not in html:
        return escape_markdown(clean_text(unescape(html)))
    html = _LEVEL.sub(lambda found: f"{'_^'[found[1] in 'pP']}({found[2]})", html)
    html = _BREAK_IN_CODE.sub(lambda found: _BREAK.sub("\n", found[0]), _LOST_TAGS.sub("", html))
    html = _LINK.sub(lambda found: found[0] if _SAFE_LINK.search(found[0]) else "<span>", html)
    pieces, depth = _TAG.split(html), 0
    for number, piece in enumerate(pieces):
        if number % 2:
            if tag := _VERBATIM.match(piece):
                depth += -1 if tag[1] else 1
        elif depth <= 0 and piece:
            escaped = escape_markdown(unescape(piece)).replace("\\", _BACKSLASH)
            pieces[number] = escape(escaped, quote=False)
    text: str = convert("".join(pieces), ConversionOptions()).content or ""
    text = re.sub(r"[ \t]+\n(?=\n|\Z)", "\n", clean_text(text.replace(_BACKSLASH, "\\")))
    return re.sub(r"(?<!\\) {2,}\n", "\\\\\n", text)


def convert_markdown(text: str) -> str:
    """Return a Markdown text with its formulas between dollars."""
    kept = Kept(is_html=False)
    return kept.show(kept.hide_formulas(clean_text(text)))


def find_lost_look(html: str) -> bool:
    """Return whether HTML underlines or colors something, which Markdown does not."""
    return _LOST_LOOK.search(html) is not None


def find_shown_dollars(text: str) -> bool:
    """Return whether Markdown shows dollars that could stand around a formula."""
    return _SHOWN_DOLLARS.search(text) is not None


def clean_text(text: str) -> str:
    """Return the text with `\n` for every line break, and without characters nobody can see."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    return UNSAFE.sub("", text.replace("\xa0", " ")).strip()


def drop_private(text: str) -> str:
    """Return the text without private characters, also those written as entities."""
    text = _PRIVATE.sub("", text)
    return _ENTITY.sub(lambda sign: "" if _PRIVATE.match(unescape(sign[0])) else sign[0], text)


def escape_markdown(text: str) -> str:
    """Return Markdown that shows exactly these letters; line breaks stay where they are."""
    text = _INLINE.sub(r"\\\g<0>", text)
    return _NUMBERED.sub(r"\1\\\2", _BLOCK.sub(r"\1\\", text))


def keep_lines(text: str) -> str:
    """Return Markdown in which every line break is seen."""
    paragraphs = re.split(r"\n[ \t]*\n\s*", text)
    return "\n\n".join(
        re.sub(r"(?<![ \t])[ \t]*\n[ \t]*", "\\\\\n", each.strip()) for each in paragraphs
    )


def make_typeable(text: str) -> str:
    """Return a short text as somebody can type it: what had to be escaped becomes code."""
    bare = _BOLD_WORDS.sub(r"\2", text)
    plain = _ESCAPED_SIGN.sub(r"\1", bare)
    return bare if plain == bare or "`" in plain else f"`{plain}`"
