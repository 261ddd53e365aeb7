"""A package that ptquiz built: its notes carry the entries that they were made of.

`anki/course_fields` tells what the field *Source* holds. Whoever had the package may have written
into it, so all of it goes through the reader of `export json --entries`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import quote

from flashcards.anki.fields import SOURCE, find_edited_fields
from flashcards.anki.foot import Stamp
from flashcards.anki.reader import AnkiNote, AnkiNoteType, AnkiPackage
from flashcards.export.json_file import FORMAT
from flashcards.fileio import read_json
from flashcards.importing.item import LeftOut, Material
from flashcards.importing.own_file import read_own
from flashcards.model import LANGUAGE_RULE, NAME_RULE, SOURCE_LANGUAGE, URL_RULE
from flashcards.source.course import load_course
from flashcards.text.foreign_tables import MOST_PARTED, Unreadable
from flashcards.words.message import Message, Names

_OWN = "ptquiz "
_PARTING = ',{["'
_LINK = re.compile(r'<a href="([^"]*)">')
_VERSION = re.compile(r"[\w.+-]{1,40}")
_YEAR_9999 = 253_000_000_000


@dataclass(frozen=True)
class OwnNote:
    """A note of ptquiz, and what it was made of."""

    place: str
    course: str
    lang: str
    key: str
    source: Mapping[str, Any]
    """Its `deck`, `title`, `place` and `entry` are of the kinds that they should be."""
    note: AnkiNote
    foot: str
    edited: tuple[str, ...]
    """Names of the fields that a learner wrote into."""

    @property
    def home(self) -> tuple[str, str]:
        return self.course, self.lang

    @property
    def entry(self) -> dict[str, Any]:
        entry: dict[str, Any] = self.source["entry"]
        return entry

    @property
    def stage(self) -> int:
        stage = self.entry.get("stage")
        return stage if isinstance(stage, int) else 1

    @property
    def stamp(self) -> Stamp:
        """When the package says that it was released, and on what it was verified then."""
        verified = self.source.get("verified")
        known = isinstance(verified, str) and _VERSION.fullmatch(verified)
        return Stamp(self.note.mod, verified=str(verified) if known else None)


def is_own(type: AnkiNoteType) -> bool:
    return type.name.startswith(_OWN)


def read_own_package(package: AnkiPackage, other: Material) -> Material:
    """The entries of a package, or `other` with the reasons if it has none of ptquiz.

    One course in one language comes in; notes of another are left out. Raises FlashcardsError.
    """
    found = [*_read_notes(package, other)]
    if not found:
        return other
    chosen, used = _choose_course(found, package.is_export)
    notes = [note for note in found if note.home == chosen]
    decks = _make_decks(notes, other)
    resources = _join(notes, "resources")
    course = _describe_course(notes, [deck["deck"] for deck in decks], used)
    data = {"format": FORMAT, "course": course, "decks": decks, "resources": resources}
    material = read_own(data, other.name)
    edits = _list_edits(notes)
    material.items = [item.lose(*edits.get(item.key, ())) for item in material.items]
    for note in found:
        if note.home != chosen and note.entry["key"] not in used:
            told = Message("import-other-course", course=note.course, lang=note.lang)
            other.left_out.append((note.place, told))
    material.left_out = other.left_out
    files, load = _join(notes, "pictures"), other.load_picture
    material.load_picture = lambda name: load(str(files.get(name, name)))
    stamps = {
        f"{note.course}/{note.lang}/{note.key}": note.stamp
        for note in notes
        if 0 < note.note.mod < _YEAR_9999
    }
    released = {"id": chosen[0], "notes": stamps, "types": [*package.types.values()]}
    material.course = {**(material.course or {}), "released": released, "used": used}
    return material


def _choose_course(
    found: Sequence[OwnNote], is_export: bool
) -> tuple[tuple[str, str], Sequence[str]]:
    """Course and language that most notes have, and keys of built-in entries that it uses.

    Those are in the package that was built, so the built-in course is chosen if there is no other.
    A learner has them of the built-in course itself.
    """
    counted = Counter(note.home for note in found)
    if len({course for course, _ in counted}) == 1:
        return counted.most_common(1)[0][0], ()
    base = load_course()
    known = {entry.key for deck in base.decks for entry in deck.entries}
    chosen = max(counted, key=lambda home: (home[0] != base.info.id, counted[home]))
    lent = () if is_export else (n for n in found if n.home == (base.info.id, chosen[1]))
    return chosen, sorted({note.entry["key"] for note in lent} & known)


def _read_notes(package: AnkiPackage, material: Material) -> Iterator[OwnNote]:
    """The notes of ptquiz; those that cannot be read are left out of the material."""
    parted = 0
    for number, note in enumerate(package.notes.values(), 1):
        type, place = package.types[note.type_id], f"note {number}"
        if not is_own(type):
            continue
        fields = dict(zip(type.field_names, note.fields, strict=False))
        parted += sum(map(fields.get(SOURCE, "").count, _PARTING))
        if parted > MOST_PARTED:
            raise Unreadable(Message("import-too-much"))
        try:
            edited = tuple(find_edited_fields(type.field_names, note.fields))
            yield _read_note(place, note, fields, edited)
        except LeftOut as reason:
            material.left_out.append((place, reason.message))


def _read_note(
    place: str, note: AnkiNote, fields: Mapping[str, str], edited: tuple[str, ...]
) -> OwnNote:
    """Raises LeftOut if it does not say what it was made of."""
    if not fields.get(SOURCE):
        raise LeftOut(Message("import-made-by-ptquiz"))
    try:
        source = read_json(fields[SOURCE])
        course, lang, key = fields["Name"].split("/", 2)
    except (ValueError, KeyError):
        raise LeftOut(Message("import-source-broken")) from None
    match source:
        case {"deck": str(), "title": str(), "place": [int(), *rest], "entry": {"key": str()}} if (
            all(isinstance(each, int) for each in rest)
            and "\n" not in fields["Name"]
            and NAME_RULE.allows(course)
            and LANGUAGE_RULE.allows(lang)
        ):
            foot = fields.get("Foot", "")
            return OwnNote(place, course, lang, key, source, note, foot, edited)
    raise LeftOut(Message("import-source-broken"))


def _make_decks(notes: Sequence[OwnNote], material: Material) -> list[dict[str, Any]]:
    """The decks as they are taught, with their entries; rows of a comparison are together."""
    decks: dict[str, dict[str, Any]] = {}
    for note in sorted(notes, key=lambda note: note.stage):
        deck, title = note.source["deck"], note.source["title"]
        decks.setdefault(deck, {"deck": deck, "title": title, "entries": []})
    known: dict[str, dict[str, Any]] = {}
    for note in sorted(notes, key=lambda note: note.source["place"]):
        entry, rows = known.setdefault(note.entry["key"], note.entry), note.entry.get("rows")
        if entry is note.entry:
            decks[note.source["deck"]]["entries"].append(entry)
        elif isinstance(rows, dict) and isinstance(entry.get("rows"), dict):
            entry["rows"] |= rows
        else:
            told = Message("import-same-id", key=entry["key"])
            material.left_out.append((note.place, told))
    return [deck for deck in decks.values() if deck["entries"]]


def _join(notes: Sequence[OwnNote], part: str) -> dict[str, Any]:
    """What the notes together say of resources or pictures."""
    found = (note.source.get(part) for note in notes)
    return {name: said for each in found if isinstance(each, dict) for name, said in each.items()}


def _list_edits(notes: Sequence[OwnNote]) -> dict[str, list[Message]]:
    """Key of an entry to what a learner wrote into its notes, which does not come in."""
    told: dict[str, list[Message]] = {}
    for note in notes:
        if note.edited:
            message = Message("import-learner-wrote", note=note.key, fields=Names(note.edited))
            told.setdefault(note.entry["key"], []).append(message)
    return told


def _describe_course(
    notes: Sequence[OwnNote], deck_order: Sequence[str], used: Sequence[str]
) -> dict[str, Any]:
    """As much of `course.yaml` as the names of decks and the feet of cards tell."""
    tops: Counter[str] = Counter()
    stages: dict[int, Any] = {}
    for note in notes:
        *above, name = next(iter(note.note.decks.values()), "").split("::")
        number, _, title = name.partition(" ")
        if above and title and number == str(note.stage):
            stages[note.stage] = {"title": title}
            tops[above[-1]] += 1
        else:
            tops[(*above, name)[0]] += 1
    report, lang = _find_report(max(notes, key=lambda note: len(note.key))), notes[0].lang
    return {
        "title": tops.most_common(1)[0][0] or notes[0].course,
        **({"source": lang} if lang != SOURCE_LANGUAGE else {}),
        "languages": [lang],
        **({"stages": dict(sorted(stages.items()))} if stages else {}),
        **({"report": report} if report else {}),
        **({"decks": [*deck_order]} if len(deck_order) > 1 else {}),
        **({"uses": [*used]} if used else {}),
    }


def _find_report(note: OwnNote) -> str:
    """Where to report a card, as the foot of this one with a long key says."""
    link = _LINK.search(note.foot.partition("<details")[0])
    address = unescape(link[1]).replace(quote(note.key, safe=""), "{key}") if link else ""
    return address if URL_RULE.allows(address) else ""
