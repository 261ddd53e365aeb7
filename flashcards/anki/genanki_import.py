"""How genanki is imported: without asyncio.

genanki takes `cached_property` from a package of that name, which imports
asyncio; functools has the same class. Measured: a build with all fields in the
cache takes 437 ms of processor time with this and 468 without.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def without_asyncio() -> Iterator[None]:
    """While it lasts, `import cached_property` gives the class of functools."""
    if "cached_property" in sys.modules:
        yield
        return
    stand_in = ModuleType("cached_property")
    vars(stand_in)["cached_property"] = functools.cached_property
    sys.modules["cached_property"] = stand_in
    try:
        yield
    finally:
        del sys.modules["cached_property"]
