"""The form that is asked, and the verdict: nearly is never silently right."""

import pytest

from flashcards.cards import Card, Note
from flashcards.course.model import Deck, Recall
from flashcards.questions.question import Choice, Question
from flashcards.reviews.memory import AGAIN, EASY, GOOD, HARD
from flashcards.study.grading import choose_form, grade_answer, offer_ratings, suggest_rating
from flashcards.text.answer_rules import NAME_SPELLING, to_javascript
from tests.helpers.typed_answers import CASES

DECK = Deck(deck="d", title="D")
CARD = Card(Note("k", Recall(key="k", recall="q", answer="a"), DECK, "c"), 0)


def typed(*accepted, **more) -> Question:
    return Question(CARD, more.pop("form", "type"), "", "", accepted=accepted, **more)


@pytest.mark.parametrize("ask", ["grow", "memory", "options"])
@pytest.mark.parametrize(
    "possible", [("single", "reveal"), ("single", "reveal", "type"), ("single",), ("type",)]
)
def test_a_choice_is_met_with_options_and_then_recalled_as_the_learner_wishes(possible, ask):
    met, later = (choose_form(possible, ask, is_first_day) for is_first_day in (True, False))
    bare = "reveal" if "reveal" in possible else possible[0]
    assert met == (bare if ask == "memory" else possible[0])
    assert later == (possible[0] if ask == "options" else bare)


@pytest.mark.parametrize(
    ("kind", "is_right", "is_helped", "ratings"),
    [
        ("choose", True, False, (GOOD, AGAIN, HARD, EASY)),
        ("choose", False, False, (AGAIN,)),
        ("choose", True, True, (HARD, AGAIN)),
        ("choose", False, True, (AGAIN,)),
        ("term", True, False, (GOOD, AGAIN, HARD, EASY)),
        ("term", False, False, (AGAIN, HARD, GOOD, EASY)),
    ],
)
def test_the_rating_that_an_answer_has_comes_before_those_that_it_may_get(
    kind, is_right, is_helped, ratings
):
    assert offer_ratings(kind, is_right, is_helped) == ratings


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.typed}={case.names[-1]}")
def test_the_terminal_accepts_what_is_the_same_name(case):
    question = typed(*case.names, case=case.case)
    assert grade_answer(question, [case.typed]).right is case.accepted


def test_no_rule_needs_what_older_phones_do_not_know():
    for pattern, _ in to_javascript(NAME_SPELLING):
        assert "(?<" not in pattern, "a look behind breaks the whole script before iOS 16.4"
        assert "{letter}" not in pattern


@pytest.mark.parametrize("answer", ["", "   ", "gradient", "bucket gradient", "\x00", "x" * 9999])
def test_another_answer_is_wrong(answer):
    verdict = grade_answer(typed("gradient bucket"), [answer])
    assert (verdict.score, verdict.near) == (0, False)


@pytest.mark.parametrize(
    ("accepted", "answer", "near"),
    [
        ("tensor", "tensro", True),  # two letters swapped
        ("tensor", "tenser", True),
        ("tensor", "tenzer", False),  # two edits in six letters
        ("all-reduce", "al-reduse", True),  # two edits in a longer word
        ("cat", "cut", False),  # too short to be nearly
        ("float16", "float32", False),  # digits are never nearly
        ("float16", "flaot16", True),
    ],
)
def test_nearly_is_one_edit_in_five_to_eight_letters_and_two_in_more(accepted, answer, near):
    verdict = grade_answer(typed(accepted), [answer])
    assert (verdict.score, verdict.near) == (0, near)


def test_case_counts_where_the_author_says_so():
    verdict = grade_answer(typed("Tensor", case=True), ["tensor"])
    assert (verdict.right, verdict.near) == (False, True)


@pytest.mark.parametrize(
    ("code", "hidden", "answer", "right"),
    [
        ("f([ … ])", "(4, 1)", "(4,1)", True),
        ("f([ … ])", "grad * y", "grad*y", True),
        ("f([ … ])", "i<n", "i < n", True),
        ("f([ … ])", "not in", "notin", False),  # a space between words counts
        ("f([ … ])", "x -1", "x 1", False),
        ("f([ … ])", "a-b", "a b", False),  # in code a hyphen is a minus
        ("y = torch.[ … ](x)", "compile", "torch.compile", True),  # repeats what stands around
        ("y = torch.[ … ](x)", "compile", " torch.compile() ", True),
        ("c10::[ … ] storage_;", "Storage", "c10::Storage", True),
        ("y = torch.[ … ](x)", "compile", "compile(x)", False),
        ("y = torch.[ … ](x)", "compile", "jit.compile", False),
        ("prof.[ … ]", "step()", "prof.step()", True),
        ("prof.[ … ]", "step()", "step", False),  # the brackets are part of the gap
    ],
)
def test_a_gap_in_code_takes_what_is_the_same_code(code, hidden, answer, right):
    gap = typed(hidden, form="gap", case=True, code=code)
    assert grade_answer(gap, [answer]).right is right


def test_another_term_is_never_nearly_right_however_it_is_spaced():
    question = typed("stack", others=frozenset({"slack", "cuda 图", "all-reduce"}))
    for answer in ("slack", "CUDA图", "all reduce"):
        verdict = grade_answer(question, [answer])
        assert (verdict.near, verdict.hint) == (False, "other_term")
    verdict = grade_answer(question, ["stavk"])
    assert (verdict.near, verdict.hint) == (True, None)


@pytest.mark.parametrize(
    ("printed", "answer", "right"),
    [
        ("(1, 3)", "(1,3)", True),
        ("a\nb", "a  \nb\n\n", True),
        ("a\nb", "a b", False),
        ("1", "1.0", False),  # print shows the type of a number
        ("0.73", "7.3e-1", True),
        ("True", "true", False),
        ("1 2", "12", False),
        ("1 2 (3, 1)", "1  2(3,1)", True),
        ("tensor([1, 2])", "tensor([1,  2])", True),
        ("", "", True),
        ("", "None", False),
    ],
)
def test_output_is_compared_line_by_line(printed, answer, right):
    verdict = grade_answer(typed(printed, lines=True, case=True), [answer])
    assert (verdict.right, verdict.near) == (right, False)


@pytest.mark.parametrize(
    ("points", "had", "rating"),
    [(6, 6, GOOD), (6, 5, HARD), (6, 4, AGAIN), (3, 2, HARD), (2, 1, AGAIN), (1, 1, GOOD)],
)
def test_all_points_suggest_good_all_but_one_hard_and_fewer_again(points, had, rating):
    options = tuple(Choice(name, name, right=True) for name in "abcdef"[:points])
    question = Question(CARD, "points", "", "", options=options)
    assert suggest_rating(question, "abcdef"[:had]) == rating
