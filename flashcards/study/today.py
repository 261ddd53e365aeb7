"""Today for one learner: the plan of the day, and what the first screen says about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil, inf

from flashcards.reviews.store import ReviewLog
from flashcards.study.cost import (
    Brake,
    DayCost,
    Habits,
    find_better_cost,
    find_brake,
    find_cost,
    find_lasting_cost,
    round_minutes,
)
from flashcards.study.forecast import list_new_ahead
from flashcards.study.new_cards import StageRank, count_until_stage_ends
from flashcards.study.pace import (
    GoalPlan,
    count_backlog_days,
    find_new_pace,
    make_budget,
    measure_habits,
    plan_goal,
)
from flashcards.study.plan import DayPlan, plan_day
from flashcards.study.settings import Settings
from flashcards.study.standing import Standing

AHEAD_DAYS = 120
"""Days for which new cards are counted one by one if minutes are set."""


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
    is_part: bool = False
    """Whether stages before those of `stage_ends` are left out today."""
    cost: DayCost | None = None
    """What a day costs in month three at this pace; None if minutes say it."""
    brake: Brake | None = None
    """Why fewer new cards come than wished."""
    better_cost: DayCost | None = None
    """What a day would cost if much more were remembered; None if enough is."""


def plan_today(standing: Standing) -> Today:
    """The plan of the rest of today: of the chosen cards, those that are to be learned and awake.

    The end of a stage is told only if most of its cards are chosen.
    """
    settings, moment, memories = standing.settings, standing.moment, standing.memories
    habits = measure_habits(standing)
    goal = plan_goal(standing, habits)
    new, brake = _find_new_a_day(settings, habits, goal)
    budget = make_budget(settings, habits, new)
    awake = standing.list_awake(standing.list_learned(standing.cards))
    cards = standing.list_rested(awake)
    plan = plan_day(cards, memories, moment, budget, _rank_stages(settings))
    pace = 0.0 if new is None or settings.minutes else find_new_pace(habits, new, len(plan.new))
    fresh = replace(habits, today=0, new_today=0)
    today = Today(
        plan,
        round_minutes(plan.answers * habits.effort * habits.seconds / 60),
        count_backlog_days(plan, memories, make_budget(settings, fresh, new)),
        moment.today,
        _forecast_stages(plan, standing, habits, pace, new),
        goal,
        cost=find_lasting_cost(settings, habits, pace, len(plan.coming)),
        brake=brake,
        better_cost=find_better_cost(settings, habits, pace),
    )
    return _keep_whole_stages(today, standing)


def make_goal_plan(standing: Standing, log: ReviewLog) -> GoalPlan | None:
    """What the goal in the settings means today; None without a goal. Reads the log."""
    known = standing.load(log)
    return plan_goal(known, measure_habits(known))


def make_cost(standing: Standing, log: ReviewLog) -> DayCost | None:
    """What a day costs in month three with the settings; None if minutes say it. Reads the log."""
    known = standing.load(log)
    settings, habits = known.settings, measure_habits(known)
    new, _ = _find_new_a_day(settings, habits, plan_goal(known, habits))
    return None if settings.minutes or new is None else find_cost(settings, habits, new)


def _keep_whole_stages(today: Today, standing: Standing) -> Today:
    """The same day without the ends of stages of which only a small part is chosen.

    The others are about a part if such a stage comes before, from the first on.
    """
    asked = Counter(card.note.stage for card in standing.cards)
    every: Counter[int] = Counter()
    for note in standing.notes:
        every[note.stage] += len(note.ordinals)
    whole = {stage for stage in every if 2 * asked[stage] > every[stage]}
    ends = {stage: end for stage, end in today.stage_ends.items() if stage in whole}
    first, last = standing.settings.stage, min(ends, default=0)
    skipped = any(first <= stage < last for stage in every.keys() - whole)
    return replace(today, stage_ends=ends, is_part=skipped)


def _forecast_stages(
    plan: DayPlan, standing: Standing, habits: Habits, pace: float, new: int | None
) -> dict[int, date]:
    """By stage: when the last of the unseen cards comes, with so many new ones on a day.

    With minutes, so many as fit into them, at most `new`.
    """
    settings = standing.settings
    counts = count_until_stage_ends(plan.coming)
    if settings.minutes is not None:
        most = inf if new is None else new / habits.gap
        ahead = list_new_ahead(standing, habits, AHEAD_DAYS, most)
        found = {stage: _count_days(ahead, count) for stage, count in counts.items()}
    elif pace:
        found = {
            stage: ceil((ceil((count + habits.new_today) / pace) - 1) * habits.gap) + 1
            for stage, count in counts.items()
        }
    else:
        return {}
    today = standing.moment.today
    return {stage: today + timedelta(max(0, days - 1)) for stage, days in found.items()}


def _count_days(ahead: Sequence[float], count: int) -> int:
    """After how many days so many new cards have come; after the last day its pace goes on."""
    seen = 0.0
    for day, new in enumerate(ahead, 1):
        seen += new
        if seen >= count:
            return day
    return len(ahead) + ceil((count - seen) / ahead[-1])


def _rank_stages(settings: Settings) -> StageRank:
    """The order of stages: those of the goal first, from the one that new cards begin with on."""
    first, goal = settings.stage, settings.goal

    def rank(stage: int) -> tuple[int, ...]:
        beyond = goal is not None and not goal.covers(stage)
        return beyond, stage < first, stage

    return rank


def _find_new_a_day(
    settings: Settings, habits: Habits, goal: GoalPlan | None
) -> tuple[int | None, Brake | None]:
    """New cards a day: what the goal needs until its date, else what the learner set; the brake.

    None for as many as fit into the minutes.
    """
    new = settings.new if settings.minutes is None else None
    if goal and not goal.is_done and goal.trouble != "past":
        new = goal.new
    brake = find_brake(settings, habits, new)
    return brake.new if brake else new, brake
