"""What was verified: `decks/verified.json`, by the hash of code and output.

A changed entry has another hash, so an old record never vouches for it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypedDict

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, read_json
from flashcards.model import Code, Course
from flashcards.text.entry_texts import normalize_output
from flashcards.verify.run import Machine

RECORDS_FILE = "decks/verified.json"
LARGEST_RECORDS = 64_000_000


class Record(TypedDict):
    """The version, platform and device on which an entry printed what its card says."""

    key: str
    torch: str
    platform: str
    device: str


def list_code_entries(course: Course) -> list[Code]:
    """The code entries that a course owns and teaches, in teaching order."""
    return [
        entry
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Code) and not entry.retired and entry.key not in course.origins
    ]


def hash_code(entry: Code) -> str:
    """16 hexadecimal digits that name a code and its output."""
    return hashlib.sha256(f"{entry.code}\0{normalize_output(entry.prints)}".encode()).hexdigest()[
        :16
    ]


def load_records(course_root: Path) -> dict[str, Record]:
    """What was verified of the course in a folder; nothing if there is no file yet."""
    try:
        return read_records(load_text(course_root / RECORDS_FILE, LARGEST_RECORDS, links=False))
    except FileMissing:
        return {}


def read_records(text: str) -> dict[str, Record]:
    """The records in a file's text, by hash. Raises FlashcardsError if it is damaged."""
    try:
        data = read_json(text or "{}")
        return {str(name): _record(row) for name, row in data.items()}
    except (ValueError, TypeError, AttributeError, KeyError):
        raise FlashcardsError("verified.json is damaged; delete it and verify again") from None


def load_verified_versions(course: Course, base: Path) -> dict[str, str]:
    """Keys of code entries to the PyTorch that they were verified on.

    `base` is the folder of the built-in course, where entries that the course uses were verified.
    """
    homes = [*([base] if course.origins else []), Path(course.root)]
    records = {name: row for home in homes for name, row in load_records(home).items()}
    return {
        entry.key: records[hash_code(entry)]["torch"]
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Code) and hash_code(entry) in records
    }


def _record(row: Mapping[str, str]) -> Record:
    return Record(
        key=row["key"], torch=row["torch"], platform=row["platform"], device=row["device"]
    )


def update_records(
    old: Mapping[str, Record], entries: Iterable[Code], verified: set[str], machine: Machine
) -> dict[str, Record]:
    """Old records that still fit an entry, and those that this run adds."""
    kept: dict[str, Record] = {}
    for entry in entries:
        name = hash_code(entry)
        if entry.key in verified:
            kept[name] = Record(
                key=entry.key,
                torch=machine.torch,
                platform=machine.platform,
                device=machine.device if entry.needs else "cpu",
            )
        elif name in old:
            kept[name] = {**old[name], "key": entry.key}
    return kept


def format_records(records: Mapping[str, Record]) -> str:
    """The text of the file: sorted by key, one record a line, so that changes read well."""
    rows = sorted(records.items(), key=lambda row: (row[1]["key"], row[0]))
    lines = [f" {json.dumps(name)}: {json.dumps(dict(record))}" for name, record in rows]
    return "{\n" + ",\n".join(lines) + "\n}\n" if lines else "{}\n"
