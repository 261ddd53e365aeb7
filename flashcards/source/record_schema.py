"""The records of the model as the schemas by which pydantic's core checks values.

They follow from the annotations of the model. pydantic would make the same of them, but to
import it and let it do so takes a tenth of the time of a first check; its core is enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from flashcards.model import MOST_PARTS, NumberRange, Rule, Text, Typed

Schema = dict[str, Any]

_SCALARS = {str: "str", int: "int", float: "float", bool: "bool"}


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
