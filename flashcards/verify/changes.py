"""What is not the same on all versions of PyTorch: entries for an author to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from flashcards.model import Code
from flashcards.text.entry_texts import normalize_output
from flashcards.verify.records import Record, hash_code
from flashcards.verify.run import Verification, find_output
from flashcards.verify.symbols import Symbol


class VersionChange(NamedTuple):
    """An entry that prints otherwise on another version, or names what another one lacks."""

    key: str
    name: str
    """The torch name that changed; empty if it is what the entry prints."""
    versions: tuple[tuple[str, str], ...]
    """Each version, and what the entry prints there or what the name is there."""
    told: bool
    """Whether the entry says so."""


def find_output_changes(
    entries: Sequence[Code],
    runs: Sequence[tuple[str, Sequence[Verification]]],
    records: Mapping[str, Record],
) -> Iterator[VersionChange]:
    """Entries whose output differs between runs, each with the version that it was made on.

    An entry that went wrong is also compared with the versions that it is recorded for.
    """
    for entry in entries:
        found = [
            (version, each)
            for version, verified in runs
            for each in verified
            if each.key == entry.key and each.verdict != "not run"
        ]
        told = all(each.verdict == "verified" for _, each in found)
        printed = [
            (version, f"failed: {each.detail}" if each.printed is None else each.printed)
            for version, each in found
        ]
        if not told and (record := records.get(hash_code(entry))):
            printed = [*_list_recorded(entry, record, [on for on, _ in found]), *printed]
        if len({text for _, text in printed}) > 1:
            yield VersionChange(entry.key, "", tuple(printed), told)


def find_name_changes(
    used: Mapping[str, Collection[str]],
    states: Sequence[tuple[str, Mapping[str, str]]],
    unmentioned: Collection[Symbol],
) -> Iterator[VersionChange]:
    """Names that are not in the same state on all versions, once for each entry that uses them.

    `used` are the names in each entry, `states` the states of all names on each version.
    """
    silent = {(each.key, each.name) for each in unmentioned}
    for key, names in used.items():
        for name in sorted(names):
            versions = tuple((on, found[name]) for on, found in states if name in found)
            if len({state for _, state in versions}) > 1:
                yield VersionChange(key, name, versions, (key, name) not in silent)


def _list_recorded(entry: Code, record: Record, ran: Collection[str]) -> Iterator[tuple[str, str]]:
    for version in record.torch:
        if version not in ran:
            yield version, normalize_output(find_output(entry, version))
