"""Texts without quotes inside brackets: whether YAML reads them as they are, and why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.events import ScalarEvent

_MEMBER_BEHIND = re.compile(r"[^\sA-Z:]+\s+([a-z][\w-]*):\s+\S")
"""One word, and then what may be the name of the next member: `{mean: one median: two}`."""
SPLIT = "a comma ends a text in braces that has no quotes"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SIGNS = "`@%*&!|>?[{,-"


def quote_text(text: str) -> str:
    """A text in the quotes that need the least change to it; a formula in single ones."""
    if '"' not in text and "\\" not in text and ("$" not in text or "'" in text):
        return f'"{text}"'
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def quote_in_brackets(text: str) -> str:
    """A text as it may stand in brackets: as it is, or in quotes."""
    return text if reads_as(text, "{x: %s}") else quote_text(text)


def reads_as(value: str, brackets: str) -> bool:
    """Whether YAML reads a text without quotes in these brackets as it is."""
    loader = _LOADER(brackets % value)
    try:
        events = list(_list_events(loader))
    except yaml.YAMLError:
        return False
    finally:
        loader.dispose()
    texts = [each for each in events if isinstance(each, ScalarEvent)]
    count = 2 if brackets[0] == "{" else 1
    plain = len(texts) == count and len(events) == count + 6
    return plain and texts[-1].value == value and not (texts[-1].anchor or texts[-1].tag)


def _list_events(loader: Any) -> Iterator[Any]:
    while loader.check_event():
        yield loader.get_event()


def describe_text(value: str) -> tuple[str, int]:
    """Why a text in brackets needs quotes, and the place in it."""
    if value[0] in _SIGNS:
        return f"a text cannot begin with '{value[0]}'", 0
    if found := re.search(r":(?=\s|\Z)", value):
        member = _MEMBER_BEHIND.match(value)
        doubt = f", or no comma before '{member[1]}'" if member else ""
        return f"': ' inside a text that has no quotes{doubt}", found.start()
    if found := re.search(r"\s#", value):
        return "the text is cut off here: ' #' begins a comment", found.start() + 1
    if found := re.search(r"[{}\[\]]", value):
        return f"'{found[0]}' inside a text in brackets that has no quotes", found.start()
    if "," in value:
        return SPLIT, value.index(",")
    return "this text needs quotes", 0
