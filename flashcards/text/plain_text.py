"""Plain text: from HTML and Markdown, and how far two words are apart."""

import re
from html import unescape

MAX_TEXT = 10_000
"""Characters of one text: minutes of reading, where a card should take seconds."""

MAX_BRACKETS = 200
"""Each '[' may begin a link or a picture, and a thousand that begin none take long to read."""

PYTHON_NAMES = ("python", "py", "python3")
"""What authors call the language of a program that is Python."""

CODE_BLOCK = re.compile(r"^(`{3,}|~{3,}).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
NOT_PROSE = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?(?:^(?P=fence)|\Z)|(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"
    r"|(?P<formula>(?<!\\)\$\$(?!\$).+?\$\$|(?<![\\$])\$(?![\s$])[^$\n]*?(?<!\s)\$(?!\d))"
    r"|\]\(<[^<>\n]*>",
    re.MULTILINE | re.DOTALL,
)
"""Fenced and inline code, `$$…$$`, `$…$`, and names of files in angle brackets, in this order."""
_TAG = re.compile(r"<[^>]*>?")
_CELL_END = re.compile(r"(?<=</t[hd]>)\n(?=<t[hd])")
_ROW_END = re.compile(r"\n</tr>\n(?:</thead>\n<tbody>\n)?(?=<tr>)")
_DISPLAYED = re.compile(r"\$\$[^$]*\$\$")
# A line with a bar, below it a line of dashes and bars, and what follows up to an empty line. `*+`
# takes all that it can and gives nothing back, so no text takes long.
_TABLE = re.compile(
    r"^[^\n|]*+\|[^\n]*+\n[ \t]*+(?=[^\n]*\|)\|?[ \t]*+:?-[-:| \t]*+$(?:\n(?![ \t]*+$)[^\n]*)*+",
    re.MULTILINE,
)
_TARGET = re.compile(r"\]\((?:(?!\]\()[^)\s])*\)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)\n]*\)")


def format_count(count: int, noun: str, many: str = "") -> str:
    """Return a number with its noun: "1 card", "3 cards"; `many` is a plural without "s"."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def html_to_text(html: str) -> str:
    """Return the text of an HTML fragment on one line, as a person would type it.

    Cells of a table have ` | ` between them, its rows `; `.
    """
    html = _ROW_END.sub("; ", _CELL_END.sub(" | ", html))
    return " ".join(unescape(_TAG.sub("", html)).split())


def find_line(text: str, part: str) -> int:
    """Return the line, from 1, where a part of a text begins; 1 if it is not in it."""
    return text.count("\n", 0, max(text.find(part), 0)) + 1


def strip_targets(text: str) -> str:
    """Return a Markdown text without the addresses of its links and pictures."""
    return _TARGET.sub("]", text)


def strip_blocks(text: str) -> str:
    """Return a Markdown text without blocks of code, tables, pictures and displayed formulas."""
    for block in (CODE_BLOCK, _TABLE, _PICTURE, _DISPLAYED):
        text = block.sub("", text)
    return text


def edit_distance(one: str, other: str) -> int:
    """Return the edits from one text to the other; two letters swapped are one edit."""
    # Rows of the table of distances, newest last: a letter swapped looks back two rows.
    last: list[int] = []
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def normalize_text(text: str) -> str:
    """Return the text without differences of case, white space and code marks, to compare it."""
    return " ".join(text.replace("`", "").casefold().split())


def normalize_output(text: str) -> str:
    """Return output without white space at the ends of lines and at its end, to compare it."""
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())


def join_code(code: str) -> str:
    """Return code in one line, without the comments that would swallow what follows them."""
    lines = (f" {line}".partition(" # ")[0] for line in code.splitlines())
    return " ".join(" ".join(lines).split())
