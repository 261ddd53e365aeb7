"""What `export json --entries` wrote: a whole course comes in as it went out."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from typing import Any

from flashcards.anki.lock import parse_lock
from flashcards.errors import FlashcardsError
from flashcards.export.json_file import FORMAT, KEPT_FILES
from flashcards.importing.item import NOT_INSIDE, Item, Material, change_texts
from flashcards.model import LANGUAGE_RULE, NAME_RULE, Rule
from flashcards.source.decoding import UNSAFE
from flashcards.source.folder import LOCK_FILE
from flashcards.source.translations import HEADINGS
from flashcards.text.foreign_tables import Unreadable
from flashcards.verify.records import RECORDS_FILE, read_records
from flashcards.words.message import Message

SCOPE = "ptquiz"
_OVERLAY_PARTS = ("titles", "entries", "words", "labels", "pictures")


def read_own(data: Mapping[str, Any], name: str) -> Material:
    """The entries of a course, and what else belongs to it. Raises Unreadable."""
    if data.get("format") != FORMAT:
        raise Unreadable(Message("import-entries-newer"))
    data = change_texts(data, lambda text: UNSAFE.sub("", text))  # what nobody can see
    pictures = data.get("pictures", {})

    def load(wanted: str) -> bytes:
        try:
            return base64.b64decode(pictures[wanted])
        except (KeyError, TypeError, binascii.Error, ValueError):
            raise FlashcardsError(NOT_INSIDE) from None

    material = Material(name, SCOPE, load_picture=load)
    try:
        material.title = str(data["course"]["title"])
        headers = {}
        for deck in data["decks"]:
            _require_names([deck["deck"]], NAME_RULE)
            if not isinstance(deck.get("title", ""), str):
                raise ValueError(f"title {deck['title']!r}")
            headers[deck["deck"]] = {
                name: value for name, value in deck.items() if name != "entries"
            }
            for entry in deck["entries"]:
                material.items.append(_make_item(entry, deck["deck"]))
        parts = ("course", "resources", "quizzes", "translations", "kept")
        rest = {part: dict(data.get(part, {})) for part in parts}
        _require_files(rest["quizzes"], rest["translations"])
        _require_kept(rest["kept"])
        material.course = {**rest, "decks": headers, "pictures": list(dict(pictures))}
    except (KeyError, TypeError, ValueError, AttributeError, FlashcardsError) as error:
        told = str(error).partition("\n")[0] if isinstance(error, FlashcardsError) else repr(error)
        raise Unreadable(Message("import-entries-broken", error=told)) from None
    return material


def _require_files(quizzes: Mapping[str, Any], translations: Mapping[str, Any]) -> None:
    """Raises ValueError for what no course has: the names become those of files."""
    _require_names(quizzes, NAME_RULE)
    _require_names(translations, LANGUAGE_RULE)
    if not all(isinstance(quiz, dict) for quiz in quizzes.values()):
        raise ValueError("a quiz is no mapping")
    for overlay in translations.values():
        if overlay.keys() - {*_OVERLAY_PARTS}:
            raise ValueError("a translation has unknown parts")
        titles = overlay.get("titles", {}).keys()
        for path in titles:
            heading, _, key = path.partition("/")
            if heading not in HEADINGS.values() or (heading == "course") == bool(key):
                raise ValueError(f"title {path!r}")


def _require_kept(kept: Mapping[str, str]) -> None:
    """Raises ValueError or FlashcardsError for what ptquiz does not keep, or not so."""
    if unknown := kept.keys() - {*KEPT_FILES}:
        raise ValueError(f"file {min(unknown)!r}")
    b"".join(text.encode() for text in kept.values())
    if LOCK_FILE in kept:
        parse_lock(kept[LOCK_FILE], LOCK_FILE)
    read_records(kept.get(RECORDS_FILE, ""))


def _require_names(names: Iterable[Any], rule: Rule) -> None:
    for name in names:
        if not isinstance(name, str) or "\n" in name or not rule.allows(name):
            raise ValueError(f"name {name!r}")


def _make_item(entry: Mapping[str, Any], deck: str) -> Item:
    key = str(entry["key"])
    return Item(f"entry {key}", "entry", id=key, key=key, entry=dict(entry), deck=(str(deck),))
