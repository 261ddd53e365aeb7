"""The texts of an entry by their path: what a translation replaces, what a fingerprint covers.

Which fields hold texts follows from the types of the models: whatever is marked as `Prose`. A
path is the way through the YAML, `("rows", "process", "dp")`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path as FilePath
from typing import Any, TypeAlias, TypeVar, cast, get_args

from flashcards.course.model import Cloze, Course, Entry, Prose, Record, Row
from flashcards.errors import FlashcardsError
from flashcards.text.images import find_pictures, load_picture, translate_svg

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


def list_field_names(model: type[Record]) -> list[str]:
    """Return the fields of a model, and of the models that its fields hold."""
    parts = [part for field in model.model_fields.values() for part in _list_parts(field)]
    inner = (part for part in parts if isinstance(part, type) and issubclass(part, Record))
    return [*model.model_fields, *(name for part in inner for name in list_field_names(part))]


def _list_parts(annotation: Any) -> Iterator[Any]:
    """Yield a type, or a field, and everything that it is made of, marks and limits too."""
    yield annotation
    if inner := getattr(annotation, "annotation", None):
        yield from _list_parts(inner)
    for part in (*get_args(annotation), *getattr(annotation, "metadata", ())):
        yield from _list_parts(part)


@cache
def list_prose_fields(model: type[Record]) -> tuple[str, ...]:
    """Return the fields of a model that hold prose, in the order of fingerprints.

    The fields that all entries have come last.
    """
    common = Entry.model_fields if issubclass(model, Entry) else {}
    names = sorted(model.model_fields, key=lambda name: name in common)
    return tuple(name for name in names if _holds_prose(model.model_fields[name]))


def _holds_prose(field: Any) -> bool:
    """Return whether a field, or a part of it, is marked as prose."""
    return any(
        isinstance(part, Prose)
        or (isinstance(part, type) and issubclass(part, Record) and bool(list_prose_fields(part)))
        for part in _list_parts(field)
    )


def _get_prose(record: Record) -> dict[str, Any]:
    """Return the values of the fields that hold prose; the cells of a row follow its question."""
    values = {name: getattr(record, name) for name in list_prose_fields(type(record))}
    if not isinstance(record, Row):
        return values
    return {"aspect": record.aspect, "question": record.question, **record.cells, **values}


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Leaf]]:
    """Yield the texts in a value that holds prose; what is empty has none."""
    values = _get_prose(value) if isinstance(value, Record) else value
    if isinstance(values, dict):
        for name, inner in values.items():
            if type(inner) is str:
                yield (*path, str(name)), inner
            elif inner:
                yield from _walk(inner, (*path, str(name)))
    else:
        yield path, values


def _rebuild(value: Any, path: Path, translated: Mapping[Path, Leaf]) -> Any:
    """Return the value with the texts that are translated."""
    if isinstance(value, Record):
        return value.model_copy(update=_rebuild(_get_prose(value), path, translated))
    if isinstance(value, dict):
        return {
            name: _rebuild(inner, (*path, str(name)), translated) for name, inner in value.items()
        }
    return translated.get(path, value)


def list_pictures(
    entry: Entry, texts: Mapping[Path, Leaf] | None = None
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield path, text and name of each picture that an entry, or its translation, shows."""
    for path, leaf in (collect_texts(entry) if texts is None else texts).items():
        if "![" in str(leaf) and is_markdown(entry, path):
            for index, text in enumerate((leaf,) if isinstance(leaf, str) else leaf):
                at: tuple[str | int, ...] = path if isinstance(leaf, str) else (*path, index)
                yield from ((at, text, picture.name) for picture in find_pictures(text))


def load_pictures(course: Course, names: Iterable[str], lang: str = "") -> dict[str, bytes]:
    """Return the bytes of each picture by the name that authors write. Raises FlashcardsError.

    Drawings have their texts in the language `lang`, where the course translates them.
    """
    translated = course.pictures.get(lang, {})
    pictures = {}
    for name in dict.fromkeys(names):
        if name not in course.media:
            raise FlashcardsError(f"there is no picture decks/media/{name}")
        data = load_picture(FilePath(course.media[name]), name)
        pictures[name] = translate_svg(data, translated[name], lang) if name in translated else data
    return pictures
