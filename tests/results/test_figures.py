"""The figures equal those worked out from the definitions."""

import math
import random

import pytest

from flashcards.results.paper import Answer, Attempt, Question
from flashcards.results.report import analyse_items, find_best_third, measure_alpha

DICHOTOMOUS = [
    [1, 1, 1, 1],
    [1, 1, 1, 0],
    [1, 1, 0, 0],
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [0, 0, 0, 0],
]
"""Six people, four questions, right or wrong."""


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
    attempts = [
        Attempt(f"p{n}", f"p{n}", {
            f"q{k}": Answer(float(score), float(weights[k]), (str(score),))
            for k, score in enumerate(row)
        })
        for n, row in enumerate(scores)
    ]  # fmt: skip
    questions = [Question(f"q{k}", "type", weight) for k, weight in enumerate(weights)]
    return attempts, {question.id: question for question in questions}


def alpha_of(attempts):
    graded = {
        id for each in attempts for id, answer in each.answers.items() if answer.score is not None
    }
    return measure_alpha(attempts, graded)


def pearson(ones, others):
    mean, other = sum(ones) / len(ones), sum(others) / len(others)
    both = sum((a - mean) * (b - other) for a, b in zip(ones, others, strict=True))
    return both / math.sqrt((len(ones) - 1) ** 2 * variance(ones) * variance(others))


def variance(values):
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


@pytest.mark.parametrize(
    ("scores", "weights"), [(DICHOTOMOUS, [1, 1, 1, 1]), partial_scores()], ids=["right", "partial"]
)
class TestTwoClasses:
    def test_share_right_and_mean_score_are_counted(self, scores, weights):
        for place, item in enumerate(analyse_items(*class_of(scores, weights))):
            column = [row[place] for row in scores]
            assert item.people == len(scores)
            assert item.share_right == pytest.approx(column.count(1) / len(column))
            assert item.mean_score == pytest.approx(sum(column) / len(column))

    def test_discrimination_is_the_correlation_with_all_other_questions(self, scores, weights):
        for place, item in enumerate(analyse_items(*class_of(scores, weights))):
            own = [row[place] for row in scores]
            rest = [
                sum(w * s for k, (w, s) in enumerate(zip(weights, row, strict=True)) if k != place)
                for row in scores
            ]
            assert item.discrimination == pytest.approx(pearson(own, rest))

    def test_alpha_is_worked_out_from_its_definition(self, scores, weights):
        rows = [[w * s for w, s in zip(weights, row, strict=True)] for row in scores]
        items = [variance(column) for column in zip(*rows, strict=True)]
        totals = variance([sum(row) for row in rows])
        count = len(items)
        alpha = count / (count - 1) * (1 - sum(items) / totals)
        assert alpha_of(class_of(scores, weights)[0]) == (pytest.approx(alpha), len(scores))


@pytest.mark.parametrize(
    "scores",
    [[[1]], [[1, 1, 1]], [[1], [0]], [[1, 1], [1, 1], [1, 1]], [[0, 0], [0, 0]]],
    ids=["one person, one question", "one person", "one question", "all right", "all wrong"],
)
def test_a_degenerate_class_has_shares_but_no_correlation_and_no_alpha(scores):
    attempts, questions = class_of(scores)
    assert alpha_of(attempts)[0] is None
    for place, item in enumerate(analyse_items(attempts, questions)):
        column = [row[place] for row in scores]
        assert item.share_right == sum(column) / len(column)
        assert item.discrimination is None


def test_everybody_right_but_one_has_an_alpha_of_nothing():
    """Only one question varies: no covariance, so alpha is 0."""
    attempts, _ = class_of([[1, 1, 1], [1, 1, 1], [0, 1, 1]])
    assert alpha_of(attempts) == (pytest.approx(0), 3)


def test_what_nobody_graded_counts_nowhere():
    attempts, questions = class_of([[1, 0], [0, 1], [1, 1], [0, 0]])
    attempts[0].answers["q1"] = Answer(None, 1, ("words",))
    first, second = analyse_items(attempts, questions)
    assert (first.people, second.people) == (4, 3)
    assert attempts[0].total == 1
    assert alpha_of(attempts)[1] == 3


def test_people_who_were_asked_other_questions_give_no_alpha():
    attempts, _ = class_of([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
    for attempt, missing in zip(attempts, ("q0", "q1", "q2", "q0"), strict=True):
        del attempt.answers[missing]
    assert alpha_of(attempts)[0] is None


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


def test_answers_of_a_match_are_told_with_the_numbers_they_were_matched_to():
    question = Question("m", "match", 1, ("x", "y"), ("x", "y", "z"))
    given = [("x", "y"), ("y", "x"), ("y", ""), ("y", ""), (), ("x", "y")]
    attempts = [
        Attempt(str(n), str(n), {"m": Answer(0.0, 1.0, picks)}) for n, picks in enumerate(given)
    ]
    (item,) = analyse_items(attempts, {"m": question})
    assert {pick.name: (pick.people, pick.right) for pick in item.picks} == {
        "1: x; 2: y": (2, True),
        "1: y; 2: –": (2, False),
        "1: y; 2: x": (1, False),
    }
    assert item.unanswered == 1


@pytest.mark.parametrize(("people", "looked_at"), [(7, False), (40, True)])
def test_a_negative_discrimination_is_listed_if_it_is_hardly_chance(people, looked_at):
    """The first question is right for the weaker half, with exceptions, and wrong in many ways."""
    rows = []
    for n in range(people):
        strong = n % 2
        rows.append([1 - strong if n % 5 else strong, *[strong] * 4, n % 3 == 0])
    attempts, questions = class_of(rows)
    for each in attempts:
        if not each.answers["q0"].score:
            each.answers["q0"] = Answer(0.0, 1, (each.person,))
    first, *_ = analyse_items(attempts, questions)
    assert first.discrimination < 0
    assert (first.look_at == "who does well elsewhere does worse here") is looked_at
