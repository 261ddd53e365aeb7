"""Where options stand: by lot, so that the right one is found everywhere equally often.

Each option draws from the seed, the card and its own name: the order of one
question depends on nothing else. Locked options keep their end of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from flashcards.questions.question import Choice
from flashcards.seeding import stable_digest

Locks = Mapping[str, Literal["first", "last"]]
NO_LOCKS: Locks = {}


def shuffled(
    options: Sequence[Choice], seed: str, card: str, locks: Locks = NO_LOCKS
) -> tuple[Choice, ...]:
    """The options by lot; locked ones first or last, in their written order."""
    free = [option for option in options if option.name not in locks]
    free.sort(key=lambda option: stable_digest(seed, card, option.name))
    first = [option for option in options if locks.get(option.name) == "first"]
    last = [option for option in options if locks.get(option.name) == "last"]
    return (*first, *free, *last)


def out_of_order(options: Sequence[Choice], seed: str, card: str) -> tuple[Choice, ...]:
    """The options by lot, but never as given: an order to find must not be shown."""
    mixed = shuffled(options, seed, card)
    if len(mixed) > 1 and [o.name for o in mixed] == [o.name for o in options]:
        return (*mixed[1:], mixed[0])
    return mixed
