"""The figures equal those worked out from the definitions, and those of scipy."""

import math
import random

import pytest

from flashcards.results.attempts import AskedQuestion, Attempt, Response
from flashcards.results.class_report import ClassReport
from flashcards.results.item_analysis import (
    analyse_items,
    find_best_third,
    measure_reliability,
    wilson_interval,
)
from flashcards.results.report_text import describe_reliability, format_points
from flashcards.words.catalog import find_words

DICHOTOMOUS = [
    [1, 1, 1, 1],
    [1, 1, 1, 0],
    [1, 1, 0, 0],
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [0, 0, 0, 0],
]
"""Six people, four questions, right or wrong."""


@pytest.fixture(scope="module")
def stats():
    """Imported by whom it is asked for: that takes a second."""
    from scipy import stats

    return stats


def partial_scores():
    """Forty people, twelve questions worth 1 to 3 points, with part of the credit."""
    rng = random.Random(7)
    people = []
    for _ in range(40):
        skill = rng.random()
        people.append(
            [min(1, max(0, round(4 * rng.gauss(skill, 0.3)) / 4)) for _ in range(12)]
        )  # fmt: skip
    return people, [1 + n % 3 for n in range(12)]


def class_of(scores, weights=None):
    weights = weights or [1.0] * len(scores[0])
    points = {f"q{n}": float(weight) for n, weight in enumerate(weights)}
    attempts = []
    for n, row in enumerate(scores):
        given = {f"q{k}": Response(float(score), (str(score),)) for k, score in enumerate(row)}
        attempts.append(Attempt(f"p{n}", f"p{n}", given, weights=points))
    return attempts, {name: AskedQuestion(name, worth) for name, worth in points.items()}


def variance(values):
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


@pytest.mark.parametrize(
    ("scores", "weights"), [(DICHOTOMOUS, [1, 1, 1, 1]), partial_scores()], ids=["right", "partial"]
)
class TestTwoClasses:
    def test_share_right_and_mean_score_are_counted(self, scores, weights):
        for place, item in enumerate(analyse_items(*class_of(scores, weights), {})):
            column = [row[place] for row in scores]
            assert item.people == len(scores)
            assert item.share_right == pytest.approx(column.count(1) / len(column))
            assert item.mean_score == pytest.approx(sum(column) / len(column))

    def test_discrimination_is_the_correlation_with_all_other_questions(
        self, stats, scores, weights
    ):
        for place, item in enumerate(analyse_items(*class_of(scores, weights), {})):
            own = [row[place] for row in scores]
            rest = [
                sum(w * s for k, (w, s) in enumerate(zip(weights, row, strict=True)) if k != place)
                for row in scores
            ]
            assert item.discrimination == pytest.approx(stats.pearsonr(own, rest).statistic)
            interval = stats.pearsonr(own, rest).confidence_interval(0.95)
            assert item.discrimination_interval == pytest.approx(tuple(interval))

    def test_alpha_is_worked_out_from_its_definition(self, scores, weights):
        found = measure_reliability(class_of(scores, weights)[0])
        rows = [[w * s for w, s in zip(weights, row, strict=True)] for row in scores]
        items = [variance(column) for column in zip(*rows, strict=True)]
        totals = variance([sum(row) for row in rows])
        count = len(items)
        alpha = count / (count - 1) * (1 - sum(items) / totals)
        assert found.alpha == pytest.approx(alpha)
        error = 100 * math.sqrt(totals * (1 - alpha)) / sum(weights)
        assert found.error == pytest.approx(error)

    def test_the_interval_of_alpha_is_that_of_bonett(self, stats, scores, weights):
        found = measure_reliability(class_of(scores, weights)[0])
        people, count = len(scores), len(weights)
        error = math.sqrt(2 * count / ((count - 1) * (people - 2)))
        around = stats.norm(math.log(1 - found.alpha), error).interval(0.95)
        assert (found.high, found.low) == pytest.approx([1 - math.exp(each) for each in around])

    def test_the_interval_of_alpha_is_near_that_of_feldt(self, stats, scores, weights):
        """The exact one of items that are alike, by a distribution that is not kept here."""
        found = measure_reliability(class_of(scores, weights)[0])
        free = len(scores) - 1, (len(scores) - 1) * (len(weights) - 1)
        near = 0.02 if len(scores) >= 30 else 1
        low, high = (1 - (1 - found.alpha) * stats.f.ppf(q, *free) for q in (0.975, 0.025))
        assert (found.low, found.high) == pytest.approx((low, high), abs=near)

    def test_the_interval_of_a_share_is_that_of_wilson(self, stats, scores, weights):
        for item in analyse_items(*class_of(scores, weights), {}):
            wilson = stats.binomtest(item.right, item.people).proportion_ci(0.95, "wilson")
            assert item.interval == pytest.approx(tuple(wilson))


def test_right_or_wrong_the_discrimination_is_the_point_biserial(stats):
    for place, item in enumerate(analyse_items(*class_of(DICHOTOMOUS), {})):
        own = [row[place] for row in DICHOTOMOUS]
        rest = [sum(row) - row[place] for row in DICHOTOMOUS]
        assert item.discrimination == pytest.approx(stats.pointbiserialr(own, rest).statistic)


