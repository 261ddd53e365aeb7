"""What importing a new package will do to a learner who has the old one.

These are the rules of Anki's importer. Notes are matched by GUID, note types
by id; a note is updated if the package's is newer; a note type whose fields or
templates differ is a conflict, unless note types are merged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from flashcards.anki.field_check import CHECK, read_check
from flashcards.anki.own_texts import NOTHING_OWN, OwnTexts, find_own_texts
from flashcards.anki.reader import AnkiNote, AnkiNoteType, AnkiPackage
from flashcards.text.plain_text import html_to_text

ImportOutcome: TypeAlias = Literal["new", "updated", "duplicate", "conflicting", "refused"]
NoteChange: TypeAlias = Literal["text", "moved", "retired"]
ImportOption: TypeAlias = Literal["default", "always", "merge"]
NamedPart: TypeAlias = tuple[int | None, str]
"""A field or template: its id, which genanki leaves out, and its name."""

IMPORT_OPTIONS: tuple[ImportOption, ...] = ("default", "always", "merge")
"""Anki's options as they come; "Update notes: Always"; "Merge note types"."""

OUTCOMES: tuple[ImportOutcome, ...] = ("new", "updated", "duplicate", "conflicting", "refused")
RETIRED_TAG = "ptquiz::retired"
_NEXT_ITEM = re.compile(r"</li>\s*<li[^>]*>")
_TOLD_ELSEWHERE = ("Foot", "Retired", CHECK)


class FieldEdit(NamedTuple):
    """A field that the author changed, in plain text before and after."""

    field: str
    old: str
    new: str


@dataclass(frozen=True)
class PlannedNote:
    """One note of the new package."""

    key: str
    guid: str
    outcomes: Mapping[ImportOption, ImportOutcome]
    changes: tuple[NoteChange, ...]
    """What the author changed since the old package; empty if nothing."""
    edits: tuple[FieldEdit, ...] = ()
    """Which texts changed, and how."""
    own: OwnTexts = NOTHING_OWN
    """What the learner wrote, if the old package is an export of the learner's collection."""


@dataclass(frozen=True)
class ImportPlan:
    """What will happen, note by note."""

    notes: tuple[PlannedNote, ...]
    left: tuple[str, ...]
    """Keys of notes that only the old package has: Anki leaves them alone."""
    empty_decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Decks that the import makes and leaves empty, and the decks where their cards stay."""

    def list_overwritten(self, options: ImportOption) -> list[PlannedNote]:
        """Notes whose texts of the learner's own the import would replace or empty."""
        return [note for note in self.notes if note.own and note.outcomes[options] == "updated"]

    def counts(self, options: ImportOption) -> dict[ImportOutcome, int]:
        """How many notes have each outcome."""
        made = dict.fromkeys(OUTCOMES, 0)
        for note in self.notes:
            made[note.outcomes[options]] += 1
        return made


def compare_packages(old: AnkiPackage, new: AnkiPackage) -> ImportPlan:
    """What importing `new` does for a learner who imported `old` and changed nothing since.

    If `old` was exported from the learner's collection, what was changed is known too.
    """
    refused = _merge_is_refused(old, new)
    rows = [
        PlannedNote(
            key=note.fields[0],
            guid=note.guid,
            outcomes={each: _outcome(old, new, note, each, refused) for each in IMPORT_OPTIONS},
            changes=_changes(old, new, note),
            edits=_find_edits(old, new, note),
            own=_find_own(old, new, note),
        )
        for note in new.notes.values()
    ]
    left = [
        note.fields[0]
        for guid, note in old.notes.items()
        if guid not in new.notes and (note.type_id in new.types or not old.is_export)
    ]
    return ImportPlan(tuple(rows), tuple(left), _find_empty_decks(old, new))


def _find_empty_decks(old: AnkiPackage, new: AnkiPackage) -> dict[str, tuple[str, ...]]:
    """Decks of `new` that `old` does not have and that get no card: theirs stay where they are.

    Anki matches decks by name and never moves a card that is there already.
    """
    known = {deck for note in old.notes.values() for deck in note.decks.values()}
    staying: dict[str, set[str]] = {}
    filled: set[str] = set()
    for note in new.notes.values():
        before = old.notes[note.guid].decks if note.guid in old.notes else {}
        for ordinal, deck in note.decks.items():
            if ordinal in before:
                staying.setdefault(deck, set()).add(before[ordinal])
            else:
                filled.add(deck)
    return {
        deck: tuple(sorted(homes))
        for deck, homes in sorted(staying.items())
        if deck not in known and deck not in filled
    }


def _find_own(old: AnkiPackage, new: AnkiPackage, note: AnkiNote) -> OwnTexts:
    existing = old.notes.get(note.guid)
    if existing is None or not old.is_export:
        return NOTHING_OWN
    return find_own_texts(existing, old.types[existing.type_id], new.types[note.type_id])


