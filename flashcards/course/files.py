"""The files of a course, each read by itself: what is valid, and what is wrong inside."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from flashcards.course.checks import check_entry, check_quiz
from flashcards.course.model import (
    ENTRY_TYPES,
    KINDS,
    Course,
    CourseInfo,
    Deck,
    Entry,
    Quiz,
    Resource,
    ResourceFile,
    find_kind,
)
from flashcards.course.source import MAX_FILE_BYTES, Source
from flashcards.course.source import Path as ValuePath
from flashcards.course.translations import Overlay, read_overlay
from flashcards.course.validation import suggest, validate
from flashcards.errors import FlashcardsError, Position, Problem, explain_system_error
from flashcards.fileio import COURSE_FILE, FileRefused, load_bytes
from flashcards.text.images import ENDINGS

DECKS, QUIZZES, MEDIA = "decks", "quizzes", "media"
RESOURCES_FILE = "resources.yaml"
LOCK_FILE = "decks/deck.lock"
"""What was released: an entry in it may be retired, but not vanish."""
_SUFFIXES = (".yaml", ".yml")
_ALMOST = re.compile(r"\.ya?ml(?:\.txt)?$", re.IGNORECASE)
"""Suffixes that a file of an author has by accident."""


Places: TypeAlias = dict[tuple[str, str], tuple[Source, ValuePath]]
"""Language and key of an entry, "" for its deck itself, to its file and path."""


@dataclass
class CourseFiles:
    """Every file of a course."""

    root: Path
    label: str
    info: Source | None = None
    resources: Source | None = None
    decks: list[Source] = field(default_factory=list)
    overlays: list[Source] = field(default_factory=list)
    """Translations: the files in a folder that is named after a language."""
    quizzes: list[Source] = field(default_factory=list)
    media: dict[str, str] = field(default_factory=dict)
    """Name to path of every plain file that is a picture by its name."""
    problems: list[Problem] = field(default_factory=list)

    def list_sources(self) -> list[Source]:
        """Return every YAML file of the course."""
        first = [source for source in (self.info, self.resources) if source is not None]
        return [*first, *self.decks, *self.overlays, *self.quizzes]

    def display_path(self, path: Path) -> str:
        """Return the path as the author typed it, with forward slashes."""
        inner = path.relative_to(self.root).as_posix()
        return f"{self.label}/{inner}" if self.label else inner

    def add_problem(self, path: Path, message: str) -> None:
        """Add a problem of a file as a whole."""
        self.problems.append(Problem(Position(self.display_path(path)), message))


def load_files(root: Path, label: str = "", needs_deck: bool = True) -> CourseFiles:
    """Return all files of the course in `root`; unreadable ones are problems.

    Raises FlashcardsError if there is no course, or no deck in it where it `needs_deck`.
    """
    decks = root / DECKS
    if not root.exists():
        raise FlashcardsError(f"{label or root} is missing")
    if not decks.is_dir():
        raise FlashcardsError(
            f"{label or root} is no course: it has no folder 'decks'; 'ptquiz new NAME' makes one"
        )
    files = CourseFiles(root, label)
    for path in _list_folder(files, decks):
        if path.name == COURSE_FILE:
            files.info = next(_load_sources(files, [path]), None)
        elif path.name == RESOURCES_FILE:
            files.resources = next(_load_sources(files, [path]), None)
        elif path.suffix in _SUFFIXES or not path.is_dir():
            files.decks += _load_sources(files, [path])
        elif path.name != MEDIA:
            files.overlays += _load_sources(files, _list_folder(files, path), path.name)
    files.quizzes += _load_sources(files, _list_folder(files, root / QUIZZES))
    if not (decks / MEDIA).is_symlink():  # nothing behind a link belongs to the course
        for path in _list_folder(files, decks / MEDIA, hidden=True):
            if stat.S_ISREG(path.lstat().st_mode) and path.name.lower().endswith(ENDINGS):
                files.media[path.name] = str(path)
    borrows = files.info is not None and "uses" in files.info.fields
    if needs_deck and not files.decks and not files.problems and not borrows:
        raise FlashcardsError(f"{label or root} has no deck: no .yaml file in 'decks'")
    return files


def _load_sources(files: CourseFiles, paths: Iterable[Path], lang: str = "") -> Iterator[Source]:
    """Yield the YAML files among these; one that is YAML to its author alone is a problem."""
    for path in paths:
        if path.suffix in _SUFFIXES:
            try:
                raw = _load_inside(path, files.root.resolve())
                yield Source(raw, files.display_path(path), lang)
            except FileRefused as refused:
                files.add_problem(path, f"this {refused.reason}")
        elif _ALMOST.search(path.name):
            name = _ALMOST.sub(".yaml", path.name)
            files.add_problem(path, f"this file is not read: call it '{name}'")


def _load_inside(path: Path, root: Path) -> bytes:
    """Return the bytes of a file that no link brings from outside the course folder."""
    try:
        real = path.resolve(strict=True)
    except OSError as error:
        raise FileRefused(path, f"cannot be read: {explain_system_error(error)}") from None
    except RuntimeError:  # before Python 3.13
        raise FileRefused(path, "cannot be read: links that lead in a circle") from None
    if not real.is_relative_to(root):
        raise FileRefused(path, "is a link to a file outside of the course folder")
    return load_bytes(real, MAX_FILE_BYTES, links=False)


def _list_folder(files: CourseFiles, path: Path, hidden: bool = False) -> list[Path]:
    """Return what is in a folder; nothing if there is no such folder."""
    try:
        names = sorted(os.listdir(path)) if path.is_dir() else []
    except OSError as error:
        files.add_problem(path, f"this cannot be read: {explain_system_error(error)}")
        return []
    return [path / name for name in names if hidden or not name.startswith(".")]


@dataclass
class Parts:
    """Everything that was read from the files of a course; entries with mistakes are left out."""

    files: CourseFiles
    base: Course | None = None
    """The built-in course, if this one uses entries of it."""
    info: CourseInfo | None = None
    resources: dict[str, Resource] = field(default_factory=dict)
    decks: list[tuple[Source, Deck]] = field(default_factory=list)
    quizzes: dict[str, tuple[Source, Quiz]] = field(default_factory=dict)
    overlays: list[Overlay] = field(default_factory=list)
    places: Places = field(default_factory=dict)
    """Where entries of the course's own are, those with mistakes too, and their translations."""
    borrowed: tuple[Deck, ...] = ()
    """Built-in decks, cut down to the entries that this course uses."""

    @property
    def all_decks(self) -> list[Deck]:
        return [*(deck for _, deck in self.decks), *self.borrowed]

    def list_entries(self) -> dict[str, Entry]:
        """Return all valid entries by key."""
        return {entry.key: entry for deck in self.all_decks for entry in deck.entries}

    def list_written(self) -> dict[str, dict[str, Any]]:
        """Return the fields of every entry of the course's own by key, with mistakes too."""
        places = self.places.items()
        return {key: source.get(path) for (lang, key), (source, path) in places if not lang}


