"""Packages from anywhere: read, or refused with a reason."""

import io
import json
import sqlite3
import struct
import tracemalloc
import zipfile
from contextlib import closing

import genanki
import pytest

from flashcards.anki.package import pack_package
from flashcards.anki.reader import PackageLimits, load_package
from flashcards.errors import FlashcardsError
from tests.helpers.courses import package_of, sample_course, write_package
from tests.helpers.mutations import import_zstd

TWO_TABLES = "create table col(models, decks); create table cards(nid, ord, did);"
ENDLESS = "with recursive n(x) as (select 1 union all select x+1 from n)"
TRIGGER = "create trigger t insert on notes begin delete from notes; end;"


def _load_database() -> bytes:
    """The database in a package of ours."""
    with zipfile.ZipFile(io.BytesIO(pack_package(package_of(sample_course())))) as archive:
        return archive.read("collection.anki2")


COLUMNS = "x as id, x as guid, 1 as mid, 1 as mod, '' as flds, '' as tags"


def _zip(path, **files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name.replace("__", "."), data)
    return path


def _database(*statements):
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.executescript(statement)
        return connection.serialize()


def test_our_own_package_is_read(tmp_path):
    made = package_of(sample_course())
    found = load_package(write_package(tmp_path, made))
    assert set(found.notes) == {note.guid for note in made.notes}
    for deck in made.decks:
        for note in deck.notes:
            read = found.notes[note.guid]
            assert (list(read.fields), list(read.tags)) == (note.fields, note.tags)
            assert read.mod == note.mod
            assert read.decks == dict.fromkeys((card.ord for card in note.cards), deck.name)


def test_a_package_of_genanki_is_read(tmp_path):
    model = genanki.Model(
        1607392319,
        "Simple",
        fields=[{"name": "Q"}, {"name": "A"}],
        templates=[{"name": "Card 1", "qfmt": "{{Q}}", "afmt": "{{A}}"}],
    )
    deck = genanki.Deck(2059400110, "Country Capitals")
    deck.add_note(genanki.Note(model=model, fields=["Capital of Argentina", "Buenos Aires"]))
    genanki.Package(deck).write_to_file(str(tmp_path / "g.apkg"), timestamp=1_700_000_000)
    [note] = load_package(tmp_path / "g.apkg").notes.values()
    assert note.fields == ("Capital of Argentina", "Buenos Aires")
    assert note.decks == {0: "Country Capitals"}


@pytest.mark.parametrize("name", ["collection.anki21", "collection.anki21b"])
def test_a_damaged_export_of_anki_is_told_and_its_older_stand_in_is_not_read(tmp_path, name):
    made = {"collection__anki2": _load_database()}
    path = _zip(tmp_path / "a.apkg", **made, **{name.replace(".", "__"): b"no database"})
    with pytest.raises(FlashcardsError, match="is damaged"):
        load_package(path)


def test_a_compressed_bomb_is_refused(tmp_path):
    packed = import_zstd().compress(bytes(50_000_000))
    path = _zip(tmp_path / "a.apkg", collection__anki21b=packed)
    tracemalloc.start()
    with pytest.raises(FlashcardsError, match="unpacks to more than 20 MB"):
        load_package(path, PackageLimits(database=20_000_000))
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("config", [b"\xff", b"\x0b", b"\x08" + b"\xff" * 11, b"\x0a\xff\x01"])
def test_options_of_a_note_type_that_are_no_message_are_refused_or_passed_over(tmp_path, config):
    tables = """create table col(x); create table cards(nid, ord, did, odid);
        create table notes(id, guid, mid, mod, flds, tags); create table decks(id, name);
        create table notetypes(id, name, mtime_secs, config);
        create table fields(ntid, ord, name, config); create table templates(ntid, ord, name);
        """
    fill = f"insert into notetypes values(1, 'a', 1, x'{config.hex()}');"
    path = _zip(tmp_path / "a.apkg", collection__anki21=_database(tables, fill))
    with pytest.raises(FlashcardsError, match="is damaged"):
        load_package(path)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(FlashcardsError, match="does not exist"):
        load_package(tmp_path / "no.apkg")


def test_a_folder_is_told(tmp_path):
    with pytest.raises(FlashcardsError, match="is a folder, not a file"):
        load_package(tmp_path)


def test_what_is_no_zip_is_told(tmp_path):
    (tmp_path / "a.apkg").write_bytes(b"hello")
    with pytest.raises(FlashcardsError, match="is not a package, or is damaged"):
        load_package(tmp_path / "a.apkg")


def test_a_zip_without_a_collection_is_told(tmp_path):
    with pytest.raises(FlashcardsError, match="it has no collection"):
        load_package(_zip(tmp_path / "a.apkg", hello="world"))


@pytest.mark.thorough
def test_a_package_damaged_anywhere_is_read_whole_or_refused(tmp_path):
    whole = pack_package(package_of(sample_course()))
    expected = {note.guid for note in package_of(sample_course()).notes}
    path = tmp_path / "a.apkg"
    refused = 0
    for place in range(0, len(whole), 211):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        try:
            assert set(load_package(path).notes) == expected
        except FlashcardsError:
            refused += 1
        path.write_bytes(whole[:place])
        with pytest.raises(FlashcardsError):
            load_package(path)
    assert refused > 30


