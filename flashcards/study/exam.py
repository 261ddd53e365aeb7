"""A quiz under exam rules: no feedback until the end, a time limit, a result to collect.

The questions follow from the quiz and the seed alone. Only what can be graded
without a person is asked: every question once, back and forth, until it is handed in or the
time is up, which counts from the first question. After every answer the result so far is handed
on, so that a crash loses nothing.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flashcards import __version__
from flashcards.cards import Note, list_notes
from flashcards.course.model import Course, Pick, Quiz
from flashcards.questions.draw import DrawnQuestion, DrawnQuiz, draw_quiz, require_language
from flashcards.questions.names import translate_quiz
from flashcards.reviews.memory import AGAIN
from flashcards.reviews.review import make_encodable
from flashcards.reviews.store import ReviewLog
from flashcards.study.answering import fingerprint_card, make_review
from flashcards.study.grading import Verdict, grade_answer
from flashcards.study.ui import Action, Answer, QuestionContext, UserInterface

RESULT_FORMAT = 2
"""Of a result; 1 told of questions that were not reached their cards alone, not their points."""
Clock = Callable[[], int]
"""Milliseconds since 1970, as every time of an exam."""


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
    """An exam being taken."""

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
    def unknown(self) -> list[int]:
        """The numbers, from 0, of the questions that were left without an answer."""
        return [place for place, each in enumerate(self.answered) if each.verdict.unknown]

    @property
    def deadline(self) -> int | None:
        """When the time is up; None without a limit, and before the first question."""
        minutes = self.quiz.minutes
        return None if minutes is None or not self.began else self.began + round(minutes * 60_000)

    def accept(self, given: tuple[str, ...], spent: int) -> None:
        """Take the answer to the question that is asked, in place of one before."""
        drawn = self.questions[self.place]
        if self.back:
            spent += self.answered[self.place].duration
        answer = ExamAnswer(drawn, given, grade_answer(drawn.question, given), spent)
        self.answered[self.place : self.place + 1] = [answer]
        self.back = max(0, self.back - 1)

    @property
    def total(self) -> float:
        return sum(drawn.points for drawn in self.questions)

    @property
    def points(self) -> float:
        return sum(answered.points for answered in self.answered)

    @property
    def percent(self) -> float:
        return _percent(self.points, self.total)

    @property
    def scores(self) -> list[BlockScore]:
        """What was reached in each block that asked something."""
        return [
            BlockScore(
                block.pick,
                sum(each.points for each in self.answered if each.drawn.section == section),
                sum(drawn.points for drawn in self.questions if drawn.section == section),
            )
            for section, block in enumerate(self.drawn.blocks)
            if block.cards
        ]

    @property
    def is_placement(self) -> bool:
        """Whether each block asks about one stage of its own, and there is a mark to reach."""
        stages = [score.block.select.stage for score in self.scores]
        single = all(len(each) == 1 for each in stages)
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
        """Everything an instructor needs, for JSON."""
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
            "answers": [_answer(answered) for answered in self.answered],
            "unanswered": [
                {"card": each.question.id, "of": each.points}
                for each in self.questions[len(self.answered) :]
            ],
        }


def start_exam(course: Course, quiz: Quiz, lang: str, seed: str, candidate: str) -> Exam:
    """Return an exam that asks the quiz in a language; it begins with its first question.

    Raises TooFewCards, also if the quiz is whole in English and not in the language.
    """
    every = list_notes(course, lang)
    drawn = draw_quiz(translate_quiz(course, quiz, lang), every, make_encodable(seed), exam=True)
    drawn = require_language(course, drawn, lang).require_enough()
    versions = {"ptquiz": __version__, "course": course.info.id, "content": digest_notes(every)}
    return Exam(drawn, make_encodable(candidate), versions, titles=course.titles.get(lang, {}))


def take_exam(
    exam: Exam,
    ui: UserInterface,
    clock: Clock,
    keep: Callable[[dict[str, Any]], None],
) -> None:
    """Ask everything once, without feedback, and then whether to hand in.

    `u` goes one question back, whose answer holds until there is another. `keep` gets the result
    before the first question, after every answer and at the end. A candidate who leaves, which is
    asked about, can go on later; whose time is up gets no credit for the rest.
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


def _step(exam: Exam, ui: UserInterface, clock: Clock) -> bool:
    """Ask one question, or whether to hand in; False if it is over or the candidate stops."""
    began, is_end = clock(), exam.place == len(exam.questions)
    exam.began = exam.began or began
    deadline = exam.deadline or sys.maxsize
    ask = _offer_hand_in if is_end else _ask
    answer = ask(exam, ui, began) if began < deadline else "time_up"
    if isinstance(answer, Answer):
        now = clock()
        if now < deadline:
            exam.accept(answer.given, max(0, now - began))
        else:
            answer = "time_up"
    elif answer == "undo" and exam.place > 0:
        exam.back += 1
    exam.out_of_time = answer == "time_up"
    is_whole = len(exam.answered) == len(exam.questions)
    exam.handed_in = answer == "hand_in" or (exam.out_of_time and is_whole)
    return answer not in ("time_up", "hand_in", "quit")


def _offer_hand_in(exam: Exam, ui: UserInterface, now: int) -> Action:
    """What the candidate wants at the end; back is to what has no answer, else to the last."""
    unknown = exam.unknown
    answer = ui.offer_hand_in(len(unknown))
    if answer == "undo" and unknown:
        exam.back = len(exam.answered) - unknown[0] - 1
    return answer


def _ask(exam: Exam, ui: UserInterface, now: int) -> Answer | Action:
    """What the candidate says to a question; who wants to stop is asked again."""
    drawn = exam.questions[exam.place]
    deck = drawn.question.card.note.deck
    context = QuestionContext(
        done=exam.place,
        total=len(exam.questions),
        streak=0,
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
    """How many wrong answers of an exam were kept in the log, so that their cards come back.

    They count as given at `now` (UTC milliseconds). Raises LogError if they cannot be kept.
    """
    wrong = [each for each in exam.answered if not each.verdict.right]
    for each in wrong:
        asked, given = each.drawn.question, Answer(each.answer)
        log.record(make_review(asked, given, each.verdict, AGAIN, duration=each.duration, at=now))
    return len(wrong)


def digest_notes(every: Sequence[Note]) -> str:
    """Changes with the content of any card."""
    text = "\n".join(f"{card.id} {fingerprint_card(card)}" for note in every for card in note.cards)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _percent(points: float, total: float) -> float:
    return round(100 * points / total, 2) if total else 0.0


def _answer(answered: ExamAnswer) -> dict[str, Any]:
    asked = answered.drawn.question
    fits = [name for _, _, name in asked.things]
    return {
        "card": asked.id,
        "form": asked.form,
        "shown": [option.name for option in asked.options],
        "answer": list(answered.answer),
        "right": list(asked.sequence or fits or asked.accepted or asked.right_names),
        "score": answered.verdict.score,
        "points": round(answered.points, 4),
        "of": answered.drawn.points,
        "near": answered.verdict.near,
        "duration": answered.duration,
    }
