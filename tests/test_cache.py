"""The cache: bound to a key of the user, private, and never trusted otherwise."""

import copyreg
import hashlib
import hmac
import multiprocessing
import os
import pickle
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

from flashcards import cache as cache_module
from flashcards import model
from flashcards.cache import Cache, content_key
from flashcards.errors import Position, Problem
from flashcards.words.message import Clauses, Message, Names
from tests.helpers.caches import cache_of


def test_what_was_put_comes_back_in_another_process_object(tmp_path):
    value = {"a": (1, Position("f", 2), frozenset({"x"})), "p": [Problem(Position("f"), "m", "h")]}
    cache_of(tmp_path).put("name", value)
    assert cache_of(tmp_path).get("name") == value
    assert cache_of(tmp_path).get("other") is None


def test_the_folder_and_its_files_are_closed_to_others(tmp_path):
    cache_of(tmp_path).put("name", 1)
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "cache" / "name").stat().st_mode) == 0o600
    assert os.listdir(tmp_path / "cache") == ["name"]


def test_an_own_folder_that_is_open_is_closed(tmp_path):
    (tmp_path / "cache").mkdir(mode=0o777)
    (tmp_path / "cache").chmod(0o777)
    cache_of(tmp_path).put("name", 1)
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


def test_a_file_that_others_can_write_is_not_used(tmp_path):
    cache_of(tmp_path).put("name", 1)
    (tmp_path / "cache" / "name").chmod(0o666)
    assert cache_of(tmp_path).get("name") is None


def test_a_folder_behind_a_link_is_not_used(tmp_path):
    cache_of(tmp_path).put("name", 1)
    (tmp_path / "cache").rename(tmp_path / "real")
    (tmp_path / "cache").symlink_to(tmp_path / "real")
    assert cache_of(tmp_path).get("name") is None
    cache_of(tmp_path).put("new", 2)
    assert os.listdir(tmp_path / "real") == ["name"]


def test_a_file_behind_a_link_is_not_used(tmp_path):
    cache_of(tmp_path).put("name", 1)
    (tmp_path / "cache" / "name").rename(tmp_path / "elsewhere")
    (tmp_path / "cache" / "name").symlink_to(tmp_path / "elsewhere")
    assert cache_of(tmp_path).get("name") is None


def test_a_value_under_another_name_is_not_used(tmp_path):
    cache_of(tmp_path).put("name", 1)
    (tmp_path / "cache" / "name").rename(tmp_path / "cache" / "other")
    assert cache_of(tmp_path).get("other") is None


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "text", "pipe", "folder", "zeros"])
def test_a_damaged_file_is_not_used_and_is_replaced(tmp_path, damage):
    cache, path = cache_of(tmp_path), tmp_path / "cache" / "name"
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


def test_a_folder_that_cannot_be_made_is_no_problem(tmp_path):
    (tmp_path / "file").write_text("in the place of a folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "cache", None):
        cache = Cache(folder, tmp_path / "key")
        cache.put("name", 1)
        assert cache.get("name") is None


def test_a_key_that_cannot_be_written_keeps_nothing_and_says_nothing(tmp_path, capfd):
    (tmp_path / "file").write_text("in the place of a folder")
    for key in (tmp_path / "file" / "key", None):
        cache = Cache(tmp_path / "cache", key)
        cache.put("name", 1)
        assert cache.get("name") is None
        assert list(tmp_path.glob("cache/*")) == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("what", ["folder", "file", "key"])
def test_what_somebody_else_owns_is_not_used(tmp_path, what, monkeypatch):
    """An ordinary user cannot give a file away, so this user becomes another one."""
    cache_of(tmp_path).put("name", 1)
    room, only_key = ("cache" if what == "folder" else "fileio"), what == "key"
    monkeypatch.setattr(f"flashcards.{room}.is_own", lambda facts: only_key and facts.st_size != 32)
    assert cache_of(tmp_path).get("name") is None
    cache_of(tmp_path).put("new", 2)
    assert what == "file" or os.listdir(tmp_path / "cache") == ["name"]


@pytest.mark.parametrize("what", ["read by others", "of the group", "a link", "short", "long"])
def test_a_key_that_is_not_this_users_alone_is_refused(tmp_path, what):
    cache_of(tmp_path).put("name", 1)
    key = tmp_path / "cache.key"
    good = key.read_bytes()
    if what == "a link":
        key.rename(tmp_path / "elsewhere")
        key.symlink_to("elsewhere")
    else:
        key.write_bytes({"short": good[:31], "long": good + b"x"}.get(what, good))
        key.chmod({"read by others": 0o604, "of the group": 0o640}.get(what, 0o600))
    before = key.read_bytes()
    assert cache_of(tmp_path).get("name") is None
    cache_of(tmp_path).put("new", 2)
    assert os.listdir(tmp_path / "cache") == ["name"]
    assert key.read_bytes() == before


def test_on_windows_the_profile_is_what_closes_files(tmp_path, monkeypatch):
    """There every file that can be written has mode 0666."""
    cache_of(tmp_path).put("name", 1)
    for path in (tmp_path / "cache.key", tmp_path / "cache" / "name"):
        path.chmod(0o666)
    monkeypatch.setattr("flashcards.fileio.sys.platform", "win32")
    assert cache_of(tmp_path).get("name") == 1


def test_the_key_is_random_private_and_not_in_the_folder_of_the_cache(tmp_path):
    for name in ("one", "two"):
        cache_of(tmp_path / name).put("name", 1)
    one, two = tmp_path / "one" / "cache.key", tmp_path / "two" / "cache.key"
    assert len(one.read_bytes()) == 32
    assert one.read_bytes() != two.read_bytes()
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path / "one")) == ["cache", "cache.key"]


