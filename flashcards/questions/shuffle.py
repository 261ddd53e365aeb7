"""The order of options: shuffled, so that the right one is equally often in every place.

The place of an option depends on the seed, the card and its own name alone, and in a printed
form on the number of the form. Locked
options keep their end of the list. Options that are not shuffled have an order that is
the same in every form and tells nothing: the author's list, the numbers by their size,
or one that follows from the names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Literal

from flashcards.course.model import Choose, Option
from flashcards.questions.question import Choice
from flashcards.seeding import hide_order, stable_digest

Locks = Mapping[str, Literal["first", "last"]]
NO_LOCKS: Locks = {}
_NUMBER = re.compile(
    r"[`$]?(?P<sign>[-−]?)(?P<digits>\d+(?:[,_]\d{3})*(?:\.\d+)?)(?:/(?P<divisor>\d+))?"
    r"(?:[eE](?P<power>[-+]?\d{1,3}))?(?![\d.,:/])(?P<unit>[^\d]*)"
)


def find_locks(options: Mapping[str, Option]) -> Locks:
    """Which of these options the author keeps first or last."""
    return {name: option.lock for name, option in options.items() if option.lock}


def shuffle_options(
    options: Sequence[Choice], seed: str, card: str, locks: Locks = NO_LOCKS
) -> tuple[Choice, ...]:
    """The options shuffled; locked ones first or last, in their written order."""
    free = [option for option in options if option.name not in locks]
    free.sort(key=lambda option: stable_digest(seed, card, option.name))
    return _add_locked(free, options, locks)


def _add_locked(
    free: Sequence[Choice], options: Sequence[Choice], locks: Locks
) -> tuple[Choice, ...]:
    first = (option for option in options if locks.get(option.name) == "first")
    last = (option for option in options if locks.get(option.name) == "last")
    return (*first, *free, *last)


def vary_options(
    options: Sequence[Choice], seed: str, card: str, number: int, locks: Locks = NO_LOCKS
) -> tuple[Choice, ...]:
    """The options for the exam form of this number, from 0; locked ones stay first or last.

    Each of the first k forms of k options has them in another order, and every option in
    another place: one order, turned. How far it is turned differs from card to card, so
    that a letter of one form tells no letter of another.
    """
    free = [option for option in options if option.name not in locks]
    around, turn = divmod(number, max(1, len(free)))
    mixed = shuffle_options(free, f"{seed}/{around}", card)
    return _add_locked(_turn(mixed, f"{seed}/{around}", card, turn), options, locks)


def vary_hidden(
    options: Sequence[Choice], seed: str, card: str, number: int, surplus: Sequence[Choice] = ()
) -> tuple[Choice, ...]:
    """Steps or cells, given in the right order, for the exam form of this number.

    No form shows the right order, any other is as likely; the first k forms of three or more
    options differ.
    """
    around, turn = divmod(number, len(options))
    shown: dict[tuple[Choice, ...], None] = {}
    for draw in count():
        mixed = shuffle_hidden(options, f"{seed}/{around}/{draw}", card, surplus)
        shown[mixed] = None
        if len(shown) > turn or len(options) < 3:
            break
    return mixed


def _turn(mixed: Sequence[Choice], seed: str, card: str, turn: int) -> tuple[Choice, ...]:
    """The options begun at another of them, for each turn below their number at another."""
    starts = sorted(range(len(mixed)), key=lambda at: stable_digest(seed, card, "turn", str(at)))
    at = starts[turn] if starts else 0
    return (*mixed[at:], *mixed[:at])


def shuffle_hidden(
    options: Sequence[Choice], seed: str, card: str, surplus: Sequence[Choice] = ()
) -> tuple[Choice, ...]:
    """Steps or cells shuffled, but never as given: an order to find must not be shown.

    Cells that are `surplus`, and fit nothing, stand anywhere among them.
    """
    known = {option.name: option for option in (*options, *surplus)}
    names, more = [each.name for each in options], [each.name for each in surplus]
    return tuple(known[name] for name in hide_order(names, seed, card, surplus=more))


def order_kept_options(key: str, entry: Choose) -> list[str]:
    """The names of options that are not shuffled, in the order in which every form shows them."""
    options = entry.options
    names = list(entry.option_order) or _sort_numbers(
        {name: options[name].text for name in options}
    )
    names = names or sorted(options, key=lambda name: stable_digest(key, name))
    place = {"first": 0, None: 1, "last": 2}
    return sorted(names, key=lambda name: place[options[name].lock])


def _sort_numbers(texts: Mapping[str, str]) -> list[str]:
    """The names by the size of their numbers; none if not all are numbers of one unit."""
    found = {name: _NUMBER.fullmatch(text.strip()) for name, text in texts.items()}
    values = {name: _read_number(match) for name, match in found.items() if match}
    units = {match["unit"] for match in found.values() if match}
    same = len(values) == len(texts) and len(units) == 1
    return sorted(values, key=values.__getitem__) if same else []


def _read_number(found: re.Match[str]) -> float:
    value = float(re.sub(r"[,_]", "", found["digits"])) / (int(found["divisor"] or 1) or 1)
    value *= 10.0 ** int(found["power"] or 0)
    return -value if found["sign"] else value
