"""What belongs to us in a learner's collection: notes, cards and answers; nothing else is read.

A note is ours if it has one of our note types and its GUID is the one that its key has in
a course that we know. A note with our GUID and another note type may ask anything: it is
counted and left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flashcards.anki.guid import KEY_PLACE, make_guid, make_type_id
from flashcards.fileio import COURSE_FILE, load_bytes
from flashcards.model import KINDS
from flashcards.reviews.review import Owner

if TYPE_CHECKING:
    from flashcards.model import Course

Query = Callable[[str], Iterable[Sequence[Any]]]
"""Runs a SELECT in a collection."""
Courses = Collection[tuple[str, str]]
"""Course and language of all that may be found."""

_LARGEST_INFO = 1_000_000
SUSPENDED = -1
_FLAG_BITS = 7
REVLOG_COLUMNS = "id, cid, ease, ivl, lastIvl, factor, time, type"


class AnkiCard(NamedTuple):
    """One of our cards, as a collection has it."""

    id: int
    owner: Owner
    mod: int
    """When anything of it was changed, in UTC seconds."""
    usn: int
    """Where Anki's count of changes was when it was last changed; -1 if that was not sent yet."""
    queue: int
    flags: int

    @property
    def marks(self) -> dict[str, int]:
        """Suspended and flagged, as 1 or 0."""
        return {
            "suspended": int(self.queue == SUSPENDED),
            "flagged": int(self.flags & _FLAG_BITS != 0),
        }


class RevlogRow(NamedTuple):
    """One row of Anki's review log, in the order of `REVLOG_COLUMNS`."""

    id: int
    """UTC milliseconds."""
    card: int
    ease: int
    ivl: int
    """Days until the next answer if positive, else seconds."""
    last_ivl: int
    factor: int
    time: int
    """Milliseconds that the answer took."""
    type: int


@dataclass(frozen=True)
class OurCards:
    """Our cards in a collection."""

    cards: Mapping[int, AnkiCard]
    """By Anki's number; perhaps only those that a sync is about."""
    count: int = 0
    """How many the collection has."""
    newest: int = 0
    """When the newest text was released or edited, in UTC seconds."""
    strangers: int = 0
    """Notes with our GUID that are not ours, or no longer."""

    def by_owner(self) -> dict[Owner, AnkiCard]:
        return {card.owner: card for card in self.cards.values()}


def find_our_cards(
    query: Query, courses: Courses, known: Collection[Owner] = (), changed: str | None = None
) -> OurCards:
    """Our cards in a collection, of these courses; `known` cards tell strangers by their GUID.

    `changed`, a condition on a row of any table, leaves out all cards but the known ones,
    and those of notes for which it holds of a card or an answer.
    """
    made = {make_guid(course, card.partition("#")[0], lang) for course, lang, card in known}
    guids = ", ".join(f"'{guid}'" for guid in sorted(made))
    types = _list_types({*courses, *((course, lang) for course, lang, _ in known)})
    notes: dict[int, tuple[str, str, str]] = {}
    newest = 0
    for number, guid, mod, key in query(_select_notes(types, guids, changed)):
        for course, lang in courses:
            if make_guid(course, str(key), lang) == guid:
                notes[number] = course, lang, str(key)
                newest = max(newest, int(mod))
                break
    rows = query(
        "SELECT id, nid, ord, mod, usn, queue, flags FROM cards "
        f"WHERE nid IN ({', '.join(map(str, notes))})"
    )
    cards = {}
    for number, note, ordinal, *rest in rows:
        course, lang, key = notes[note]
        cards[number] = AnkiCard(number, (course, lang, f"{key}#{ordinal}"), *rest)
    count = len(cards)
    if changed is not None:
        of_our_types = f"SELECT id FROM notes WHERE mid IN ({types})"
        ((count,),) = query(f"SELECT count(*) FROM cards WHERE nid IN ({of_our_types})")
    strangers = f"mid NOT IN ({types}) AND guid IN ({guids})"
    ((stranger_count,),) = query(f"SELECT count(*) FROM notes WHERE {strangers}")
    return OurCards(cards, count, newest, stranger_count)


def _list_types(courses: Iterable[tuple[str, str]]) -> str:
    """The ids of our note types for these courses and languages, divided by commas.

    They are the common ones, and those of a course that has its own style.
    """
    made = {
        make_type_id(kind, lang, owner)
        for course, lang in courses
        for owner in ("", course)
        for kind in KINDS
    }
    return ", ".join(map(str, sorted(made)))


def _select_notes(types: str, guids: str, changed: str | None) -> str:
    """Number, GUID, time and key of the notes of these types."""
    columns, within = "id, guid, mod", "1"
    if changed is not None:
        answered = f"SELECT cid FROM revlog WHERE {changed}"
        touched = f"SELECT nid FROM cards WHERE {changed} OR id IN ({answered})"
        within = f"guid IN ({guids}) OR id IN ({touched})"
    source = f"(SELECT {columns}, flds FROM notes WHERE mid IN ({types}) AND ({within}))"
    for _ in range(KEY_PLACE):
        cut = "substr(flds, instr(flds, char(31)) + 1)"
        source = f"(SELECT {columns}, {cut} AS flds FROM {source})"
    key = "substr(flds, 1, instr(flds, char(31)) - 1)"
    return f"SELECT {columns}, {key} FROM {source}"


def list_course_languages(course: Course) -> set[tuple[str, str]]:
    """Under which course ids and in which languages the notes of a course may be found."""
    owners = {course.info.id, *course.origins.values()}
    return {(owner, lang) for owner in owners for lang in course.info.languages}


def load_course_languages(folder: Path | None) -> set[tuple[str, str]]:
    """The same for the course in a folder, or the built-in one.

    `course.yaml` alone tells it, unless the course borrows entries or its file is not sound.
    Raises ProblemsFound if the course is not sound then.
    """
    from flashcards.source.course import builtin_folder, load_course

    raw = load_bytes((folder or builtin_folder()) / "decks" / COURSE_FILE, _LARGEST_INFO)
    found = _read_course_languages(raw)
    return found or list_course_languages(load_course(folder))


def _read_course_languages(raw: bytes) -> set[tuple[str, str]]:
    from flashcards.source.decoding import decode_source
    from flashcards.source.yaml_reader import Document

    said = Document(decode_source(raw, COURSE_FILE), COURSE_FILE).data
    if isinstance(said, dict) and "uses" not in said:
        course, languages = said.get("id"), said.get("languages")
        if isinstance(course, str) and isinstance(languages, list):
            return {(course, lang) for lang in languages if isinstance(lang, str)}
    return set()