def test_without_its_key_a_cache_is_only_cold(tmp_path):
    cache_of(tmp_path).put("name", 1)
    (tmp_path / "cache.key").unlink()
    assert cache_of(tmp_path).get("name") is None
    cache_of(tmp_path).put("name", 2)
    assert cache_of(tmp_path).get("name") == 2


def test_a_start_that_comes_second_takes_the_key_of_the_first(tmp_path, monkeypatch):
    real = os.link

    def be_second(scratch, path):
        cache_of(tmp_path / "first").put("name", 1)
        real(tmp_path / "first" / "cache.key", path)
        real(scratch, path)

    monkeypatch.setattr(os, "link", lambda *paths: monkeypatch.undo() or be_second(*paths))
    cache_of(tmp_path).put("name", 2)
    assert (tmp_path / "cache.key").read_bytes() == (tmp_path / "first/cache.key").read_bytes()
    assert cache_of(tmp_path).get("name") == 2
    assert sorted(os.listdir(tmp_path)) == ["cache", "cache.key", "first"]


def test_a_disk_without_hard_links_has_a_key_too(tmp_path, monkeypatch):
    def refuse(*paths):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    cache_of(tmp_path).put("name", 1)
    assert cache_of(tmp_path).get("name") == 1


def _start(home: Path, number: int, together, found) -> None:
    together.wait()
    cache_of(home).put(str(number), number)
    found.put((home / "cache.key").read_bytes())


def test_first_starts_at_once_agree_on_one_key(tmp_path):
    context = multiprocessing.get_context("fork")
    for turn in range(5):
        together, found, home = context.Barrier(4), context.Queue(), tmp_path / str(turn)
        starts = [
            context.Process(target=_start, args=(home, number, together, found))
            for number in range(4)
        ]
        for start in starts:
            start.start()
        keys = {found.get(timeout=60) for _ in starts}
        for start in starts:
            start.join()
        assert len(keys) == 1
        assert [cache_of(home).get(str(number)) for number in range(4)] == [0, 1, 2, 3]


def bind(key: bytes, name: str, body: bytes) -> bytes:
    """A file as the cache writes it, made here once more."""
    return hmac.digest(key, name.encode() + b"\0" + body, "sha256") + body


def put_forged(home: Path, raw: bytes) -> None:
    path = home / "cache" / "name"
    path.write_bytes(raw)
    path.chmod(0o600)


def test_what_was_bound_without_the_key_is_not_used(tmp_path):
    cache_of(tmp_path).put("name", "value")
    body = pickle.dumps("a lie", protocol=5)
    for raw in (
        hashlib.sha256(b"name\0" + body).digest() + body,
        *(bind(key, "name", body) for key in (b"", bytes(32), b"x" * 32)),
    ):
        put_forged(tmp_path, raw)
        assert cache_of(tmp_path).get("name") is None
    put_forged(tmp_path, bind((tmp_path / "cache.key").read_bytes(), "name", body))
    assert cache_of(tmp_path).get("name") == "a lie"  # so the others were refused for their key


def text(value: str) -> bytes:
    return pickle.dumps(value, protocol=2)[2:-1].partition(b"q\0")[0]


