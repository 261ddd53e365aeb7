"""Checklist, statistics and path: ticked and counted by real memory."""

import json
import re

import pytest

from flashcards.cli import run
from flashcards.course.model import Concept, Course, CourseInfo, Deck, Recall
from flashcards.progress.path import check_concepts
from flashcards.progress.stats import Leech, compute_stats
from flashcards.reviews.memory import RELEARNING, REVIEW, Memory
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews
from flashcards.study.standing import Moment, find_standing
from tests.helpers.changes import replace

DAY = 86_400_000
NOW = 1_700_000_000_000
EARNED = Memory(REVIEW, None, 100.0, 5.0, NOW + DAY, NOW, NOW, 3, 0)
CONCEPT, OTHER = ("tiny-course", "ddp-sync#0"), ("tiny-course", "clear-gradients#0")


@pytest.mark.parametrize(
    ("memories", "tick", "earned"),
    [
        ({}, "new", 0),
        ({CONCEPT: EARNED}, "begun", 1),  # the card that belongs to it was never seen
        ({OTHER: EARNED}, "begun", 1),
        ({CONCEPT: EARNED, OTHER: EARNED}, "known", 2),
        ({CONCEPT: EARNED, OTHER: EARNED._replace(state=RELEARNING)}, "begun", 1),
    ],
)
def test_a_concept_of_few_cards_is_known_when_every_card_about_it_is_earned(
    tiny_course, memories, tick, earned
):
    moment = Moment(NOW, NOW, NOW + DAY)
    standing = replace(find_standing(tiny_course, moment), memories=memories)
    items = check_concepts(standing)
    assert [(item.key, item.tick, item.earned, item.cards) for item in items] == [
        ("ddp-sync", tick, earned, 2)
    ]


@pytest.mark.parametrize(
    ("ratings", "earned"),
    [
        ([], 0),
        ([3], 0),  # the second step is still to come
        ([3, 3], 1),
        ([4], 1),
        ([3, 3, 1], 0),  # forgotten since
        ([3, 3, 1, 3], 1),
        ([1] * 97, 0),
    ],
)
def test_a_card_is_earned_when_its_steps_are_done(log, tiny_course, ratings, earned):
    for number, rating in enumerate(ratings):
        log.record(review("ddp-gap#0", NOW - DAY + number * 600_000, rating))
    standing = find_standing(tiny_course, Moment(NOW, NOW, NOW + DAY)).load(log)
    assert standing.count_cards(standing.cards).earned == earned


@pytest.mark.parametrize(("cards", "known"), [(1, 1), (9, 9), (10, 9), (19, 18), (20, 18)])
def test_nine_tenths_of_the_cards_about_a_concept_make_it_known(cards, known):
    about = [Recall(key=f"r{n}", recall="Q?", answer="A", about=("c",)) for n in range(1, cards)]
    concept = Concept(key="c", concept="C", points={"p": "P"})
    info = CourseInfo(id="x", title="X", author="A", licence="CC0")
    course = Course(info=info, decks=(Deck(deck="d", title="D", entries=(concept, *about)),))
    standing = find_standing(course, Moment(NOW, NOW, NOW + DAY))
    names = [("x", card.id) for card in standing.cards]
    ticks = [
        check_concepts(replace(standing, memories=dict.fromkeys(names[:count], EARNED)))[0].tick
        for count in range(cards + 1)
    ]
    assert ticks.index("known") == known
    assert ticks.count("known") == cards + 1 - known


def review(card: str, at: int, rating: int = 3) -> Review:
    return Review("tiny-course", card, "en", "f", at, rating, 1.0, "single", "x", 30_000, "1")


@pytest.fixture
def log(tmp_path):
    made = open_reviews(tmp_path / "reviews.db")
    yield made
    made.close()


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
    found = compute_stats(find_standing(tiny_course, moment), log)
    assert (found.today.answers, found.today.right, found.minutes_today) == (2, 2, 1.0)
    assert (found.reviews, found.cards, found.seen) == (5, 12, 2)
    assert found.calendar == {20_000: 2, 19_994: 1, 19_990: 2}
    assert (found.retention[1].answers, found.retention[1].right) == (2, 1)
    assert sum(found.forecast) == 2


def test_forgotten_cards_and_weak_concepts_are_named(log, tiny_course):
    for turn in range(12):
        rating = 1 if turn % 2 else 4
        log.record(review("clear-gradients#0", NOW - (40 - 3 * turn) * DAY, rating))
    found = compute_stats(find_standing(tiny_course, Moment(NOW, NOW, NOW + DAY)), log)
    asks = "Which call clears the gradients?"
    assert found.leeches == [Leech("clear-gradients#0", asks, 6)]
    assert [weak.key for weak in found.weakest] == ["ddp-sync"]


@pytest.fixture
def learned(own_home):
    """A learner with a few answers of today and before."""
    import time

    now = time.time_ns() // 1_000_000
    log = open_reviews(own_home / "reviews.db")
    for days, card in ((9, "ddp-gap#0"), (4, "ddp-gap#0"), (0, "ddp-step#0")):
        log.record(review(card, now - days * DAY))
    log.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("command", ["checklist", "stats", "path"])
