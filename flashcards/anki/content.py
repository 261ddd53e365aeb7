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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple, TypeAlias

from flashcards.anki.foot import find_resources
from flashcards.anki.guid import note_name
from flashcards.cards import Note, list_notes
from flashcards.course.model import NOWHERE, Choose, Cloze, Code, Compare, Course, Entry
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
    texts = [(note, collect_text_rows(note)) for note in list_notes(course, lang, retired=True)]
    shown = [name for _, rows in texts for name in find_picture_names(rows)]
    pictures, versions = load_media(course, shown, lang), verified or {}
    sources = []
    for note, rows in texts:
        fingerprint = _fingerprint(note, rows, course, pictures)
        at = course.places.get(note.entry.key, NOWHERE)
        sources.append(NoteSource(note, note_name(note), fingerprint, at, versions.get(note.key)))
    return sources, pictures


def load_media(course: Course, names: Iterable[str], lang: str = "") -> dict[str, MediaFile]:
    """The pictures of these names, by the names that authors write. Raises `FlashcardsError`."""
    files = {}
    for name, data in load_pictures(course, names, lang).items():
        digest, path = hashlib.sha256(data).hexdigest(), PurePosixPath(name)
        stem, suffix = _UNSAFE.sub("-", path.stem)[:40], path.suffix.lower()
        files[name] = MediaFile(f"ptquiz-{stem}-{digest[:12]}{suffix}", digest, data)
    return files


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
    parts += _list_extras(note.entry)
    for resource in find_resources(note, course):
        parts += ["see", resource.title, resource.address]
    if pictures:
        parts += [pictures[name].digest for name in find_picture_names(rows)]
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:FINGERPRINT_LENGTH]


def list_parts(note: Note) -> tuple[str, ...]:
    """Return what a note's ordinals count: the things compared, the numbers of gaps."""
    match note.entry:
        case Compare() as entry:
            row = entry.rows[str(note.row)]
            asked = {**dict.fromkeys(row.which, "=which"), **dict.fromkeys(row.ask, "=ask")}
            things = (f"{thing}{asked.get(thing, '')}" for thing in entry.compare)
            return (*things, *(() if 0 in note.ordinals else (NOT_WHOLE,)))
        case Cloze() as entry:
            return tuple(str(number) for number in sorted(entry.gaps))
        case _:
            return ()


def _list_extras(entry: Entry) -> list[str]:
    """Return what is no text of the entry but shows on a card."""
    match entry:
        case Code():
            wrong = [[name, option.text, option.lock] for name, option in entry.wrong.items()]
            said = [entry.code.rstrip(), entry.prints.rstrip(), json.dumps(wrong)]
            said += ["setup", entry.setup.rstrip()] if entry.setup else []
            return said if entry.is_python else [*said, entry.language]
        case Choose():
            locks = [[name, option.lock] for name, option in entry.options.items() if option.lock]
            listed = [list(entry.listed)] if entry.listed and not entry.shuffle else []
            return [json.dumps([list(entry.right), entry.shuffle, locks, *listed])]
        case Cloze():
            return [entry.language or ""]
        case _:
            return []
