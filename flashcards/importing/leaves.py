"""An entry as texts by their path, and as short digests of them: what is compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from flashcards.model import Entry
from flashcards.source.plain_values import make_plain_entry

Leaves: TypeAlias = dict[str, Any]
"""Path (`options/a/text`) to a text, a number or a list."""
Digests: TypeAlias = dict[str, str]
_write_json = json.JSONEncoder(ensure_ascii=False).encode
NOTHING = ""
"""The digest of what is not there."""


def list_leaves(entry: Entry) -> Leaves:
    """Every value of an entry but its key, in the order of a deck file."""
    found: Leaves = {}
    for name, value in make_plain_entry(entry, shorthand=False).items():
        if type(value) is str:  # nearly always
            found[name] = value
        else:
            _gather(found, name, value)
    found.pop("key", None)
    return found


def join_leaves(leaves: Mapping[str, Any]) -> dict[str, Any]:
    """The plain values that these leaves are of."""
    whole: dict[str, Any] = {}
    for path, value in leaves.items():
        if "/" not in path:
            whole[path] = value
            continue
        *above, name = path.split("/")
        inner = whole
        for part in above:
            inner = inner.setdefault(part, {})
            if not isinstance(inner, dict):  # one side has a text where the other has several
                return {}
        inner[name] = value
    return whole


def digest(value: Any) -> str:
    """Twelve letters that stand for a value."""
    text = value if isinstance(value, str) else _write_json(value)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def digest_leaves(leaves: Mapping[str, Any]) -> Digests:
    """The digest of each leaf."""
    return {path: digest(value) for path, value in leaves.items()}


def _gather(found: Leaves, path: str, value: Any) -> None:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            _gather(found, f"{path}/{name}", inner)
    else:
        found[path] = value
