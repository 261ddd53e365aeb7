"""One study session, from the chosen cards to its summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flashcards import __version__
from flashcards.study.ui import Welcome
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards.cards import Card, Note
    from flashcards.model import Course, Quiz, Resource
    from flashcards.questions import Form, Neighbours
    from flashcards.reviews.store import ReviewLog
    from flashcards.study.marking import Marks
    from flashcards.study.memories import Memories
    from flashcards.study.plan import Moment
    from flashcards.study.queue import Step
    from flashcards.study.resting import WrongAnswers
    from flashcards.study.session_setup import SessionSetup
    from flashcards.study.settings import Settings
    from flashcards.study.today import Today
    from flashcards.study.ui import SessionAnswer, UserInterface

PLACEMENT = "placement"
"""The quiz of a course that says where to begin."""
AHEAD = 20
"""Cards that are studied before their time."""


@dataclass(frozen=True, kw_only=True)
class StudyRequest:
    """What to study: all that a session of one learner depends on but the log and the clock."""

    course: Course
    notes: Sequence[Note]
    """All notes of the language."""
    cards: Sequence[Card]
    """Those that may be asked."""
    moment: Moment
    settings: Settings | None = None
    limit: int | None = None
    """The session ends after so many answers."""
    seed: str = ""
    form: Form | None = None
    quiz: Quiz | None = None
    """Ask what this quiz draws from the cards, instead of what is left of today."""
    cram: bool = False
    """Ask all cards and keep no answer."""

    @property
    def lang(self) -> str:
        return self.notes[0].lang


def start_study(
    request: StudyRequest, ui: UserInterface, log: ReviewLog, clock: Callable[[], int]
) -> list[SessionAnswer]:
    """The answers that count, after asking what is left of today or all of a quiz.

    It asks the due cards and the day's share of new ones, as the settings say, unless the
    request is for a quiz or to cram. `clock` gives UTC milliseconds. Every answer is
    written to `log` before its feedback is shown. The log is checked and backed up while
    the learner reads the first question, and backed up again at the end. Raises
    `TooFewCards` if no card can be asked in the form, all rest or the quiz finds too few,
    and `KeyboardInterrupt` after the summary if the learner interrupted.
    """
    from flashcards.reviews.backup import back_up
    from flashcards.study.session import Session
    from flashcards.study.summary import summarize_session

    context = _load_context(request, ui, log, clock)
    work = _find_work(context)
    if work is None:
        return []
    if request.cram:
        ui.show_cram(min(len(work.cards), request.limit or len(work.cards)))
    session = Session(_make_setup(context, work))
    answers = session.run()
    now = clock()
    rest = work.plan_rest(now).plan if work.plan_rest else None
    ui.show_summary(summarize_session(request, log, session, rest, now))
    back_up(log, request.moment.date)
    if session.interrupted:
        raise KeyboardInterrupt
    return answers


@dataclass(frozen=True)
class _Context:
    """A request, who is asked, and what the log says about the cards when it begins."""

    request: StudyRequest
    ui: UserInterface
    log: ReviewLog
    clock: Callable[[], int]
    neighbours: Neighbours
    memories: Memories
    marks: Marks


def _load_context(
    request: StudyRequest, ui: UserInterface, log: ReviewLog, clock: Callable[[], int]
) -> _Context:
    """With those cards of the request that can be asked in its form. Reads the log."""
    from flashcards.questions import Neighbours
    from flashcards.study.marking import load_marks
    from flashcards.study.memories import load_memories

    neighbours = Neighbours(request.notes)
    if request.form:
        cards = _select_askable(request.cards, neighbours, request.form)
        request = replace(request, cards=cards)
    memories, marks = load_memories(log, request.notes), load_marks(log, request.notes)
    return _Context(request, ui, log, clock, neighbours, memories, marks)


@dataclass(frozen=True)
class _Work:
    """What one session asks."""

    cards: Sequence[Card]
    steps: Sequence[Step] = ()
    plan_rest: Callable[[int], Today] | None = None
    """Today, planned anew at a time in UTC milliseconds; None if it is not about today."""
    find_more: Callable[[], Sequence[Card]] = tuple
    """What else there is time for, when all is done."""
    find_wrong: Callable[[], WrongAnswers] = dict
    """How often cards were wrong today before the session."""


def _make_setup(context: _Context, work: _Work) -> SessionSetup:
    """What the session is given."""
    from flashcards.reviews.backup import check_and_back_up
    from flashcards.study.cram import CramLog
    from flashcards.study.session_setup import SessionSetup

    request, log, memories = context.request, context.log, context.memories
    course, moment = request.course, request.moment
    return SessionSetup(
        cards=work.cards,
        neighbours=context.neighbours,
        steps=work.steps,
        limit=request.limit,
        ui=context.ui,
        log=CramLog(log, memories) if request.cram else log,
        clock=context.clock,
        memories=memories,
        version=__version__,
        seed=request.seed,
        form=request.form,
        resources=_name_resources(request),
        titles=course.titles.get(request.lang, {}),
        while_reading=lambda: check_and_back_up(log, moment.date),
        count_day=moment.count_day,
        notes=request.notes,
        marks=context.marks,
        find_wrong=work.find_wrong,
        cram=request.cram,
        once=request.quiz is not None,
        is_day=work.plan_rest is not None and request.limit is None,
        report=course.info.report or "",
        author=course.info.author,
        more=work.find_more,
    )


def _find_work(context: _Context) -> _Work | None:
    """What the session asks: a quiz, all cards, or what is left of today."""
    from flashcards.study.plan import plan_cram

    request = context.request
    if request.quiz:
        return _draw_work(request, request.quiz)
    awake = _select_awake(request.cards, context.marks, request.moment)
    if request.cram:
        return _Work(plan_cram(awake, context.memories, request.moment.now))
    return _plan_work(replace(context, request=replace(request, cards=awake)))


def _plan_work(context: _Context) -> _Work | None:
    """What is left of today, told to the learner; None if nothing is and nothing is wanted."""
    from flashcards.study.settings import USUAL
    from flashcards.study.today import DayPlanner

    request, ui = context.request, context.ui
    settings = request.settings or USUAL
    day = DayPlanner(
        context.log, request.notes, request.cards, context.memories, context.marks, request.moment,
        settings,
    )  # fmt: skip

    def find_more() -> Sequence[Card]:
        return () if settings.minutes is None else day.plan_rest(context.clock()).plan.cards

    today = day.plan_start()
    plan = today.plan
    if not today.pause and (plan.cards or plan.steps):
        if not context.log.size():
            ui.show_welcome(_welcome(request, today))
        ui.show_today(today)
        return _Work(plan.cards, plan.steps, day.plan_rest, find_more, day.load_wrong)
    if not ui.offer_ahead(today, request.moment.now):
        return None
    return _Work(day.plan_ahead(AHEAD), find_wrong=day.load_wrong)


def _name_resources(request: StudyRequest) -> dict[str, Resource]:
    """What to read on, with titles in the language of the cards."""
    from flashcards.cards import find_resource

    course, lang = request.course, request.lang
    found = ((key, find_resource(course, lang, key)) for key in course.resources)
    return {key: resource for key, resource in found if resource}


def _welcome(request: StudyRequest, today: Today) -> Welcome:
    course = request.course
    title = course.titles.get(request.lang, {}).get("course", course.info.title)
    stage = today.plan.new[0].note.stage if today.plan.new else None
    reading = any(resource.stage == stage for resource in course.resources.values())
    welcome = Welcome(
        title, len(request.cards), today.minutes, "", reading=stage if reading else None
    )
    quiz = course.quizzes.get(PLACEMENT)
    if quiz is None:
        return welcome
    asked = sum(pick.count or 0 for pick in quiz.picks)
    return welcome._replace(placement=PLACEMENT, questions=asked, limit=quiz.minutes)


def _draw_work(request: StudyRequest, quiz: Quiz) -> _Work:
    """The questions of a quiz as its file says, in its order."""
    from flashcards.model import Selection
    from flashcards.questions.draw import draw_quiz
    from flashcards.questions.names import translate_quiz
    from flashcards.questions.quiz_faults import require_translation

    require_translation(request.course, quiz, request.notes, request.lang)
    named = translate_quiz(request.course, quiz, request.lang)
    allowed = Selection(key=tuple(dict.fromkeys(card.note.key for card in request.cards)))
    drawn = draw_quiz(named, request.notes, request.seed or None, selection=allowed)
    drawn = drawn.require_enough()
    return _Work([each.question.card for each in drawn.questions])


def _select_awake(cards: Sequence[Card], marks: Marks, moment: Moment) -> list[Card]:
    from flashcards.selection import TooFewCards
    from flashcards.study.marking import list_awake

    awake = list_awake(cards, marks, moment.day)
    if not awake:
        if len(cards) == 1:
            raise TooFewCards(Message("card-asleep"))
        raise TooFewCards(Message("cards-asleep", n=len(cards)))
    return awake


def _select_askable(cards: Sequence[Card], neighbours: Neighbours, form: Form) -> list[Card]:
    from flashcards.questions import list_forms
    from flashcards.selection import TooFewCards

    found = [card for card in cards if form in list_forms(card, neighbours)]
    if not found:
        if len(cards) == 1:
            raise TooFewCards(Message("card-not-askable", form=form))
        raise TooFewCards(Message("cards-not-askable", n=len(cards), form=form))
    return found
