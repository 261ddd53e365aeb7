"""Checklist, statistics and path: ticked and counted by real memory."""

import json
import re
import time

import pytest
from rich.cells import cell_len

from flashcards.cli import run
from flashcards.course.model import Concept, Recall
from flashcards.progress.path import make_checklist
from flashcards.progress.stats import Leech, Tally, compute_stats
from flashcards.reviews.memory import RELEARNING, REVIEW, Memory
from flashcards.reviews.store import ReviewLog
from flashcards.study.learner import Moment, make_learner
from tests.helpers.changes import replace
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.courses import course_of
from tests.helpers.reviews import make_answer

DAY = 86_400_000
NOW = 1_700_000_000_000
EARNED = Memory(REVIEW, None, 100.0, 5.0, NOW + DAY, NOW, NOW, 3, 0)
CONCEPT, OTHER = ("tiny-course", "ddp-sync#0"), ("tiny-course", "clear-gradients#0")


@pytest.mark.parametrize(
    ("memories", "is_known", "in_review"),
    [
        ({}, False, 0),
        ({CONCEPT: EARNED}, False, 1),  # the card that belongs to it was never seen
        ({OTHER: EARNED}, False, 1),
        ({CONCEPT: EARNED, OTHER: EARNED}, True, 2),
        ({CONCEPT: EARNED, OTHER: EARNED._replace(state=RELEARNING)}, False, 1),
    ],
)
def test_a_concept_of_few_cards_is_known_when_every_card_about_it_is_earned(
    tiny_course, memories, is_known, in_review
):
    moment = Moment(NOW, NOW, NOW + DAY)
    learner = replace(make_learner(tiny_course, moment), memories=memories)
    (item,) = make_checklist(learner)
    assert (item.key, item.known, item.in_review, item.cards) == (
        "ddp-sync", is_known, in_review, 2,
    )  # fmt: skip


@pytest.mark.parametrize(("cards", "known"), [(1, 1), (9, 9), (10, 9), (19, 18), (20, 18)])
def test_nine_tenths_of_the_cards_about_a_concept_make_it_known(cards, known):
    about = [Recall(key=f"r{n}", recall="Q?", answer="A", about=("c",)) for n in range(1, cards)]
    concept = Concept(key="c", concept="C", ask="C?", points={"p": "P"})
    learner = make_learner(course_of(concept, *about), Moment(NOW, NOW, NOW + DAY))
    names = [("sample", card.id) for card in learner.cards]
    ticks = [
        make_checklist(replace(learner, memories=dict.fromkeys(names[:count], EARNED)))[0].known
        for count in range(cards + 1)
    ]
    assert ticks == [False] * known + [True] * (cards + 1 - known)


def review(card, at, rating=3):
    return make_answer(card, rating, at, course="tiny-course", duration=30_000)


@pytest.fixture
def log(tmp_path):
    with ReviewLog(tmp_path / "reviews.db") as log:
        yield log


def test_the_numbers_are_those_of_the_log(log, tiny_course):
    day_start = NOW - 3 * 3_600_000
    undone = review("ddp-why#0", NOW - 1000, 1)
    for answer in (
        review("ddp-gap#0", NOW - 10 * DAY),
        review("ddp-gap#0", NOW - 10 * DAY + 60_000),  # the same day: tests no memory
        review("ddp-gap#0", NOW - 6 * DAY, 1),
        review("ddp-gap#0", NOW - 31_000),
        review("ddp-step#0", NOW - 1000),
        undone,
    ):
        log.record(answer)
    log.undo(undone.uid)
    moment = Moment(NOW, day_start, day_start + DAY, day=20_000)
    found = compute_stats(make_learner(tiny_course, moment).load(log), log)
    assert (found.today, found.minutes) == (Tally(2, 2, 1.0), 1.0)
    assert (found.answers, found.cards, found.seen) == (5, 12, 2)
    assert found.calendar == {"2024-09-24": 2, "2024-09-28": 1, "2024-10-04": 2}
    assert (found.retention[1].answers, found.retention[1].right) == (2, 1)
    assert sum(found.forecast) == 2


def test_cards_that_are_forgotten_again_and_again_are_named(log, tiny_course):
    for turn in range(12):
        rating = 1 if turn % 2 else 4
        log.record(review("clear-gradients#0", NOW - (40 - 3 * turn) * DAY, rating))
    found = compute_stats(make_learner(tiny_course, Moment(NOW, NOW, NOW + DAY)).load(log), log)
    asks = "Which call clears the gradients?"
    assert found.leeches == [Leech("clear-gradients#0", asks, 6)]


