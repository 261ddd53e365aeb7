"""What a Markdown text shows, found without rendering it.

The text is read once from left to right, so that no text, however odd, takes long.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

_TOKEN = re.compile(
    r"\\.|(?P<ticks>`+)|(?P<open>!?\[)"
    r"|\]\(\s*(?P<target><[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?=\s*\)|\s+[\"'(])|(?P<close>\])",
    re.DOTALL,
)
_DEFINED = re.compile(r"^ {0,3}\[([^\]\n]+)\]:[ \t]*(?!https?:)(\S+)", re.MULTILINE)
_FENCED = re.compile(r"^(`{3,}|~{3,}).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)


class Picture(NamedTuple):
    """A picture in a text: the file it names, and the words for those who cannot see it."""

    name: str
    words: str


def pictures_in(text: str) -> Iterator[Picture]:
    """The pictures that a Markdown text shows; code in it shows none."""
    if "![" not in text:
        return
    yield from (Picture(_name(found[2]), found[1]) for found in _DEFINED.finditer(text))
    opened: list[tuple[bool, int]] = []
    ticks, code_ends = _ticks(text), 0
    for token in _TOKEN.finditer(text):
        if token.start() < code_ends:
            continue
        if token["ticks"]:
            code_ends = _after_code(ticks[len(token["ticks"])], token)
        elif token["open"]:
            opened.append((token["open"] == "![", token.end()))
        elif opened and (token["close"] or token["target"] is not None):
            is_picture, begins = opened.pop()
            if is_picture and token["target"] is not None:
                yield Picture(_name(token["target"]), text[begins : token.start()])


def without_fences(text: str) -> str:
    """The text without its blocks of code."""
    return _FENCED.sub("", text) if "```" in text or "~~~" in text else text


def _name(target: str) -> str:
    return unquote(target.strip("<>"))


def _ticks(text: str) -> Mapping[int, list[int]]:
    """Where each run of backticks ends, by its length."""
    found: dict[int, list[int]] = defaultdict(list)
    for run in re.finditer("`+", text):
        found[len(run[0])].append(run.end())
    return found


def _after_code(ends: list[int], ticks: re.Match[str]) -> int:
    """Where the code ends that these backticks begin: after the next run as long as they are."""
    following = bisect_right(ends, ticks.end())
    return ends[following] if following < len(ends) else ticks.end()
