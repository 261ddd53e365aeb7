"""Quiz files: a named choice of cards and the rules of an exam."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from flashcards.model import Quiz
from flashcards.source.hints import suggest_nearest
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document, Path


def read_quiz(document: Document) -> Quiz | None:
    """The quiz in a document, or None if it has mistakes."""
    return validate(Quiz, document.data, document)


def check_quiz(document: Document, known: Mapping[str, Collection[str]]) -> None:
    """Tell every name in the quiz that the course does not have, and a count without effect.

    `known` has the names by field: `tag`, `deck`, `key`, `about`.
    """
    if isinstance(document.data, dict) and document.data.get("picks") and "count" in document.data:
        hint = "each block has a 'count' of its own"
        document.add_problem(("count",), "'count' is for a quiz without 'picks'", hint, of_key=True)
    for name, target, path in _names(document.data):
        if target not in known[name]:
            noun = {"key": "entry", "about": "concept"}.get(name, name)
            shown = "key" if name == "key" else name
            document.add_problem(
                path, f"'{shown}' names no {noun}: '{target}'", suggest_nearest(target, known[name])
            )


def _names(data: object) -> Iterator[tuple[str, str, Path]]:
    if not isinstance(data, dict):
        return
    yield from _listed(data.get("lock"), "key", ("lock",))
    yield from _selected(data.get("select"), ("select",))
    picks = data.get("picks")
    for index, pick in enumerate(picks if isinstance(picks, list) else ()):
        if isinstance(pick, dict):
            yield from _selected(pick.get("select"), ("picks", index, "select"))


def _selected(selection: object, path: Path) -> Iterator[tuple[str, str, Path]]:
    if isinstance(selection, dict):
        for name in ("tag", "deck", "key", "about"):
            yield from _listed(selection.get(name), name, (*path, name))
        yield from _listed(selection.get("exclude"), "key", (*path, "exclude"))


def _listed(value: object, name: str, path: Path) -> Iterator[tuple[str, str, Path]]:
    for index, target in enumerate(value if isinstance(value, list) else ()):
        if isinstance(target, str):
            yield name, target, (*path, index)
