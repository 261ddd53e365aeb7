"""What a source says, in words of no format: the value that every reader gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import PurePosixPath
from typing import Any, Literal

from flashcards.errors import FlashcardsError
from flashcards.text.plain_text import MAX_TEXT

LONGEST_HTML = 10 * MAX_TEXT
"""Letters of the HTML that becomes one."""
MOST_ITEMS = 50_000
NOT_INSIDE = "is not in the file"
"""Of a picture that a text of the file shows."""
ItemKind = Literal["card", "term", "typed", "choose", "cloze", "order", "match", "essay"]
"""card: question and answer; term: asked both ways; typed: an answer to type; match: pairs."""


class LeftOut(FlashcardsError):
    """An item that cannot become an entry, and why."""


@dataclass(frozen=True)
class Answer:
    """An answer, an option or a step, in Markdown."""

    text: str
    right: bool = True
    why: str = ""


@dataclass(frozen=True)
class Item:
    """One thing that a source asks. All texts are Markdown."""

    place: str
    """Where it stands in the source, for people: `row 3`."""
    kind: ItemKind = "card"
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
    is_asked: bool = False
    """Whether the source calls it a question: it is never taken for a term."""
    losses: tuple[str, ...] = ()
    """What the reader could not take over."""

    def change(self, **values: Any) -> Item:
        """A copy with other values of some fields."""
        return replace(self, **values)

    def lose(self, *losses: str) -> Item:
        """The same with more that could not be taken over."""
        return self.change(losses=(*self.losses, *losses)) if losses else self


@cache
def split_deck(name: str) -> tuple[str, ...]:
    """The names in that of a deck as Anki writes it: `outer::inner`."""
    return tuple(part.strip() for part in name.split("::") if part.strip())


def change_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Plain values with every text in them changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {name: change_texts(each, change) for name, each in value.items()}
    return [change_texts(each, change) for each in value] if isinstance(value, list) else value


PictureLoader = Callable[[str], bytes]
"""The bytes of a picture by the name that the texts give it. Raises FlashcardsError."""


def load_no_picture(name: str) -> bytes:
    """For sources that bring none."""
    raise FlashcardsError(NOT_INSIDE)


@dataclass
class Material:
    """Everything that one file holds."""

    name: str
    """Of the file, without its folder."""
    items: list[Item] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    """Place and reason of what the reader could not read."""
    notices: list[str] = field(default_factory=list)
    load_picture: PictureLoader = load_no_picture
    title: str = ""
    """Of all that it holds; the name of the file if the source has none."""

    def __post_init__(self) -> None:
        self.title = self.title or PurePosixPath(self.name).stem

    @property
    def count(self) -> int:
        """How many items it has, with those that could not be read."""
        return len(self.items) + len(self.left_out)

    def add(self, place: str, read: Callable[[], Iterable[Item]]) -> None:
        """Take the items that stand at a place, or the reason why there are none."""
        try:
            self.items += read()
        except LeftOut as reason:
            self.left_out.append((place, str(reason)))

    def tell(self, *notices: str) -> None:
        """Note what concerns the whole file."""
        self.notices += [f"{self.name}: {each}" for each in notices]
