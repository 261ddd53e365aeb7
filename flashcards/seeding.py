"""Seeded choice: one digest is the sort key of every shuffle and sample.

Each use adds parts of its own to the seed, so that adding an entry reorders
nothing else.
"""

from __future__ import annotations

import hashlib


def stable_digest(*parts: str) -> bytes:
    """SHA-256 of the parts: the sort key of every seeded shuffle and sample."""
    return hashlib.sha256("\0".join(parts).encode()).digest()
