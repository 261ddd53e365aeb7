"""The texts of an entry by their path: what a translation replaces, what a fingerprint covers.

A path is the way through the YAML, `("rows", "process", "dp")`. Code and its
output are not text in this sense: they are the same in every language.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from flashcards.model import Entry, Kind, Option, Row

Path: TypeAlias = tuple[str, ...]
Leaf: TypeAlias = str | tuple[str, ...]
AnyEntry = TypeVar("AnyEntry", bound=Entry)

_COMMON = ("why", "retired")
_OF_KIND: Mapping[Kind, tuple[str, ...]] = {
    "concept": ("concept", "points", "misconception"),
    "term": ("term", "scope", "meaning", "aliases"),
    "compare": ("compare", "rows"),
    "code": ("question", "wrong"),
    "choose": ("choose", "right", "wrong"),
    "order": ("order", "steps"),
    "cloze": ("cloze", "gaps", "accept", "reasons"),
    "recall": ("recall", "answer"),
}
OPTIONAL_FIELDS = ("aliases", "accept", "retired")
"""A translation is complete without these."""


def collect_texts(entry: Entry) -> dict[Path, Leaf]:
    """Every text of the entry that a person reads, by its path."""
    found: dict[Path, Leaf] = {}
    for name in _OF_KIND[entry.kind] + _COMMON:
        value = getattr(entry, name)
        if type(value) is str:  # nearly always: all the rest is ten times slower
            found[(name,)] = value
        elif value:
            _gather(found, value, _find_path(name), options=entry.kind == "choose")
    return found


def replace_texts(entry: AnyEntry, translated: Mapping[Path, Leaf]) -> AnyEntry:
    """A copy of the entry with the texts of `translated` in place of its own."""
    named = {path[0] for path in translated}
    changed = {
        name: _rebuild(getattr(entry, name), _find_path(name), translated)
        for name in _OF_KIND[entry.kind] + _COMMON
        if _find_path(name)[0] in named
    }
    return replace(entry, **changed)


def fingerprint_texts(entry: Entry) -> str:
    """Six hexadecimal digits that change when any text of the entry does."""
    rows = [["/".join(path), leaf] for path, leaf in collect_texts(entry).items()]
    said = json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(said).hexdigest()[:6]


def normalize_output(text: str) -> str:
    """Output without white space at the ends of lines and at its end: what is compared."""
    lines = text.rstrip().splitlines()
    return "\n".join(map(str.rstrip, lines)) if len(lines) > 1 else "".join(lines)


def _find_path(field: str) -> Path:
    """Where a field of the model stands in the YAML."""
    return ("why",) if field == "reasons" else () if field == "cells" else (field,)


def _gather(found: dict[Path, Leaf], value: Any, path: Path, options: bool) -> None:
    """Adds the texts in a value; those of options only where they are words, not output."""
    if type(value) is str:
        found[path] = value
    elif type(value) is Option:
        if options:
            found[(*path, "text")] = value.text
        if value.why is not None:
            found[(*path, "why")] = value.why
    elif type(value) is Row:
        for name, inner in vars(value).items():
            if inner:
                _gather(found, inner, (*path, *_find_path(name)), options=True)
    elif type(value) is dict or isinstance(value, Mapping):  # asked in the quicker way first
        for name, inner in value.items():
            _gather(found, inner, (*path, str(name)), options)
    elif value:
        found[path] = value


def _rebuild(value: Any, path: Path, translated: Mapping[Path, Leaf]) -> Any:
    if isinstance(value, Option):
        words: dict[str, Any] = {
            name: translated[(*path, name)]
            for name in ("text", "why")
            if (*path, name) in translated
        }
        return replace(value, **words) if words else value
    if isinstance(value, Row):
        fields = {
            name: _rebuild(inner, (*path, *_find_path(name)), translated)
            for name, inner in vars(value).items()
        }
        return Row(**fields)
    if isinstance(value, Mapping):
        return {
            name: _rebuild(inner, (*path, str(name)), translated) for name, inner in value.items()
        }
    return translated.get(path, value)
