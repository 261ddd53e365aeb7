"""The grade of an exam that was stopped is the one in its own file, whoever else sat it."""

import json
import random
from itertools import permutations

import pytest

from flashcards.course.model import (
    Choose,
    Course,
    CourseInfo,
    Deck,
    Option,
    Order,
    Pick,
    Quiz,
    Selection,
)
from flashcards.results.load import load_results
from flashcards.results.report import make_report
from flashcards.study.exam import ExamAnswer, start_exam
from flashcards.study.grading import grade_answer

BLOCKS = (("two", 4, 2), ("one", 4, 1), ("four", 2, 4))
"""Tag, questions and points of each block: 20 points."""


def choose(tag, number):
    wrong = {"w": Option(text="y", why="No."), "v": Option(text="z", why="No.")}
    return Choose(key=f"{tag}-{number}", tags=(tag,), choose=f"Which of {tag} {number}?",
                  right={"r": Option(text="x")}, wrong=wrong)  # fmt: skip


def make_course(entries):
    info = CourseInfo(id="c", title="C", author="A", licence="L")
    return Course(info=info, decks=(Deck(deck="d", title="D", entries=tuple(entries)),))


def make_quiz(pass_mark=50.0):
    picks = (
        Pick(title=tag, select=Selection(tag=(tag,)), count=count, points=points)
        for tag, count, points in BLOCKS
    )
    return Quiz(quiz="q", title="Q", picks=tuple(picks), pass_mark=pass_mark)


COURSE = make_course(choose(tag, number) for tag, count, _ in BLOCKS for number in range(count))


def sit(name, *given, course=COURSE, quiz=None, seed="s"):
    """The result of somebody who gave these answers, or right and wrong ones, and stopped."""
    exam = start_exam(course, quiz or make_quiz(), "en", seed, name)
    for drawn, answer in zip(exam.questions, given, strict=False):
        question = drawn.question
        right = question.sequence or question.right_names
        chosen = right if answer is True else ("w",) if answer is False else answer
        exam.answered.append(ExamAnswer(drawn, chosen, grade_answer(question, chosen), 1000))
    exam.ended = 60_000
    return exam.result()


@pytest.fixture
def report(tmp_path):
    """Makes the report on files with these results."""

    def make(results):
        paths = [tmp_path / f"{place}.json" for place in range(len(results))]
        for path, result in zip(paths, results, strict=True):
            path.write_text(json.dumps(result), encoding="utf-8")
        return make_report(*load_results(paths))

    return make


def grades(found):
    return {each.name: (each.points, each.total, each.percent, each.passed) for each in found}


ADA = (True,) * 5
BOB = (*(True,) * 7, False)
"""Finished the second block, and stopped then."""
EVE = (True,) * 10
OWN = {
    "Ada": (9, 20, 45.0, False), "Bob": (11, 20, 55.0, True), "Eve": (20, 20, 100.0, True),
}  # fmt: skip


def test_who_was_stopped_has_the_grade_of_the_own_file_whoever_else_sat_it(report):
    given = {"Ada": sit("Ada", *ADA), "Bob": sit("Bob", *BOB), "Eve": sit("Eve", *EVE)}
    for names in [*permutations(given, 2), *permutations(given, 3)]:
        found = grades(report([given[name] for name in names]).people)
        assert found == {name: OWN[name] for name in names}


def test_every_grade_is_that_of_the_own_file_with_parts_of_the_credit_too(report):
    """7 1/3 of 20 points are 36.67 %."""
    rng, steps = random.Random(25), {name: name for name in "abc"}
    course = make_course(
        Order(key=f"{tag}-{n}", tags=(tag,), order=f"{tag} {n}", steps=steps)
        for tag, count, _ in BLOCKS for n in range(count)
    )  # fmt: skip
    answers = [rng.choices([*permutations("abc")], k=n % 11) for n in range(40)]
    results = [
        sit(f"P{n}", *given, course=course, quiz=make_quiz(25), seed=str(n % 3))
        for n, given in enumerate(answers)
    ]
    own = {each["candidate"]: (each["percent"], each["passed"]) for each in results}
    found = {each.name: (each.percent, each.passed) for each in report(results).people}
    assert [(name, own[name], found[name]) for name in own if own[name] != found[name]] == []


def test_a_report_over_different_draws_says_how_many_questions_all_were_asked(report):
    many = make_course(choose("one", number) for number in range(12))
    quiz = Quiz(quiz="q", title="Q", select=Selection(tag=("one",)), count=6)
    results = [sit(name, *[True] * 6, course=many, quiz=quiz, seed=name) for name in "abc"]
    asked = [{answer["card"] for answer in result["answers"]} for result in results]
    shared, every = set.intersection(*asked), set.union(*asked)
    assert len(shared) < 6 < len(every)
    (notice,) = report(results).notices
    told = f"{len(every)} questions were asked, {len(shared)} of them of everybody"
    assert told in notice
