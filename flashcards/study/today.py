"""Today for one learner: the plan of the day, and what the first screen says about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from math import ceil

from flashcards.cards import Card, Note
from flashcards.model import Course
from flashcards.reviews.store import ReviewLog
from flashcards.selection import select_cards
from flashcards.study.goal import GoalPlan, plan_goal
from flashcards.study.marking import Marks, list_awake, list_kept, load_marks
from flashcards.study.memories import Memories, load_memories, memory_key
from flashcards.study.new_cards import StageRank, count_until_stage_ends
from flashcards.study.pace import (
    Habits,
    Recent,
    count_backlog_days,
    find_new_pace,
    find_room,
    make_budget,
    measure_habits,
)
from flashcards.study.plan import Budget, DayPlan, Moment, plan_ahead, plan_day
from flashcards.study.resting import WrongAnswers, list_rested, load_wrong_answers
from flashcards.study.settings import Pause, Settings


@dataclass(frozen=True, slots=True)
class Today:
    """What is asked today, what it costs, and how far it leads."""

    plan: DayPlan
    minutes: int
    """What is left of the day, at the learner's own speed."""
    backlog_days: int | None
    """In how many days nothing waits any more; None if more comes than is asked."""
    day: date
    stage_ends: Mapping[int, date]
    """When the last card of each stage that has unseen ones will have been seen."""
    goal: GoalPlan | None
    pause: Pause | None
    """The pause, if today is in it."""
    is_part: bool = False
    """Whether stages before those of `stage_ends` are left out today."""


def plan_today(
    cards: Sequence[Card],
    memories: Memories,
    moment: Moment,
    settings: Settings,
    recent: Sequence[Recent],
    every: Sequence[Card] | None = None,
) -> Today:
    """The plan of the rest of today. `recent` are the last answers, the newest first.

    `every` are the cards that the goal is about; else it is about those that may be asked.
    """
    habits = measure_habits(recent, memories, moment)
    goal = _plan_goal(cards if every is None else every, memories, moment, settings, habits)
    new = find_new_a_day(settings, goal)
    pause = settings.pause if settings.pause and settings.pause.covers(moment.today) else None
    budget = Budget(0, 0, 0.0) if pause else make_budget(settings, habits, new)
    plan = plan_day(cards, memories, moment, budget, rank_stages(settings))
    fresh = replace(habits, today=0, new_today=0)
    return Today(
        plan,
        _round_minutes(plan.answers * habits.effort * habits.seconds / 60),
        None if pause else count_backlog_days(plan, memories, make_budget(settings, fresh, new)),
        moment.today,
        forecast_stages(plan, moment, settings, habits, new),
        goal,
        pause,
    )


def keep_whole_stages(
    today: Today, cards: Sequence[Card], notes: Sequence[Note], first: int = 1
) -> Today:
    """The same day without the ends of stages of which `cards` are only a small part.

    The others are about a part if such a stage comes before, from the `first` on.
    """
    asked = Counter(card.note.stage for card in cards)
    every: Counter[int] = Counter()
    for note in notes:
        every[note.stage] += len(note.ordinals)
    whole = {stage for stage in every if 2 * asked[stage] > every[stage]}
    ends = {stage: end for stage, end in today.stage_ends.items() if stage in whole}
    skipped = any(first <= stage < min(ends, default=0) for stage in every.keys() - whole)
    return replace(today, stage_ends=ends, is_part=skipped)


def _round_minutes(minutes: float) -> int:
    return max(round(minutes), int(minutes > 0))


def forecast_stages(
    plan: DayPlan, moment: Moment, settings: Settings, habits: Habits, new: int | None
) -> dict[int, date]:
    """By stage: when the last of the unseen cards comes, with so many new ones a day.

    None for as many as fit into the minutes.
    """
    pace = find_new_pace(settings, habits, new, len(plan.new))
    if not pace:
        return {}
    days = {
        stage: ceil((count + habits.new_today) / pace)
        for stage, count in count_until_stage_ends(plan.coming).items()
    }
    return {
        stage: _add_study_days(moment.today, number, settings.pause)
        for stage, number in days.items()
    }


