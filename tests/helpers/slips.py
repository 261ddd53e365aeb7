"""Slips of authors, written by somebody who did not know the code, and what `check` makes of them.

Each has a broken file, the right one, the line to be told, and whether the right one follows
from the broken one for certain.
"""

import shutil
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from flashcards.check import check_course
from flashcards.errors import Problem, ProblemsFound
from flashcards.source.decoding import decode_source
from flashcards.source.yaml_reader import Document
from tests.helpers.fixes import apply_fixes

SLIPS = Path(__file__).parents[1] / "data" / "slips"
MOST_ROUNDS = 4


class Slip(NamedTuple):
    """One slip, by its name."""

    id: str
    file: str
    broken: str
    right: str
    lines: tuple[int, ...]
    certain: bool
    harmless: bool


class Outcome(NamedTuple):
    """What `check` says of a slip, and the file with the cures, certain ones alone or all."""

    problems: list[Problem]
    warnings: list[Problem]
    certain: str
    shown: str


@cache
def load_slips() -> dict[str, Slip]:
    """All slips."""
    found = {}
    for path in sorted(SLIPS.glob("*.yaml")):
        for item in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
            lines = tuple(item.get("lines") or [item["line"]])
            texts = item["broken"], item["right"]
            harmless = bool(item.get("harmless"))
            found[item["id"]] = Slip(
                item["id"], item["file"], *texts, lines, bool(item["certain"]), harmless
            )
    return found


def try_slip(slip: Slip, folder: Path) -> Outcome:
    """Check a course with the broken file, and apply what is offered until nothing more is."""
    shutil.copytree(SLIPS / "base", folder)
    check = cache(partial(_check, slip, folder))
    report = check(slip.broken)
    return Outcome(
        [each for each in report.problems if each.at.file == slip.file],
        [each for each in report.warnings if each.at.file == slip.file],
        _apply(slip, check, guesses=False),
        _apply(slip, check, guesses=True),
    )


def _check(slip: Slip, folder: Path, text: str) -> Any:
    path = folder / slip.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return check_course(folder, label="")


def _apply(slip: Slip, check: Callable[[str], Any], guesses: bool) -> str:
    text = slip.broken
    for _ in range(MOST_ROUNDS):
        own = [each for each in check(text).problems if each.at.file == slip.file]
        bom = "\ufeff" if text.startswith("\ufeff") else ""
        fixed = apply_fixes({slip.file: text.removeprefix("\ufeff")}, own, guesses)[slip.file]
        if bom + str(fixed) == text:
            return text
        text = bom + str(fixed)
    return text


def read_plain(text: str) -> Any:
    """The values in a file, texts without the spaces around them; None if it cannot be read."""
    try:
        document = Document(decode_source(text.encode(), "x.yaml"), "x.yaml")
    except ProblemsFound:
        return None
    return _strip(document.data) if document.is_whole else None


def _strip(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _strip(inner) for name, inner in value.items()}
    return value.strip() if isinstance(value, str) else [_strip(inner) for inner in value]
