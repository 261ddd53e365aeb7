"""Questions whose answer is a number, perhaps with a tolerance or any of a range."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flashcards.importing.item import Answer, Item
from flashcards.words.message import Message


@dataclass(frozen=True)
class Number:
    """A number as the source writes it; with an `end` any number from it to there is right."""

    text: str
    tolerance: str = ""
    end: str = ""


def read_numbers(base: Item, numbers: Iterable[Number], losses: list[Message]) -> Item:
    """A number to type. A range is an answer to compare with: no number of it is the only one."""
    found = list(numbers)
    ranges = [each for each in found if each.end]
    if ranges:
        losses.append(Message("import-range-typed"))
        texts = [f"{each.text} … {each.end}" if each.end else each.text for each in found]
        return base.change(kind="essay", answers=(Answer("; ".join(texts)),))
    losses += [tell_tolerance(each.tolerance) for each in found if is_wide(each.tolerance)]
    return base.change(kind="typed", answers=tuple(Answer(each.text) for each in found))


def is_wide(tolerance: str) -> bool:
    """Whether the tolerance lets other numbers be right."""
    try:
        return float(tolerance or 0) != 0
    except ValueError:
        return False


def tell_tolerance(tolerance: str) -> Message:
    """What is said of a tolerance, which nothing here has."""
    return Message("import-tolerance-lost", tolerance=tolerance)
