"""Answers out of files that the real Anki exported, without its engine and without an account."""

import sqlite3
import sys
import zipfile
from contextlib import closing

import pytest
from anki.collection import DeckIdLimit, ExportAnkiPackageOptions
from anki.scheduler.v3 import CardAnswer

from flashcards.anki.bridge.collection import pull_reviews
from flashcards.anki.bridge.engine import Account
from flashcards.cli import run
from flashcards.errors import FlashcardsError
from flashcards.reviews.store import ReviewLog
from tests.helpers.anki_engine import learner
from tests.helpers.courses import package_of, sample_course, write_package


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    """Every way in which Anki exports a learner's progress, and what the learner answered."""
    folder = tmp_path_factory.mktemp("exports")
    with learner(folder / "Anki2" / "User 1") as anki:
        anki.imports(write_package(folder, package_of(sample_course())))
        anki.review(8)
        anki.review(4, CardAnswer.EASY)
        ours = anki.reviews()
        note = anki.col.new_note(anki.col.models.by_name("Basic"))
        note["Front"] = "not ours"
        anki.col.add_note(note, anki.col.decks.id("Other"))
        anki.review(3)  # of the other deck
        assert len(anki.reviews()) > len(ours)
        top = anki.col.db.scalar("select did from cards where id = ?", ours[0][1])
        top = anki.col.decks.id(anki.col.decks.name(top).partition("::")[0])
        for name, legacy in (("new.apkg", False), ("old.apkg", True)):
            options = ExportAnkiPackageOptions(
                with_scheduling=True, with_deck_configs=False, with_media=False, legacy=legacy
            )
            anki.col.export_anki_package(
                out_path=str(folder / name), options=options, limit=DeckIdLimit(top)
            )
        for name, legacy in (("new.colpkg", False), ("old.colpkg", True)):
            anki.col.export_collection_package(str(folder / name), False, legacy)
            anki.reopened()
    return folder, ours


def pulled(source, home):
    report = pull_reviews(source, lambda: ReviewLog(home / "r.db"))
    with ReviewLog(home / "r.db") as log:
        return report, sorted(log.reviews(), key=lambda each: each.at)


@pytest.mark.parametrize("name", ["new.colpkg", "old.colpkg", "new.apkg", "old.apkg"])
def test_every_answer_of_an_export_is_in_the_log(exports, tmp_path, name):
    folder, rows = exports
    report, reviews = pulled(folder / name, tmp_path)
    assert report.added == len(rows) > 0
    with closing(sqlite3.connect(folder / "Anki2" / "User 1" / "collection.anki2")) as db:
        found = db.execute("select cards.id, flds, ord from cards join notes on notes.id = nid")
        names = {card: f"{fields.partition(chr(31))[0]}#{ord}" for card, fields, ord in found}
    assert [(each.at, "/".join(each.owner), each.rating, each.duration) for each in reviews] == [
        (row[0], names[row[1]], row[3], row[7]) for row in rows
    ]


def test_the_same_answers_out_of_several_files_are_kept_once(exports, tmp_path):
    folder, rows = exports
    for name in ("new.apkg", "old.colpkg", "new.colpkg", "new.apkg"):
        report, reviews = pulled(folder / name, tmp_path)
        assert report.added + report.known == len(rows)
        assert len(reviews) == len(rows)


def test_the_next_day_is_the_one_that_anki_chose(exports, tmp_path):
    folder, rows = exports
    _, reviews = pulled(folder / "new.colpkg", tmp_path)
    days = [review.due - review.day for review in reviews]
    assert days == [max(row[4], 0) for row in rows]
    assert len(set(days)) > 1


def test_impossible_rows_are_left_out_and_counted(exports, tmp_path, own_home, capsys):
    folder, rows = exports
    with zipfile.ZipFile(folder / "old.apkg") as old:
        name = "collection.anki21"
        (tmp_path / name).write_bytes(old.read(name))
    with closing(sqlite3.connect(tmp_path / name)) as db:
        card = rows[0][1]
        at = rows[0][0] - 1
        for number, ease, ivl, took in (
            (-5, 3, 1, 9),
            (10**17, 3, 1, 9),
            (99_999_999_999_999, 3, 36_500, 9),  # due after the last day that a log can keep
            (7, 3, 1, 9),
            (at, 9, 1, 9),
            (at - 1, "x", 1, 9),
            (at - 2, 3, "x", 9),
            (at - 3, 3, 1, 10**15),
        ):
            db.execute(
                "insert into revlog values (?, ?, 0, ?, ?, 1, 2500, ?, 1)",
                (number, card, ease, ivl, took),
            )
        db.commit()
    with zipfile.ZipFile(tmp_path / "bad.apkg", "w") as made:
        made.write(tmp_path / name, name)
    report, _ = pulled(tmp_path / "bad.apkg", tmp_path)
    assert (report.added, report.left_out) == (len(rows), 8)
    assert run(["anki", "pull", str(tmp_path / "bad.apkg")]) == 0
    said = capsys.readouterr().out
    assert f"{len(rows)} answers added" in said
    assert "8 answers left out: Anki recorded an impossible time, duration or interval." in said


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + bytes(18), b"\0" * 5000])
def test_a_file_that_is_no_collection_makes_no_log(tmp_path, content):
    (tmp_path / "bad.colpkg").write_bytes(content)
    with pytest.raises(FlashcardsError):
        pulled(tmp_path / "bad.colpkg", tmp_path)
    assert not (tmp_path / "r.db").exists()


def test_it_works_where_the_engine_is_not_installed(exports, own_home, monkeypatch, capsys):
    for name in [name for name in sys.modules if name.partition(".")[0] == "anki"]:
        monkeypatch.setitem(sys.modules, name, None)
    Account(own_home / "anki", "a", "k").write()
    assert run(["anki", "pull", str(exports[0] / "new.colpkg")]) == 0
    assert run(["anki", "sync"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.endswith("pip install 'ptquiz[anki]'")
