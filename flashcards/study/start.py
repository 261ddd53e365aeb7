"""One study session, from the chosen cards to its summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from flashcards import __version__

if TYPE_CHECKING:
    from flashcards.cards import Card, Note
    from flashcards.model import Course
    from flashcards.questions import Form, Neighbours
    from flashcards.reviews.store import ReviewLog
    from flashcards.study.plan import Moment
    from flashcards.study.ui import SessionAnswer, UserInterface


def start_study(
    course: Course,
    notes: Sequence[Note],
    cards: Sequence[Card],
    *,
    ui: UserInterface,
    log: ReviewLog,
    clock: Callable[[], int],
    moment: Moment,
    count: int,
    new: int,
    seed: str = "",
    form: Form | None = None,
) -> list[SessionAnswer]:
    """The answers that count, after asking what is due of `cards` and then new ones.

    At most `count` cards are asked, and new ones only up to `new` a day. `notes` are
    all notes of the language, `clock` gives UTC milliseconds. Every answer is written to
    `log` before its feedback is shown. The log is checked and backed up while the learner
    reads the first question, and backed up again at the end. Raises `TooFewCards` if no
    card can be asked in `form`, and `KeyboardInterrupt` after the summary if the learner
    interrupted.
    """
    from flashcards.questions import Neighbours
    from flashcards.reviews.backup import back_up, check_and_back_up
    from flashcards.study.memories import load_memories
    from flashcards.study.plan import plan_ahead, plan_session
    from flashcards.study.session import Session

    lang, neighbours = notes[0].lang, Neighbours(notes)
    if form:
        cards = _select_askable(cards, neighbours, form)
    memories = load_memories(log, notes)
    plan = plan_session(cards, memories, moment, count, new)
    queue = plan.cards
    if not queue:
        if not ui.offer_ahead(lang, plan, moment.now):
            return []
        queue = plan_ahead(cards, memories, moment.now, count)
    session = Session(
        queue,
        neighbours,
        ui=ui,
        log=log,
        clock=clock,
        memories=memories,
        version=__version__,
        seed=seed,
        form=form,
        resources=course.resources,
        titles=course.titles.get(lang),
        while_reading=lambda: check_and_back_up(log, moment.date),
        count_day=moment.count_day,
    )
    answers = session.run()
    ui.show_summary(lang, answers, count_days_in_a_row(log, moment), plan.waiting)
    back_up(log, moment.date)
    if session.interrupted:
        raise KeyboardInterrupt
    return answers


def count_days_in_a_row(log: ReviewLog, moment: Moment) -> int:
    """How many days up to today, or up to yesterday, had an answer each."""
    from flashcards.reviews.memory import DAY_MS

    day, streak = moment.day_end, 0
    last = log.last_before(day)
    if last is not None and last < moment.day_start:
        day = moment.day_start
    while last is not None and last >= day - DAY_MS:
        streak += 1
        day -= DAY_MS
        last = log.last_before(day)
    return streak


def _select_askable(cards: Sequence[Card], neighbours: Neighbours, form: Form) -> list[Card]:
    from flashcards.questions import list_forms
    from flashcards.selection import TooFewCards

    found = [card for card in cards if form in list_forms(card, neighbours)]
    if not found:
        raise TooFewCards(f"none of the {len(cards)} cards can be asked as '{form}'")
    return found
