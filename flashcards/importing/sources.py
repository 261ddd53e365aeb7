"""Which reader reads a file: workbooks and tables, Anki packages, Moodle XML."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.importing.item import MOST_ITEMS, Material
from flashcards.importing.markdown_text import drop_private
from flashcards.importing.moodle_file import read_moodle
from flashcards.importing.pictures import make_folder_loader
from flashcards.importing.table_file import knows_columns, read_rows, read_table_file
from flashcards.text.foreign_tables import MOST_PARTED, Unreadable, decode_table
from flashcards.text.workbook import Sheet, choose_sheet, load_sheets

LARGEST_TEXT = 100_000_000
SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods", ".apkg", ".colpkg", ".xml")
"""What the names of files that can be imported end with."""
_PARTING = (b"<", b",", b"\t", b'"')


def load_material(path: Path, pairs: Sequence[tuple[str, str]], files: ExitStack) -> Material:
    """What a file holds. `pairs` are fields and columns of a table.

    An archive whose pictures may be asked for stays open with `files`.

    Raises FlashcardsError in one line if it is nothing that is known, damaged or too large.
    """
    try:
        material = _read(path, pairs, files)
    except Unreadable as error:
        raise FlashcardsError(f"{path} {error}") from None
    if material.count > MOST_ITEMS:
        raise FlashcardsError(f"{path} has more than {MOST_ITEMS} items; import it in parts")
    if not material.count:
        raise FlashcardsError(f"{path} has nothing to import")
    return material


def _read(path: Path, pairs: Sequence[tuple[str, str]], files: ExitStack) -> Material:
    suffix = path.suffix.lower()
    if suffix in (".apkg", ".colpkg"):
        from flashcards.importing.anki_notes import load_apkg

        return load_apkg(path, files)
    if sheets := load_sheets(path):
        return _read_sheets(sheets, path, pairs)
    if suffix not in SUFFIXES:
        raise Unreadable(
            f"is no file that can be imported: its name must end with one of {', '.join(SUFFIXES)}"
        )
    data = load_bytes(path, LARGEST_TEXT)
    if sum(map(data.count, _PARTING)) > MOST_PARTED or not _fits(data):
        raise Unreadable("has more in it than is read at once: import it in parts")
    refusal = (
        "is not UTF-8 text, nor a file of Anki or Canvas; "
        "save a spreadsheet as .xlsx, .ods or CSV UTF-8"
    )
    text, words = decode_table(data, refusal)
    if "\0" in text:
        raise Unreadable("is not text")
    text = drop_private(text.replace("\r\n", "\n").replace("\r", "\n"))
    if suffix == ".xml":
        material = read_moodle(text.encode(), path.name)
    else:
        material = read_table_file(text, path.name, pairs, make_folder_loader(path.parent))
    if words:
        notice = (
            f"{path.name} is not UTF-8 and was read as Windows-1252; "
            f"if these words are wrong, save it as CSV UTF-8: {words}"
        )
        material.notices.insert(0, notice)
    return material


def _fits(data: bytes) -> bool:
    """Whether a text takes no more memory than its bytes: a single sign can make it four times."""
    return 4 * len(data) <= LARGEST_TEXT or data.isascii()


def _read_sheets(sheets: Sequence[Sheet], path: Path, pairs: Sequence[tuple[str, str]]) -> Material:
    """The items of the first sheet whose columns are known, and what is to be told of it."""
    chosen, told = choose_sheet(sheets, lambda rows: knows_columns(rows, pairs))
    rows = [[*map(drop_private, row)] for row in chosen]
    merged = next(each.merged for each in sheets if each.rows is chosen)
    load = make_folder_loader(path.parent)
    material = read_rows(rows, path.name, pairs, load, merged=merged)
    material.tell(*told)
    return material
