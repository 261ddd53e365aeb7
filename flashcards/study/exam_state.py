"""An exam that was stopped: kept in the learner's folder, and gone on with later.

What is kept is the result so far with the time when it was written. The clock of the
exam stands still while nobody takes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, write_whole
from flashcards.study.exam import Exam, ExamAnswer
from flashcards.study.grading import grade_answer

LARGEST = 10_000_000
"""Bytes."""
State = Mapping[str, Any]


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
