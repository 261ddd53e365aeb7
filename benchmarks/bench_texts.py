"""How time grows with a text of repeated signs: at most 2.3 times for twice the letters.

    python benchmarks/bench_texts.py [sign …]

`check` reads one text of up to a million letters, and refuses it; everything that is made of a
course is made of texts as long as they may be, twice as many each time. Processor seconds.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import flashcards
from flashcards.cards import list_cards
from flashcards.course.model import MAX_TYPED
from flashcards.export.quiz_export import make_quiz
from flashcards.questions import Neighbours
from flashcards.study.grading import Verdict
from flashcards.terminal.card_view import print_answer, print_question, print_reasons
from flashcards.terminal.rich_text import Page
from flashcards.text.plain_text import MAX_TEXT

SIGNS = ("|", "|\n", "$", "$a$1", "*", "**a", "_", "[", "](", "`", "<", "&", "\\", "{", "~", "'",
         "- ", "> ", "\n", "1", "字", "\u200b", "a ")  # fmt: skip
MOST_RATIO, MOST_SECONDS, NOISE = 2.3, 5.0, 0.1
SIZES = tuple(62_500 * 2**step for step in range(5))
NUMBERS = (5, 10, 20)
NOW = 1_700_000_000
INFO = "id: bench\ntitle: B\nauthor: A\nlicence: L\n"


def cut_up(text: str) -> list[str]:
    """As many texts as it has room for, each as long as what is typed may be."""
    size = MAX_TYPED - 5
    return [f"{at} {text[at : at + size]}"[:MAX_TYPED] for at in range(0, 20 * size, size)]


def write_course(folder: Path, texts: list[str]) -> Path:
    (folder / "decks").mkdir(parents=True, exist_ok=True)
    (folder / "decks/course.yaml").write_text(INFO)
    entries = [
        {"recall": f"Q{n}?", "key": f"r{n}", "answer": text, "why": "W."}
        if n % 2
        else {"term": f"T{n}", "key": f"t{n}", "meaning": "M.", "aliases": cut_up(text)}
        for n, text in enumerate(texts)
    ]
    deck = {"deck": "d", "title": "D", "stage": 1, "entries": entries}
    (folder / "decks/d.yaml").write_text(json.dumps(deck))
    return folder


def show(course: flashcards.Course) -> None:
    """Every question as a terminal shows it."""
    page = Page(file=io.StringIO(), width=80, force_terminal=True)
    neighbours = Neighbours(flashcards.list_notes(course))
    for card in list_cards(course):
        question = flashcards.make_question(card, neighbours)
        print_question(page, question)
        print_answer(page, question)
        print_reasons(page, question, Verdict(1.0))


def list_outputs(
    course: flashcards.Course, folder: Path
) -> Iterator[tuple[str, Callable[[], object]]]:
    request = flashcards.BuildRequest(output=folder / "out.apkg")
    notes, quiz = flashcards.list_notes(course), make_quiz(course)
    yield "build", lambda: flashcards.build_package(course, request, now=NOW, force=True)
    yield "preview", lambda: flashcards.preview_page(course, notes, now=NOW)
    yield "terminal", lambda: show(course)
    for name in ("moodle", "canvas", "sheet", "csv", "json"):
        yield name, lambda name=name: flashcards.export_quiz(course, quiz, name)


def timed(act: Callable[[], object]) -> float:
    """Processor seconds, the better of two times."""
    spent = []
    for _ in range(2):
        began = time.process_time()
        act()
        spent.append(time.process_time() - began)
    return min(spent)


def measure(sign: str, folder: Path) -> dict[str, list[float]]:
    """Seconds of each thing that is done, for ever more letters."""
    found: dict[str, list[float]] = {}
    for size in SIZES:
        write_course(folder / "one", ["", (sign * size)[:size]])
        spent = timed(lambda: flashcards.check_course(folder / "one"))
        found.setdefault("check", []).append(spent)
    text = (sign * MAX_TEXT)[: MAX_TEXT - 10]
    for number in NUMBERS:
        made = write_course(folder / "many", [f"x {n} {text}" for n in range(number)])
        spent = timed(lambda made=made: flashcards.check_course(made))
        found.setdefault("check many", []).append(spent)
        try:
            course = flashcards.load_course(made)
        except flashcards.ProblemsFound:
            continue  # such texts are refused, and that was timed
        for name, act in list_outputs(course, folder):
            found.setdefault(name, []).append(timed(act))
    return found


def main() -> int:
    slow = False
    for sign in sys.argv[1:] or SIGNS:
        with tempfile.TemporaryDirectory() as name:
            found = measure(sign, Path(name))
        ratios = {
            name: max(after / max(before, NOISE) for before, after in pairwise(times))
            for name, times in found.items()
        }
        worst = max(ratios, key=lambda name: ratios[name])
        is_slow = ratios[worst] > MOST_RATIO or found["check"][-1] > MOST_SECONDS
        slow |= is_slow
        print(f"{'SLOW' if is_slow else 'ok  '} {sign!r}: {worst} {ratios[worst]:.2f}×, check of a "
              f"million letters {found['check'][-1]:.2f} s")  # fmt: skip
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
