"""Plain values to the frozen values of the model, or every mistake in them.

pydantic's core checks types, rules and unknown keys over the dataclasses of `model`; what
it finds is told by `validation_errors`, which only a file with a mistake imports.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any, TypeVar, cast

from pydantic_core import SchemaValidator, ValidationError

from flashcards.source.record_schema import make_record_schema
from flashcards.source.yaml_reader import Document, Path

T = TypeVar("T")


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
        from flashcards.source.validation_errors import add_not_a_mapping

        add_not_a_mapping(document, path, cls, data)
        return None, False
    try:
        return cast(T, _make_validator(cast(Any, cls)).validate_python(data)), True
    except ValidationError as found:
        from flashcards.source.validation_errors import add_problems

        errors = found.errors(include_url=False)
        add_problems(document, path, cls, data, errors)
        return _validate_sound_part(cls, data, errors), False


def _validate_sound_part(cls: type[T], data: dict[str, Any], errors: Sequence[Any]) -> T | None:
    rest = deepcopy(data)
    for error in errors:
        loc = [str(name) for name in error["loc"] if name != "[key]"]
        if error["type"] == "missing":
            loc.pop()
        stand_in = "/".join(loc) if error["type"] == "string_type" else ""
        if not loc or not _remove_member(rest, loc, stand_in):
            return None
    try:
        return cast(T, _make_validator(cast(Any, cls)).validate_python(rest))
    except ValidationError:
        return None


def _remove_member(data: dict[str, Any], loc: Sequence[str], stand_in: str) -> bool:
    """Take a member out of nested mappings; false if that would leave one empty.

    A text that is not there yet is not missing: another one stands in for it.
    """
    owner: Any = data
    for name in loc[:-1]:
        if isinstance(owner, dict) and name not in owner:
            return True  # went with another mistake in it
        owner = owner.get(name) if isinstance(owner, dict) else None
    if not isinstance(owner, dict):
        return False
    owner.pop(loc[-1], None)
    if stand_in:
        owner[loc[-1]] = stand_in
    return bool(owner)


@cache
def _make_validator(cls: Any) -> SchemaValidator:
    return SchemaValidator(cast(Any, make_record_schema(cls)))
