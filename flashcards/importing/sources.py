"""Which reader reads a file: judged by what is in it, and by its name where that is not enough."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from zipfile import ZipFile

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes, load_head, open_zip, read_json
from flashcards.importing.item import MOST_ITEMS, Material, PictureLoader
from flashcards.importing.markdown_text import drop_private
from flashcards.text.foreign_tables import OLD_WORKBOOK, Unreadable, decode_table, is_workbook
from flashcards.words.message import Message

LARGEST_TEXT = 100_000_000
MOST_PARTED = 3_000_000
"""Cells, tags and values of a file, each of which takes a hundred bytes in memory."""
_PARTING = (b"<", b",", b"\t", b"{", b"[", b'"')
_WORKBOOKS = (".xlsx", ".xls", ".xlsm", ".ods", ".numbers")
_IS_WORKBOOK = Message("import-workbook")


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
    name, ending = path.name, path.suffix.lower()
    if ending in (".apkg", ".colpkg"):
        from flashcards.importing.anki_notes import load_apkg

        return load_apkg(path, files)
    head = load_head(path, len(OLD_WORKBOOK))
    if ending in _WORKBOOKS or head == OLD_WORKBOOK:
        raise Unreadable(_IS_WORKBOOK)
    if head.startswith(b"PK\x03\x04"):
        return _read_zip(files.enter_context(open_zip(path)), name)
    data = load_bytes(path, LARGEST_TEXT)
    if sum(map(data.count, _PARTING)) > MOST_PARTED or not _fits(data):
        raise Unreadable(Message("import-too-much"))
    text, notices = _decode(data, name)
    material = _read_decoded(text, path, pairs)
    material.notices[:0] = notices
    return material


def _fits(data: bytes) -> bool:
    """Whether a text takes no more memory than its bytes: a single sign can make it four times."""
    return 4 * len(data) <= LARGEST_TEXT or data.isascii()


def _read_zip(archive: ZipFile, name: str) -> Material:
    from flashcards.importing.canvas_file import read_canvas_zip

    if is_workbook(archive.namelist()):
        raise Unreadable(_IS_WORKBOOK)
    return read_canvas_zip(archive, name)


def _read_decoded(text: str, path: Path, pairs: Sequence[tuple[str, str]]) -> Material:
    from flashcards.importing.pictures import make_folder_loader
    from flashcards.importing.table_file import read_table_file

    name, ending = path.name, path.suffix.lower()
    load = make_folder_loader(path.parent)
    head = text.lstrip()[:2000]
    if pairs or ending in (".csv", ".tsv"):
        return read_table_file(drop_private(text), name, pairs, load)
    if head.startswith("{"):
        return _read_json(text, name, load)
    text = drop_private(text)
    if head.startswith("<"):
        return _read_markup(text, head, name, load)
    return _read_text(text, ending, name, load)


def _read_text(text: str, ending: str, name: str, load: PictureLoader) -> Material:
    from flashcards.importing.document_tables import read_markdown_tables
    from flashcards.importing.gift_file import looks_like_gift, read_gift
    from flashcards.importing.table_file import read_table_file

    if ending in (".md", ".markdown"):
        return read_markdown_tables(text, name, load)
    if ending == ".gift" or looks_like_gift(text):
        return read_gift(text, name)
    return read_table_file(text, name, (), load)


def _read_json(text: str, name: str, load: PictureLoader) -> Material:
    from flashcards.importing.anki_notes import looks_like_crowdanki, read_crowdanki
    from flashcards.importing.own_file import looks_like_own, looks_like_questions, read_own

    try:
        data = read_json(text)
    except ValueError as error:
        raise Unreadable(Message("import-json-broken", error=str(error))) from None
    if looks_like_own(data):
        return read_own(data, name)
    if looks_like_crowdanki(data):
        return read_crowdanki(data, name, load)
    if looks_like_questions(data):
        raise Unreadable(Message("import-json-questions"))
    raise Unreadable(Message("import-json-other"))


def _read_markup(text: str, head: str, name: str, load: PictureLoader) -> Material:
    from flashcards.importing.canvas_file import read_canvas_xml
    from flashcards.importing.document_tables import read_html_tables
    from flashcards.importing.moodle_file import read_moodle

    data = text.encode()
    if "<questestinterop" in head:
        return read_canvas_xml(data, name)
    if re.search(r"<quiz\b", head):
        return read_moodle(data, name)
    return read_html_tables(text, name, load)


def _decode(data: bytes, name: str) -> tuple[str, list[Message]]:
    """The text, and a notice if its letters had to be guessed. Raises Unreadable."""
    try:
        text, words = decode_table(data)
    except UnicodeDecodeError:
        raise Unreadable(Message("import-no-utf8")) from None
    if not text.strip():
        raise Unreadable(Message("import-empty"))
    if "\0" in text:
        raise Unreadable(Message("import-no-text"))
    told = [Message("table-western", file=name, words=words)] if words else []
    return text.replace("\r\n", "\n").replace("\r", "\n"), told
