"""Mutated files of courses and of other programs: no traceback, none slow, none large.

`make test` has a fixed sample; `make fuzz` mutates 5,000 files of courses and 2,000 foreign ones,
by a new seed, or by that of an earlier run: `make fuzz SEED=7`. What fails stays in the folder of
pytest.
"""

import contextlib
import io
import os
import random
import re
import resource
import signal
from pathlib import Path
from textwrap import dedent
from unittest import mock

import pytest

from flashcards import load_course
from flashcards.cli import run
from tests.helpers.course_files import COURSE
from tests.helpers.foreign_samples import Sample, make_samples
from tests.helpers.mutations import mutate

EVERY_FILE = Path(__file__).parent / "course/data/every-file"
SEED = os.environ.get("PTQUIZ_FUZZ", "")
COUNTS = {"course": 5000, "foreign": 2000} if SEED else {"course": 20, "foreign": 20}
TOGETHER = 10
"""Cases of one test."""
MAX_SECONDS, MAX_BYTES = 10, 500_000_000
"""Processor time of a case, and memory beside that of the process before it."""
_LENDER = mock.patch("flashcards.course.load.builtin_folder", return_value=EVERY_FILE / "lender")
"""A small course to borrow from."""


@pytest.fixture(scope="module")
def samples(tmp_path_factory) -> dict[str, list[Sample]]:
    paths = [path for path in sorted(EVERY_FILE.glob("**/*.*")) if path.is_file()]
    every = {path.relative_to(EVERY_FILE).as_posix(): path.read_bytes() for path in paths}
    tiny = {name: dedent(text).encode() for name, text in COURSE.items()}
    return {
        "course": [Sample("check", every), Sample("check", tiny)],
        "foreign": make_samples(tmp_path_factory.mktemp("samples")),
    }


@pytest.fixture
def limits():
    """Too much memory or time is an error."""

    def stop(*_):
        raise TimeoutError(f"over {MAX_SECONDS} s")

    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + MAX_BYTES, before[1]))
    signal.signal(signal.SIGPROF, stop)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.usefixtures("limits")
@pytest.mark.parametrize(
    ("group", "first"),
    [(group, n) for group, count in COUNTS.items() for n in range(0, count, TOGETHER)],
)
def test_a_mutated_file_is_read_or_refused_with_its_place(group, first, samples, tmp_path):
    for name in (f"{group}-{first + n}" for n in range(TOGETHER)):
        chance = random.Random(f"{SEED} {name}")
        command, files = chance.choice(samples[group])
        chosen = chance.choice([file for file in files if not file.endswith(".svg")])
        mutated = mutate(files[chosen], chance, is_yaml=command == "check")
        signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
        run_case(Sample(command, {**files, chosen: mutated}), tmp_path / name)


def run_case(case: Sample, folder: Path) -> None:
    """Let the commands read the files; raises whatever they let through."""
    for name, data in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    named = [str(folder / name) for name in case.files]
    said = io.StringIO()
    with _LENDER, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        if case.command == "check":
            if run(["check", str(folder)]) == 0:
                load_course(folder)
            _require_places(said.getvalue(), folder)
        elif case.command == "results":
            run(["results", *named, "-o", str(folder / "report.html")])
        elif run(["import", *named, "-o", str(folder / "course")]) == 0:
            course = folder / "course"
            if course.exists() and run(["check", str(course)]):
                raise AssertionError(f"what came in has problems:\n{said.getvalue()[-2000:]}")


def _require_places(said: str, folder: Path) -> None:
    """Raise AssertionError if a place that was told is not in its file."""
    for name, line in re.findall(rf"^{folder}/(.+?):(\d+):\d+: ", said, re.MULTILINE):
        text = (folder / name).read_bytes().decode(errors="replace")
        last = len(text.splitlines()) + text.count("\r") + 1
        assert 1 <= int(line) <= last, f"{name} has no line {line}:\n{said[-2000:]}"
