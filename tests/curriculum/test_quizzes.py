"""The quizzes that come with the curriculum: every draw of an exam is a good paper."""

import re
from collections import Counter
from functools import cache

import pytest

from flashcards.cards import list_notes
from flashcards.course.filters import filter_items
from flashcards.course.model import KINDS
from flashcards.questions.build import list_forms
from flashcards.questions.draw import GRADED_BY_A_PERSON, draw_quiz
from flashcards.questions.question import guessing_score
from flashcards.selection import translate_quiz
from tests.helpers.builtin import builtin_course

STAGES = (1, 2, 3, 4)
TOPICS = {"compiler-stack", "distributed", "autograd", "interview", "placement"}
OF_STAGES = {f"stage-{n}" for n in STAGES} | {f"stage-{n}-practice" for n in STAGES}
SEEDS = [str(number) for number in range(10)]
SPREAD = {
    "stage-1": {"easy": 5, "medium": 10, "hard": 5},
    "stage-2": {"easy": 2, "medium": 12, "hard": 6},
    "stage-3": {"medium": 13, "hard": 7},
    "stage-4": {"medium": 13, "hard": 7},
    "autograd": {"medium": 13, "hard": 7},
    "distributed": {"medium": 12, "hard": 8},
    "compiler-stack": {"medium": 12, "hard": 8},
    "interview": {"hard": 30},
}
"""How many questions of each difficulty every paper has."""
CURATED = [*SPREAD, "placement"]
MAIN_DECKS = {
    "stage-1": {"tensors", "autograd", "data-loading", "training"},
    "stage-2": {
        "memory-model", "autograd-engine", "cpp-extensions", "serialization", "device-memory",
        "source-map",
    },
    "stage-3": {"data-parallel", "model-parallel", "cuda", "performance", "torchscript"},
    "stage-4": {"quantization", "deployment"},
    "autograd": {"autograd", "autograd-engine"},
    "distributed": {"data-parallel", "model-parallel"},
}  # fmt: skip
"""Decks that every paper asks about."""


def load_quiz(name):
    return builtin_course().quizzes[name]


@cache
def load_notes(lang):
    return list_notes(builtin_course(), lang)


def asked(name, lang="en", seed="any"):
    quiz = load_quiz(name)
    return draw_quiz(quiz, load_notes(lang), seed, exam=True).require_enough().questions


def text_of(question):
    """All that a candidate sees of it."""
    things = [text for _, text, _ in question.things]
    options = [option.text for option in question.options]
    return "\n".join([question.stem, question.code or "", *things, *options])


def test_there_are_a_practice_and_an_exam_for_every_stage_and_one_for_each_topic():
    assert builtin_course().quizzes.keys() == TOPICS | OF_STAGES


@pytest.mark.parametrize("exam", [True, False])
@pytest.mark.parametrize("name", sorted(TOPICS | OF_STAGES))
def test_every_quiz_has_the_same_questions_and_points_in_every_language(name, exam):
    facts = {}
    for lang in ("en", "zh"):
        drawn = draw_quiz(load_quiz(name), load_notes(lang), "any", exam=exam).require_enough()
        points = sum(question.points for question in drawn.questions)
        blocks = [len(block.cards) for block in drawn.blocks]
        facts[lang] = (blocks, len(drawn.questions), points, drawn.left_out)
    assert facts["zh"] == facts["en"]
    assert facts["en"][1]
    assert builtin_course().info.promises["zh"] == KINDS


@pytest.mark.parametrize("name", sorted(TOPICS | OF_STAGES))
def test_every_quiz_says_its_titles_and_what_it_is_for_in_both_languages(name):
    purpose = load_quiz(name).purpose
    assert purpose.startswith("For ")
    assert purpose.endswith(".")
    told = translate_quiz(builtin_course(), load_quiz(name), "zh")
    blocks = [pick.title for pick in told.picks if pick.title not in ("CUDA", "autograd", None)]
    for text in (told.title, told.purpose, *blocks):
        assert re.search("[\u4e00-\u9fff]", text), text


@pytest.mark.parametrize("name", CURATED)
def test_every_paper_is_as_hard_as_the_others_gives_no_answer_and_cannot_be_guessed(name):
    for paper in (asked(name, seed=seed) for seed in SEEDS):
        questions = [each.question for each in paper]
        entries = [question.card.entry for question in questions]
        difficulties = Counter(entry.difficulty for entry in entries)
        assert difficulties == SPREAD.get(name, difficulties)
        assert len({entry.key for entry in entries}) == len(entries)
        decks = {question.card.note.deck.deck for question in questions}
        assert decks >= MAIN_DECKS.get(name, set())
        for written in [each for each in questions if each.form in ("type", "gap")]:
            answer = written.accepted[0].lower()
            others = [text_of(each).lower() for each in questions if each is not written]
            assert len(answer) < 4 or not [text for text in others if answer in text], written.id
        won = sum(each.points * guessing_score(each.question) for each in paper)
        assert won <= 0.3 * sum(each.points for each in paper)


@pytest.mark.parametrize("name", sorted(TOPICS | OF_STAGES))
def test_every_block_draws_from_at_least_three_times_the_questions_that_it_asks(name):
    quiz, exam = load_quiz(name), name in CURATED
    drawn = draw_quiz(quiz, load_notes("en"), exam=exam)

    def may_ask(card):
        return not exam or list_forms(card)[0] not in GRADED_BY_A_PERSON

    for block in drawn.blocks:
        pool = filter_items(load_notes("en"), block.settings.select)
        notes = [note for note in pool if any(map(may_ask, note.cards))]
        assert len(notes) >= 3 * block.settings.count, block.settings.title


@pytest.mark.parametrize("stage", STAGES)
def test_quizzes_of_a_stage_ask_about_that_stage_alone(stage):
    for name in (f"stage-{stage}", f"stage-{stage}-practice"):
        assert {each.question.card.note.stage for each in asked(name)} == {stage}
    assert load_quiz(f"stage-{stage}").pass_mark
    assert load_quiz(f"stage-{stage}-practice").minutes is None


def test_the_placement_has_no_clock_asks_as_much_about_each_stage_and_nothing_hard():
    assert load_quiz("placement").minutes is None
    for seed in SEEDS:
        questions = [each.question for each in asked("placement", seed=seed)]
        stages = [question.card.note.stage for question in questions]
        assert {stages.count(stage) for stage in STAGES} == {7}
        assert {question.card.entry.difficulty for question in questions} <= {"easy", "medium"}
