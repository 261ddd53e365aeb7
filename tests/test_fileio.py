"""Files are read within limits, and replaced in one step."""

import os
import resource

import pytest

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes, load_text, write_outputs, write_whole


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "it is no plain file"),
        ("pipe", "it is no plain file"),
        ("link", "it is no plain file"),
        ("dangling", "it is no plain file"),
        ("file/deck.apkg", "File exists"),
    ],
)
def test_what_is_no_file_is_never_replaced(tmp_path, name, reason):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "dangling").symlink_to("nothing")
    with pytest.raises(FlashcardsError, match=f"cannot write .*{name}: {reason}"):
        write_outputs({tmp_path / name: b"data"}, force=True)
    assert sorted(os.listdir(tmp_path)) == ["dangling", "file", "folder", "link", "pipe"]
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path):
    """A limit on the size of files is what a full disk feels like."""
    target = tmp_path / "deck.apkg"
    target.write_bytes(b"old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(FlashcardsError, match=f"^cannot write {target}: File too large$"):
            write_whole(target, b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["deck.apkg"]


def test_what_stops_in_the_middle_leaves_the_old_file(tmp_path):
    def stop():
        yield b"half"
        raise KeyboardInterrupt

    (tmp_path / "deck.apkg").write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "deck.apkg", stop())
    assert (tmp_path / "deck.apkg").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["deck.apkg"]


def test_a_plain_file_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"\xe4" * 2000)
    (tmp_path / "link").symlink_to(path)
    assert load_bytes(path, 2000) == load_bytes(tmp_path / "link", 2000) == b"\xe4" * 2000
    with pytest.raises(FileRefused, match=r"file is larger than 1 KB$"):
        load_bytes(path, 1999)
    with pytest.raises(FileRefused, match="is not UTF-8 text"):
        load_text(path, 2000)


def test_a_trial_tells_whether_a_file_can_be_written_and_leaves_nothing(tmp_path):
    write_whole(tmp_path / "r.json", b"", make_folders=False, trial=True)
    with pytest.raises(FlashcardsError, match=r"cannot write .*: No such file or directory"):
        write_whole(tmp_path / "no" / "r.json", b"", make_folders=False, trial=True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_with_its_folders_and_a_private_one_is_its_users_alone(tmp_path):
    target = tmp_path / "new" / "file"
    write_whole(target, b"secret", private=True)
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"secret", 0o600)
    for mode in (0o640, 0o666):
        target.chmod(mode)
        write_whole(target, b"new")
        assert target.stat().st_mode & 0o777 == mode
