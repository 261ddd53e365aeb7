"""What belongs to us in a learner's collection: notes, cards and answers; nothing else is read.

A note is ours if it has one of our note types and its GUID is the one that its key has in
a course that we know. A note with our GUID and another note type may ask anything: it is
counted and left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flashcards.anki.guid import make_guid
from flashcards.anki.note_types import TYPE_IDS
from flashcards.anki.templates import FIELDS
from flashcards.model import Course
from flashcards.reviews.review import Owner

Query = Callable[[str], Sequence[Sequence[Any]]]
"""Runs a SELECT in a collection."""
Courses = Collection[tuple[str, str]]
"""Course and language of all that may be found."""

_TYPES = ", ".join(map(str, TYPE_IDS.values()))
_KEY_PLACE = FIELDS["concept"].index("Key")
SUSPENDED = -1
_FLAG_BITS = 7


class AnkiCard(NamedTuple):
    """One of our cards, as a collection has it."""

    id: int
    owner: Owner
    mod: int
    """When anything of it was changed, in UTC seconds."""
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
    """One row of Anki's review log."""

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
    """By Anki's number."""
    newest: int = 0
    """When the newest text was released or edited, in UTC seconds."""
    strangers: int = 0
    """Notes with our GUID that are not ours, or no longer."""

    def by_owner(self) -> dict[Owner, AnkiCard]:
        return {card.owner: card for card in self.cards.values()}


def find_our_cards(query: Query, courses: Courses, known: Iterable[Owner] = ()) -> OurCards:
    """Our cards in a collection, of these courses; `known` cards tell strangers by their GUID."""
    notes: dict[int, tuple[str, str, str]] = {}
    newest = 0
    for number, guid, mod, key in query(_select_notes()):
        for course, lang in courses:
            if make_guid(course, str(key), lang) == guid:
                notes[number] = course, lang, str(key)
                newest = max(newest, int(mod))
                break
    rows = query(
        "SELECT c.id, c.nid, c.ord, c.mod, c.queue, c.flags FROM cards c "
        f"JOIN notes n ON n.id = c.nid WHERE n.mid IN ({_TYPES})"
    )
    cards = {
        number: AnkiCard(number, _make_owner(notes[note], ordinal), mod, queue, flags)
        for number, note, ordinal, mod, queue, flags in rows
        if note in notes
    }
    return OurCards(cards, newest, _count_strangers(query, known))


def read_answers(query: Query, cards: Mapping[int, AnkiCard], where: str = "1") -> list[RevlogRow]:
    """All rows of Anki's review log about some cards, in order of time."""
    columns = "id, cid, ease, ivl, lastIvl, factor, time, type"
    rows = query(f"SELECT {columns} FROM revlog WHERE {where} ORDER BY id")
    return [RevlogRow(*row) for row in rows if row[1] in cards]


def _select_notes() -> str:
    """Number, GUID, time and key of all notes of our types."""
    columns = "id, guid, mod"
    source = f"(SELECT {columns}, flds FROM notes WHERE mid IN ({_TYPES}))"
    for _ in range(_KEY_PLACE):
        cut = "substr(flds, instr(flds, char(31)) + 1)"
        source = f"(SELECT {columns}, {cut} AS flds FROM {source})"
    key = "substr(flds, 1, instr(flds, char(31)) - 1)"
    return f"SELECT {columns}, {key} FROM {source}"


def _count_strangers(query: Query, known: Iterable[Owner]) -> int:
    guids = {make_guid(course, card.partition("#")[0], lang) for course, lang, card in known}
    if not guids:
        return 0
    listed = ", ".join(f"'{guid}'" for guid in sorted(guids))
    found = query(f"SELECT count(*) FROM notes WHERE mid NOT IN ({_TYPES}) AND guid IN ({listed})")
    return int(found[0][0])


def _make_owner(note: tuple[str, str, str], ordinal: int) -> Owner:
    course, lang, key = note
    return course, lang, f"{key}#{ordinal}"


def list_course_languages(course: Course) -> set[tuple[str, str]]:
    """Under which course ids and in which languages the notes of a course may be found."""
    owners = {course.info.id, *course.origins.values()}
    return {(owner, lang) for owner in owners for lang in course.info.languages}
