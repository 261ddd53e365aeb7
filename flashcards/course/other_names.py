"""The field or kind that an author means by a name from another tool, or from another kind."""

from collections.abc import Iterable, Mapping

from flashcards.course.model import KINDS
from flashcards.text.headings import find_field

_ANSWERS: Mapping[str, str] = {
    "concept": "points", "term": "meaning", "compare": "rows", "code": "prints",
    "choose": "right", "order": "steps", "cloze": "gaps", "recall": "answer",
}  # fmt: skip
"""Each kind of entry to its field that has the answer."""
_FIELDS: Mapping[str, Mapping[str, str]] = {
    "question": {**{kind: kind for kind in KINDS}, "term": "meaning"},
    "answer": _ANSWERS,
    "right": _ANSWERS,
    "meaning": _ANSWERS,
    "wrong": {"choose": "wrong", "code": "wrong"},
    "option": {"choose": "options"},
    "aliases": {"term": "aliases", "cloze": "accept"},
    **{name: dict.fromkeys(KINDS, name) for name in ("why", "tags", "stage", "difficulty", "key")},
}
"""What a column of a table can hold (`HEADINGS`) to the field that holds it, for each kind."""


def find_meant_field(name: str, kind: str) -> str:
    """Return the field of an entry that a name from elsewhere means; empty if none is known.

    In a `choose` entry, `correct` and `answer` mean `right`; in a `recall`, `back` means `answer`.
    """
    role = "answer" if name in _ANSWERS.values() else find_field(name, _FIELDS)
    return _FIELDS[role].get(kind, "") if role else ""


def guess_kind(names: Iterable[str]) -> str:
    """Return the kind of entry that fields with names from elsewhere describe; empty if unknown."""
    roles = {find_field(name, _FIELDS) for name in names}
    if roles & {"wrong", "option"}:
        return "choose"
    if "meaning" in roles:
        return "term"
    return "recall" if roles & {"question", "answer", "right"} else ""
