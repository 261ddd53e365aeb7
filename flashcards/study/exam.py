"""A quiz under exam rules: no feedback until the end, a time limit, a result to collect.

The questions follow from the quiz and the seed alone. Only what can be graded without a person
is asked: every question once, back and forth, until it is handed in or the time is up, which
counts from the first question. After every answer the result so far is written to its file,
with which a stopped exam goes on.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from flashcards import __version__
from flashcards.cards import Note, list_notes
from flashcards.course.model import Course, Pick, Quiz
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, check_output, load_text, write_whole
from flashcards.questions.draw import DrawnQuestion, DrawnQuiz, draw_quiz, require_language
from flashcards.questions.names import translate_quiz
from flashcards.reviews.memory import AGAIN, LATEST
from flashcards.reviews.review import make_encodable
from flashcards.reviews.store import ReviewLog
from flashcards.study.grading import Answer, Verdict, fingerprint_card, grade_answer, make_review
from flashcards.study.ui import Action, QuestionContext, UserInterface

RESULT_FORMAT = 2
"""Of a result; 1 told of questions that were not reached their cards alone, not their points."""
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
class ExamAnswer:
    """One answer of an exam."""

    drawn: DrawnQuestion
    answer: tuple[str, ...]
    verdict: Verdict
    duration: int
    """In milliseconds."""

    @property
    def points(self) -> float:
        return self.drawn.points * self.verdict.score

    def for_json(self) -> dict[str, Any]:
        question = self.drawn.question
        fits = [name for _, _, name in question.things]
        return {
            "card": question.id,
            "form": question.form,
            "shown": [option.name for option in question.options],
            "answer": list(self.answer),
            "right": list(question.sequence or fits or question.accepted or question.right_names),
            "score": self.verdict.score,
            "points": round(self.points, 4),
            "of": self.drawn.points,
            "near": self.verdict.near,
            "duration": self.duration,
        }


@dataclass(frozen=True, slots=True)
class BlockScore:
    """What was reached in one block of the quiz."""

    block: Pick
    points: float
    total: float

    @property
    def percent(self) -> float:
        return _percent(self.points, self.total)

    def for_json(self) -> dict[str, Any]:
        title, points = self.block.title, round(self.points, 4)
        return {"title": title, "points": points, "total": self.total, "percent": self.percent}


@dataclass
class Exam:
    """An exam being taken; times are UTC milliseconds."""

    drawn: DrawnQuiz
    candidate: str
    versions: Mapping[str, str]
    """Of the tool, the course and its content."""
    began: int = 0
    """When the first question was shown; 0 before that."""
    answered: list[ExamAnswer] = field(default_factory=list)
    ended: int | None = None
    out_of_time: bool = False
    back: int = 0
    """How many answered questions the candidate went back; their answers hold meanwhile."""
    handed_in: bool = False
    titles: Mapping[str, str] = field(default_factory=dict)
    """Titles in the language of the cards, such as that of `deck/tensors`."""

    @property
    def quiz(self) -> Quiz:
        return self.drawn.quiz

    @property
    def questions(self) -> tuple[DrawnQuestion, ...]:
        return self.drawn.questions

    @property
    def place(self) -> int:
        """The number of the question that is asked, from 0."""
        return len(self.answered) - self.back

    @property
    def is_over(self) -> bool:
        """Whether it was handed in or its time is up; until then it can go on."""
        return self.handed_in or self.out_of_time

    @property
    def deadline(self) -> int | None:
        """When the time is up; None without a limit, and before the first question."""
        minutes = self.quiz.minutes
        return None if minutes is None or not self.began else self.began + round(minutes * 60_000)

    def accept(self, given: tuple[str, ...], duration: int) -> None:
        """Take the answer to the question that is asked, in place of one before."""
        drawn = self.questions[self.place]
        if self.back:
            duration += self.answered[self.place].duration
        answer = ExamAnswer(drawn, given, grade_answer(drawn.question, given), duration)
        self.answered[self.place : self.place + 1] = [answer]
        self.back = max(0, self.back - 1)

    @property
    def total(self) -> float:
        return sum(drawn.points for drawn in self.questions)

    @property
    def points(self) -> float:
        return sum(answer.points for answer in self.answered)

    @property
    def percent(self) -> float:
        return _percent(self.points, self.total)

    @property
    def scores(self) -> list[BlockScore]:
        """What was reached in each block that asked something."""
        return [
            BlockScore(
                block.pick,
                sum(answer.points for answer in self.answered if answer.drawn.section == section),
                sum(drawn.points for drawn in self.questions if drawn.section == section),
            )
            for section, block in enumerate(self.drawn.blocks)
            if block.cards
        ]

    @property
    def is_placement(self) -> bool:
        """Whether each block asks about one stage of its own, and there is a mark to reach."""
        stages = [score.block.select.stage for score in self.scores]
        single = all(len(wanted) == 1 for wanted in stages)
        return single and len(set(stages)) > 1 and self.quiz.pass_mark is not None

    @property
    def begin_with(self) -> int | None:
        """The first stage that a placement shows to be missing; None if there is none."""
        mark = self.quiz.pass_mark
        if not self.is_placement or mark is None:
            return None
        missing = [score for score in self.scores if score.percent < mark]
        return min((score.block.select.stage[0] for score in missing), default=None)

    @property
    def passed(self) -> bool | None:
        mark = self.quiz.pass_mark
        return None if mark is None else self.percent >= mark

    def result(self) -> dict[str, Any]:
        """Return everything an instructor needs, for JSON."""
        return {
            "format": RESULT_FORMAT,
            "exam": self.quiz.quiz,
            "title": self.quiz.title,
            "candidate": self.candidate,
            "seed": self.drawn.seed,
            "versions": dict(self.versions),
            "began": self.began,
            "ended": self.ended,
            "finished": self.handed_in,
            "out_of_time": self.out_of_time,
            "left_out": list(self.drawn.left_out),
            "minutes": self.quiz.minutes,
            "pass_mark": self.quiz.pass_mark,
            "points": round(self.points, 4),
            "total": self.total,
            "percent": self.percent,
            "passed": self.passed,
            "blocks": [score.for_json() for score in self.scores],
            "begin_with": self.begin_with,
            "answers": [answer.for_json() for answer in self.answered],
            "unanswered": [
                {"card": drawn.question.id, "of": drawn.points}
                for drawn in self.questions[len(self.answered) :]
            ],
        }


@dataclass(frozen=True, slots=True)
class ExamSession:
    """An exam to be taken, new or where it was stopped, and the file of its result."""

    exam: Exam
    file: Path
    resumed: bool

    def keep(self, result: Mapping[str, Any]) -> None:
        """Write the result so far. Raises FlashcardsError if that is not possible."""
        text = json.dumps(result, ensure_ascii=False, indent=2) + "\n"
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
    if state and (state.exam, state.candidate) != (quiz.quiz, make_encodable(candidate)):
        state = None
    if state and seed not in (None, state.seed):
        state = None
    drawn_with = state.seed if state else seed or quiz.seed or secrets.token_hex(4)
    exam = start_exam(course, quiz, lang, drawn_with, candidate)
    resumed = state is not None and _resume_exam(exam, state, file)
    check_output(file, force or resumed or result is None)
    write_whole(file, b"", make_folders=result is None, trial=True)
    return ExamSession(exam, file, resumed)


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
    FlashcardsError if the state has an answer that nobody can give.
    """
    names = [drawn.question.id for drawn in exam.questions]
    asked = [answer.card for answer in state.answers]
    same = state.versions.get("content") == exam.versions["content"]
    if not same or asked != names[: len(asked)]:
        return False
    for answer in state.answers:
        question = exam.questions[exam.place].question
        options = [option.name for option in question.options]
        count = {"order": len(options), "match": len(question.things)}.get(question.form)
        is_distinct = question.form != "order" or len(set(answer.answer)) == count
        is_whole = is_distinct and count in (None, len(answer.answer))
        if options and answer.answer and not (is_whole and {*options} >= {*answer.answer}):
            raise _make_damaged(file, f"nobody can answer {question.id} so")
        exam.accept(answer.answer, answer.duration)
    exam.back = int(asked == names)  # the last one is shown before it is handed in
    exam.began = state.began
    return True


