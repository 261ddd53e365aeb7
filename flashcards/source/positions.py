"""Places of things found after reading: a path in an entry back to line and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flashcards.errors import EntryProblem, Position, Problem, ProblemsFound
from flashcards.source.course_files import parse_file
from flashcards.source.folder import CourseFolder, SourceFile
from flashcards.source.yaml_reader import Document

_Found = dict[tuple[str, str], tuple[Document, str | int]]
"""Language and entry key to the file, and the name or number of the entry in it."""


def locate_problems(problems: Iterable[EntryProblem], folder: CourseFolder) -> list[Problem]:
    """What was found, with its place. Files are parsed again, only those that are needed."""
    problems = list(problems)
    wanted = {(each.lang, each.key) for each in problems}
    found: _Found = {}
    for file in (*folder.decks, *folder.overlays):
        if any(lang == file.lang and key.encode() in file.raw for lang, key in wanted):
            for key, document, step in _list_entries(file):
                if (file.lang, key) in wanted:
                    found[file.lang, key] = (document, step)
    return [
        Problem(_locate(lang, key, path, found, line), message, hint)
        for key, path, message, hint, lang, line in problems
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
