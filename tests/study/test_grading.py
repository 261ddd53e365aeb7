"""The same answer written differently is the same answer; nearly is never silently right."""

import pytest

from flashcards.cards import Card, Note
from flashcards.course.model import Deck, Recall
from flashcards.questions import Choice, Question
from flashcards.reviews.memory import AGAIN, GOOD, HARD
from flashcards.study.grading import (
    find_own_name,
    grade_answer,
    suggest_rating,
)
from flashcards.text.plain_text import edit_distance
from flashcards.text.typed_answers import list_typed_forms

DECK = Deck(deck="d", title="D")
CARD = Card(Note("k", Recall(key="k", recall="q", answer="a"), DECK, "c"), 0)


def typed(*accepted, **more) -> Question:
    return Question(CARD, more.pop("form", "type"), "", "", accepted=accepted, **more)


def choice(right: str, wrong: str) -> Question:
    options = [Choice(name, name, right=name in right) for name in right + wrong]
    return Question(CARD, "multiple", "", "", options=tuple(options))


@pytest.mark.parametrize(
    "answer",
    [
        "gradient bucket",
        "  Gradient   BUCKET ",
        "`gradient bucket`",
        "ｇｒａｄｉｅｎｔ　ｂｕｃｋｅｔ",
        "bucket",
    ],
)
def test_case_spaces_width_and_code_marks_do_not_count(answer):
    assert grade_answer(typed("gradient bucket", "bucket"), [answer]).right


@pytest.mark.parametrize("answer", ["χ² test", "Chi^2 test", "CHI^2 TEST", r"\chi^2 test"])
def test_a_name_with_a_formula_is_graded_as_other_names_are(answer):
    question = typed(*list_typed_forms(r"$\chi^2$ test"))
    assert grade_answer(question, [answer]).right
    assert not grade_answer(question, ["χ³-test"]).right


@pytest.mark.parametrize("answer", ["", "   ", "gradient", "bucket gradient", "\x00", "x" * 9999])
def test_another_answer_is_wrong(answer):
    verdict = grade_answer(typed("gradient bucket"), [answer])
    assert (verdict.score, verdict.near) == (0, False)


def test_case_counts_where_the_author_says_so():
    assert grade_answer(typed("Tensor", case=True), ["Tensor"]).right
    verdict = grade_answer(typed("Tensor", case=True), ["tensor"])
    assert (verdict.right, verdict.near) == (False, True)


@pytest.mark.parametrize(
    ("accepted", "answer", "near"),
    [
        ("tensor", "tensro", True),  # two letters swapped
        ("tensor", "tenser", True),
        ("tensor", "tenzer", False),  # two edits in six letters
        ("all-reduce", "all-reduse", True),
        ("all-reduce", "al-reduse", True),  # two edits in a longer word
        ("cat", "cut", False),  # too short to be nearly
        ("float16", "float32", False),  # digits are never nearly
        ("float16", "flaot16", True),
    ],
)
def test_nearly_is_one_edit_in_five_to_eight_letters_and_two_in_more(accepted, answer, near):
    verdict = grade_answer(typed(accepted), [answer])
    assert (verdict.score, verdict.near) == (0, near)


def test_a_hyphen_between_words_is_a_space_but_not_in_a_number():
    assert grade_answer(typed("all-reduce"), ["all reduce"]).right
    assert grade_answer(typed("min cut"), ["min-cut"]).right
    assert not grade_answer(typed("1e-3"), ["1e 3"]).right
    assert not grade_answer(typed("-2"), ["2"]).right


def test_another_term_is_told_however_it_is_spaced():
    question = typed("CUDA 流", others=frozenset({"cuda 图", "all-reduce"}))
    assert grade_answer(question, ["CUDA图"]).hint == "other_term"
    assert grade_answer(question, ["all reduce"]).hint == "other_term"
    assert grade_answer(question, ["cuda 核"]).hint is None


@pytest.mark.parametrize(
    ("hidden", "answer", "right"),
    [
        ("(4, 1)", "(4,1)", True),
        ("grad * y", "grad*y", True),
        ("i<n", "i < n", True),
        ("not in", "notin", False),
        ("x -1", "x 1", False),
        ("a-b", "a b", False),  # in code a hyphen is a minus
    ],
)
def test_in_code_only_spaces_between_words_count(hidden, answer, right):
    gap = typed(hidden, form="gap", case=True, code="f([ … ])")
    assert grade_answer(gap, [answer]).right is right


@pytest.mark.parametrize(
    ("code", "hidden", "answer", "right"),
    [
        ("y = torch.[ … ](x)", "compile", "torch.compile", True),
        ("y = torch.[ … ](x)", "compile", " torch.compile() ", True),
        ("c10::[ … ] storage_;", "Storage", "c10::Storage", True),
        ("y = torch.[ … ](x)", "compile", "compile(x)", False),
        ("y = torch.[ … ](x)", "compile", "jit.compile", False),
        ("prof.[ … ]", "step()", "prof.step()", True),
        ("prof.[ … ]", "step()", "step", False),  # the brackets are part of the gap
    ],
)
def test_what_stands_around_a_gap_may_be_repeated(code, hidden, answer, right):
    gap = typed(hidden, form="gap", case=True, code=code)
    assert grade_answer(gap, [answer]).right is right


def test_another_term_is_never_nearly_right():
    question = typed("stack", others=frozenset({"slack"}))
    verdict = grade_answer(question, ["slack"])
    assert (verdict.near, verdict.hint) == (False, "other_term")
    assert grade_answer(question, ["stavk"]).near


