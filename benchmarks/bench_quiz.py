"""How quick the terminal quiz is, as ratios taken in one run, pinned to one core.

    python benchmarks/bench_quiz.py            # all, a few minutes
    python benchmarks/bench_quiz.py --only start

Start: from process start of `ptquiz --stage 2 --kind code` on a real terminal
to its text on the screen and to the moment when keys are read, against
`python -c "import questionary"`. Log: with 100,000 reviews, and with every card
seen and half of them due, against none. Plan: memories loaded and a session planned
for 50,000 cards with 20,000 seen, against a tenth of both. Answer: on the disk,
against a bare SQLite commit. Statistics: over 1,000,000 reviews, against one
`fetchall` of all columns.
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import select
import sqlite3
import statistics as middle
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import partial
from pathlib import Path

from user_environment import ROOT, make_environment

sys.path.insert(0, str(ROOT))

from flashcards.cards import Card, list_cards
from flashcards.course.load import load_course
from flashcards.course.model import Course, CourseInfo, Deck, Recall
from flashcards.progress.stats import compute_stats
from flashcards.reviews.memory import Rating
from flashcards.reviews.review import COLUMNS, Review
from flashcards.reviews.store import open_reviews
from flashcards.study.plan import plan_today
from flashcards.study.standing import Moment, find_standing

DAY = 86_400_000
NOW = time.time_ns() // 1_000_000
TODAY = Moment(NOW, NOW - DAY // 2, NOW + DAY // 2, NOW // DAY)
TURNS = 15
KEYS_READ = b"\x1b[?2004h"
"""What the quiz sends when it begins to read keys; those of the first 250 ms of a question
are then ignored on purpose."""
PAUSE = 0.4
"""Seconds after which keys are surely taken."""
RATINGS: tuple[Rating, ...] = (1, 3, 3, 3, 4)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["start", "log", "plan", "answer", "stats"])
    parser.add_argument("--course", type=Path, help="a course folder instead of the built-in one")
    wishes = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    parts = {"start": start, "log": large_log, "plan": plans, "answer": answer, "stats": stats}
    rows = [
        row
        for name, part in parts.items()
        if wishes.only in (None, name)
        for row in part(wishes.course)
    ]
    for label, ratio, limit in rows:
        print(f"{'ok  ' if ratio <= limit else 'SLOW'} {label}: {ratio:.2f}× (at most {limit}×)")
    return int(any(ratio > limit for _, ratio, limit in rows))


Row = tuple[str, float, float]


def start(course: Path | None) -> list[Row]:
    with tempfile.TemporaryDirectory() as home:
        first_question(course, home)
        floor, text, prompt = [], [], []
        for _ in range(TURNS):
            floor.append(seconds_of(["-c", "import questionary"], home))
            shown, ready = first_question(course, home)
            text.append(shown)
            prompt.append(ready)
    base = middle.median(floor)
    print(f"import questionary {base * 1000:.0f} ms, text {middle.median(text) * 1000:.0f} ms, "
          f"prompt {middle.median(prompt) * 1000:.0f} ms")  # fmt: skip
    return [
        ("text on the screen", middle.median(text) / base, 5.0),
        ("keys are read", middle.median(prompt) / base, 5.5),
    ]


def large_log(course: Path | None) -> list[Row]:
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        fill(Path(large) / "reviews.db", loaded(course), 100_000)
        slower = compared(small, large, lambda home: first_question(course, home)[1])
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        see_all(Path(large) / "reviews.db", list_cards(loaded(course)), loaded(course).info.id)
        half_due = compared(small, large, lambda home: first_of_all(course, home))
    return [
        ("with 100,000 reviews", slower, 1.3),
        ("every card seen, half of them due", half_due, 1.3),
    ]


def compared(small: str, large: str, start: Callable[[str], float]) -> float:
    """How much longer a start takes with one home than with the other."""
    times: dict[str, list[float]] = {small: [], large: []}
    for home in (small, large):
        start(home)
    for _ in range(TURNS):
        for home in (small, large):
            times[home].append(start(home))
    return middle.median(times[large]) / middle.median(times[small])


def plans(course: Path | None) -> list[Row]:
    """The growth of the time with ten times the cards, and the time against that of reading."""
    times, reading = {}, {}
    for count in (5_000, 50_000):
        found = made_course(count)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "reviews.db"
            see_all(path, list_cards(found)[: count * 2 // 5], found.info.id)
            with open_reviews(path) as log:
                planned = partial(plan_today, find_standing(found, TODAY).load(log))
                times[count] = min(timed(planned) for _ in range(5))
                read = partial(log.memories, {found.info.id}, "en")
                reading[count] = min(timed(read) for _ in range(5))
    print(f"plan of 5,000 cards {times[5_000] * 1000:.0f} ms, "
          f"of 50,000 {times[50_000] * 1000:.0f} ms")  # fmt: skip
    return [
        ("plan of 50,000 cards, per card", times[50_000] / times[5_000] / 10, 1.2),
        ("plan of 50,000 cards, 20,000 seen, against reading their memories",
         times[50_000] / reading[50_000], 2.0),
    ]  # fmt: skip


def made_course(count: int) -> Course:
    """As many entries, ten of each concept."""
    entries = tuple(
        Recall(key=f"e{n}", recall="Q?", answer="A", about=(f"c{n // 10}",), tags=(f"t{n % 7}",))
        for n in range(count)
    )
    info = CourseInfo(id="made", title="Made", author="A", licence="CC0")
    return Course(info=info, decks=(Deck(deck="d", title="D", entries=entries),))


def see_all(path: Path, seen: Sequence[Card], course: str) -> None:
    """A log with one answer to each of the cards; every other one is due, the first too."""
    with open_reviews(path) as log:
        log.add(
            review(card.id, NOW - (DAY // 4 if number % 2 else 40 * DAY), 4, course)
            for number, card in enumerate(seen)
        )


def answer(course: Path | None) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        log = open_reviews(Path(folder) / "reviews.db")
        log.record(review("warm#0", NOW))
        bare = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        bare.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
        ours, theirs = [], []
        for number in range(400):
            theirs.append(timed(lambda: bare.execute("INSERT INTO t (b) VALUES (?)", ("x" * 100,))))
            answered = review(f"card-{number % 50}#0", NOW + number * 1000)
            ours.append(timed(partial(log.record, answered)))
        log.close()
    return [("answer on the disk", middle.median(ours) / middle.median(theirs), 3.0)]


def stats(course: Path | None) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path, found = Path(folder) / "reviews.db", loaded(course)
        fill(path, found, 1_000_000)
        log = open_reviews(path)
        plain = sqlite3.connect(path)
        everything = f"SELECT {', '.join(COLUMNS)} FROM reviews"

        def numbers() -> None:
            compute_stats(find_standing(found, TODAY), log)

        theirs = min(timed(lambda: plain.execute(everything).fetchall()) for _ in range(3))
        ours = min(timed(numbers) for _ in range(3))
        print(f"fetchall {theirs:.2f} s, stats {ours:.2f} s")
        log.close()
    return [("stats over 1,000,000 reviews", ours / theirs, 4.0)]


def loaded(course: Path | None) -> Course:
    return load_course(course)


def review(card: str, at: int, rating: Rating = 3, course: str = "c") -> Review:
    return Review(course, card, "en", "f00d00", at, rating, 1.0, "single", "x", 4000, "1")


def fill(path: Path, course: Course, count: int) -> None:
    """A log as after years: many answers, written at once, and a state for every card."""
    chance = random.Random(1)
    names = [card.id for card in list_cards(course)]
    log = open_reviews(path)
    places, rows = ", ".join("?" * len(COLUMNS)), []
    for number in range(count):
        at = NOW - (count - number) * (3 * 365 * DAY // count)
        made = review(chance.choice(names), at, chance.choice(RATINGS), course.info.id)
        rows.append(astuple(made))
    log.database.execute("BEGIN")
    log.database.executemany(f"INSERT INTO reviews ({', '.join(COLUMNS)}) VALUES ({places})", rows)
    log.database.execute("COMMIT")
    for name in names:
        log.record(review(name, NOW - 20 * DAY, 3, course.info.id))
    log.close()


def first_question(course: Path | None, home: str) -> tuple[float, float]:
    """Seconds to the text of the first question, and to its prompt."""
    where = ["--course", str(course)] if course else []
    code = "from flashcards.cli import main; main()"
    arguments = ["-c", code, "--stage", "2", "--kind", "code", "--new", "999", *where]
    text, prompt = watched(arguments, home, [b"print", KEYS_READ], begin=b"begin")
    return text, prompt


def first_of_all(course: Path | None, home: str) -> float:
    """Seconds to the prompt of the first question of a session over all cards."""
    where = ["--course", str(course)] if course else []
    code = "from flashcards.cli import main; main()"
    arguments = ["-c", code, "--new", "999", *where]
    return watched(arguments, home, [b"Stage", KEYS_READ], begin=b"begin")[1]


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


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
