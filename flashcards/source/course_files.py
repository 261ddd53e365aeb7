"""The files of a course, each read by itself: what is sound, and what is wrong inside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from flashcards.errors import EntryProblem, Position, Problem, ProblemsFound
from flashcards.fileio import COURSE_FILE
from flashcards.model import NAME_RULE, Course, CourseInfo, Deck, Entry, Quiz, Resource, Uses
from flashcards.source.deck_file import DeckFile, read_deck_file, refuse_wrong_place
from flashcards.source.decoding import decode_source
from flashcards.source.folder import DECKS, CourseFolder, SourceFile
from flashcards.source.plain_values import expand_course
from flashcards.source.quiz_file import read_quiz
from flashcards.source.translations import Overlay, place_options, read_overlay
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document
from flashcards.words.message import Message, Names


@dataclass
class Parts:
    """Everything that was found in the files of a course."""

    folder: CourseFolder
    base: Course | None = None
    """The built-in course, if this one uses entries of it."""
    info: CourseInfo | None = None
    resources: dict[str, Resource] = field(default_factory=dict)
    decks: list[tuple[SourceFile, DeckFile]] = field(default_factory=list)
    quizzes: dict[str, Quiz] = field(default_factory=dict)
    overlays: list[tuple[Document, Overlay]] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    """Small files, kept parsed: their problems are collected at the end."""
    problems: list[Problem] = field(default_factory=list)

    @property
    def borrowed(self) -> tuple[Deck, ...]:
        """Built-in decks, cut down to the entries that this course uses."""
        if self.base is None or self.info is None:
            return ()
        uses = self.info.uses
        cut = (
            replace(deck, entries=tuple(e for e in deck.entries if _is_used(e, deck, uses)))
            for deck in self.base.decks
        )
        return tuple(deck for deck in cut if deck.entries)

    @property
    def all_decks(self) -> tuple[Deck, ...]:
        """Those that are borrowed, and its own, with the entries that are sound."""
        return (*self.borrowed, *(file.deck for _, file in self.decks))

    def entries(self) -> dict[str, Entry]:
        """All sound entries by key."""
        return {entry.key: entry for deck in self.all_decks for entry in deck.entries}

    def kinds(self) -> dict[str, str]:
        """The kind of every entry, sound or not, by key."""
        borrowed = {each.key: each.kind for deck in self.borrowed for each in deck.entries}
        return {**borrowed, **{key: kind for _, file in self.decks for key, kind, *_ in file.keys}}


def _is_used(entry: Entry, deck: Deck, uses: Uses) -> bool:
    """Whether a course takes an entry of the built-in one; retired ones only by their key."""
    if entry.key in uses.key:
        return True
    named = (
        (entry.stage or deck.stage or 1) in uses.stage
        or deck.deck in uses.deck
        or not set(uses.tag).isdisjoint(entry.tags)
    )
    return named and not entry.retired


def read_parts(folder: CourseFolder, base: Course | None) -> Parts:
    """Read every file; a file with mistakes does not hide those of the others."""
    parts = Parts(folder, base, problems=list(folder.problems))
    _read_info(parts)
    if folder.resources and (document := _read_document(parts, folder.resources)):
        parts.resources = read_resources(document)
    for file in folder.decks:
        _read_deck(parts, file)
    for file in folder.overlays:
        if document := _read_document(parts, file, "lang"):
            parts.overlays.append((document, read_overlay(document, file.lang)))
    entries = parts.entries() if parts.overlays else {}
    for _, overlay in parts.overlays:
        place_options(overlay, entries)
    for file in folder.quizzes:
        if document := _read_document(parts, file, "quiz"):
            _read_quiz(parts, document)
    return parts


def parse_file(file: SourceFile) -> Document:
    """A file parsed once more, to find the place of something in it."""
    return Document(decode_source(file.raw, file.name), file.name)


def _read_info(parts: Parts) -> None:
    folder = parts.folder
    if folder.info is not None:
        if document := _read_document(parts, folder.info):
            parts.info = validate(CourseInfo, expand_course(document.data), document)
        return
    at = Position(folder.display_path(folder.root / DECKS / COURSE_FILE))
    if not any(problem.at.file == at.file for problem in parts.problems):
        hint = Message("hint-new-course")
        if (folder.root / COURSE_FILE).is_file():
            hint = Message("hint-move-into", name=COURSE_FILE, folder=DECKS)
        parts.problems.append(Problem(at, Message("course-file-missing"), hint))


def _read_deck(parts: Parts, file: SourceFile) -> None:
    try:
        found = read_deck_file(decode_source(file.raw, file.name), file.name)
    except ProblemsFound as error:
        parts.problems += error.problems
        return
    parts.decks.append((file, found))
    parts.problems += found.problems


def _read_quiz(parts: Parts, document: Document) -> None:
    quiz = read_quiz(document)
    if quiz is not None and quiz.quiz in parts.quizzes:
        hint = Message("hint-choose-name", name=f"{quiz.quiz[:60]}-2")
        document.add_problem(("quiz",), Message("quiz-used", name=quiz.quiz), hint)
    elif quiz is not None:
        parts.quizzes[quiz.quiz] = quiz


def _read_document(parts: Parts, file: SourceFile, expected: str = "") -> Document | None:
    try:
        document = parse_file(file)
        if expected:
            refuse_wrong_place(document, expected)
    except ProblemsFound as error:
        parts.problems += error.problems
        return None
    parts.documents.append(document)
    return document


def read_resources(document: Document) -> dict[str, Resource]:
    """All sound resources by key; the document knows what is wrong with the others."""
    data = document.data
    if isinstance(data, dict) and isinstance(data.get("resources"), list):
        message, hint = Message("resources-not-keys"), Message("hint-key-above-each")
        document.add_problem(("resources",), message, hint)
        return {}
    if not isinstance(data, dict) or not isinstance(listed := data.get("resources"), dict):
        document.add_problem((), Message("resources-missing"), Message("hint-write-resources"))
        return {}
    for name in data.keys() - {"resources"}:
        hint = Message("hint-known-keys", names=Names(["resources"]))
        document.add_problem((name,), Message("unknown-key", key=name), hint, of_key=True)
    found: dict[str, Resource] = {}
    for key, value in listed.items():
        path = ("resources", key)
        if not NAME_RULE.allows(key):
            _refuse_name(key, document, path)
        resource = validate(Resource, value, document, path)
        if resource is not None:
            found[key] = resource
            if resource.status != "alive" and resource.now is None:
                message = Message("resource-now", status=resource.status)
                document.add_problem(path, message, Message("hint-read-instead"))
    return found


def _refuse_name(key: str, document: Document, path: tuple[str, str]) -> None:
    from flashcards.source.validation_errors import suggest_word

    subject = Message("of-name", name=key)
    message = Message("breaks-rule", subject=subject, rule=NAME_RULE.says)
    document.add_problem(path, message, suggest_word("", key, NAME_RULE), of_key=True)


_Found = dict[tuple[str, str], tuple[Document, str | int]]
"""Language and entry key to the file, and the name or number of the entry in it."""


def locate_problems(problems: Iterable[EntryProblem], folder: CourseFolder) -> list[Problem]:
    """What was found, with its place. Files are parsed again, only those that are needed."""
    problems = list(problems)
    wanted = {(each.lang, each.key) for each in problems}
    found: _Found = {}
    for file in (*folder.decks, *folder.overlays):
        names = set(re.findall(r"[a-z0-9-]+", file.raw.decode(errors="replace")))
        if any((file.lang, name) in wanted for name in names):
            for key, document, step in _list_entries(file):
                if (file.lang, key) in wanted:
                    found[file.lang, key] = (document, step)
    return [
        Problem(_locate(lang, key, path, found, line), message, rule=rule)
        for key, path, message, lang, line, rule in problems
    ]


def _list_entries(file: SourceFile) -> Iterator[tuple[str, Document, str | int]]:
    """Each entry of a file: its key, and the step to it; nothing if the file is not sound."""
    try:
        document = parse_file(file)
    except ProblemsFound:
        return
    entries = document.data.get("entries") if isinstance(document.data, dict) else None
    if isinstance(entries, dict):
        yield from ((key, document, key) for key in entries)
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and isinstance(entry.get("key"), str):
            yield entry["key"], document, index


def _locate(lang: str, key: str, path: tuple[str, ...], found: _Found, line: int) -> Position:
    if (lang, key) not in found:
        return Position(key)
    document, step = found[lang, key]
    return document.locate_line(("entries", step, *path), line)
