"""Mutated files of courses and of other programs: no traceback, none slow, none large.

    python -m tests.fuzz                            5,000 of courses and 2,000 foreign, a new seed
    python -m tests.fuzz --seed 7                   the same again
    python -m tests.fuzz --seed 7 --case foreign-9  one of them, its files kept in build/fuzz

A case may take 10 s of processor time and 500 MB more memory than an empty process.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import random
import re
import resource
import signal
import sys
import tempfile
import traceback
from functools import cache, partial
from pathlib import Path
from textwrap import dedent
from unittest import mock

from flashcards import load_course
from flashcards.cli import run
from tests.helpers.course_files import COURSE
from tests.helpers.foreign_samples import Sample, make_samples
from tests.helpers.mutations import mutate

ROOT = Path(__file__).parents[1]
EVERY_FILE = ROOT / "tests/course/data/every-file"
CASES = {"course": 5000, "foreign": 2000}
MAX_SECONDS, MAX_BYTES = 10, 500_000_000
_ENTRY, _TRANSLATION = re.compile(r"\n(?=- )"), re.compile(r"\n(?=  [a-z0-9-]+:)")
_LENDER = mock.patch("flashcards.course.load.builtin_folder", return_value=EVERY_FILE / "lender")
"""A small course to borrow from."""


def make_case(name: str, seed: int, samples: list[Sample]) -> Sample:
    """Return the files of a case, one of them mutated, and the command that reads them."""
    chance = random.Random(f"{seed} {name}")
    is_course = name.startswith("course")
    if is_course:
        tiny = {name: dedent(text).encode() for name, text in COURSE.items()}
        command = "check"
        files = chance.choice([_load_files(EVERY_FILE), tiny, _cut_builtin(chance)])
    else:
        command, files = chance.choice(samples)
    chosen = chance.choice([file for file in files if not file.endswith(".svg")])
    return Sample(command, {**files, chosen: mutate(files[chosen], chance, is_course)})


def _cut_builtin(chance: random.Random) -> dict[str, bytes]:
    """Return a few entries of one built-in deck with their translations."""
    files = _load_files(ROOT / "decks", "*.yaml")
    deck = chance.choice([n for n in files if n not in ("course.yaml", "resources.yaml")])
    head, *entries = _ENTRY.split(files[deck].decode())
    first = chance.randrange(len(entries))
    cut = entries[first : first + 6]
    keys = {key for entry in cut for key in re.findall(r"^  key: (\S+)", entry, re.MULTILINE)}
    titles, line, texts = (
        (ROOT / "decks/zh" / deck).read_text(encoding="utf-8").partition("\nentries:")
    )
    own = (text for text in _TRANSLATION.split(texts) if text.split(":")[0].strip() in keys)
    return {
        f"decks/{deck}": "\n".join([head, *cut]).encode(),
        f"decks/zh/{deck}": "\n".join([titles + line, *own]).encode(),
        "decks/course.yaml": files["course.yaml"],
    }


@cache
def _load_files(folder: Path, pattern: str = "**/*.*") -> dict[str, bytes]:
    paths = (path for path in sorted(folder.glob(pattern)) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def write_case(case: Sample, folder: Path) -> None:
    for name, data in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def run_case(case: Sample, folder: Path) -> None:
    """Let the commands read the files; raises whatever they let through."""
    write_case(case, folder)
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


def _limit_process() -> None:
    """Let this process take so much more memory, and a signal for too much time be an error."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MAX_BYTES, used + MAX_BYTES))

    def stop(*_: object) -> None:
        raise TimeoutError(f"over {MAX_SECONDS} s")

    signal.signal(signal.SIGPROF, stop)


def try_case(name: str, seed: int, samples: list[Sample]) -> tuple[str, str]:
    """Return the name of a case and what is wrong with it, or ""."""
    fault = ""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        os.environ["PTQUIZ_HOME"] = str(Path(folder, "home"))
        signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
        try:
            run_case(make_case(name, seed, samples), Path(folder, "case"))
        except BaseException:
            fault = traceback.format_exc()
        signal.setitimer(signal.ITIMER_PROF, 0)
    return name, fault


def main() -> int:
    """Run the cases that were asked for; 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--case", help="one case, such as foreign-9")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    for group, number in CASES.items():
        parser.add_argument(f"--{group}", type=int, default=number)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    names = [f"{group}-{n}" for group in CASES for n in range(getattr(options, group))]
    names, failed = [options.case] if options.case else names, 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PTQUIZ_HOME"] = str(Path(folder, "home"))
        with contextlib.redirect_stdout(io.StringIO()):
            samples = make_samples(Path(folder))
            for number, sample in enumerate(samples):  # valid ones: all modules are loaded then
                run_case(sample, Path(folder, str(number)))
        attempt = partial(try_case, seed=options.seed, samples=samples)
        fork = multiprocessing.get_context("fork")
        with fork.Pool(options.jobs, _limit_process, maxtasksperchild=50) as pool:
            for name, fault in pool.imap_unordered(attempt, names, 5):
                if fault or options.case:
                    kept = ROOT / "build/fuzz" / f"{options.seed}-{name}"
                    write_case(make_case(name, options.seed, samples), kept)
                    print(f"{kept}: {fault or 'nothing is wrong'}", flush=True)
                failed += bool(fault)
    print(f"{len(names)} files, {failed} failed")
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main())
