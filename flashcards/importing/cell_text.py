"""Cells of tables to Markdown: plain text unless somebody clearly wrote markup."""

from __future__ import annotations

import re

from flashcards.importing.cell_tags import may_be_html, quote_stray_tags
from flashcards.importing.code_lines import split_code
from flashcards.importing.html_markdown import convert_html
from flashcards.importing.item import LeftOut
from flashcards.importing.plain_markdown import clean_text, escape_markdown, keep_lines
from flashcards.model import LONGEST_TEXT
from flashcards.words.message import Message

_HTML = re.compile(
    r"</?(?:b|i|u|br|p|div|span|img|ul|ol|li|code|pre|sub|sup|table|strong|em|a|font|h[1-6])"
    r"(?=[\s/>])[^<>]*>|&(?:nbsp|lt|gt|amp|quot|#\d+);",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"(^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`)|!\[[^\[\]\n]*\]\([^()\n]+\)|\[[^\[\]\n]+\]\(https?://[^()\s]+\)"
    r"|\$\$.+?\$\$|(?<![\\$\w])\$(?![\s\d$])[^$\n]*?(?<!\s)\$(?![\d$])|(?<!\S)\*\*\w[^*\n]*(?<=\S)\*\*(?!\w))",
    re.MULTILINE | re.DOTALL,
)
"""Code, pictures, links, formulas and bold words: nobody writes them by accident."""
_MAY_BE_MEANT = re.compile(r"[`\[$*]")
_FIRST_MEANT, _MOST_MEANT = 0xE400, 0x400
_MARK = re.compile("[\ue400-\ue7ff]")
_ITEM = r"(?:[-*+]|\d{1,9}[.)])[ \t]+\S"
_LIST = re.compile(rf"^{_ITEM}.*\n(?:[ \t]+\S.*\n)*?[ \t]*{_ITEM}", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|[ \t|:-]*$", re.MULTILINE)
"""The line below the heading of a table."""
_FORMULA = re.compile(r"\\\(((?:(?!\\[(\[]).)+?)\\\)|\\\[((?:(?!\\\[).)+?)\\\]", re.DOTALL)


def convert_auto(text: str) -> str:
    """The Markdown of a text that is HTML as soon as one tag or entity is in it."""
    if text.isalnum():
        return text
    pieces = _split(text)
    if any(_HTML.search(piece) for piece in pieces[::2]):
        return _restore(convert_html(_hide(pieces)), pieces)
    return _convert_plain(pieces)


class CellReader:
    """Makes Markdown of the cells of a table, and remembers where tags were met."""

    def __init__(self) -> None:
        self.place = ""
        """The row that is read."""
        self.as_html: dict[str, None] = {}
        """Rows with tags that were read as HTML."""
        self.as_typed: dict[str, None] = {}
        """Rows with what looks like HTML, and is shown as it was typed."""
        self.as_code: dict[str, None] = {}
        """Rows with indented lines, which became a block of code."""

    def convert(self, cell: str) -> str:
        """The Markdown that shows what the cell says."""
        if cell.isalnum():
            return cell
        if len(cell) > LONGEST_TEXT:
            raise LeftOut(Message("import-text-too-long", most=LONGEST_TEXT))
        if "\n" not in cell or not (blocks := split_code(cell)):
            return self._convert_text(cell)
        self.as_code[self.place] = None
        return "\n\n".join(
            text if is_code else self._convert_text(text) for text, is_code in blocks
        )

    def _convert_text(self, cell: str) -> str:
        pieces = _split(cell)
        if not any(map(may_be_html, pieces[::2])):
            return _convert_plain(pieces)
        html, is_whole = quote_stray_tags(_hide(pieces))
        if html:
            self.as_html[self.place] = None
        if not is_whole:
            self.as_typed[self.place] = None
        return _restore(convert_html(html), pieces) if html else _convert_plain(pieces)


def _split(text: str) -> list[str]:
    """Plain text and what was meant as Markdown, in turns."""
    text = clean_text(text)
    if not text.isascii():
        text = _MARK.sub("", text)
    if "\\" in text:
        text = _FORMULA.sub(_write_formula, text)
    return _MEANT.split(text) if _MAY_BE_MEANT.search(text) else [text]


def _convert_plain(pieces: list[str]) -> str:
    text = "".join(pieces)
    if "\n" in text and (_LIST.search(text) or _has_table(text)):
        return text
    pieces[::2] = map(escape_markdown, pieces[::2])
    return "".join(pieces) if "```" in text else keep_lines("".join(pieces))


def _has_table(text: str) -> bool:
    if not (rule := _RULE.search(text)):
        return False
    return "|" in text[: rule.start()].rstrip("\n").rpartition("\n")[2]


def _hide(pieces: list[str]) -> str:
    """The text with one private character for each piece that was meant as Markdown."""
    hidden = [*pieces]
    for number in range(len(pieces[1::2][:_MOST_MEANT])):
        hidden[2 * number + 1] = chr(_FIRST_MEANT + number)
    return "".join(hidden)


def _restore(made: str, pieces: list[str]) -> str:
    return _MARK.sub(lambda mark: pieces[2 * (ord(mark[0]) - _FIRST_MEANT) + 1], made)


def _write_formula(found: re.Match[str]) -> str:
    if found[1]:
        return f"${found[1].strip()}$"
    return f"$${found[2].strip()}$$"
