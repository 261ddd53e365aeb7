"""What `export json --entries` wrote: a whole course comes in as it went out."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.export.entries_file import FORMAT, TYPE
from flashcards.importing.item import Item, Material, Unreadable

SCOPE = "ptquiz"


def looks_like_own(data: Any) -> bool:
    return isinstance(data, dict) and data.get("type") == TYPE


def looks_like_questions(data: Any) -> bool:
    """Whether it is `export json` without its entries, which has questions for a class only."""
    return isinstance(data, dict) and isinstance(data.get("questions"), list) and "seed" in data


def read_own(data: Mapping[str, Any], name: str) -> Material:
    """The entries of a course, and what else belongs to it. Raises Unreadable."""
    if data.get("format") != FORMAT:
        raise Unreadable("was written by a newer ptquiz")
    pictures = data.get("pictures", {})

    def load(wanted: str) -> bytes:
        try:
            return base64.b64decode(pictures[wanted])
        except (KeyError, TypeError, binascii.Error, ValueError):
            raise FlashcardsError("is not in the file") from None

    material = Material(name, SCOPE, load_picture=load)
    try:
        material.title = str(data["course"]["title"])
        headers = {}
        for deck in data["decks"]:
            headers[deck["deck"]] = {
                name: value for name, value in deck.items() if name != "entries"
            }
            for entry in deck["entries"]:
                material.items.append(_make_item(entry, deck["deck"]))
        parts = ("course", "resources", "quizzes", "translations")
        rest = {part: dict(data.get(part, {})) for part in parts}
        material.course = {**rest, "decks": headers, "pictures": list(pictures)}
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"is no sound file of entries: {error!r}") from None
    return material


def _make_item(entry: Mapping[str, Any], deck: str) -> Item:
    key = str(entry["key"])
    return Item(f"entry {key}", "entry", id=key, key=key, entry=dict(entry), deck=(str(deck),))
