"""The report on a made-up class, for whoever shows one."""

import random

from flashcards.results.attempts import AskedQuestion, Attempt, Collected, File, Response
from flashcards.results.class_report import make_report
from flashcards.results.question_bank import QuestionBank
from flashcards.words.message import Message, Names, Person
from tests.helpers.builtin import builtin_course


def make_class_report(people=24, lang="en"):
    """People of all skills and a dozen questions of the curriculum; one key is wrong."""
    bank = QuestionBank(builtin_course(), lang)
    rng = random.Random(5)
    facts = {id: bank.describe(id) for id in bank._cards}
    ids = [id for id, each in facts.items() if len(each.right) == 1 and len(each.options) > 3][:12]
    facts = {id: facts[id] for id in ids}
    questions = {
        id: AskedQuestion(id, 1.0, "", each.right, tuple(each.options))
        for id, each in facts.items()
    }
    attempts = []
    for number in range(people):
        skill, responses = number / people, {}
        for place, (id, each) in enumerate(facts.items()):
            wrong = [name for name in each.options if name not in each.right]
            good = rng.random() < (1 - skill if place == 3 else skill)
            chosen = each.right if good else (wrong[0],) if place == 3 else (rng.choice(wrong),)
            right = float(set(chosen) == set(each.right))
            responses[id] = Response(right, tuple(chosen), rng.randrange(4_000, 90_000))
        duration = rng.randrange(300_000, 1_500_000)
        worth = dict.fromkeys(ids, 1.0)
        name = f"Person {number:02}"
        attempts.append(Attempt(name, str(number), responses, duration, weights=worth))
    found = Collected(attempts, questions, "exam", "Tensors, 张量 & <autograd>", 60)
    found.left_out.append(Message("table-empty", file=File("notes.txt")))
    found.notices.append(Message("answers-given-twice", n=2, people=Names([Person("Ada")])))
    return make_report(found, bank)