def read_parts(files: CourseFiles, base: Course | None) -> Parts:
    """Read every file; mistakes are problems of their sources."""
    parts = Parts(files, base)
    if files.info is None and not files.problems:
        message = "a course needs this file with its id, title, author and licence"
        hint = "'ptquiz new NAME' writes one"
        files.add_problem(files.root / DECKS / COURSE_FILE, f"{message}; {hint}")
    elif files.info is not None and files.info.data is not None:
        info = validate(CourseInfo, files.info.data, files.info)
        parts.info = info if not files.info.problems else None
    if files.resources is not None and files.resources.data is not None:
        parts.resources = _read_resources(files.resources)
    if base is not None and parts.info is not None:
        parts.borrowed = tuple(_borrow(base, parts.info))
    for source in files.decks:
        if source.data is not None and (deck := read_deck(source, parts.places)):
            parts.decks.append((source, deck))
    entries = parts.list_entries()
    for source in files.overlays:
        if source.data is not None:
            parts.overlays.append(overlay := read_overlay(source, entries))
            for key in overlay.entries:
                parts.places[source.lang, key] = source, ("entries", key)
    for source in files.quizzes:
        if source.data is not None and (quiz := read_quiz(source)):
            if quiz.quiz in parts.quizzes:
                source.add(("quiz",), f"quiz '{quiz.quiz}' has another file already")
            else:
                parts.quizzes[quiz.quiz] = source, quiz
    return parts


