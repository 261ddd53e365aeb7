"""Tests never touch the learner's own data, and run the same every time and everywhere."""

import os
import signal
import time
from collections import Counter
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from flashcards.cli import run
from tests.helpers.builtin import remember_builtin
from tests.helpers.course_files import COURSE, write_course

BASIC = settings(deadline=None, database=None, print_blob=True)
settings.register_profile("first", BASIC, derandomize=True, max_examples=25)
settings.register_profile("thorough", BASIC, max_examples=60)  # fresh ones each time
settings.load_profile("first")


def pytest_configure(config):
    """A shell lets its background jobs ignore interrupts, and so would what the tests start."""
    if "PTQUIZ_TEST_RUN" not in os.environ:  # the workers of a run have it from its first process
        folder = TemporaryDirectory(prefix="ptquiz-tests-")
        config.add_cleanup(folder.cleanup)
        os.environ["PTQUIZ_TEST_RUN"] = folder.name
    remember_builtin()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


_numbers = count()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of a test with `sampled(3)`, the first three cases belong to the first tier."""
    seen = Counter()
    for item in items:
        if sample := item.get_closest_marker("sampled"):
            test = item.nodeid.partition("[")[0]
            seen[test] += 1
            if seen[test] > sample.args[0]:
                item.add_marker("thorough")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory, monkeypatch):
    """Every test has a home of its own."""
    home = tmp_path_factory.getbasetemp() / f"home-{next(_numbers)}"
    home.mkdir()
    monkeypatch.setenv("PTQUIZ_HOME", str(home))
    monkeypatch.setenv("HOME", str(home))  # a shell's start-up files are the learner's own too
    return home


@pytest.fixture
def in_zone():
    """Moves this machine to a time zone."""
    with pytest.MonkeyPatch.context() as patch:

        def move(zone):
            patch.setenv("TZ", zone)
            time.tzset()

        yield move
    time.tzset()


@pytest.fixture
def set_clock(in_zone, monkeypatch):
    """Sets the clock of this process, which is then in UTC: `set_clock("2030-05-01 03:55")`."""
    in_zone("UTC")

    def move(when):
        moment = datetime.fromisoformat(when).replace(tzinfo=UTC)
        milliseconds = int(moment.timestamp() * 1000)
        monkeypatch.setattr(time, "time_ns", lambda: milliseconds * 1_000_000)
        return milliseconds

    return move


@pytest.fixture
def in_the_afternoon(in_zone):
    """Where the day, which begins at four in the morning, does not end during a test."""
    east = (16 - time.gmtime().tm_hour + 12) % 24 - 12
    in_zone(f"TEST{-east:+}")


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory) -> Path:
    return write_course(tmp_path_factory.mktemp("tiny"), COURSE)


@pytest.fixture(scope="session")
def tiny_course(tiny_folder):
    from flashcards.course.load import load_course

    return load_course(tiny_folder, label="")


@pytest.fixture(scope="session")
def forker():
    from tests.helpers.learner_terminal import get_forker

    return get_forker()


@pytest.fixture
def home(tmp_path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def sit(forker, tiny_folder, home):
    """Starts `ptquiz` with the tiny course on a real terminal, and begins."""
    started = []

    def start(
        *arguments,
        columns=80,
        rows=40,
        encoding="utf-8",
        course=tiny_folder,
        begins=True,
        **env,
    ):
        basic = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PTQUIZ_HOME": str(home),
            "TERM": "xterm-256color",
        }
        terminal = forker.start(
            [*arguments, "--course", str(course)], {**basic, **env}, columns, rows, encoding
        )
        started.append(terminal)
        if begins and (not arguments or arguments[0] == "exam" or arguments[0].startswith("-")):
            terminal.begin()
        return terminal

    yield start
    for terminal in started:
        terminal.close()  # hangs up: whatever still runs there ends


@pytest.fixture
def answers(home):
    """The answers in the learner's log that count, oldest first."""

    def read():
        from flashcards.reviews.store import ReviewLog

        log = ReviewLog(home / "reviews.db")
        found = list(log.reviews())
        log.close()
        return found

    return read


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Call a command in an empty folder: its exit code, what it printed and what it complained."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code = run([*words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call