@dataclass(frozen=True)
class DayPlanner:
    """Plans what is left of a day, as often as a session asks. Reads the log."""

    log: ReviewLog
    notes: Sequence[Note]
    """All notes of the language."""
    cards: Sequence[Card]
    """Those that may be asked."""
    memories: Memories
    marks: Marks
    moment: Moment
    """When the session begins; memories and marks are those of then."""
    settings: Settings

    @cached_property
    def learned(self) -> list[Card]:
        """Those of the cards that the learner means to learn."""
        return list_learned(self.cards, self.memories, self.marks, self.settings)

    @cached_property
    def every(self) -> list[Card] | None:
        """All cards that the goal is about; None without a goal."""
        if self.settings.goal is None:
            return None
        cards = [card for note in self.notes for card in note.cards]
        return list_learned(cards, self.memories, self.marks, self.settings)

    def plan_start(self) -> Today:
        """The day as the session finds it; all cards that may be asked are awake."""
        today = self.plan_at(self.moment.now, self.learned, self.memories)
        return keep_whole_stages(today, self.cards, self.notes, self.settings.stage)

    def plan_rest(self, now: int) -> Today:
        """What the log leaves of the day at a time in UTC milliseconds."""
        awake = list_awake(self.learned, load_marks(self.log, self.notes), self.moment.day)
        return self.plan_at(now, awake, load_memories(self.log, self.notes))

    def plan_at(self, now: int, cards: Sequence[Card], memories: Memories) -> Today:
        """What is left of the day, from these cards, at a time in UTC milliseconds."""
        then = replace(self.moment, now=now)
        rested = list_rested(cards, memories, load_wrong_answers(self.log, self.notes, then))
        recent = _load_recent(self.log, self.notes, then)
        return plan_today(rested, memories, then, self.settings, recent, self.every)

    def plan_ahead(self, count: int) -> Sequence[Card]:
        """The next cards, before their time."""
        rested = list_rested(self.learned, self.memories, self.load_wrong())
        return plan_ahead(rested, self.memories, self.moment.now, count)

    def load_wrong(self) -> WrongAnswers:
        """How often cards were wrong today before the session."""
        return load_wrong_answers(self.log, self.notes, self.moment)


def forecast_seen(
    log: ReviewLog,
    notes: Sequence[Note],
    memories: Memories,
    moment: Moment,
    settings: Settings,
) -> dict[int, date]:
    """By stage: when the last unseen card of all notes comes, as the quiz says it.

    Reads the log.
    """
    marks = load_marks(log, notes)
    cards = [card for note in notes for card in note.cards]
    day = DayPlanner(log, notes, cards, memories, marks, moment, settings)
    awake = list_awake(day.learned, marks, moment.day)
    return dict(day.plan_at(moment.now, awake, memories).stage_ends)


def list_learned(
    cards: Sequence[Card], memories: Memories, marks: Marks, settings: Settings
) -> list[Card]:
    """The cards that the learner means to learn.

    Not the suspended ones, nor what comes before the stage that new cards begin with,
    unless it was asked once or counts for the goal. A stage behind the last is none to begin with.
    """
    goal = settings.goal
    first = settings.stage if any(card.note.stage >= settings.stage for card in cards) else 1
    return [
        card
        for card in list_kept(cards, marks)
        if (stage := card.note.stage) >= first
        or (goal and goal.covers(stage))
        or memory_key(card) in memories
    ]


def rank_stages(settings: Settings) -> StageRank:
    """The order of stages: those of the goal first, from the one that new cards begin with on."""
    first, goal = settings.stage, settings.goal

    def rank(stage: int) -> tuple[int, ...]:
        beyond = goal is not None and not goal.covers(stage)
        return beyond, stage < first, stage

    return rank


def find_new_a_day(settings: Settings, goal: GoalPlan | None) -> int | None:
    """New cards a day: what the goal needs until its date, else what the learner set.

    None for as many as fit into the minutes.
    """
    if goal and not goal.is_done and goal.trouble != "past":
        return goal.new
    return settings.new if settings.minutes is None else None


def make_goal_plan(
    course: Course, log: ReviewLog, moment: Moment, settings: Settings, lang: str | None = None
) -> GoalPlan | None:
    """What the goal in the settings means for a course today; None without a goal.

    Reads the log. Raises `TooFewCards` if the course has no card in the language.
    """
    notes, cards = select_cards(course, lang)
    memories = load_memories(log, notes)
    cards = list_learned(cards, memories, load_marks(log, notes), settings)
    habits = measure_habits(_load_recent(log, notes, moment), memories, moment)
    return _plan_goal(cards, memories, moment, settings, habits)


def _load_recent(log: ReviewLog, notes: Sequence[Note], moment: Moment) -> Sequence[Recent]:
    return log.recent({note.course for note in notes}, notes[0].lang, moment.now)


def _plan_goal(
    cards: Sequence[Card], memories: Memories, moment: Moment, settings: Settings, habits: Habits
) -> GoalPlan | None:
    if settings.goal is None:
        return None
    room = find_room(settings, habits)
    return plan_goal(settings.goal, cards, memories, moment.today, settings.pause, room)


def _add_study_days(today: date, days: int, pause: Pause | None) -> date:
    """The last of so many days from today on, without those of a pause that has an end."""
    day = today + timedelta(max(0, days - 1))
    if pause is None or pause.end is None or pause.start > day or pause.end < today:
        return day
    return day + timedelta((pause.end - max(today, pause.start)).days + 1)
