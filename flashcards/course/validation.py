"""Plain values to models; what pydantic finds wrong becomes plain sentences at their places."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from copy import deepcopy
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from flashcards.course import types
from flashcards.course.model import ENTRY_TYPES, WRITTEN_AS, Entry, Record
from flashcards.course.source import Path, Source
from flashcards.course.types import list_parts

AnyRecord = TypeVar("AnyRecord", bound=Record)
_MUST = "must be lower-case letters and digits, joined by single hyphens, at most 64 characters"
_RULES = {
    types.KEY_PATTERN: _MUST,
    types.TAG_PATTERN: "must be lower-case letters, digits and hyphens",
    types.LANGUAGE_PATTERN: "must be a language code such as 'en'",
    types.URL_PATTERN: "must be a whole address that begins with https:// or http://",
    types.TEXT_PATTERN: "must not be empty",
}
_GONE = {
    "prints_on": "'prints_on' is gone: write 'prints' and 'as_of'",
    "labels": "'labels' is gone: the program brings the words around the cards",
}
_WHAT: dict[type, str] = {dict: "a mapping", list: "a list", str: "text"}


def suggest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the end of a sentence that names the known word most like a name."""
    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else otherwise and f"; {otherwise}"


def describe_key(name: str) -> str:
    """Return why a text cannot be a key, as the predicate of a sentence."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    hint = f"did you mean '{key}'?" if types.is_key(key) else "write English words: my-key"
    return f"{_MUST}; {hint}"


def validate(
    model: type[AnyRecord], data: Any, source: Source, path: Path = ()
) -> tuple[AnyRecord | None, bool]:
    """Return data as a model, and whether it is valid; reports every mistake.

    Of data with mistakes the valid part is returned, if there is one, so that others can be
    reported in the same run.
    """
    try:
        return model.model_validate(data), True
    except ValidationError as error:
        errors = error.errors(include_url=False)
    meant = {
        (*item["loc"][:-1], *get_close_matches(str(item["loc"][-1]), _list_fields(model, item), 1))
        for item in errors
        if item["type"] == "extra_forbidden"
    }
    for item in errors:
        if item["type"] != "missing" or item["loc"] not in meant:  # it is only misspelled
            _report(item, model, data, source, path)
    rest = deepcopy(data)
    try:
        for item in reversed(errors):
            _remove(rest, item)
        return model.model_validate(rest), False
    except (ValidationError, LookupError, TypeError):
        return None, False


def _remove(data: Any, error: ErrorDetails) -> None:
    """Take what is wrong out of the data. Raises LookupError or TypeError if it cannot."""
    path = [name for name in error["loc"] if name not in ("cells", "[key]")]
    if error["type"] == "missing":
        path.pop()
    for name in path[:-1]:
        data = data["why" if name == "reasons" else name]
    del data[path[-1]]


def _report(
    error: ErrorDetails, model: type[Record], data: Any, source: Source, path: Path
) -> None:
    kind, loc, value = error["type"], error["loc"], error["input"]
    of_key = loc[-1:] == ("[key]",)
    loc = loc[:-1] if of_key else loc
    name = next((str(part) for part in reversed(loc) if isinstance(part, str)), "this")
    at: Path = (*path, *loc)
    if kind == "missing":
        source.add(at[:-1], f"missing field '{name}'; add the line '{name}: …'")
    elif kind == "extra_forbidden":
        source.add(at, _describe_unknown(name, model, error, data), key=True)
    elif not loc and not isinstance(data, dict):
        what = "an entry" if issubclass(model, Entry) else "this"
        message = (
            f"{what} must be a mapping, not {_WHAT[type(data)]}; write 'name: text', one a line"
        )
        source.add(at, message)
    else:
        subject = f"'{WRITTEN_AS.get(name, (name,))[-1] if name != 'cells' else name}'"
        if of_key:
            is_number = kind != "string_pattern_mismatch" and kind != "string_too_long"
            subject = f"a number in '{loc[-2]}'" if is_number else f"name '{value}'"
        sentence = _describe(kind, value, error.get("ctx", {}), _follow(model, loc)[1], of_key)
        source.add(at, f"{subject} {sentence}", key=of_key)


def _describe_unknown(name: str, model: type[Record], error: ErrorDetails, data: Any) -> str:
    if name in _GONE:
        return _GONE[name]
    known = _list_fields(model, error)
    if issubclass(model, Entry) and len(ENTRY_TYPES.keys() & data.keys()) > 1:
        return f"unknown field '{name}'; an entry is of one kind: remove the fields of the other"
    return f"unknown field '{name}'" + suggest(
        name, known, f"remove it, or write one of {', '.join(sorted(known))}"
    )


def _describe(kind: str, value: Any, limits: dict[str, Any], field: Any, of_key: bool) -> str:
    """Return what is wrong with a value, as the predicate of a sentence."""
    if kind == "string_pattern_mismatch":
        rule = _RULES[limits["pattern"]]
        return describe_key(value) if rule is _MUST else rule
    if kind == "string_too_long":
        return f"must be at most {limits['max_length']} characters"
    if kind == "too_long":
        return f"must have at most {limits['max_length']} parts, not {limits['actual_length']}"
    if kind == "too_short":
        return f"needs at least {limits['min_length']}, not {limits['actual_length']}"
    if kind == "bool_parsing":
        return f"must be true or false, not '{value}'"
    if kind == "literal_error":
        words = re.findall("'(.*?)'", limits["expected"])
        return (
            f"must be one of {', '.join(words)}, not '{value}'{suggest(str(value).lower(), words)}"
        )
    numbers = _describe_numbers(field)
    if numbers and isinstance(value, str):
        return f"must be {numbers}, not '{value}'"
    what = _WHAT.get(type(value), "this")
    if kind == "tuple_type":
        return f"must be a list, not {what}: [one, two]"
    if kind == "dict_type":
        return (
            f"must be a mapping of names, not {what}; give each a name that stays: {{a: …, b: …}}"
        )
    if kind.startswith("model"):
        is_option = limits["class_name"] in ("Option", "OutputOption")
        return f"must be {'text or ' if is_option else ''}a mapping, not {what}"
    return f"must be {numbers or 'text'}, not {what}; put a text in quotes"


def _describe_numbers(field: Any) -> str:
    """Return the numbers that a field allows; nothing if it has no numbers."""
    parts = [*list_parts(field)]
    least = [part.ge for part in parts if hasattr(part, "ge")]
    most = [part.le for part in parts if hasattr(part, "le")]
    if not least or not most:
        return ""
    kind = "a whole number" if int in parts else "a number"
    return f"{kind} from {least[0]:g} to {most[0]:g}"


def _list_fields(model: type[Record], error: ErrorDetails) -> list[str]:
    """Return the names of fields in the YAML where an error is."""
    owner, _ = _follow(model, error["loc"][:-1])
    return [part for name in owner.model_fields for part in WRITTEN_AS.get(name, (name,))]


def _follow(model: type[Record], loc: Sequence[str | int]) -> tuple[type[Record], Any]:
    """Return the last model on the path of an error, and the last field on it."""
    field = None
    for name in loc:
        if str(name) in model.model_fields:
            field = model.model_fields[str(name)]
            inner = (part for part in list_parts(field) if isinstance(part, type))
            model = next((part for part in inner if issubclass(part, Record)), model)
    return model, field
