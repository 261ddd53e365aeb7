"""`ptquiz verify`: the answers of code cards, run on the real PyTorch."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON, KEY
from flashcards.errors import AlreadyTold, FlashcardsError
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards.model import Code, Course
    from flashcards.verify.run import Machine, Outcome
    from flashcards.verify.symbols import Symbol


OPTIONS = (
    FOLDER,
    KEY,
    Option("python", ("--python",), "A Python that has PyTorch."),
    Option(
        "record", ("--record",), "Write what was verified to decks/verified.json.",
        value=bool, default=False,
    ),
    Option("seconds", ("--seconds",), "Time limit for each entry.", value=float, default=180),
    Option("jobs", ("--jobs",), "Entries run at a time.", value=int, default=2, minimum=1),
    JSON,
)  # fmt: skip


def run(
    folder: Path | None, key: tuple[str, ...], python: str | None, record: bool, seconds: float,
    jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Run every code entry on the installed PyTorch and look up every torch name.

    What cannot run here (no GPU) is reported as not run, never as verified.
    """
    from flashcards.paths import course_at
    from flashcards.verify.run import find_machine
    from flashcards.verify.symbols import find_unmentioned_removals

    course = course_at(folder)
    machine = find_machine(python or sys.executable)
    entries = _entries(course, key)
    outcomes = _run_all(entries, machine, seconds, jobs)
    symbols = [] if key else find_unmentioned_removals(course, machine.python)
    if record:
        _record(course, outcomes, machine)
    if as_json:
        _print_json(machine, outcomes, symbols)
    else:
        _print(machine, outcomes, symbols, course)
    if symbols or any(each.verdict in ("wrong", "failed") for each in outcomes):
        raise AlreadyTold


def _entries(course: Course, keys: tuple[str, ...]) -> list[Code]:
    from flashcards.verify.records import code_entries

    entries = code_entries(course)
    if unknown := set(keys) - {entry.key for entry in entries}:
        raise FlashcardsError(f"no code entry called {', '.join(sorted(unknown))}")
    return [entry for entry in entries if not keys or entry.key in keys]


def _run_all(entries: list[Code], machine: Machine, seconds: float, jobs: int) -> list[Outcome]:
    """Every entry's outcome, in order; the work is shared by so many warm Pythons."""
    from concurrent.futures import ThreadPoolExecutor

    outcomes: dict[str, Outcome] = {}
    waiting = iter(entries)
    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(_work, waiting, machine, seconds, outcomes) for _ in range(jobs)]:
            done.result()
    return [outcomes[entry.key] for entry in entries]


def _work(
    waiting: Iterator[Code], machine: Machine, seconds: float, outcomes: dict[str, Outcome]
) -> None:
    from contextlib import nullcontext

    from flashcards.verify.run import verify as run_one
    from flashcards.verify.warm import WarmPython

    with WarmPython(machine.python) if hasattr(os, "fork") else nullcontext() as warm:
        for entry in waiting:
            outcomes[entry.key] = run_one(entry, machine, seconds, warm)


def _record(course: Course, outcomes: list[Outcome], machine: Machine) -> None:
    from flashcards.fileio import write_whole
    from flashcards.verify.records import (
        RECORDS_FILE,
        code_entries,
        load_records,
        updated,
        written,
    )  # fmt: skip

    old = load_records(Path(course.root))
    verified = {each.key for each in outcomes if each.verdict == "verified"}
    text = written(updated(old, code_entries(course), verified, machine))
    write_whole(Path(course.root, RECORDS_FILE), text.encode(), source=True)


def _print(
    machine: Machine, outcomes: list[Outcome], symbols: list[Symbol], course: Course
) -> None:
    for each in outcomes:
        if each.verdict != "verified":
            print_line(f"{course.places[each.key]}: {each.verdict}: {each.key}: {each.detail}")
    for symbol in symbols:
        at = course.places[symbol.key]
        print_line(f"{at}: {symbol.name} is {symbol.state}, and {symbol.key} does not say so")
    counts = {
        verdict: sum(each.verdict == verdict for each in outcomes)
        for verdict in ("verified", "wrong", "failed", "not run")
    }
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    print_line(f"PyTorch {machine.torch} on {machine.platform}, {machine.device}: {told}")


def _print_json(machine: Machine, outcomes: list[Outcome], symbols: list[Symbol]) -> None:
    from dataclasses import asdict

    told: dict[str, Any] = {
        "machine": asdict(machine),
        "entries": [asdict(each) for each in outcomes],
        "symbols": [symbol._asdict() for symbol in symbols],
    }
    print_json(told)
