"""Options of a question in one list, of which `right` names some: what keeps them from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.source.hints import suggest_nearest
from flashcards.source.line_repairs import quote_text
from flashcards.source.shorthand import list_right_names
from flashcards.source.yaml_reader import Document, Path

_STAND_IN: Mapping[str, Any] = {"right": {"a": "right"}, "wrong": {"b": "wrong", "c": "worse"}}
_FORMS = "write 'options: {a: …, b: …, c: …}' and 'right: a', or 'right' and 'wrong' alone"


def check_options(data: dict[str, Any], document: Document, path: Path) -> dict[str, Any]:
    """Tell a list of options that cannot be read; the entry with what can be told of the rest."""
    if "options" not in data:
        return data
    names = list_right_names(data)
    if names is None:
        rest = {name: value for name, value in data.items() if name != "options"}
        message, hint = "'options' needs 'right' with names", _advise_names(data)
        document.add_problem((*path, "options"), message, hint, of_key=True)
        return {**rest, **_STAND_IN}
    known = [name for name in names if name in data["options"]]
    for name in (name for name in names if name not in known):
        hint = suggest_nearest(name, data["options"]) or _list_names(data["options"])
        document.add_problem((*path, "right"), f"'right' names no option: '{name}'", hint)
    return data if known else {**data, "right": list(data["options"])[:1]}


def _advise_names(data: Mapping[str, Any]) -> str:
    """The same options with names, if they are texts and one of them is said to be right."""
    listed, right = data["options"], data.get("right")
    if not isinstance(listed, list) or "wrong" in data or not isinstance(right, str):
        return _FORMS
    if right not in listed or not all(isinstance(each, str) for each in listed):
        return _FORMS
    named = dict(zip("abcdefghijklmnopqrstuvwxyz", listed, strict=False))
    written = ", ".join(f"{name}: {quote_text(text)}" for name, text in named.items())
    chosen = next(name for name, text in named.items() if text == right)
    return f"write 'options: {{{written}}}' and 'right: {chosen}'"


def _list_names(options: Mapping[str, Any]) -> str:
    return f"write the name of an option: {', '.join(options)}"
