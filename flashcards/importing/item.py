"""What a source says, in words of no format: the value that every reader gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from flashcards.errors import FlashcardsError

MAX_ITEMS = 50_000
ItemKind = Literal["recall", "term", "typed", "choose", "cloze", "order", "match"]
"""recall: question and answer; term: asked both ways; typed: an answer to type; match: pairs."""
PictureLoader = Callable[[str], bytes]
"""The bytes of a picture by the name that the texts give it. Raises FlashcardsError."""


class LeftOut(FlashcardsError):
    """An item that cannot become an entry, and why."""


class Answer(NamedTuple):
    """An answer, an option or a step, in Markdown."""

    text: str
    right: bool = True
    why: str = ""


@dataclass
class Item:
    """One thing that a source asks. All texts are Markdown."""

    place: str
    """Where it stands in the source, for people: `row 3`."""
    kind: ItemKind = "recall"
    key: str = ""
    """The key that its entry should have, if the source names one."""
    question: str = ""
    answers: tuple[Answer, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    """What belongs together; a first part that is empty belongs to nothing."""
    gaps: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Number to the exact text in the question, and other answers that fill it."""
    why: str = ""
    tags: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    """Names from the outermost deck inwards."""
    stage: str = ""
    difficulty: str = ""
    keeps_order: bool = False
    losses: tuple[str, ...] = ()
    """What the reader could not take over."""


@dataclass
class Material:
    """Everything that one file holds."""

    path: Path
    load_picture: PictureLoader
    items: list[Item | tuple[str, str]] = field(default_factory=list)
    """Items, and place and reason of what could not be read."""
    notices: list[str] = field(default_factory=list)
    """What concerns the whole file."""

    def add(self, place: str, read: Callable[[], Iterable[Item]]) -> None:
        """Take the items that stand at a place. Raises FlashcardsError if there are too many."""
        try:
            self.items += read()
        except LeftOut as reason:
            self.items.append((place, str(reason)))
        if len(self.items) > MAX_ITEMS:
            told = f"{self.path} has more than {MAX_ITEMS} items; import it in parts"
            raise FlashcardsError(told)
