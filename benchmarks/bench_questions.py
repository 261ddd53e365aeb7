"""How quickly questions are made, as ratios taken in one run, pinned to one core.

    python benchmarks/bench_questions.py

The first question of `ptquiz exam placement` against the first one of `ptquiz`, on a
real terminal; `ptquiz list` against `ptquiz --help`; `ptquiz export moodle` of the whole
curriculum against a `ptquiz build` of it. The last two in processor time.
"""

from __future__ import annotations

import os
import statistics as middle
import subprocess
import sys
import tempfile

from bench_quiz import KEYS_READ, TURNS, first_of_all, watched
from user_environment import make_environment

PTQUIZ = ["-c", "from flashcards.cli import main; main()"]
LIMITS = {
    "first question of an exam / of the quiz": 1.6,
    "list / --help": 6.0,
    "export moodle / build": 2.0,
}


def main() -> int:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    ratios = dict(zip(LIMITS, (compare_starts(), compare_list(), compare_export()), strict=True))
    for name, ratio in ratios.items():
        print(f"{'ok  ' if ratio <= LIMITS[name] else 'SLOW'} {name}: {ratio:.2f}× "
              f"(at most {LIMITS[name]}×)")  # fmt: skip
    return int(any(ratio > LIMITS[name] for name, ratio in ratios.items()))


def compare_starts() -> float:
    """Seconds to the prompt of an exam's first question, against those of the quiz.

    Those of the exam include its page of rules, which is left at once.
    """
    with tempfile.TemporaryDirectory() as home:
        first_of_all(None, home)
        quiz, exam = [], []
        for _ in range(TURNS):
            quiz.append(first_of_all(None, home))
            arguments = [*PTQUIZ, "exam", "placement", "--seed", "bench", "--fresh"]
            exam.append(watched(arguments, home, [b"1/28", KEYS_READ], begin=b"begin")[1])
    return middle.median(exam) / middle.median(quiz)


def compare_list() -> float:
    with tempfile.TemporaryDirectory() as home:
        lists = [measure(["list"], home) for _ in range(5)]
        helps = [measure(["--help"], home) for _ in range(5)]
    return min(lists) / min(helps)


def compare_export() -> float:
    exports, builds = [], []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as home:
            exports.append(measure(["export", "moodle", "-o", f"{home}/out.xml"], home))
        with tempfile.TemporaryDirectory() as home:
            builds.append(measure(["build", "-o", f"{home}/out.apkg"], home))
    return min(exports) / min(builds)


def measure(arguments: list[str], home: str) -> float:
    """Processor seconds of one command."""
    env = make_environment(f"{home}/ptquiz")
    before = os.times()
    subprocess.run(
        [sys.executable, *PTQUIZ, *arguments], env=env, check=True, stdout=subprocess.DEVNULL
    )
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system


if __name__ == "__main__":
    sys.exit(main())
