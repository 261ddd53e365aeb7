"""The quick way into a build: a plain command line is read without typer.

Loading typer takes longer than finding out that there is nothing to do.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flashcards.paths import cache_folder


def job_of(arguments: Sequence[str]) -> str:
    """Names a build: the same words in the same place with the same clock."""
    return "\n".join([str(Path.cwd()), os.environ.get("SOURCE_DATE_EPOCH", ""), *arguments])


def said_before(arguments: Sequence[str]) -> str | None:
    """What this very build said last time, if there is nothing to do since."""
    from flashcards.anki.build_record import load_last_words, load_tool_version
    from flashcards.cache import Cache

    said = load_last_words(Cache(cache_folder()), job_of(arguments), load_tool_version())
    return None if said is None else f"Nothing has changed.\n{said}"


def build_wishes(arguments: Sequence[str]) -> dict[str, Any] | None:
    """The order in `DIR -o FILE --release --with-retired`; None if there is anything else."""
    wishes: dict[str, Any] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument in ("--release", "--with-retired"):
            wishes[argument[2:].replace("-", "_")] = True
        elif argument in ("-o", "--output"):
            wishes["output"] = _path(next(rest, ""))
        elif "folder" not in wishes:
            wishes["folder"] = _path(argument)
        else:
            return None
    return None if None in wishes.values() else wishes


def _path(text: str) -> Path | None:
    return None if not text or text.startswith("-") else Path(text)
