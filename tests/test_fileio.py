"""One file, replaced in one step."""

import os
import resource
import signal
import subprocess
import sys
from textwrap import dedent

import pytest

from flashcards.errors import FlashcardsError
from flashcards.fileio import keep, terminated_like_interrupted, write_whole


def test_a_file_is_written_with_its_folders(tmp_path):
    write_whole(tmp_path / "new" / "deck.apkg", b"data")
    assert (tmp_path / "new" / "deck.apkg").read_bytes() == b"data"
    assert os.listdir(tmp_path / "new") == ["deck.apkg"]


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(FlashcardsError, match="it is a folder; name a file"):
        write_whole(tmp_path, b"data")


def test_what_is_neither_a_file_nor_a_folder_is_left_alone(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FlashcardsError, match="it is a device; name a file"):
        write_whole(tmp_path / "pipe", b"data")
    assert (tmp_path / "pipe").is_fifo()


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FlashcardsError, match=r"cannot write .*deck\.apkg: "):
        write_whole(tmp_path / "file" / "deck.apkg", b"data")


def test_a_folder_that_may_not_be_written_is_told(tmp_path, monkeypatch):
    """Root may write everywhere, so the system's answer is given here."""

    def refused(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "deck.apkg").write_bytes(b"old")
    monkeypatch.setattr("pathlib.Path.open", refused)
    with pytest.raises(FlashcardsError, match=r"cannot write .*deck\.apkg: Permission denied"):
        write_whole(tmp_path / "deck.apkg", b"new")
    monkeypatch.undo()
    assert (tmp_path / "deck.apkg").read_bytes() == b"old"


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path):
    """A limit on the size of files is what a full disk feels like."""
    target = tmp_path / "deck.apkg"
    target.write_bytes(b"old")
    script = dedent(f"""\
        import resource, signal, sys
        from pathlib import Path
        from flashcards.fileio import write_whole
        from flashcards.errors import FlashcardsError
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            write_whole(Path({str(target)!r}), b"x" * 100_000)
        except FlashcardsError as error:
            sys.exit(str(error))
        """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip() == f"cannot write {target}: File too large"
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["deck.apkg"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 1000


def test_what_a_killed_build_left_is_removed_and_others_stay(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = tmp_path / f".deck.apkg.{dead.pid}.ptquiz-part"
    running = tmp_path / f".deck.apkg.{os.getppid()}.ptquiz-part"
    other = tmp_path / f".other.apkg.{dead.pid}.ptquiz-part"
    for path in (left, running, other):
        path.write_bytes(b"part")
    write_whole(tmp_path / "deck.apkg", b"data")
    assert sorted(os.listdir(tmp_path)) == sorted([running.name, other.name, "deck.apkg"])


def test_sigterm_ends_like_ctrl_c():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), terminated_like_interrupted():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_cached_file_is_written_with_its_folder_or_not_at_all(tmp_path):
    keep(tmp_path / "cache" / "a", b"data")
    assert (tmp_path / "cache" / "a").read_bytes() == b"data"
    keep(tmp_path / "cache" / "a" / "below-a-file", b"data")
    (tmp_path / "folder").mkdir()
    keep(tmp_path / "folder", b"data")
    assert sorted(os.listdir(tmp_path)) == ["cache", "folder"]
    assert os.listdir(tmp_path / "cache") == ["a"]
