"""The files of a course, each read by itself: what is valid, and what is wrong inside."""

from __future__ import annotations

from dataclasses import dataclass, field

from flashcards.course.checks import check_quiz
from flashcards.course.decks import Places, get_value, read_deck
from flashcards.course.files import DECKS, CourseFiles
from flashcards.course.model import (
    Course,
    CourseInfo,
    Deck,
    Entry,
    Quiz,
    Resource,
    ResourceFile,
    find_kind,
)
from flashcards.course.source import Source
from flashcards.course.translations import Overlay, read_overlay
from flashcards.course.validation import validate
from flashcards.fileio import COURSE_FILE

_MARKS = {
    "quiz": ("a quiz", "move the file to quizzes/"),
    "lang": ("a translation", "move the file to the folder of its language in decks/"),
    "resources": ("a list of resources", "call the file resources.yaml"),
    "deck": ("a deck", "move the file to decks/"),
    "licence": ("a course file", "call the file course.yaml"),
}
"""The field that tells what a file is."""


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

    def list_kinds(self) -> dict[str, str]:
        """Return the kind of every entry by key, of those with mistakes too."""
        own = {
            key: find_kind(get_value(source, path)) or ""
            for (lang, key), (source, path) in self.places.items()
            if not lang
        }
        return {**{e.key: e.kind for deck in self.borrowed for e in deck.entries}, **own}


def read_parts(files: CourseFiles, base: Course | None) -> Parts:
    """Read every file; mistakes are problems of their sources."""
    parts = Parts(files, base)
    if files.info is not None and files.info.data is not None:
        info, is_valid = validate(CourseInfo, files.info.data, files.info)
        parts.info = info if is_valid else None
    elif files.info is None and not files.problems:
        message = "a course needs this file with its id, title, author and licence; "
        is_above = (files.root / COURSE_FILE).is_file()
        hint = f"move {COURSE_FILE} into {DECKS}" if is_above else "'ptquiz new NAME' writes one"
        files.add_problem(files.root / DECKS / COURSE_FILE, message + hint)
    if files.resources is not None and files.resources.data is not None:
        parts.resources = _read_resources(files.resources)
    if base is not None and parts.info is not None:
        parts.borrowed = tuple(_borrow(base, parts.info))
    for source in files.decks:
        if _is_in_place(source, "deck") and (deck := read_deck(source, parts.places)):
            parts.decks.append((source, deck))
    entries = parts.list_entries()
    for source in files.overlays:
        if _is_in_place(source, "lang"):
            parts.overlays.append(overlay := read_overlay(source, entries))
            for key in overlay.entries:
                parts.places[source.lang, key] = source, ("entries", key)
    for source in files.quizzes:
        if _is_in_place(source, "quiz") and (quiz := read_quiz(source)):
            if quiz.quiz in parts.quizzes:
                source.add(("quiz",), f"quiz '{quiz.quiz}' has another file already")
            else:
                parts.quizzes[quiz.quiz] = source, quiz
    return parts


def _borrow(base: Course, info: CourseInfo) -> list[Deck]:
    """Return the decks of the built-in course with what this one uses; retired ones by key only."""
    uses, decks = info.uses, []
    for deck in base.decks:
        entries = tuple(
            entry
            for entry in deck.entries
            if entry.key in uses.key
            or (
                not entry.retired
                and (
                    (entry.stage or deck.stage or 1) in uses.stage
                    or deck.deck in uses.deck
                    or not {*uses.tag}.isdisjoint(entry.tags)
                )
            )
        )
        decks += [deck.model_copy(update={"entries": entries})] if entries else []
    return decks


def _is_in_place(source: Source, expected: str) -> bool:
    """Return whether a file can be read as what its place says; else that is reported."""
    data = source.fields
    mark = next((name for name in _MARKS if name in data), expected)
    if source.data is not None and expected not in data and mark != expected:
        what, hint = _MARKS[mark]
        source.add((), f"this is {what}, not {_MARKS[expected][0]}; {hint}")
        return False
    return source.data is not None


def _read_resources(source: Source) -> dict[str, Resource]:
    file, _ = validate(ResourceFile, source.data, source)
    for key, resource in file.resources.items() if file else ():
        if resource.status != "alive" and resource.now is None:
            message = f"missing field 'now': where a resource that is '{resource.status}' is"
            source.add(("resources", key), f"{message}, or what to read instead")
    return file.resources if file else {}


def read_quiz(source: Source) -> Quiz | None:
    """Return the quiz in a file; None if it has mistakes."""
    quiz, is_valid = validate(Quiz, source.data, source)
    for finding in check_quiz(quiz) if quiz else ():
        source.add(finding.path, finding.message, finding.key)
    return quiz if is_valid else None
