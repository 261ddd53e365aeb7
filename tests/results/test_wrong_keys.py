"""Questions whose key is wrong are found in simulated exams of a small class."""

import random
from math import exp
from statistics import fmean

PEOPLE, QUESTIONS, WRONG_KEYS, EXAMS = 25, 24, 2, 30
OPTIONS = "ABCD"
HEAD = "form,position,question_id,answer,points,type,options\n"


def simulate_exam(seed: int) -> tuple[str, str]:
    """The answers of a class of medium ability, and a key of which the last answers are wrong.

    Who does not know an answer guesses, and likes some wrong options more than others. A wrong key
    names the wrong option that most people like.
    """
    draw = random.Random(seed)
    abilities = [draw.gauss(0, 1) for _ in range(PEOPLE)]
    hardness = draw.uniform(0.2, 1.4)
    answers = [[f"P{number}"] for number in range(PEOPLE)]
    key = HEAD
    for position in range(1, QUESTIONS + 1):
        right, *others = draw.sample(OPTIONS, len(OPTIONS))
        liking = [draw.uniform(0.5, 2) for _ in others]
        difficulty = draw.gauss(hardness, 0.6)
        for person, ability in zip(answers, abilities, strict=True):
            knows = draw.random() < 1 / (1 + exp(1.7 * (difficulty - ability)))
            guess = draw.choices([right, *others], [1.25, *liking])[0]
            person.append(right if knows else guess)
        told = max(zip(liking, others, strict=True))[1] if is_wrong(position) else right
        key += f"A,{position},{position},{told},1,single,a b c d\n"
    heading = ",".join(["name", *map(str, range(1, QUESTIONS + 1))])
    return "\n".join([heading, *map(",".join, answers)]), key


def is_wrong(position: int) -> bool:
    return position > QUESTIONS - WRONG_KEYS


def test_three_of_four_wrong_keys_are_found_and_hardly_a_right_one_is_doubted(grade):
    found = doubted = exams = 0
    for seed in range(100):
        report, _ = grade(*simulate_exam(seed))
        if 40 <= fmean(person["percent"] for person in report["people"]) <= 60:
            suspects = [int(item["id"]) for item in report["questions"] if item["look_at"]]
            wrong = sum(map(is_wrong, suspects))
            found, doubted, exams = found + wrong, doubted + len(suspects) - wrong, exams + 1
        if exams == EXAMS:
            break
    assert exams == EXAMS
    assert found / (exams * WRONG_KEYS) >= 0.75
    assert doubted / (exams * (QUESTIONS - WRONG_KEYS)) <= 0.05
