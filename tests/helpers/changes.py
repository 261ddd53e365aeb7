"""Copies of frozen values with some fields changed: of models, of dataclasses, in a language."""

import dataclasses

from pydantic import BaseModel

from flashcards.course.model import Translation


def replace(value, **changes):
    if isinstance(value, BaseModel):
        return value.model_copy(update=changes)
    return dataclasses.replace(value, **changes)


def translate(entry, texts, is_stale=True):
    """The translation of an entry, with texts by their path in place of its own."""
    values = entry.model_dump(mode="json")
    for path, text in texts.items():
        inner = values
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = text
    return Translation(entry=type(entry).model_validate(values), is_stale=is_stale)
