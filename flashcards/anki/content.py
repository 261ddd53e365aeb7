"""The content of a note: what has to change for the note to count as changed.

That is the text in its language, the code and what it prints, titles and
addresses of its resources, the bytes of its pictures, and retirement. It is
not the HTML, not a date, not tags, not the deck, not verification: none of
these may touch a learner's note.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, NamedTuple, TypeAlias

from flashcards.anki.foot import find_resources
from flashcards.anki.guid import note_name
from flashcards.cards import Note, list_notes
from flashcards.course.model import NOWHERE, Choose, Code, Compare, Course, Kind
from flashcards.course.pictures import load_pictures
from flashcards.course.texts import Leaf, collect_texts
from flashcards.errors import Position
from flashcards.text.images import find_pictures

FINGERPRINT_LENGTH = 12
NOT_WHOLE = "=apart"
"""Among the things of a row: that it is asked by its single questions only."""
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")

Rows: TypeAlias = list[tuple[str, Leaf]]
"""The texts of a note with their paths."""


class NoteSource(NamedTuple):
    """A note of the course, with its content and what is known about it."""

    note: Note
    name: str
    """The one name of the note among all courses and languages."""
    fingerprint: str
    """A short hash of its content, as the lock keeps it."""
    at: Position = NOWHERE
    verified: str | None = None
    """The PyTorch that its code was last verified on."""


@dataclass(frozen=True)
class MediaFile:
    """A picture in a package, named by its content.

    Anki never replaces a file that a learner already has under the same name, and
    keeps all of them in one folder; so the name holds a hash of the bytes.
    """

    name: str
    """Its name in Anki's media folder."""
    digest: str
    data: bytes


def load_sources(
    course: Course, lang: str, verified: Mapping[str, str] | None = None
) -> tuple[list[NoteSource], dict[str, MediaFile]]:
    """All notes of a language, retired ones too, with their content; and their pictures."""
    found = [(note, collect_text_rows(note)) for note in list_notes(course, lang, retired=True)]
    shown = [name for _, rows in found for name in find_picture_names(rows)]
    pictures = load_media(course, shown, lang)
    known = verified or {}
    made = [
        NoteSource(
            note,
            note_name(note),
            _fingerprint(note, rows, course, pictures),
            course.places.get(note.entry.key, NOWHERE),
            known.get(note.key),
        )
        for note, rows in found
    ]
    return made, pictures


def load_media(course: Course, names: Iterable[str], lang: str = "") -> dict[str, MediaFile]:
    """The pictures of these names, by the names that authors write. Raises `FlashcardsError`."""
    found = load_pictures(course, names, lang)
    made = {}
    for name, data in found.items():
        digest, written = hashlib.sha256(data).hexdigest(), PurePosixPath(name)
        stem, ending = _UNSAFE.sub("-", written.stem)[:40], written.suffix.lower()
        made[name] = MediaFile(f"ptquiz-{stem}-{digest[:12]}{ending}", digest, data)
    return made


def load_fingerprint(note: Note, course: Course) -> str:
    """What the lock would say of a note; reads its pictures."""
    rows = collect_text_rows(note)
    pictures = load_media(course, find_picture_names(rows), note.lang)
    return _fingerprint(note, rows, course, pictures)


def collect_text_rows(note: Note) -> Rows:
    """Every text of the note; a row of a comparison has none of its neighbours'."""
    return [
        ("/".join(path), leaf)
        for path, leaf in collect_texts(note.entry).items()
        if note.row is None or path[0] != "rows" or path[1] == note.row
    ]


def find_picture_names(rows: Rows) -> list[str]:
    """The pictures that the texts show."""
    texts = (text for _, leaf in rows for text in ((leaf,) if isinstance(leaf, str) else leaf))
    return [picture.name for text in texts if "![" in text for picture in find_pictures(text)]


def _fingerprint(note: Note, rows: Rows, course: Course, pictures: Mapping[str, MediaFile]) -> str:
    """A hash of the note's content."""
    parts = [note_name(note), note.entry.kind]
    for path, leaf in rows:
        parts.append(path)
        if isinstance(leaf, str):
            parts.append(leaf)
        else:
            parts += [str(len(leaf)), *leaf]
    parts += _KINDS_OF_CONTENT[note.entry.kind].list_extras(note.entry)
    for resource in find_resources(note, course):
        parts += ["see", resource.title, resource.address]
    if pictures:
        parts += [pictures[name].digest for name in find_picture_names(rows)]
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:FINGERPRINT_LENGTH]


def list_parts(note: Note) -> tuple[str, ...]:
    """What a note's ordinals count: the things compared, the numbers of gaps."""
    return _KINDS_OF_CONTENT[note.entry.kind].list_parts(note, note.entry)


def _list_things(note: Note, entry: Compare) -> tuple[str, ...]:
    row = entry.rows[str(note.row)]
    asked = {**dict.fromkeys(row.which, "=which"), **dict.fromkeys(row.ask, "=ask")}
    things = (f"{thing}{asked.get(thing, '')}" for thing in entry.compare)
    return (*things, *(() if 0 in note.ordinals else (NOT_WHOLE,)))


def _list_code_extras(entry: Code) -> list[str]:
    wrong = [[name, each.text, each.lock] for name, each in entry.wrong.items()]
    said = [entry.code.rstrip(), entry.prints.rstrip(), json.dumps(wrong)]
    said += ["setup", entry.setup.rstrip()] if entry.setup else []
    return said if entry.is_python else [*said, entry.language]


def _list_choice_extras(entry: Choose) -> list[str]:
    locks = [[name, each.lock] for name, each in entry.options.items() if each.lock]
    listed = [list(entry.listed)] if entry.listed and not entry.shuffle else []
    return [json.dumps([list(entry.right), entry.shuffle, locks, *listed])]


class _KindOfContent(NamedTuple):
    """What counts as content in a kind of entry, besides its texts."""

    list_parts: Callable[[Note, Any], tuple[str, ...]]
    """What the ordinals of its cards count."""
    list_extras: Callable[[Any], list[str]]
    """What is not text but shows on a card."""


_TEXTS_ALONE = _KindOfContent(lambda note, entry: (), lambda entry: [])
_KINDS_OF_CONTENT: Mapping[Kind, _KindOfContent] = {
    "concept": _TEXTS_ALONE,
    "term": _TEXTS_ALONE,
    "compare": _KindOfContent(_list_things, lambda entry: []),
    "code": _KindOfContent(lambda note, entry: (), _list_code_extras),
    "choose": _KindOfContent(lambda note, entry: (), _list_choice_extras),
    "order": _TEXTS_ALONE,
    "cloze": _KindOfContent(
        lambda note, entry: tuple(str(number) for number in sorted(entry.gaps)),
        lambda entry: [entry.language or ""],
    ),
    "recall": _TEXTS_ALONE,
}
