"""What a source says, in words of no format: the values that every reader gives.

Of a text with gaps, a gap that stands for one place is a gap; another is asked by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

from flashcards.errors import FlashcardsError
from flashcards.text.images import load_picture
from flashcards.text.markdown import cuts_formula

MAX_ITEMS = 50_000
ItemKind = Literal["recall", "term", "typed", "choose", "cloze", "order", "match"]
"""recall: question and answer; term: asked both ways; typed: an answer to type; match: pairs."""
PictureLoader = Callable[[str], bytes]
"""The bytes of a picture by the name that the texts give it. Raises FlashcardsError."""

_FOLDERS = ("", "media", "images", "pictures")
"""Where beside a file its pictures may lie."""
_OUTSIDE = "lies outside the folder of the file"
_ANKI_GAP = re.compile(
    r"\{\{c(\d{1,3})::((?:(?!\{\{c\d|\}\}|::).)*)(?:::(.*?))?\}\}", re.DOTALL | re.IGNORECASE
)
_FIRST, _HINT, _END = 0xF000, "\uf700", "\uf701"
_GAP = re.compile(f"([\uf000-\uf3e7])([^\uf000-\uf701]+){_HINT}([^\uf000-\uf701]*){_END}")
_MARKS = re.compile(f"{_HINT}[^\uf000-\uf701]*{_END}|[\uf000-\uf701]")
_BLANK = "[ … ]"


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
            raise FlashcardsError(
                f"{self.path} has more than {MAX_ITEMS} items; import it in parts"
            )


def make_folder_loader(folder: Path) -> PictureLoader:
    """Return a loader of pictures beside a file, in its folder or below; none from elsewhere."""

    def load(name: str) -> bytes:
        inner = PurePosixPath(name.replace("\\", "/"))
        if inner.is_absolute() or ".." in inner.parts or ":" in name:
            raise FlashcardsError(_OUTSIDE)
        paths = [path for place in _FOLDERS if (path := folder / place / inner).is_file()]
        for path in paths:
            if path.resolve().is_relative_to(folder.resolve()):
                return load_picture(path, inner.name)
        raise FlashcardsError(_OUTSIDE if paths else "does not lie beside the file")

    return load


def mark_gap(number: int, text: str, hint: str = "") -> str:
    """Return a gap with private characters around it, which survive a conversion to Markdown."""
    return f"{chr(_FIRST + number)}{text}{_HINT}{hint}{_END}"


def mark_anki_gaps(html: str) -> str:
    """Return the HTML with its `{{c1::…}}` marked; of gaps inside each other the innermost."""
    return _ANKI_GAP.sub(lambda gap: mark_gap(int(gap[1]), gap[2], gap[3] or ""), html)


def split_cloze(
    item: Item, marked: str, accept: Mapping[int, Sequence[str]] | None = None
) -> list[Item]:
    """Return the item as one text with gaps, and a question for each gap that cannot be one.

    `marked` is Markdown with marks, `accept` are other answers that fill a gap. Raises LeftOut if
    there is no gap.
    """
    text, by_number = _MARKS.sub("", marked), dict[str, list[re.Match[str]]]()
    for gap in _GAP.finditer(marked):
        by_number.setdefault(gap[1], []).append(gap)
    if not by_number:
        raise LeftOut("has no gap")
    items, gaps, has_hints = list[Item](), dict[int, tuple[str, ...]](), False
    for mark, (first, *others) in by_number.items():
        number, hidden = ord(mark) - _FIRST, first[2]
        begin = len(_MARKS.sub("", marked[: first.start()]))
        formula = cuts_formula(text, begin, begin + len(hidden))
        is_broken = formula or "![" in hidden or "\n" in hidden
        if not others and text.count(hidden) == 1 and not is_broken:
            gaps[number] = (hidden, *(accept or {}).get(number, ()))
            has_hints = has_hints or bool(first[3])
        else:
            sign = "$" if formula and "$" not in hidden else ""
            answers = dict.fromkeys(f"{sign}{gap[2].strip()}{sign}" for gap in (first, *others))
            question = re.sub(
                rf"{mark}[^\uf000-\uf701]+{_HINT}([^\uf000-\uf701]*){_END}",
                lambda gap: f"[ {gap[1].strip()} ]" if gap[1].strip() else _BLANK,
                marked,
            )
            answer = Answer("; ".join(answers))
            items.append(replace(item, question=_MARKS.sub("", question), answers=(answer,)))
    if gaps:
        losses = (*item.losses, *(["hints of gaps are lost"] if has_hints else []))
        items.insert(0, replace(item, kind="cloze", question=text, gaps=gaps, losses=losses))
    return items
