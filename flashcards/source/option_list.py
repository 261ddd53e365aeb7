"""Options of a question in one list, of which `right` names some: what keeps them from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.source.near_names import find_meant, suggest_name, suggest_nearest
from flashcards.source.quoting import quote_text
from flashcards.source.shorthand import list_right_names
from flashcards.source.yaml_reader import Document, Path
from flashcards.words.message import Message, Names

_STAND_IN: Mapping[str, Any] = {"right": {"a": "right"}, "wrong": {"b": "wrong", "c": "worse"}}
_FORMS = Message("hint-options-forms", options="options: {a: …, b: …, c: …}")


def check_options(data: dict[str, Any], document: Document, path: Path) -> dict[str, Any]:
    """Tell a list of options that cannot be read; the entry with what can be told of the rest."""
    if "options" not in data:
        return data
    names = list_right_names(data)
    if names is None:
        if "right" not in data and any(find_meant(name, ("right",)) for name in data):
            return {**data, "right": list(data["options"])[:1]}  # told as an unknown field
        rest = {name: value for name, value in data.items() if name != "options"}
        message, hint = Message("options-need-right"), _suggest_names(data)
        at = (*path, "options") if "right" in data else path  # told where something is missing
        document.add_problem(at, message, hint, of_key=True)
        return {**rest, **_STAND_IN}
    known = [name for name in names if name in data["options"]]
    for name in (name for name in names if name not in known):
        message = Message("names-no-option", field="right", name=name)
        document.add_problem((*path, "right"), message, _suggest_name(name, data["options"]))
    return data if known else {**data, "right": list(data["options"])[:1]}


def _suggest_names(data: Mapping[str, Any]) -> Message:
    """The same options with names, if they are texts and one of them is said to be right."""
    listed, right = data["options"], data.get("right")
    if isinstance(listed, dict) and listed and data.keys().isdisjoint(("right", "wrong")):
        return Message("hint-add-right", line=f"right: {next(iter(listed))}")
    if not isinstance(listed, list) or "wrong" in data or not isinstance(right, str):
        return _FORMS
    if right not in listed or not all(isinstance(each, str) for each in listed):
        return _FORMS
    named = dict(zip("abcdefghijklmnopqrstuvwxyz", listed, strict=False))
    written = ", ".join(f"{name}: {quote_text(text)}" for name, text in named.items())
    chosen = next(name for name, text in named.items() if text == right)
    return Message("hint-write-options", options=f"{{{written}}}", right=chosen)


def _suggest_name(given: str, options: Mapping[str, Any]) -> Message:
    """The name of the option that is meant by a misspelled name or by its text."""
    texts = {
        name: option.get("text") if isinstance(option, dict) else option
        for name, option in options.items()
    }
    meant = [name for name, text in texts.items() if text == given]
    hint = suggest_name(meant[0]) if len(meant) == 1 else suggest_nearest(given, options)
    return hint or Message("hint-option-names", names=Names(options))
