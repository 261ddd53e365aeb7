"""The content of a note: what has to change for the note to count as changed.

That is the text in its language, the code and what it prints, titles and
addresses of its resources, the bytes of its pictures, and retirement. It is
not the HTML, not a date, not tags, not the deck, not verification: none of
these may touch a learner's note.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TypeAlias

from flashcards.anki.fields import note_name
from flashcards.anki.foot import find_resources
from flashcards.cards import Note
from flashcards.model import Choose, Cloze, Code, Compare, Course, Row
from flashcards.text.entry_texts import Leaf, Path, collect_texts
from flashcards.text.images import find_pictures

FINGERPRINT_LENGTH = 12


Rows: TypeAlias = list[tuple[str, Leaf]]
"""The texts of a note with their paths."""


def collect_text_rows(note: Note) -> Rows:
    """Every text of the note; a row of a comparison has none of its neighbours'."""
    return [
        ("/".join(path), leaf)
        for path, leaf in collect_texts(note.entry).items()
        if note.row is None or _belongs(path, note.row)
    ]


def find_picture_names(rows: Rows) -> list[str]:
    """The pictures that the texts show."""
    shown = [leaf for _, leaf in rows if "![" in leaf or type(leaf) is not str]
    return [name for leaf in shown for name in _pictures(leaf)]


def content_digest(note: Note, rows: Rows, course: Course, media: Mapping[str, str]) -> str:
    """A hash of the note's content; `media` gives the hash of each picture."""
    parts = [note_name(note), note.entry.kind]
    for path, leaf in rows:
        parts.append(path)
        if isinstance(leaf, str):
            parts.append(leaf)
        else:
            parts += [str(len(leaf)), *leaf]
    parts += _extras(note)
    for resource in find_resources(note, course):
        parts += ["see", resource.title, resource.address]
    parts += [media[name] for name in find_picture_names(rows)] if media else []
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def shorten_digest(digest: str) -> str:
    """As much of the digest as the lock keeps."""
    return digest[:FINGERPRINT_LENGTH]


def list_parts(note: Note) -> tuple[str, ...]:
    """What a note's ordinals count: the things compared, the numbers of gaps."""
    match note.entry:
        case Compare() as entry:
            row = entry.rows[str(note.row)]
            return tuple(f"{thing}{_find_question_kind(row, thing)}" for thing in entry.compare)
        case Cloze():
            return tuple(str(number) for number in sorted(note.entry.gaps))
    return ()


def _find_question_kind(row: Row, thing: str) -> str:
    return "=ask" if thing in row.ask else "=which" if thing in row.which else ""


def _belongs(path: Path, row: str) -> bool:
    """A row has the texts of its entry, but not those of other rows."""
    return path[0] != "rows" or path[1] == row


def _pictures(leaf: Leaf) -> list[str]:
    found = (leaf,) if isinstance(leaf, str) else leaf
    return [picture.name for text in found if "![" in text for picture in find_pictures(text)]


def _extras(note: Note) -> list[str]:
    """What is not text but shows on the card."""
    match note.entry:
        case Code() as entry:
            wrong = [[name, each.text, each.lock] for name, each in entry.wrong.items()]
            said = [entry.code.rstrip(), entry.prints.rstrip(), json.dumps(wrong)]
            others = [[version, text.rstrip()] for version, text in entry.prints_on.items()]
            said += [json.dumps(others)] if others else []
            return said if entry.is_python else [*said, entry.language]
        case Choose() as entry:
            locks = [[name, each.lock] for name, each in entry.options.items() if each.lock]
            listed = [list(entry.listed)] if entry.listed and not entry.shuffle else []
            return [json.dumps([list(entry.right), entry.shuffle, locks, *listed])]
        case Cloze() as entry:
            return [entry.language or ""]
    return []
