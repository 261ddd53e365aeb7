"""Checklist, path, statistics and quiz say the same about every learner."""

import random

import pytest

from flashcards.cards import list_cards
from flashcards.course.model import Concept, Course, CourseInfo, Deck, Recall, Selection, Term
from flashcards.progress.path import make_checklist, make_path
from flashcards.progress.stats import compute_stats
from flashcards.reviews.memory import REVIEW
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog
from flashcards.study.grading import Answer
from flashcards.study.learner import Moment, make_learner, make_mark
from flashcards.study.plan import Left, forecast_due, plan_today
from flashcards.study.session import StudyRequest, start_study
from flashcards.study.settings import Settings
from flashcards.study.ui import UserInterface
from tests.helpers.changes import replace
from tests.helpers.reviews import make_answer

DAY = 86_400_000
START = 20_000 * DAY + 4 * 3_600_000
"""When a day of the learner begins."""
STAGES = (1, 2, 3)


def entries(stage: int):
    """Two concepts of a stage; what is about the first stands in the next stage too."""
    for name in (f"s{stage}-a", f"s{stage}-b"):
        yield Concept(key=name, concept=name, ask=name, points={"p": "P"}, stage=stage)
        common = {"about": (name,), "stage": stage}
        yield Term(key=f"{name}-term", term=name, meaning="M", both=True, **common)
    later = min(stage + 1, STAGES[-1])
    yield Recall(key=f"s{stage}-far", recall="Q?", answer="A", about=(f"s{stage}-a",), stage=later)
    yield Recall(key=f"s{stage}-free", recall="Q?", answer="A", stage=stage)


@pytest.fixture(scope="module")
def course() -> Course:
    info = CourseInfo(id="c", title="T", author="A", licence="CC0")
    decks = [Deck(deck=f"d{n}", title="D", entries=tuple(entries(n))) for n in STAGES]
    return Course(info=info, decks=tuple(decks))


def history(course: Course, chance: random.Random) -> list[Review]:
    """Answers of some weeks to some of the cards, by a learner who is good, bad or absent."""
    cards = list_cards(course)
    skill, made, day = chance.choice([0.0, 0.3, 0.8, 1.0]), [], 0
    chosen = chance.sample(cards, chance.randrange(len(cards) + 1))
    while chosen and day < 60:
        for card in chance.sample(chosen, chance.randrange(len(chosen) + 1)):
            rating = chance.choice([2, 3, 3, 4]) if chance.random() < skill else 1
            at = START + day * DAY + chance.randrange(DAY)
            undone = chance.random() < 0.1
            made.append(make_answer(card.id, rating, at, day=20_000 + day, undone=undone))
        day += chance.choice([1, 1, 2, 5, 20])
    return made


@pytest.mark.sampled(15)
@pytest.mark.parametrize("seed", range(100))
def test_every_number_is_the_same_wherever_it_is_shown(course, tmp_path, seed):
    chance = random.Random(seed)
    answers = history(course, chance)
    today = 20_000 + chance.choice([0, 30, 61, 90])
    begin = START + (today - 20_000) * DAY
    moment = Moment(begin + chance.randrange(DAY), begin, begin + DAY, today)
    answers = [each for each in answers if each.at <= moment.now]
    cards = list_cards(course)
    with ReviewLog(tmp_path / "reviews.db") as log:
        log.add(answers)
        for card in chance.sample(cards, 5):
            name = chance.choice(["suspended", "buried", "flagged"])
            is_on = chance.random() < 0.8
            value = today + 1 if name == "buried" and is_on else int(is_on)
            log.add([make_mark(card, name, value, moment.now)])
        owners = {each.owner for each in answers if not each.undone}
        seen = {card for _, _, card in owners}
        earned = {owner[2] for owner in owners if log.memory(owner).state == REVIEW}
        whole = shown(course, log, moment)
        for stage in (None, *STAGES):
            selection = Selection(stage=(stage,)) if stage else Selection()
            items, stages, stats, quiz, plan = shown(course, log, moment, selection)
            mine = [card for card in cards if stage in (None, card.note.stage)]
            facts = (
                len(mine), sum(c.id in seen for c in mine), sum(c.id in earned for c in mine)
            )  # fmt: skip
            assert tuple(quiz) == facts
            assert stats.forecast[0] == len(plan.due) + len(plan.steps) + len(plan.backlog)
            assert (stats.cards, stats.seen, stats.earned) == facts
            assert tuple(
                sum(getattr(each, name) for each in stages) for name in ("cards", "seen", "earned")
            ) == facts  # fmt: skip
            known = sum(item.known for item in items)
            assert (stats.known, stats.concepts) == (known, len(items))
            assert [item for each in stages for item in each.checklist] == items
            assert items == [item for item in whole[0] if stage in (None, item.stage)]
            assert stages == [each for each in whole[1] if stage in (None, each.stage)]
            counted = [a for a in answers if not a.undone and a.card in {c.id for c in mine}]
            assert stats.answers == len(counted)
            assert stats.today.answers == sum(a.day == today for a in counted)
        for item in whole[0]:
            about = [c for c in cards if item.key in (c.entry.key, *c.entry.about)]
            assert item.in_review == sum(c.id in earned for c in about)
            assert item.known == (item.in_review >= 0.9 * item.cards)


