"""An order to find is never shown solved, and every other order is as likely."""

import re
from collections import Counter
from itertools import permutations

from flashcards.anki.fields import render_fields
from flashcards.cards import Card, Note
from flashcards.course.model import Compare, Deck, Order, Row
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.sheet import make_form
from flashcards.questions.build import make_question
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.question import Neighbours

DRAWS = 600
STEPS = Order(key="step", order="One step", steps={"a": "Forward", "b": "Backward", "c": "Update"})
ROW = Row(aspect="Scope", a="one GPU", b="one machine", c="all machines")
MATCH = Compare(key="scope", compare={"a": "X", "b": "Y", "c": "Z"}, rows={"r": ROW})


def ask(entry, seed):
    row = "r" if entry is MATCH else None
    note = Note(entry.key, entry, Deck(deck="d", title="D"), "c", row=row)
    return make_question(Card(note, 0), Neighbours([note]), seed)


def show(question):
    return "".join(option.name for option in question.options)


def show_in_anki(key):
    fields = render_fields(Note(key, STEPS, Deck(deck="d", title="D"), "c"))
    return "".join("abc"[int(step)] for step in re.findall(r'data-step="(\d)"', fields["Shuffled"]))


def print_form(entry, seed, name):
    plan = QuizPlan("T", "C", (DrawnQuestion(ask(entry, seed)),), seed, "1")
    return make_form(plan, name).questions[0].question


def draw_all(entry, name):
    return [show(print_form(entry, str(seed), name)) for seed in range(DRAWS)]


def test_over_600_draws_no_order_is_solved_and_every_other_is_as_likely():
    """Of five orders each is expected 120 times; 80 and 160 are four deviations away."""
    keys = [f"k{number}" for number in range(DRAWS)]
    drawn = {
        "steps asked": [show(ask(STEPS, str(seed))) for seed in range(DRAWS)],
        "cells asked": [show(ask(MATCH, str(seed))) for seed in range(DRAWS)],
        "steps in Anki": [show_in_anki(key) for key in keys],
        **{f"steps in form {name}": draw_all(STEPS, name) for name in ("A", "B", "Ada")},
        **{f"cells in form {name}": draw_all(MATCH, name) for name in ("A", "B", "Ada")},
    }
    orders = {"".join(order) for order in permutations("abc")} - {"abc"}
    wrong = {
        where: counts
        for where, found in drawn.items()
        if (counts := Counter(found)).keys() != orders
        or not 80 <= min(counts.values()) <= max(counts.values()) <= 160
    }
    assert wrong == {}
