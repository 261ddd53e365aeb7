"""Cells of tables to Markdown: plain text unless somebody clearly wrote markup."""

from __future__ import annotations

import re
from typing import Literal

from flashcards.importing.item import LeftOut
from flashcards.importing.markdown_text import clean_text, convert_html, escape_markdown, keep_lines
from flashcards.text.plain_text import MAX_TEXT

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
_CELL_TAG = re.compile(
    r"<(/?)(b|i|u|s|br|hr|p|div|span|img|ul|ol|li|dl|dt|dd|code|pre|tt|kbd|samp|sub|sup|strong|em"
    r"|strike|del|ins|small|big|mark|center|blockquote|a|font|h[1-6]|table|caption|thead|tbody|tr"
    r"|th|td)(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_SINGLE = {"br", "hr", "img"}
_MAY_STAY_OPEN = {"p", "li", "dt", "dd", "thead", "tbody", "tr", "th", "td"}
"""Tags that HTML lets end with what they stand in."""
_LOOKS_LIKE_TAG = re.compile(r"<[a-z/!][^<>]*>|&(?:[a-z]+|#\d+);", re.IGNORECASE)
_INDENTED = re.compile(r"^(?: {2}|\t)[ \t]*\S", re.MULTILINE)
_MARKED = re.compile(
    r"^[ \t]*(?:```|~~~|\||(?:[-*+]|\d{1,9}[.)])[ \t])|<pre\b|\\\[|\$\$|<[uo]l\b", re.M
)
"""Fences, tables, lists, formulas: somebody laid the lines out already."""
_SENTENCE = re.compile(r"[?!。？！]$|[^\W\d_]{2,}\.$|[^\W\d_]{2,}(?: [^\W\d_]+)+:$")
HowRead = Literal["html", "typed", "code"]
_LONGEST_END = 60
"""Letters at the end of a line that are looked at."""


def convert_auto(text: str) -> str:
    """The Markdown of a text that is HTML as soon as one tag or entity is in it."""
    pieces = _split(text)
    if any(_HTML.search(piece) for piece in pieces[::2]):
        return _restore(convert_html(_hide(pieces)), pieces)
    return _convert_plain(pieces)


class CellReader:
    """Makes Markdown of the cells of a table, and remembers where tags were met."""

    def __init__(self) -> None:
        self.place = ""
        """The row that is read."""
        self.met: dict[HowRead, dict[str, None]] = {"html": {}, "typed": {}, "code": {}}
        """Rows with tags read as HTML, with what looks like tags and is shown as it was typed,
        and with indented lines, which became a block of code."""

    def convert(self, cell: str) -> str:
        """The Markdown that shows what the cell says."""
        if cell.isalnum():
            return cell
        if len(cell) > MAX_TEXT:
            raise LeftOut(f"has a text longer than {MAX_TEXT} letters")
        if "\n" not in cell or not (blocks := split_code(cell)):
            return self._convert_text(cell)
        self.met["code"][self.place] = None
        return "\n\n".join(
            text if is_code else self._convert_text(text) for text, is_code in blocks
        )

    def _convert_text(self, cell: str) -> str:
        pieces = _split(cell)
        if not any(map(may_be_html, pieces[::2])):
            return _convert_plain(pieces)
        html, is_whole = quote_stray_tags(_hide(pieces))
        if html:
            self.met["html"][self.place] = None
        if not is_whole:
            self.met["typed"][self.place] = None
        return _restore(convert_html(html), pieces) if html else _convert_plain(pieces)


def _split(text: str) -> list[str]:
    """Plain text and what was meant as Markdown, in turns."""
    text = _FORMULA.sub(_format_formula, _MARK.sub("", clean_text(text)))
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


def _format_formula(found: re.Match[str]) -> str:
    if found[1]:
        return f"${found[1].strip()}$"
    return f"$${found[2].strip()}$$"


def may_be_html(text: str) -> bool:
    """Whether something in the text looks like a tag or an entity."""
    return ("<" in text or "&" in text) and _LOOKS_LIKE_TAG.search(text) is not None


def quote_stray_tags(text: str) -> tuple[str, bool]:
    """HTML that shows every `<` but those of tags with a partner, and whether all were tags.

    The HTML is empty if there is no such tag: then the text is no HTML.
    """
    tags = list(_CELL_TAG.finditer(text))
    kept = _find_partners(tags)
    if not kept or (len(tags) == 1 and tags[0][0] == text.strip()):
        return "", False
    pieces, end = [], 0
    for number in sorted(kept):
        pieces += [text[end : tags[number].start()].replace("<", "&lt;"), tags[number][0]]
        end = tags[number].end()
    made = "".join([*pieces, text[end:].replace("<", "&lt;")])
    return made, made == text


def _find_partners(tags: list[re.Match[str]]) -> set[int]:
    """The numbers of tags that stand alone by their nature, or are opened and closed."""
    kept: set[int] = set()
    opened: list[tuple[str, int]] = []
    for number, tag in enumerate(tags):
        name = tag[2].lower()
        if name in _SINGLE:
            kept.add(number)
        elif not tag[1]:
            opened.append((name, number))
        elif (start := _find_last(opened, name)) is not None:
            inner = [each for other, each in opened[start + 1 :] if other in _MAY_STAY_OPEN]
            kept |= {number, opened[start][1], *inner}
            del opened[start:]
    return kept


def _find_last(opened: list[tuple[str, int]], name: str) -> int | None:
    return next((n for n in range(len(opened) - 1, -1, -1) if opened[n][0] == name), None)


def split_code(text: str) -> list[tuple[str, bool]]:
    """Paragraphs in turn, and whether each is a fenced block of code; nothing if none is.

    A paragraph with a line that is indented is code; sentences above and below are not.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if not _INDENTED.search(text) or _MARKED.search(text):
        return []
    found: list[tuple[str, bool]] = []
    for paragraph in re.split(r"\n(?:[ \t]*\n)+", text):
        lines = paragraph.split("\n")
        begin = _find_begin(lines) if _INDENTED.search(paragraph) else len(lines)
        end = _find_end(lines, begin)
        _add_block(found, "\n".join(lines[:begin]), False)
        _add_block(found, "\n".join(line.rstrip() for line in lines[begin:end]), True)
        _add_block(found, "\n".join(lines[end:]), False)
    return [(_fence(part) if is_code else part, is_code) for part, is_code in found]


def _find_begin(lines: list[str]) -> int:
    """The number of sentences above the code."""
    begin = 0
    while begin < len(lines) - 1 and _is_sentence(lines[begin]):
        if lines[begin].strip().endswith(":") and lines[begin + 1].startswith((" ", "\t")):
            break
        begin += 1
    return begin


def _find_end(lines: list[str], begin: int) -> int:
    """Where sentences below the code begin."""
    end = len(lines)
    while end > begin + 1 and not lines[end - 1][:1].isspace() and _is_sentence(lines[end - 1]):
        end -= 1
    return end


def _is_sentence(line: str) -> bool:
    return _SENTENCE.search(line.strip()[-_LONGEST_END:]) is not None


def _add_block(found: list[tuple[str, bool]], part: str, is_code: bool) -> None:
    if not part.strip():
        return
    if is_code and found and found[-1][1]:
        found[-1] = (f"{found[-1][0]}\n\n{part}", True)
    else:
        found.append((part, is_code))


def _fence(code: str) -> str:
    return f"```\n{code}\n```"
