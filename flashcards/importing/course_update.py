"""Items into a course: new entries are added, known ones compared on three sides.

Nothing is written here. The outcome of each item is told, the files are made at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from flashcards.importing.author_course import AuthorCourse, AuthorEntry, DeckSource
from flashcards.importing.entry_maker import KeyMaker, make_entry
from flashcards.importing.import_record import (
    ImportRecord,
    RecordedItem,
    Values,
    digest,
    digest_values,
    list_values,
    nest_values,
)
from flashcards.importing.item import Item, LeftOut, Material
from flashcards.importing.markdown_text import clean_text
from flashcards.importing.pictures import CoursePictures
from flashcards.importing.report import ImportOutcome, ImportReport, Status
from flashcards.importing.second_import import (
    MappedItem,
    Merged,
    identify,
    keep_author,
    keep_names,
    merge,
)
from flashcards.model import Entry
from flashcards.source.deck_file import EntryCheck
from flashcards.source.folder import DECKS
from flashcards.source.plain_values import make_plain_entry
from flashcards.source.yaml_writer import EntryEdit, NotEditable
from flashcards.words.message import Message, Names

_ANY_KEY = "key"


class CourseUpdate:
    """A course, what was imported into it before, and what comes in now."""

    def __init__(
        self, course: AuthorCourse, record: ImportRecord, pictures: CoursePictures
    ) -> None:
        self.course = course
        self.record = record
        self.pictures = pictures
        self.new_decks: dict[str, DeckSource] = {}
        self._came_in: dict[str, set[str]] = {}
        """Ids of this import by their scope."""
        self._check = EntryCheck()
        self._keys = KeyMaker(course.keys)
        self._decks = KeyMaker(_list_deck_names(course), skipped=())
        known = {each.key for items in record.items.values() for each in items.values()}
        self._written = {
            _digest_all(each.values): key
            for key, each in course.entries.items()
            if key not in known
        }
        """Keys of entries that never came in, by all that they say."""

    def add(self, material: Material, report: ImportReport) -> None:
        """Take in everything that one file holds, and tell what became of it."""
        report.notices += material.notices
        for place, reason in material.left_out:
            report.outcomes.append(ImportOutcome(material.name, place, "left out", "", (reason,)))
        known = self.record.items.setdefault(material.scope, {})
        mapped = [each for item in material.items if (each := self._map(item, material, report))]
        came_in = self._came_in.setdefault(material.scope, set())
        ids = identify(mapped, known, material.name, came_in)
        files = _find_files(known, {*ids} - came_in, material.name)
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
        self._tell_gone(material, files, came_in, report)

    def _map(self, item: Item, material: Material, report: ImportReport) -> MappedItem | None:
        try:
            fields, notes = make_entry(item)
            placed = self.pictures.place_all(fields, material.scope, material.load_picture, notes)
            entry = self._read(placed)
        except LeftOut as reason:
            report.outcomes.append(
                ImportOutcome(material.name, item.place, "left out", "", (reason.message,))
            )
            return None
        values, notes = list_values(entry), list(dict.fromkeys(notes))
        return MappedItem(item, placed, entry, values, digest_values(values), notes)

    def _read(self, fields: Mapping[str, Any], key: str = _ANY_KEY) -> Entry:
        """The entry that the fields are. Raises LeftOut with what is wrong."""
        entry, problems = self._check.read({**fields, "key": key})
        if entry is None:
            raise LeftOut("; ".join(dict.fromkeys(str(each.message) for each in problems)))
        return entry

    def _add_new(self, id: str, new: MappedItem, material: Material) -> ImportOutcome:
        """An item that was never imported; it may be in the course all the same."""
        written = self._written.pop(_digest_all(new.values), "")
        text = new.item.question or str(next(iter(new.values.values())))
        key = written or self._keys.make(new.item.key, text, material.title)
        self.record.items[material.scope][id] = RecordedItem(
            key, new.kind, new.said, file=material.name, deck=new.deck
        )
        if written:
            return self._tell(new, material, "unchanged", key)
        has_options = new.kind in ("choose", "code", "compare")
        plain = make_plain_entry(new.entry) if has_options else nest_values(new.values)
        first = {new.kind: plain[new.kind], "key": key}
        self._find_deck(new.item, material).append({**first, **plain, "key": key})
        return self._tell(new, material, "new", key)

    def make_deck(self, wish: str, title: str) -> DeckSource:
        """A new deck with a key that is free."""
        deck = self._decks.make("", wish, "deck")
        header = {"deck": deck, "title": clean_text(title) or deck}
        made = DeckSource(self.course.folder / DECKS / f"{deck}.yaml", deck, header=header)
        self.new_decks[deck] = made
        return made

    def _find_deck(self, item: Item, material: Material) -> list[Mapping[str, Any]]:
        """The list that a new entry of this item goes to."""
        path = item.deck or (material.title,)
        source = f"{material.scope}\n{'::'.join(path)}"
        deck = self.record.decks.get(source, "")
        file = self.course.decks.get(deck) or self.new_decks.get(deck)
        if file is None:
            file = self.make_deck("-".join(path), ": ".join(path))
            self.record.decks[source] = file.deck
        return file.added

    def _renew(self, bound: RecordedItem, new: MappedItem, material: Material) -> ImportOutcome:
        """An item that was imported before, compared with what its entry is now."""
        here = self.course.entries.get(bound.key)
        new.fields = keep_names(new.fields, bound.said)
        new.entry = self._read(new.fields, bound.key)
        new.values = list_values(new.entry)
        said = digest_values(new.values)
        if here is None:
            bound.said, bound.kind, bound.deck = said, new.kind, new.deck
            new.notes.append(Message("import-removed"))
            return self._tell(new, material, "kept", bound.key)
        self._tell_deck(bound, new, here)
        merged = merge(bound.said, bound.wrote, new.values, here.values)
        if merged.taken:
            try:
                entry = self._read(nest_values(merged.values), bound.key)
                before, after = make_plain_entry(here.entry), make_plain_entry(entry)
                here.file.change(EntryEdit(here.index, before, after))
            except LeftOut as reason:
                merged = keep_author(merged, bound.said, bound.wrote, here.values)
                new.notes.append(Message("import-misfit", why=reason.message))
            except NotEditable as reason:
                new.notes += _tell_taken(merged.taken, new.values, reason.message)
                return self._tell(new, material, "kept", bound.key)  # and told again next time
        bound.said, bound.wrote, bound.kind = said, merged.wrote, new.kind
        bound.file = material.name
        return self._tell_merged(new, material, merged, bound.key)

    def _tell_deck(self, bound: RecordedItem, new: MappedItem, here: AuthorEntry) -> None:
        """A note if the source has the item in another deck than at the last import."""
        if bound.deck and new.deck and new.deck != bound.deck:
            decks = {"deck": new.deck, "before": bound.deck}
            new.notes.append(Message("import-deck-moved", **decks, file=here.file.path.name))
        bound.deck = new.deck or bound.deck

    def _tell_merged(
        self, new: MappedItem, material: Material, merged: Merged, key: str
    ) -> ImportOutcome:
        new.notes += _tell_taken(merged.taken, new.values)
        if merged.edited:
            new.notes.append(Message("import-edited", fields=Names(merged.edited)))
        new.notes += _tell_taken(merged.kept, new.values, Message("import-yours-stays"))
        status: Status = "unchanged"
        if merged.taken or any(note.id == "import-picture-renewed" for note in new.notes):
            status = "changed"
        elif merged.kept or merged.edited:
            status = "kept"
        return self._tell(new, material, status, key)

    def _tell(self, new: MappedItem, material: Material, status: Status, key: str) -> ImportOutcome:
        return ImportOutcome(material.name, new.item.place, status, key, tuple(new.notes))

    def _tell_gone(
        self, material: Material, files: set[str], ids: set[str], report: ImportReport
    ) -> None:
        """Tell which items of these `files`, which the material is or replaces, are not in it."""
        for id, bound in self.record.items[material.scope].items():
            here = bound.file in files and bound.key in self.course.entries
            if not here or id in ids:
                continue
            bound.file = material.name
            place = "" if id.isdigit() else id  # a number that was only counted here
            notes = (Message("import-gone"),)
            report.outcomes.append(ImportOutcome(material.name, place, "gone", bound.key, notes))


def _find_files(known: Mapping[str, RecordedItem], ids: set[str], name: str) -> set[str]:
    """The file itself, and those of which it has at least half the items under another name."""
    every = Counter(each.file for each in known.values())
    again = Counter(known[id].file for id in ids if id in known)
    return {name, *(file for file, count in again.items() if 2 * count >= every[file])}


def _tell_taken(paths: Sequence[str], source: Values, but: Message | None = None) -> list[Message]:
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


def _digest_all(values: Values) -> str:
    """One value for everything that an entry says."""
    return digest([[path, value] for path, value in values.items()])