def name_of(module: str, name: str) -> bytes:
    return f"c{module}\n{name}\n".encode()


def change_attributes(module: str, name: str, attributes: dict) -> bytes:
    """BUILD with the state of slots: sets attributes of whatever has this name."""
    state = pickle.dumps((None, attributes), protocol=2)[2:-1]
    return name_of(module, name) + state + b"b"


MAKE = name_of("flashcards.cache", "_make_record")
KEYWORDS = dict.fromkeys(dataclass.__kwdefaults__, False) | {"unsafe_hash": True}
FIELD = '__class__ if __import__("os").mkdir({made!r}) else 0'
"""The name of a field that runs when its dataclass makes a hash of it."""


def list_attacks(made: str) -> dict[str, bytes]:
    """Pickles that would make a folder, or get hold of something that could."""
    run = {FIELD.format(made=made): "int"}
    return {
        "a call": name_of("os", "mkdir") + b"(" + text(made) + b"tR.",
        "an old call": b"(" + text(made) + b"ios\nmkdir\n.",
        "a changed dataclass": change_attributes(
            "flashcards.model", "dataclass", {"__kwdefaults__": KEYWORDS}
        ) + b"0" + change_attributes("flashcards.model", "Uses", {"__annotations__": run}) + b"0"
        + name_of("flashcards.model", "dataclass") + name_of("flashcards.model", "Uses")
        + b"\x85R0}" + name_of("flashcards.model", "Uses") + b")\x81Ns.",
        "a changed class": change_attributes("flashcards.model", "Uses", {"stage": 1}) + b".",
        "a class": name_of("flashcards.model", "Deck") + b".",
        "a partial": name_of("functools", "partial") + b".",
        "a module": name_of("flashcards.model", "re") + b".",
        "inside a module": b"\x80\x05" + text("flashcards.model") + text("re.enum") + b"\x93.",
        "of the cache": name_of("flashcards.cache", "hashlib") + b".",
        "no record": MAKE + b"(" + text("Rule") + b"}tR.",
        "another module": MAKE + b"(" + text("os") + b"}tR.",
        "an extension": b"\x80\x02\x82\x01.",
        "a changed maker": change_attributes(
            "flashcards.cache", "_make_record", {"__defaults__": ("Uses", {})}
        ) + b"(tR.",
        "no pickle": b"nothing",
    }  # fmt: skip


def test_a_forged_value_runs_nothing_even_with_the_right_key(tmp_path, monkeypatch):
    cache_of(tmp_path).put("name", "value")
    monkeypatch.setitem(copyreg._inverted_registry, 1, ("os", "mkdir"))
    key, made, found = (tmp_path / "cache.key").read_bytes(), tmp_path / "made", {}
    before = vars(model.Uses).copy(), dict(dataclass.__kwdefaults__)
    for attack, body in list_attacks(str(made)).items():
        put_forged(tmp_path, bind(key, "name", body))
        if (value := cache_of(tmp_path).get("name")) is not None:
            found[attack] = value
    assert not made.exists()
    assert (vars(model.Uses).copy(), dict(dataclass.__kwdefaults__)) == before
    assert cache_module._make_record.__defaults__ is None
    assert found == {"a changed maker": object.__new__(model.Uses)}  # and no other


class Calls:
    """Would call a function if it were unpickled."""

    def __reduce__(self):
        return os.mkdir, ("made",)


@pytest.mark.parametrize("value", [Calls(), Calls, os.mkdir, Path("x"), {1: [model]}])
def test_what_is_no_plain_data_and_no_record_is_not_kept(tmp_path, value):
    with pytest.raises(TypeError, match="is not kept in a cache"):
        cache_of(tmp_path).put("name", value)


def test_every_value_of_the_model_is_kept_and_nothing_else_of_its_modules():
    entries = set(model.ENTRY_TYPES.values())
    others = set(model.SourceRecord.__subclasses__()) - {model.Entry}
    told = {Clauses, Message, Names, Position, Problem}
    kept = entries | others | told | {model.Course, model.EntryTranslation}
    assert {each.__name__: cache_module._find_record(each.__name__) for each in kept} == {
        each.__name__: each for each in kept
    }
    for name in ("FlashcardsError", "ProblemsFound", "Words", "Person", "dataclass", "re", "Any"):
        with pytest.raises(LookupError):
            cache_module._find_record(name)


def test_a_key_depends_on_every_part_and_where_it_ends():
    keys = {content_key(parts) for parts in ([b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b""], [])}
    assert len(keys) == 5
