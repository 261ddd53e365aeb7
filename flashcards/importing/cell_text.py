"""Cells of tables to Markdown: plain text unless somebody clearly wrote markup."""

from __future__ import annotations

import re

from flashcards.importing.html_markdown import convert_html
from flashcards.importing.plain_markdown import clean_text, escape_markdown, keep_lines

_HTML = re.compile(
    r"</?(?:b|i|u|br|p|div|span|img|ul|ol|li|code|pre|sub|sup|table|strong|em|a|font|h[1-6])"
    r"(?=[\s/>])[^<>]*>|&(?:nbsp|lt|gt|amp|quot|#\d+);",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"(^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`)|!\[[^\]\n]*\]\([^()\n]+\)|\[[^\]\n]+\]\(https?://[^()\s]+\)"
    r"|\$\$.+?\$\$|(?<![\\$\w])\$(?![\s\d$])[^$\n]*?(?<!\s)\$(?![\d$])|(?<!\S)\*\*\w[^*\n]*(?<=\S)\*\*(?!\w))",
    re.MULTILINE | re.DOTALL,
)
"""Code, pictures, links, formulas and bold words: nobody writes them by accident."""
_FIRST_MEANT, _MOST_MEANT = 0xE400, 0x400
_MARK = re.compile("[\ue400-\ue7ff]")
_LIST = re.compile(r"^(?:[-*+]|\d+[.)])[ \t]+\S.*\n(?:[-*+]|\d+[.)])[ \t]+\S", re.MULTILINE)
_FORMULA = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)


def convert_cell(cell: str) -> str:
    """The Markdown that shows what the cell says."""
    if cell.isalnum():
        return cell
    text = _FORMULA.sub(_write_formula, _MARK.sub("", clean_text(cell)))
    pieces = _MEANT.split(text)
    if any(_HTML.search(piece) for piece in pieces[::2]):
        return _convert_mixed(pieces)
    if _LIST.search(text):
        return text
    pieces[::2] = map(escape_markdown, pieces[::2])
    return "".join(pieces) if "```" in text else keep_lines("".join(pieces))


def _convert_mixed(pieces: list[str]) -> str:
    """HTML in which something is Markdown all the same."""
    meant = pieces[1::2][:_MOST_MEANT]
    for number in range(len(meant)):
        pieces[2 * number + 1] = chr(_FIRST_MEANT + number)
    made = convert_html("".join(pieces))
    return _MARK.sub(lambda mark: meant[ord(mark[0]) - _FIRST_MEANT], made)


def _write_formula(found: re.Match[str]) -> str:
    if found[1]:
        return f"${found[1].strip()}$"
    return f"$${found[2].strip()}$$"
