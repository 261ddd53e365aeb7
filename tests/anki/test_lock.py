"""The lock's text."""

import pytest

from flashcards.anki.lock import Lock, Released, format_lock, parse_lock
from flashcards.anki.note_types import make_note_types
from flashcards.errors import ProblemsFound

TEXT = """\
ptquiz-lock 1
type en/concept 0f3a5c7e9b1d 2026-01-31T12:00:00Z
note compare p/en/dp-ddp/process 5b5b5b5b5b5b 2026-01-31T12:00:00Z - dp,ddp
note term p/en/leaf 3f9a1c0b2d4e 2026-02-01T00:00:01Z 2.9.0 -
"""


def test_a_lock_is_read():
    lock = parse_lock(TEXT, "deck.lock")
    assert lock.types == {"en/concept": Released("0f3a5c7e9b1d", 1_769_860_800)}
    assert lock.notes == {
        "p/en/dp-ddp/process": Released(
            "5b5b5b5b5b5b", 1_769_860_800, "compare", None, ("dp", "ddp")
        ),
        "p/en/leaf": Released("3f9a1c0b2d4e", 1_769_904_001, "term", "2.9.0"),
    }
    assert lock.latest == 1_769_904_001


def test_what_is_read_is_written_again():
    assert format_lock(parse_lock(TEXT, "deck.lock")) == TEXT


def test_a_type_of_before_languages_had_their_own_is_no_error():
    lock = parse_lock(TEXT.replace("en/concept", "concept"), "deck.lock")
    concept = make_note_types()["concept"]
    assert lock.latest == 1_769_904_001
    assert lock.find_type(concept) is None
    assert Lock({}, {"en/concept": Released(concept.fingerprint, 5)}).find_type(concept)
    assert not Lock({}, {"zh/concept": Released(concept.fingerprint, 5)}).find_type(concept)


def test_lines_are_sorted_so_that_branches_merge():
    rows = {name: Released("0" * 12, 1_700_000_000, "term") for name in ("b", "a", "c")}
    lines = format_lock(Lock(rows)).splitlines()
    assert [line.split()[2] for line in lines[1:]] == ["a", "b", "c"]


def test_line_ends_of_windows_are_fine():
    assert parse_lock(TEXT.replace("\n", "\r\n"), "deck.lock") == parse_lock(TEXT, "deck.lock")


def test_every_broken_line_is_told():
    text = TEXT + "<<<<<<< HEAD\nnote term x\nnote term y 00 yesterday - -\n" + TEXT.splitlines()[3]
    with pytest.raises(ProblemsFound) as found:
        parse_lock(text, "deck.lock")
    assert [problem.at.line for problem in found.value.problems] == [5, 6, 7, 8]


def test_another_file_is_refused():
    with pytest.raises(ProblemsFound, match="expected 'ptquiz-lock 1' in the first line"):
        parse_lock("lorem ipsum\n", "deck.lock")
