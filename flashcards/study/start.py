"""One study session, from the chosen cards to its summary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flashcards.cards import Card
from flashcards.course.model import Quiz, Selection
from flashcards.questions import list_forms
from flashcards.questions.draw import draw_quiz
from flashcards.questions.names import translate_quiz
from flashcards.questions.quiz_faults import require_translation
from flashcards.reviews.backup import back_up
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.store import ReviewLog
from flashcards.selection import TooFewCards
from flashcards.study.plan import DayPlan, forecast_due, plan_cram
from flashcards.study.queue import SessionQueue
from flashcards.study.session import Session, StudyRequest
from flashcards.study.standing import Moment, Standing
from flashcards.study.today import Today, plan_today
from flashcards.study.ui import (
    Left,
    SessionAnswer,
    SessionSummary,
    UserInterface,
    Welcome,
)

PLACEMENT = "placement"
"""The quiz of a course that says where to begin."""


def start_study(
    standing: Standing,
    request: StudyRequest,
    ui: UserInterface,
    log: ReviewLog,
    clock: Callable[[], int],
) -> list[SessionAnswer]:
    """The answers that count, after asking what is left of today or all of a quiz.

    It asks the due cards and the day's share of new ones, as the settings say, unless the
    request is for a quiz or to cram. `clock` gives UTC milliseconds. Every answer is
    written to `log` before its feedback is shown. The log is checked and backed up while
    the learner reads the first question, and backed up again at the end. Raises
    `TooFewCards` if no card can be asked in the form, all rest or the quiz finds too few,
    and `KeyboardInterrupt` after the summary if the learner interrupted.
    """
    before = standing.load(log)
    session = _prepare_session(before, request, ui, log, clock)
    if session is None:
        return []
    if request.cram:
        ui.show_cram(min(len(session.queue), request.limit or len(session.queue)))
    answers = session.run()
    after = standing.load(log, clock())
    ui.show_summary(_summarize_session(session, after, log))
    back_up(log, standing.moment.date)
    if session.interrupted:
        raise KeyboardInterrupt
    return answers


def _prepare_session(
    standing: Standing,
    request: StudyRequest,
    ui: UserInterface,
    log: ReviewLog,
    clock: Callable[[], int],
) -> Session | None:
    """A session that asks a quiz, all cards, or what is left of today, which the learner is told.

    None if nothing is left.
    """
    if form := request.form:
        askable = [card for card in standing.cards if form in list_forms(card)]
        if not askable:
            subject = "the only card cannot" if len(standing.cards) == 1 else "no card can"
            raise TooFewCards(f"{subject} be asked as '{form}'")
        standing = replace(standing, cards=askable)
    if request.quiz:
        queue = SessionQueue(_draw_cards(standing, request.quiz, request.seed))
        return Session(standing, request, queue, ui, log, clock)
    awake = standing.list_awake(standing.cards)
    if not awake:
        every = len(standing.cards)
        subject = "the only card is" if every == 1 else f"all {every} cards are"
        raise TooFewCards(f"{subject} suspended or buried: see 'ptquiz card list'")
    standing = replace(standing, cards=awake)
    if request.cram:
        queue = SessionQueue(plan_cram(standing.cards, standing.memories, standing.now))
        return Session(standing, request, queue, ui, log, clock)
    today = plan_today(standing)
    queue = SessionQueue(today.plan.cards, today.plan.steps)
    if queue:
        ui.show_welcome(_make_welcome(standing, today, is_new=not log.size()))
        ui.show_today(today)
        return Session(standing, request, queue, ui, log, clock, is_day=True)
    ui.show_nothing_due(today, standing.now)
    return None


def _draw_cards(standing: Standing, quiz: Quiz, seed: str) -> list[Card]:
    """The cards of a quiz as its file says, in its order."""
    course, notes = standing.course, standing.notes
    require_translation(course, quiz, notes, standing.lang)
    named = translate_quiz(course, quiz, standing.lang)
    allowed = Selection(key=tuple(dict.fromkeys(card.note.key for card in standing.cards)))
    drawn = draw_quiz(named, notes, seed or None, selection=allowed).require_enough()
    return [each.question.card for each in drawn.questions]


def _make_welcome(standing: Standing, today: Today, is_new: bool) -> Welcome:
    course = standing.course
    stage = today.plan.new[0].note.stage if today.plan.new else None
    reading = any(resource.stage == stage for resource in course.resources.values())
    quiz = course.quizzes.get(PLACEMENT)
    return Welcome(
        title=standing.titles.get("course", course.info.title),
        cards=len(standing.cards),
        minutes=today.minutes,
        placement=PLACEMENT if quiz else "",
        questions=sum(pick.count or 0 for pick in quiz.picks) if quiz else 0,
        limit=quiz.minutes if quiz else None,
        reading=stage if reading else None,
        all_cards=len(standing.every_card),
        is_new=is_new,
    )


def _summarize_session(session: Session, after: Standing, log: ReviewLog) -> SessionSummary:
    """How the session went; `after` is where the learner stands then with the chosen cards.

    What is left of today is what a new start would ask. All of it waits for tomorrow if the
    session ran to its end.
    """
    rest = None
    if session.is_day:
        rest = plan_today(replace(after, cards=session.standing.cards)).plan
    left, waiting = _count_rest(rest, is_done=not session.queue)
    return SessionSummary(
        answers=session.answers,
        days=count_days_in_a_row(log, after.moment),
        left=left,
        counts=after.count_cards(),
        newly_earned=_count_newly_earned(session, after),
        due_tomorrow=forecast_due(after)[1],
        resting=session.resting if left else 0,
        waiting=waiting,
    )


def _count_newly_earned(session: Session, after: Standing) -> int:
    """How many of the cards that were asked are earned `after` the session, and were not before."""
    before = session.standing
    asked = {answer.card.id: answer.card for answer in session.answers}.values()
    return sum(
        after.count_cards((card,)).earned > before.count_cards((card,)).earned for card in asked
    )


def _count_rest(rest: DayPlan | None, is_done: bool) -> tuple[Left | None, int]:
    """What is left of today, and how many due cards wait for another day."""
    if rest is None:
        return None, 0
    if is_done:
        return Left(0, 0, 0), rest.waiting + len(rest.due)
    return Left(len(rest.due), len(rest.new), len(rest.steps)), rest.waiting


def count_days_in_a_row(log: ReviewLog, moment: Moment) -> int:
    """How many days up to today, or up to yesterday, had an answer each."""
    end, streak = moment.day_end, 0
    while True:
        last = log.last_before(end)
        if last is not None and last >= end - DAY_MS:
            streak += 1
        elif end < moment.day_end:
            return streak
        end -= DAY_MS
