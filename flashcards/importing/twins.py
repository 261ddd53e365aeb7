"""What came in twice with one import: the same item, or one question with two answers."""

from __future__ import annotations

from flashcards.importing.leaves import Digests, Leaves, digest

_ONE_ANSWER = ("recall", "term", "choose")
"""Kinds whose question should have one answer in a course."""


class Twins:
    """Remembers where each item of an import stands."""

    def __init__(self) -> None:
        self._places: dict[object, tuple[str, str, str]] = {}
        """Key, file and place of what came in new, by all that it says, or by its question."""

    def compare(
        self, said: Digests, asked: tuple[str, str], key: str, file: str, place: str
    ) -> str:
        """A note if the same came in before, else nothing. `asked` are kind and question."""
        here = (key, file, place)
        same = self._places.setdefault((*said.items(),), here)
        kind, question = asked
        if same != here:
            return f"says the same as {_tell_place(same, file)}"
        if kind not in _ONE_ANSWER or not question:
            return ""
        other = self._places.setdefault(asked, here)
        return f"asks the same as {_tell_place(other, file)}, with another answer" * (other != here)


def digest_all(leaves: Leaves) -> str:
    """One value for everything that an entry says."""
    return digest([[path, value] for path, value in leaves.items()])


def _tell_place(known: tuple[str, str, str], here: str) -> str:
    key, file, place = known
    return f"{key} ({place if file == here else f'{file}, {place}'})"
