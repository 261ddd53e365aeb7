"""Plain values to the frozen values of the model, or every mistake in them.

pydantic's core checks types, rules and unknown keys over the dataclasses of `model`; what
it finds is told by `validation_errors`, which only a file with a mistake imports. Its schemas
follow from the annotations of the model. pydantic would make the same of them, but to import it
and let it do so takes a tenth of the time of a first check; its core is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from pydantic_core import SchemaValidator, ValidationError

from flashcards.model import MOST_PARTS, NumberRange, Rule, Text, Typed
from flashcards.source.yaml_reader import Document, Path

T = TypeVar("T")
Schema = dict[str, Any]

_SCALARS = {str: "str", int: "int", float: "float", bool: "bool"}


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
        add_problems(document, path, cls, errors)
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


def make_record_schema(cls: Any) -> Schema:
    """The schema of a dataclass: it refuses unknown fields and infinite numbers."""
    hints = get_type_hints(cls, include_extras=True)
    made = [_make_field(each, hints[each.name]) for each in fields(cls)]
    return {
        "type": "dataclass",
        "cls": cls,
        "ref": f"{cls.__module__}.{cls.__qualname__}:{id(cls)}",
        "fields": [each["name"] for each in made],
        "schema": {"type": "dataclass-args", "dataclass_name": cls.__name__, "fields": made},
        "config": {"extra_fields_behavior": "forbid", "allow_inf_nan": False},
    }


def _make_field(field: Field[Any], hint: Any) -> Schema:
    schema = _make_schema(hint)
    if field.default is not MISSING:
        schema = {"type": "default", "schema": schema, "default": field.default}
    elif field.default_factory is not MISSING:
        schema = {"type": "default", "schema": schema, "default_factory": field.default_factory}
    return {"type": "dataclass-field", "name": field.name, "schema": schema}


def _make_schema(hint: Any) -> Schema:
    """The schema of one of the types that fields of the model have; `TypeError` for any other."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    if is_dataclass(hint):
        return make_record_schema(hint)
    if origin is Annotated:
        return {**_make_schema(arguments[0]), **_make_limits(arguments[1])}
    if origin is Literal:
        return {"type": "literal", "expected": list(arguments)}
    if origin is Mapping:
        keys, values = map(_make_schema, arguments)
        limits = {"max_length": MOST_PARTS}
        return {"type": "dict", "keys_schema": keys, "values_schema": values, **limits}
    if origin is tuple and arguments[1:] == (...,):
        items = [_make_schema(arguments[0])]
        most = {"max_length": MOST_PARTS} if arguments[0] in (Text, Typed) else {}
        return {"type": "tuple", "items_schema": items, "variadic_item_index": 0, **most}
    if arguments[1:] == (type(None),):
        return {"type": "nullable", "schema": _make_schema(arguments[0])}
    raise TypeError(f"no schema for fields of type {hint}")


def _make_limits(rule: Rule | NumberRange) -> Schema:
    if isinstance(rule, NumberRange):
        return {"ge": rule.least, "le": rule.most}
    longest = {} if rule.longest is None else {"max_length": rule.longest}
    return {"pattern": rule.pattern, **longest}
