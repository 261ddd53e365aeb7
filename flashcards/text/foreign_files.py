"""What spreadsheet programs save unless they are told otherwise: workbooks, and old letters."""

from __future__ import annotations

import re
from collections.abc import Collection

from flashcards.fileio import decode_text

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What it begins with."""
_RUN = re.compile(rb"[\x80-\xff]+")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SPECIAL_WORD = re.compile(r"\w*[\x80-\U0010ffff]\w*")
_MOST_WORDS = 4
_LONGEST_RUN = 3
_MOST_IN_RUNS = 0.34


def is_workbook(names: Collection[str]) -> bool:
    """Whether a zip with files of these names is a workbook of Excel or LibreOffice."""
    return {"mimetype", "content.xml"} <= {*names} or any(
        name.startswith("xl/workbook.") for name in names
    )


def decode_table(data: bytes) -> tuple[str, str]:
    """The text of a file, and words to look at if it was read as Windows-1252.

    Raises UnicodeDecodeError if it is in none of the letters that are known.
    """
    try:
        return decode_text(data), ""
    except UnicodeDecodeError:
        text = _decode_western(data)
        if not text:
            raise
    return text, ", ".join(list(dict.fromkeys(_SPECIAL_WORD.findall(text)))[:_MOST_WORDS])


def _decode_western(data: bytes) -> str:
    """The text in Windows-1252, if that is likely; else nothing.

    Letters beyond ASCII stand alone in the languages that are written so. Where they stand
    together it is another alphabet, and other letters would come out.
    """
    runs = [len(run) for run in _RUN.findall(data)]
    together = sum(length for length in runs if length >= _LONGEST_RUN)
    if _CONTROL.search(data) or together > _MOST_IN_RUNS * sum(runs):
        return ""
    if sum(length for length in runs if length > 1) > sum(runs) / 2:
        return ""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return ""
