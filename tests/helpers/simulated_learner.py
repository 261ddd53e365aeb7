"""A learner who forgets as FSRS says, at the real plan, the real sessions and the real log.

Only the clock and the answers are made up: half of the first answers are right, later
ones as often as the memory in the log predicts, and each takes some seconds.
"""

import random
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from flashcards.cards import list_cards, list_notes
from flashcards.reviews.memory import DAY_MS, estimate_recall
from flashcards.reviews.scheduler import Schedule
from flashcards.reviews.store import open_reviews
from flashcards.study.session import StudyRequest
from flashcards.study.settings import Settings
from flashcards.study.standing import Moment, Standing
from flashcards.study.start import start_study
from flashcards.study.ui import Answer

START_DAY = 20_800
BREAKFAST = 8 * 3_600_000
SECONDS = 14


@dataclass
class Day:
    """What one day was like."""

    number: int
    answers: int
    new: list = field(default_factory=list)
    """Cards asked for the first time, in order."""
    late: list = field(default_factory=list)
    """Due cards and how many days after their day they were asked."""
    minutes: float = 0.0
    today: object = None
    """What the first screen was told."""


class Learner:
    """Studies day after day; `days` remembers them."""

    def __init__(self, course, seed, settings=None):
        self._folder = Path(tempfile.mkdtemp())
        self.course, self.settings = course, settings or Settings()
        self.notes, self.cards = list_notes(course), list_cards(course)
        self.chance = random.Random(seed)
        self.log = open_reviews(self._folder / "reviews.db", Schedule(self.settings.retention))
        self.log.database.execute("PRAGMA synchronous = OFF")
        self.now = 0
        self.days: list[Day] = []

    def close(self):
        self.log.close()
        shutil.rmtree(self._folder)

    @property
    def memories(self):
        return self.log.memories({self.course.info.id}, self.notes[0].lang)

    def study(self, number, **wishes):
        """One session on the day with that number."""
        start = (START_DAY + number) * DAY_MS + 4 * 3_600_000
        self.now = max(self.now, start + BREAKFAST + self.chance.randrange(3_600_000))
        self._day = Day(number, 0)
        self._start = start
        began = self.now
        moment = Moment(self.now, start, start + DAY_MS - 1, START_DAY + number)
        standing = Standing(
            course=self.course,
            notes=self.notes,
            cards=self.cards,
            moment=moment,
            settings=self.settings,
        )
        start_study(standing, StudyRequest(**wishes), self, self.log, lambda: self.now)
        self._day.minutes = (self.now - began) / 60_000
        self.days.append(self._day)
        return self._day

    def study_days(self, *numbers):
        for number in numbers:
            self.study(number)

    # what a session wants of an interface

    def show_today(self, today):
        self._day.today = today

    def show_nothing_due(self, today, now):
        self._day.today = today

    def show_question(self, question, context):
        pass

    def ask(self, question):
        self.now += round(1000 * SECONDS * self.chance.uniform(0.5, 1.5))
        memory = self.log.memory((self.course.info.id, self.notes[0].lang, question.id))
        if memory is None:
            self._day.new.append(question.card)
        elif memory.due < self._start and memory.state == 2:
            self._day.late.append((question.card, (self._start - memory.due - 1) // DAY_MS + 1))
        self._day.answers += 1
        likely = 0.5 if memory is None else estimate_recall(memory, self.now)
        return answer(question, self.chance.random() < likely)

    def show_feedback(self, feedback):
        return "next"

    def show_welcome(self, welcome):
        pass

    def show_summary(self, summary):
        pass


def answer(question, right):
    """A right or a wrong answer, in any form."""
    if question.form in ("reveal", "points"):
        return Answer((), 3 if right else 1)
    if not right:
        return Answer(("nonsense",))
    if question.form in ("type", "gap"):
        return Answer((question.accepted[0],))
    if question.form == "order":
        return Answer(question.sequence)
    if question.form == "match":
        return Answer(tuple(fits for _, _, fits in question.things))
    return Answer(question.right_names)


def count_sisters(cards):
    """How many cards beyond the first of each note there are."""
    return sum(count - 1 for count in Counter(card.note.key for card in cards).values())
