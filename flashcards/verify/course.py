"""All code entries of a course run on one PyTorch, and what is written down about it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import write_whole
from flashcards.model import Code, Course
from flashcards.verify.records import (
    RECORDS_FILE,
    format_records,
    list_code_entries,
    load_records,
    update_records,
)
from flashcards.verify.run import Machine, Verification, find_machine, verify_entry
from flashcards.verify.symbols import Symbol, find_unmentioned_removals
from flashcards.verify.warm import WarmPython


@dataclass(frozen=True)
class VerifyReport:
    """The PyTorch that was used, one verification per code entry, and names that are gone."""

    machine: Machine
    entries: tuple[Verification, ...]
    symbols: tuple[Symbol, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong; entries that could not run here are not held against it."""
        verdicts = {each.verdict for each in self.entries}
        return not self.symbols and verdicts <= {"verified", "not run"}


def verify_course(
    course: Course, *, python: str, environ: Mapping[str, str], keys: Collection[str] = (),
    seconds: float = 180, jobs: int = 2,
) -> VerifyReport:  # fmt: skip
    """Run the code entries of a course, or those with these keys, and look up every torch name.

    `python` is an interpreter that has PyTorch, `environ` the environment that it is
    started in; each entry may take so many seconds, `jobs` run at a time. Names are
    looked up only if all entries are run. Raises FlashcardsError for an unknown key or
    a Python without PyTorch.
    """
    entries = _find_entries(course, keys)
    machine = find_machine(python)
    verified = _verify_all(entries, machine, environ, seconds, jobs)
    symbols = () if keys else tuple(find_unmentioned_removals(course, python))
    return VerifyReport(machine, verified, symbols)


def record_verified(course: Course, report: VerifyReport) -> None:
    """Write what was verified into `decks/verified.json` of the course."""
    verified = {each.key for each in report.entries if each.verdict == "verified"}
    old, entries = load_records(Path(course.root)), list_code_entries(course)
    text = format_records(update_records(old, entries, verified, report.machine))
    write_whole(Path(course.root, RECORDS_FILE), text.encode(), source=True)


def _find_entries(course: Course, keys: Collection[str]) -> list[Code]:
    entries = list_code_entries(course)
    if unknown := set(keys) - {entry.key for entry in entries}:
        raise FlashcardsError(f"no code entry called {', '.join(sorted(unknown))}")
    return [entry for entry in entries if not keys or entry.key in keys]


def _verify_all(
    entries: list[Code], machine: Machine, environ: Mapping[str, str], seconds: float, jobs: int
) -> tuple[Verification, ...]:
    """In the order of the entries; the work is shared by so many warm Pythons."""
    done: dict[str, Verification] = {}
    waiting = iter(entries)

    def work(waiting: Iterator[Code]) -> None:
        with WarmPython(machine.python, environ) if hasattr(os, "fork") else nullcontext() as warm:
            for entry in waiting:
                done[entry.key] = verify_entry(entry, machine, environ, seconds, warm)

    with ThreadPoolExecutor(jobs) as pool:
        for each in [pool.submit(work, waiting) for _ in range(jobs)]:
            each.result()
    return tuple(done[entry.key] for entry in entries)
