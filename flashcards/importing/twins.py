"""What came in twice with one import: the same item, or one question with two answers."""

from __future__ import annotations

from flashcards.importing.leaves import Digests, Leaves, digest
from flashcards.words.message import Message

_ONE_ANSWER = ("recall", "term", "choose")
"""Kinds whose question should have one answer in a course."""


class Twins:
    """Remembers where each item of an import stands."""

    def __init__(self) -> None:
        self._places: dict[object, tuple[str, str, str]] = {}
        """Key, file and place of what came in new, by all that it says, or by its question."""

    def compare(
        self, said: Digests, asked: tuple[str, str], key: str, file: str, place: str
    ) -> Message | None:
        """A note if the same came in before. `asked` are kind and question."""
        here = (key, file, place)
        same = self._places.setdefault((*said.items(),), here)
        kind, question = asked
        if same != here:
            return _tell("import-says-same", same, file)
        if kind not in _ONE_ANSWER or not question:
            return None
        other = self._places.setdefault(asked, here)
        return _tell("import-asks-same", other, file) if other != here else None


def digest_all(leaves: Leaves) -> str:
    """One value for everything that an entry says."""
    return digest([[path, value] for path, value in leaves.items()])


def _tell(id: str, known: tuple[str, str, str], here: str) -> Message:
    key, file, place = known
    elsewhere = Message("import-place", file=file, place=place)
    return Message(id, key=key, place=place if file == here else elsewhere)
