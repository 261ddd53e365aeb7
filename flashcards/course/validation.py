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
_SENTENCES = {
    "string_type": "must be text; put it in quotes",
    "string_too_long": "must be at most {max_length} characters",
    "too_long": "must have at most {max_length} parts, not {actual_length}",
    "too_short": "needs at least {min_length}, not {actual_length}",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "literal_error": "must be {expected}",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "greater_than_equal": "must be {ge:g} or more",
    "less_than_equal": "must be {le:g} or less",
    "tuple_type": "must be a list; write [one, two]",
    "dict_type": "must be a mapping of names; give each a name that stays: {{a: …, b: …}}",
    "model_type": "must be a mapping; write 'name: text', one a line",
}
"""By the type of pydantic's error what is wrong, as the predicate of a sentence; and a hint."""


def suggest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the end of a sentence that names the known word most like a name."""
    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else otherwise and f"; {otherwise}"


def validate(
    model: type[AnyRecord], data: Any, source: Source, path: Path = ()
) -> AnyRecord | None:
    """Return data as a model, and report every mistake in it.

    Of data with mistakes the valid part is returned, so that others can be reported in the same
    run; None if there is none.
    """
    try:
        return model.model_validate(data)
    except ValidationError as invalid:
        errors = invalid.errors(include_url=False)
    misspelled = {
        (*error["loc"][:-1], near)
        for error in errors
        if error["type"] == "extra_forbidden"
        for near in get_close_matches(str(error["loc"][-1]), _list_fields(model, error), 1)
    }
    for error in errors:
        if error["type"] == "missing":
            name = str(error["loc"][-1])
            if error["loc"] not in misspelled:
                message = f"missing field '{name}'; add the line '{name}: …'"
                source.add((*path, *error["loc"][:-1]), message)
        elif error["type"] == "extra_forbidden":
            message = _describe_unknown(model, error, data)
            source.add((*path, *error["loc"]), message, key=True)
        else:
            of_key = error["loc"][-1:] == ("[key]",)
            loc = error["loc"][:-1] if of_key else error["loc"]
            source.add((*path, *loc), _describe(error, loc, of_key), key=of_key)
    rest = deepcopy(data)
    try:
        for error in reversed(errors):
            _remove(rest, error)
        return model.model_validate(rest)
    except (ValidationError, LookupError, TypeError):
        return None


def _remove(data: Any, error: ErrorDetails) -> None:
    """Take what is wrong out of the data. Raises LookupError or TypeError if it cannot."""
    path = [name for name in error["loc"] if name not in ("cells", "[key]")]
    if error["type"] == "missing":
        path.pop()
    for name in path[:-1]:
        data = data["why" if name == "reasons" else name]
    del data[path[-1]]


def _describe(error: ErrorDetails, loc: Sequence[str | int], of_key: bool) -> str:
    """Return what is wrong with a value or, if it is `of_key`, with the name of one."""
    value, limits = error["input"], error.get("ctx", {})
    name = next((part for part in reversed(loc) if isinstance(part, str)), "this")
    subject = f"name '{value}'" if of_key else f"'{''.join(WRITTEN_AS.get(name, ())) or name}'"
    if error["type"] == "string_pattern_mismatch":
        rule = _RULES[limits["pattern"]]
        return f"{subject} {describe_key(str(value)) if rule is _MUST else rule}"
    sentence = _SENTENCES.get(error["type"], error["msg"]).format(**limits)
    rule, _, hint = sentence.partition("; ")
    if isinstance(value, str) and len(value) < 40 and not of_key:
        rule += f", not '{value}'"
    if error["type"] == "literal_error":
        rule += suggest(str(value).lower(), re.findall("'(.*?)'", limits["expected"]))
    return f"{subject} {rule}; {hint}" if hint else f"{subject} {rule}"


def describe_key(name: str) -> str:
    """Return why a text cannot be a key, as the predicate of a sentence."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    hint = f"did you mean '{key}'?" if types.is_key(key) else "write English words: my-key"
    return f"{_MUST}; {hint}"


def _describe_unknown(model: type[Record], error: ErrorDetails, data: Any) -> str:
    name, known = str(error["loc"][-1]), _list_fields(model, error)
    if issubclass(model, Entry) and len(ENTRY_TYPES.keys() & data.keys()) > 1:
        return f"unknown field '{name}'; an entry is of one kind: remove the fields of the other"
    otherwise = f"remove it, or write one of {', '.join(sorted(known))}"
    return f"unknown field '{name}'{suggest(name, known, otherwise)}"


def _list_fields(model: type[Record], error: ErrorDetails) -> list[str]:
    """Return the names of fields in the YAML where an error is."""
    for name in error["loc"][:-1]:
        if str(name) in model.model_fields:
            inner = (each for each in list_parts(model.model_fields[str(name)]))
            models = (each for each in inner if isinstance(each, type) and issubclass(each, Record))
            model = next(models, model)
    return [part for name in model.model_fields for part in WRITTEN_AS.get(name, (name,))]
