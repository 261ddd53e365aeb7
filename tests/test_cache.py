"""The cache: private to the user, and never trusted otherwise."""

import os
import pickle
import stat
from pathlib import Path

import pytest

from flashcards.cache import Cache, content_key
from flashcards.errors import Position, Problem
from flashcards.model import Resource


def test_what_was_put_comes_back_in_another_process_object(tmp_path):
    value = {"a": (1, Position("f", 2), frozenset({"x"})), "p": [Problem(Position("f"), "m", "h")]}
    Cache(tmp_path / "cache").put("name", value)
    assert Cache(tmp_path / "cache").get("name") == value
    assert Cache(tmp_path / "cache").get("other") is None


def test_the_folder_and_its_files_are_closed_to_others(tmp_path):
    Cache(tmp_path / "cache").put("name", 1)
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "cache" / "name").stat().st_mode) == 0o600
    assert os.listdir(tmp_path / "cache") == ["name"]


def test_an_own_folder_that_is_open_is_closed(tmp_path):
    (tmp_path / "cache").mkdir(mode=0o777)
    (tmp_path / "cache").chmod(0o777)
    Cache(tmp_path / "cache").put("name", 1)
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


def test_a_file_that_others_can_write_is_not_used(tmp_path):
    Cache(tmp_path / "cache").put("name", 1)
    (tmp_path / "cache" / "name").chmod(0o666)
    assert Cache(tmp_path / "cache").get("name") is None


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_somebody_else_owns_is_not_used(tmp_path, what, monkeypatch):
    """An ordinary user cannot give a file away, so this user becomes another one."""
    folder = tmp_path / "cache"
    Cache(folder).put("name", 1)
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    if what == "file":
        monkeypatch.setattr(Cache, "_folder", folder)
    assert Cache(folder).get("name") is None
    Cache(folder).put("new", 2)
    assert what == "file" or os.listdir(folder) == ["name"]


def test_a_folder_behind_a_link_is_not_used(tmp_path):
    Cache(tmp_path / "real").put("name", 1)
    (tmp_path / "cache").symlink_to(tmp_path / "real")
    assert Cache(tmp_path / "cache").get("name") is None
    Cache(tmp_path / "cache").put("new", 2)
    assert os.listdir(tmp_path / "real") == ["name"]


def test_a_file_behind_a_link_is_not_used(tmp_path):
    Cache(tmp_path / "cache").put("name", 1)
    (tmp_path / "cache" / "name").rename(tmp_path / "elsewhere")
    (tmp_path / "cache" / "name").symlink_to(tmp_path / "elsewhere")
    assert Cache(tmp_path / "cache").get("name") is None


def test_a_value_under_another_name_is_not_used(tmp_path):
    Cache(tmp_path / "cache").put("name", 1)
    (tmp_path / "cache" / "name").rename(tmp_path / "cache" / "other")
    assert Cache(tmp_path / "cache").get("other") is None


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "text", "pipe", "folder", "zeros"])
def test_a_damaged_file_is_not_used_and_is_replaced(tmp_path, damage):
    cache, path = Cache(tmp_path / "cache"), tmp_path / "cache" / "name"
    cache.put("name", "value")
    raw = path.read_bytes()
    path.unlink()
    if damage == "pipe":
        os.mkfifo(path)
    elif damage == "folder":
        path.mkdir()
    elif damage == "zeros":
        path.symlink_to("/dev/zero")
    else:
        bad = {"flip": raw[:-3] + b"x" + raw[-2:], "cut": raw[:40], "empty": b"", "text": b"no"}
        path.write_bytes(bad[damage])
        path.chmod(0o600)
    assert cache.get("name") is None
    cache.put("name", "new")
    assert cache.get("name") == (None if damage == "folder" else "new")


class Calls:
    """Would call a function if it were unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


def test_a_value_that_is_not_of_the_model_is_never_made(tmp_path):
    cache = Cache(tmp_path / "cache")
    cache.put("name", Calls(tmp_path / "made"))
    assert cache.get("name") is None
    assert not (tmp_path / "made").exists()
    cache.put("name", Resource)
    assert cache.get("name") is Resource
    assert b"mkdir" in pickle.dumps(Calls(tmp_path))


def test_a_folder_that_cannot_be_made_is_no_problem(tmp_path):
    (tmp_path / "file").write_text("in the place of a folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "cache", None):
        Cache(folder).put("name", 1)
        assert Cache(folder).get("name") is None


def test_a_key_depends_on_every_part_and_where_it_ends():
    keys = {content_key(parts) for parts in ([b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b""], [])}
    assert len(keys) == 5
