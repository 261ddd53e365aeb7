"""One study session, from the chosen cards to its summary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flashcards.cards import Card
from flashcards.course.model import Quiz, Selection
from flashcards.questions import list_forms
from flashcards.questions.draw import draw_quiz, require_translation
from flashcards.questions.names import translate_quiz
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.store import ReviewLog
from flashcards.selection import TooFewCards
from flashcards.study.plan import plan_cram
from flashcards.study.queue import SessionQueue
from flashcards.study.session import Session, StudyRequest
from flashcards.study.standing import Moment, Standing
from flashcards.study.today import Today, forecast_due, plan_today
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
    """Ask what is left of today, or all of a quiz, and return the answers that count.

    It asks the due cards and the day's share of new ones, as the settings say, unless the
    request is for a quiz or to cram. `clock` gives UTC milliseconds. Every answer is
    written to `log`, which is checked and backed up before, before its feedback is shown. Raises
    `TooFewCards` if no card can be asked in the form, all rest or the quiz finds too few,
    and `KeyboardInterrupt` after the summary if the learner interrupted.
    """
    session = _prepare_session(standing.load(log), request, ui, log, clock)
    if session is None:
        return []
    log.back_up(standing.moment.date)
    answers = session.run()
    ui.show_summary(_summarize_session(session, standing.load(log, clock()), log))
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
    """Return a session that asks a quiz, all cards, or what is left of today.

    The learner is told what it asks. None if nothing is left.
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
    if request.cram:
        ui.show_cram(min(len(awake), request.limit or len(awake)))
        queue = SessionQueue(plan_cram(awake, standing.memories, standing.now))
        return Session(standing, request, queue, ui, log, clock)
    today = plan_today(standing)
    queue = SessionQueue(today.plan.cards, today.plan.steps)
    if not queue and not today.plan.rest:
        ui.show_nothing_due(today, standing.now)
        return None
    if queue:
        ui.show_welcome(_make_welcome(standing, today, is_new=not log.size()))
        ui.show_today(today)
    return Session(standing, request, queue, ui, log, clock, is_day=True, rest=today.plan.rest)


def _draw_cards(standing: Standing, quiz: Quiz, seed: str) -> list[Card]:
    """Return the cards of a quiz as its file says, in its order."""
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
    """Return how the session went; `after` is where the learner stands then.

    What is left of today is what a new start would ask; of a session that ran to its end,
    what is due still waits for tomorrow.
    """
    before = session.standing
    plan = plan_today(replace(after, cards=before.cards)).plan
    left, waiting = Left(len(plan.due), len(plan.new), len(plan.steps)), plan.waiting
    if not session.queue:
        left, waiting = Left(), waiting + left.due
    asked = {answer.card.id: answer.card for answer in session.answers}.values()
    stages = sorted({card.note.stage for card in asked})
    return SessionSummary(
        answers=session.answers,
        days=count_days_in_a_row(log, after.moment),
        left=left if session.is_day else None,
        counts=after.count_cards(),
        newly_earned=sum(
            after.count_cards((card,)).earned > before.count_cards((card,)).earned for card in asked
        ),
        due_tomorrow=forecast_due(after, plan_today(after).plan)[1],
        resting=session.resting if session.is_day else 0,
        waiting=waiting if session.is_day else 0,
        finished=[
            stage
            for stage in stages
            if _count_unseen(before, stage) and not _count_unseen(after, stage)
        ],
    )


def _count_unseen(standing: Standing, stage: int) -> int:
    cards = standing.list_learned(standing.every_card)
    return sum(card.note.stage == stage and not standing.find_memory(card) for card in cards)


def count_days_in_a_row(log: ReviewLog, moment: Moment) -> int:
    """Return how many days up to today, or up to yesterday, had an answer each."""
    end, streak = moment.day_end, 0
    while True:
        last = log.last_before(end)
        if last is not None and last >= end - DAY_MS:
            streak += 1
        elif end < moment.day_end:
            return streak
        end -= DAY_MS
