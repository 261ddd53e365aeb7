"""A learner of many months with a memory that is not FSRS's, at the real plan of each day.

No log, no screen: planning and scheduling are the program's own, answers and clock are
made up. So four months take seconds.

The memory: a card is recalled with the probability exp(-t / strength) after t days, and with
nine tenths of that if it was not yet right on a later day than it was last learned. A right
answer multiplies the strength, the more the longer the wait was; a wrong one leaves a part of
it. Cards differ in how quickly they stick.
"""

import heapq
import random
from dataclasses import dataclass, field
from math import exp

from flashcards.cards import list_notes
from flashcards.reviews.memory import AGAIN, DAY_MS, GOOD, REVIEW, Schedule, spread_due
from flashcards.study.learner import LearnerState, Moment, name_card
from flashcards.study.plan import plan_today
from flashcards.study.settings import Settings
from tests.helpers.reviews import make_answer

START_DAY = 20_800
DAY_BEGINS = 4 * 3_600_000
AT_ONCE = 0.9
"""How often an answer is right that was read a few minutes ago."""
LEFT = 0.35
"""What a wrong answer leaves of a strength."""
SECONDS = 14
"""What an answer takes, more or less."""
WORTH = 0.12
"""A wait of this part of the strength is worth the whole growth."""


@dataclass(frozen=True)
class Kind:
    """A kind of learner: the memory, the speed, the days and the settings."""

    strength: float
    """Days, of a card just learned."""
    growth: float
    """By how much a right answer after a long wait multiplies the strength."""
    is_lazy: bool = False
    away: range = range(0)
    """The days on which nothing is studied."""
    settings: Settings = field(default_factory=Settings)


@dataclass
class Day:
    number: int
    today: object
    """What the first page was told."""
    minutes: float = 0.0
    new: list = field(default_factory=list)
    """Cards asked for the first time, in order."""


class ForgetfulLearner:
    """Studies day after day; `days` remembers those with answers, by their number."""

    def __init__(self, course, kind, seed):
        self.kind, self.course = kind, course
        # Without the glossary, whose words come after the topics of their stage.
        self.notes = [note for note in list_notes(course) if not note.is_in_glossary]
        self.cards = [card for note in self.notes for card in note.cards]
        self.chance = random.Random(seed)
        self.schedule = Schedule(kind.settings.retention)
        self.memories, self.recent = {}, []
        self.strengths, self.ease, self.firm = {}, {}, set()
        self.days = {}
        self.now = 0

    def study_until(self, end):
        """Goes on up to the day before `end`, every day or on one of every two, if not away."""
        chosen = 0
        for number in range(end):
            if number % 2 == 0:
                chosen = number + self.chance.randrange(2)
            is_there = number not in self.kind.away
            if is_there and (not self.kind.is_lazy or number == chosen):
                self.study(number)

    def study(self, number):
        """One session: all that the plan asks, short steps included."""
        start = (START_DAY + number) * DAY_MS + DAY_BEGINS
        self.now = began = start + 8 * 3_600_000
        learner = self.stand(number)
        day = self.days[number] = Day(number, plan_today(learner))
        cards = list(day.today.cards)
        steps = sorted((at, card.id, card) for at, card in day.today.steps)
        while cards or steps:
            card = heapq.heappop(steps)[2] if steps and steps[0][0] <= self.now else None
            card = card or (cards.pop(0) if cards else heapq.heappop(steps)[2])
            memory = self._answer(card, day, START_DAY + number)
            if memory.state != REVIEW:
                heapq.heappush(steps, (memory.due, card.id, card))
        day.minutes = (self.now - began) / 60_000

    def stand(self, number):
        """What the program knows of the learner on a day."""
        start = (START_DAY + number) * DAY_MS + DAY_BEGINS
        return LearnerState(
            course=self.course,
            notes=self.notes,
            cards=self.cards,
            moment=Moment(self.now, start, start + DAY_MS - 1, START_DAY + number),
            settings=self.kind.settings,
            memories=self.memories,
            recent=[each for each in reversed(self.recent) if each.at >= start - 14 * DAY_MS],
        )

    def find_end(self, stage):
        """The day on which the last card of a stage was first asked; each must have been."""
        mine = (name_card(card) for card in self.cards if card.note.stage == stage)
        last = max(self.memories[name].first for name in mine)
        return (last - DAY_BEGINS) // DAY_MS - START_DAY

    def _answer(self, card, day, today):
        name, chance = name_card(card), self.chance
        took = round(1000 * SECONDS * chance.uniform(0.5, 1.5))
        self.now += took
        before = self.memories.get(name)
        if before is None:
            likely = 0.5
            self.ease[name] = chance.lognormvariate(0, 0.4)
            self.strengths[name] = self.kind.strength * self.ease[name]
            day.new.append(card)
        else:
            waited = (self.now - before.last) / DAY_MS
            likely = (1 if name in self.firm else AT_ONCE) * exp(-waited / self.strengths[name])
            likely = AT_ONCE if before.day == today else likely
        right = chance.random() < likely
        if before is not None and before.day < today:
            self._learn(name, right, today - before.day)
        rating = GOOD if right else AGAIN
        memory = spread_due(self.schedule.review(before, rating, self.now, today), name[1])
        self.memories[name] = memory
        answer = make_answer(name[1], rating, self.now, course=name[0], duration=took)
        self.recent.append(answer)
        return memory

    def _learn(self, name, right, waited):
        """What an answer on a later day does to the strength."""
        strength, ease = self.strengths[name], self.ease[name]
        (self.firm.add if right else self.firm.discard)(name)
        if right:
            worth = min(1.0, waited / (WORTH * strength))
            strength *= 1 + (self.kind.growth - 1) * ease * worth
        else:
            strength = max(self.kind.strength * ease, strength * LEFT)
        self.strengths[name] = strength
