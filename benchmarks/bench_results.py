"""How long a report on a class of 5,000 takes, against reading its files.

    python benchmarks/bench_results.py [people] [questions] [runs]

The floor is reading every file and parsing its JSON; the report adds attempts, item analysis,
reliability and the page. Both in one process, in turn.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flashcards import QuestionBank, list_notes, load_course, load_results, make_report
from flashcards.fileio import load_bytes
from flashcards.model import Course
from flashcards.questions.build import make_question
from flashcards.questions.distractors import Neighbours
from flashcards.results.results_page import render_results_page

LIMIT = 4.0


def write_class(course: Course, folder: Path, people: int, questions: int) -> list[Path]:
    """The files of a class as `exam --result` writes them."""
    notes = list_notes(course)
    neighbours = Neighbours(notes)
    cards = [card for note in notes for card in note.cards]
    asked = [make_question(card, neighbours) for card in cards]
    asked = [question for question in asked if question.form == "single"][:questions]
    rng = random.Random(1)
    files = []
    for person in range(people):
        skill = rng.random()
        answers = []
        for question in asked:
            names = [option.name for option in question.options]
            given = question.right_names[0] if rng.random() < skill else rng.choice(names)
            score = float(given in question.right_names)
            answers.append({
                "card": question.id, "form": question.form, "shown": names, "answer": [given],
                "right": list(question.right_names), "score": score, "points": score, "of": 1,
                "near": False, "duration": rng.randrange(5_000, 60_000),
            })  # fmt: skip
        points = sum(answer["points"] for answer in answers)
        result = {
            "format": 1, "exam": "exam", "title": "Exam", "candidate": f"Person {person}",
            "seed": "s", "versions": {"ptquiz": "0", "course": "pytorch", "content": "0"},
            "began": 0, "ended": 1_800_000, "finished": True, "out_of_time": False, "left_out": [],
            "minutes": 30, "pass_mark": 60, "points": points, "total": questions,
            "percent": 100 * points / questions, "passed": True, "blocks": [], "begin_with": None,
            "answers": answers, "unanswered": [],
        }  # fmt: skip
        path = folder / f"{person:05}.json"
        path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        files.append(path)
    return files


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> int:
    given = [int(value) for value in sys.argv[1:]]
    people, questions, runs = (*given, *(5000, 40, 3)[len(given) :])
    course = load_course()
    with tempfile.TemporaryDirectory() as name:
        files = write_class(course, Path(name), people, questions)

        def read() -> None:
            for path in files:
                json.loads(load_bytes(path, 1_000_000))

        def report() -> None:
            bank = QuestionBank(course)
            render_results_page(make_report(load_results(files, bank), bank))

        times = [(timed(read), timed(report)) for _ in range(runs + 1)][1:]
    floor, whole = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = whole / floor
    print(f"{people} people, {questions} questions: report {whole:.2f} s, "
          f"reading the files {floor:.2f} s, ratio {ratio:.2f} (at most {LIMIT})")  # fmt: skip
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
