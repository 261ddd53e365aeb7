"""What became of every item: new, unchanged, changed, kept as the author has it, left out, gone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Status = Literal["new", "unchanged", "changed", "kept", "left out", "gone"]
STATUSES: tuple[Status, ...] = ("new", "changed", "kept", "unchanged", "left out", "gone")
"""kept: the author edited it, and that stands; gone: no longer in the source, and stays."""


@dataclass(frozen=True)
class ImportOutcome:
    """What became of one item."""

    file: str
    place: str
    status: Status
    key: str = ""
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = (
            f"{self.key} ({self.file}, {self.place})" if self.key else f"{self.file}, {self.place}"
        )
        return f"{self.status:9} {named}" + (f": {'; '.join(self.notes)}" if self.notes else "")

    def for_json(self) -> dict[str, Any]:
        return {**vars(self), "notes": list(self.notes)}


@dataclass
class ImportReport:
    """Everything that an import did, or would do."""

    folder: Path
    outcomes: list[ImportOutcome] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    """What was guessed, and what concerns a whole file."""
    written: list[Path] = field(default_factory=list)

    def count(self) -> dict[str, int]:
        """How many items of each status; those that there are."""
        found = [each.status for each in self.outcomes]
        return {status: found.count(status) for status in STATUSES if status in found}

    def for_json(self) -> dict[str, Any]:
        return {
            "folder": str(self.folder),
            "counts": self.count(),
            "notices": self.notices,
            "items": [each.for_json() for each in self.outcomes],
            "written": [path.as_posix() for path in self.written],
        }
