"""The file of an exam: its result so far, written after every answer, and gone on with later.

It is the file that the candidate named, or one in the learner's folder.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from flashcards.course.model import Course, Quiz
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, check_output, load_text, write_whole
from flashcards.reviews.memory import LATEST
from flashcards.reviews.review import make_encodable
from flashcards.study.exam import Exam, ExamAnswer, start_exam
from flashcards.study.grading import grade_answer

MAX_BYTES = 10_000_000
_Time = Annotated[int, Field(strict=True, ge=0, le=LATEST)]


class _SavedAnswer(BaseModel):
    """What is read again of an answer."""

    card: str
    answer: tuple[str, ...]
    duration: _Time


class _SavedExam(BaseModel):
    """What is read again of a result."""

    exam: str
    candidate: str
    seed: str
    versions: dict[str, str]
    began: _Time
    finished: bool
    out_of_time: bool
    answers: list[_SavedAnswer]


@dataclass(frozen=True, slots=True)
class ExamSession:
    """An exam to be taken, new or where it was stopped."""

    exam: Exam
    file: Path
    """Where its result is."""
    resumed: bool
    """It goes on where it was stopped."""
    force: bool
    """Another file may be replaced when it begins."""

    def keep(self, values: Mapping[str, Any]) -> None:
        """Write the result so far. Raises FlashcardsError if that is not possible."""
        if not values["began"]:
            check_output(self.file, self.force)
        text = json.dumps(values, ensure_ascii=False, indent=2) + "\n"
        write_whole(self.file, text.encode(), make_folders=False)


def open_exam(
    course: Course,
    quiz: Quiz,
    lang: str,
    path: Path,
    *,
    result: Path | None = None,
    seed: str | None = None,
    candidate: str = "",
    fresh: bool = False,
    force: bool = False,
) -> ExamSession:
    """Return the exam that was stopped and is kept in `result`, else in `path`; or a new one.

    A new one begins if it is to be `fresh`, has another seed, or its content changed since.
    Without a seed of its own or of the quiz it is drawn at random. Another file at `result` is
    replaced only by `force`. Raises TooFewCards, and FlashcardsError if another file is there,
    none can be written or the one at `path` is damaged.
    """
    file = result or path
    state = None if fresh else _load_state(file, is_own=result is None)
    named = quiz.quiz, make_encodable(candidate)
    if state and ((state.exam, state.candidate) != named or seed not in (None, state.seed)):
        state = None
    drawn_with = state.seed if state else seed or quiz.seed or secrets.token_hex(4)
    exam = start_exam(course, quiz, lang, drawn_with, candidate)
    resumed = state is not None and _resume_exam(exam, state, file)
    force = force or resumed or result is None
    check_output(file, force)
    write_whole(file, b"", make_folders=result is None, trial=True)
    return ExamSession(exam, file, resumed, force)


def _load_state(file: Path, is_own: bool) -> _SavedExam | None:
    """Return an exam that can be gone on with; None if there is none.

    Raises FlashcardsError for a damaged one in our own folder.
    """
    try:
        state = _SavedExam.model_validate_json(load_text(file, MAX_BYTES))
    except FileMissing:
        return None
    except ValidationError as error:
        if not is_own:
            return None
        raise _make_damaged(file, error.errors()[0]["msg"]) from None
    return None if state.finished or state.out_of_time else state


def _resume_exam(exam: Exam, state: _SavedExam, file: Path) -> bool:
    """Let the exam, drawn with the seed of the state, stand where it was stopped.

    Returns False, and changes nothing, if its content is another than it was. Raises
    FlashcardsError if the state has answers that nobody can give.
    """
    names = [drawn.question.id for drawn in exam.questions]
    asked = [answer.card for answer in state.answers]
    same = state.versions.get("content") == exam.versions["content"]
    if not same or asked != names[: len(asked)]:
        return False
    for drawn, saved in zip(exam.questions, state.answers, strict=False):
        question, given = drawn.question, saved.answer
        options = {option.name for option in question.options}
        count = {"multiple": len(given), "order": len(options), "match": len(question.things)}
        is_whole = len(given) == count.get(question.form, 1) or (options and not given)
        is_distinct = question.form == "match" or len(set(given)) == len(given)
        if not (is_whole and is_distinct and (not options or options.issuperset(given))):
            raise _make_damaged(file, f"nobody can answer {question.id} so")
        verdict = grade_answer(question, given)
        exam.answered.append(ExamAnswer(drawn, given, verdict, saved.duration))
    exam.back = int(asked == names)  # the last one is shown before it is handed in
    exam.began = state.began
    return True


def _make_damaged(file: Path, why: str) -> FlashcardsError:
    return FlashcardsError(
        f"{file} is damaged ({why}); repair it, or write --fresh to begin anew, which replaces it"
    )
