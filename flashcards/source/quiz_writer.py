"""A quiz as a YAML file: what was asked for on the command line, to be asked for again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from flashcards.model import Quiz, Written


def quiz_text(quiz: Quiz) -> str:
    """The quiz file; what is as by default is left out."""
    lines = []
    for name, value in _written(quiz).items():
        if name == "picks":
            lines.append("picks:")
            lines += [f"- {_flow(pick)}" for pick in value]
        else:
            lines.append(f"{name}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _written(value: Written) -> dict[str, Any]:
    """The fields that differ from their defaults."""
    found = {}
    for field in fields(value):
        own = getattr(value, field.name)
        if field.default is MISSING or own != field.default:
            found[field.name] = own
    return found


def _flow(value: Any) -> str:
    """A value in one line; texts are quoted as in JSON, which YAML reads alike."""
    if isinstance(value, Written):
        value = _written(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(_flow(inner) for inner in value) + "]"
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)
