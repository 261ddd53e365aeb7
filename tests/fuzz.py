"""Mutated files of courses and of other programs: no traceback, none slow, none large.

    python -m tests.fuzz                            5,000 of courses and 2,000 foreign, a new seed
    python -m tests.fuzz --seed 7                   the same again
    python -m tests.fuzz --seed 7 --case foreign-9  one of them, with its traceback

Every case runs in a process of its own, with limits: 10 s of processor time, 500 MB more memory
than before. The files of a case that fails are kept in build/fuzz.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from functools import cache, partial
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple
from unittest import mock

from flashcards import load_course
from flashcards.cli import run
from tests.helpers.course_files import COURSE
from tests.helpers.foreign_samples import Sample, make_samples
from tests.helpers.mutations import mutate_foreign, mutate_yaml

ROOT = Path(__file__).parents[1]
EVERY_FILE = ROOT / "tests/course/data/every-file"
KEPT = ROOT / "build/fuzz"
CASES = {"course": 5000, "foreign": 2000}
MOST_SECONDS, MOST_WAITING = 10, 120
MOST_MEGABYTES, MOST_ADDRESSES = 500, 4_000_000_000
_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024
_ENTRY, _TRANSLATION = re.compile(r"\n(?=- )"), re.compile(r"\n(?=  [a-z0-9-]+:)")
_ENTRIES_AT_ONCE = 6
_LENDER = mock.patch("flashcards.course.load.builtin_folder", return_value=EVERY_FILE / "lender")
"""A small course to borrow from."""


class Outcome(NamedTuple):
    """How a case ended; nothing is wrong with it if `fault` is empty."""

    case: str
    seconds: float
    megabytes: float
    fault: str


def make_case(name: str, seed: int, samples: list[Sample]) -> Sample:
    """The files of a case, one of them mutated, and the command that reads them."""
    chance = random.Random(f"{seed} {name}")
    if name.startswith("foreign"):
        command, files = chance.choice(samples)
        mutate = mutate_foreign
    else:
        command, files = (
            "check",
            chance.choice([_read_every_file, _read_tiny, _cut_builtin])(chance),
        )
        mutate = mutate_yaml
    chosen = chance.choice([each for each in files if not each.endswith(".svg")])
    return Sample(command, {**files, chosen: mutate(files[chosen], chance)})


def _read_every_file(_: random.Random) -> dict[str, bytes]:
    return dict(_read_files(EVERY_FILE))


def _read_tiny(_: random.Random) -> dict[str, bytes]:
    return {name: dedent(text).encode() for name, text in COURSE.items()}


def _cut_builtin(chance: random.Random) -> dict[str, bytes]:
    """A few entries of one built-in deck with their translations, at times with a quiz."""
    files = _read_files(ROOT / "decks", "*.yaml")
    quizzes = _read_files(ROOT / "quizzes")
    deck = chance.choice([n for n in files if n not in ("course.yaml", "resources.yaml")])
    head, *entries = _ENTRY.split(files[deck].decode())
    first = chance.randrange(len(entries))
    cut = entries[first : first + _ENTRIES_AT_ONCE]
    keys = {key for entry in cut for key in re.findall(r"^  key: (\S+)", entry, re.MULTILINE)}
    titles, line, texts = (
        (ROOT / "decks/zh" / deck).read_text(encoding="utf-8").partition("\nentries:")
    )
    own = (each for each in _TRANSLATION.split(texts) if each.split(":")[0].strip() in keys)
    overlay = "\n".join([titles + line, *own])
    cut_files = {
        f"decks/{deck}": "\n".join([head, *cut]).encode(),
        f"decks/zh/{deck}": overlay.encode(),
        "decks/course.yaml": files["course.yaml"],
    }
    if chance.random() < 0.2:  # it names entries by the hundred that are not there
        quiz = chance.choice(list(quizzes))
        cut_files[f"quizzes/{quiz}"] = quizzes[quiz]
    return cut_files


@cache
def _read_files(folder: Path, pattern: str = "**/*.*") -> dict[str, bytes]:
    found = (path for path in sorted(folder.glob(pattern)) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


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
            made = folder / "course"
            if made.exists() and run(["check", str(made)]):
                raise AssertionError(f"what came in has problems:\n{said.getvalue()[-2000:]}")


def _require_places(told: str, folder: Path) -> None:
    """Raise AssertionError if a place that was told is not in its file."""
    for name, line in re.findall(rf"^{folder}/(.+?):(\d+):\d+: ", told, re.MULTILINE):
        text = (folder / name).read_bytes().decode(errors="replace")
        last = len(text.splitlines()) + text.count("\r") + 1
        assert 1 <= int(line) <= last, f"{name} has no line {line}:\n{told[-2000:]}"


def try_case(name: str, seed: int, samples: list[Sample]) -> Outcome:
    """Run a case in a child of this process, which the system ends at its limits."""
    end, begin = os.pipe()
    child = os.fork()
    if not child:
        os.close(end)
        _run_limited(name, seed, samples, begin)
    os.close(begin)
    with open(end, encoding="utf-8") as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if told:
        return Outcome(name, *json.loads(told))
    ended = os.waitstatus_to_exitcode(status)
    fault = "slow" if -ended in (signal.SIGXCPU, signal.SIGALRM) else f"ended with {ended}"
    return Outcome(name, MOST_SECONDS, 0, fault)


def _run_limited(name: str, seed: int, samples: list[Sample], pipe: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS + 1, MOST_SECONDS + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    signal.alarm(MOST_WAITING)
    before, fault = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, ""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    os.environ["PTQUIZ_HOME"] = str(folder / "home")
    try:
        run_case(make_case(name, seed, samples), folder)
    except BaseException:
        fault = traceback.format_exc()
    seconds = time.process_time()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * _MEMORY_UNIT / 1e6
    fault = fault or ("slow" if seconds > MOST_SECONDS else "")
    fault = fault or ("large" if grown > MOST_MEGABYTES else "")
    shutil.rmtree(folder)
    os.write(pipe, json.dumps([seconds, grown, fault[-4000:]]).encode())
    os._exit(0)


def main() -> int:
    """Run the cases that were asked for; 1 if one of them fails."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options.add_argument("--case", help="one case, such as foreign-9")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    for group, number in CASES.items():
        options.add_argument(f"--{group}", type=int, default=number)
    given = options.parse_args()
    print(f"seed {given.seed}", flush=True)
    names = [f"{group}-{n}" for group in CASES for n in range(getattr(given, group))]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PTQUIZ_HOME"] = str(Path(folder, "home"))
        with contextlib.redirect_stdout(io.StringIO()):
            samples = make_samples(Path(folder))
            for number, sample in enumerate(samples):  # sound ones: all modules are loaded then
                run_case(sample, Path(folder, str(number)))
        attempt = partial(try_case, seed=given.seed, samples=samples)
        outcomes = []
        with multiprocessing.get_context("fork").Pool(given.jobs) as pool:
            for outcome in pool.imap_unordered(attempt, [given.case] if given.case else names, 5):
                outcomes.append(outcome)
                if outcome.fault:
                    _keep(outcome, given.seed, samples)
    return _report(outcomes)


def _keep(outcome: Outcome, seed: int, samples: list[Sample]) -> None:
    """Keep the files of a case that failed, and how it did."""
    folder = KEPT / f"{seed}-{outcome.case}"
    case = make_case(outcome.case, seed, samples)
    for name, data in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "fault.txt").write_text(f"{case.command}\n{outcome.fault}", encoding="utf-8")
    print(f"{folder}: {outcome.fault.strip().splitlines()[-1][:200]}", flush=True)


def _report(outcomes: list[Outcome]) -> int:
    faults = Counter(each.fault for each in outcomes if each.fault)
    slowest = max(outcomes, key=lambda each: each.seconds)
    largest = max(outcomes, key=lambda each: each.megabytes)
    failed = faults.total()
    tracebacks = failed - faults["slow"] - faults["large"]
    print(
        f"{len(outcomes)} files: {tracebacks} tracebacks, {faults['slow']} over {MOST_SECONDS} s, "
        f"{faults['large']} over {MOST_MEGABYTES} MB; slowest {slowest.case} with "
        f"{slowest.seconds:.1f} s, largest {largest.case} with {largest.megabytes:.0f} MB"
    )
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main())
