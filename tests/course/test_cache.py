"""Commands of learners read a copy of the loaded course, which is never older than its files."""

import os

import pytest

from flashcards.cli import run
from flashcards.course.cache import load_cached_course
from flashcards.course.load import load_course
from flashcards.course.new_course import write_new_course


@pytest.fixture
def deck(tmp_path):
    write_new_course(tmp_path / "course")
    return tmp_path / "course" / "decks" / "first.yaml"


def list_keys(deck, capsys):
    assert run(["list", "--keys", str(deck.parents[1])]) == 0
    return capsys.readouterr().out


def replace(deck, old, new):
    """Change the deck without a trace in its time."""
    facts = deck.stat()
    deck.write_text(deck.read_text().replace(old, new))
    os.utime(deck, ns=(facts.st_atime_ns, facts.st_mtime_ns))


def test_a_copy_is_used_until_a_file_changes_and_check_reads_the_files(deck, capsys):
    assert "example-leaf" in list_keys(deck, capsys)
    replace(deck, "example-leaf", "example-tree")
    assert "example-leaf" in list_keys(deck, capsys)
    replace(deck, "meaning:", "meening:")
    assert run(["check", str(deck.parents[1])]) == 1
    assert "unknown field 'meening'" in capsys.readouterr().out
    replace(deck, "meening:", "meaning:")
    os.utime(deck)
    assert "example-tree" in list_keys(deck, capsys)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", "first line kept"])
def test_a_broken_copy_is_ignored_and_written_anew(deck, own_home, capsys, content):
    before = list_keys(deck, capsys)
    [copy] = (own_home / "cache").iterdir()
    whole = copy.read_bytes()
    copy.write_bytes(whole[:100] if isinstance(content, str) else content)
    assert list_keys(deck, capsys) == before
    assert copy.read_bytes() == whole


def test_a_link_to_nothing_as_editors_make_is_no_file(deck, capsys):
    (deck.parent / ".#first.yaml").symlink_to("somebody@host.1")
    assert "example-leaf" in list_keys(deck, capsys)


def test_without_a_place_for_the_copy_the_course_is_read(deck, own_home, capsys):
    (own_home / "cache").write_text("in the way")
    assert "example-leaf" in list_keys(deck, capsys)


def test_another_version_of_ptquiz_takes_no_old_copy(deck, tmp_path):
    course = load_cached_course(deck.parents[1], tmp_path, "1")
    replace(deck, "leaf tensor", "tree tensor")
    assert load_cached_course(deck.parents[1], tmp_path, "1") == course
    assert load_cached_course(deck.parents[1], tmp_path, "2") != course


def test_the_copy_of_the_built_in_course_is_the_course(tmp_path):
    for _ in range(2):
        assert load_cached_course(None, tmp_path, "1") == load_course()