def _borrow(base: Course, info: CourseInfo) -> list[Deck]:
    """Return the decks of the built-in course with what this one uses; retired ones by key only."""
    uses, decks = info.uses, []
    for deck in base.decks:
        taken = []
        for entry in deck.entries:
            is_named = deck.deck in uses.deck or not {*uses.tag}.isdisjoint(entry.tags)
            is_named = is_named or (entry.stage or deck.stage or 1) in uses.stage
            if entry.key in uses.key or (is_named and not entry.retired):
                taken.append(entry)
        decks += [deck.model_copy(update={"entries": tuple(taken)})] if taken else []
    return decks


def _read_resources(source: Source) -> dict[str, Resource]:
    file = validate(ResourceFile, source.data, source)
    for key, resource in file.resources.items() if file else ():
        if resource.status != "alive" and resource.now is None:
            message = f"missing field 'now': where a resource that is '{resource.status}' is"
            source.add(("resources", key), f"{message}, or what to read instead")
    return file.resources if file else {}


def read_quiz(source: Source) -> Quiz | None:
    """Return the quiz in a file as far as it is valid, and report its mistakes."""
    quiz = validate(Quiz, source.data, source)
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
    deck = validate(Deck, header, source)
    deck = deck or Deck.model_construct(deck=name if isinstance(name, str) else "", title="?")
    if not isinstance(listed, list) or not listed:
        hint = "write 'entries:' above the entries, and '- ' before each"
        source.add(("entries",), f"'entries' must be a list of entries; {hint}")
        return deck
    entries = []
    for index, data in enumerate(listed):
        path: ValuePath = ("entries", index)
        if isinstance(data, dict):
            _note_key(data, source, path, places)
            data = _fill(data, deck)
        if entry := read_entry(data, source, path):
            entries.append(entry)
    return deck.model_copy(update={"entries": tuple(entries)})


def _note_key(data: dict[str, Any], source: Source, path: ValuePath, places: Places) -> None:
    """Remember the key of an entry, and report one that is used a second time."""
    key = data.get("key")
    if not isinstance(key, str):
        return
    if ("", key) in places:
        first, at = places["", key]
        used = f"key '{key}' is already used at {first.locate((*at, 'key'))}"
        source.add((*path, "key"), f"{used}; choose another, such as '{key[:60]}-2'")
    else:
        places["", key] = source, path


def _fill(data: dict[str, Any], deck: Deck) -> dict[str, Any]:
    """Return the values of an entry with the defaults of its deck."""
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


def read_entry(data: Any, source: Source, path: ValuePath) -> Entry | None:
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
    if kind == "choose" and "options" in data:
        _check_options(data, source, path)
        if len(source.problems) > before:
            return None
    entry = validate(ENTRY_TYPES[kind], data, source, path)
    for finding in check_entry(entry) if entry else ():
        source.add((*path, *finding.path), finding.message, finding.key, finding.line)
    for name in ("code", "setup", "prints") if kind == "code" else ():
        text = data.get(name)
        is_line = isinstance(text, str) and " " in text.strip() and "\n" not in text.strip()
        if is_line and source.is_folded((*path, name)):
            message = f"'{name}' has several lines, and YAML makes one of them"
            source.add((*path, name), f"{message}; put '|' after '{name}:' and the lines below")
    return entry if len(source.problems) == before else None


def _check_options(data: dict[str, Any], source: Source, path: ValuePath) -> None:
    """Report `options` in one list if `right` does not name those that are."""
    options, names = data["options"], data.get("right")
    names = [names] if isinstance(names, str) else names
    if not isinstance(options, dict) or not isinstance(names, list) or "wrong" in data:
        message = "'options' needs 'right' with the names of those that are right"
        source.add((*path, "options"), f"{message}: {{a: …, b: …, c: …}} and 'right: a'", key=True)
        return
    for name in names:
        if not isinstance(name, str) or name not in options:
            hint = suggest(str(name), options, f"write the name of an option: {', '.join(options)}")
            source.add((*path, "right"), f"'right' names no option: '{name}'{hint}")


def check_values(values: Mapping[str, Any]) -> tuple[Entry | None, list[Problem]]:
    """Return the entry that values are which stand in no file yet, or what is wrong with them."""
    source = Source("entries: []", "")
    return read_entry(dict(values), source, ("entries", 0)), source.problems
