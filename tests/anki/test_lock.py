"""The lock's text."""

import pytest

from flashcards.anki.lock import Released, find_latest_time, format_lock, parse_lock
from flashcards.errors import ProblemsFound

TEXT = """\
ptquiz-lock 2
en/concept type 0f3a5c7e9b1d 2026-01-31T12:00:00Z -
p/en/dp-ddp/process compare 5b5b5b5b5b5b 2026-01-31T12:00:00Z dp,ddp
p/en/leaf term 3f9a1c0b2d4e 2026-02-01T00:00:01Z -
"""


def test_a_lock_is_read():
    lock = parse_lock(TEXT, "deck.lock")
    assert lock == {
        "en/concept": Released("0f3a5c7e9b1d", 1_769_860_800),
        "p/en/dp-ddp/process": Released("5b5b5b5b5b5b", 1_769_860_800, "compare", ("dp", "ddp")),
        "p/en/leaf": Released("3f9a1c0b2d4e", 1_769_904_001, "term"),
    }
    assert find_latest_time(lock) == 1_769_904_001


def test_what_is_read_is_written_again():
    assert format_lock(parse_lock(TEXT, "deck.lock")) == TEXT


def test_lines_are_sorted_so_that_branches_merge():
    rows = {name: Released("0" * 12, 1_700_000_000, "term") for name in ("b", "a", "c")}
    lines = format_lock(rows).splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["a", "b", "c"]


def test_line_ends_of_windows_are_fine():
    assert parse_lock(TEXT.replace("\n", "\r\n"), "deck.lock") == parse_lock(TEXT, "deck.lock")


def test_every_broken_line_is_told():
    broken = [
        "<<<<<<< HEAD",
        "x term 00",
        "y term 00 yesterday -",
        "z term 00 2026-13-01T00:00:00Z -",
    ]
    text = "\n".join([TEXT + broken[0], *broken[1:], TEXT.splitlines()[3]])
    with pytest.raises(ProblemsFound) as found:
        parse_lock(text, "deck.lock")
    assert [problem.at.line for problem in found.value.problems] == [5, 6, 7, 8, 9]


@pytest.mark.parametrize("text", ["lorem ipsum\n", "", "ptquiz-lock 1\n"])
def test_another_file_is_refused(text):
    with pytest.raises(ProblemsFound, match="expected 'ptquiz-lock 2' in the first line"):
        parse_lock(text, "deck.lock")
