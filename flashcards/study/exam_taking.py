"""An exam being taken: every question once, back and forth, until its time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flashcards.questions.draw import DrawnQuestion
from flashcards.study.exam import Clock, Exam, ExamAnswer
from flashcards.study.grading import grade_answer
from flashcards.study.ui import Answer, QuestionContext, UserInterface


def take_exam(
    exam: Exam,
    ui: UserInterface,
    clock: Clock,
    keep: Callable[[dict[str, Any]], None],
) -> None:
    """Ask everything once, without feedback; `u` goes one question back, whose answer holds
    until there is another.

    `keep` gets the result before the first question, after every answer and at the end.
    A candidate who leaves, which is asked about, can go on later; whose time is up gets no
    credit for the rest.
    """
    keep(exam.result())
    try:
        while exam.place < len(exam.questions) and _step(exam, ui, clock):
            keep(exam.result())
    except EOFError:
        pass
    finally:
        exam.ended = clock()
        keep(exam.result())


def _step(exam: Exam, ui: UserInterface, clock: Clock) -> bool:
    now = clock()
    if exam.deadline is not None and now >= exam.deadline:
        exam.out_of_time = True
        return False
    drawn = exam.questions[exam.place]
    left = None if exam.deadline is None else exam.deadline - now
    deck = drawn.question.card.note.deck
    title = exam.titles.get(f"deck/{deck.deck}", deck.title)
    given = exam.answered[exam.place].answer if exam.back else None
    place = QuestionContext(
        exam.place, len(exam.questions), 0, deck=title, time_left=left, points=drawn.points,
        given=given,
    )  # fmt: skip
    ui.show_question(drawn.question, place)
    while (answer := ui.ask(drawn.question)) == "quit" and not ui.offer_stop():
        pass
    if isinstance(answer, Answer):
        return _accept(exam, drawn, answer, now, clock())
    if answer == "undo" and exam.place > 0:
        exam.back += 1
    if answer == "time_up":
        exam.out_of_time = True
        return False
    return answer != "quit"


def _accept(exam: Exam, drawn: DrawnQuestion, answer: Answer, began: int, now: int) -> bool:
    """Whether the answer counts: it does unless it came too late."""
    if exam.deadline is not None and now >= exam.deadline:
        exam.out_of_time = True
        return False
    verdict = grade_answer(drawn.question, answer.given)
    spent = max(0, now - began)
    if exam.back:
        spent += exam.answered[exam.place].duration
    exam.answered[exam.place : exam.place + 1] = [ExamAnswer(drawn, answer.given, verdict, spent)]
    exam.back = max(0, exam.back - 1)
    return True
