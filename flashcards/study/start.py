"""One study session, from the chosen cards to its summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flashcards import __version__
from flashcards.study.ui import Left

if TYPE_CHECKING:
    from flashcards.cards import Card, Note
    from flashcards.model import Course, Quiz
    from flashcards.questions import Form, Neighbours
    from flashcards.reviews.store import ReviewLog
    from flashcards.study.marking import Marks
    from flashcards.study.memories import Memories
    from flashcards.study.plan import Moment
    from flashcards.study.queue import Step
    from flashcards.study.session import Session
    from flashcards.study.settings import Settings
    from flashcards.study.today import Today
    from flashcards.study.ui import SessionAnswer, UserInterface

AHEAD = 20
"""Cards that are studied before their time."""


def start_study(
    course: Course,
    notes: Sequence[Note],
    cards: Sequence[Card],
    *,
    ui: UserInterface,
    log: ReviewLog,
    clock: Callable[[], int],
    moment: Moment,
    settings: Settings | None = None,
    limit: int | None = None,
    seed: str = "",
    form: Form | None = None,
    quiz: Quiz | None = None,
    cram: bool = False,
) -> list[SessionAnswer]:
    """The answers that count, after asking what is left of today or all of a quiz.

    Without `quiz` it asks the due ones of `cards` and the day's share of new ones, as the
    `settings` say; with it, the questions that the quiz draws from `cards`. `cram` asks all
    of `cards` and keeps no answer. It ends after `limit` answers. `notes` are all notes of
    the language, `clock` gives UTC milliseconds. Every answer is written to `log` before its
    feedback is shown. The log is checked and backed up while the learner reads the first
    question, and backed up again at the end. Raises `TooFewCards` if no card can be asked
    in `form`, all rest or the quiz finds too few, and `KeyboardInterrupt` after the summary
    if the learner interrupted.
    """
    from flashcards.questions import Neighbours
    from flashcards.reviews.backup import back_up, check_and_back_up
    from flashcards.study.cram import CramLog
    from flashcards.study.marking import load_marks
    from flashcards.study.memories import count_cards, load_memories
    from flashcards.study.plan import plan_cram
    from flashcards.study.session import Session

    lang, neighbours = notes[0].lang, Neighbours(notes)
    if form:
        cards = _select_askable(cards, neighbours, form)
    memories, marks = load_memories(log, notes), load_marks(log, notes)
    awake = cards if quiz else _select_awake(cards, marks, moment)
    if quiz:
        work: _Work | None = _draw_work(quiz, notes, cards, seed)
    elif cram:
        work = _Work(plan_cram(awake, memories, moment.now))
    else:
        work = _plan_work(ui, log, awake, memories, moment, settings, notes, clock)
    if work is None:
        return []
    if cram:
        ui.show_cram(lang, len(work.cards))
    session = Session(
        work.cards,
        neighbours,
        steps=work.steps,
        limit=limit,
        ui=ui,
        log=CramLog(log, memories) if cram else log,
        clock=clock,
        memories=memories,
        version=__version__,
        seed=seed,
        form=form,
        resources=course.resources,
        titles=course.titles.get(lang),
        while_reading=lambda: check_and_back_up(log, moment.date),
        count_day=moment.count_day,
        notes=notes,
        marks=marks,
        cram=cram,
        once=quiz is not None,
        more=work.find_more,
    )
    answers = session.run()
    memories = load_memories(log, notes)
    left = work.count_left(session, memories)
    counts = count_cards(cards, memories, clock())
    ui.show_summary(lang, answers, count_days_in_a_row(log, moment), left, counts)
    back_up(log, moment.date)
    if session.interrupted:
        raise KeyboardInterrupt
    return answers


@dataclass(frozen=True)
class _Work:
    """What one session asks."""

    cards: Sequence[Card]
    steps: Sequence[Step] = ()
    is_day: bool = False
    """Whether it is the plan of today."""
    find_more: Callable[[], Sequence[Card]] = tuple
    """What else there is time for, when all is done."""

    def count_left(self, session: Session, memories: Memories) -> Left | None:
        """What of today was not asked, given the memories at the end."""
        from flashcards.study.memories import memory_key

        if not self.is_day:
            return None
        ready = session.queue.ready
        new = sum(memory_key(card) not in memories for card in ready)
        return Left(len(ready) - new, new, session.queue.steps + session.given_up)


def _plan_work(
    ui: UserInterface, log: ReviewLog, cards: Sequence[Card], memories: Memories,
    moment: Moment, settings: Settings | None, notes: Sequence[Note], clock: Callable[[], int],
) -> _Work | None:  # fmt: skip
    """What is left of today, told to the learner; None if nothing is and nothing is wanted."""
    from flashcards.reviews.recent import load_recent
    from flashcards.study.plan import plan_ahead
    from flashcards.study.settings import USUAL
    from flashcards.study.today import keep_whole_stages, plan_today

    courses, lang = {card.note.course for card in cards}, notes[0].lang

    def plan_at(now: int, memories: Memories) -> Today:
        recent = load_recent(log, courses, lang, now)
        return plan_today(cards, memories, replace(moment, now=now), settings or USUAL, recent)

    def find_more() -> Sequence[Card]:
        if settings is None or settings.minutes is None:
            return ()
        return plan_at(clock(), log.memories(courses, lang)).plan.cards

    today = keep_whole_stages(plan_at(moment.now, memories), cards, notes)
    plan = today.plan
    if not today.pause and (plan.cards or plan.steps):
        ui.show_today(lang, today)
        return _Work(plan.cards, plan.steps, is_day=True, find_more=find_more)
    if not ui.offer_ahead(lang, today, moment.now):
        return None
    return _Work(plan_ahead(cards, memories, moment.now, AHEAD))


def _draw_work(quiz: Quiz, notes: Sequence[Note], cards: Sequence[Card], seed: str) -> _Work:
    """The questions of a quiz as its file says, in its order."""
    from flashcards.model import Selection
    from flashcards.questions.draw import draw_quiz

    allowed = Selection(key=tuple(dict.fromkeys(card.note.key for card in cards)))
    drawn = draw_quiz(quiz, notes, seed or None, selection=allowed).require_enough()
    return _Work([each.question.card for each in drawn.questions])


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


def _select_awake(cards: Sequence[Card], marks: Marks, moment: Moment) -> list[Card]:
    from flashcards.selection import TooFewCards
    from flashcards.study.marking import list_awake

    awake = list_awake(cards, marks, moment.day)
    if not awake:
        raise TooFewCards(
            f"all {len(cards)} cards are suspended or buried; 'ptquiz card list' names them"
        )
    return awake


def _select_askable(cards: Sequence[Card], neighbours: Neighbours, form: Form) -> list[Card]:
    from flashcards.questions import list_forms
    from flashcards.selection import TooFewCards

    found = [card for card in cards if form in list_forms(card, neighbours)]
    if not found:
        raise TooFewCards(f"none of the {len(cards)} cards can be asked as '{form}'")
    return found
