"""Indented lines in a plain text: they are code, and its spaces mean something."""

from __future__ import annotations

import re

_INDENTED = re.compile(r"^(?: {2}|\t)[ \t]*\S", re.MULTILINE)
_MARKED = re.compile(
    r"^[ \t]*(?:```|~~~|\||(?:[-*+]|\d{1,9}[.)])[ \t])|<pre\b|\\\[|\$\$|<[uo]l\b", re.M
)
"""Fences, tables, lists, formulas: somebody laid the lines out already."""
_SENTENCE = re.compile(r"[?!。？！]$|[^\W\d_]{2,}\.$|[^\W\d_]{2,}(?: [^\W\d_]+)+:$")

_LONGEST_END = 60
"""Letters at the end of a line that are looked at."""


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
        _add(found, "\n".join(lines[:begin]), False)
        _add(found, "\n".join(line.rstrip() for line in lines[begin:end]), True)
        _add(found, "\n".join(lines[end:]), False)
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


def _add(found: list[tuple[str, bool]], part: str, is_code: bool) -> None:
    if not part.strip():
        return
    if is_code and found and found[-1][1]:
        found[-1] = (f"{found[-1][0]}\n\n{part}", True)
    else:
        found.append((part, is_code))


def _fence(code: str) -> str:
    return f"```\n{code}\n```"
