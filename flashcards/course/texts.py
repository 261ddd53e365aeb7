"""The texts of an entry by their path: what a translation replaces, what a fingerprint covers.

Which fields hold texts follows from the types of the models: whatever is marked as `Prose`. A
path is the way through the YAML, `("rows", "process", "dp")`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast

from flashcards.course.model import WRITTEN_AS, Cloze, Entry, Record
from flashcards.course.types import Prose, list_parts

Path: TypeAlias = tuple[str, ...]
Leaf: TypeAlias = str | tuple[str, ...]
AnyEntry = TypeVar("AnyEntry", bound=Entry)

OPTIONAL_FIELDS = ("aliases", "accept", "retired")
"""A translation is complete without these."""


def collect_texts(entry: Entry) -> dict[Path, Leaf]:
    """Return every text of the entry that a person reads, by its path."""
    return dict(_walk(entry, ()))


def replace_texts(entry: AnyEntry, translated: Mapping[Path, Leaf]) -> AnyEntry:
    """Return a copy of the entry with the texts of `translated` in place of its own."""
    return cast(AnyEntry, _rebuild(entry, (), translated))


def fingerprint_texts(entry: Entry) -> str:
    """Return six hexadecimal digits that change when any text of the entry does."""
    rows = [["/".join(path), leaf] for path, leaf in collect_texts(entry).items()]
    content = json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:6]


def is_markdown(entry: Entry, path: Path) -> bool:
    """Return whether the text at a path is Markdown; of a cloze with a language it is code."""
    is_code = isinstance(entry, Cloze) and entry.language is not None
    return not (is_code and path[0] in ("cloze", "gaps", "accept"))


@cache
def list_prose_fields(model: type[Record]) -> tuple[tuple[str, Path], ...]:
    """Return the fields of a model that hold prose, each with its path in the YAML.

    The fields that all entries have come last: fingerprints depend on the order.
    """
    common = Entry.model_fields if issubclass(model, Entry) else {}
    names = sorted(model.model_fields, key=lambda name: name in common)
    prose = (name for name in names if _holds_prose(model.model_fields[name]))
    return tuple((name, WRITTEN_AS.get(name, (name,))) for name in prose)


def _holds_prose(field: Any) -> bool:
    """Return whether a field, or a part of it, is marked as prose."""
    return any(
        isinstance(part, Prose)
        or (isinstance(part, type) and issubclass(part, Record) and bool(list_prose_fields(part)))
        for part in list_parts(field)
    )


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Leaf]]:
    """Yield the texts in a value that holds prose; what is empty has none."""
    if isinstance(value, Record):
        for name, step in list_prose_fields(type(value)):
            inner = getattr(value, name)
            if type(inner) is str:
                yield (*path, *step), inner
            elif inner:
                yield from _walk(inner, (*path, *step))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _walk(inner, (*path, str(name)))
    else:
        yield path, value


def _rebuild(value: Any, path: Path, translated: Mapping[Path, Leaf]) -> Any:
    """Return the value with the texts that are translated."""
    if isinstance(value, Record):
        changed = {
            name: _rebuild(getattr(value, name), (*path, *step), translated)
            for name, step in list_prose_fields(type(value))
        }
        return value.model_copy(update=changed)
    if isinstance(value, dict):
        return {
            name: _rebuild(inner, (*path, str(name)), translated) for name, inner in value.items()
        }
    return translated.get(path, value)
