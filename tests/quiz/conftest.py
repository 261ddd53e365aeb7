"""A tiny course with every kind of entry in two languages, and terminals to ask it on."""

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from course_files import COURSE, write_course


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory) -> Path:
    return write_course(tmp_path_factory.mktemp("tiny"), COURSE)


@pytest.fixture(scope="session")
def tiny_course(tiny_folder):
    from flashcards.source import load_course

    return load_course(tiny_folder)


@pytest.fixture(scope="session")
def warm_cache(tmp_path_factory, tiny_folder) -> Path:
    """What a second start finds: the course, read once."""
    from flashcards.source import load_course

    folder = tmp_path_factory.mktemp("cache")
    load_course(tiny_folder, folder, str(tiny_folder))
    return folder


@pytest.fixture(scope="session")
def forker():
    from learner_terminal import Forker

    made = Forker()
    yield made
    made.close()


@pytest.fixture
def home(tmp_path, warm_cache) -> Path:
    shutil.copytree(warm_cache, tmp_path / "home" / "cache")
    return tmp_path / "home"


@pytest.fixture
def sit(forker, tiny_folder, home):
    """Starts `ptquiz` with the tiny course on a real terminal."""
    started = []

    def start(*arguments, columns=80, rows=40, encoding="utf-8", course=tiny_folder, **env):
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
        return terminal

    yield start
    for terminal in started:
        terminal.close()  # hangs up: whatever still runs there ends


@pytest.fixture
def answers(home):
    """The answers in the learner's log that count, oldest first."""

    def read():
        from flashcards.quiz.log import ReviewLog
        from flashcards.quiz.schedule import Schedule

        log = ReviewLog(home / "reviews.db", Schedule())
        found = list(log.reviews())
        log.close()
        return found

    return read
