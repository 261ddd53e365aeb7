"""The texts of an entry by their path: what a translation replaces, what a fingerprint covers.

Which fields hold texts is said by the types of the models: whatever is marked as `Prose`. A path
is the way through the YAML, `("rows", "process", "dp")`. The order of the texts is part of the
fingerprint, so it never changes.
"""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias, get_args

from flashcards.course.model import Entry, Prose, Record, Row

TextPath: TypeAlias = tuple[str, ...]
Leaf: TypeAlias = str | tuple[str, ...]

OPTIONAL_FIELDS = ("aliases", "accept", "retired")
"""A translation is complete without these."""


def collect_texts(entry: Entry) -> dict[TextPath, Leaf]:
    """Return every text of the entry that a person reads, by its path."""
    return dict(_walk(entry, (), False))


def _walk(value: Any, path: TextPath, is_prose: bool) -> Iterator[tuple[TextPath, Leaf]]:
    """Yield the texts in a value; the cells of a row follow its question."""
    if isinstance(value, Record):
        for name, holds_prose in _list_fields(type(value)).items():
            inner = getattr(value, name)
            if inner and (holds_prose or isinstance(inner, dict)):  # a mapping may hold records
                yield from _walk(inner, (*path, name), holds_prose)
            if name == "question" and isinstance(value, Row):
                yield from _walk(value.cells, path, True)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _walk(inner, (*path, str(name)), is_prose)
    elif is_prose:
        yield path, value


@cache
def _list_fields(model: type[Record]) -> dict[str, bool]:
    """Return the fields of a model, and whether each is prose; those of all entries come last."""
    common = Entry.model_fields if issubclass(model, Entry) else {}
    fields = sorted(model.model_fields.items(), key=lambda item: item[0] in common)
    return {name: any(map(_is_prose, (f.annotation, *f.metadata))) for name, f in fields}


def _is_prose(annotation: Any) -> bool:
    return isinstance(annotation, Prose) or any(map(_is_prose, get_args(annotation)))


def fingerprint_texts(entry: Entry) -> str:
    """Return six hexadecimal digits that change when any text of the entry does."""
    rows = [["/".join(path), leaf] for path, leaf in collect_texts(entry).items()]
    content = json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:6]
