"""How long importing an Anki package takes, against Anki's own engine importing it.

    python benchmarks/bench_import.py [notes] [runs]

Both are whole processes, in turn: `ptquiz import` makes a course folder, the engine takes the
notes into a new collection. The notes have bold words, lines, entities, formulas and clozes.
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from anki.collection import Collection, ExportAnkiPackageOptions

LIMIT = 3.0
ENGINE = """
import sys
from anki.collection import Collection, ImportAnkiPackageRequest
col = Collection(sys.argv[2])
log = col.import_anki_package(ImportAnkiPackageRequest(package_path=sys.argv[1])).log
print(len(log.new))
col.close()
"""
WORDS = (
    "tensor", "leaf", "gradient", "graph", "node", "view", "stride", "storage", "kernel", "stream",
    "bucket", "rank", "shard",
)  # fmt: skip


def write_package(folder: Path, notes: int) -> Path:
    """A package of so many notes, exported by the engine in its new format."""
    rng = random.Random(1)
    col = Collection(str(folder / "author.anki2"))
    try:
        deck = col.decks.id("Bench::Cards")
        assert deck is not None
        for number in range(notes):
            a, b, c = rng.sample(WORDS, 3)
            kind = ("Basic", "Basic (and reversed card)", "Cloze")[number % 3]
            note = col.new_note(col.models.by_name(kind))
            if kind == "Basic (and reversed card)":
                note.fields[0] = f"{a} of {b} {number}"
                note.fields[1] = f"The <b>{c}</b> that comes after {number} others,<br>if any"
            elif kind == "Cloze":
                note.fields[0] = f"Number {number}: the {{{{c1::{a}}}}} of a <b>{b}</b> is no {c}."
            else:
                note.fields[0] = (
                    f"What is <b>{a} {number}</b> of a {b}?<br>Say why: x &lt; {number}"
                )
                note.fields[1] = f"<div>It is the <i>{c}</i>: \\(x^2\\)</div><div>{b}</div>"
            note.tags = [a, f"week::{number % 9}"]
            col.add_note(note, deck)
        package = folder / "bench.apkg"
        options = ExportAnkiPackageOptions(legacy=False)
        col.export_anki_package(out_path=str(package), options=options, limit=None)
    finally:
        col.close()
    return package


def timed(*command: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> int:
    given = [int(value) for value in sys.argv[1:]]
    notes, runs = (*given, *(5000, 5)[len(given) :])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        package = write_package(folder, notes)
        times = []
        for run in range(runs + 1):
            engine = timed(sys.executable, "-c", ENGINE, str(package), str(folder / f"{run}.anki2"))
            course = folder / "course"
            ours = timed(
                sys.executable, "-m", "flashcards", "import", str(package), "-o", str(course)
            )
            shutil.rmtree(course)
            times.append((engine, ours))
    engine, ours = (statistics.median(column) for column in zip(*times[1:], strict=True))
    ratio = ours / engine
    print(f"{notes} notes: ptquiz import {ours:.2f} s, the engine {engine:.2f} s, "
          f"ratio {ratio:.2f} (at most {LIMIT})")  # fmt: skip
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
