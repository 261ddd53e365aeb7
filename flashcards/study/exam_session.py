"""An exam that was stopped: kept in the learner's folder, and gone on with later.

What is kept is the result so far with the time when it was written. The clock of the
exam stands still while nobody takes it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flashcards.course.model import Course, Quiz
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, check_output, load_text, read_json, write_whole
from flashcards.questions.draw import DrawnQuestion
from flashcards.reviews.scheduler import LATEST
from flashcards.study.exam import Clock, Exam, ExamAnswer, start_exam
from flashcards.study.grading import grade_answer

LARGEST = 10_000_000
"""Bytes."""
State = Mapping[str, Any]


class ResultFile:
    """The file of one exam's result, written whole each time, and of no other exam."""

    def __init__(self, path: Path, exam: Exam, force: bool) -> None:
        """Raises FlashcardsError if another file is there, or none can be written.

        Another file, and a result that is finished, are replaced only by `force`.
        """
        self.path = path
        self.begun = False
        """Whether something was written."""
        self._force = force
        self._exam = exam
        there = self._load_own()
        is_over = there.get("finished") or there.get("out_of_time")
        check_output(path, force or (bool(there) and not is_over))
        write_whole(path, b"", make_folders=False, trial=True)

    def write(self, values: State) -> None:
        """Write the result. Raises FlashcardsError if it cannot be written, or another is there."""
        check_output(self.path, self._force or bool(self._load_own()))
        text = json.dumps(values, ensure_ascii=False, indent=2) + "\n"
        write_whole(self.path, text.encode(), make_folders=False)
        self.begun = True

    def _load_own(self) -> State:
        """What is there, if it is a result of this very exam; else nothing."""
        try:
            there = read_json(load_text(self.path, LARGEST))
        except (FlashcardsError, ValueError):
            return {}
        own = self._exam.result()
        names = ("exam", "candidate", "seed", "began")
        is_own = isinstance(there, dict) and all(there.get(name) == own[name] for name in names)
        return there if is_own else {}


@dataclass(frozen=True, slots=True)
class ExamSession:
    """An exam to be taken, new or where it was stopped."""

    exam: Exam
    kept_in: Path
    """What it is gone on with."""
    clock: Clock
    result: ResultFile | None = None
    resumed: bool = False
    """It goes on where it was stopped."""

    @property
    def file(self) -> Path:
        """Where its result is."""
        return self.result.path if self.result else self.kept_in

    def keep(self, values: State | None = None) -> None:
        """Writes the result so far. Raises FlashcardsError if that is not possible.

        Then the exam can still be gone on with, if it has begun.
        """
        values = values or self.exam.result()
        try:
            if self.result:
                self.result.write(values)
        finally:
            if self.result is None or self.result.begun:
                with suppress(FlashcardsError, OSError):  # without it there is no going on
                    write_exam_state(self.kept_in, values, self.clock())


def open_exam(
    course: Course,
    quiz: Quiz,
    lang: str,
    path: Path,
    clock: Clock,
    *,
    seed: str | None = None,
    candidate: str = "",
    result: Path | None = None,
    fresh: bool = False,
    force: bool = False,
) -> ExamSession:
    """The exam that was stopped and is kept at `path`, else a new one.

    A new one begins if it is to be `fresh`, has another seed, or its content changed since.
    Without a seed of its own or of the quiz it is drawn at random. Its result is also
    written to `result`, where it replaces only itself or, by `force`, whatever is there.
    Raises TooFewCards, and FlashcardsError if another file is there or what is kept at `path`
    is damaged.
    """
    state = None if fresh else load_exam_state(path)
    if state and seed not in (None, state["seed"]):
        state = None
    drawn_with = str(state["seed"]) if state else seed or quiz.seed or secrets.token_hex(4)
    exam = start_exam(course, quiz, lang, drawn_with, candidate, clock)
    try:
        resumed = state is not None and resume_exam(exam, state, clock())
    except FlashcardsError as error:
        raise _damaged(path, error) from None
    file = ResultFile(result, exam, force) if result else None
    return ExamSession(exam, path, clock, file, resumed)


def load_exam_state(path: Path) -> State | None:
    """An exam that can be gone on with; None if there is none. Raises FlashcardsError."""
    try:
        found = read_json(load_text(path, LARGEST))
    except FileMissing:
        return None
    except ValueError:
        raise _damaged(path, "it is not JSON") from None
    if not isinstance(found, dict):
        raise _damaged(path, "it is not an exam")
    if found.get("finished") or found.get("out_of_time"):
        return None
    if not _is_whole(found):
        raise _damaged(path, "something is missing or of another kind")
    return found


def write_exam_state(path: Path, values: State, now: int) -> None:
    """Keep an exam so far in a file. Raises FlashcardsError."""
    text = json.dumps({**values, "kept_at": now}, ensure_ascii=False, indent=2) + "\n"
    write_whole(path, text.encode(), source=True)  # its own file, also a damaged one


def resume_exam(exam: Exam, state: State, now: int) -> bool:
    """Whether the exam now stands where it was stopped: with its answers and its clock.

    It must have been drawn with the seed of the state. False, and unchanged, if its
    content is another than it was. `now` in UTC milliseconds. Raises FlashcardsError
    if the state has answers that nobody can give.
    """
    answers, names = state["answers"], [drawn.question.id for drawn in exam.questions]
    asked = [answer.get("card") for answer in answers]
    if dict(state["versions"]).get("content") != exam.versions["content"]:
        return False
    if asked != names[: len(asked)]:
        return False
    pairs = zip(exam.questions, answers, strict=False)
    exam.answered = [_read_answer(drawn, answer) for drawn, answer in pairs]
    exam.back = int(len(answers) == len(names))  # the last one is shown before it is handed in
    exam.began = state["began"]
    exam.away = state.get("away", 0) + max(0, now - state["kept_at"])
    return True


def _read_answer(drawn: DrawnQuestion, answer: State) -> ExamAnswer:
    """An answer as it was kept. Raises FlashcardsError if nobody can have given it."""
    question, given = drawn.question, tuple(answer["answer"])
    names = [option.name for option in question.options]
    count = {"multiple": len(given), "order": len(names), "match": len(question.things)}
    is_known = not names or set(given) <= set(names)
    is_distinct = question.form == "match" or len(set(given)) == len(given)
    is_whole = len(given) == count.get(question.form, 1) or (names and not given)
    if not (is_known and is_distinct and is_whole):
        raise FlashcardsError(f"nobody can answer {question.id} so")
    return ExamAnswer(drawn, given, grade_answer(question, given), answer["duration"])


def _damaged(path: Path, why: object) -> FlashcardsError:
    return FlashcardsError(
        f"{path} is damaged ({why}); mend it, or write --fresh to begin anew, which replaces it"
    )


def _is_whole(state: State) -> bool:
    """Whether all that is needed is there, and of its kind."""
    answers = state.get("answers")
    return (
        isinstance(answers, list)
        and all(
            isinstance(each, dict)
            and isinstance(each.get("answer"), list)
            and all(map(_is_text, each["answer"]))
            and _is_number(each.get("duration"))
            for each in answers
        )
        and isinstance(state.get("versions"), dict)
        and _is_text(state.get("seed"))
        and _is_number(state.get("began"))
        and _is_number(state.get("kept_at"))
        and _is_number(state.get("away", 0))
    )


def _is_text(value: object) -> bool:
    """Whether it is a text that can be written: JSON may spell half a sign."""
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LATEST
