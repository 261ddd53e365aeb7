"""A folder to a course: every file read, every reference followed.

All problems of all files are collected in one run.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from flashcards.course.checks import check_entry, check_quiz, find_option_flaw
from flashcards.course.model import (
    ENTRY_TYPES,
    KINDS,
    Course,
    CourseInfo,
    Deck,
    Entry,
    EntryTranslation,
    Quiz,
    Resource,
    ResourceFile,
    find_kind,
)
from flashcards.course.references import (
    Known,
    check_quiz_names,
    check_references,
    list_warnings,
)
from flashcards.course.source import MAX_FILE_BYTES, Source, suggest
from flashcards.course.source import Path as ValuePath
from flashcards.course.translations import Overlay, list_missing_texts, read_overlay
from flashcards.errors import (
    EntryProblem,
    FlashcardsError,
    Position,
    Problem,
    ProblemsFound,
    explain_system_error,
)
from flashcards.fileio import COURSE_FILE, FileRefused, load_bytes
from flashcards.paths import builtin_folder, folder_label, is_builtin
from flashcards.text.images import ENDINGS

DECKS, QUIZZES, MEDIA = "decks", "quizzes", "media"
RESOURCES_FILE = "resources.yaml"
LOCK_FILE = "decks/deck.lock"
"""What was released: an entry in it may be retired, but not vanish."""
_SUFFIXES = (".yaml", ".yml")
_ALMOST = re.compile(r"\.ya?ml(?:\.txt)?$", re.IGNORECASE)
"""Suffixes that a file of an author has by accident."""

Places: TypeAlias = dict[tuple[str, str], tuple[Source, ValuePath]]
"""Language ("" for the deck itself) and key of an entry to its file and path."""


@dataclass
class Reading:
    """A course as far as it is valid, where its parts are written, and what is wrong with it."""

    root: Path
    label: str
    """What places begin with: the folder as the author typed it."""
    sources: dict[str, list[Source]] = field(default_factory=dict)
    """The YAML files by what they are: course, resources, decks, translations, quizzes."""
    media: dict[str, str] = field(default_factory=dict)
    """Name to path of every plain file that is a picture by its name."""
    base: Course | None = None
    """The built-in course, if this one uses entries of it."""
    info: CourseInfo | None = None
    resources: dict[str, Resource] = field(default_factory=dict)
    decks: list[tuple[Source, Deck]] = field(default_factory=list)
    quizzes: dict[str, tuple[Source, Quiz]] = field(default_factory=dict)
    overlays: list[Overlay] = field(default_factory=list)
    borrowed: list[Deck] = field(default_factory=list)
    """Built-in decks, cut down to the entries that this course uses."""
    places: Places = field(default_factory=dict)
    """Where entries and their translations are written, also those with mistakes."""
    file_problems: list[Problem] = field(default_factory=list)
    unused: set[str] = field(default_factory=set)
    """Names of pictures that no text shows."""
    warnings: list[Problem] = field(default_factory=list)
    course: Course | None = None

    @property
    def problems(self) -> list[Problem]:
        """All that is wrong, sorted by place."""
        sources = [source for sources in self.sources.values() for source in sources]
        return sorted({*self.file_problems, *(p for source in sources for p in source.problems)})

    @property
    def entries(self) -> dict[str, Entry]:
        """All valid entries by key."""
        decks = [*(deck for _, deck in self.decks), *self.borrowed]
        return {entry.key: entry for deck in decks for entry in deck.entries}

    def get_source(self, role: str) -> Source | None:
        """Return the one file of a role, if it is there."""
        return next(iter(self.sources.get(role, ())), None)

    def display_path(self, path: Path) -> str:
        """Return the path as the author typed it, with forward slashes."""
        inner = path.relative_to(self.root).as_posix()
        return f"{self.label}/{inner}" if self.label else inner

    def add_problem(self, path: Path, message: str) -> None:
        """Add a problem of a file as a whole."""
        self.file_problems.append(Problem(Position(self.display_path(path)), message))

    def locate(self, problem: EntryProblem) -> Problem:
        """Return a problem of an entry, or of its translation, with its place."""
        at = Position(problem.key)
        if (problem.lang, problem.key) in self.places:
            source, path = self.places[problem.lang, problem.key]
            at = source.locate((*path, *problem.path), line=problem.line)
        return Problem(at, problem.message, rule=problem.rule)


def load_course(folder: Path | None = None, *, label: str | None = None) -> Course:
    """Return the course in a folder, or the built-in one. Raises ProblemsFound with all mistakes.

    Places of mistakes begin with `label`: if None, with the folder as it was given.
    """
    reading = read_course(folder, label=label)
    if reading.problems or reading.course is None:
        raise ProblemsFound(reading.problems)
    return reading.course


def load_quiz(path: Path, known: Known) -> Quiz:
    """Return the quiz in a file outside the course. Raises ProblemsFound."""
    source = Source(load_bytes(path, MAX_FILE_BYTES), str(path))
    quiz = _read_quiz(source) if source.data is not None else None
    check_quiz_names(source, known)
    if quiz is None or source.problems:
        raise ProblemsFound(source.problems)
    return quiz


def read_course(
    folder: Path | None = None, *, label: str | None = None, needs_deck: bool = True
) -> Reading:
    """Return the course in a folder, or the built-in one, with its problems and warnings.

    Raises FlashcardsError if there is no course, or no deck in it where it `needs_deck`, and
    ProblemsFound if it uses entries of the built-in course and that has mistakes.
    """
    if label is None:
        label = folder_label(folder) if folder else ""
    reading = Reading(folder or builtin_folder(), label)
    _load_files(reading)
    info = reading.get_source("course")
    borrows = info is not None and "uses" in info.fields
    if needs_deck and not (reading.sources["decks"] or reading.file_problems or borrows):
        raise FlashcardsError(f"{label or reading.root} has no deck: no .yaml file in 'decks'")
    if borrows and not is_builtin(str(reading.root)):
        reading.base = load_course()
    _read_files(reading)
    check_references(reading)
    reading.warnings = [*dict.fromkeys(list_warnings(reading))]
    if reading.info is not None:
        reading.course = _make_course(reading, reading.info)
    return reading


def _load_files(reading: Reading) -> None:
    """Load all files of the course; unreadable ones are problems. Raises FlashcardsError."""
    root, name = reading.root, reading.label or reading.root
    decks = root / DECKS
    if not root.exists():
        raise FlashcardsError(f"{name} is missing")
    if not decks.is_dir():
        hint = "'ptquiz new NAME' makes one"
        raise FlashcardsError(f"{name} is no course: it has no folder 'decks'; {hint}")
    paths = _list_folder(reading, decks)
    special = {"course": COURSE_FILE, "resources": RESOURCES_FILE}
    folders = [path for path in paths if path.is_dir() and path.suffix not in _SUFFIXES]
    roles = {role: [path for path in paths if path.name == name] for role, name in special.items()}
    roles["decks"] = [p for p in paths if p not in folders and p.name not in special.values()]
    roles["quizzes"] = _list_folder(reading, root / QUIZZES)
    reading.sources = {role: list(_load_sources(reading, roles[role])) for role in roles}
    reading.sources["translations"] = [
        source
        for path in folders
        if path.name != MEDIA
        for source in _load_sources(reading, _list_folder(reading, path), path.name)
    ]
    if not (decks / MEDIA).is_symlink():  # nothing behind a link belongs to the course
        for path in _list_folder(reading, decks / MEDIA, hidden=True):
            if stat.S_ISREG(path.lstat().st_mode) and path.name.lower().endswith(ENDINGS):
                reading.media[path.name] = str(path)


def _load_sources(reading: Reading, paths: list[Path], lang: str = "") -> Iterator[Source]:
    """Yield the YAML files among these; one that is YAML to its author alone is a problem."""
    for path in paths:
        if path.suffix in _SUFFIXES:
            try:
                raw = _load_inside(path, reading.root.resolve())
                yield Source(raw, reading.display_path(path), lang)
            except FileRefused as refused:
                reading.add_problem(path, f"this {refused.reason}")
        elif _ALMOST.search(path.name):
            name = _ALMOST.sub(".yaml", path.name)
            reading.add_problem(path, f"this file is not read: call it '{name}'")


def _load_inside(path: Path, root: Path) -> bytes:
    """Return the bytes of a file that no link brings from outside the course folder."""
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: a circle, before Python 3.13
        raise FileRefused(path, f"cannot be read: {explain_system_error(error)}") from None
    if not real.is_relative_to(root):
        raise FileRefused(path, "is a link to a file outside of the course folder")
    return load_bytes(real, MAX_FILE_BYTES, links=False)


def _list_folder(reading: Reading, path: Path, hidden: bool = False) -> list[Path]:
    """Return what is in a folder; nothing if there is no such folder."""
    try:
        names = sorted(os.listdir(path)) if path.is_dir() else []
    except OSError as error:
        reading.add_problem(path, f"this cannot be read: {explain_system_error(error)}")
        return []
    return [path / name for name in names if hidden or not name.startswith(".")]


def _read_files(reading: Reading) -> None:
    """Make models of what the files hold; mistakes are problems of their sources."""
    info, resources = reading.get_source("course"), reading.get_source("resources")
    if info is None and not reading.file_problems:
        message = "a course needs this file with its id, title, author and licence"
        hint = "'ptquiz new NAME' writes one"
        reading.add_problem(reading.root / DECKS / COURSE_FILE, f"{message}; {hint}")
    elif info is not None and info.data is not None:
        valid = info.validate(CourseInfo, info.data)
        reading.info = valid if not info.problems else None
    if resources is not None and resources.data is not None:
        reading.resources = _read_resources(resources)
    if reading.base is not None and reading.info is not None:
        reading.borrowed = _borrow(reading.base, reading.info)
    for source in reading.sources["decks"]:
        if source.data is not None and (deck := read_deck(source, reading.places)):
            reading.decks.append((source, deck))
    entries = reading.entries
    for source in reading.sources["translations"]:
        if source.data is not None:
            reading.overlays.append(overlay := read_overlay(source, entries))
            for key in overlay.entries:
                reading.places[source.lang, key] = source, ("entries", key)
    for source in reading.sources["quizzes"]:
        if source.data is not None and (quiz := _read_quiz(source)):
            if quiz.quiz in reading.quizzes:
                source.add(("quiz",), f"quiz '{quiz.quiz}' has another file already")
            reading.quizzes.setdefault(quiz.quiz, (source, quiz))


def _borrow(base: Course, info: CourseInfo) -> list[Deck]:
    """Return the decks of the built-in course with what this one uses; retired ones by key only."""
    uses, decks = info.uses, []
    for deck in base.decks:
        entries = []
        for entry in deck.entries:
            is_named = deck.deck in uses.deck or not {*uses.tag}.isdisjoint(entry.tags)
            is_named = is_named or (entry.stage or deck.stage or 1) in uses.stage
            if entry.key in uses.key or (is_named and not entry.retired):
                entries.append(entry)
        decks += [deck.model_copy(update={"entries": tuple(entries)})] if entries else []
    return decks


def _read_resources(source: Source) -> dict[str, Resource]:
    file = source.validate(ResourceFile, source.data)
    for key, resource in file.resources.items() if file else ():
        if resource.status != "alive" and resource.now is None:
            message = f"missing field 'now': where a resource that is '{resource.status}' is"
            source.add(("resources", key), f"{message}, or what to read instead")
    return file.resources if file else {}


def _read_quiz(source: Source) -> Quiz | None:
    """Return the quiz in a file as far as it is valid, and report its mistakes."""
    quiz = source.validate(Quiz, source.data)
    for finding in check_quiz(quiz) if quiz else ():
        source.add(finding.path, finding.message, finding.key)
    return quiz


def read_deck(source: Source, places: Places) -> Deck | None:
    """Return a deck with its valid entries, and note the places of all."""
    if not isinstance(source.data, dict):
        message = "a deck file must be a mapping; write 'deck: my-deck', 'title: …' and 'entries:'"
        source.add((), message)
        return None
    header = {name: value for name, value in source.data.items() if name != "entries"}
    name, listed = header.get("deck"), source.data.get("entries")
    deck = source.validate(Deck, header)
    deck = deck or Deck.model_construct(deck=name if isinstance(name, str) else "", title="?")
    if not isinstance(listed, list) or not listed:
        hint = "write 'entries:' above the entries, and '- ' before each"
        source.add(("entries",), f"'entries' must be a list of entries; {hint}")
        return deck
    entries = []
    for index, data in enumerate(listed):
        path: ValuePath = ("entries", index)
        if isinstance(data, dict) and isinstance(key := data.get("key"), str):
            first, at = places.setdefault(("", key), (source, path))
            if (first, at) != (source, path):
                used = f"key '{key}' is already used at {first.locate((*at, 'key'))}"
                source.add((*path, "key"), f"{used}; choose another, such as '{key[:60]}-2'")
        if entry := _read_entry(_fill(data, deck), source, path):
            entries.append(entry)
    return deck.model_copy(update={"entries": tuple(entries)})


def _fill(data: Any, deck: Deck) -> Any:
    """Return the values of an entry with the defaults of its deck."""
    if not isinstance(data, dict):
        return data
    filled = dict(data)
    for name in ("stage", "as_of"):
        if (value := getattr(deck, name)) is not None:
            filled.setdefault(name, value)
    for name in ("tags", "see", "about"):
        own = data.get(name, [])
        if getattr(deck, name) and isinstance(own, list) and all(isinstance(v, str) for v in own):
            joined = dict.fromkeys([*own, *getattr(deck, name)])
            filled[name] = [value for value in joined if value != data.get("key")]
    return filled


def _read_entry(data: Any, source: Source, path: ValuePath) -> Entry | None:
    """Return the entry that plain values stand for; None if it has mistakes, which are reported."""
    before = len(source.problems)
    if not isinstance(data, dict):
        source.add(path, "an entry must be a mapping; write 'name: text', one a line")
        return None
    kind = find_kind(data)
    if kind is None:
        first = next(iter(data), "")
        hint = suggest(first, KINDS)
        message = f"unknown kind '{first}'; an entry begins with one of {', '.join(KINDS)}{hint}"
        source.add((*path, first), message, key=True)
        return None
    if kind == "choose" and "options" in data and (message := find_option_flaw(data)):
        source.add((*path, "right"), message)
        return None
    entry = source.validate(ENTRY_TYPES[kind], data, path)
    for finding in check_entry(entry) if entry else ():
        source.add((*path, *finding.path), finding.message, finding.key, finding.line)
    for name in ("code", "setup", "prints") if kind == "code" else ():
        text = data.get(name)
        is_line = isinstance(text, str) and " " in text.strip() and "\n" not in text.strip()
        if is_line and source.is_folded((*path, name)):
            message = f"'{name}' has several lines, and YAML makes one of them"
            source.add((*path, name), f"{message}; put '|' after '{name}:' and the lines below")
    return entry if len(source.problems) == before else None


def check_values(values: Mapping[str, Any]) -> tuple[Entry | None, list[Problem]]:
    """Return the entry that values are which stand in no file yet, or what is wrong with them."""
    source = Source("entries: []", "")
    return _read_entry(dict(values), source, ("entries", 0)), source.problems


def _make_course(reading: Reading, info: CourseInfo) -> Course:
    base, entries = reading.base, reading.entries
    borrowed = [entry.key for deck in reading.borrowed for entry in deck.entries]
    places = {key: base.places[key] for key in borrowed} if base else {}
    places |= {key: s.locate(path) for (lang, key), (s, path) in reading.places.items() if not lang}
    lent = base.resources if base else {}
    named = [key for entry in entries.values() for key in entry.see if key in lent]
    headings = {f"deck/{deck.deck}" for deck in reading.borrowed}
    titles = {
        lang: {name: theirs[name] for name in theirs.keys() & headings}
        for lang, theirs in (base.titles if base else {}).items()
    }
    order = {name: number for number, name in enumerate(info.decks)}
    decks = sorted(  # others than those that course.yaml names by stage, then by file
        (deck for _, deck in reading.decks),
        key=lambda deck: (order.get(deck.deck, len(order)), deck.stage or 1),
    )
    return Course(
        info=info,
        decks=(*decks, *reading.borrowed),
        resources={**{key: lent[key] for key in named}, **reading.resources},
        quizzes={name: quiz for name, (_, quiz) in reading.quizzes.items()},
        translations=_collect_translations(reading, entries, borrowed),
        titles=_join_overlays(reading, "titles", titles),
        pictures=_join_overlays(reading, "pictures", base.pictures if base else {}),
        words=_join_overlays(reading, "words", {}),
        places=places,
        origins=dict.fromkeys(borrowed, base.info.id) if base else {},
        root=str(reading.root),
        media={**(base.media if base else {}), **reading.media},
    )


def _collect_translations(
    reading: Reading, entries: Mapping[str, Entry], borrowed: list[str]
) -> dict[str, dict[str, EntryTranslation]]:
    """Return the translations that are whole, by language and key."""
    translations: dict[str, dict[str, EntryTranslation]] = {}
    for lang, lent in (reading.base.translations if reading.base else {}).items():
        translations[lang] = {key: lent[key] for key in borrowed if key in lent}
    for overlay in reading.overlays:
        for key, translation in overlay.entries.items() if not overlay.source.problems else ():
            if key in entries and not list_missing_texts(entries[key], translation):
                translations.setdefault(overlay.source.lang, {})[key] = translation
    return translations


def _join_overlays(
    reading: Reading, name: str, lent: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return what the overlays of each language say, and what the built-in course lends."""
    joined = {lang: dict(values) for lang, values in lent.items()}
    for overlay in reading.overlays:
        if values := getattr(overlay, name):
            joined.setdefault(overlay.source.lang, {}).update(values)
    return joined
