"""What became of every item: new, unchanged, changed, kept as the author has it, left out, gone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Status = Literal["new", "unchanged", "changed", "kept", "left out", "gone"]
STATUSES: tuple[Status, ...] = ("new", "changed", "kept", "unchanged", "left out", "gone")
"""kept: the author edited it, and that stands; gone: no longer in the source, and stays."""


_MOST_ALIKE = 5
"""Outcomes with the same to tell that each have a line."""


@dataclass(frozen=True)
class ImportOutcome:
    """What became of one item."""

    file: str
    place: str
    status: Status
    key: str = ""
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"{self.file}, {self.place}" if self.place else self.file
        named = f"{self.key} ({where})" if self.key else where
        return f"{self.status:9} {named}" + (f": {'; '.join(self.notes)}" if self.notes else "")

    @property
    def is_plain(self) -> bool:
        """Whether the count says all: nothing was lost, kept back or left out."""
        return not self.notes and self.status in ("new", "unchanged")

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

    def list_lines(self, everything: bool = False) -> list[str]:
        """Lines for outcomes with something to tell, what is left out and gone last.

        Many with the same to tell are one line. With `everything` each has its own, and the
        outcomes with nothing to tell come first.
        """
        plain = [str(each) for each in self.outcomes if everything and each.is_plain]
        groups: dict[object, list[ImportOutcome]] = {}
        noted = (each for each in self.outcomes if not each.is_plain)
        for each in sorted(noted, key=_place_in_report):
            groups.setdefault((each.status, each.file, each.notes), []).append(each)
        return [*plain, *(line for group in groups.values() for line in _tell(group, everything))]

    def for_json(self) -> dict[str, Any]:
        return {
            "folder": str(self.folder),
            "counts": self.count(),
            "notices": self.notices,
            "items": [each.for_json() for each in self.outcomes],
            "written": [path.as_posix() for path in self.written],
        }


def _place_in_report(outcome: ImportOutcome) -> tuple[int, str, list[int]]:
    numbers = [int(number) for number in re.findall(r"[0-9]{1,9}", outcome.place)]
    return STATUSES.index(outcome.status), outcome.file, numbers


def _tell(group: list[ImportOutcome], everything: bool) -> list[str]:
    """The lines of outcomes that tell the same."""
    if everything or len(group) <= _MOST_ALIKE:
        return list(map(str, group))
    first = group[0]
    names = ", ".join(each.key or each.place for each in group[:3])
    told = f"{first.status:9} {len(group)} items ({first.file}: {names} and {len(group) - 3} more)"
    return [f"{told}: {'; '.join(first.notes)}"]