def _make_damaged(file: Path, why: str) -> FlashcardsError:
    hint = "repair it, or write --fresh to begin anew, which replaces it"
    return FlashcardsError(f"{file} is damaged ({why}); {hint}")


def start_exam(course: Course, quiz: Quiz, lang: str, seed: str, candidate: str) -> Exam:
    """Return an exam that asks the quiz in a language; it begins with its first question.

    Raises TooFewCards, also if the quiz is whole in English and not in the language.
    """
    notes = list_notes(course, lang)
    drawn = draw_quiz(translate_quiz(course, quiz, lang), notes, make_encodable(seed), exam=True)
    drawn = require_language(course, drawn, lang).require_enough()
    versions = {"ptquiz": __version__, "course": course.info.id, "content": digest_notes(notes)}
    return Exam(drawn, make_encodable(candidate), versions, titles=course.titles.get(lang, {}))


def take_exam(
    exam: Exam,
    ui: UserInterface,
    clock: Callable[[], int],
    keep: Callable[[dict[str, Any]], None],
) -> None:
    """Ask everything once, without feedback, and then whether to hand in.

    `undo` goes one question back, whose answer holds until there is another. `keep` gets the
    result before the first question, after every answer and at the end. A candidate who leaves,
    which is asked about, can go on later; whose time is up gets no credit for the rest.
    """
    keep(exam.result())
    try:
        while _step(exam, ui, clock):
            keep(exam.result())
    except EOFError:
        pass
    finally:
        exam.ended = clock()
        keep(exam.result())