@pytest.fixture
def printed(own_home, tmp_path, capsys, monkeypatch):
    """Prints a report for a learner of the small course, of which some files may be changed."""
    now = time.time_ns() // 1_000_000
    with ReviewLog(own_home / "reviews.db") as log:
        for days, card in ((9, "ddp-gap#0"), (4, "ddp-gap#0"), (0, "ddp-step#0")):
            log.record(review(card, now - days * DAY))

    def printed(*line, width=80, files=None):
        monkeypatch.setenv("COLUMNS", str(width))
        folder = write_course(tmp_path / "course", {**COURSE, **(files or {})})
        assert run([*line, "--course", str(folder)]) == 0
        return capsys.readouterr().out

    return printed


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("command", ["checklist", "stats", "path"])
@pytest.mark.parametrize("width", [40, 80])
def test_each_report_fits_the_width(printed, command, lang, width):
    lines = printed(command, "--lang", lang, width=width).splitlines()
    assert 1 < max(cell_len(line.rstrip()) for line in lines) <= width


CONCEPTS = """\
- {concept: The longest name of a concept, key: b, ask: Why?, points: {p: P}, stage: 2}
- {concept: 存储、视图与步幅, key: c, ask: Why?, points: {p: P}, stage: 2, about: [b]}
"""


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_checklist_is_a_line_a_concept_with_the_shares_below_each_other(printed, width):
    files = {"decks/kinds.yaml": COURSE["decks/kinds.yaml"] + CONCEPTS}
    lines = printed("checklist", files=files, width=width).splitlines()
    assert [line.rstrip() for line in lines if line.startswith(("Stage", "[ ]"))] == [
        "Stage 1  Start",
        "[ ] Equal replicas                 0/2",
        "Stage 2  Go on",
        "[ ] The longest name of a concept  0/2",
        "[ ] 存储、视图与步幅               0/1",
    ]


def test_a_known_concept_is_ticked_in_the_checklist_and_on_the_path(printed, own_home):
    now = time.time_ns() // 1_000_000
    with ReviewLog(own_home / "reviews.db") as log:
        for card in ("ddp-sync#0", "clear-gradients#0"):
            log.record(review(card, now - 9 * DAY, 4))
            log.record(review(card, now - 8 * DAY, 4))
    assert "[x] Equal replicas  2/2" in printed("checklist").splitlines()
    assert "  [x] Equal replicas" in printed("path").splitlines()


def test_each_report_is_also_for_programs(printed):
    checklist, stats, path = (
        json.loads(printed(command, "--json", "--stage", "1"))
        for command in ("checklist", "stats", "path")
    )
    assert checklist == [
        {
            "name": "Equal replicas", "ask": "How DDP keeps replicas equal", "key": "ddp-sync",
            "stage": 1, "stage_title": "Start", "known": False, "cards": 2, "in_review": 0,
        }
    ]  # fmt: skip
    assert stats["answers"] == 3
    assert stats["retention"]["1"] == {"answers": 1, "right": 1, "share": 1.0}
    assert path[0]["resources"][0]["url"] == "https://example.org/ddp"


def test_statistics_show_what_is_due_each_day_and_what_was_remembered(printed):
    """One card comes back today, the other in weeks, as it was known after five days."""
    told = [line.rstrip() for line in printed("stats").splitlines()]
    due = told[told.index("Due") + 1 :][:14]
    assert [line.split()[-1] for line in due] == ["1", *["0"] * 13]
    assert " Stage 1  100 % (1)" in told


def test_a_learner_without_answers_is_told_how_to_begin(tiny_folder, capsys):
    assert run(["stats", "--course", str(tiny_folder)]) == 0
    assert "No answers yet" in capsys.readouterr().out


def test_a_long_goal_goes_on_under_its_beginning(printed):
    goal = "Use tensors, autograd, data loading and the training loop with confidence."
    info = COURSE["decks/course.yaml"].replace("Know every kind.", f'"{goal}"')
    told = printed("path", width=40, files={"decks/course.yaml": info})
    assert re.search(r"\n  Use tensors, autograd, data loading *\n  and the training loop", told)


def test_the_path_speaks_the_language_of_the_cards(printed):
    said = "lang: zh\nstages: {1: 系统层面}\nweeks: {1: 第 7–14 周}\ngoals: {1: 了解每一种。}\n"
    files = {"decks/zh/course.yaml": said}
    told = printed("path", "--lang", "zh", "--stage", "1", width=40, files=files).splitlines()
    begin = told.index("第 1 阶段  系统层面")
    below = [line.strip() for line in told[begin + 1 : begin + 4]]
    assert below == ["（第 7–14 周）", "← 你在这里", "了解每一种。"]


def test_the_path_says_what_became_of_a_source(printed):
    sources = """\
        resources:
          a: {title: A, url: "https://a.org/old", stage: 1, status: moved, now: "https://a.org/new"}
          b: {title: B, url: "https://b.org", stage: 1, status: replaced, now: "https://c.org"}
          ddp-notes: {title: D, url: "https://d.org", stage: 1, status: gone, now: The manual}
        """
    told = printed("path", "--stage", "1", files={"decks/resources.yaml": sources})
    assert [line.strip() for line in told.splitlines()][-7:] == [
        "• A", "https://a.org/new", "• B (replaced)", "https://b.org", "→ https://c.org",
        "• D (gone)", "→ The manual",
    ]  # fmt: skip
