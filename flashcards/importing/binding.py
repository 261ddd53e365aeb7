"""The file beside the decks that remembers which entry came from where, and what was said.

Without it a second import could not tell what changed in the source from what the author
edited. It holds digests, not texts: the texts are in the decks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import FileMissing, load_text, read_json
from flashcards.importing.columns import read_mapping
from flashcards.importing.leaves import Digests
from flashcards.words.message import Message

BINDING_FILE = "imported.json"
FORMAT = 1
_LARGEST = 64_000_000
_write_json = json.JSONEncoder(ensure_ascii=False).encode


@dataclass
class Bound:
    """One item of a source and the entry that it became."""

    key: str
    kind: str
    said: Digests
    """What the source said at the last import, by path."""
    wrote: Digests = field(default_factory=dict)
    """What was written at a path, where that is not what the source said."""
    file: str = ""
    """The file that it came from, where ids mean the same in several files."""
    deck: str = ""
    """The deck of the source that it was in, its parts joined by `::`; empty if not known."""


@dataclass
class BoundPicture:
    """A picture of a source, and the file that it became."""

    file: str
    said: str


@dataclass
class Binding:
    """Everything that was imported into a course."""

    items: dict[str, dict[str, Bound]] = field(default_factory=dict)
    """Scope of the ids, then id."""
    decks: dict[str, str] = field(default_factory=dict)
    """Scope and path of a deck of the source to its key here."""
    pictures: dict[str, dict[str, BoundPicture]] = field(default_factory=dict)
    """Scope, then the name in the source."""
    maps: dict[str, str] = field(default_factory=dict)
    """Name of a table to what its columns are, as `--map` said at the last import."""


def load_binding(decks: Path) -> Binding:
    """What was imported before; nothing if there is no such file. Raises FlashcardsError."""
    path = decks / BINDING_FILE
    try:
        return read_binding(load_text(path, _LARGEST, links=False))
    except FileMissing:
        return Binding()
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FlashcardsError(Message("import-binding-damaged", path=path)) from None


def read_binding(text: str) -> Binding:
    """The binding in a text. Raises ValueError, KeyError, TypeError or AttributeError."""
    data = read_json(text)
    if data["format"] != FORMAT:
        raise ValueError("another format")
    return Binding(
        {
            scope: {
                id: Bound(
                    each["key"],
                    each["kind"],
                    dict(each["said"]),
                    dict(each.get("wrote", {})),
                    each.get("file", scope),
                    str(each.get("deck", "")),
                )
                for id, each in items.items()
            }
            for scope, items in data["items"].items()
        },
        dict(data["decks"]),
        {
            scope: {name: BoundPicture(*each) for name, each in pictures.items()}
            for scope, pictures in data["pictures"].items()
        },
        {name: _read_map(each) for name, each in data.get("maps", {}).items()},
    )


def _read_map(text: str) -> str:
    try:
        read_mapping(text)
    except UsageError as error:
        raise ValueError(str(error)) from None
    return text


def write_binding(binding: Binding) -> str:
    """The text of the file: one line for each item, so that differences can be read."""
    scopes = ",\n".join(
        f"{_write_json(scope)}: {{\n"
        + ",\n".join(
            f" {_write_json(id)}: {_write_bound(each, scope)}" for id, each in items.items()
        )
        + "\n}"
        for scope, items in binding.items.items()
        if items
    )
    pictures = {
        scope: {name: [each.file, each.said] for name, each in found.items()}
        for scope, found in binding.pictures.items()
        if found
    }
    maps = f',\n"maps": {_write_json(binding.maps)}' if binding.maps else ""
    return (
        f'{{"format": {FORMAT},\n"about": "which entry came from where: keep it, do not edit it",\n'
        f'"items": {{\n{scopes}}},\n"decks": {_write_json(binding.decks)},\n'
        f'"pictures": {_write_json(pictures)}{maps}}}\n'
    )


def _write_bound(bound: Bound, scope: str) -> str:
    more: dict[str, Any] = {"wrote": bound.wrote} if bound.wrote else {}
    if bound.file != scope:
        more["file"] = bound.file
    if bound.deck:
        more["deck"] = bound.deck
    return _write_json({"key": bound.key, "kind": bound.kind, "said": bound.said, **more})
