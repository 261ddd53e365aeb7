"""Which reader reads a file: judged by what is in it, and by its name where that is not enough."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes, load_head, open_zip, read_json
from flashcards.importing.canvas_file import read_canvas_xml, read_canvas_zip
from flashcards.importing.document_tables import read_html_tables, read_markdown_tables
from flashcards.importing.gift_file import looks_like_gift, read_gift
from flashcards.importing.item import MOST_ITEMS, Material, PictureLoader
from flashcards.importing.markdown_text import drop_private
from flashcards.importing.moodle_file import read_moodle
from flashcards.importing.pictures import make_folder_loader
from flashcards.importing.table_file import knows_columns, read_rows, read_table_file
from flashcards.text.foreign_tables import MOST_PARTED, Unreadable, decode_table
from flashcards.text.workbook import ZIP, Sheet, choose_sheet, load_sheets
from flashcards.words.message import Message

LARGEST_TEXT = 100_000_000
_OBJECT = re.compile(r'\s*\{\s*(?:"|\}\s*\Z)')
_PARTING = (b"<", b",", b"\t", b"{", b"[", b'"')


def load_material(path: Path, pairs: Sequence[tuple[str, str]], files: ExitStack) -> Material:
    """What a file holds. `pairs` are fields and columns of a table.

    An archive whose pictures may be asked for stays open with `files`.

    Raises FlashcardsError in one line if it is nothing that is known, damaged or too large.
    """
    try:
        material = _read(path, pairs, files)
    except Unreadable as error:
        raise FlashcardsError(error.message.fill(file=path)) from None
    if material.count > MOST_ITEMS:
        raise FlashcardsError(Message("import-too-many-items", file=path, most=MOST_ITEMS))
    if not material.count:
        raise FlashcardsError(Message("import-nothing-in-file", file=path))
    return material


def _read(path: Path, pairs: Sequence[tuple[str, str]], files: ExitStack) -> Material:
    ending = path.suffix.lower()
    if ending in (".apkg", ".colpkg"):
        from flashcards.importing.anki_notes import load_apkg

        return load_apkg(path, files)
    if sheets := load_sheets(path):
        return _read_sheets(sheets, path, pairs)
    if load_head(path, len(ZIP)) == ZIP:
        return read_canvas_zip(files.enter_context(open_zip(path)), path.name)
    data = load_bytes(path, LARGEST_TEXT)
    if sum(map(data.count, _PARTING)) > MOST_PARTED or not _fits(data):
        raise Unreadable(Message("import-too-much"))
    text, words = decode_table(data, Message("import-no-utf8"))
    if "\0" in text:
        raise Unreadable(Message("import-no-text"))
    material = _read_text(text.replace("\r\n", "\n").replace("\r", "\n"), path, pairs)
    if words:
        material.notices.insert(0, Message("table-western", file=path.name, words=words))
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


def _read_text(text: str, path: Path, pairs: Sequence[tuple[str, str]]) -> Material:
    name, ending = path.name, path.suffix.lower()
    load = make_folder_loader(path.parent)
    is_table = bool(pairs) or ending in (".csv", ".tsv")
    if text.lstrip().startswith("{") and not is_table and _is_json(text, ending):
        return _read_json(text, name, load)
    text = drop_private(text)
    if is_table:
        return read_table_file(text, name, pairs, load)
    if text.lstrip().startswith("<"):
        return _read_markup(text, name, load)
    if ending in (".md", ".markdown"):
        return read_markdown_tables(text, name, load)
    if ending == ".gift" or looks_like_gift(text):
        return read_gift(text, name)
    return read_table_file(text, name, pairs, load)


def _is_json(text: str, ending: str) -> bool:
    """Whether a text that begins with a brace is JSON, and not a question of GIFT."""
    return ending == ".json" or (ending != ".gift" and bool(_OBJECT.match(text)))


def _read_json(text: str, name: str, load: PictureLoader) -> Material:
    from flashcards.importing.anki_notes import read_crowdanki

    try:
        data = read_json(text)
    except ValueError as error:
        raise Unreadable(Message("import-json-broken", error=str(error))) from None
    if data.get("__type__") == "Deck":
        return read_crowdanki(data, name, load)
    raise Unreadable(Message("import-json-other"))


def _read_markup(text: str, name: str, load: PictureLoader) -> Material:
    head = text.lstrip()[:2000]
    if "<questestinterop" in head:
        return read_canvas_xml(text.encode(), name)
    if re.search(r"<quiz\b", head):
        return read_moodle(text.encode(), name)
    return read_html_tables(text, name, load)
