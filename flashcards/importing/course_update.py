"""Items into a course: new entries are added, known ones compared on three sides.

Nothing is written here. The outcome of each item is told, the files are made at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flashcards.importing.author_course import AuthorCourse, AuthorEntry
from flashcards.importing.binding import Binding, Bound
from flashcards.importing.identity import Candidate, identify
from flashcards.importing.item import Item, LeftOut, Material
from flashcards.importing.keys import KeyMaker
from flashcards.importing.leaves import (
    Digests,
    Leaves,
    digest,
    digest_leaves,
    join_leaves,
    list_leaves,
)
from flashcards.importing.mapper import make_entry
from flashcards.importing.merge import Merged, keep_author, merge
from flashcards.importing.option_names import keep_names
from flashcards.importing.pictures import PictureShelf
from flashcards.importing.plain_markdown import clean_text
from flashcards.importing.references import drop_dead_references
from flashcards.importing.report import ImportOutcome, ImportReport, Status
from flashcards.importing.twins import Twins, digest_all
from flashcards.model import Entry
from flashcards.source.deck_edit import EntryEdit, NotEditable
from flashcards.source.entry_check import EntryCheck
from flashcards.source.plain_values import make_plain_entry
from flashcards.words.message import Message, Names

_ANY_KEY = "key"


@dataclass
class _Mapped:
    """An item that became an entry, not yet with its own key."""

    item: Item
    fields: dict[str, Any]
    entry: Entry
    leaves: Leaves
    said: Digests
    notes: list[Message]


@dataclass
class NewDeck:
    """A deck that the import makes."""

    deck: str
    title: str
    header: Mapping[str, Any] = field(default_factory=dict)
    entries: list[Mapping[str, Any]] = field(default_factory=list)


class CourseUpdate:
    """A course, what was imported into it before, and what comes in now."""

    def __init__(self, course: AuthorCourse, binding: Binding, pictures: PictureShelf) -> None:
        self.course = course
        self.binding = binding
        self.pictures = pictures
        self.new_decks: dict[str, NewDeck] = {}
        self._names: dict[str, set[str]] | None = None
        self._came_in: dict[str, set[str]] = {}
        """Ids of this import by their scope."""
        self._twins = Twins()
        self._not_mapped: dict[str, int] = {}
        """Where in the report an item is that was left out, by its question."""
        self._check = EntryCheck()
        self._keys = KeyMaker(course.keys)
        self._decks = KeyMaker(_list_deck_names(course), skipped=())
        bound = {each.key for items in binding.items.values() for each in items.values()}
        self._unbound = {
            digest_all(each.leaves): key for key, each in course.entries.items() if key not in bound
        }

    def add(self, material: Material, report: ImportReport) -> None:
        """Take in everything that one file holds, and tell what became of it."""
        report.notices += material.notices
        self._names = None
        self._not_mapped.clear()
        for place, reason in material.left_out:
            report.outcomes.append(ImportOutcome(material.name, place, "left out", "", (reason,)))
        known = self.binding.items.setdefault(material.scope, {})
        mapped = [each for item in material.items if (each := self._map(item, material, report))]
        came_in = self._came_in.setdefault(material.scope, set())
        candidates = [Candidate(e.item.id, e.entry.kind, e.said) for e in mapped]
        ids = identify(candidates, known, material.name, came_in)
        for id, each in zip(ids, mapped, strict=True):
            if id in came_in:
                each.notes.append(Message("import-same-id", key=known[id].key))
                outcome = self._tell(each, material, "left out", "")
            elif id in known:
                outcome = self._renew(known[id], each, material)
            else:
                outcome = self._add_new(id, each, material)
            report.outcomes.append(outcome)
        came_in.update(ids)
        self._tell_gone(material, came_in, report)

    def _map(self, item: Item, material: Material, report: ImportReport) -> _Mapped | None:
        try:
            fields, notes = make_entry(item)
            if item.kind == "entry":
                fields = drop_dead_references(fields, self._known_names(material), notes)
            placed = self.pictures.place_all(fields, material.scope, material.load_picture, notes)
            entry = self._read(placed)
        except LeftOut as reason:
            self._not_mapped[digest(item.question)] = len(report.outcomes)
            report.outcomes.append(
                ImportOutcome(material.name, item.place, "left out", "", (reason.message,))
            )
            return None
        leaves, notes = list_leaves(entry), list(dict.fromkeys(notes))
        return _Mapped(item, placed, entry, leaves, digest_leaves(leaves), notes)

    def _known_names(self, material: Material) -> dict[str, set[str]]:
        """What entries of this file may refer to, by field."""
        if self._names is None:
            keys = self.course.keys | {item.key for item in material.items}
            lent = (material.course or {}).get("resources", {}) if self.course.is_new else {}
            see = self.course.resources | {*lent}
            self._names = {"see": see, "about": keys, "confused_with": keys}
        return self._names

    def _read(self, fields: Mapping[str, Any], key: str = _ANY_KEY) -> Entry:
        """The entry that the fields are. Raises LeftOut with what is wrong."""
        entry, problems = self._check.read({**fields, "key": key})
        if entry is None:
            raise LeftOut("; ".join(dict.fromkeys(each.message for each in problems)))
        return entry

    def _add_new(self, id: str, new: _Mapped, material: Material) -> ImportOutcome:
        """An item that was never imported; it may be in the course all the same."""
        known = self.binding.items[material.scope]
        if self._unbound and (key := self._unbound.pop(digest_all(new.leaves), "")):
            known[id] = _bind(key, new, material)
            return self._tell(new, material, "unchanged", key)
        text = new.item.question or str(next(iter(new.leaves.values())))
        key = self._keys.make(new.item.key, text, material.title)
        known[id] = _bind(key, new, material)
        asked = new.entry.kind, new.item.question
        twin = self._twins.compare(new.said, asked, key, material.name, new.item.place)
        new.notes += [twin] if twin else []
        has_options = new.entry.kind in ("choose", "code", "compare")
        plain = make_plain_entry(new.entry) if has_options else join_leaves(new.leaves)
        first = {new.entry.kind: plain[new.entry.kind], "key": key}
        self._find_deck(new.item, material).append({**first, **plain, "key": key})
        return self._tell(new, material, "new", key)

    def make_deck(self, wish: str, title: str, header: Mapping[str, Any]) -> NewDeck:
        """A new deck with a key that is free."""
        deck = self._decks.make(header.get("deck", ""), wish, "deck")
        self.new_decks[deck] = NewDeck(deck, clean_text(title) or deck, header)
        return self.new_decks[deck]

    def _find_deck(self, item: Item, material: Material) -> list[Mapping[str, Any]]:
        """The list that a new entry of this item goes to."""
        path = item.deck or (material.title or material.name,)
        source = f"{material.scope}\n{'::'.join(path)}"
        deck = self.binding.decks.get(source, "")
        if deck in self.course.decks:
            return self.course.decks[deck].added
        if deck not in self.new_decks:
            header = (material.course or {}).get("decks", {}).get(path[-1], {})
            header = drop_dead_references(header, self._known_names(material), [])
            title = header.get("title") or ": ".join(path)
            deck = self.make_deck("-".join(path), title, header).deck
            self.binding.decks[source] = deck
        return self.new_decks[deck].entries

    def _renew(self, bound: Bound, new: _Mapped, material: Material) -> ImportOutcome:
        """An item that was imported before, compared with what its entry is now."""
        here = self.course.entries.get(bound.key)
        new.fields = keep_names(new.fields, bound.said)
        new.entry = self._read(new.fields, bound.key)
        new.leaves = list_leaves(new.entry)
        said = digest_leaves(new.leaves)
        if here is None:
            bound.said, bound.kind = said, new.entry.kind
            bound.deck = "::".join(new.item.deck)
            new.notes.append(Message("import-removed"))
            return self._tell(new, material, "kept", bound.key)
        self._tell_deck(bound, new, here)
        merged = merge(bound.said, bound.wrote, new.leaves, here.leaves)
        if merged.taken:
            try:
                self._write(here, self._read(join_leaves(merged.leaves), bound.key))
            except LeftOut as reason:
                merged = keep_author(merged, bound.said, bound.wrote, here.leaves)
                new.notes.append(Message("import-misfit", why=reason.message))
            except NotEditable as reason:
                new.notes += _tell_taken(merged.taken, new.leaves, reason.message)
                return self._tell(new, material, "kept", bound.key)  # and told again next time
        bound.said, bound.wrote, bound.kind = said, merged.wrote, new.entry.kind
        bound.file = material.name
        return self._tell_merged(new, material, merged, bound.key)

    def _tell_deck(self, bound: Bound, new: _Mapped, here: AuthorEntry) -> None:
        """A note if the source has the item in another deck than at the last import."""
        deck = "::".join(new.item.deck)
        if bound.deck and deck and deck != bound.deck:
            decks = {"deck": deck, "before": bound.deck}
            new.notes.append(Message("import-deck-moved", **decks, file=here.file.path.name))
        bound.deck = deck or bound.deck

    def _write(self, here: AuthorEntry, entry: Entry) -> None:
        before, after = make_plain_entry(here.entry), make_plain_entry(entry)
        here.file.change(EntryEdit(here.index, before, after))

    def _tell_merged(
        self, new: _Mapped, material: Material, merged: Merged, key: str
    ) -> ImportOutcome:
        new.notes += _tell_taken(merged.taken, new.leaves)
        if merged.edited:
            new.notes.append(Message("import-edited", fields=Names(merged.edited)))
        new.notes += _tell_taken(merged.kept, new.leaves, Message("import-yours-stays"))
        status: Status = "unchanged"
        if merged.taken or any(note.id == "import-picture-renewed" for note in new.notes):
            status = "changed"
        elif merged.kept or merged.edited:
            status = "kept"
        return self._tell(new, material, status, key)

    def _tell(self, new: _Mapped, material: Material, status: Status, key: str) -> ImportOutcome:
        return ImportOutcome(material.name, new.item.place, status, key, tuple(new.notes))

    def _tell_gone(self, material: Material, ids: set[str], report: ImportReport) -> None:
        for id, bound in self.binding.items[material.scope].items():
            here = bound.file == material.name and bound.key in self.course.entries
            if not here or id in ids:
                continue
            if left := {*bound.said.values()} & self._not_mapped.keys():
                number = self._not_mapped[left.pop()]
                note = Message("import-stays", key=bound.key)
                outcome = report.outcomes[number]
                report.outcomes[number] = replace(outcome, notes=(*outcome.notes, note))
            else:
                note = Message("import-gone")
                place = "" if id.isdigit() else id  # a number that was only counted here
                outcome = ImportOutcome(material.name, place, "gone", bound.key, (note,))
                report.outcomes.append(outcome)


def _bind(key: str, new: _Mapped, material: Material) -> Bound:
    deck = "::".join(new.item.deck)
    return Bound(key, new.entry.kind, new.said, file=material.name, deck=deck)


def _tell_taken(paths: Sequence[str], source: Leaves, but: Message | None = None) -> list[Message]:
    """What the source changed, and what it has no longer; `but` says why it was not taken."""
    new = [path for path in paths if path in source]
    empty = [path for path in paths if path not in source]
    found = ((new, "import-taken-new"), (empty, "import-taken-emptied"))
    told = [Message(id, fields=Names(each)) for each, id in found if each]
    return [Message("import-but", told=each, why=but) for each in told] if but else told


def _list_deck_names(course: AuthorCourse) -> list[str]:
    """Names that a new deck and its file must not have."""
    files = [file.path.stem.lower() for file in course.decks.values()]  # on every file system
    return [*course.decks, *files, "course", "resources"]
