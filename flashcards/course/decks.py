"""One deck file: its header, and its entries with the defaults that the header gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from flashcards.course.checks import check_as_of, check_entry
from flashcards.course.model import ENTRY_TYPES, KINDS, Deck, Entry, find_kind
from flashcards.course.source import Path, Source
from flashcards.course.validation import suggest, validate
from flashcards.errors import Problem

Places: TypeAlias = dict[tuple[str, str], tuple[Source, Path]]
"""Language and key of an entry, "" for its deck itself, to its file and path."""


def read_deck(source: Source, places: Places) -> Deck | None:
    """Return a deck with its valid entries, and note the places of all."""
    if not isinstance(source.data, dict):
        message = "a deck file must be a mapping; write 'deck: my-deck', 'title: …' and 'entries:'"
        source.add((), message)
        return None
    header = {name: value for name, value in source.data.items() if name != "entries"}
    deck, _ = validate(Deck, header, source)
    for finding in check_as_of(deck.as_of) if deck else ():
        source.add(finding.path, finding.message)
    name = header.get("deck")
    deck = deck or Deck.model_construct(deck=name if isinstance(name, str) else "", title="?")
    listed = source.data.get("entries")
    if listed is None and not suggest("entries", source.data):
        source.add((), "missing field 'entries'; write 'entries:' above the entries")
    elif listed is not None and (not isinstance(listed, list) or not listed):
        source.add(("entries",), "'entries' must be a list of entries; write '- ' before each")
    entries = []
    flawed = {problem.at.line for problem in source.problems}
    items = listed if isinstance(listed, list) else []
    starts = [source.locate(("entries", index)).line for index in range(len(items))]
    for index, (data, start) in enumerate(zip(items, starts, strict=True)):
        path: Path = ("entries", index)
        if isinstance(data, dict):
            _note_key(data, source, path, places)
        entry = read_entry(_fill(data, deck), source, path)
        end = starts[index + 1] if index + 1 < len(starts) else start + 1
        if entry and flawed.isdisjoint(range(start, end)):
            entries.append(entry)
    return deck.model_copy(update={"entries": tuple(entries)})


def _note_key(data: dict[str, Any], source: Source, path: Path, places: Places) -> None:
    """Remember the key of an entry, and report one that is used a second time."""
    key = data.get("key")
    if not isinstance(key, str):
        return
    if ("", key) in places:
        first, at = places["", key]
        used = f"key '{key}' is already used at {first.locate((*at, 'key'))}"
        source.add((*path, "key"), f"{used}; choose another, such as '{key[:60]}-2'")
    else:
        places["", key] = source, path


def _fill(data: Any, deck: Deck) -> Any:
    """Return the values of an entry with the defaults of its deck."""
    if not isinstance(data, dict):
        return data
    filled = dict(data)
    for name in ("stage", "as_of"):
        if (value := getattr(deck, name)) is not None:
            filled.setdefault(name, value)
    for name in ("tags", "see", "about"):
        own = data.get(name, [])
        if getattr(deck, name) and isinstance(own, list) and all(isinstance(v, str) for v in own):
            joined = dict.fromkeys([*own, *getattr(deck, name)])
            filled[name] = [value for value in joined if value != data.get("key")]
    return filled


def read_entry(data: Any, source: Source, path: Path) -> Entry | None:
    """Return the entry that plain values stand for; None if it has mistakes, which are reported."""
    kind, before = find_kind(data) if isinstance(data, dict) else "recall", len(source.problems)
    if kind is None:
        first = next(iter(data), "")
        hint = suggest(first, KINDS)
        message = f"unknown kind '{first}'; an entry begins with one of {', '.join(KINDS)}{hint}"
        source.add((*path, first), message, key=True)
        return None
    if isinstance(data, dict):
        data = _check_shorthand(data, source, path)
    entry, is_valid = validate(ENTRY_TYPES[kind], data, source, path)
    for finding in check_entry(entry) if entry else ():
        is_inherited = finding.path == ("as_of",) and finding.path[0] not in get_value(source, path)
        if not is_inherited:
            at = (*path, *finding.path)
            source.add(at, finding.message, finding.key, finding.line)
    for name in ("code", "setup", "prints") if kind == "code" else ():
        text = data.get(name)
        is_line = isinstance(text, str) and " " in text.strip() and "\n" not in text.strip()
        if is_line and source.is_folded((*path, name)):
            message = f"'{name}' has several lines, and YAML makes one of them"
            source.add((*path, name), f"{message}; put '|' after '{name}:' and the lines below")
    return entry if is_valid and len(source.problems) == before else None


def get_value(source: Source, path: Sequence[str | int]) -> Any:
    """Return the value at a path of a file; nothing if the values are in no file."""
    value = source.data
    for name in path:
        try:
            value = value[name]
        except (LookupError, TypeError):
            return {}
    return value


def _check_shorthand(data: dict[str, Any], source: Source, path: Path) -> dict[str, Any]:
    """Report fields that only models have, and `options` that cannot be read."""
    for name, written in (("listed", "options"), ("reasons", "why")):
        if name in data:
            message = f"unknown field '{name}'; did you mean '{written}'?"
            source.add((*path, name), message, key=True)
    rows = data.get("rows")
    for name, row in rows.items() if isinstance(rows, dict) else ():
        if isinstance(row, dict) and isinstance(row.get("cells"), dict):
            message = "unknown field 'cells'; write the cells in the row itself"
            source.add((*path, "rows", name, "cells"), message, key=True)
    if "choose" not in data or "options" not in data:
        return data
    options, names = data["options"], data.get("right")
    names = [names] if isinstance(names, str) else names
    if not isinstance(options, dict) or not isinstance(names, list) or "wrong" in data:
        if names is None and suggest("right", data):
            names = []  # it is misspelled
        else:
            at = (*path, "options") if "right" in data else path
            message = "'options' needs 'right' with the names of those that are right"
            source.add(at, f"{message}: {{a: …, b: …, c: …}} and 'right: a'", key=True)
            rest = {name: value for name, value in data.items() if name != "options"}
            return {**rest, "right": {"a": "right"}, "wrong": {"b": "wrong"}}
    known = [name for name in names if isinstance(name, str) and name in options]
    for name in (name for name in names if name not in known):
        hint = suggest(str(name), options, f"write the name of an option: {', '.join(options)}")
        source.add((*path, "right"), f"'right' names no option: '{name}'{hint}")
    return {**data, "right": known or list(options)[:1]}


def check_values(values: Mapping[str, Any]) -> tuple[Entry | None, list[Problem]]:
    """Return the entry that values are which stand in no file yet, or what is wrong with them."""
    source = Source("entries: []", "")
    return read_entry(dict(values), source, ("entries", 0)), source.problems
