"""What is checked about a file that somebody names, before anything is made for it."""

from __future__ import annotations

from pathlib import Path

from flashcards.errors import UsageError
from flashcards.terminal.output import STDOUT

_KINDS = {
    ".apkg": "an Anki package",
    ".colpkg": "a backup of Anki",
    ".xml": "Moodle XML",
    ".zip": "a ZIP archive",
    ".html": "a web page",
    ".htm": "a web page",
    ".csv": "a table",
    ".json": "JSON",
    ".pdf": "a PDF",
    ".docx": "a document",
    ".odt": "a document",
    ".xlsx": "a spreadsheet",
    ".ods": "a spreadsheet",
}
"""What the suffix of a name promises."""


def check_suffix(output: Path | None, made: str, *suffixes: str) -> None:
    """Raise UsageError if the name of a file promises something else than is `made`."""
    if output is None or output.is_dir():
        return
    suffix = output.suffix.lower()
    if suffix in _KINDS and suffix not in suffixes:
        name = output.with_suffix(suffixes[0]).name
        raise UsageError(f"{made} is made, not {_KINDS[suffix]}; call it {name}.", "--output")


def refuse_stdout(output: Path | None, option: str) -> None:
    """Raise UsageError if standard output is named for what is not only text."""
    if output == STDOUT:
        raise UsageError("is written as a file; name one.", option)