def test_an_encrypted_package_is_refused(tmp_path):
    data = bytearray(pack_package(package_of(sample_course())))
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.index(mark) + offset
        flags = struct.unpack_from("<H", data, at)[0]
        struct.pack_into("<H", data, at, flags | 1)
    (tmp_path / "a.apkg").write_bytes(data)
    with pytest.raises(FlashcardsError, match="is encrypted"):
        load_package(tmp_path / "a.apkg")


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path):
    path = _zip(tmp_path / "a.apkg", collection__anki2=bytes(50_000_000), media=b"{}")
    assert path.stat().st_size < 1_000_000
    tracemalloc.start()
    with pytest.raises(FlashcardsError, match="unpacks to more than 20 MB"):
        load_package(path, PackageLimits(database=20_000_000))
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


def test_a_bomb_that_lies_about_its_size_is_refused(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("collection.anki2", bytes(50_000_000))
    raw = bytearray(data.getvalue())
    struct.pack_into("<I", raw, raw.index(b"PK\1\2") + 24, 1000)
    (tmp_path / "a.apkg").write_bytes(raw)
    tracemalloc.start()
    with pytest.raises(FlashcardsError):
        load_package(tmp_path / "a.apkg", PackageLimits(database=1_000_000))
    assert tracemalloc.get_traced_memory()[1] < 8_000_000
    tracemalloc.stop()


def test_names_that_lead_elsewhere_write_nothing(tmp_path):
    collection = _load_database()
    inner = tmp_path / "inner"
    inner.mkdir()
    path = inner / "a.apkg"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("collection.anki2", collection)
        made.writestr("media", json.dumps({"0": "../../evil.svg"}))
        made.writestr("../evil.svg", b"evil")
        made.writestr("/tmp/evil.svg", b"evil")
    load_package(path)
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["a.apkg", "inner"]


@pytest.mark.parametrize(
    "schema",
    [
        "create table col(models, decks); create table notes(id);",
        f"{TWO_TABLES} create view notes as {ENDLESS} select {COLUMNS} from n;",
        f"{TWO_TABLES} create table notes(id); {TRIGGER}",
        "create table hello(world);",
    ],
)
def test_a_strange_database_is_refused(tmp_path, schema):
    path = _zip(tmp_path / "a.apkg", collection__anki2=_database(schema))
    with pytest.raises(FlashcardsError, match="was not written by ptquiz, genanki or Anki"):
        load_package(path)


def _fill(*statements: str) -> bytes:
    """The database of our own package, with more in it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(_load_database())
        for statement in statements:
            connection.executescript(statement)
        return connection.serialize()


_MANY = "with recursive n(x) as (select 1 union all select x + 1 from n where x < 20000)"
_NOTE = "insert into notes select {id}, {guid}, mid, mod, usn, tags, {flds}, sfld, csum, 0, ''"


@pytest.mark.parametrize(
    ("statement", "limits", "told"),
    [
        (
            f"{_MANY} {_NOTE.format(id='x', guid='x', flds='flds')} from n, (select * from notes"
            " limit 1);",
            PackageLimits(memory=2_000_000),
            "has more in it than is read at once",
        ),
        (
            "update notes set flds = hex(zeroblob(500000)) where id = (select min(id) from notes);",
            PackageLimits(row=400_000),
            "has a row of more than",
        ),
        (
            "alter table notes add column made text as (flds || flds);",
            PackageLimits(),
            "was not written by ptquiz, genanki or Anki",
        ),
        (
            f"create table more(x); {_MANY} insert into more select x from n;",
            PackageLimits(steps=1),
            "takes too long to read",
        ),
    ],
    ids=["many notes", "a large row", "a column that is a program", "slow"],
)
def test_a_database_that_would_cost_too_much_ends_in_a_sentence(tmp_path, statement, limits, told):
    path = _zip(tmp_path / "a.apkg", collection__anki2=_fill(statement))
    with pytest.raises(FlashcardsError, match=told):
        load_package(path, limits)


def test_what_the_limits_stop_is_read_without_them(tmp_path):
    many = f"{_MANY} {_NOTE.format(id='x', guid='x', flds='flds')} from n, (select * from notes"
    path = _zip(tmp_path / "a.apkg", collection__anki2=_fill(f"{many} limit 1);"))
    assert len(load_package(path).notes) > 20_000


def test_endless_json_is_refused(tmp_path):
    tables = (
        "create table col(models text, decks text);"
        "create table cards(nid, ord, did);"
        "create table notes(id, guid, mid, mod, flds, tags);"
    )
    fill = f"insert into col values('{'[' * 200_000}', '{{}}');"
    path = _zip(tmp_path / "a.apkg", collection__anki2=_database(tables, fill))
    with pytest.raises(FlashcardsError, match=r"is damaged|too deep"):
        load_package(path)


def test_a_note_without_a_note_type_is_told(tmp_path):
    collection = _load_database()
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(collection)
        connection.execute("update notes set mid = 77 where id = (select min(id) from notes)")
        connection.commit()
        path = _zip(tmp_path / "a.apkg", collection__anki2=connection.serialize())
    with pytest.raises(FlashcardsError, match=r"is damaged: note .* has no note type"):
        load_package(path)
