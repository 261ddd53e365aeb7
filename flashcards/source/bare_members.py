"""Members of braces that have no colon to YAML: `{a: one, two}`, `{text:one}`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from yaml.events import ScalarEvent

from flashcards.source.bracket_repairs import mend_line_in_brackets
from flashcards.source.brackets import NO_SPACE, TIGHT_NAME
from flashcards.source.flow_scalars import SPLIT, quote_text
from flashcards.source.marks import Marks

TOLD = (SPLIT, NO_SPACE)


class Bare(NamedTuple):
    """What was meant: a name and its text, or without a name the whole of the text before."""

    name: str
    text: str
    message: str
    hint: str


def read_bare(text: str, line: str, before: Any, key: Any, value: Any) -> Bare | None:
    """The event `key` without a colon, as its author meant it; None if it has a colon.

    `before` is where the value before it begins, None if that is empty.
    """
    if not isinstance(key, ScalarEvent) or key.style:
        return None
    end: Any = key.end_mark
    if value.start_mark.index != end.index:
        return None
    is_text = before is not None and not isinstance(before, Marks)
    if is_text and text[before.index] not in "\"'":
        whole = text[before.index : end.index]
        return Bare("", whole, *_advise(line, SPLIT, whole))
    if found := re.match(TIGHT_NAME, key.value):
        rest = key.value[found.end() :]
        return Bare(found[1], rest, *_advise(line, NO_SPACE, ""))
    return None


def _advise(line: str, message: str, whole: str) -> tuple[str, str]:
    """What is wrong with the braces of a line, and the line, or the text, as it should be."""
    if found := mend_line_in_brackets(line, is_member=True):
        return found
    return message, f"put it in quotes: {quote_text(whole)}" if whole else "write a space after it"
