"""Bytes that depend on the version of SQLite are made the same, and nothing else is touched."""

import random
import sqlite3
from contextlib import closing

import pytest

from flashcards.anki.package import PAGE_SIZE, make_canonical, pack_database
from flashcards.model import Recall
from tests.helpers.courses import course_of, package_of, sample_course


def _rows(database):
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(database)
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        tables = connection.execute("select name from sqlite_master where type = 'table'")
        return {
            name: connection.execute(f"select * from {name}").fetchall()
            for (name,) in tables.fetchall()
        }


def _mess_up(database, chance):
    """The database as another SQLite may leave it: old bytes where SQLite itself says "unused"."""
    made = bytearray(database)
    made[96:100] = chance.randbytes(4)
    messed = 0
    for page in range(0, len(made), PAGE_SIZE):
        header = page + (100 if page == 0 else 0)
        if made[header] in (2, 5, 10, 13):
            cells, content = (int.from_bytes(made[header + at : header + at + 2]) for at in (3, 5))
            begin = header + (8 if made[header] > 5 else 12) + 2 * cells
            messed += page + content > begin
            made[begin : page + content] = chance.randbytes(page + content - begin)
    return bytes(made), messed


def _long_course():
    """Notes that fill several pages, next to short ones."""
    texts = ["\x0d\x05" * 9000 if n % 5 == 0 else f"answer {n}" for n in range(40)]
    entries = [Recall(key=f"k{n}", recall=f"{n}?", answer=text) for n, text in enumerate(texts)]
    return course_of(*entries)


@pytest.mark.thorough
def test_old_bytes_in_unused_places_do_not_show():
    for course in (sample_course(), _long_course()):
        made = pack_database(package_of(course))
        other, messed = _mess_up(made, random.Random(7))
        assert messed > 10
        assert other != made
        assert _rows(other) == _rows(made)
        assert make_canonical(other) == made


def test_every_row_stays():
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"pragma page_size={PAGE_SIZE}")
        connection.execute("create table t(id integer primary key, a, b)")
        connection.execute("create index i on t(a)")
        chance = random.Random(1)
        for number in range(3000):
            row = (chance.randbytes(chance.choice([3, 300, 9000])), chance.random())
            connection.execute("insert or replace into t values(?, ?, ?)", (number % 900, *row))
        connection.execute("delete from t where id % 3 = 0")
        connection.commit()
        before = connection.serialize()
    assert _rows(make_canonical(before)) == _rows(before)
    assert make_canonical(make_canonical(before)) == make_canonical(before)
