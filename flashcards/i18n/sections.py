"""What the words of a table are about: the comments between them, for who translates them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

_COMMENT = re.compile(r"^    # (.*)$")
_NAME = re.compile(r'^    ("(?:[^"\\]|\\.)*"):')


def list_sections(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Each name of the module's table with the comment that it stands below."""
    section, follows = "", False
    for line in Path(str(module.__file__)).read_text(encoding="utf-8").splitlines():
        if comment := _COMMENT.match(line):
            section = f"{section} {comment[1]}" if follows else comment[1]
        elif name := _NAME.match(line):
            yield _read_string(name[1]), section
        follows = comment is not None


def _read_string(literal: str) -> str:
    from ast import literal_eval

    return str(literal_eval(literal))
