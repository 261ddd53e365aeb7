"""Files that lie in the wrong folder, told by what is in them."""

from __future__ import annotations

from flashcards.errors import ProblemsFound
from flashcards.source.yaml_reader import Document
from flashcards.words.message import Message

_MARKS = {
    "quiz": "a-quiz",
    "lang": "a-translation",
    "resources": "a-list-of-resources",
    "deck": "a-deck",
}
"""The field that tells what a file is."""


def refuse_wrong_place(document: Document, expected: str) -> None:
    """Raise ProblemsFound if a file is something else than its place says."""
    data = document.data
    if not isinstance(data, dict) or expected in data:
        return
    mark = next((name for name in _MARKS if name in data), "")
    if not mark and {"id", "author", "licence"} & data.keys():
        mark = "id"
    if mark:
        found = Message(_MARKS.get(mark, "a-course-file"))
        message = Message("wrong-place", found=found, expected=Message(_MARKS[expected]))
        document.add_problem((), message, _tell_place(mark, str(data.get("lang"))))
        raise ProblemsFound(document.problems)


def _tell_place(mark: str, lang: str) -> Message:
    folders = {"quiz": "quizzes/", "deck": "decks/", "lang": f"decks/{lang}/"}
    if mark in folders:
        return Message("hint-move-file", folder=folders[mark])
    name = "course.yaml" if mark == "id" else "resources.yaml"
    return Message("hint-call-file", name=name)
