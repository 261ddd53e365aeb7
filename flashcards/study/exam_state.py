"""An exam that was stopped: kept in the learner's folder, and gone on with later.

What is kept is the result so far with the time when it was written. The clock of the
exam stands still while nobody takes it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, write_whole
from flashcards.model import Course, Quiz
from flashcards.study.exam import Clock, Exam, ExamAnswer, make_result_writer, start_exam
from flashcards.study.grading import grade_answer

LARGEST = 10_000_000
"""Bytes."""
State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExamSitting:
    """An exam to be taken, new or where it was stopped."""

    exam: Exam
    file: Path
    """Where its result is."""
    write: Callable[[State], None]

    def keep(self, values: State | None = None) -> None:
        """Writes the result so far. Raises FlashcardsError if that is not possible."""
        self.write(values or self.exam.result())


def open_exam(
    course: Course, quiz: Quiz, lang: str, path: Path, clock: Clock, *,
    seed: str | None = None, candidate: str = "", result: Path | None = None, fresh: bool = False,
) -> ExamSitting:  # fmt: skip
    """The exam that was stopped and is kept at `path`, else a new one.

    A new one begins if it is to be `fresh`, has another seed, or its content changed since.
    Without a seed of its own or of the quiz it is drawn at random. Its result is also
    written to `result`. Raises TooFewCards, and FlashcardsError if `result` is there already.
    """
    state = None if fresh else load_exam_state(path)
    if state and seed not in (None, state["seed"]):
        state = None
    drawn_with = str(state["seed"]) if state else seed or quiz.seed or secrets.token_hex(4)
    exam = start_exam(course, quiz, lang, drawn_with, candidate, clock)
    resumed = state is not None and resume_exam(exam, state, clock())
    write_result = make_result_writer(result, replaces=resumed)
    write_state = write_exam_state(path, clock)

    def write(values: State) -> None:
        write_result(dict(values))
        with suppress(FlashcardsError, OSError):  # without it the exam cannot be resumed
            write_state(values)

    return ExamSitting(exam, result or path, write)


def load_exam_state(path: Path) -> State | None:
    """An exam that can be gone on with; None if there is none, or it cannot be read."""
    try:
        found = json.loads(load_text(path, LARGEST))
    except (FileMissing, FlashcardsError, ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("finished") or found.get("out_of_time"):
        return None
    return found if _is_whole(found) else None


def write_exam_state(path: Path, clock: Callable[[], int]) -> Callable[[State], None]:
    """What keeps an exam so far in a file, whole each time."""

    def write(values: State) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({**values, "kept_at": clock()}, ensure_ascii=False, indent=2) + "\n"
        write_whole(path, text.encode())

    return write


def resume_exam(exam: Exam, state: State, now: int) -> bool:
    """Whether the exam now stands where it was stopped: with its answers and its clock.

    It must have been drawn with the seed of the state. False, and unchanged, if its
    content is another than it was. `now` in UTC milliseconds.
    """
    answers, names = state["answers"], [drawn.question.id for drawn in exam.questions]
    asked = [answer.get("card") for answer in answers]
    if dict(state["versions"]).get("content") != exam.versions["content"]:
        return False
    if asked != names[: len(asked)]:
        return False
    exam.answered = [
        ExamAnswer(
            drawn,
            tuple(map(str, answer["answer"])),
            grade_answer(drawn.question, tuple(map(str, answer["answer"]))),
            int(answer["duration"]),
        )
        for drawn, answer in zip(exam.questions, answers, strict=False)
    ]
    exam.began = state["began"]
    exam.away = int(state.get("away", 0)) + max(0, now - state["kept_at"])
    return True


def _is_whole(state: State) -> bool:
    """Whether all that is needed is there, and of its kind."""
    answers = state.get("answers")
    return (
        isinstance(answers, list)
        and all(
            isinstance(each, dict)
            and isinstance(each.get("answer"), list)
            and isinstance(each.get("duration"), int)
            for each in answers
        )
        and isinstance(state.get("versions"), dict)
        and isinstance(state.get("seed"), str)
        and isinstance(state.get("began"), int)
        and isinstance(state.get("kept_at"), int)
        and isinstance(state.get("away", 0), int)
    )
