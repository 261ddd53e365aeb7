"""genanki, imported without asyncio.

genanki takes `cached_property` from a package of that name, which imports
asyncio: 30 ms that a build would wait for nothing. functools has the same.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def light_cached_property() -> Iterator[None]:
    """While it lasts, `import cached_property` gives the one of functools."""
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
