"""What importing a new package will do to a learner who has the old one.

These are the rules of Anki's importer. Notes are matched by GUID, note types
by id; a note is updated if the package's is newer; a note type whose fields or
templates differ is a conflict, unless note types are merged.

What a learner wrote is told from an export of their collection. A released note carries a hash
of each of its fields (`field_check`); a field with another hash was edited. Fields that the
learner added to our note types, and tags that are not ours, are the learner's own, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from flashcards.anki.fields import CHECK, SOURCE, find_edited_fields, read_check
from flashcards.anki.reader import AnkiNote, AnkiNoteType, AnkiPackage
from flashcards.text.plain_text import html_to_text
from flashcards.words.message import Clauses, Message, quote

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
_TOLD_ELSEWHERE = ("Foot", "Retired", CHECK, SOURCE)
"""Neither dates nor checks are texts of the author's, retirement is told by itself, and the source
says again what the other fields do."""
_OUR_TAGS = "ptquiz::"
_LETTERS = 60
"""That are told of a text of the learner's."""


class FieldEdit(NamedTuple):
    """A field that the author changed, in plain text before and after."""

    field: str
    old: str
    new: str


@dataclass(frozen=True)
class OwnTexts:
    """What one note has of the learner; an update of the note takes all of it away."""

    fields: Mapping[str, str] = field(default_factory=dict)
    """Name of the field to its HTML; empty if the learner emptied it."""
    tags: tuple[str, ...] = ()

    def describe(self) -> Message:
        """One line: each field with the beginning of its text, then the tags."""
        parts = [
            Message("own-field", field=name, text=_shorten(html))
            for name, html in self.fields.items()
        ]
        if self.tags:
            parts.append(Message("own-tags", tags=" ".join(self.tags)))
        return Message("text", text=Clauses(parts))

    def __bool__(self) -> bool:
        return bool(self.fields or self.tags)


def _shorten(html: str) -> Message:
    text = html_to_text(html)
    if not text:
        return Message("own-empty")
    return quote(f"'{text[:_LETTERS]}…'" if len(text) > _LETTERS else f"'{text}'")


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
    own: OwnTexts = OwnTexts()
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
    pairs = {
        guid: _Pair(before, old.types[before.type_id], note, new.types[note.type_id])
        for guid, note in new.notes.items()
        if (before := old.notes.get(guid))
    }
    types = [(old.types[key], new.types[key]) for key in new.types.keys() & old.types.keys()]
    types += [(pair.old_type, pair.new_type) for pair in pairs.values()]
    # Anki refuses to merge a cloze note type with any other: the whole import fails
    refused = any(before.is_cloze != after.is_cloze for before, after in types)
    left = [
        note.fields[0]
        for guid, note in old.notes.items()
        if guid not in new.notes and (note.type_id in new.types or not old.is_export)
    ]
    planned = [
        _plan_note(note, pairs.get(guid), refused, old.is_export)
        for guid, note in new.notes.items()
    ]
    return ImportPlan(tuple(planned), tuple(left), _find_empty_decks(old, new))


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


def _plan_note(note: AnkiNote, pair: _Pair | None, refused: bool, is_export: bool) -> PlannedNote:
    """What becomes of one note; `refused` tells that merging fails.

    Of an export the learner may have changed the old note, and moved its cards.
    """
    outcomes: dict[ImportOption, ImportOutcome] = {
        each: "new" if pair is None else pair.find_outcome(each) for each in IMPORT_OPTIONS
    }
    if refused:
        outcomes["merge"] = "refused"
    if pair is None:
        return PlannedNote(note.fields[0], note.guid, outcomes, ())
    edits = pair.list_edits()
    changes: list[NoteChange] = ["text"] if edits else []
    if pair.is_moved and not is_export:
        changes.append("moved")
    if RETIRED_TAG in note.tags and RETIRED_TAG not in pair.old.tags:
        changes.append("retired")
    own = pair.find_own_texts() if is_export else OwnTexts()
    return PlannedNote(note.fields[0], note.guid, outcomes, tuple(changes), edits, own)


@dataclass(frozen=True)
class _Pair:
    """A note that the learner has and the package brings again, each with its note type."""

    old: AnkiNote
    old_type: AnkiNoteType
    new: AnkiNote
    new_type: AnkiNoteType

    def find_outcome(self, options: ImportOption) -> ImportOutcome:
        """What Anki's log will say, if it does not refuse to merge."""
        is_same_type = self.old.type_id == self.new.type_id
        fields = self.old_type.fields, self.new_type.fields
        if options == "merge":
            if is_same_type and _changes_fields(*fields):
                return "duplicate"
        elif not (
            is_same_type
            and _match(*fields)
            and _match(self.old_type.templates, self.new_type.templates)
        ):
            return "conflicting"
        is_other, is_newer = self.old.mod != self.new.mod, self.old.mod < self.new.mod
        return "updated" if (is_other if options == "always" else is_newer) else "duplicate"

    @property
    def is_moved(self) -> bool:
        """Whether the package has a card in another deck than the learner."""
        before = self.old.decks
        return any(before.get(ordinal, deck) != deck for ordinal, deck in self.new.decks.items())

    def list_edits(self) -> tuple[FieldEdit, ...]:
        """Fields in which the author wrote something else, whatever the learner did since."""
        texts = _read_texts(self.old, self.old_type), _read_texts(self.new, self.new_type)
        before = read_check(self.old_type.field_names, self.old.fields)
        after = read_check(self.new_type.field_names, self.new.fields)
        if not before or not after:
            before, after = _read_texts(self.old, self.new_type), texts[1]
        return tuple(
            FieldEdit(name, *(_read_plain(each.get(name, "")) for each in texts))
            for name in dict.fromkeys((*before, *after))
            if before.get(name) != after.get(name) and name not in _TOLD_ELSEWHERE
        )

    def find_own_texts(self) -> OwnTexts:
        """What the learner wrote into the note."""
        names, ours = self.old_type.field_names, self.new_type.field_names
        texts = dict(zip(names, self.old.fields, strict=False))
        edited = [name for name in find_edited_fields(names, self.old.fields) if name in ours]
        added = [name for name, text in texts.items() if text and name not in ours]
        tags = tuple(tag for tag in self.old.tags if not tag.casefold().startswith(_OUR_TAGS))
        return OwnTexts({name: texts[name] for name in (*edited, *added)}, tags)


def _changes_fields(before: Sequence[NamedPart], after: Sequence[NamedPart]) -> bool:
    """Merging that changes the fields stamps the learner's notes with the time of the import."""
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


def _match(before: Sequence[NamedPart], after: Sequence[NamedPart]) -> bool:
    return len(before) == len(after) and all(map(_is_same, before, after))


def _is_same(one: NamedPart, two: NamedPart) -> bool:
    """By id where both have one, else by name."""
    if one[0] is not None and two[0] is not None:
        return one[0] == two[0]
    return one[1] == two[1]


def _read_plain(html: str) -> str:
    """The text of a field on one line, with a sign between the items of a list."""
    return html_to_text(_NEXT_ITEM.sub(" · ", html))


def _read_texts(note: AnkiNote, note_type: AnkiNoteType) -> dict[str, str]:
    """The texts of a note by their fields; those of which the note type has none by their place."""
    names = note_type.field_names
    extra = map(str, range(len(names), len(note.fields)))
    return dict(zip([*names, *extra], note.fields, strict=False))
