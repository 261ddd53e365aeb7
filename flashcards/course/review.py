"""What of a translation is missing or stale, and marking what was checked again.

A translation is stale if the fingerprint in its `from` is not that of today's source text.
Accepting one changes only that line of the author's file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flashcards.course.model import Course
from flashcards.course.source import MAX_FILE_BYTES, Source
from flashcards.course.texts import collect_texts, fingerprint_texts
from flashcards.course.translations import list_own_entries
from flashcards.errors import FlashcardsError, Position
from flashcards.fileio import load_text, write_whole

_VALUE = re.compile(r"[\"']?[^\s,}\"']*[\"']?")


@dataclass
class TranslationStatus:
    """Keys of a course's own entries, by what is to be done in one language."""

    missing: list[str] = field(default_factory=list)
    """Promised in course.yaml and not translated."""
    stale: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    """Not translated, and not promised yet."""
    translated: int = 0
    places: dict[str, Position] = field(default_factory=dict)
    """Where each key is: its translation if there is one, else its entry."""
    decks: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """Deck to how many of its own entries there are, are translated, and are stale."""


def translation_status(course: Course, lang: str) -> TranslationStatus:
    """Return what is missing or stale in a language. Raises FlashcardsError if it has no such."""
    if lang not in course.info.languages:
        raise FlashcardsError(f"'{lang}' is not among the 'languages' of decks/course.yaml")
    promised, done = course.info.promises.get(lang, ()), course.translations.get(lang, {})
    status = TranslationStatus(translated=len(done))
    own = {entry.key for entry in list_own_entries(course)} if lang != course.source else set()
    for deck in course.decks:
        entries = [entry for entry in deck.entries if entry.key in own]
        stale = [e for e in entries if e.key in done and done[e.key].source != fingerprint_texts(e)]
        translated = sum(entry.key in done for entry in entries)
        if entries:
            status.decks[deck.deck] = len(entries), translated, len(stale)
        status.stale += [entry.key for entry in stale]
        for entry in (entry for entry in entries if entry.key not in done):
            (status.missing if entry.kind in promised else status.later).append(entry.key)
    status.places |= {key: course.places[key] for key in (*status.missing, *status.later)}
    status.places |= {key: done[key].at for key in status.stale}
    return status


def accept_translations(course: Course, lang: str, keys: Collection[str] | None = None) -> int:
    """Mark translations as fitting today's source text, and return how many.

    Without keys, all that are stale. Writes into the overlay files of the course. Raises
    FlashcardsError if a key has no complete translation or a line cannot be written.
    """
    _require_other_language(course, lang)
    done = course.translations.get(lang, {})
    entries = {entry.key: entry for entry in list_own_entries(course)}
    wanted = translation_status(course, lang).stale if keys is None else keys
    if unknown := [key for key in wanted if key not in done or key not in entries]:
        raise FlashcardsError(f"no whole translation into '{lang}' of: {', '.join(unknown)}")
    by_file: dict[Path, dict[str, str]] = {}
    for key in wanted:
        shown = done[key].at.file
        file = Path(course.root, shown[shown.rindex("decks/") :])
        by_file.setdefault(file, {})[key] = fingerprint_texts(entries[key])
    for path, fingerprints in by_file.items():
        _write_fingerprints(path, fingerprints)
    return len(wanted)


def _require_other_language(course: Course, lang: str) -> None:
    if lang == course.source:
        raise FlashcardsError(f"'{lang}' is the source: there is nothing to translate")


def _write_fingerprints(path: Path, fingerprints: Mapping[str, str]) -> None:
    """Set the `from` of each key in an overlay file, or add one before its first text."""
    source = Source(load_text(path, MAX_FILE_BYTES, links=False), str(path))
    lines = source.text.splitlines(keepends=True)
    ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
    places = []
    for key, mark in fingerprints.items():
        is_there = "from" in source.data["entries"][key]
        at = source.locate(("entries", key, "from") if is_there else ("entries", key))
        places.append((at, is_there, mark))
    for (_, line, column), is_there, mark in sorted(places, reverse=True):
        before, after = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
        if is_there:
            after = f'"{mark}"{after[len(_VALUE.findall(after)[0]) :]}'
        elif after.startswith("{"):
            after = f'{{from: "{mark}", {after[1:]}'
        else:
            after = f'from: "{mark}"{ending}{" " * (column - 1)}{after}'
        lines[line - 1] = before + after
    marked = "".join(lines)
    entries = Source(marked, str(path)).data["entries"]
    for key, mark in fingerprints.items():
        if entries[key].get("from") != mark:
            raise FlashcardsError(f"{path}: write 'from: \"{mark}\"' below '{key}:' by hand")
    write_whole(path, marked.encode(), source=True)


def make_translation_template(course: Course, lang: str, key: str) -> str:
    """Return YAML to be put below `entries:` of an overlay, with the text to be translated.

    Texts that are translated already stand there as they are. Raises FlashcardsError for an
    unknown key.
    """
    _require_other_language(course, lang)
    entries = {entry.key: entry for deck in course.decks for entry in deck.entries}
    if key not in entries:
        raise FlashcardsError(f"{course.info.title} has no entry '{key}'")
    done = course.translations.get(lang, {}).get(key)
    tree: dict[str, Any] = {}
    for path, text in collect_texts(entries[key]).items():
        inner = tree
        for name in path[:-1]:
            inner = inner.setdefault(name, {})
        inner[path[-1]] = done.texts.get(path, text) if done else text
    lines = [f"  {key}:", f'    from: "{fingerprint_texts(entries[key])}"']
    return "\n".join([*lines, *_format_tree(tree, 4)]) + "\n"


def _format_tree(tree: Mapping[str, Any], indent: int) -> list[str]:
    """Return the lines of texts to be translated, each in quotes: those hold any other text."""
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