@pytest.mark.parametrize(
    "scores",
    [[[1]], [[1, 1, 1]], [[1], [0]], [[1, 1], [1, 1], [1, 1]], [[0, 0], [0, 0]]],
    ids=["one person, one question", "one person", "one question", "all right", "all wrong"],
)
def test_a_degenerate_class_has_shares_but_no_correlation_and_no_alpha(scores):
    attempts, questions = class_of(scores)
    assert measure_reliability(attempts) is None
    for place, item in enumerate(analyse_items(attempts, questions, {})):
        column = [row[place] for row in scores]
        assert item.share_right == sum(column) / len(column)
        assert item.discrimination is None
        low, high = item.interval
        assert 0 <= low <= item.share_right <= high <= 1


def test_everybody_right_but_one_has_an_alpha_of_nothing():
    """Only one question varies: no covariance, so alpha is 0."""
    found = measure_reliability(class_of([[1, 1, 1], [1, 1, 1], [0, 1, 1]])[0])
    assert found.alpha == pytest.approx(0)


@pytest.mark.parametrize(("hits", "count"), [(0, 1), (1, 1), (3, 5), (0, 40), (2500, 5000)])
def test_intervals_of_shares_are_those_of_scipy(stats, hits, count):
    wilson = stats.binomtest(hits, count).proportion_ci(0.95, "wilson")
    assert wilson_interval(hits, count) == pytest.approx(tuple(wilson), abs=1e-12)


def test_what_nobody_graded_counts_nowhere():
    attempts, questions = class_of([[1, 0], [0, 1], [1, 1], [0, 0]])
    attempts[0].responses["q1"] = Response(None, ("words",))
    first, second = analyse_items(attempts, questions, {})
    assert (first.people, second.people, second.ungraded) == (4, 3, 1)
    assert attempts[0].total == 1
    assert measure_reliability(attempts).people == 3


def test_people_who_were_asked_other_questions_give_no_alpha():
    attempts, _ = class_of([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
    for attempt, missing in zip(attempts, ("q0", "q1", "q2", "q0"), strict=True):
        del attempt.responses[missing]
    assert measure_reliability(attempts) is None


@pytest.mark.parametrize(
    ("shares", "best"),
    [
        ([0.9, 0.1, 0.5, 0.8, 0.2, 0.3], {0, 3}),
        ([0.9, 0.9, 0.9, 0.1, 0.1, 0.1], {0, 1, 2}),
        ([0.5, 0.5, 0.5], set()),
        ([0.5, 0.1], set()),
        ([0.9, 0.5, 0.1, 0.2, 0.3], {0, 1}),
    ],
)
def test_the_best_third_is_told_unless_too_many_are_level(shares, best):
    assert find_best_third(shares) == best


def test_an_alpha_below_0_is_said_to_be_that_and_gets_no_interval():
    contrary = [[1, 0, 0], [0, 1, 1], [1, 0, 1]]
    found = measure_reliability(class_of(contrary)[0])
    assert found.alpha < 0
    report = ClassReport(find_words("en"), "", "", None, [], [], [], found, [], {}, [], [])
    told = describe_reliability(report)
    assert told.startswith("Reliability (alpha) is below 0: ")
    assert "95 %" not in told
    assert told.endswith("With 3 people this says little.")


def test_points_are_rounded_to_two_digits():
    assert [format_points(find_words("en"), points) for points in (17 / 3, 5, 2.5, 0.005)] == [
        "5.67", "5", "2.5", "0.01"
    ]  # fmt: skip


def test_answers_of_a_match_are_told_with_what_they_were_matched_to():
    question = AskedQuestion("m", 1, "", ("x", "y"), ("x", "y", "z"), True, ("t-test", "sign test"))
    given = [("x", "y"), ("y", "x"), ("y", ""), ("y",), (), ("x", "y")]
    attempts = [
        Attempt(str(n), str(n), {"m": Response(0.0, chosen)}, weights={"m": 1.0})
        for n, chosen in enumerate(given)
    ]
    (item,) = analyse_items(attempts, {"m": question}, {"m": {"x": "two means", "y": "two ranks"}})
    assert {pick.text: (pick.people, pick.right) for pick in item.picks} == {
        "t-test: two means; sign test: two ranks": (2, True),
        "t-test: two ranks; sign test: –": (2, False),
        "t-test: two ranks; sign test: two means": (1, False),
    }
    assert item.unanswered == 1


def test_formulas_of_a_report_are_letters_and_code_stays_code():
    asked = AskedQuestion(
        "q",
        1,
        text="Is \\(\\alpha^2\\) small?\nre.match(r'\\(a\\)')",
        right=("a",),
        options=("a", "b"),
    )
    attempts = [Attempt("Ann", "", {"q": Response(1.0, ("a",))}, weights={"q": 1.0})]
    (item,) = analyse_items(attempts, {"q": asked}, {"q": {"a": r"It is \(\beta_1\)", "b": "no"}})
    assert item.text == "Is α² small?\nre.match(r'\\(a\\)')"
    assert [pick.text for pick in item.picks] == ["It is β₁", "no"]
