"""Where the questions of a GIFT file begin and end, also where no blank line is between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_ESCAPED = re.compile(r"\\\\.")
_TITLE = re.compile(r"\s*::.*?::")
_APART = re.compile(r"\s*//|\$CATEGORY:")
"""Lines that stand before a question."""


@dataclass
class _Block:
    lines: list[str] = field(default_factory=list)
    opened: bool = False
    closed: bool = False
    has_text: bool = False
    """Whether it has more than lines that stand before a question."""

    def add(self, line: str) -> None:
        self.lines.append(line)
        self.has_text |= bool(line.strip()) and not _APART.match(line)
        if not line.lstrip().startswith("//"):
            plain = _ESCAPED.sub("", line)
            self.opened |= "{" in plain
            self.closed |= self.opened and "}" in plain.partition("{")[2 if "{" in plain else 0]


def split_gift(text: str) -> tuple[list[str], int]:
    """The text of each question, and how many of them no blank line stood before."""
    blocks = [list(_split_block(block)) for block in re.split(r"\n[ \t]*\n", text)]
    return [each for found in blocks for each in found], sum(len(found) - 1 for found in blocks)


def _split_block(text: str) -> Iterator[str]:
    block = _Block()
    for line in text.split("\n"):
        if block.has_text and _begins_question(line, block):
            yield "\n".join(block.lines)
            block = _Block()
        block.add(line)
    yield "\n".join(block.lines)


def _begins_question(line: str, block: _Block) -> bool:
    """A title does; after a closed brace so does all that cannot be the rest of a sentence."""
    if _TITLE.match(line):
        return True
    if not block.closed:
        return False
    plain = _ESCAPED.sub("", line)
    ends = block.lines[-1].rstrip().endswith("}")
    is_rest = plain.lstrip()[:1].islower() or not plain.lstrip()[:1].isalnum()
    return bool(_APART.match(line)) or "{" in plain or (ends and bool(line.strip()) and not is_rest)
