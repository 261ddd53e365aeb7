"""A quiz under exam rules: no feedback until the end, a time limit, a result to collect.

The questions follow from the quiz and the seed alone. Only what can be graded without a person
is asked: every question once, until the last or the time is up, which counts from the first
question. After every answer the result so far is written to its file, with which a
stopped exam goes on.
"""

import json
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, ValidationError

from flashcards import __version__
from flashcards.course.model import Course, Quiz
from flashcards.fileio import FileMissing, check_output, load_text, write_whole
from flashcards.questions.draw import DrawnQuestion, DrawnQuiz, draw_whole_quiz
from flashcards.questions.question import summarize_question
from flashcards.reviews.memory import LATEST
from flashcards.reviews.review import make_encodable
from flashcards.study.grading import Answer, Verdict, grade_answer
from flashcards.study.ui import Action, QuestionContext, UserInterface

RESULT_FORMAT = 2
"""Of a result. In format 1 `unanswered` had the cards alone, without their points."""
PLACEMENT = "placement"
"""The quiz of a course that says with which stage to begin."""
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
    began: _Time
    finished: bool
    out_of_time: bool
    answers: list[_SavedAnswer]


class ExamAnswer(NamedTuple):
    """One answer of an exam."""

    drawn: DrawnQuestion
    answer: tuple[str, ...]
    verdict: Verdict
    duration: int
    """In milliseconds."""

    @property
    def points(self) -> float:
        return self.drawn.points * self.verdict.score


class Score(NamedTuple):
    """What was reached in one block of the quiz."""

    title: str
    stages: tuple[int, ...]
    """Those that it asks about, if it names some."""
    points: float
    total: float
    percent: float


class ExamRequest(NamedTuple):
    """What a command line says about an exam, beside the quiz."""

    result: Path | None = None
    """Where the result goes, instead of into the folder of the learner."""
    candidate: str = ""
    seed: str | None = None
    fresh: bool = False
    """Whether it begins anew, though it was stopped."""
    force: bool = False
    """Whether another file at `result` is replaced."""


@dataclass
class Exam:
    """An exam being taken, and the file of its result; times are UTC milliseconds."""

    drawn: DrawnQuiz
    candidate: str
    course: Course
    file: Path
    began: int = 0
    """When the first question was shown; 0 before that."""
    answered: list[ExamAnswer] = field(default_factory=list)
    ended: int | None = None
    out_of_time: bool = False

    @property
    def is_finished(self) -> bool:
        return len(self.answered) == len(self.drawn.questions)

    @property
    def is_over(self) -> bool:
        """Whether all is answered or the time is up; until then it can go on."""
        return self.is_finished or self.out_of_time

    @property
    def mistakes(self) -> dict[int, ExamAnswer]:
        """By number of the question what was not right, once it is over."""
        answers = enumerate(self.answered if self.is_over else (), 1)
        return {number: answer for number, answer in answers if not answer.verdict.right}

    @property
    def minutes(self) -> float | None:
        """The time limit, if there is one; a placement has none: it asks what somebody knows."""
        return None if self.is_placement else self.drawn.quiz.minutes

    @property
    def deadline(self) -> int | None:
        """When the time is up; None without a limit, and before the first question.

        The clock keeps running while the exam is stopped.
        """
        if self.minutes is None or not self.began:
            return None
        return self.began + round(self.minutes * 60_000)

    def accept(self, given: tuple[str, ...], duration: int) -> None:
        """Take the answer to the next question."""
        drawn = self.drawn.questions[len(self.answered)]
        verdict = grade_answer(drawn.question, given)
        self.answered.append(ExamAnswer(drawn, given, verdict, duration))

    @property
    def score(self) -> Score:
        """What was reached in all."""
        return self._add_up(self.drawn.questions, self.drawn.quiz.title)

    @property
    def scores(self) -> list[Score]:
        """What was reached in each block that asked something."""
        scores = []
        for number, block in enumerate(self.drawn.blocks):
            if asked := [drawn for drawn in self.drawn.questions if drawn.block_number == number]:
                scores.append(
                    self._add_up(asked, block.settings.title or "", block.settings.select.stage)
                )
        return scores

    def _add_up(
        self, asked: Sequence[DrawnQuestion], title: str, stages: tuple[int, ...] = ()
    ) -> Score:
        points = sum(answer.points for answer in self.answered if answer.drawn in asked)
        total = sum(drawn.points for drawn in asked)
        percent = round(100 * points / total, 2) if total else 0.0
        return Score(title, stages, round(points, 4), total, percent)

    @property
    def is_placement(self) -> bool:
        """Whether it says where to begin: the quiz of this name does, by its pass mark."""
        return self.drawn.quiz.quiz == PLACEMENT and self.drawn.quiz.pass_mark is not None

    @property
    def begin_with(self) -> int | None:
        """The first stage that a placement shows to be missing.

        None if no stage is, and while fewer than half of the questions are answered: they say too
        little about the others.
        """
        mark = self.drawn.quiz.pass_mark if self.is_placement else None
        if mark is None or len(self.answered) < len(self.drawn.questions) / 2:
            return None
        stages = (score.stages for score in self.scores if score.percent < mark)
        return min((stage for named in stages for stage in named), default=None)

    @property
    def passed(self) -> bool | None:
        mark = self.drawn.quiz.pass_mark
        return None if mark is None else self.score.percent >= mark

    def save(self) -> None:
        """Write the result so far. Raises FlashcardsError if that is not possible."""
        text = json.dumps(self.for_json(), ensure_ascii=False, indent=2) + "\n"
        # A folder that vanished, such as a stick's, is an error and not made anew.
        write_whole(self.file, text.encode(), make_folders=False)

    def for_json(self) -> dict[str, Any]:
        """Return everything an instructor needs."""
        score = self.score
        return {
            "format": RESULT_FORMAT,
            "exam": self.drawn.quiz.quiz,
            "title": self.drawn.quiz.title,
            "candidate": self.candidate,
            "seed": self.drawn.seed,
            "versions": {"ptquiz": __version__, "course": self.course.info.id},
            "began": self.began,
            "ended": self.ended,
            "finished": self.is_finished,
            "out_of_time": self.out_of_time,
            "left_out": list(self.drawn.left_out),
            "minutes": self.minutes,
            "pass_mark": self.drawn.quiz.pass_mark,
            "points": score.points,
            "total": score.total,
            "percent": score.percent,
            "passed": self.passed,
            "blocks": [block._asdict() for block in self.scores],
            "begin_with": self.begin_with,
            "answers": [_answer_for_json(answer) for answer in self.answered],
            "unanswered": [
                {"card": drawn.question.id, "of": drawn.points}
                for drawn in self.drawn.questions[len(self.answered) :]
            ],
        }


