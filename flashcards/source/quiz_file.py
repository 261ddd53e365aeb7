"""Quiz files: a named choice of cards and the rules of an exam."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path as FilePath

from flashcards.errors import ProblemsFound, suggest_nearest
from flashcards.fileio import load_bytes
from flashcards.model import Quiz
from flashcards.source.decoding import decode_source
from flashcards.source.folder import MAX_FILE_BYTES
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document, Path
from flashcards.words.message import Message


def load_quiz(path: FilePath, known: Mapping[str, Collection[str]]) -> Quiz:
    """The quiz in a file outside the course. Raises ProblemsFound.

    `known` as in `check_quiz`.
    """
    raw = load_bytes(path, MAX_FILE_BYTES)
    document = Document(decode_source(raw, str(path)), str(path))
    quiz = read_quiz(document)
    check_quiz(document, known)
    if quiz is None or document.problems:
        raise ProblemsFound(document.problems)
    return quiz


def read_quiz(document: Document) -> Quiz | None:
    """The quiz in a document, or None if it has mistakes."""
    return validate(Quiz, document.data, document)


def check_quiz(document: Document, known: Mapping[str, Collection[str]]) -> None:
    """Tell every name in the quiz that the course does not have, and a count without effect.

    `known` has the names by field: `tag`, `deck`, `key`, `about`.
    """
    if isinstance(document.data, dict) and document.data.get("picks") and "count" in document.data:
        message, hint = Message("count-with-picks"), Message("hint-count-of-block")
        document.add_problem(("count",), message, hint, of_key=True)
    for name, target, path in _walk_names(document.data):
        if target not in known[name]:
            noun = {"key": "entry", "about": "concept"}.get(name, name)
            message = Message(f"names-no-{noun}", field=name, name=target)
            hint = suggest_nearest(target, known[name]) or Message("hint-remove-or-list")
            document.add_problem(path, message, hint)


def _walk_names(data: object) -> Iterator[tuple[str, str, Path]]:
    if not isinstance(data, dict):
        return
    yield from _walk_list(data.get("lock"), "key", ("lock",))
    yield from _walk_selection(data.get("select"), ("select",))
    picks = data.get("picks")
    for index, pick in enumerate(picks if isinstance(picks, list) else ()):
        if isinstance(pick, dict):
            yield from _walk_selection(pick.get("select"), ("picks", index, "select"))


def _walk_selection(selection: object, path: Path) -> Iterator[tuple[str, str, Path]]:
    if isinstance(selection, dict):
        for name in ("tag", "deck", "key", "about"):
            yield from _walk_list(selection.get(name), name, (*path, name))
        yield from _walk_list(selection.get("exclude"), "key", (*path, "exclude"))


def _walk_list(value: object, name: str, path: Path) -> Iterator[tuple[str, str, Path]]:
    for index, target in enumerate(value if isinstance(value, list) else ()):
        if isinstance(target, str):
            yield name, target, (*path, index)
