"""Packages from anywhere: read, or refused with a reason."""

import io
import sqlite3
import struct
import tracemalloc
import zipfile
from contextlib import closing, contextmanager

import pytest

from flashcards.anki import reader
from flashcards.anki.build import pack_package
from flashcards.anki.reader import load_package
from flashcards.errors import FlashcardsError
from tests.helpers.courses import package_of, sample_course

TABLES = (
    "create table col(models, decks); create table cards(nid, ord, did, odid);"
    "create table notes(id, guid, mid, mod, flds, tags);"
)
NEWER = f"""{TABLES} create table decks(id, name);
create table notetypes(id, name, mtime_secs, config);
create table fields(ntid, ord, name, config); create table templates(ntid, ord, name, config);
"""
ENDLESS = "with recursive n(x) as (select 1 union all select x+1 from n)"


def _fill(*statements, data=None):
    """The database of a package of ours, or another one, with more in it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        if data is None:
            with zipfile.ZipFile(io.BytesIO(pack_package(package_of(sample_course())))) as archive:
                data = archive.read("collection.anki2")
        if data:
            connection.deserialize(data)
        for statement in statements:
            connection.executescript(statement)
        return connection.serialize()


def _zip(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


@contextmanager
def _little_memory(limit):
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < limit
    finally:
        tracemalloc.stop()


def _no_message(config):
    fill = f"insert into notetypes values(1, 'a', 1, x'{config}');"
    return {"collection.anki21": lambda: _fill(NEWER, fill, data=b"")}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (None, "is not a package, or is damaged"),
        ({"hello": "world"}, "it has no collection"),
        # An older collection only stands in for a newer one.
        ({"collection.anki2": _fill, "collection.anki21b": b"no"}, "is damaged"),
        (_no_message("ff"), "is damaged"),
        (_no_message("08" + "ff" * 11), "is damaged"),
        (_no_message("0aff01"), "is damaged"),
        (
            {"collection.anki2": lambda: _fill("update notes set mid = 77 where id % 2 = 0;")},
            r"is damaged: note .* has no note type",
        ),
    ],
)
def test_what_is_no_package_or_damaged_is_an_error(tmp_path, files, message):
    path = tmp_path / "a.apkg"
    path.write_bytes(b"hello")
    if files is not None:
        _zip(path, {name: data() if callable(data) else data for name, data in files.items()})
    with pytest.raises(FlashcardsError, match=message):
        load_package(path)


def test_an_encrypted_package_is_refused(tmp_path):
    data = bytearray(_zip(tmp_path / "a.apkg", {"collection.anki2": b"x"}).read_bytes())
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(mark) + offset] |= 1
    (tmp_path / "a.apkg").write_bytes(data)
    with pytest.raises(FlashcardsError, match="is encrypted"):
        load_package(tmp_path / "a.apkg")


@pytest.mark.parametrize("name", ["collection.anki2", "collection.anki21b"])
@pytest.mark.parametrize("lies", [False, True], ids=["", "that lies about its size"])
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path, monkeypatch, name, lies):
    monkeypatch.setattr(reader, "MAX_NOTES", 2_000_000)
    data = bytes(20_000_000)
    packed = reader.zstd.compress(data) if name.endswith("b") else data
    path = _zip(tmp_path / "a.apkg", {name: packed})
    if lies:
        raw = bytearray(path.read_bytes())
        struct.pack_into("<I", raw, raw.index(b"PK\1\2") + 24, 1000)
        path.write_bytes(raw)
    refused = "unpacks to more than|is not a package, or is damaged"
    with _little_memory(8_000_000), pytest.raises(FlashcardsError, match=refused):
        load_package(path)


STRANGE = "was not written by ptquiz, genanki or Anki"
VIEW = f"{ENDLESS} select x as id, x as guid, 1 as mid, 1 as mod, '' as flds, '' as tags from n"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("drop table cards;", "is damaged: no such table: cards"),
        (f"drop table notes; create view notes as {VIEW};", STRANGE),
        ("create trigger t insert on notes begin delete from notes; end;", STRANGE),
        ("alter table notes add column made text as (flds || flds);", STRANGE),
    ],
)
def test_a_database_that_is_none_or_acts_is_refused(tmp_path, statement, message):
    path = _zip(tmp_path / "a.apkg", {"collection.anki2": _fill(statement)})
    with pytest.raises(FlashcardsError, match=message):
        load_package(path)
