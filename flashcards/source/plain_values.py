"""The plain values that an author writes in YAML, and those that the model is made of.

An author may write shorter than the model has it: the cells of a comparison stand in the row
itself, an option without a `why` is just its text, options may stand in one list with `right`
naming those that are, and `why` may have a text for each thing or gap. `expand_entry` gives the
values that the model is made of, `written_path` leads from there back into the file, and
`make_plain_entry` is the way back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from flashcards.model import (
    ROW_WORDS,
    Choose,
    Entry,
    Option,
    Row,
    SourceRecord,
)

_FIRST = ("key", "stage", "difficulty", "tags", "about", "see", "as_of", "retired")
_WRITTEN_AS: Mapping[str | int, tuple[str, ...]] = {"cells": (), "reasons": ("why",)}
"""Fields of the model that have another place in the file."""


def expand_entry(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    """The plain values of an entry with nothing left out; what is not sound stays as it is."""
    if kind == "choose":
        data = _split_options(data)
    if "wrong" in data or "right" in data:
        data = _expand_options(data)
    if kind == "cloze":
        return _split_why(data)
    rows = data.get("rows")
    if kind != "compare" or not isinstance(rows, dict):
        return data
    things = [*data["compare"], *_WRITTEN_AS]
    return {**data, "rows": {name: _expand_row(row, things) for name, row in rows.items()}}


def expand_course(data: Any) -> Any:
    """The plain values of `course.yaml`; a list under `uses` names keys."""
    if not isinstance(data, dict):
        return data
    if isinstance(data.get("uses"), list):
        data = {**data, "uses": {"key": data["uses"]}}
    if isinstance(data.get("source"), str) and "languages" not in data:
        data = {**data, "languages": [data["source"]]}
    return data


def written_path(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The place in the file of a value of the model."""
    at = 2 if path[:1] == ("rows",) else 0
    if path[at : at + 1] not in (("cells",), ("reasons",)):
        return path
    return (*path[:at], *_WRITTEN_AS[path[at]], *path[at + 1 :])


def list_written_keys(fields: Iterable[str]) -> list[str]:
    """What fields of the model are called in the file."""
    written = {**_WRITTEN_AS, "listed": ("options",)}
    return [part for name in fields for part in written.get(name, (name,))]


def list_right_names(data: Mapping[str, Any]) -> list[str] | None:
    """The names under `right` of a question with `options`; None if it is written otherwise."""
    right = data.get("right")
    if not isinstance(data.get("options"), dict) or "wrong" in data:
        return None
    names = [right] if isinstance(right, str) else right
    sound = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return names if sound else None


def _split_options(data: dict[str, Any]) -> dict[str, Any]:
    """Options of one list as right and wrong ones, and their order."""
    names = list_right_names(data)
    if names is None:
        return data
    options = data["options"]
    rest = {name: value for name, value in data.items() if name != "options"}
    return {
        **rest,
        "right": {name: options[name] for name in names if name in options},
        "wrong": {name: text for name, text in options.items() if name not in names},
        "listed": list(options),
    }


def _expand_row(row: Any, things: Collection[str]) -> Any:
    """A row with its cells apart; what is neither a text nor of a thing is no cell."""
    if not isinstance(row, dict):
        return row
    cells = {
        name: value
        for name, value in row.items()
        if name not in ROW_WORDS and (isinstance(value, str) or name in things)
    }
    words = {name: value for name, value in row.items() if name not in cells}
    made = {**words, "cells": cells}
    return _split_why(_expand_options(made) if "wrong" in made else made)


def _split_why(data: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(data.get("why"), dict):
        return data
    rest = {name: value for name, value in data.items() if name != "why"}
    return {**rest, "reasons": data["why"]}


def _expand_options(data: dict[str, Any]) -> dict[str, Any]:
    """Options as mappings, where one is only a text."""
    expanded = {}
    for side in ("right", "wrong"):
        options = data.get(side)
        if isinstance(options, Mapping) and any(isinstance(each, str) for each in options.values()):
            expanded[side] = {
                name: {"text": option} if isinstance(option, str) else option
                for name, option in options.items()
            }
    return {**data, **expanded} if expanded else data


# The way back


def make_plain_entry(entry: Entry) -> dict[str, Any]:
    """The fields of an entry in the order of a deck file; what has its default is left out.

    Reading them again gives an equal entry.
    """
    plain = make_plain(entry)
    if isinstance(entry, Choose) and entry.listed:
        _join_options(entry, plain)
    if "reasons" in plain:
        plain["why"] = plain.pop("reasons")
    first = {name: plain[name] for name in (entry.kind, *_FIRST) if name in plain}
    last = {"why": plain["why"]} if "why" in plain else {}
    return first | {name: plain[name] for name in plain if name not in (*first, "why")} | last


def make_plain(value: Any) -> Any:
    """Mappings, lists, texts, numbers and truth values; defaults of records are left out."""
    if type(value) is str or value is None:  # nearly always
        return value
    if isinstance(value, SourceRecord):
        return _make_plain_record(value)
    if isinstance(value, Mapping):
        return {str(name): make_plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [make_plain(inner) for inner in value]
    return value


def _make_plain_record(value: SourceRecord) -> Any:
    if isinstance(value, Option) and value.why is None and value.lock is None:
        return value.text
    if isinstance(value, Row):
        return _make_plain_row(value)
    record: Any = type(value)
    return {
        name: inner if type(inner) is str else make_plain(inner)
        for name, default in _list_defaults(record)
        if (inner := getattr(value, name)) != default
    }


@cache
def _list_defaults(record: Any) -> list[tuple[str, Any]]:
    """The fields of a record, each with its default."""
    return [
        (each.name, each.default_factory() if each.default_factory is not MISSING else each.default)
        for each in fields(record)
    ]


def _make_plain_row(row: Row) -> dict[str, Any]:
    words = {
        name: make_plain(value)
        for name, value in vars(row).items()
        if value and name not in ("aspect", "question", "cells", "reasons")
    }
    asked = {"question": row.question} if row.question else {}
    reasons = {"why": dict(row.reasons)} if row.reasons else {}
    return {"aspect": row.aspect, **asked, **row.cells, **words, **reasons}


def _join_options(entry: Choose, plain: dict[str, Any]) -> None:
    """Options in one list, as they were written."""
    sides = {**plain.pop("right"), **plain.pop("wrong")}
    right = list(entry.right)
    plain["options"] = {name: sides[name] for name in plain.pop("listed")}
    plain["right"] = right[0] if len(right) == 1 else right


def nest_texts(texts: Mapping[tuple[str, ...], Any]) -> dict[str, Any]:
    """Texts by their paths as the mappings in mappings that an overlay has."""
    whole: dict[str, Any] = {}
    for (*above, name), text in texts.items():
        inner = whole
        for part in above:
            inner = inner.setdefault(part, {})
        inner[name] = text
    return whole
