"""What of a translation is missing or stale, and marking what was checked again.

A translation is stale if the fingerprint in its `from` is not that of today's source text.
Accepting one changes only that line; the rest of the author's file, comments, spacing
and line endings included, stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError, Position
from flashcards.fileio import load_text, write_whole
from flashcards.model import Course, Entry
from flashcards.source.folder import MAX_FILE_BYTES
from flashcards.source.plain_values import nest_texts
from flashcards.source.yaml_reader import Document
from flashcards.text.entry_texts import collect_texts, fingerprint_texts
from flashcards.words.message import Message, Names

_VALUE = re.compile(r"[\"']?[^\s,}\"']*[\"']?")


@dataclass(frozen=True)
class TranslationStatus:
    """Keys of a course's own entries, by what is to be done in one language."""

    missing: tuple[str, ...]
    """Promised in course.yaml and not translated."""
    stale: tuple[str, ...]
    later: tuple[str, ...]
    """Not translated, and not promised yet."""
    translated: int
    places: Mapping[str, Position]
    """Where each key is: its translation if there is one, else its entry."""
    decks: Mapping[str, tuple[int, int, int]]
    """Deck to how many of its own entries there are, are translated, and are stale."""


def translation_status(course: Course, lang: str) -> TranslationStatus:
    """What is missing or stale in a language. Raises FlashcardsError if the course lacks it."""
    if lang not in course.info.languages:
        raise FlashcardsError(Message("lang-not-listed", lang=lang))
    promised, done = course.info.promises.get(lang, ()), course.translations.get(lang, {})
    keys: dict[str, list[str]] = {"missing": [], "stale": [], "later": []}
    own = _own_entries(course) if lang != course.source else {}
    for key, entry in own.items():
        if key not in done:
            keys["missing" if entry.kind in promised else "later"].append(key)
        elif done[key].source != fingerprint_texts(entry):
            keys["stale"].append(key)
    places = {key: course.places[key] for key in (*keys["missing"], *keys["later"])}
    places |= {key: done[key].at for key in keys["stale"]}
    return TranslationStatus(
        **{name: tuple(found) for name, found in keys.items()},
        translated=len(done),
        places=places,
        decks=_count_decks(course, own, done, set(keys["stale"])),
    )


def _count_decks(
    course: Course, own: Collection[str], done: Collection[str], stale: Collection[str]
) -> dict[str, tuple[int, int, int]]:
    found = {}
    for deck in course.decks:
        keys = [entry.key for entry in deck.entries if entry.key in own]
        if keys:
            translated = sum(key in done for key in keys)
            found[deck.deck] = (len(keys), translated, sum(key in stale for key in keys))
    return found


def accept_translations(course: Course, lang: str, keys: Collection[str] | None = None) -> int:
    """Mark translations as fitting today's source text; gives how many.

    Without keys, all that are stale. Writes into the overlay files of the course. Raises
    FlashcardsError if a key has no complete translation or a line cannot be written.
    """
    if lang == course.source:
        raise FlashcardsError(Message("lang-is-source", lang=lang))
    done, entries = course.translations.get(lang, {}), _own_entries(course)
    wanted = translation_status(course, lang).stale if keys is None else keys
    if unknown := [key for key in wanted if key not in done or key not in entries]:
        keys = Names(unknown)
        raise FlashcardsError(Message("translations-incomplete", lang=lang, keys=keys))
    by_file: dict[Path, dict[str, str]] = {}
    for key in wanted:
        shown = done[key].at.file
        file = Path(course.root, shown[shown.rindex("decks/") :])
        by_file.setdefault(file, {})[key] = fingerprint_texts(entries[key])
    for path, fingerprints in by_file.items():
        _write_fingerprints(path, fingerprints)
    return len(wanted)


def _own_entries(course: Course) -> dict[str, Entry]:
    return {
        entry.key: entry
        for deck in course.decks
        for entry in deck.entries
        if entry.key not in course.origins and not entry.retired
    }


def _write_fingerprints(path: Path, fingerprints: Mapping[str, str]) -> None:
    """Set the `from` of each key in an overlay file; raises if a line defies it."""
    text, file = load_text(path, MAX_FILE_BYTES, links=False), str(path)
    marked = _set_fingerprints(Document(text, file), fingerprints)
    entries = Document(marked, file).data["entries"]
    for key, mark in fingerprints.items():
        if entries[key].get("from") != mark:
            raise FlashcardsError(Message("mark-by-hand", file=file, mark=mark, key=key))
    write_whole(path, marked.encode(), source=True)


def _set_fingerprints(document: Document, fingerprints: Mapping[str, str]) -> str:
    """The text with the `from` of each entry set, or one added before its first text."""
    lines = document.text.splitlines(keepends=True)
    ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
    places = []
    for key, mark in fingerprints.items():
        path = ("entries", key)
        is_there = "from" in document.data["entries"][key]
        places.append((document.locate((*path, "from") if is_there else path), is_there, mark))
    for (_, line, column), is_there, mark in sorted(places, reverse=True):
        before, after = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
        if is_there:
            after = f'"{mark}"{after[len(_VALUE.findall(after)[0]) :]}'
        elif after.startswith("{"):
            after = f'{{from: "{mark}", {after[1:]}'
        else:
            after = f'from: "{mark}"{ending}{" " * (column - 1)}{after}'
        lines[line - 1] = before + after
    return "".join(lines)


def make_translation_template(course: Course, lang: str, key: str) -> str:
    """YAML to be put below `entries:` of an overlay, with the text to be translated.

    Texts that are translated already stand there as they are. Raises FlashcardsError for an
    unknown key.
    """
    if lang == course.source:
        raise FlashcardsError(Message("lang-is-source", lang=lang))
    entries = {entry.key: entry for deck in course.decks for entry in deck.entries}
    if key not in entries:
        raise FlashcardsError(Message("entry-not-in-course", key=key, course=course.info.title))
    done = course.translations.get(lang, {}).get(key)
    texts = collect_texts(entries[key])
    translated = done.texts if done else {}
    tree = nest_texts({path: translated.get(path, text) for path, text in texts.items()})
    lines = [f"  {key}:", f'    from: "{fingerprint_texts(entries[key])}"']
    return "\n".join([*lines, *_format_tree(tree, 4)]) + "\n"


def _format_tree(tree: Mapping[str, Any], indent: int) -> list[str]:
    """The lines of texts to be translated, each in quotes: in those any other text is sound."""
    lines: list[str] = []
    for name, value in tree.items():
        head = f"{' ' * indent}{name}:"
        if isinstance(value, Mapping):
            lines += [head, *_format_tree(value, indent + 2)]
        elif isinstance(value, str) and "\n" in value:
            rows = value.rstrip("\n").split("\n")
            lines += [f"{head} |-", *(f"{' ' * (indent + 2)}{row}".rstrip() for row in rows)]
        else:
            lines.append(f"{head} {json.dumps(value, ensure_ascii=False)}")
    return lines
