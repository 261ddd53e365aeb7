"""Options of a question in one list, of which `right` names some: what keeps them from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flashcards.source.flow_scalars import quote_text
from flashcards.source.hints import find_meant, suggest_nearest
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
        if "right" not in data and any(find_meant(name, ("right",)) for name in data):
            return {**data, "right": list(data["options"])[:1]}  # told as an unknown field
        rest = {name: value for name, value in data.items() if name != "options"}
        message, hint = "'options' needs 'right' with names", _advise_names(data)
        document.add_problem((*path, "options"), message, hint, of_key=True)
        return {**rest, **_STAND_IN}
    known = [name for name in names if name in data["options"]]
    for name in (name for name in names if name not in known):
        hint = _suggest_name(name, data["options"])
        document.add_problem((*path, "right"), f"'right' names no option: '{name}'", hint)
    return data if known else {**data, "right": list(data["options"])[:1]}


def _advise_names(data: Mapping[str, Any]) -> str:
    """The same options with names, if they are texts and one of them is said to be right."""
    listed, right = data["options"], data.get("right")
    if isinstance(listed, dict) and listed and data.keys().isdisjoint(("right", "wrong")):
        return f"add the line 'right: {next(iter(listed))}', with the name of what is right"
    if not isinstance(listed, list) or "wrong" in data or not isinstance(right, str):
        return _FORMS
    if right not in listed or not all(isinstance(each, str) for each in listed):
        return _FORMS
    named = dict(zip("abcdefghijklmnopqrstuvwxyz", listed, strict=False))
    written = ", ".join(f"{name}: {quote_text(text)}" for name, text in named.items())
    chosen = next(name for name, text in named.items() if text == right)
    return f"write 'options: {{{written}}}' and 'right: {chosen}'"


def _suggest_name(given: str, options: Mapping[str, Any]) -> str:
    """The name of the option that is meant by a misspelled name or by its text."""
    texts = {name: option.get("text") if isinstance(option, dict) else option
             for name, option in options.items()}  # fmt: skip
    meant = next((name for name, text in texts.items() if text == given), "")
    if meant:
        return f"did you mean '{meant}'?"
    return suggest_nearest(given, options) or f"write the name of an option: {', '.join(options)}"
