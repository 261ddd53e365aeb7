"""Cases that the terminal and the web page must both pass: `tests/pages/cases.json`.

Each case has what happens, made at random, and what follows from it, told by Python. The tests
of `tests/pages` play them in Python, those of `tests/npm` in JavaScript.
`python -m tests.helpers.page_cases` makes the file anew.
"""

import json
import random
import tempfile
import time
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import get_args

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.commands.learner import count_local_day, make_moment
from flashcards.course.model import (
    DIFFICULTIES,
    Choose,
    Concept,
    Course,
    CourseInfo,
    Deck,
    Option,
    Recall,
    Term,
)
from flashcards.pages.engine import describe_cards, describe_question
from flashcards.progress.stats import compute_stats
from flashcards.questions.build import list_forms
from flashcards.questions.question import Choice, Question
from flashcards.reviews.memory import DAY_MS, Schedule
from flashcards.reviews.review import Review
from flashcards.reviews.store import ReviewLog
from flashcards.study.grading import Answer, Ask, choose_form, grade_answer, offer_ratings
from flashcards.study.learner import EPOCH, LearnerState
from flashcards.study.plan import forecast_due, plan_today
from flashcards.study.session import StudyRequest, start_study
from flashcards.study.settings import Settings
from tests.helpers.changes import replace
from tests.helpers.reviews import get_right_answer
from tests.helpers.typed_answers import CASES

FILE = Path(__file__).parents[1] / "pages" / "cases.json"
CHANGES = {
    "Europe/Berlin": ("2026-10-25", "2027-03-28"),
    "America/New_York": ("2026-11-01", "2027-03-14"),
    "Australia/Lord_Howe": ("2026-10-04", "2027-04-04"),
}
"""Time zones, and the days on which their clocks change; the last one by half an hour."""
HISTORIES, DAYS = 300, 32
ANSWERED = 7
"""Cards that the devices of a history are asked."""
OWNER = {"course": "cases", "lang": "en"}


def make_course():
    """A course of about 400 cards: three stages, eight decks, and everything that order needs."""
    chance, decks = random.Random(31), []
    for number in range(8):
        entries, concept = [], f"concept-{number}-0"
        for place in range(36):
            key = f"{chance.choice(('x', 'a', 'm'))}{number}-{place}"
            common = {
                "stage": 1 + place // 14,
                "difficulty": chance.choice(DIFFICULTIES),
                "about": (concept,) if chance.random() < 0.6 else (),
            }
            if place % 12 == 0:
                concept = f"concept-{number}-{place}"
                points = {name: name for name in "abc"}
                made = Concept(
                    key=concept, concept=key, ask=key, points=points, **{**common, "about": ()}
                )
            elif chance.random() < 0.5:
                made = Term(key=key, term=key, meaning=f"m {key}", both=place % 4 > 0, **common)
            elif chance.random() < 0.5:
                made = Recall(key=key, recall=key, answer="a", **common)
            else:
                wrong = {name: Option(text=name) for name in ("b", "c")}
                right = {"a": Option(text="a")}
                made = Choose(key=key, choose=key, right=right, wrong=wrong, **common)
            entries.append(made)
        decks.append(Deck(deck=f"deck-{number}", title=f"Deck {number}", entries=tuple(entries)))
    info = CourseInfo(id="cases", title="Cases", author="a", licence="l")
    return Course(info=info, decks=tuple(decks))