def shown(course, log, moment, selection=Selection()):  # noqa: B008
    """Concepts, stages, statistics, the counts that a session ends with, and its plan."""
    known = make_learner(course, moment, selection=selection).load(log)
    return (
        make_checklist(known),
        make_path(known),
        compute_stats(known, log),
        known.count_cards(known.cards),
        plan_today(replace(known, recent=())),
    )


def test_reading_the_feedback_counts_and_a_page_left_open_does_not(course, tmp_path):
    """Three answers of 10 s; 20 s with the first feedback, an hour with the second."""
    times = [START + 10_000, START + 40_000, START + 3_650_000]
    names = ["s1-a#0", "s2-a#0", "s1-b#0"]
    moment = Moment(times[-1], START, START + DAY, 20_000)
    with ReviewLog(tmp_path / "reviews.db") as log:
        for at, card in zip(times, names, strict=True):
            log.record(make_answer(card, at=at, duration=10_000, day=20_000))
        minutes = {
            stages: compute_stats(
                make_learner(course, moment, selection=Selection(stage=stages)).load(log), log
            ).minutes
            for stages in ((), (1,), (2,))
        }
    assert minutes == {(): round(50 / 60, 1), (1,): round(20 / 60, 1), (2,): 0.5}


def test_a_sibling_that_waits_for_tomorrow_is_due_tomorrow_in_the_statistics(course, tmp_path):
    both = [
        make_answer(f"s1-a-term#{number}", 4, START + number, day=20_000, due=20_005)
        for number in (0, 1)
    ]
    begin = START + 5 * DAY
    with ReviewLog(tmp_path / "reviews.db") as log:
        log.add(both)
        _, _, stats, _, plan = shown(course, log, Moment(begin + 9, begin, begin + DAY, 20_005))
    assert (len(plan.due), stats.forecast[:2]) == (1, [1, 1])


class Learner(UserInterface):
    """Answers, takes back, suspends and buries by chance, and stops after some questions."""

    def __init__(self, chance: random.Random, questions: int) -> None:
        self._chance, self._left = chance, questions
        self.today = self.after = None
        self.heads: list[Left] = []

    def show_question(self, question, context):
        self.heads.append(context.left)

    def ask(self, question):
        if not self._left:
            return "quit"
        self._left -= 1
        if self._chance.random() < 0.15:
            return self._chance.choice(["undo", "suspend", "bury"])
        return Answer((), self._chance.choice([1, 3, 4]))

    def show_feedback(self, feedback):
        return "next"

    def show_today(self, learner, today, limit):
        self.today = today

    def show_summary(self, answers, learner, today):
        self.after, self.plan = learner, today


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(60))
def test_the_summary_says_what_the_next_start_and_the_statistics_say(course, tmp_path, seed):
    chance = random.Random(seed)
    settings = Settings(new=chance.choice([3, 10]), minutes=chance.choice([60, 60, 2]))
    begin = START + 30 * DAY
    moment = Moment(begin + 9 * 3_600_000, begin, begin + DAY, 20_030)
    ticks = iter(range(moment.now, begin + DAY, 20_000))
    learner = make_learner(course, moment, settings=settings)
    request = StudyRequest()
    first = Learner(chance, chance.choice([2, 5, 9, 10**6]))
    again = Learner(chance, 0)
    with ReviewLog(tmp_path / "reviews.db") as log:
        log.add(each for each in history(course, chance) if each.at < begin)
        start_study(learner, request, first, log, lambda: next(ticks))
        if first.after is None:
            return
        then = replace(moment, now=next(ticks))
        tomorrow = compute_stats(make_learner(course, then).load(log), log).forecast[1]
        start_study(replace(learner, moment=then), request, again, log, lambda: next(ticks))
    assert forecast_due(first.after)[1] == tomorrow
    left = first.plan.left
    if again.today and left != Left(0, 0, 0):
        assert left == again.today.left
        assert again.heads[:1] in ([], [left])
        assert len(first.plan.backlog) == len(again.today.backlog)
