"""One file, replaced in one step."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from flashcards.errors import FlashcardsError, OutputRefused
from flashcards.fileio import (
    FileRefused,
    load_bytes,
    load_text,
    read_json,
    write_whole,
)
from flashcards.outputs import Outputs


def test_a_file_is_written_with_its_folders(tmp_path):
    write_whole(tmp_path / "new" / "deck.apkg", b"data")
    assert (tmp_path / "new" / "deck.apkg").read_bytes() == b"data"
    assert os.listdir(tmp_path / "new") == ["deck.apkg"]


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(FlashcardsError, match="it is a folder; name a file"):
        write_whole(tmp_path, b"data")


def test_what_is_neither_a_file_nor_a_folder_is_left_alone(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FlashcardsError, match="it is a pipe or a device; name a file"):
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
    monkeypatch.setattr("os.open", refused)
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


@pytest.mark.parametrize(
    "name",
    [
        "decks/course.yaml",
        "decks/deck.lock",
        "decks/media/a.svg",
        "quizzes/q.yaml",
        "r.db",
        "a.css",
    ],
)
def test_what_a_course_is_made_of_is_not_replaced(tmp_path, name):
    for each in ("decks/course.yaml", name):
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_bytes(b"source")
    (tmp_path / "link").symlink_to((tmp_path / name).parent)
    for path in (tmp_path / name, tmp_path / "link" / (tmp_path / name).name):
        with pytest.raises(FlashcardsError, match="it is no output but a source; name another"):
            write_whole(path, b"data")
    assert (tmp_path / name).read_bytes() == b"source"
    write_whole(tmp_path / name, b"new", source=True)
    assert (tmp_path / name).read_bytes() == b"new"


def test_a_new_file_beside_the_sources_is_written(tmp_path):
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "course.yaml").write_bytes(b"source")
    for name in ("decks/new.apkg", "quizzes/new.yaml", "sheet.html"):
        write_whole(tmp_path / name, b"data")
        assert (tmp_path / name).read_bytes() == b"data"
    write_whole(tmp_path / "sheet.html", b"again")


@pytest.mark.parametrize("to", ["file", "gone", "/dev/zero"])
def test_a_link_is_not_replaced(tmp_path, to):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to(to)
    with pytest.raises(FlashcardsError, match="link: it is a link; name the file itself"):
        write_whole(tmp_path / "link", b"data")
    assert os.readlink(tmp_path / "link") == to
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_link_put_in_the_place_of_the_part_is_not_followed(tmp_path):
    (tmp_path / "victim").write_bytes(b"old")
    (tmp_path / f".deck.apkg.{os.getpid()}.ptquiz-part").symlink_to(tmp_path / "victim")
    write_whole(tmp_path / "deck.apkg", b"data")
    assert (tmp_path / "victim").read_bytes() == b"old"
    assert (tmp_path / "deck.apkg").read_bytes() == b"data"


def test_a_plain_file_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"x" * 2000)
    (tmp_path / "link").symlink_to(path)
    assert load_bytes(path, 2000) == load_bytes(tmp_path / "link", 2000) == b"x" * 2000
    with pytest.raises(FileRefused, match=r"file is larger than 1 KB$"):
        load_bytes(path, 1999)
    with pytest.raises(FileRefused, match=r"link is a link$"):
        load_bytes(tmp_path / "link", 2000, links=False)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pipe", "is not a file"),
        ("zero", "is not a file"),
        ("folder", "is a folder, not a file"),
        ("circle", "cannot be read: Too many levels of symbolic links"),
        ("nul\0", "cannot be read: no file has a NUL in its name"),
        ("none", "does not exist"),
    ],
)
def test_what_is_no_plain_file_is_refused_at_once(tmp_path, name, reason):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(FileRefused) as refused:
        load_bytes(tmp_path / name, 1000)
    assert str(refused.value.reason) == reason
    assert str(refused.value) == f"{tmp_path / name} {reason}"


def test_a_file_that_hides_its_size_is_read_up_to_its_limit_too():
    path = Path("/proc/self/status")
    assert path.stat().st_size == 0
    assert load_bytes(path, 100_000).startswith(b"Name:")
    with pytest.raises(FileRefused, match="is larger than 0 KB"):
        load_bytes(path, 10)


def test_no_descriptor_is_left_open(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    before = len(os.listdir("/proc/self/fd"))
    for name in ("pipe", ".", "none"):
        with pytest.raises(FileRefused):
            load_bytes(tmp_path / name, 1000)
    assert len(os.listdir("/proc/self/fd")) == before


def test_text_is_utf_8(tmp_path):
    (tmp_path / "file").write_bytes(b"\xe4\xf6")
    with pytest.raises(FileRefused, match="is not UTF-8 text"):
        load_text(tmp_path / "file", 1000)
    (tmp_path / "file").write_text("äö", encoding="utf-8")
    assert load_text(tmp_path / "file", 1000) == "äö"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[1", "nonsense"])
def test_json_that_is_none_or_too_deep_is_a_value_error(text):
    with pytest.raises(ValueError):
        read_json(text)


def test_a_trial_tells_whether_a_file_can_be_written_and_leaves_nothing(tmp_path):
    write_whole(tmp_path / "r.json", b"", make_folders=False, trial=True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FlashcardsError, match=r"cannot write .*: No such file or directory"):
        write_whole(tmp_path / "no" / "r.json", b"", make_folders=False, trial=True)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def target(tmp_path):
    return tmp_path / "out.csv"


@pytest.fixture
def remember(tmp_path):
    """What a command would have that starts now."""
    return lambda **wishes: Outputs(tmp_path / "home" / "outputs", **wishes)


def is_refused(outputs, target, data=b"new", purpose="csv"):
    before = target.read_bytes()
    with pytest.raises(OutputRefused, match="with --force"):
        outputs.write(target, data, purpose)
    return target.read_bytes() == before and [*target.parent.glob(".*")] == []


def test_an_output_is_known_by_its_bytes_and_its_purpose(target, remember):
    remember().write(target, b"first", "csv")
    remember().write(target, b"second", "csv")
    assert is_refused(remember(), target, purpose="json")
    target.write_bytes(b"secand")
    assert is_refused(remember(), target)
    remember(force=True).write(target, b"third", "csv")
    remember().write(target, b"fourth", "csv")


def test_a_killed_writer_leaves_either_file_known(target, remember, monkeypatch):
    remember().write(target, b"old", "csv")
    move = os.replace

    def kill(old, new):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", kill)
    with pytest.raises(KeyboardInterrupt):
        remember().write(target, b"new", "csv")
    monkeypatch.setattr("os.replace", move)
    assert target.read_bytes() == b"old"
    remember().check(target, "csv")
    target.write_bytes(b"new")  # as if the kill had come later
    remember().check(target, "csv")


def test_two_who_write_at_once_are_both_known(target, remember, monkeypatch):
    move = os.replace

    def write_between(old, new):
        monkeypatch.setattr("os.replace", move)
        monkeypatch.setattr("os.getpid", os.getppid)
        remember().write(target, b"theirs", "csv")
        move(old, new)

    monkeypatch.setattr("os.replace", write_between)
    remember().write(target, b"ours", "csv")
    assert target.read_bytes() == b"ours"
    remember().write(target, b"next", "csv")


def test_without_a_record_only_equal_bytes_and_empty_files_are_replaced(target, remember):
    target.write_bytes(b"same")
    remember().write(target, b"same", "csv")
    remember().write(target, b"known now", "csv")
    Outputs().write(target, b"known now", "csv")
    assert is_refused(Outputs(), target)
    target.write_bytes(b"")
    Outputs().write(target, [b"in ", b"parts"], "csv")


@pytest.mark.parametrize("obstacle", ["file", "pipe", "folder", "half a line", "no text"])
def test_whatever_lies_in_the_place_of_records_the_output_is_written(
    target, remember, tmp_path, obstacle
):
    remember().write(target, b"one", "csv")
    record = next((tmp_path / "home" / "outputs").iterdir())
    if obstacle in ("half a line", "no text"):
        record.write_bytes(b"3-ab" if obstacle == "half a line" else b"\xff\n" * 20_000)
        remember(force=True).write(target, b"two", "csv")
        remember().write(target, b"three", "csv")
        return
    place = record.parent if obstacle == "file" else record
    record.unlink()
    if obstacle == "file":
        place.rmdir()
    {"file": Path.touch, "pipe": os.mkfifo, "folder": Path.mkdir}[obstacle](place)
    outputs = remember(force=True)
    outputs.write(target, b"two", "csv")
    outputs.force = False
    outputs.write(target, b"three", "csv")  # its own rewriting works
    assert is_refused(remember(), target)


def test_records_are_few_and_small(target, remember, tmp_path, monkeypatch):
    monkeypatch.setattr("flashcards.outputs._MOST_RECORDS", 8)
    monkeypatch.setattr("flashcards.outputs._LARGEST_RECORD", 2000)
    for number in range(40):
        remember().write(tmp_path / f"{number}.csv", b"x", "csv")
        remember().write(target, b"%d" % number, "csv")
    records = [*(tmp_path / "home" / "outputs").iterdir()]
    assert 4 <= len(records) <= 8
    assert sum(record.stat().st_size for record in records) < 8 * 2200


def test_all_files_are_written_or_none(tmp_path, remember):
    (tmp_path / "key.csv").write_bytes(b"of another exam")
    files = {tmp_path / "exam.html": ("sheet", b"a"), tmp_path / "key.csv": ("key", b"b")}
    with pytest.raises(OutputRefused, match=r"key\.csv: it is not known as an output"):
        remember().write_all(files, "export")
    assert not (tmp_path / "exam.html").exists()


def test_force_replaces_no_source_and_no_link(tmp_path, remember):
    (tmp_path / "deck.yaml").write_bytes(b"source")
    (tmp_path / "link").symlink_to("deck.yaml")
    for name in ("deck.yaml", "link"):
        with pytest.raises(OutputRefused):
            remember(force=True).write(tmp_path / name, b"data", "csv")
    assert (tmp_path / "deck.yaml").read_bytes() == b"source"
