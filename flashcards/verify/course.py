"""All code entries of a course run on one PyTorch or several, and what is recorded of it.

What is not the same on all versions is for an author to look at.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from flashcards.errors import FlashcardsError
from flashcards.fileio import write_whole
from flashcards.model import Code, Course
from flashcards.text.entry_texts import normalize_output
from flashcards.verify.records import (
    RECORDS_FILE,
    Record,
    format_records,
    hash_code,
    list_code_entries,
    load_records,
    update_records,
)
from flashcards.verify.run import Machine, Verification, find_machine, verify_entry
from flashcards.verify.sandbox import WALLS, PreloadedPython, find_walls
from flashcards.verify.symbols import (
    Symbol,
    find_unmentioned_removals,
    find_used_names,
    look_up_names,
)
from flashcards.words.message import Message, Names

_LIMITS = {
    "memory": "limit-memory",
    "file size": "limit-file-size",
    "network": "limit-network",
    "writing outside its folder": "limit-writing",
}
"""What a sandbox keeps code from, as it is told."""


@dataclass(frozen=True)
class VersionRun:
    """The PyTorch that was used, one verification per code entry, and names that are gone."""

    machine: Machine
    entries: tuple[Verification, ...]
    symbols: tuple[Symbol, ...]
    states: Mapping[str, str]
    """Every torch name that was looked up, and what it is in this version."""


class VersionChange(NamedTuple):
    """An entry that prints otherwise on another version, or names what another one lacks."""

    key: str
    name: str
    """The torch name that changed; empty if it is what the entry prints."""
    versions: tuple[tuple[str, str | Message], ...]
    """Each version, and what the entry prints there, why it failed, or what the name is there."""
    told: bool
    """Whether the entry says so."""


@dataclass(frozen=True)
class VerifyReport:
    """The runs in the order of their Pythons, and what is not the same on all versions."""

    runs: tuple[VersionRun, ...]
    changes: tuple[VersionChange, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong; entries that could not run here are not held against it."""
        verdicts = {each.verdict for run in self.runs for each in run.entries}
        return not any(run.symbols for run in self.runs) and verdicts <= {"verified", "not run"}


def verify_course(
    course: Course,
    *,
    pythons: Sequence[str],
    environ: Mapping[str, str],
    keys: Collection[str] = (),
    seconds: float = 180,
    jobs: int = 2,
) -> VerifyReport:
    """Run the code entries of a course, or those with these keys, and look up every torch name.

    `pythons` are interpreters that have PyTorch, used one after another; a course that
    never uses it needs none. `environ` is the environment that they are started in; each
    entry may take so many seconds, `jobs` run at a time. Names are looked up only if all
    entries are run. Raises FlashcardsError for an unknown key or a Python without PyTorch.
    """
    entries, used = _find_entries(course, keys), find_used_names(course)
    needs_torch = bool(used) or any(entry.uses_pytorch for entry in list_code_entries(course))
    machines = [find_machine(python, needs_torch) for python in pythons]
    names = set() if keys else set().union(*used.values())
    states = [look_up_names(names, each.python) if names else {} for each in machines]
    runs = tuple(
        VersionRun(
            machine,
            _verify_all(entries, machine, environ, seconds, jobs),
            tuple(find_unmentioned_removals(course, found)),
            found,
        )
        for machine, found in zip(machines, states, strict=True)
    )
    outputs = _find_output_changes(entries, runs, load_records(Path(course.root)))
    return VerifyReport(runs, (*outputs, *_find_name_changes(used, runs)))


def has_code(course: Course) -> bool:
    """Whether there is anything to run."""
    return bool(list_code_entries(course))


def describe_verification(course: Course, python: str) -> Message:
    """Whose code would run here, how much of it, and what it is kept from on this system."""
    count, walls = len(list_code_entries(course)), find_walls(python)
    limits = Names([Message("limit-time"), *(Message(_LIMITS[wall]) for wall in walls)])
    told = Message(
        "verify-described",
        title=course.info.title,
        author=course.info.author,
        n=count,
        limits=limits,
    )
    missing = Names(Message(_LIMITS[wall]) for wall in WALLS if wall not in walls)
    return Message("verify-unlimited", told=told, limits=missing) if missing else told


def record_verified(course: Course, report: VerifyReport) -> None:
    """Write what was verified on PyTorch into `decks/verified.json` of the course."""
    records, entries = load_records(Path(course.root)), list_code_entries(course)
    runs = [run for run in report.runs if run.machine.torch]
    for run in runs:
        records = update_records(records, entries, run.machine, run.entries)
    if runs:
        text = format_records(records)
        write_whole(Path(course.root, RECORDS_FILE), text.encode(), source=True)


def _find_entries(course: Course, keys: Collection[str]) -> list[Code]:
    entries = list_code_entries(course)
    if unknown := set(keys) - {entry.key for entry in entries}:
        raise FlashcardsError(Message("code-unknown", keys=Names(sorted(unknown))))
    return [entry for entry in entries if not keys or entry.key in keys]


def _verify_all(
    entries: list[Code], machine: Machine, environ: Mapping[str, str], seconds: float, jobs: int
) -> tuple[Verification, ...]:
    """In the order of the entries; so many Pythons that have PyTorch loaded share the work."""
    done: dict[str, Verification] = {}
    waiting = iter(entries)

    def work(waiting: Iterator[Code]) -> None:
        can_fork = machine.torch and hasattr(os, "fork")
        loaded = PreloadedPython(machine.python, environ, cuda=machine.cuda) if can_fork else None
        with loaded or nullcontext() as preloaded:
            for entry in waiting:
                done[entry.key] = verify_entry(entry, machine, environ, seconds, preloaded)

    with ThreadPoolExecutor(jobs) as pool:
        for each in [pool.submit(work, waiting) for _ in range(jobs)]:
            each.result()
    return tuple(done[entry.key] for entry in entries)


def _find_output_changes(
    entries: Sequence[Code], runs: Sequence[VersionRun], records: Mapping[str, Record]
) -> Iterator[VersionChange]:
    """Entries whose output differs between runs, each with the version that it was made on.

    An entry that went wrong is also compared with the versions that it is recorded for.
    """
    for entry in entries:
        found = [
            (run.machine.torch, each)
            for run in runs
            for each in run.entries
            if each.key == entry.key and each.verdict != "not run"
        ]
        told = all(each.verdict == "verified" for _, each in found)
        printed: list[tuple[str, str | Message]] = [
            (version, _find_result(each)) for version, each in found
        ]
        if not told and (record := records.get(hash_code(entry))):
            ran = {version for version, _ in found}
            says = normalize_output(entry.prints)
            printed = [*((on, says) for on in record.torch if on not in ran), *printed]
        if len({text for _, text in printed}) > 1:
            yield VersionChange(entry.key, "", tuple(printed), told)


def _find_name_changes(
    used: Mapping[str, Collection[str]], runs: Sequence[VersionRun]
) -> Iterator[VersionChange]:
    """Names that are not in the same state on all versions, once for each entry that uses them."""
    silent = {(each.key, each.name) for run in runs for each in run.symbols}
    for key, names in used.items():
        for name in sorted(names):
            found = [(run.machine.torch, run.states[name]) for run in runs if name in run.states]
            if len({state for _, state in found}) > 1:
                yield VersionChange(key, name, tuple(found), (key, name) not in silent)


def _find_result(run: Verification) -> str | Message:
    """What an entry printed, or that it failed."""
    return Message("verify-failed", detail=run.detail) if run.printed is None else run.printed
