"""Writing `from` into an overlay: the translation was checked against today's English.

Only the line of the fingerprint changes; the rest of the author's file, comments
and spacing included, stays as it is.
"""

from __future__ import annotations

import re

from flashcards.errors import FlashcardsError
from flashcards.source.yaml_reader import Document


def accepted(text: str, file: str, fingerprints: dict[str, str]) -> str:
    """The overlay text with the fingerprint of each key in it set."""
    document = Document(text, file)
    lines = text.splitlines(keepends=True)
    edits = []
    for key, mark in fingerprints.items():
        written = document.data["entries"][key]
        if "from" in written:
            at = document.place(("entries", key, "from"))
            edits.append((at.line - 1, at.column - 1, True, mark))
        else:
            at = document.place(("entries", key))
            edits.append((at.line - 1, at.column - 1, False, mark))
    for line, column, there, mark in sorted(edits, reverse=True):
        lines[line] = _edited(lines[line], column, there, mark)
    return _checked("".join(lines), file, fingerprints)


def _edited(line: str, column: int, there: bool, mark: str) -> str:
    if there:
        return line[:column] + re.sub(
            r"^[\"']?[^\s,}\"']*[\"']?", f'"{mark}"', line[column:], count=1
        )
    if line[column] == "{":
        return f'{line[: column + 1]}from: "{mark}", {line[column + 1 :]}'
    return f'{line[:column]}from: "{mark}"\n{line[:column]}{line[column:]}'


def _checked(text: str, file: str, fingerprints: dict[str, str]) -> str:
    entries = Document(text, file).data["entries"]
    for key, mark in fingerprints.items():
        if entries[key].get("from") != mark:
            raise FlashcardsError(f"{file}: cannot write 'from: {mark}' for '{key}'; do it by hand")
    return text
