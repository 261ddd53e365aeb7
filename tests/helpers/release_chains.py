"""An author who releases again and again, at random; and learners who study meanwhile."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from flashcards.anki.compose import compose_package
from flashcards.anki.content import NoteSource, load_sources
from flashcards.anki.guid import note_name
from flashcards.anki.lock import Lock, format_lock, parse_lock
from flashcards.anki.note_types import NoteType, make_note_types
from flashcards.anki.package import PackageContents, pack_package
from flashcards.anki.release import CourseNotes, release_notes
from flashcards.model import (
    Cloze,
    Compare,
    Course,
    Deck,
    Entry,
    Kind,
    Option,
    Recall,
    Row,
    StageInfo,
    Term,
)  # fmt: skip
from tests.helpers.anki_engine import Learner
from tests.helpers.courses import INFO

FIRST_TIME = 1_600_000_000
RELEASES = 10
OPERATIONS = (
    "edit", "new", "move", "retire", "revert", "template", "style", "reorder",
)  # fmt: skip


@dataclass
class Release:
    """One release as learners get it."""

    time: int
    path: Path
    made: PackageContents
    changed: dict[str, int]
    """First field to the time of the release that the author last changed the note for."""


@dataclass
class Author:
    """Writes a course and releases it; what happens is decided by the seed."""

    seed: int
    folder: Path
    clock_is_the_time: bool = False
    """The planted bug: every note is stamped with the clock instead of the lock."""
    lock: Lock = field(default_factory=Lock)
    done: Counter[str] = field(default_factory=Counter)
    number: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(f"author {self.seed}")
        self.types: dict[Kind, NoteType] = make_note_types()
        self.decks: dict[str, list[Entry]] = {"a": [], "b": []}
        self.stages = {"a": 1, "b": 2}
        self.before: dict[str, Entry] = {}
        self.last: dict[str, Entry] = {}
        self.changed: dict[str, int] = {}
        for _ in range(8):
            self._new()
        self.done.clear()

    def releases(self) -> list[Release]:
        made = [self._release(0)]
        for number in range(1, RELEASES):
            for operation in OPERATIONS:
                if self.random.random() < 0.45:
                    getattr(self, f"_{operation}")()
            made.append(self._release(number))
        return made

    def course(self) -> Course:
        decks = tuple(
            Deck(deck=name, title=name, entries=tuple(self._staged(name)))
            for name in sorted(self.decks)
        )
        stages = {number: StageInfo(title=name) for name, number in self.stages.items()}
        return Course(info=replace(INFO, stages=stages), decks=decks)

    def _release(self, number: int) -> Release:
        jump = self.random.choice([0, 0, 0, -25_000])  # clocks jump
        now = FIRST_TIME + number * 10_000 + jump
        course = self.course()
        sources, pictures = load_sources(course, "en")
        self.lock = release_notes(self.lock, sources, self.types.values(), now)
        self.lock = parse_lock(format_lock(self.lock), "deck.lock")
        self._remember(sources)
        notes = CourseNotes(course, {"en": sources}, {"en": pictures}, self.lock, now)
        chosen = [source for source in sources if not source.note.entry.retired]
        made = self._with_own_types(compose_package(notes, chosen), notes)
        if self.clock_is_the_time:
            made = replace(made, notes=[note._replace(mod=now) for note in made.notes])
        path = self.folder / f"{number}.apkg"
        path.write_bytes(pack_package(made))
        return Release(self.lock.latest, path, made, dict(self.changed))

    def _with_own_types(self, made: PackageContents, notes: CourseNotes) -> PackageContents:
        types = {kind: self.types[kind] for kind in made.types}
        times = {kind: notes.find_type_time(each) for kind, each in types.items()}
        return replace(made, types=types, type_times=times)

    def _remember(self, sources: list[NoteSource]) -> None:
        """What the author really changed, whatever the lock says."""
        for source in sources:
            name, entry = note_name(source.note), replace(source.note.entry, stage=None)
            if self.last.get(name) != entry:
                self.changed[name] = self.lock.latest
            self.last[name] = entry

    def _staged(self, deck: str) -> list[Entry]:
        return [replace(entry, stage=self.stages[deck]) for entry in self.decks[deck]]

    def _any(self, wanted: Callable[[Entry], bool] = lambda _: True) -> tuple[str, int] | None:
        places = [
            (deck, place)
            for deck, entries in self.decks.items()
            for place, entry in enumerate(entries)
            if not entry.retired and wanted(entry)
        ]
        return self.random.choice(places) if places else None

    @staticmethod
    def _row(cell: str) -> Row:
        return Row(
            aspect="R",
            cells={"x": cell, "y": "other"},
            wrong={"z": Option(text="a third")},
            ask={"x": "What has X?"},
        )

    def _text(self) -> str:
        return f"text {self.random.randrange(10**6)}"

    def _new(self) -> None:
        key, text = f"entry-{self.number}", self._text()
        self.number += 1
        makers: list[Callable[[], Entry]] = [
            lambda: Term(key=key, term=f"term {key}", meaning=text),
            lambda: Recall(key=key, recall=f"What is {key}?", answer=text),
            lambda: Cloze(key=key, cloze=f"{text} has one and two", gaps={1: "one", 2: "two"}),
            lambda: Compare(
                key=key,
                compare={"x": "X", "y": "Y"},
                rows={"r": self._row(text)},
            ),
        ]
        self.random.choice(list(self.decks.values())).append(self.random.choice(makers)())
        self.done["new"] += 1

    def _edit(self) -> None:
        if place := self._any():
            deck, at = place
            old = self.decks[deck][at]
            self.before[old.key] = old
            self.decks[deck][at] = self._edited(old)
            self.done["edit"] += 1

    def _edited(self, entry: Entry) -> Entry:
        match entry:
            case Term():
                return replace(entry, meaning=self._text())
            case Recall():
                return replace(entry, answer=self._text())
            case Cloze():
                return replace(entry, cloze=f"{self._text()} has one and two")
            case Compare():
                return replace(entry, rows={"r": self._row(self._text())})
        raise TypeError(entry)

    def _revert(self) -> None:
        if place := self._any(lambda entry: entry.key in self.before):
            deck, at = place
            now = self.decks[deck][at]
            self.decks[deck][at] = self.before.pop(now.key)
            self.done["revert"] += 1

    def _move(self) -> None:
        if place := self._any():
            deck, at = place
            entry = self.decks[deck].pop(at)
            self.decks["b" if deck == "a" else "a"].append(entry)
            self.done["move"] += 1

    def _retire(self) -> None:
        if sum(not entry.retired for entries in self.decks.values() for entry in entries) < 5:
            return
        if place := self._any():
            deck, at = place
            self.decks[deck][at] = replace(self.decks[deck][at], retired="Old news.")
            self.done["retire"] += 1

    def _template(self) -> None:
        kind: Kind = self.random.choice(["term", "recall", "compare", "cloze"])
        old = self.types[kind]
        first, *rest = old.templates
        changed = replace(first, back=f"{first.back}<!-- {self._text()} -->")
        self.types[kind] = replace(old, templates=(changed, *rest))
        self.done["template"] += 1

    def _style(self) -> None:
        kind: Kind = self.random.choice(["term", "recall", "compare", "cloze"])
        css = f"{make_note_types()[kind].css}\n/* {self._text()} */"
        self.types[kind] = replace(self.types[kind], css=css)
        self.done["style"] += 1

    def _reorder(self) -> None:
        for entries in self.decks.values():
            self.random.shuffle(entries)
        self.done["reorder"] += 1


@dataclass
class Study:
    """What a simulated learner does between imports, and what must then hold."""

    who: Learner
    random: random.Random
    touched: dict[str, int] = field(default_factory=dict)
    """GUID to the time of the learner's last edit or tag."""
    had: dict[str, int] = field(default_factory=dict)
    """First field to the time of the author's change that was imported last."""
    broken: list[str] = field(default_factory=list)

    def goes_through(self, releases: list[Release]) -> list[str]:
        """Import, study, skip; every promise that was broken, in words."""
        for place, release in enumerate(releases):
            if place and self.random.random() < 0.3:
                continue
            self._import(release)
            self._studies(release)
        return self.broken

    def _state(self) -> dict[str, tuple[str, str]]:
        rows = self.who.col.db.all("select guid, flds, tags from notes")
        return {guid: (fields, " ".join(sorted(tags.split()))) for guid, fields, tags in rows}

    def _progress(self) -> dict[tuple[str, int], tuple[int, ...]]:
        rows = self.who.col.db.all(
            "select n.guid, c.ord, c.did, c.type, c.queue, c.ivl, c.factor, c.reps, c.lapses "
            "from cards c join notes n on n.id = c.nid"
        )
        return {(guid, ordinal): tuple(rest) for guid, ordinal, *rest in rows}

    def _import(self, release: Release) -> None:
        before, reviews, progress = self._state(), self.who.reviews(), self._progress()
        self.who.imports(release.path)
        after = self._state()
        for guid in before.keys() - after.keys():
            self.broken.append(f"{guid} vanished")
        if self.who.reviews() != reviews:
            self.broken.append("review history changed")
        kept = {card: state for card, state in self._progress().items() if card in progress}
        if kept != progress:
            self.broken.append("the progress of a card changed")
        for note in release.made.notes:
            changed = release.changed[note.fields[0]]
            self._judge(note, changed, before.get(note.guid), after[note.guid])
        self._judge_looks(release)

    def _judge(self, note, changed, before, after) -> None:
        written = ("\x1f".join(note.fields), " ".join(sorted(note.tags)))
        known, self.had[note.fields[0]] = self.had.get(note.fields[0]), changed
        if known is None:
            expected, why = written, "a new note is not as written"
        elif known == changed:
            expected, why = before, "a note that the author did not change was changed"
        elif self.touched.get(note.guid, 0) < changed:
            expected, why = written, "an author's change did not arrive"
        else:
            expected, why = before, "a newer edit of the learner was overwritten"
        if after != expected:
            self.broken.append(f"{note.fields[0]}: {why}")

    def _judge_looks(self, release: Release) -> None:
        self.who.reopened()
        for kind in {note.kind for note in release.made.notes}:
            wanted = release.made.types[kind]
            model = self.who.col.models.get(wanted.id)
            if model["css"] != wanted.css:
                self.broken.append(f"the style of {kind} did not arrive")

    def _studies(self, release: Release) -> None:
        self.who.review(3)
        numbers = list(self.who.col.find_notes(""))
        for number in self.random.sample(numbers, min(3, len(numbers))):
            self._touches(number, release.time + self.random.randrange(1, 15_000))
        if self.random.random() < 0.3:
            self.who.col.sched.suspend_cards([self.random.choice(self.who.col.find_cards(""))])

    def _touches(self, number: int, when: int) -> None:
        """An edit or a tag, at a time of our choosing."""
        note = self.who.col.get_note(number)
        if self.random.random() < 0.5:
            note["Why"] += " (my own words)"
        else:
            note.tags.append(f"mine-{self.random.randrange(100)}")
        self.who.col.update_note(note)
        self.who.col.db.execute("update notes set mod = ? where id = ?", when, number)
        self.touched[note.guid] = when
