"""The library builds without a command line: everything is given, nothing is printed."""

import pytest

from flashcards import (
    BuildRequest,
    Selection,
    build_package,
    load_course,
    write_new_course,
)
from flashcards.anki.reader import load_package

NOW = 4_102_444_800
"""Later than every release of the note types."""


@pytest.fixture
def course(tmp_path):
    write_new_course(tmp_path / "c", title="C", author="A", course_id="c")
    return load_course(tmp_path / "c")


def test_a_package_is_what_the_request_and_the_files_say(course, tmp_path, capsys):
    files = [tmp_path / name for name in ("one.apkg", "later.apkg", "fixed.apkg")]
    seen = []
    results = [
        build_package(
            course,
            BuildRequest(file),
            now=now,
            ignores_files=is_fixed,
            progress=lambda *step: seen.append(step),
        )
        for file, now, is_fixed in zip(
            files, (NOW, NOW + 1, NOW), (False, False, True), strict=True
        )
    ]
    one, later, fixed = (file.read_bytes() for file in files)
    assert one == later != fixed
    assert {note.mod for note in load_package(files[2]).notes.values()} == {NOW}
    first = results[0]
    assert (first.target, first.notes, first.cards) == (files[0], 4, 6)
    assert (first.changes.new, first.changes.changed) == (4, 0)
    assert seen[:4] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert capsys.readouterr() == ("", "")


def test_a_selection_takes_only_its_notes(course, tmp_path):
    request = BuildRequest(tmp_path / "a.apkg", Selection(kind=("term",)))
    assert build_package(course, request, now=NOW).cards == 2


def test_a_release_writes_the_lock_and_the_next_build_says_so(course, tmp_path):
    released = build_package(course, BuildRequest(tmp_path / "a.apkg", release=True), now=NOW)
    assert str(released.changes) == "4 new"
    assert (tmp_path / "c" / "decks" / "deck.lock").is_file()
    later = build_package(course, BuildRequest(tmp_path / "b.apkg"), now=NOW + 86_400)
    assert (tmp_path / "a.apkg").read_bytes() == (tmp_path / "b.apkg").read_bytes()
    assert not any(later.changes)
