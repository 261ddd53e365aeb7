"""The order of options: shuffled, so that the right one is equally often in every place.

The place of an option depends on the seed, the card and its own name alone. Locked
options keep their end of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from flashcards.questions.question import Choice
from flashcards.seeding import stable_digest

Locks = Mapping[str, Literal["first", "last"]]
NO_LOCKS: Locks = {}


def shuffle_options(
    options: Sequence[Choice], seed: str, card: str, locks: Locks = NO_LOCKS
) -> tuple[Choice, ...]:
    """The options shuffled; locked ones first or last, in their written order."""
    free = [option for option in options if option.name not in locks]
    free.sort(key=lambda option: stable_digest(seed, card, option.name))
    first = [option for option in options if locks.get(option.name) == "first"]
    last = [option for option in options if locks.get(option.name) == "last"]
    return (*first, *free, *last)


def shuffle_steps(options: Sequence[Choice], seed: str, card: str) -> tuple[Choice, ...]:
    """The options shuffled, but never as given: an order to find must not be shown."""
    mixed = shuffle_options(options, seed, card)
    if len(mixed) > 1 and [o.name for o in mixed] == [o.name for o in options]:
        return (*mixed[1:], mixed[0])
    return mixed
