"""A study session from the chosen cards to its summary."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from flashcards.cards import Card
from flashcards.course.model import Quiz, Selection
from flashcards.questions import list_forms
from flashcards.questions.draw import draw_quiz, require_translation
from flashcards.questions.names import translate_quiz
from flashcards.reviews.memory import DAY_MS
from flashcards.reviews.store import ReviewLog, open_reviews
from flashcards.selection import TooFewCards
from flashcards.study.plan import Today, forecast_due, plan_cram, plan_today
from flashcards.study.session import Session, SessionQueue, StudyRequest
from flashcards.study.standing import Moment, Standing
from flashcards.study.ui import Left, SessionAnswer, SessionSummary, UserInterface, Welcome

PLACEMENT = "placement"
"""The quiz of a course that says where to begin."""


def start_study(
    standing: Standing,
    request: StudyRequest,
    ui: UserInterface,
    log: ReviewLog,
    clock: Callable[[], int],
) -> list[SessionAnswer]:
    """Ask what is left of today, all of a quiz, or all cards to cram; return what counts.

    `clock` gives UTC milliseconds. Every answer is written to `log`, which is backed up before,
    before its feedback is shown. Raises `TooFewCards` if no card can be asked in the form, all
    rest or the quiz finds too few, and `KeyboardInterrupt` after the summary if the learner
    interrupted.
    """
    with ExitStack() as stack:
        practice = None
        if request.cram:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            practice = stack.enter_context(open_reviews(folder / "practice.db"))
        session = _prepare_session(standing.load(log), request, ui, log, clock, practice)
        if session is None:
            return []
        log.back_up(standing.moment.today.isoformat())
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
    practice: ReviewLog | None,
) -> Session | None:
    """Return a session after saying what it asks; None if nothing is left of today."""
    if form := request.form:
        askable = [card for card in standing.cards if form in list_forms(card)]
        if not askable:
            raise TooFewCards(f"no card can be asked as '{form}'")
        standing = replace(standing, cards=askable)
    if request.quiz:
        queue = SessionQueue(_draw_cards(standing, request.quiz, request.seed))
        return Session(standing, request, queue, ui, log, clock, practice=practice)
    awake = len(standing.list_awake(standing.cards))
    if not awake:
        raise TooFewCards(
            f"all {len(standing.cards)} cards are suspended or buried: see 'ptquiz card list'"
        )
    if request.cram:
        ui.show_cram(min(awake, request.limit or awake))
        queue = SessionQueue(plan_cram(standing))
        return Session(standing, request, queue, ui, log, clock, practice=practice)
    today = plan_today(standing)
    queue = SessionQueue(today.cards, today.steps)
    if not queue and not today.rest:
        ui.show_nothing_due(today, standing.now)
        return None
    if queue:
        ui.show_welcome(_make_welcome(standing, today, is_new=not log.size()))
        ui.show_today(today)
    return Session(standing, request, queue, ui, log, clock, is_day=True, rest=today.rest)


def _draw_cards(standing: Standing, quiz: Quiz, seed: str) -> list[Card]:
    """Return the cards of a quiz as its file says, in its order."""
    course, notes = standing.course, standing.notes
    require_translation(course, quiz, notes, standing.lang)
    named = translate_quiz(course, quiz, standing.lang)
    allowed = Selection(key=tuple(dict.fromkeys(card.note.key for card in standing.cards)))
    drawn = draw_quiz(named, notes, seed or None, selection=allowed).require_enough()
    return [question.question.card for question in drawn.questions]


def _make_welcome(standing: Standing, today: Today, is_new: bool) -> Welcome:
    course = standing.course
    stage = today.new[0].note.stage if today.new else None
    has_reading = any(resource.stage == stage for resource in course.resources.values())
    quiz = course.quizzes.get(PLACEMENT)
    return Welcome(
        title=standing.titles.get("course", course.info.title),
        cards=len(standing.cards),
        all_cards=len(standing.every_card),
        placement=PLACEMENT if quiz else "",
        questions=sum(pick.count or 0 for pick in quiz.picks) if quiz else 0,
        limit=quiz.minutes if quiz else None,
        reading=stage if has_reading else None,
        is_new=is_new,
    )


def _summarize_session(session: Session, after: Standing, log: ReviewLog) -> SessionSummary:
    """Return how the session went; `after` is where the learner stands then.

    What is left of today is what a new start would ask; of a session that ran to its end,
    what is due still waits for tomorrow.
    """
    before, is_day = session.standing, session.is_day
    today = plan_today(replace(after, cards=before.cards))
    left, waiting = Left(len(today.due), len(today.new), len(today.steps)), len(today.rest)
    if not session.queue:
        left, waiting = Left(), waiting + left.due
    asked = {answer.card.note.stage for answer in session.answers}
    begun = asked & {card.note.stage for card in before.list_unseen()}
    return SessionSummary(
        answers=session.answers,
        days=count_days_in_a_row(log, after.moment),
        left=left if is_day else None,
        counts=after.count_cards(),
        due_tomorrow=forecast_due(after, plan_today(after))[1],
        resting=session.resting if is_day else 0,
        waiting=waiting if is_day else 0,
        finished=sorted(begun - {card.note.stage for card in after.list_unseen()}),
    )


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