@contextmanager
def in_zone(zone):
    """This machine in a time zone, for a while."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        yield
    time.tzset()


@contextmanager
def open_log(settings):
    """An empty log that is kept for a moment."""
    with tempfile.TemporaryDirectory() as home:
        schedule = Schedule(settings.retention, count_day=count_local_day)
        with ReviewLog(Path(home) / "reviews.db", schedule) as log:
            log.database.execute("PRAGMA synchronous = OFF")
            yield log


def make_beginner(course):
    """Somebody who answered no card of a course yet."""
    return LearnerState(
        course=course,
        notes=list_notes(course),
        cards=list_cards(course),
        moment=make_moment(0),
        settings=Settings(),
    )


def describe_memory(memory):
    """What of a memory must be the same; stability and difficulty, made by powers, nearly so."""
    exact = (memory.state, memory.step, memory.due, memory.last, memory.first, memory.reviews)
    return [*exact, memory.day, round(memory.stability, 9), round(memory.difficulty, 9)]


def describe_today(learner):
    """The plan of a day: cards by their places."""
    today = plan_today(learner)
    places = {card.id: place for place, card in enumerate(learner.cards)}
    return {
        "cards": [places[card.id] for card in today.cards],
        "due": len(today.due),
        "steps": [[at, places[card.id]] for at, card in today.steps],
        "waiting": len(today.backlog),
        "minutes": today.minutes,
    }


# Histories: answers on two devices, which then exchange them


def make_history(number):
    """What two devices are told in some weeks around a change of clocks."""
    chance = random.Random(f"history {number}")
    zone = chance.choice(sorted(CHANGES))
    change = datetime.fromisoformat(chance.choice(CHANGES[zone])).replace(tzinfo=UTC)
    at = int(change.timestamp() * 1000) - chance.randrange(25 * DAY_MS)
    steps, clock = [], at
    for _ in range(chance.randint(2, 16)):
        clock += chance.choice((40_000, 700_000, 5 * 3_600_000, DAY_MS, 3 * DAY_MS, 9 * DAY_MS))
        clock += chance.randrange(90_000)
        kind = chance.choices(("answer", "dayless", "undo", "correct", "back"), (20, 2, 1, 1, 3))[0]
        when = clock - chance.choice((3_600_000, 3 * DAY_MS)) if kind == "back" else clock
        rating = chance.choices((1, 2, 3, 4), (3, 1, 5, 1))[0]
        steps.append([kind, chance.randrange(2), chance.randrange(ANSWERED), rating, when])
    now = clock + chance.choice((60_000, DAY_MS, 6 * DAY_MS))
    if chance.random() < 0.2:  # a day that is longer or shorter
        now = int(change.timestamp() * 1000) - 10 * 3_600_000
    settings = {
        **chance.choice(({}, {"retention": 0.8}, {"retention": 0.95})),
        **chance.choice(({}, {"ask": "memory"}, {"ask": "options"})),
        **chance.choice(({}, {"minutes": 4.0}, {"new": 3}, {"new": 25}, {"stage": 2})),
    }
    return {"zone": zone, "settings": settings, "steps": steps, "now": now}


def play_history(beginner, case):
    """The days that were chosen on each device, and where both stand after their exchange."""
    settings, cards = Settings(**case["settings"]), beginner.cards
    with in_zone(case["zone"]), open_log(settings) as one, open_log(settings) as other:
        for number, step in enumerate(case["steps"]):
            take_step((one, other)[step[1]], number, step, cards)
        chosen = {r.uid: r.due for log in (one, other) for r in log.reviews(undone=True)}
        one.add(list(other.rows()))
        other.add(list(one.rows()))
        memories, theirs = (log.memories({"cases"}, "en") for log in (one, other))
        assert memories == theirs
        moment = make_moment(case["now"])
        learner = replace(beginner, settings=settings, moment=moment).load(one)
        waits = one.preview(("cases", "en", cards[0].id), case["now"], moment.day)
        return {
            "moment": [moment.day_start, moment.day_end, moment.day],
            "due": chosen,
            "memories": {
                id_: describe_memory(memory) for (_, id_), memory in sorted(memories.items())
            },
            "waits": [*waits.values()],
            "today": describe_today(learner),
            "forms": [choose_form_of(learner, card) for card in cards[:ANSWERED]],
        }


def choose_form_of(learner, card):
    """In which form a session asks a card."""
    return choose_form(list_forms(card), learner.settings.ask, learner.is_first_day(card))


def take_step(log, number, step, cards):
    """One answer on one device, one that is taken back, or one that replaces another."""
    kind, _, place, rating, at = step
    review = Review(
        **OWNER, card=cards[place].id, at=at, rating=rating, score=1.0,
        form="reveal", answer="", duration=1000 + number, uid=f"u{number:03}",
        day=None if kind == "dayless" else count_local_day(at),
    )  # fmt: skip
    last = max(log.reviews(), key=lambda review: review.uid, default=None)
    if kind == "undo" and last:
        log.undo(last.uid)
    elif kind == "correct" and last:
        log.correct(last.uid, replace(last, rating=rating, uid=review.uid, due=None))
    else:
        log.record(review)


# Months: the real sessions of a simulated learner, day by day


def make_months():
    """Three learners: with the usual settings, with minutes, and one who forgets much."""
    learners = (
        ("Europe/Berlin", "2026-10-08", {}, 0.8),
        ("America/New_York", "2027-02-25", {"minutes": 4.0, "ask": "options"}, 0.95),
        ("Australia/Lord_Howe", "2026-09-20", {"new": 14, "ask": "memory"}, 0.8),
    )
    return [
        {"zone": zone, "start": start, "settings": settings, "seed": seed, "recall": recall}
        for seed, (zone, start, settings, recall) in enumerate(learners, 1)
    ]


class MonthPlayer:
    """A learner at the real sessions; writes down what happens."""

    def __init__(self, beginner, case, log):
        self.case, self.log = case, log
        self.beginner = replace(beginner, settings=Settings(**case["settings"]))
        self.chance = random.Random(case["seed"])
        self.places = {card.id: place for place, card in enumerate(beginner.cards)}
        self.now, self.events = 0, []

    def make_learner(self):
        """Where the learner stands now."""
        return replace(self.beginner, moment=make_moment(self.now)).load(self.log)

    def study(self, number):
        """One day: when it begins, what the plan says, and everything that happens."""
        day = datetime.fromisoformat(self.case["start"]) + timedelta(number)
        hour = self.chance.choice((6, 9, 13, 22, 26, 27))
        self.now = int((day + timedelta(hours=hour)).timestamp() * 1000)
        self.now += self.chance.randrange(60_000)
        began, self.events = self.now, []
        learner = self.make_learner()
        today = describe_today(learner)
        start_study(learner, StudyRequest(), self, self.log, lambda: self.now)
        return {"now": began, "today": today, "events": self.events}

    def ask(self, question):
        self.now += self.chance.randrange(6_000, 24_000)
        memory = self.log.memory((self.beginner.course.info.id, "en", question.id))
        likely = 0.5 if memory is None else 0.9 * self.case["recall"]
        is_right = self.chance.random() < likely
        if question.form in ("reveal", "points"):
            return Answer((), self.chance.choice((2, 3, 3, 4)) if is_right else 1)
        return Answer(get_right_answer(question) if is_right else ("nonsense",))

    def show_feedback(self, feedback):
        card, review = self.places[feedback.question.id], feedback.review
        self.events.append(["answer", card, review.rating, self.now, review.form])
        return self.chance.choices(("next", "bury", "suspend", "undo"), (300, 2, 1, 2))[0]

    def show_notice(self, notice, card):
        names = {"undone": "undo", "now_buried": "buried", "now_suspended": "suspended"}
        value = {"undone": 0, "now_buried": make_moment(self.now).day + 1}.get(notice, 1)
        self.events.append([names[notice], self.places[card.id], value, self.now])

    def offer_more(self, waiting):
        goes_on = self.chance.random() < 0.5
        self.events.append(["more", 0, int(goes_on), self.now])
        return goes_on

    def __getattr__(self, name):
        if name.startswith("show_"):
            return lambda *shown: None
        raise AttributeError(name)


def play_month(beginner, case):
    """What happens on each day, and where the learner stands at the end."""
    with in_zone(case["zone"]), open_log(Settings(**case["settings"])) as log:
        player = MonthPlayer(beginner, case, log)
        played = [player.study(number) for number in range(DAYS)]
        learner = player.make_learner()
        stats = compute_stats(learner, log)
        return {
            "days": played,
            "forecast": list(forecast_due(learner))[:14],
            "calendar": {
                str((date.fromisoformat(day) - EPOCH).days): count
                for day, count in stats.calendar.items()
            },
        }


# Forms and ratings


def make_forms():
    """In which form a card is asked, by the forms that it has, the setting, and the day."""
    possible = ("single", "reveal"), ("single", "reveal", "type"), ("single",), ("multiple",)
    return [
        [forms, ask, is_first_day, choose_form(forms, ask, is_first_day)]
        for forms in (*possible, ("type",), ("reveal",), ("match",))
        for ask in get_args(Ask)
        for is_first_day in (True, False)
    ]


def make_ratings():
    """Which ratings an answer may get."""
    return [
        [kind, is_right, is_helped, offer_ratings(kind, is_right, is_helped)]
        for kind in ("term", "choose", "cloze")
        for is_right in (True, False)
        for is_helped in (True, False)
    ]


# Grades


def make_questions(card):
    """Questions in every form, with what somebody may answer to them."""
    options = tuple(Choice(name, name, right=name in "ab") for name in "abcd")
    sequence, things = tuple("abcd"), (("x", "X", "a"), ("y", "Y", "b"), ("z", "Z", "a"))

    def ask(form, **fields):
        return Question(card, form, "", "", **fields)

    picks = [(), ("a",), ("a", "b"), ("a", "c"), ("c", "d"), ("a", "b", "c"), ("", "b", "a")]
    for given in picks:
        yield ask("multiple", options=options), given
        yield ask("single", options=options[1:]), given[:1]
        yield ask("points", options=options[:2]), given[:2]
        yield ask("match", options=options, things=things), given
        yield ask("order", options=options, sequence=sequence), given
    for case in CASES:
        yield ask("type", accepted=case.names, case=case.case), (case.typed,)
    others = frozenset({"all reduce", "gradient bucket"})
    for typed in ("all-reduce", "allreduce", "all gathr", "All-Gather", "al gather", "reduce", ""):
        yield ask("type", accepted=("all-gather", "allgather"), others=others), (typed,)
    for typed in ("0,73", "0.73", ".730", "7.3e-1", "0.74", "+0.73", "73"):
        yield ask("type", accepted=("0.73",)), (typed,)
    for typed in ("compile", "torch.compile()", "torch.compile", "Compile", "compil", "x y", "xy"):
        code = "y = torch.[ … ](x)"
        yield ask("gap", accepted=("compile",), case=True, code=code), (typed,)
        yield ask("gap", accepted=("x y", "f( a, b )"), case=True, code="[ … ] z"), (typed,)
    outputs = ("(3, 1)\nTrue", "(3,1)\nTrue\n", "(3, 1)\nTru", "3 1 true", "(3, 1)", "",
               "(4, 1)\nTrue", "tensor([3, 1])", "(3, 1)\nTrue\n\n", "[3, 1]\nTrue",
               "(3.0, 1)\nTrue", "(3.0, 1.0)\nTrue")  # fmt: skip
    for typed in outputs:
        yield ask("type", accepted=("(3, 1)\nTrue",), case=True, lines=True, code="c"), (typed,)
        yield ask("type", accepted=("3",), case=True, lines=True, code="c"), (typed[1:2],)
    for typed in ("3.0", "3", "03", "0x3", "float32", "flot32", "float 32", "Float32", "float64"):
        yield ask("type", accepted=("float32",), case=True, lines=True, code="c"), (typed,)
        yield ask("type", accepted=("3.",), case=True, lines=True, code="c"), (typed,)


def grade(question, given):
    """A case of a question, what was given, and the verdict."""
    verdict = grade_answer(question, given)
    described = describe_question(question, ()).items()
    return {
        "question": {name: value for name, value in described if value},
        "given": list(given),
        "verdict": {"score": verdict.score, "near": verdict.near},
    }


def make_cases():
    """All cases with what Python says of them."""
    beginner = make_beginner(make_course())
    histories, months = map(make_history, range(HISTORIES)), make_months()
    return {
        "cards": describe_cards(beginner.cards),
        "card_forms": [list_forms(card) for card in beginner.cards],
        "forms": make_forms(),
        "ratings": make_ratings(),
        "histories": [{**case, "expected": play_history(beginner, case)} for case in histories],
        "months": [{**case, "expected": play_month(beginner, case)} for case in months],
        "grades": [grade(*example) for example in make_questions(beginner.cards[0])],
    }


def format_cases(cases):
    """As JSON, a line for each case."""
    parts = []
    for name, rows in cases.items():
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        parts.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(format_cases(make_cases()), encoding="utf-8")
