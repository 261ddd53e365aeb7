"""Today for one learner: the one plan that first page, path, goal and statistics read (pure).

The budget is `minutes`, which hold as many cards as the learner answered in that time lately,
and `new`. Due cards come first, the weakest memories before the others, and what does not fit
waits; new cards fill what is left and are spread among the due ones. A new card counts as two:
it is asked twice on its first day. Of one note one new card comes a day, and a due card waits
for its sibling a day at most.

Cards that the learner chose by options do not need room in today (`plan_choice`); if none of them
is due or new, they are reviewed ahead of their day (`plan_ahead`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil
from operator import attrgetter, itemgetter
from typing import NamedTuple

from flashcards.cards import Card
from flashcards.course.model import DIFFICULTIES
from flashcards.reviews.memory import REVIEW, Memory, estimate_recall, is_due
from flashcards.study.learner import RECENT_DAYS, LearnerState, measure_times
from flashcards.study.settings import USUAL, Goal

USUAL_SECONDS = 30.0
"""What a card takes before the learner has answered enough of them; a new one counts twice."""
MIN_CARDS = 20
"""So many cards tell how long one takes."""
LEARNING_STEPS = 2
"""Right answers that a new card takes: at once and after ten minutes."""
LEARN_AHEAD_MS = 20 * 60_000
"""Steps that end so soon belong to this session, as in Anki."""
DAYS_TO_EARN = 7
"""Between the last new card and the date of a goal: time to be asked again, a day or more apart."""
FORECAST_DAYS = 30
FULL_SHARE = 0.9
"""Of the new cards that may come: who gets fewer, lately or today, is held back by the minutes."""
DECKS = 5
"""About so many decks take turns, then the next of the stage."""

Step = tuple[int, Card]
"""When a card is asked again (UTC milliseconds), and the card."""


class Left(NamedTuple):
    """Cards that are still to be asked today."""

    due: int = 0
    new: int = 0
    steps: int = 0
    """Cards that were asked today and come again before it ends."""


class Pace(NamedTuple):
    """How many new cards came lately on a day, and on a day on which the learner answered."""

    a_day: float
    a_study_day: float


@dataclass(frozen=True, slots=True)
class GoalPlan:
    """What a goal means today."""

    goal: Goal
    cards: int
    """Unseen cards that count for it, chosen or not."""
    days: int
    """From today to a week before its date, at least one."""
    is_over: bool
    """Whether its date has come: then new cards come as without it."""
    affordable: int | None = None
    """How many new cards a day the minutes hold, as lately or today, if that is fewer."""

    @property
    def new(self) -> int:
        """New cards a day that reach it."""
        return ceil(self.cards / self.days)

    @property
    def is_done(self) -> bool:
        """Whether every card is seen: then nothing new comes until its date."""
        return not self.cards

    def allows(self, stage: int) -> bool:
        """Return whether cards of a stage may come as new ones."""
        return self.is_over or self.goal.covers(stage)


@dataclass(frozen=True, slots=True)
class Today:
    """What is left to ask today, how long it takes, and how far it leads."""

    due: tuple[Card, ...]
    new: tuple[Card, ...]
    steps: tuple[Step, ...]
    backlog: tuple[Card, ...]
    """Cards that are due but do not fit into the minutes."""
    unseen: int
    """How many of the cards that may come were never asked, those of today included."""
    next_wait: int | None
    """In how many milliseconds the next card is asked; for a review these are whole days."""
    seconds: float
    """What a card takes at the learner's own speed; a new one counts twice."""
    stage_ends: Mapping[int, date]
    """When the last card of a stage that has unseen ones will have been seen, where it is known."""
    goal: GoalPlan | None
    ahead: tuple[Card, ...] = ()
    """Cards that are reviewed ahead of their day instead of all others."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Due cards and, at even distances among them, new ones; without those in steps."""
        return (*interleave([self.due, self.new]), *self.ahead)

    @property
    def left(self) -> Left:
        return Left(len(self.due), len(self.new), len(self.steps))

    @property
    def waiting(self) -> int:
        """How many cards of today are still to be asked, with those that do not fit."""
        return sum(self.left) + len(self.backlog)

    @property
    def minutes(self) -> int:
        """What the cards of the plan take, at least one minute if there are any."""
        due, new, steps = self.left
        turns = due + LEARNING_STEPS * new + steps + len(self.ahead)
        return max(round(turns * self.seconds / 60), int(turns > 0))


