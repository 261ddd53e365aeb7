"""Doing a lot at once: many small values, no cycles, and an end in sight."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Looking for cycles where there are none would cost a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()  # what is there now lives until the end and need not be searched
            gc.enable()
