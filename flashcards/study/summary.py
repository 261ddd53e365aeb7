"""How a session went, and what is left: the numbers at its end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from flashcards.reviews.memory import DAY_MS
from flashcards.study.forecast import forecast_due
from flashcards.study.marking import load_marks
from flashcards.study.memories import Memories, count_cards, load_memories
from flashcards.study.resting import load_wrong_answers
from flashcards.study.settings import USUAL, Pause
from flashcards.study.ui import Left, SessionSummary

if TYPE_CHECKING:
    from flashcards.reviews.store import ReviewLog
    from flashcards.study.plan import DayPlan, Moment
    from flashcards.study.session import Session
    from flashcards.study.start import StudyRequest


def summarize_session(
    request: StudyRequest, log: ReviewLog, session: Session, rest: DayPlan | None, now: int
) -> SessionSummary:
    """How the session went, as the log stands at `now` (UTC milliseconds).

    `rest` is the plan for the rest of the day, if the session was about today: what a new
    start would ask. All of it waits for tomorrow if the session ran to its end.
    """
    moment, settings = replace(request.moment, now=now), request.settings or USUAL
    memories, marks = load_memories(log, request.notes), load_marks(log, request.notes)
    wrong = load_wrong_answers(log, request.notes, moment)
    left, waiting = _count_rest(rest, is_done=not session.queue)
    return SessionSummary(
        answers=session.answers,
        days=count_days_in_a_row(log, moment, settings.pause),
        left=left,
        counts=count_cards(request.cards, memories, now),
        newly_earned=_count_newly_earned(session, memories, now),
        due_tomorrow=forecast_due(request.cards, memories, marks, wrong, moment)[1],
        resting=session.resting if left else 0,
        waiting=waiting,
    )


def _count_newly_earned(session: Session, after: Memories, now: int) -> int:
    """How many of the cards that were asked are earned `after` the session, and were not before."""
    cards = {answer.card.id: answer.card for answer in session.answers}.values()
    return sum(
        count_cards((card,), after, now).earned > count_cards((card,), session.before, now).earned
        for card in cards
    )


def _count_rest(rest: DayPlan | None, is_done: bool) -> tuple[Left | None, int]:
    """What is left of today, and how many due cards wait for another day."""
    if rest is None:
        return None, 0
    if is_done:
        return Left(0, 0, 0), rest.waiting + len(rest.due)
    return Left(len(rest.due), len(rest.new), len(rest.steps)), rest.waiting


def count_days_in_a_row(log: ReviewLog, moment: Moment, pause: Pause | None = None) -> int:
    """How many days up to today, or up to yesterday, had an answer each.

    The days of the pause do not count, and do not end the row.
    """
    end, number, streak = moment.day_end, 0, 0
    while True:
        last = log.last_before(end)
        answered = last is not None and last >= end - DAY_MS
        if answered:
            streak += 1
        elif last is None or not (number == 0 or _is_paused(moment, number, pause)):
            return streak
        end, number = end - DAY_MS, number + 1


def _is_paused(moment: Moment, days_ago: int, pause: Pause | None) -> bool:
    return pause is not None and pause.covers(moment.today - timedelta(days_ago))