def _outcome(
    old: AnkiPackage, new: AnkiPackage, note: AnkiNote, options: ImportOption, merge_refused: bool
) -> ImportOutcome:
    if options == "merge" and merge_refused:
        return "refused"
    existing = old.notes.get(note.guid)
    if existing is None:
        return "new"
    if options != "merge" and not _same_type(old, new, existing, note):
        return "conflicting"
    if options == "merge" and _changes_fields(old, new, existing, note):
        return "duplicate"
    newer = existing.mod != note.mod if options == "always" else existing.mod < note.mod
    return "updated" if newer else "duplicate"


def _same_type(old: AnkiPackage, new: AnkiPackage, existing: AnkiNote, note: AnkiNote) -> bool:
    if existing.type_id != note.type_id:
        return False
    before, after = old.types[existing.type_id], new.types[note.type_id]
    return _match(before.fields, after.fields) and _match(before.templates, after.templates)


def _changes_fields(old: AnkiPackage, new: AnkiPackage, existing: AnkiNote, note: AnkiNote) -> bool:
    """Merging that changes the fields stamps the learner's notes with the time of the import."""
    if existing.type_id != note.type_id:
        return False
    before, after = old.types[existing.type_id].fields, new.types[note.type_id].fields
    merged = _merge_parts(before, _merge_parts(after, before))
    return len(merged) != len(before) or not _match(before, merged)


def _merge_parts(into: Sequence[NamedPart], other: Sequence[NamedPart]) -> list[NamedPart]:
    """As Anki merges fields: those of `other` that are missing, at their places."""
    made = list(into)
    for place, part in enumerate(other):
        found = next((at for at, each in enumerate(made) if _is_same(each, part)), None)
        if found is None:
            made.insert(min(place, len(made)), part)
        elif found != place and place < len(made):
            made[found], made[place] = made[place], made[found]
    return made


def _merge_is_refused(old: AnkiPackage, new: AnkiPackage) -> bool:
    """Anki refuses to merge a cloze note type with any other: the whole import fails."""
    pairs = [(old.types[key], new.types[key]) for key in new.types.keys() & old.types.keys()]
    for note in new.notes.values():
        existing = old.notes.get(note.guid)
        if existing is not None and existing.type_id != note.type_id:
            pairs.append((old.types[existing.type_id], new.types[note.type_id]))
    return any(before.is_cloze != after.is_cloze for before, after in pairs)


def _match(before: Sequence[NamedPart], after: Sequence[NamedPart]) -> bool:
    return len(before) == len(after) and all(map(_is_same, before, after))


def _is_same(one: NamedPart, two: NamedPart) -> bool:
    """By id where both have one, else by name."""
    if one[0] is not None and two[0] is not None:
        return one[0] == two[0]
    return one[1] == two[1]


def _changes(old: AnkiPackage, new: AnkiPackage, note: AnkiNote) -> tuple[NoteChange, ...]:
    existing = old.notes.get(note.guid)
    if existing is None:
        return ()
    made: list[NoteChange] = []
    if _find_changed_fields(existing, old.types[existing.type_id], note, new.types[note.type_id]):
        made.append("text")
    moved = (existing.decks.get(ordinal, deck) != deck for ordinal, deck in note.decks.items())
    if not old.is_export and any(moved):  # learners move cards themselves
        made.append("moved")
    if RETIRED_TAG in note.tags and RETIRED_TAG not in existing.tags:
        made.append("retired")
    return tuple(made)


def _find_edits(old: AnkiPackage, new: AnkiPackage, note: AnkiNote) -> tuple[FieldEdit, ...]:
    existing = old.notes.get(note.guid)
    if existing is None:
        return ()
    old_type, new_type = old.types[existing.type_id], new.types[note.type_id]
    before, after = _read_texts(existing, old_type), _read_texts(note, new_type)
    return tuple(
        FieldEdit(name, _read_plain(before.get(name, "")), _read_plain(after.get(name, "")))
        for name in _find_changed_fields(existing, old_type, note, new_type)
    )


def _read_plain(html: str) -> str:
    """The text of a field on one line, with a sign between the items of a list."""
    return html_to_text(_NEXT_ITEM.sub(" · ", html))


def _find_changed_fields(
    old: AnkiNote, old_type: AnkiNoteType, new: AnkiNote, new_type: AnkiNoteType
) -> list[str]:
    """Fields in which the author wrote something else, whatever the learner did since."""
    before, after = _read_released(old, old_type), _read_released(new, new_type)
    if not before or not after:
        before, after = _read_texts(old, new_type), _read_texts(new, new_type)
    names = dict.fromkeys((*before, *after))
    return [name for name in names if before.get(name) != after.get(name)]


def _read_released(note: AnkiNote, note_type: AnkiNoteType) -> dict[str, str]:
    """Hashes of the fields as they were released; empty if the note has none."""
    check = read_check([name for _, name in note_type.fields], note.fields)
    return {name: text for name, text in check.items() if name not in _TOLD_ELSEWHERE}


def _read_texts(note: AnkiNote, note_type: AnkiNoteType) -> dict[str, str]:
    """What the author wrote: neither dates nor checks, and retirement is told by itself."""
    names = [name for _, name in note_type.fields]
    extra = [f"{place}" for place in range(len(names), len(note.fields))]
    texts = zip([*names, *extra], note.fields, strict=False)
    return {name: text for name, text in texts if name not in _TOLD_ELSEWHERE}