@pytest.mark.parametrize(
    ("accepted", "answer"), [("0.73", "7.3e-1"), ("0.73", ".73"), ("3", "3.0"), ("-2", "−2")]
)
def test_numbers_are_compared_by_value(accepted, answer):
    assert grade_answer(typed(accepted), [answer.replace("−", "-")]).right


def test_a_decimal_comma_is_wrong_with_a_hint():
    verdict = grade_answer(typed("0.73"), ["0,73"])
    assert (verdict.right, verdict.near, verdict.hint) == (False, False, "decimal_point")


@pytest.mark.parametrize(
    ("printed", "answer", "right"),
    [
        ("(1, 3)", "(1,3)", True),
        ("a\nb", "a  \nb\n\n", True),
        ("a\nb", "a b", False),
        ("1", "1.0", False),  # print shows the type of a number
        ("0.73", "7.3e-1", True),
        ("True", "true", False),
        ("tensor([1, 2])", "tensor([1,  2])", True),
        ("", "", True),
        ("", "None", False),
    ],
)
def test_output_is_compared_line_by_line(printed, answer, right):
    assert grade_answer(typed(printed, lines=True, case=True), [answer]).right is right


def test_output_with_other_marks_is_nearly_and_another_digit_is_not():
    assert grade_answer(typed("(1, 3)", lines=True, case=True), ["[1, 3]"]).near
    assert not grade_answer(typed("(1, 3)", lines=True, case=True), ["(1, 4)"]).near


@pytest.mark.parametrize(
    ("picked", "score"),
    [("ab", 1), ("a", 0.5), ("abx", 0.5), ("ax", 0), ("xy", 0), ("", 0), ("abxy", 0)],
)
def test_several_give_a_point_for_each_hit_less_one_for_each_false_pick(picked, score):
    assert grade_answer(choice("ab", "xy"), list(picked)).score == score


def test_what_was_missed_and_what_was_false_is_told():
    verdict = grade_answer(choice("ab", "xy"), ["a", "x"])
    assert (verdict.missed, verdict.false) == (("b",), ("x",))


def test_an_order_is_right_only_as_a_whole():
    options = tuple(Choice(name, name) for name in "cab")
    question = Question(CARD, "order", "", "", options=options, sequence=tuple("abc"))
    assert grade_answer(question, list("abc")).right
    assert grade_answer(question, list("acb")).score == pytest.approx(1 / 3)
    assert grade_answer(question, []).score == 0


def test_a_match_counts_each_thing():
    things = (("dp", "DP", "one"), ("ddp", "DDP", "many"))
    options = (Choice("one", "One"), Choice("many", "Many"))
    question = Question(CARD, "match", "", "", options=options, things=things)
    assert grade_answer(question, ["one", "many"]).right
    verdict = grade_answer(question, ["one", "one"])
    assert (verdict.score, verdict.missed) == (0.5, ("ddp",))


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("梯度桶", "梯度", 1)],
)
def test_the_distance_counts_edits(one, other, edits):
    assert edit_distance(one, other) == edit_distance(other, one) == edits


@pytest.mark.parametrize(
    ("points", "had", "rating"),
    [(6, 6, GOOD), (6, 5, HARD), (6, 4, AGAIN), (6, 0, AGAIN), (3, 2, HARD), (2, 2, GOOD),
     (2, 1, AGAIN), (1, 1, GOOD), (1, 0, AGAIN)],
)  # fmt: skip
def test_all_points_suggest_good_all_but_one_hard_and_fewer_again(points, had, rating):
    question = choice("abcdef"[:points], "")
    assert suggest_rating(question, "abcdef"[:had]) == rating


@pytest.mark.parametrize(
    ("answer", "near"),
    [
        ("sin ok\nexp error\nsigmoid errr", True),
        ("sin ok\nexp eror\nsigmoid errr", True),  # one in each of two lines
        ("sin ok\nexp error\nsigmoyd errr", False),  # two in one line
        ("sin ok\nexp error", False),
        ("min ok\nexp error\nsigmoid error", False),  # a short word is another word
        ("sin ok\nexp ok\nsigmoid error", False),
    ],
)
def test_a_slip_in_a_printed_word_is_nearly_right(answer, near):
    printed = typed("sin ok\nexp error\nsigmoid error", lines=True, case=True)
    verdict = grade_answer(printed, [answer])
    assert (verdict.right, verdict.near) == (False, near)


@pytest.mark.parametrize(
    ("printed", "answer", "near"),
    [
        ("tensor(3.)", "tensor(3.0)", True),
        ("tensor(3.)", "tensr(3.)", True),
        ("tensor(3.)", "tensor(2.)", False),
        ("tensor(3.)", "tensor(30.)", False),
        ("tensor(3.)", "tensr(3.0)", False),
        ("torch.float32", "torch.float64", False),
        ("torch.Size([2, 3])", "torch.Size([3, 2])", False),
        ("True", "False", False),
    ],
)
def test_another_number_in_a_printed_line_is_never_nearly_right(printed, answer, near):
    verdict = grade_answer(typed(printed, lines=True, case=True), [answer])
    assert (verdict.right, verdict.near) == (False, near)


@pytest.mark.parametrize(
    ("answer", "name"),
    [("data type", "dtype"), ("DType", None), ("`dtype`", None), ("datatype", "dtype")],
)
def test_another_name_that_is_right_brings_the_name_of_the_course(answer, name):
    question = typed("dtype", "data type", "datatype", answer="dtype")
    assert grade_answer(question, [answer]).right
    assert find_own_name(question, answer) == name
