"""Names, ids and content of notes: what never changes, and what must for a note to be changed.

The content is everything that its author wrote and a card shows, titles and addresses of its
resources, the bytes of its pictures, and retirement. It is not the HTML, not a date, not tags, not
the deck, not verification: none of these may touch a learner's note.
"""

import base64
import hashlib
import json
import re
from itertools import chain
from pathlib import PurePosixPath
from typing import NamedTuple

from flashcards.cards import Note, find_picture_names, find_resource, list_notes
from flashcards.course.model import Cloze, Compare, Course, Resource, Row
from flashcards.course.pictures import load_pictures
from flashcards.seeding import stable_digest

NO_WHOLE_CARD = "=apart"
"""Stands in the lock after the things of a row of which no card asks for all."""
_NOT_CONTENT = {"stage", "tags", "difficulty", "about", "see", "as_of", "needs"}
"""Fields of entries whose change is no update of a learner's note: of `see` what it shows is added,
`as_of` is raised for a whole deck at once."""
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_FIRST_ID = 1_000_000_000_000
_IDS = 700_000_000_000
"""Ids look like Anki's own, which are milliseconds since 1970."""


class NoteSource(NamedTuple):
    """A note of the course, with a short hash of its content as the lock keeps it."""

    note: Note
    content_hash: str

    @property
    def name(self) -> str:
        """The one name of the note among all courses and languages."""
        return note_name(self.note)


class MediaFile(NamedTuple):
    """A picture in a package, named by its content.

    Anki never replaces a file that a learner already has under the same name, and
    keeps all of them in one folder; so the name holds a hash of the bytes.
    """

    name: str
    data: bytes


def note_name(note: Note) -> str:
    """Return the one name of a note among all courses and languages."""
    return f"{note.course}/{note.lang}/{note.key}"


def make_guid(course: str, key: str, lang: str) -> str:
    """Return the GUID of a note: from its course, key and language, never from its text."""
    return base64.urlsafe_b64encode(stable_digest(course, key, lang)[:12]).decode()


def derive_id(*parts: str) -> int:
    """Return an id like Anki's own (13 digits) for these parts, the same on every machine."""
    return _FIRST_ID + int.from_bytes(stable_digest(*parts)[:8], "big") % _IDS


def load_sources(course: Course, lang: str) -> tuple[list[NoteSource], dict[str, MediaFile]]:
    """Return all notes of a language, retired ones too, and their pictures by their names."""
    notes = list_notes(course, lang, retired=True)
    contents = {note.key: _dump_content(note) for note in notes}
    shown = (note for note in notes if "![" in contents[note.key])
    names = {note.key: find_picture_names(note) for note in shown}
    pictures = {}
    for name, data in load_pictures(course, chain(*names.values()), lang).items():
        path, digest = PurePosixPath(name), hashlib.sha256(data).hexdigest()[:12]
        stem = _UNSAFE.sub("-", path.stem)[:40]
        pictures[name] = MediaFile(f"ptquiz-{stem}-{digest}{path.suffix.lower()}", data)
    sources = []
    for note in notes:
        see = [[resource.title, resource.address] for resource in list_resources(note, course)]
        files = [pictures[name].name for name in names.get(note.key, ())]
        text = json.dumps([note_name(note), note.entry.kind, contents[note.key], see, files])
        content_hash = hashlib.sha256(text.encode()).hexdigest()[:12]
        sources.append(NoteSource(note, content_hash))
    return sources, pictures


def _dump_content(note: Note) -> str:
    """Return what the author wrote and the note shows.

    The note of a row has its row, and if one of its cards shows the whole comparison, aspects and
    cells of the other rows. A retired entry is in no package, so its texts do not count.
    """
    entry = note.entry
    if entry.retired:
        return "retired"
    if isinstance(entry, Compare):
        shown = entry.rows.items() if 0 in note.ordinals else ()
        rows = {name: Row(aspect=row.aspect, **row.cells) for name, row in shown}
        rows[str(note.row)] = entry.rows[str(note.row)]
        entry = entry.model_copy(update={"rows": rows})
    dumped = [
        variant.model_dump(exclude=_NOT_CONTENT, exclude_defaults=True)
        for variant in note.variants or (entry,)
    ]
    return json.dumps(dumped if note.variants else dumped[0])


def list_resources(note: Note, course: Course) -> list[Resource]:
    """Return the resources that the note's entry names and the course has, in its order."""
    resources = (find_resource(course, note.lang, key) for key in note.entry.see)
    return [resource for resource in resources if resource]


def list_parts(note: Note) -> tuple[str, ...]:
    """Return what the lock keeps of a note's cards, which are numbered by it.

    That is each thing of a row with how it is asked about, or each gap with a hash of its text.
    """
    match note.entry:
        case Compare() as entry:
            row = entry.rows[str(note.row)]
            asked = {**dict.fromkeys(row.which, "=which"), **dict.fromkeys(row.ask, "=ask")}
            things = (f"{thing}{asked.get(thing, '')}" for thing in entry.compare)
            return (*things, *(() if 0 in note.ordinals else (NO_WHOLE_CARD,)))
        case Cloze() as entry:
            return tuple(
                f"{number}={hashlib.sha256(gap.encode()).hexdigest()[:6]}"
                for number, gap in sorted(entry.gaps.items())
            )
        case _:
            return ()
