"""What was verified: `decks/verified.json`, by the hash of code and output.

Each entry has one line with all versions of PyTorch on which it printed what its
card says. A changed entry has another hash, so an old record never vouches for it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flashcards.course.model import Code, Course
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, read_json
from flashcards.text.plain_text import normalize_output

RECORDS_FILE = "decks/verified.json"
LARGEST_RECORDS = 64_000_000


class Hardware(NamedTuple):
    """What an entry was run on."""

    platform: str
    device: str


class Record(NamedTuple):
    """The versions of PyTorch on which an entry printed what its card says."""

    key: str
    torch: Mapping[str, Hardware]


Records: TypeAlias = dict[str, Record]
"""Hash of code and output to its record."""


def list_code_entries(course: Course) -> list[Code]:
    """The Python code entries that a course owns and teaches, in teaching order."""
    return [
        entry
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Code)
        and entry.is_python
        and not entry.retired
        and entry.key not in course.origins
    ]


def hash_code(entry: Code) -> str:
    """16 hexadecimal digits that name a program and its output."""
    text = f"{entry.program}\0{normalize_output(entry.prints)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def sort_versions(versions: Iterable[str]) -> list[str]:
    """Versions from old to new: 2.9.1 is older than 2.13.0."""
    return sorted(versions, key=lambda each: ([int(n) for n in re.findall(r"\d+", each)], each))


def load_records(course_root: Path) -> Records:
    """What was verified of the course in a folder; nothing if there is no file yet."""
    try:
        return read_records(load_text(course_root / RECORDS_FILE, LARGEST_RECORDS, links=False))
    except FileMissing:
        return {}


def read_records(text: str) -> Records:
    """The records in a file's text, by hash. Raises FlashcardsError if it is damaged."""
    try:
        return {
            name: Record(row["key"], {on: Hardware(*at) for on, at in row["torch"].items()})
            for name, row in read_json(text or "{}").items()
        }
    except (ValueError, TypeError, AttributeError, KeyError):
        raise FlashcardsError("verified.json is damaged; delete it and verify again") from None


def load_verified_versions(course: Course, base: Path) -> dict[str, str]:
    """Keys of code entries to the newest PyTorch that they were verified on.

    `base` is the folder of the built-in course, where entries that the course uses were verified.
    """
    homes = [*([base] if course.origins else []), Path(course.root)]
    records = {name: row for home in homes for name, row in load_records(home).items()}
    return {
        entry.key: sort_versions(record.torch)[-1]
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Code) and entry.is_python
        if (record := records.get(hash_code(entry))) and record.torch
    }


def update_records(
    old: Mapping[str, Record],
    entries: Iterable[Code],
    version: str,
    hardware: Hardware,
    verified: Mapping[str, bool],
) -> Records:
    """Return old records that still fit an entry, with what a run says about one version.

    `verified` has the keys of what was run. An entry that did not run keeps its record of the
    version; one that went wrong loses it.
    """
    kept: Records = {}
    for entry in entries:
        name = hash_code(entry)
        versions = dict(old[name].torch) if name in old else {}
        if verified.get(entry.key):
            versions[version] = hardware if entry.needs else Hardware(hardware.platform, "cpu")
        elif entry.key in verified:
            versions.pop(version, None)
        if versions:
            kept[name] = Record(entry.key, versions)
    return kept


def format_records(records: Mapping[str, Record]) -> str:
    """The text of the file: sorted by key, one record a line, so that changes read well."""
    rows = sorted(records.items(), key=lambda row: (row[1].key, row[0]))
    lines = [f" {json.dumps(name)}: {_format_record(record)}" for name, record in rows]
    return "{\n" + ",\n".join(lines) + "\n}\n" if lines else "{}\n"


def _format_record(record: Record) -> str:
    versions = {on: record.torch[on] for on in sort_versions(record.torch)}
    return json.dumps({"key": record.key, "torch": versions})
