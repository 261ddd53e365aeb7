"""How long `ptquiz check` takes, against composing the same text with PyYAML alone.

    python benchmarks/bench_check.py

Process against process, pinned to one core, interleaved, best of several runs;
the figures are processor time, so that a busy machine does not change them much.
"""

import os
import sys
import tempfile
from pathlib import Path

from user_environment import make_environment

ROUNDS = 5

COMPOSE = """\
import sys, pathlib, yaml
for path in sorted(pathlib.Path(sys.argv[1]).glob("decks/*.yaml")):
    yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
"""
PTQUIZ = "from flashcards.cli import main; main()"
KINDS = [
    "- term: {word} {n}\n  key: term-{n}\n  meaning: Kept by process {m} for the {n}th part of"
    " its work; sized {m}.{n} and freed at {n}:{m}.\n  aliases: [alias {n}]\n  tags: [one, two]\n"
    "  why: Unlike a cache, nobody shares it.\n",
    "- recall: Why does {word} {n} come before step {m}?\n  key: recall-{n}\n  answer: Because"
    " step {m} reads what {word} {n} wrote.\n  why: The order of {n} and {m} is forced.\n",
    "- choose: Which call of {word} {n} empties buffer {m}?\n  key: choose-{n}\n  right:\n    yes:"
    "\n      text: '`clear_{n}()`'\n      why: Nothing is left in buffer {m}.\n  wrong:\n    one:\n"
    "      text: '`add_{n}()`'\n      why: It fills it.\n    two:\n      text: '`read_{n}()`'\n"
    "      why: It leaves it as it is.\n",
    "- code: |\n    x = torch.arange({n})\n    y = x.view(-1)[{m}:]\n    print(y.shape)\n"
    "  key: code-{n}\n  prints: torch.Size([{n}])\n  wrong:\n    a: {{text: 'torch.Size([{m}])'}}\n"
    "    b: {{text: '{n}'}}\n  why: The {word} has {n} elements.\n",
    "- compare: {{a: First {n}, b: Second {n}}}\n  key: compare-{n}\n  rows:\n    one:\n"
    "      aspect: Aspect {n}\n      a: left of {m}\n      b: right of {m}\n"
    "      why: Its strides differ.\n    two:\n      aspect: Side {n}\n      a: below {m}\n"
    "      b: above {m}\n      why: It grows down.\n",
]
WORDS = ["storage", "stride", "bucket", "stream", "guard", "graph", "shard", "kernel", "tape"]


def write_course(folder: Path, entries: int) -> None:
    """A course of `entries` entries of five kinds, a hundred a file."""
    decks = folder / "decks"
    decks.mkdir(parents=True)
    (decks / "course.yaml").write_text("id: bench\ntitle: B\nauthor: A\nlicence: CC BY 4.0\n")
    for first in range(0, entries, 100):
        body = "".join(
            KINDS[n % len(KINDS)].format(n=n, m=n * 7919 % 100003, word=WORDS[n % len(WORDS)])
            for n in range(first, min(first + 100, entries))
        )
        name = f"d{first // 100}"
        text = f"deck: {name}\ntitle: Deck {name}\nstage: 1\nentries:\n{body}"
        (decks / f"{name}.yaml").write_text(text)


def measured(command: list[str], home: Path) -> tuple[float, float]:
    """Processor seconds and megabytes of one process."""
    environment = make_environment(home)
    pid = os.fork()
    if pid == 0:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.execve(command[0], command, environment)
    _, status, usage = os.wait4(pid, 0)
    assert status == 0, command
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(commands: dict[str, tuple[list[str], Path]]) -> dict[str, tuple[float, float]]:
    """The best of several interleaved runs of each command."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, (command, home) in commands.items():
            found[name].append(measured(command, home))
    return {name: min(runs) for name, runs in found.items()}


def main() -> int:
    """Print the figures; 1 if one of them is over its limit."""
    python = sys.executable
    with tempfile.TemporaryDirectory() as scratch:
        small, large, home = (Path(scratch) / name for name in ("small", "large", "home"))
        write_course(small, 5_000)
        write_course(large, 20_000)
        home.mkdir()
        check = [python, "-c", PTQUIZ, "check"]
        times = best(
            {
                "compose 5,000": ([python, "-c", COMPOSE, str(small)], home),
                "check 5,000": ([*check, str(small)], home),
                "check 20,000": ([*check, str(large)], home),
                "import typer, rich": ([python, "-c", "import typer, rich"], home),
                "ptquiz --help": ([python, "-c", PTQUIZ, "--help"], home),
                "ptquiz list": ([python, "-c", PTQUIZ, "list"], home),
            }
        )
    for name, (seconds, megabytes) in times.items():
        print(f"{name:20} {1000 * seconds:7.0f} ms {megabytes:7.0f} MB")
    print()
    ratios = [
        ("check 5,000", "compose 5,000", 0, 3.3),
        ("check 20,000", "check 5,000", 0, 4.4),
        ("check 20,000", "check 5,000", 1, 4.4),
        ("ptquiz --help", "import typer, rich", 0, 4.5),
        ("ptquiz list", "ptquiz --help", 0, 6.0),
    ]
    missed = 0
    for name, base, which, limit in ratios:
        ratio = times[name][which] / times[base][which]
        missed += ratio > limit
        unit = ("time", "memory")[which]
        verdict = "ok" if ratio <= limit else "TOO MUCH"
        print(f"{name:20} / {base:18} {unit:6} {ratio:5.2f}  (at most {limit})  {verdict}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