def plan_today(learner: LearnerState, new: int | None = None) -> Today:
    """Plan the rest of today with those of the chosen cards that are to be learned and awake.

    With `new`, so many new cards come: neither the minutes, the settings nor the goal limit them.
    """
    settings, moment = learner.settings, learner.moment
    goal = _plan_goal(learner)
    seconds = measure_seconds(learner)
    asked = [c for (_, c), memory in learner.memories.items() if moment.is_today(memory.last)]
    begun = sum(moment.is_today(memory.first) for memory in learner.memories.values())
    room = max(0, count_capacity(learner) - len(asked) - begun)
    seen, in_scope = learner.split_awake(learner.list_in_scope(learner.cards))
    unseen = [card for card in in_scope if goal is None or goal.allows(card.note.stage)]

    # What is due: all steps that end soon, and as many reviews as the minutes hold.
    ahead = moment.now + LEARN_AHEAD_MS
    soon = [pair for pair in seen if is_due(pair[1], ahead, moment.day_end)]
    later = [each for _, each in seen if not is_due(each, ahead, moment.day_end)]
    steps = sorted((memory.due, card.id, card) for card, memory in soon if memory.state != REVIEW)
    taken = {card.rpartition("#")[0] for card in asked} | {card.note.key for *_, card in steps}
    due = [pair for pair in soon if pair[1].state == REVIEW]
    ready = _keep_siblings_apart(_sort_by_recall(due, moment.now), taken, moment.day_start)

    # What is new: as many cards as a day may bring and the minutes still hold.
    limit = settings.new if goal is None or goal.is_over else max(settings.new, goal.new)
    possible = min(limit, begun + max(0, room - len(ready)) // LEARNING_STEPS)
    if new is None:
        apart = [card for card in unseen if card.note.key not in taken]
        picked = _pick_new(learner, apart, taken, ready)[: max(0, possible - begun)]
    else:
        picked = _pick_new(learner, in_scope, taken, ready)[:new]

    # How far that leads, with so many new cards a day as lately.
    pace = _measure_pace(learner, possible)
    affordable = round(max(possible, pace.a_day))
    if goal and affordable < goal.new:
        goal = replace(goal, affordable=affordable)
    is_held_back = min(pace.a_study_day, possible) < FULL_SHARE * limit
    return Today(
        due=tuple(ready[:room]),
        new=picked,
        steps=tuple((at, card) for at, _, card in steps),
        backlog=tuple(ready[room:]),
        unseen=len(unseen) if limit and new is None else 0,
        next_wait=min(map(moment.measure_wait, later), default=None),
        seconds=seconds,
        stage_ends=_forecast_stages(learner, goal, begun, pace.a_day, is_held_back),
        goal=goal,
    )


def _plan_goal(learner: LearnerState) -> GoalPlan | None:
    """Divide the unseen cards up to the stage of the goal by the days until a week before it."""
    goal, today = learner.settings.goal, learner.moment.today
    if goal is None:
        return None
    cards = sum(goal.covers(card.note.stage) for card in learner.list_unseen())
    days = max(1, (goal.date - today).days - DAYS_TO_EARN + 1)
    return GoalPlan(goal, cards, days, is_over=goal.date <= today)


def plan_choice(learner: LearnerState, new: int | None = None) -> Today:
    """Plan a session with chosen cards, also if today has no room for them.

    Where today holds fewer of them than the setting `new`, or than the minutes of a day hold,
    due cards that do not fit into today come as well, and then new ones. With `new`, so many new
    ones come. The plan is empty if no card is due or new.
    """
    today = plan_today(learner, new)
    size = min(learner.settings.new or USUAL.new, count_capacity(learner) // LEARNING_STEPS)
    missing = max(0, max(1, size) - sum(today.left))
    waiting = today.backlog[:missing]
    if missing and new is None:
        today = plan_today(learner, len(today.new) + missing - len(waiting))
    return replace(today, due=(*today.due, *waiting), backlog=today.backlog[len(waiting) :])


def plan_ahead(learner: LearnerState) -> Today:
    """Plan a session with cards that were asked before, due or not, the weakest memory first.

    There are as many as the minutes of a day hold, and one of each note.
    """
    moment = learner.moment
    seen, _ = learner.split_awake(learner.cards)
    weakest = _keep_siblings_apart(_sort_by_recall(seen, moment.now), (), moment.day_start)
    ahead = tuple(weakest[: count_capacity(learner)])
    return replace(plan_today(learner, 0), due=(), steps=(), backlog=(), ahead=ahead)


def plan_cram(learner: LearnerState) -> list[Card]:
    """Return all cards that are awake: the weakest memory first, then those never asked."""
    seen, unseen = learner.split_awake(learner.cards)
    return [*(card for card, _ in _sort_by_recall(seen, learner.moment.now)), *unseen]


def count_capacity(learner: LearnerState) -> int:
    """Return how many cards the minutes of a day hold, at least one."""
    return max(1, int(learner.settings.minutes * 60 / measure_seconds(learner)))


def measure_seconds(learner: LearnerState) -> float:
    """Return what a card took on a day of the last two weeks, repeats and reading included.

    A card that was new on a day counts twice on it. Today does not count, or the minutes of
    today would hold more or fewer cards while it lasts.
    """
    moment = learner.moment
    before = [review for review in learner.recent if review.at < moment.day_start]
    cards = {(moment.count_day(review.at), review.course, review.card) for review in before}
    if len(cards) < MIN_CARDS:
        return USUAL_SECONDS
    begun = sum(0 < ago <= RECENT_DAYS for ago in learner.list_ages())
    return max(1.0, sum(measure_times(before)) / (len(cards) + begun) / 1000)


def _measure_pace(learner: LearnerState, possible: int) -> Pace:
    """Return how many new cards came a day in the last two weeks; what is possible, without any."""
    moment, ages = learner.moment, learner.list_ages()
    study_days = {moment.count_day(review.at) for review in learner.recent} - {moment.day}
    if not study_days or not ages:
        return Pace(possible, possible)
    cards = sum(0 < ago <= RECENT_DAYS for ago in ages)
    return Pace(cards / max(1, min(max(ages), RECENT_DAYS)), cards / len(study_days))


def _forecast_stages(
    learner: LearnerState, goal: GoalPlan | None, begun: int, pace: float, is_held_back: bool
) -> dict[int, date]:
    """Return by stage when the last of its unseen cards comes, with so many a day as lately.

    If the minutes held back new cards, due ones will take more and more of them: then two weeks
    tell no more than the next two. A stage of which only some cards are chosen, or that comes
    after the goal, has no date.
    """
    chosen, every, unseen = (
        Counter(card.note.stage for card in cards)
        for cards in (learner.cards, learner.every_card, learner.list_unseen())
    )
    ends, count = {}, begun
    for stage in sorted(unseen) if pace else ():
        count += unseen[stage]
        days = ceil(count / pace) - 1
        is_known = days <= RECENT_DAYS or not is_held_back
        is_wished = goal is None or goal.allows(stage)
        if is_wished and is_known and chosen[stage] == every[stage]:
            ends[stage] = learner.moment.today + timedelta(days)
    return ends


def forecast_due(learner: LearnerState) -> list[int]:
    """Return how many cards are due today, as planned, and on each day after; no suspended ones."""
    moment, days, today = learner.moment, Counter[int](), plan_today(learner)
    planned = {card.id for card in (*today.due, *today.backlog, *(card for _, card in today.steps))}
    for card in learner.cards:
        memory, marks = learner.find_memory(card), learner.get_marks(card)
        if memory and not marks.suspended:
            later = max(1, moment.count_days_until(memory.due), marks.buried - moment.day)
            days[0 if card.id in planned else later] += 1
    return [days[ahead] for ahead in range(FORECAST_DAYS)]


def interleave(groups: Iterable[Sequence[Card]]) -> list[Card]:
    """Return the cards of all groups: each in its order, and spread evenly over the whole."""
    placed = [
        ((number + 0.5) / len(group), card) for group in groups for number, card in enumerate(group)
    ]
    return [card for _, card in sorted(placed, key=itemgetter(0))]


def order_new_cards(cards: Sequence[Card]) -> list[Card]:
    """Return all cards, which are in teaching order, as they are introduced.

    Stage by stage a few decks take turns, and then comes the glossary. Each goes from its easy
    cards to its hard ones; of equally hard ones the kinds take turns, and siblings come last.
    """
    ordered = []
    by_stage = sorted(cards, key=attrgetter("note.stage", "note.is_in_glossary"))
    for stage in _group(by_stage, "note.stage", "note.is_in_glossary"):
        decks = _group(stage, "note.deck.deck")
        size = ceil(len(decks) / max(1, round(len(decks) / DECKS)))
        for first in range(0, len(decks), size):
            ordered += interleave(map(_order_deck, decks[first : first + size]))
    return ordered


def _order_deck(cards: Sequence[Card]) -> list[Card]:
    cards = sorted(
        cards, key=lambda card: (DIFFICULTIES.index(card.entry.difficulty), card.ordinal)
    )
    equally_hard = _group(cards, "entry.difficulty")
    return [card for some in equally_hard for card in interleave(_group(some, "entry.kind"))]


def _group(cards: Iterable[Card], *attributes: str) -> list[list[Card]]:
    """Return the cards of each value of the attributes, in their order."""
    groups: dict[object, list[Card]] = {}
    for card in cards:
        groups.setdefault(attrgetter(*attributes)(card), []).append(card)
    return [*groups.values()]


def _sort_by_recall(seen: Iterable[tuple[Card, Memory]], now: int) -> list[tuple[Card, Memory]]:
    """Return cards and their memories, what is least likely still known first."""
    return sorted(seen, key=lambda pair: estimate_recall(pair[1], now))


def _keep_siblings_apart(
    due: Iterable[tuple[Card, Memory]], notes: Iterable[str], day_start: int
) -> list[Card]:
    """Return the cards without those whose sibling is asked today, unless they waited a day."""
    taken, kept = set(notes), []
    for card, memory in due:
        if card.note.key not in taken or memory.due < day_start:
            taken.add(card.note.key)
            kept.append(card)
    return kept


def _pick_new(
    learner: LearnerState, unseen: Iterable[Card], notes: set[str], due: Iterable[Card]
) -> tuple[Card, ...]:
    """Return new cards in order, one of each note, and those of the notes of today last.

    Those with a sibling that is due today come last of their stage: somebody who forgets much
    would wait for them for weeks.
    """
    wanted = {card.id for card in unseen}
    siblings = {card.note.key for card in due}
    cards = [card for card in order_new_cards(learner.every_card) if card.id in wanted]
    cards.sort(
        key=lambda card: (card.note.key in notes, card.note.stage, card.note.key in siblings)
    )
    first = {card.note.key: card for card in reversed(cards)}
    return tuple(card for card in cards if first[card.note.key] is card)