@pytest.mark.parametrize("width", ["40", "80", "120"])
def test_each_picture_fits_the_width(
    learned, tiny_folder, capsys, monkeypatch, command, lang, width
):
    from rich.cells import cell_len

    monkeypatch.setenv("COLUMNS", width)
    assert run([command, "--course", str(tiny_folder), "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert out.strip()
    assert max(cell_len(line.rstrip()) for line in out.splitlines()) <= int(width)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", range(36, 61))
def test_the_status_of_a_concept_is_never_divided(
    learned, tiny_folder, capsys, monkeypatch, lang, width
):
    monkeypatch.setenv("COLUMNS", str(width))
    assert run(["checklist", "--course", str(tiny_folder), "--lang", lang]) == 0
    status = "new 0/2" if lang == "en" else "未开始 0/2"
    assert [line for line in capsys.readouterr().out.splitlines() if line.endswith(status)]


def test_a_narrow_path_has_the_weeks_of_a_stage_in_one_piece(
    learned, tmp_path, capsys, monkeypatch
):
    from tests.helpers.course_files import COURSE, write_course

    said = "lang: zh\nstages: {1: 系统层面}\nweeks: {1: 第 7–14 周}\n"
    course = write_course(tmp_path / "said", {**COURSE, "decks/zh/course.yaml": said})
    monkeypatch.setenv("COLUMNS", "40")
    assert run(["path", "--course", str(course), "--lang", "zh", "--stage", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    begin = told.index("第 1 阶段  系统层面")
    assert told[begin + 1] == "  （阅读：第 7–14 周）  ← 你在这里"


def test_each_picture_is_also_for_programs(learned, tiny_folder, capsys):
    found = {}
    for command in ("checklist", "stats", "path"):
        assert run([command, "--course", str(tiny_folder), "--json", "--stage", "1"]) == 0
        found[command] = json.loads(capsys.readouterr().out)
    assert found["checklist"][0]["key"] == "ddp-sync"
    assert found["stats"]["answers"] == 3
    assert found["stats"]["retention"]["1"] == {"answers": 1, "right": 1, "share": 1.0}
    assert found["path"][0]["resources"][0]["url"] == "https://example.org/ddp"


def test_a_learner_without_answers_is_told_how_to_begin(tiny_folder, capsys):
    assert run(["stats", "--course", str(tiny_folder)]) == 0
    assert "No answers yet" in capsys.readouterr().out


def test_a_weak_concept_is_named_by_its_title_in_the_language_of_the_cards(
    learned, own_home, tiny_folder, capsys
):
    log = open_reviews(own_home / "reviews.db")
    log.record(replace(review("ddp-sync#0", NOW), lang="zh", uid="zh"))
    log.close()
    assert run(["stats", "--course", str(tiny_folder), "--lang", "zh"]) == 0
    assert "%  DDP 如何保持各副本一致\n" in capsys.readouterr().out


def test_a_long_goal_goes_on_under_its_beginning(learned, tmp_path, capsys, monkeypatch):
    from tests.helpers.course_files import COURSE, write_course

    goal = "Use tensors, autograd, data loading and the training loop with confidence."
    info = COURSE["decks/course.yaml"].replace("Know every kind.", f'"{goal}"')
    course = write_course(tmp_path / "long", {**COURSE, "decks/course.yaml": info})
    monkeypatch.setenv("COLUMNS", "40")
    assert run(["path", "--course", str(course)]) == 0
    told = capsys.readouterr().out
    assert re.search(r"\n  Use tensors, autograd, data loading *\n  and the training loop", told)


def test_the_path_speaks_the_language_of_the_cards(learned, tmp_path, capsys):
    from tests.helpers.course_files import COURSE, write_course

    said = """\
        lang: zh
        stages: {1: 开始}
        weeks: {1: 第 1–2 周}
        goals: {1: 了解每一种。}
        """
    course = write_course(tmp_path / "said", {**COURSE, "decks/zh/course.yaml": said})
    assert run(["path", "--course", str(course), "--lang", "zh", "--stage", "1"]) == 0
    told = capsys.readouterr().out
    assert all(words in told for words in ("开始", "第 1–2 周", "了解每一种。"))
    assert "Know every kind" not in told


def test_the_path_says_what_became_of_a_source(learned, tmp_path, capsys):
    from tests.helpers.course_files import COURSE, write_course

    sources = """\
        resources:
          a: {title: A, url: "https://a.org/old", stage: 1, status: moved, now: "https://a.org/new"}
          b: {title: B, url: "https://b.org", stage: 1, status: replaced, now: "https://c.org"}
          ddp-notes: {title: D, url: "https://d.org", stage: 1, status: gone, now: The manual}
        """
    course = write_course(tmp_path / "aged", {**COURSE, "decks/resources.yaml": sources})
    assert run(["path", "--course", str(course), "--stage", "1"]) == 0
    told = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert told[-3:] == [
        "• A  https://a.org/new", "• B (replaced) → https://c.org  https://b.org",
        "• D (gone) → The manual",
    ]  # fmt: skip


@pytest.mark.parametrize("errors", ["strict", "backslashreplace"])
def test_what_is_for_programs_is_json_on_any_stream(monkeypatch, errors):
    from io import BytesIO, TextIOWrapper

    from flashcards.terminal.output import print_json

    stream = TextIOWrapper(BytesIO(), "ascii", errors=errors)
    monkeypatch.setattr("sys.stdout", stream)
    print_json({"title": "café 中文 \N{GRINNING FACE}"})
    stream.flush()
    assert json.loads(stream.buffer.getvalue()) == {"title": "café 中文 \N{GRINNING FACE}"}
