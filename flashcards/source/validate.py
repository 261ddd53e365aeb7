"""Plain values to the frozen values of the model, or every mistake in them.

pydantic checks types, rules and unknown keys over the dataclasses of `model`;
its error paths become places in the file and its messages sentences.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from flashcards import model
from flashcards.model import NAME_RULE, NumberRange, Rule
from flashcards.source.hints import suggest_known_key, suggest_nearest
from flashcards.source.shorthand import list_written_keys, written_path
from flashcards.source.yaml_reader import Document, Path

T = TypeVar("T")

_RULES = {rule.pattern: rule for rule in vars(model).values() if isinstance(rule, Rule)}
_WHAT: Mapping[object, str] = {dict: "a mapping", list: "a list", str: "text"}


def validate(cls: type[T], data: object, document: Document, path: Path = ()) -> T | None:
    """`data` as a value of `cls`; on mistakes None, and `document` knows them all."""
    value, sound = validate_partly(cls, data, document, path)
    return value if sound else None


def validate_partly(
    cls: type[T], data: object, document: Document, path: Path = ()
) -> tuple[T | None, bool]:
    """`data` as a value, and whether it is sound.

    Of a value with mistakes the sound part is given, if there is one, so that
    mistakes of other kinds in it can be told in the same run.
    """
    if not isinstance(data, dict):
        noun = "an entry" if issubclass(cls, model.Entry) else "this"
        document.add_problem(path, f"{noun} must be a mapping, not {_WHAT[type(data)]}")
        return None, False
    try:
        return cast(T, _make_adapter(cast(Any, cls)).validate_python(data)), True
    except ValidationError as found:
        errors = found.errors(include_url=False)
        for error in errors:
            _add_problem(document, path, error, cls)
        return _validate_sound_part(cls, data, errors), False


def _validate_sound_part(cls: type[T], data: dict[str, Any], errors: Sequence[Any]) -> T | None:
    rest = deepcopy(data)
    for error in errors:
        loc = [str(name) for name in error["loc"] if name != "[key]"]
        if error["type"] == "missing":
            loc.pop()
        if not loc or not _remove_member(rest, loc):
            return None
    try:
        return cast(T, _make_adapter(cast(Any, cls)).validate_python(rest))
    except ValidationError:
        return None


def _remove_member(data: dict[str, Any], loc: Sequence[str]) -> bool:
    """Take a member out of nested mappings; false if that would leave one empty."""
    owner: Any = data
    for name in loc[:-1]:
        if isinstance(owner, dict) and name not in owner:
            return True  # went with another mistake in it
        owner = owner.get(name) if isinstance(owner, dict) else None
    if not isinstance(owner, dict):
        return False
    owner.pop(loc[-1], None)
    return bool(owner)


@cache
def _make_adapter(cls: Any) -> TypeAdapter[Any]:
    return TypeAdapter(cls)


def _add_problem(document: Document, path: Path, error: Any, cls: type) -> None:
    loc: tuple[str | int, ...] = error["loc"]
    of_key = loc[-1:] == ("[key]",)
    inner = written_path(loc[:-1] if of_key else loc)
    kind: str = error["type"]
    if kind == "missing":
        document.add_problem((*path, *inner[:-1]), f"missing key '{inner[-1]}'")
    elif kind == "unexpected_keyword_argument":
        key = str(loc[-1])
        hint = suggest_known_key(key, list_written_keys(_list_known_fields(cls, loc)))
        document.add_problem((*path, *loc), f"unknown key '{key}'", hint, of_key=True)
    else:
        message, hint = _describe_error(error, inner, of_key)
        document.add_problem((*path, *inner), message, hint, of_key)


def _describe_error(error: Any, loc: Sequence[str | int], of_key: bool) -> tuple[str, str]:
    kind, given, limits = error["type"], error["input"], error.get("ctx", {})
    field = next((str(name) for name in reversed(loc) if isinstance(name, str)), "this")
    subject = f"name '{given}'" if of_key else f"'{field}'"
    if kind == "string_pattern_mismatch":
        return f"{subject} {_RULES[limits['pattern']].says}", _suggest_entry_key(str(given))
    if kind == "string_too_long":
        return f"{subject} must be at most {limits['max_length']} characters", ""
    if kind == "literal_error":
        return _describe_wrong_choice(subject, str(given), limits["expected"])
    if (number := _collect_number_ranges().get(_find_number_field(loc))) and isinstance(given, str):
        subject = f"a number in '{loc[-2]}'" if of_key else subject
        return f"{subject} {number.says}, not '{given}'", ""
    if kind == "dataclass_type":
        wanted = "text or a mapping" if {*loc[-2:-1]} & {"right", "wrong"} else "a mapping"
        return f"{subject} must be {wanted}, not {_WHAT[type(given)]}", ""
    return _describe_wrong_type(kind, subject, given)


def _suggest_entry_key(given: str) -> str:
    """A hint for those who copied the id of a card where the key of its entry is meant."""
    key = re.split(r"[#/]", given)[0]
    return f"the key is '{key}'" if key != given and NAME_RULE.allows(key) else ""


def _describe_wrong_choice(subject: str, given: str, expected: str) -> tuple[str, str]:
    allowed = [word.strip(" '") for word in expected.replace(" or ", ", ").split(",")]
    return f"{subject} must be one of {', '.join(allowed)}, not '{given}'", suggest_nearest(
        given, allowed
    )


def _describe_wrong_type(kind: str, subject: str, given: object) -> tuple[str, str]:
    what = _WHAT.get(type(given), "this")
    if kind in ("tuple_type", "list_type"):
        hint = f"write [{given}]" if isinstance(given, str) and given else ""
        return f"{subject} must be a list", hint
    if kind in ("mapping_type", "dict_type"):
        return f"{subject} must be a mapping of names", "write 'name: text', one a line"
    if kind == "bool_parsing":
        return f"{subject} must be true or false, not '{given}'", ""
    hint = 'put the text in quotes: "…"' if isinstance(given, Mapping) else ""
    return f"{subject} must be text, not {what}", hint


def _find_number_field(loc: Sequence[str | int]) -> str:
    names = [name for name in loc if isinstance(name, str)]
    return next((name for name in reversed(names) if name in _collect_number_ranges()), "")


@cache
def _collect_number_ranges() -> dict[str, NumberRange]:
    """The numbers that each numeric field of the model allows."""
    found: dict[str, NumberRange] = {}
    for cls in vars(model).values():
        if isinstance(cls, type) and is_dataclass(cls):
            hints = get_type_hints(cls, include_extras=True)
            for field in fields(cls):
                if (between := _find_range(hints[field.name])) is not None:
                    found.setdefault(field.name, between)
    return found


def _find_range(hint: Any) -> NumberRange | None:
    if isinstance(hint, NumberRange):
        return hint
    metadata = getattr(hint, "__metadata__", ())
    inner = (_find_range(part) for part in (*metadata, *get_args(hint)))
    return next((between for between in inner if between is not None), None)


def _list_known_fields(cls: type, loc: Sequence[str | int]) -> list[str]:
    """Fields of the value that an error path leads to."""
    owner: Any = cls
    for name in loc[:-1]:
        if isinstance(name, str) and is_dataclass(owner):
            hint = get_type_hints(owner).get(name)
            owner = _find_dataclass(hint) or owner
    return [field.name for field in fields(owner)]


def _find_dataclass(hint: Any) -> Any:
    if isinstance(hint, type) and is_dataclass(hint):
        return hint
    return next((found for part in get_args(hint) if (found := _find_dataclass(part))), None)
