"""Lots: numbers that look random and depend on nothing but their parts.

Sampling, shuffling and choosing distractors all draw from here, each with its
own parts, so that adding an entry never reshuffles the rest.
"""

from __future__ import annotations

import hashlib


def lot(*parts: str) -> bytes:
    """A number that depends on nothing but its parts."""
    return hashlib.sha256("\0".join(parts).encode()).digest()
