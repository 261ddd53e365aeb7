"""Three sides of an entry: what the source said, what it says now, what the author made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flashcards.importing.leaves import NOTHING, Digests, Leaves, digest


@dataclass
class Merged:
    """The leaves to write, and who changed what."""

    leaves: Leaves = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    """Paths that the source changed and the author did not."""
    kept: list[str] = field(default_factory=list)
    """Paths that both changed: the author's stand."""
    edited: list[str] = field(default_factory=list)
    """Paths that only the author changed."""
    wrote: Digests = field(default_factory=dict)
    """Where what was written last is not what the source says now."""


def merge(said: Digests, wrote: Digests, source: Leaves, author: Mapping[str, Any]) -> Merged:
    """Change what only the source changed; where the author changed something, it stays."""
    merged = Merged()
    for path in dict.fromkeys([*author, *source, *said]):
        now, mine = _digest(source, path), _digest(author, path)
        before = said.get(path, NOTHING)
        written = wrote.get(path, before)
        takes = now != before and mine == written
        if takes and mine != now:
            merged.taken.append(path)
        elif mine not in (written, now):
            (merged.edited if now == before else merged.kept).append(path)
        value = source.get(path) if takes or mine == now else author.get(path)
        if value is not None:
            merged.leaves[path] = value
        if not takes and mine != now:
            merged.wrote[path] = written
    return merged


def keep_author(merged: Merged, said: Digests, wrote: Digests, author: Leaves) -> Merged:
    """The same with nothing taken: what the author has does not fit to what the source says."""
    wrote = wrote | {path: wrote.get(path, said.get(path, NOTHING)) for path in merged.taken}
    return Merged(
        dict(author), [], [*merged.kept, *merged.taken], merged.edited, merged.wrote | wrote
    )


def _digest(leaves: Mapping[str, Any], path: str) -> str:
    return digest(leaves[path]) if path in leaves else NOTHING
