"""The words around cards in an overlay: `labels`, by the names of the program's own catalogue."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any

from flashcards.i18n.catalog import load_own_words
from flashcards.source.hints import suggest_nearest
from flashcards.source.yaml_reader import Document

_LISTS = {"weekdays": None, "preview_filters": None, "month_names": ", "}
"""Labels that are several words, and what divides them; None is any space."""


def read_labels(data: Any, document: Document) -> Iterator[tuple[str, str]]:
    """Each name with its words in the language; the document knows what is wrong."""
    if not isinstance(data, dict):
        hint = "'ptquiz translate --template labels' writes them to fill in"
        document.add_problem(("labels",), "'labels' must be a mapping of names to words", hint)
        return
    english = load_own_words("en")
    for name, words in data.items():
        path = ("labels", name)
        if document.is_given_up(path):
            return
        if name not in english:
            hint = suggest_nearest(name, english) or "remove it"
            document.add_problem(path, f"there is no label '{name}'", hint, of_key=True)
        elif not isinstance(words, str) or (english[name].strip() and not words.strip()):
            hint = f"write its words: {name}: {english[name]!r}"
            document.add_problem(path, f"'{name}' must be text that is not empty", hint)
        elif find_holes(words) != (wanted := find_holes(english[name]) or frozenset()):
            holes = ", ".join(f"{{{hole}}}" for hole in sorted(wanted)) or "nothing"
            message = f"'{name}' is filled in with {holes}, and its words with something else"
            document.add_problem(path, message, f"in English it is {english[name]!r}")
        elif name in _LISTS and _count(name, words) != (count := _count(name, english[name])):
            message = f"'{name}' must name {count} things, and names {_count(name, words)}"
            document.add_problem(path, message, f"in English it is {english[name]!r}")
        else:
            yield name, words


def format_labels(lang: str) -> str:
    """An overlay file with every label in English, to be translated."""
    rows = [f"  {name}: {_quote(words)}" for name, words in load_own_words("en").items()]
    return "\n".join([f"lang: {lang}", "labels:", *rows]) + "\n"


def find_holes(words: str) -> frozenset[str] | None:
    """The names that are filled in; None if the words cannot be filled in."""
    try:
        parts = list(string.Formatter().parse(words))
    except ValueError:
        return None
    if any(spec or conversion for _, _, spec, conversion in parts):
        return None  # it could ask for a text of any length
    return frozenset(name for _, name, _, _ in parts if name is not None)


def _count(name: str, words: str) -> int:
    return len(words.split(_LISTS[name]))


def _quote(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
