"""Cells of tables to Markdown: plain text unless somebody clearly wrote markup."""

from __future__ import annotations

import re

from flashcards.importing.item import LeftOut
from flashcards.importing.markdown_text import (
    TABLE,
    Kept,
    clean_text,
    convert_tags,
    escape_markdown,
    keep_lines,
)
from flashcards.text.plain_text import MAX_TEXT

_TAG = re.compile(
    r"<(/?)(b|i|u|s|br|hr|p|div|span|img|ul|ol|li|dl|dt|dd|code|pre|tt|kbd|samp|sub|sup|strong|em"
    r"|strike|del|ins|small|big|mark|center|blockquote|a|font|h[1-6]|table|caption|thead|tbody|tr"
    r"|th|td)(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_SINGLE = {"br", "hr", "img"}
_INNER = {"ul": ["li"], "ol": ["li"], "dl": ["dt", "dd"]}
_INNER["table"] = ["caption", "thead", "tbody", "tr", "th", "td"]
"""Tags that HTML lets end with what they stand in."""
_LIKE_TAG = re.compile(r"<[a-z/!][^<>]*>|&(?:[a-z]+|#\d+);", re.IGNORECASE)
_ITEM = r"(?:[-*+]|\d{1,9}[.)])[ \t]+\S"
_LIST = re.compile(rf"^{_ITEM}.*\n(?:[ \t]+\S.*\n)*?[ \t]*{_ITEM}", re.MULTILINE)
_INDENTED = re.compile(r"^(?: {2}|\t)[ \t]*\S", re.MULTILINE)
_LAID_OUT = re.compile(
    r"^[ \t]*(?:```|~~~|\||(?:[-*+]|\d{1,9}[.)])[ \t])|<pre\b|\\\[|\$\$|<[uo]l\b", re.MULTILINE
)
"""Fences, tables, lists, formulas: somebody laid the lines out already."""
_SENTENCE = re.compile(r"[?!。？！]\s*$|[^\W\d_]{2,}\.\s*$")

NOTES = {
    "html": "tags such as <b> are read as HTML",
    "typed": "what looks like HTML is shown as it was typed",
    "code": "indented lines are a block of code",
}
"""What is told of cells that were read as more, or as less, than plain text."""


def convert_cell(cell: str, notes: set[str]) -> str:
    """Return the Markdown that shows what a cell says; what is to be told is added to `notes`.

    Indented lines are code, with all between them; sentences above and below are not. Raises
    LeftOut if it is too long.
    """
    if len(cell) > MAX_TEXT:
        raise LeftOut(f"has a text longer than {MAX_TEXT} letters")
    cell = cell.replace("\r\n", "\n").strip("\n")
    if not _INDENTED.search(cell) or _LAID_OUT.search(cell):
        return _convert_text(cell, notes)
    notes.add("code")
    lines = [line.rstrip() for line in cell.split("\n")]
    code = [n for n, line in enumerate(lines) if line and not _SENTENCE.search(line)]
    code = code or [n for n, line in enumerate(lines) if _INDENTED.match(line)]
    begin, end = code[0], code[-1] + 1
    above, below = (_convert_text("\n".join(part), notes) for part in (lines[:begin], lines[end:]))
    block = "\n".join(["```", *lines[begin:end], "```"])
    return "\n\n".join(filter(None, [above, block, below]))


def _convert_text(text: str, notes: set[str]) -> str:
    """Return the Markdown of a text without indented lines."""
    kept = Kept(is_html=False)
    hidden = kept.hide_meant(clean_text(text))
    if _LIKE_TAG.search(hidden):
        html = _quote_stray_tags(hidden)
        if html != hidden:
            notes.add("typed")
        if html:
            notes.add("html")
            return kept.show(convert_tags(html))
    if _LIST.search(hidden) or TABLE.search(hidden):
        return kept.show(hidden)
    escaped = escape_markdown(hidden)
    shown = kept.show(escaped)
    return shown if "```" in shown else keep_lines(shown)


def _quote_stray_tags(text: str) -> str:
    """Return HTML that shows every `<` but those of tags with a partner; nothing if none has one.

    A cell that is one tag and nothing else is meant as text.
    """
    tags = [(tag[2].lower(), bool(tag[1])) for tag in _TAG.finditer(text)]
    names = {name for name, _ in tags}
    paired = {
        name
        for name in names
        if tags.count((name, True)) == tags.count((name, False))
        and tags.index((name, False)) < tags.index((name, True))
    }
    known = {*_SINGLE, *paired, *(inner for name in paired for inner in _INNER.get(name, ()))}
    if not names & known or _TAG.fullmatch(text):
        return ""
    pieces, end = [], 0
    for tag in _TAG.finditer(text):
        if tag[2].lower() in known:
            pieces += [text[end : tag.start()].replace("<", "&lt;"), tag[0]]
            end = tag.end()
    return "".join([*pieces, text[end:].replace("<", "&lt;")])
