"""Kills builds at random moments and says what was left. Run by test_kills.py.

Everything is imported once; each build is a fork, so that most of its life is
the build itself and not the start of Python.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from flashcards.cli import run

SIGNALS = {"SIGINT": signal.SIGINT, "SIGTERM": signal.SIGTERM, "SIGKILL": signal.SIGKILL}


def build(folder: Path, target: Path) -> int:
    """Start a build in a process of its own."""
    child = os.fork()
    if child:
        return child
    code = 130
    with contextlib.suppress(BaseException):
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        code = run(["build", str(folder), "-o", str(target), "--force"])
    os._exit(code)


def finish(folder: Path, target: Path) -> float:
    """A build that nobody disturbs; how long it took."""
    started = time.perf_counter()
    _, status = os.waitpid(build(folder, target), 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return time.perf_counter() - started


def wait_for_part(folder: Path, child: int) -> None:
    """Until the build has begun to write, or has ended."""
    while not any(name.endswith("-part") for name in os.listdir(folder)):
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return
        time.sleep(0.0005)


def main() -> None:
    old, new, folder, count = (
        Path(sys.argv[1]),
        Path(sys.argv[2]),
        Path(sys.argv[3]),
        int(sys.argv[4]),
    )
    target, chance = folder / "deck.apkg", random.Random(4)
    with contextlib.redirect_stdout(sys.stderr):
        assert run(["build", str(new), "-o", str(target)]) == 0  # imports all that forks need
    whole_new = target.read_bytes()
    longest = max(finish(each, target) for each in (old, new, old))
    whole_old = target.read_bytes()
    results = []
    for number in range(count):
        name = list(SIGNALS)[number % 3]
        child = build(new, target)
        if number % 2:
            wait_for_part(folder, child)
            time.sleep(chance.uniform(0, 0.002))
        else:
            time.sleep(chance.uniform(0, longest))
        os.kill(child, SIGNALS[name])
        _, status = os.waitpid(child, 0)
        found = target.read_bytes()
        result = {
            "signal": name,
            "code": os.waitstatus_to_exitcode(status),
            "target": "old" if found == whole_old else "new" if found == whole_new else "broken",
            "left": len(os.listdir(folder)) - 1,
        }
        finish(old, target)
        result["left_after_next"] = len(os.listdir(folder)) - 1
        results.append(result)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
