"""The file beside the decks that remembers which entry came from where, and what was said.

Without it a second import could not tell what changed in the source from what the author
edited. It holds digests, not texts: the texts are in the decks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import FileMissing, load_text, read_json
from flashcards.importing.columns import format_mapping, parse_mapping
from flashcards.model import Entry
from flashcards.source.plain_values import make_plain_entry
from flashcards.words.message import Message

RECORD_FILE = "imported.json"
FORMAT = 1
_LARGEST = 64_000_000
Values: TypeAlias = dict[str, Any]
"""Path (`options/a/text`) to a text, a number or a list."""
Digests: TypeAlias = dict[str, str]
_format_json = json.JSONEncoder(ensure_ascii=False).encode
NOTHING = ""
"""The digest of what is not there."""


@dataclass
class RecordedItem:
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
class RecordedPicture:
    """A picture of a source, and the file that it became."""

    file: str
    said: str


@dataclass
class ImportRecord:
    """Everything that was imported into a course."""

    items: dict[str, dict[str, RecordedItem]] = field(default_factory=dict)
    """Scope of the ids, then id."""
    decks: dict[str, str] = field(default_factory=dict)
    """Scope and path of a deck of the source to its key here."""
    pictures: dict[str, dict[str, RecordedPicture]] = field(default_factory=dict)
    """Scope, then the name in the source."""
    maps: dict[str, str] = field(default_factory=dict)
    """Name of a table to what its columns are, as `--map` said at the last import."""


def load_record(decks: Path) -> ImportRecord:
    """What was imported before; nothing if there is no such file. Raises FlashcardsError."""
    path = decks / RECORD_FILE
    try:
        return parse_record(load_text(path, _LARGEST, links=False))
    except FileMissing:
        return ImportRecord()
    except (ValueError, KeyError, TypeError, AttributeError, UsageError):
        raise FlashcardsError(Message("import-binding-damaged", path=path)) from None


def parse_record(text: str) -> ImportRecord:
    """The record in a text. Raises ValueError, KeyError, TypeError, AttributeError, UsageError."""
    data = read_json(text)
    if data["format"] != FORMAT:
        raise ValueError("another format")
    return ImportRecord(
        {
            scope: {
                id: RecordedItem(
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
            scope: {name: RecordedPicture(*each) for name, each in pictures.items()}
            for scope, pictures in data["pictures"].items()
        },
        {name: format_mapping(parse_mapping(each)) for name, each in data.get("maps", {}).items()},
    )


def format_record(record: ImportRecord) -> str:
    """The text of the file: one line for each item, so that differences can be read."""
    scopes = ",\n".join(
        f"{_format_json(scope)}: {{\n"
        + ",\n".join(
            f" {_format_json(id)}: {_format_item(each, scope)}" for id, each in items.items()
        )
        + "\n}"
        for scope, items in record.items.items()
        if items
    )
    pictures = {
        scope: {name: [each.file, each.said] for name, each in found.items()}
        for scope, found in record.pictures.items()
        if found
    }
    maps = f',\n"maps": {_format_json(record.maps)}' if record.maps else ""
    return (
        f'{{"format": {FORMAT},\n"about": "which entry came from where: keep it, do not edit it",\n'
        f'"items": {{\n{scopes}}},\n"decks": {_format_json(record.decks)},\n'
        f'"pictures": {_format_json(pictures)}{maps}}}\n'
    )


def _format_item(bound: RecordedItem, scope: str) -> str:
    """The item without what is empty or goes without saying."""
    told = {**vars(bound), "file": "" if bound.file == scope else bound.file}
    return _format_json({name: value for name, value in told.items() if value})


def list_values(entry: Entry) -> Values:
    """Every value of an entry but its key, in the order of a deck file."""
    found = _walk(make_plain_entry(entry, shorthand=False))
    return {path: value for path, value in found if path != "key"}


def _walk(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is no mapping, with its path."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _walk(value, f"{above}{name}/")
        else:
            yield f"{above}{name}", value


def nest_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The plain values that these values are of."""
    whole: dict[str, Any] = {}
    for path, value in values.items():
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
    text = value if isinstance(value, str) else _format_json(value)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def digest_values(values: Mapping[str, Any]) -> Digests:
    """The digest of each leaf."""
    return {path: digest(value) for path, value in values.items()}
