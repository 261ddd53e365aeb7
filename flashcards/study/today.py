"""Today for one learner: the plan of the day, and what the first screen says about it.

Due cards come first, then at most `new` new ones. `minutes`, if they are set, hold as many cards
as the learner answered in that time lately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil

from flashcards.reviews.review import LONGEST_COUNTED_MS
from flashcards.study.goal import GoalPlan, plan_goal
from flashcards.study.new_cards import StageRank, count_until_stage_ends
from flashcards.study.plan import DayPlan, plan_day
from flashcards.study.settings import Settings
from flashcards.study.standing import RECENT_DAYS, Standing

USUAL_SECONDS = 30.0
"""What a card takes on a day, repeats included, before the learner has answered enough of them."""
MIN_CARDS = 20
"""So many cards tell how long one takes."""


@dataclass(frozen=True, slots=True)
class Today:
    """What is asked today, how long it takes, and how far it leads."""

    plan: DayPlan
    minutes: int
    """What is left of the day, at the learner's own speed."""
    day: date
    stage_ends: Mapping[int, date]
    """When the last card of each stage that has unseen ones will have been seen."""
    goal: GoalPlan | None
    is_part: bool = False
    """Whether stages before those of `stage_ends` are left out today."""


def plan_today(standing: Standing) -> Today:
    """The plan of the rest of today: of the chosen cards, those that are to be learned and awake.

    The end of a stage is told only if most of its cards are chosen.
    """
    settings, moment = standing.settings, standing.moment
    seconds = measure_seconds(standing)
    capacity = None if settings.minutes is None else max(1, int(settings.minutes * 60 / seconds))
    goal = plan_goal(standing, capacity)
    new = goal.new if goal and goal.sets_pace else settings.new
    begun = sum(moment.is_today(memory.first) for memory in standing.memories.values())
    awake = standing.list_awake(standing.list_learned(standing.cards))
    plan = plan_day(
        standing.list_rested(awake),
        standing.memories,
        moment,
        max(0, new - begun),
        None if capacity is None else max(0, capacity - _count_asked_today(standing)),
        _rank_stages(settings),
    )
    minutes = (len(plan.due) + len(plan.new) + len(plan.steps)) * seconds / 60
    pace = new if goal and goal.sets_pace else find_new_pace(standing)
    today = Today(
        plan,
        max(round(minutes), int(minutes > 0)),
        moment.today,
        _forecast_stages(plan, moment.today, begun, pace),
        goal,
    )
    return _keep_whole_stages(today, standing)


def measure_seconds(standing: Standing) -> float:
    """What a card took on a day of the last two weeks, repeats and reading included.

    Today does not count, or the minutes of today would hold more or fewer cards while it lasts.
    """
    moment = standing.moment
    before = [each for each in standing.recent if each[0] < moment.day_start]
    cards = {(moment.count_day(at), course, card) for at, course, card, *_ in before}
    if len(cards) < MIN_CARDS:
        return USUAL_SECONDS
    spent, most = 0, LONGEST_COUNTED_MS
    times = [*(each[0] for each in before[1:]), 0]
    for (at, *_, duration), earlier in zip(before, times, strict=True):
        spent += at - earlier if at - earlier <= most else min(duration, most)
    return max(1.0, spent / len(cards) / 1000)


def find_new_pace(standing: Standing) -> float:
    """New cards a day: the average of the last two weeks; what is set if none came."""
    moment = standing.moment
    ago = [moment.day - moment.count_day(each.first) for each in standing.memories.values()]
    lately = [days for days in ago if 0 < days <= RECENT_DAYS]
    return len(lately) / min(max(ago), RECENT_DAYS) if lately else standing.settings.new


def _count_asked_today(standing: Standing) -> int:
    moment = standing.moment
    return sum(moment.is_today(memory.last) for memory in standing.memories.values())


def _forecast_stages(plan: DayPlan, today: date, begun: int, pace: float) -> dict[int, date]:
    """By stage: when the last of its unseen cards comes, with `pace` new ones a day.

    So many were `begun` today already.
    """
    if not pace:
        return {}
    return {
        stage: today + timedelta(ceil((count + begun) / pace) - 1)
        for stage, count in count_until_stage_ends(plan.coming).items()
    }


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


def _rank_stages(settings: Settings) -> StageRank:
    """The order of stages: those of the goal first, from the one that new cards begin with on."""
    first, goal = settings.stage, settings.goal

    def rank(stage: int) -> tuple[int, ...]:
        beyond = goal is not None and not goal.covers(stage)
        return beyond, stage < first, stage

    return rank
