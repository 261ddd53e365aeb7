"""What `ptquiz check` does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.errors import AlreadyTold, Problem
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards.cache import Cache
    from flashcards.source.folder import CourseFolder


LOCK = Path("decks", "deck.lock")
"""What was released: an entry in it may be retired, but not vanish."""


def tell_problems(folder: Path | None, strict: bool, as_json: bool) -> None:
    """Print every problem and warning; raise if there are any that count."""
    problems, warnings = found_in(folder)
    if as_json:
        rows = {"problems": problems, "warnings": warnings}
        print_json({name: [_row(each) for each in found] for name, found in rows.items()})
    else:
        _print(problems, warnings)
    if problems or (strict and warnings):
        raise AlreadyTold


def found_in(folder: Path | None) -> tuple[list[Problem], list[Problem]]:
    """All problems and all warnings; an unchanged clean course is not even parsed."""
    from flashcards.cache import Cache, content_key
    from flashcards.fileio import FileMissing, load_bytes
    from flashcards.paths import cache_folder, label_of
    from flashcards.source import builtin_folder, load_folder
    from flashcards.source.course import iter_inputs
    from flashcards.source.folder import MAX_FILE_BYTES

    files = load_folder(folder or builtin_folder(), label_of(folder))
    cache = Cache(cache_folder())
    try:
        released = load_bytes(files.root / LOCK, MAX_FILE_BYTES, links=False)
    except FileMissing:
        released = b""
    key = f"check-{content_key([*iter_inputs(files), released])}"
    kept = cache.get(key)
    if kept is not None:
        return [], kept
    problems, warnings = read_problems(files, cache)
    if not problems:
        cache.put(key, warnings)
    return problems, warnings


def read_problems(files: CourseFolder, cache: Cache) -> tuple[list[Problem], list[Problem]]:
    """All problems and all warnings of a folder that was loaded."""
    from flashcards.lint import lint
    from flashcards.source import read_course
    from flashcards.source.positions import locate_findings
    from flashcards.source.translations import find_stale_translations

    reading = read_course(files, cache)
    problems, warnings = list(reading.problems), list(reading.warnings)
    if reading.course is not None and not problems and (files.root / LOCK).is_file():
        from flashcards.anki.job import load_broken_promises

        problems += load_broken_promises(reading.course, files.shown(files.root / LOCK))
    if reading.course is not None:
        own = set(reading.course.places) - set(reading.course.origins)
        warnings += locate_findings(
            (each for each in lint(reading.course) if each.key in own), files
        )
        warnings += find_stale_translations(reading.course)
    return problems, sorted(warnings)


def _print(problems: list[Problem], warnings: list[Problem]) -> None:
    for problem in problems:
        print_line(problem)
        if problem.hint:
            print_line(f"    {problem.hint}")
    for warning in warnings:
        print_line(f"{warning.at}: warning: {warning.message}")
        if warning.hint:
            print_line(f"    {warning.hint}")
    print_line(f"{_count(problems, 'problem')}, {_count(warnings, 'warning')}")


def _count(found: list[Problem], noun: str) -> str:
    return f"{len(found)} {noun}{'' if len(found) == 1 else 's'}"


def _row(problem: Problem) -> dict[str, Any]:
    return {**problem.at._asdict(), "message": problem.message, "hint": problem.hint}
