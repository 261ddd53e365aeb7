"""How soon the terminal quiz asks, as ratios taken in one run, pinned to one core.

    python benchmarks/bench_quiz.py

From process start of `ptquiz --stage 2 --kind code` on a real terminal to its text on the screen
and to the moment when keys are read, against `python -c "import questionary"`; and with 100,000
reviews in the log against none.
"""

import os
import pty
import random
import select
import statistics as middle
import sys
import tempfile
import time
from pathlib import Path

from user_environment import ROOT, make_environment

sys.path.insert(0, str(ROOT))

from flashcards.cards import list_cards
from flashcards.course.load import load_course
from flashcards.reviews.memory import Rating
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog

DAY = 86_400_000
NOW = time.time_ns() // 1_000_000
TURNS = 15
KEYS_READ = b"\x1b[?2004h"
"""What the quiz sends when it begins to read keys; those of the first 250 ms of a question
are then ignored on purpose."""
PAUSE = 0.4
"""Seconds after which keys are surely taken."""
RATINGS: tuple[Rating, ...] = (1, 3, 3, 3, 4)


def main() -> int:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = [*compare_starts(), compare_logs()]
    for label, ratio, limit in rows:
        print(f"{'ok  ' if ratio <= limit else 'SLOW'} {label}: {ratio:.2f}× (at most {limit}×)")
    return int(any(ratio > limit for _, ratio, limit in rows))


Row = tuple[str, float, float]


def compare_starts() -> list[Row]:
    with tempfile.TemporaryDirectory() as home:
        first_question(home)
        floor, text, prompt = [], [], []
        for _ in range(TURNS):
            floor.append(seconds_of(["-c", "import questionary"], home))
            shown, ready = first_question(home)
            text.append(shown)
            prompt.append(ready)
    base = middle.median(floor)
    print(f"import questionary {base * 1000:.0f} ms, text {middle.median(text) * 1000:.0f} ms, "
          f"prompt {middle.median(prompt) * 1000:.0f} ms")  # fmt: skip
    return [
        ("text on the screen", middle.median(text) / base, 5.0),
        ("keys are read", middle.median(prompt) / base, 5.5),
    ]


def compare_logs() -> Row:
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        fill(Path(large) / "reviews.db", 100_000)
        times: dict[str, list[float]] = {small: [], large: []}
        for turn in range(TURNS + 1):
            for home in (small, large):
                seconds = first_question(home)[1]
                if turn:  # the first one of each home fills its caches
                    times[home].append(seconds)
        ratio = middle.median(times[large]) / middle.median(times[small])
        return "with 100,000 reviews", ratio, 1.3


def fill(path: Path, count: int) -> None:
    """A log as after three years: so many answers to all cards."""
    chance, course = random.Random(1), load_course()
    names = [card.id for card in list_cards(course)]
    with ReviewLog(path) as log:
        log.add(
            Review(
                course=course.info.id, lang="en", card=names[number % len(names)],
                at=NOW - (count - number) * (3 * 365 * DAY // count),
                rating=chance.choice(RATINGS), score=1.0, form="single", answer="x", duration=4000,
            )
            for number in range(count)
        )  # fmt: skip


def first_question(home: str) -> tuple[float, float]:
    """Seconds to the text of the first question, and to its prompt."""
    code = "from flashcards.cli import main; main()"
    arguments = ["-c", code, "--stage", "2", "--kind", "code", "--new", "999"]
    text, prompt = watched(arguments, home, [b"print", KEYS_READ], begin=b"begin")
    return text, prompt


def seconds_of(arguments: list[str], home: str) -> float:
    return watched(arguments, home, [])[-1]


def watched(
    arguments: list[str], home: str, marks: list[bytes], begin: bytes = b""
) -> tuple[float, ...]:
    """Runs Python on a terminal; when each mark was seen after the one before, or when it ended.

    On the first page, which has `begin` in it, Enter is pressed once; the pause before it, in
    which keys are ignored on purpose, does not count.
    """
    env = make_environment(home, TERM="xterm-256color")
    began = time.perf_counter()
    pid, master = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, *arguments], env)
    seen: list[float] = []
    raw, at, entered = b"", 0, not begin
    while len(seen) < len(marks) or not marks:
        data = _read(master)
        if not data:
            break
        raw += data
        if b"\x1b[6n" in data:
            os.write(master, b"\x1b[1;1R")
        if not entered and begin in raw and KEYS_READ in raw:
            time.sleep(PAUSE)
            began += PAUSE
            os.write(master, b"\r")
            entered = True
        while len(seen) < len(marks) and (found := raw.find(marks[len(seen)], at)) >= 0:
            at = found + len(marks[len(seen)])
            seen.append(time.perf_counter() - began)
    if marks and len(seen) < len(marks):
        os.kill(pid, 9)
        raise SystemExit(f"the quiz did not ask:\n{raw.decode(errors='replace')}")
    if marks:
        os.kill(pid, 9)
    os.waitpid(pid, 0)
    os.close(master)
    return (*seen, time.perf_counter() - began) if not marks else tuple(seen)


def _read(master: int) -> bytes:
    if not select.select([master], [], [], 60)[0]:
        return b""
    try:
        return os.read(master, 65536)
    except OSError:
        return b""


if __name__ == "__main__":
    sys.exit(main())
