"""How fast a build is, against what a user would write and against the floor.

Every contestant runs in a process of its own, pinned to one core, in turns;
the best of several runs counts, in seconds of processor time, so that other
work on the machine does not matter much. The last column is what must hold.

usage: bench_build.py [ROUNDS]
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from build_workload import write_course, write_plain  # noqa: E402
from user_environment import make_environment  # noqa: E402

NOTES, MANY = 5_000, 20_000
PTQUIZ = [sys.executable, "-c", "from flashcards.cli import main; main()"]


def one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measured(command: list[str], home: Path) -> tuple[float, float]:
    """Processor seconds and peak megabytes of a process."""
    child = subprocess.Popen(command, env=make_environment(home), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


class Contest:
    """Files for all contestants, and their results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results: dict[str, list[float]] = {}
        self.memory: dict[str, float] = {}
        for count in (NOTES, MANY):
            write_course(folder / f"course-{count}", count)
        (folder / "plain").mkdir()
        write_plain(folder / "plain", NOTES)

    def run(self, name: str, command: list[str], home: Path | None = None) -> None:
        used, peak = measured(command, home or self.folder / "home")
        self.results.setdefault(name, []).append(used)
        self.memory[name] = min(peak, self.memory.get(name, peak))

    def best(self, name: str) -> float:
        return min(self.results[name])

    def ptquiz(self, count: int = NOTES) -> list[str]:
        course, target = self.folder / f"course-{count}", self.folder / f"ours-{count}.apkg"
        return [*PTQUIZ, "build", str(course), "-o", str(target), "--force"]

    def round(self) -> None:
        plain = str(self.folder / "plain")
        by_hand, floor = str(HERE / "build_by_hand.py"), str(HERE / "build_floor.py")
        home = self.folder / "home"
        self.run("a", [sys.executable, by_hand, "rich", plain, str(self.folder / "a.apkg")])
        self.run("b", [sys.executable, floor, plain, str(self.folder / "b.apkg")])
        self.run("bare", [sys.executable, floor, plain, str(self.folder / "d.apkg"), "bare"])
        self.run("c", [sys.executable, by_hand, "plain", plain, str(self.folder / "c.apkg")])
        shutil.rmtree(home, ignore_errors=True)
        self.run("build", self.ptquiz())
        self.run("many", self.ptquiz(MANY), self.folder / f"home-{time.monotonic_ns()}")


def imports(package: Path, folder: Path, times: int) -> float:
    """How long the real Anki takes to import a package into an empty collection."""
    from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

    request = ImportAnkiPackageRequest(
        package_path=str(package), options=ImportAnkiPackageOptions()
    )
    best = 1e9
    for number in range(times):
        home = folder / f"{package.stem}-{number}"
        home.mkdir()
        collection = Collection(str(home / "collection.anki2"))
        started = time.process_time()
        log = collection.import_anki_package(request).log
        best = min(best, time.process_time() - started)
        assert len(log.new) == NOTES
        assert collection.card_count() == 2 * NOTES
        collection.close()
    return best


def report(rows: list[tuple[str, float, float]]) -> bool:
    """The table; whether everything holds."""
    for name, found, limit in rows:
        mark = "ok" if found <= limit else "TOO MUCH"
        print(f"{name:<44} {found:7.3f}   at most {limit:<5} {mark}")
    return all(found <= limit for _, found, limit in rows)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    one_core()
    with tempfile.TemporaryDirectory() as name:
        contest = Contest(Path(name))
        for _ in range(rounds):
            contest.round()
        ours = contest.folder / f"ours-{NOTES}.apkg"
        hand = contest.folder / "a.apkg"
        import_hand = imports(hand, contest.folder, rounds + 2)
        import_ours = imports(ours, contest.folder, rounds + 2)
        size = ours.stat().st_size / hand.stat().st_size
    a, b, c = (contest.best(name) for name in "abc")
    print(f"(a) by hand, rendered {a:.2f} s · (b) floor {b:.2f} s · (c) plain script {c:.2f} s")
    print(f"ptquiz: build {contest.best('build'):.2f} s, {contest.memory['build']:.0f} MB")
    print(f"ptquiz, {MANY} notes: {contest.best('many'):.2f} s, {contest.memory['many']:.0f} MB")
    rows = [
        ("build / (a)", contest.best("build") / a, 2),
        ("build / (b)", contest.best("build") / b, 2.6),
        ("build / bare floor", contest.best("build") / contest.best("bare"), 10),
        ("build / (c)", contest.best("build") / c, 1.3),
        ("package size / (a)", size, 1 / 3),
        ("20,000 notes / 5,000, time", contest.best("many") / contest.best("build"), 4.4),
        ("20,000 notes / 5,000, memory", contest.memory["many"] / contest.memory["build"], 4.4),
        ("import by Anki / (a)'s", import_ours / import_hand, 1.22),
    ]
    good = report([(name, found, round(limit, 3)) for name, found, limit in rows])
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
