"""Seeded choice: one digest is the sort key of every shuffle and sample.

Each use adds parts of its own to the seed, so that adding an entry reorders
nothing else.
"""

import hashlib
from collections.abc import Collection, Iterable
from functools import partial
from itertools import count


def stable_digest(*parts: str) -> bytes:
    """SHA-256 of the parts: the key of every seeded shuffle and sample, and the root of ids."""
    return hashlib.sha256("\0".join(parts).encode()).digest()


def reorder_names(names: Iterable[str], *seed: str, distractors: Collection[str] = ()) -> list[str]:
    """The names in any order but the given one, which is right: each other is as likely.

    Names that are `distractors`, and have no right place, stand anywhere among them.
    """
    right = list(names)
    shown = sorted((*right, *distractors), key=partial(stable_digest, *seed))
    for draw in count(1):  # as often as it is the right order that comes out
        if [name for name in shown if name not in distractors] != right or len(right) < 2:
            break
        shown.sort(key=partial(stable_digest, *seed, str(draw)))
    return shown
