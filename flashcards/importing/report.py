"""What became of every item: new, known to the course already, or left out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from flashcards.errors import FlashcardsError

Status = Literal["new", "known", "left out"]
STATUSES: tuple[Status, ...] = ("new", "known", "left out")
"""known: the course asks it already, and what it says stands."""


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
        """Return all of it in one line."""
        where = f"{self.file}, {self.place}" if self.place else self.file
        return self.format_line(f"{self.key} ({where})" if self.key else where)

    def format_line(self, item: str) -> str:
        """Return the line of this outcome for an item, or for several."""
        notes = f": {'; '.join(self.notes)}" if self.notes else ""
        return f"{self.status:8}  {item}{notes}"

    @property
    def is_plain(self) -> bool:
        """Whether the count says all: nothing was lost or left out, and no answer differs."""
        return not self.notes and self.status != "left out"

    def for_json(self) -> dict[str, Any]:
        return {**vars(self), "notes": [*self.notes]}


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

    def require_items(self) -> None:
        """Raise FlashcardsError if nothing could be taken in."""
        if {each.status for each in self.outcomes} == {"left out"}:
            raise FlashcardsError("nothing of it could become an entry")

    def list_lines(self, everything: bool = False) -> list[str]:
        """Lines for outcomes with something to tell, what is left out last.

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
            "notices": [*self.notices],
            "items": [each.for_json() for each in self.outcomes],
            "written": [path.as_posix() for path in self.written],
        }


def _place_in_report(outcome: ImportOutcome) -> tuple[int, str, list[int]]:
    numbers = [int(number) for number in re.findall(r"[0-9]{1,9}", outcome.place)]
    return STATUSES.index(outcome.status), outcome.file, numbers


def _tell(group: list[ImportOutcome], everything: bool) -> list[str]:
    """The lines of outcomes that tell the same."""
    if everything or len(group) <= _MOST_ALIKE:
        return [str(outcome) for outcome in group]
    first, names = group[0], [outcome.key or outcome.place for outcome in group[:3]]
    several = f"{first.file}: {', '.join(names)} and {len(group) - len(names)} more"
    return [first.format_line(f"{len(group)} items ({several})")]