def _answer_for_json(answered: ExamAnswer) -> dict[str, Any]:
    drawn, question = answered.drawn, answered.drawn.question
    fits = [name for _, _, name in question.things]
    return {
        "card": question.id,
        "question": summarize_question(question),
        "form": question.form,
        "shown": [option.name for option in question.options],
        "texts": [option.text for option in question.options],
        "answer": list(answered.answer),
        "right": list(question.sequence or fits or question.accepted or question.right_names),
        "score": answered.verdict.score,
        "points": round(answered.points, 4),
        "of": drawn.points,
        "near": answered.verdict.near,
        "duration": answered.duration,
    }


def open_exam(course: Course, quiz: Quiz, lang: str, path: Path, request: ExamRequest) -> Exam:
    """Return the exam that was stopped and is kept in its result, else in `path`; or a new one.

    A new one begins if it is to be fresh, has another seed, or asks other questions now.
    Without a seed of its own or of the quiz it is drawn at random. Raises TooFewCards, also if the
    quiz is whole in the source language and not in this one, and FlashcardsError if another file
    is there or none can be written.
    """
    file, candidate = request.result or path, make_encodable(request.candidate)
    saved = None if request.fresh else _load_stopped(file, quiz, candidate, request.seed)
    wished = request.seed or quiz.seed or secrets.token_hex(4)
    seed = saved.seed if saved else make_encodable(wished)
    drawn = draw_whole_quiz(course, quiz, lang, seed, exam=True)
    exam = Exam(drawn, candidate, course, file)
    answers = [*zip(exam.drawn.questions, saved.answers, strict=False)] if saved else []
    if goes_on := saved is not None and all(_fits(*pair) for pair in answers):
        for _, answer in answers:
            exam.accept(answer.answer, answer.duration)
        exam.began = saved.began
    is_ours = request.result is None
    check_output(file, request.force or goes_on or is_ours)
    write_whole(file, b"", make_folders=is_ours, trial=True, private=is_ours)
    return exam


def _load_stopped(file: Path, quiz: Quiz, candidate: str, seed: str | None) -> _SavedExam | None:
    """Return the exam of a candidate that can be gone on with; None if the file has none."""
    try:
        saved = _SavedExam.model_validate_json(load_text(file, MAX_BYTES))
    except (FileMissing, ValidationError):
        return None
    is_over = saved.finished or saved.out_of_time
    is_same = (saved.exam, saved.candidate) == (quiz.quiz, candidate)
    return saved if is_same and not is_over and seed in (None, saved.seed) else None


def _fits(drawn: DrawnQuestion, saved: _SavedAnswer) -> bool:
    """Return whether a question can be answered so."""
    question, given = drawn.question, saved.answer
    names = {option.name for option in question.options}
    count = len(question.sequence or question.things) or len(given)
    is_whole = len(given) in (0, count) and (not question.sequence or len({*given}) == len(given))
    return question.id == saved.card and (not names or (is_whole and {*given} <= names))


def take_exam(exam: Exam, ui: UserInterface, clock: Callable[[], int]) -> None:
    """Ask everything once, without feedback.

    `undo` takes the last answer back. The result is written before the first question, after
    every answer and at the end. A candidate who leaves can go on later; whose time is up gets no
    credit for the rest.
    """
    exam.save()
    try:
        while not exam.is_over and _ask(exam, ui, clock) != "quit":
            exam.save()
    except EOFError:
        pass
    finally:
        exam.ended = min(clock(), exam.deadline or sys.maxsize)
        exam.save()


def _ask(exam: Exam, ui: UserInterface, clock: Callable[[], int]) -> Answer | Action:
    """Ask the next question, if there is time; return what the candidate said, after doing it."""
    now = clock()
    exam.began = exam.began or now
    deadline = exam.deadline or sys.maxsize
    drawn = exam.drawn.questions[len(exam.answered)]
    note = drawn.question.card.note
    titles = exam.course.titles.get(note.lang, {})
    context = QuestionContext(
        done=len(exam.answered),
        total=len(exam.drawn.questions),
        deck=titles.get(f"decks/{note.deck.deck}", note.deck.title),
        time_left=None if exam.deadline is None else deadline - now,
        points=drawn.points,
        can_undo=bool(exam.answered),
    )
    action: Answer | Action = "quit"
    if now < deadline:
        ui.show_question(drawn.question, context)
        action = ui.ask(drawn.question)
    then = clock()
    if then >= deadline:
        exam.out_of_time = True
    elif isinstance(action, Answer):
        exam.accept(action.given, max(0, then - now))
    elif action == "undo":
        del exam.answered[-1:]
    return action
