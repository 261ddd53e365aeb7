"""The overlay entry that a translator fills in, made from the source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.model import Course, Entry
from flashcards.source.labels import format_labels
from flashcards.text.entry_texts import Leaf, Path, collect_texts, fingerprint_texts
from flashcards.words.message import Message


def make_translation_template(course: Course, lang: str, key: str) -> str:
    """YAML to be put below `entries:` of an overlay, with the text to be translated.

    Texts that are translated already stand there as they are. The key `labels`
    gives a whole file of what the program itself says. Raises FlashcardsError for an unknown key.
    """
    if key == "labels":
        return format_labels(lang, course.labels.get(lang, {}))
    if lang == course.source:
        raise FlashcardsError(Message("lang-is-source", lang=lang))
    entries = {entry.key: entry for deck in course.decks for entry in deck.entries}
    if key not in entries:
        raise FlashcardsError(Message("entry-not-in-course", key=key, course=course.info.title))
    done = course.translations.get(lang, {}).get(key)
    tree = _make_tree(entries[key], done.texts if done else {})
    lines = [f"  {key}:", f'    from: "{fingerprint_texts(entries[key])}"']
    return "\n".join([*lines, *_format_tree(tree, 4)]) + "\n"


def _make_tree(entry: Entry, done: Mapping[Path, Leaf]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for path, text in collect_texts(entry).items():
        place = tree
        for name in path[:-1]:
            place = place.setdefault(name, {})
        place[path[-1]] = done.get(path, text)
    return tree


def _format_tree(tree: Mapping[str, Any], indent: int) -> list[str]:
    lines: list[str] = []
    for name, value in tree.items():
        head = f"{' ' * indent}{name}:"
        if isinstance(value, Mapping):
            lines += [head, *_format_tree(value, indent + 2)]
        elif isinstance(value, tuple):
            lines.append(f"{head} [{', '.join(map(_quote, value))}]")
        elif "\n" in value:
            rows = value.rstrip("\n").split("\n")
            lines += [f"{head} |-", *(f"{' ' * (indent + 2)}{row}".rstrip() for row in rows)]
        else:
            lines.append(f"{head} {_quote(value)}")
    return lines


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