def _step(exam: Exam, ui: UserInterface, clock: Callable[[], int]) -> bool:
    """Ask one question, or whether to hand in; return False if it is over or stopped."""
    now = clock()
    exam.began = exam.began or now
    deadline = exam.deadline or sys.maxsize
    is_whole = exam.place == len(exam.questions)
    answer: Answer | Action = "quit"
    if now < deadline:
        answer = _offer_hand_in(exam, ui) if is_whole else _ask(exam, ui, now)
    then = clock()
    if then >= deadline:
        exam.out_of_time = True
        exam.handed_in = len(exam.answered) == len(exam.questions)
    elif isinstance(answer, Answer):
        exam.accept(answer.given, max(0, then - now))
    elif answer == "undo":
        exam.back = min(exam.back + 1, len(exam.answered))
    exam.handed_in = exam.handed_in or answer == "hand_in"
    return not exam.is_over and answer != "quit"


def _offer_hand_in(exam: Exam, ui: UserInterface) -> Action:
    """Return what the candidate wants at the end; back is to what has no answer, else the last."""
    unknown = [place for place, answer in enumerate(exam.answered) if answer.verdict.unknown]
    action = ui.offer_hand_in(len(unknown))
    if action == "undo" and unknown:
        exam.back = len(exam.answered) - unknown[0] - 1
    return action


def _ask(exam: Exam, ui: UserInterface, now: int) -> Answer | Action:
    """Return what the candidate says to a question; who wants to stop is asked again."""
    drawn = exam.questions[exam.place]
    deck = drawn.question.card.note.deck
    context = QuestionContext(
        done=exam.place,
        total=len(exam.questions),
        deck=exam.titles.get(f"deck/{deck.deck}", deck.title),
        time_left=None if exam.deadline is None else exam.deadline - now,
        points=drawn.points,
        given=exam.answered[exam.place].answer if exam.back else None,
    )
    ui.show_question(drawn.question, context)
    while (answer := ui.ask(drawn.question)) == "quit" and not ui.offer_stop():
        pass
    return answer


def record_mistakes(exam: Exam, log: ReviewLog, now: int) -> int:
    """Keep the wrong answers of an exam in the log, so that their cards come back; count them.

    They count as given at `now` (UTC milliseconds). Raises LogError if they cannot be kept.
    """
    wrong = [answer for answer in exam.answered if not answer.verdict.right]
    for answer in wrong:
        question, given = answer.drawn.question, Answer(answer.answer)
        log.record(
            make_review(question, given, answer.verdict, AGAIN, duration=answer.duration, at=now)
        )
    return len(wrong)


def digest_notes(notes: Sequence[Note]) -> str:
    """Return a digest that changes with the content of any card."""
    text = "\n".join(f"{card.id} {fingerprint_card(card)}" for note in notes for card in note.cards)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _percent(points: float, total: float) -> float:
    return round(100 * points / total, 2) if total else 0.0
