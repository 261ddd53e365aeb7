"""Options are fold at words, Chinese anywhere, and no letter is lost."""

import pytest
from prompt_toolkit.utils import get_cwidth

from flashcards.terminal.wrap import fold, measure_width


def lines(text, width):
    """The lines of an option; as in a list, its number stands left of where it begins."""
    return fold(text, width, 6, 3).split("\n")


def test_a_line_is_broken_between_words():
    text = "1  Said of a tensor whose elements lie in memory one after the other."
    found = lines(text, 30)
    assert found == [
        "1  Said of a tensor whose",
        "      elements lie in memory",
        "      one after the other.",
    ]


def test_chinese_is_broken_anywhere_and_counts_two_columns_a_sign():
    found = lines("1  张量的形状和步幅决定如何读取存储", 22)
    assert found == ["1  张量的形状和步幅", "      决定如何读取存储"]


def test_a_chinese_line_neither_begins_with_a_closing_nor_ends_with_an_opening_mark():
    text = "切片共用存储，转置也是（stride 互换）。连续化则要拷贝；“视图”不要。"
    for width in range(14, 40):
        for line in lines(f"1  {text}", width):
            assert line.strip()[0] not in "，。；）”", width
            assert line[-1] not in "（“", width


def test_no_line_ends_at_a_space_that_does_not_break():
    told = "Attention\u202f: «\u202fdetach\u202f» ne copie rien\u202f; clone, si."
    for text in (told, f"张 {told}"):
        for width in range(16, 60):
            found = fold(text, width, 0, 0).split("\n")
            assert " ".join(found) == text
            assert not any(line[0] in "»:;" or line[-1] == "«" for line in found), width


def test_code_and_the_mark_behind_it_stay_in_one_line():
    text = "1  Call zero_grad(), then step."
    assert lines(text, 20) == ["1  Call", "      zero_grad(),", "      then step."]


def test_the_output_of_a_program_keeps_its_shape():
    text = "1  tensor([[1, 2],\n        [3, 4]])"
    assert lines(text, 40) == ["1  tensor([[1, 2],", "              [3, 4]])"]


@pytest.mark.parametrize("width", [12, 20, 40, 80])
def test_no_letter_is_lost(width):
    text = "A tensor with its own shape, strides and an_extraordinarily_long_identifier() 和中文。"
    found = "".join(lines(f"1  {text}", width))
    assert found.replace(" ", "") == ("1  " + text).replace(" ", "")


def test_widths_are_those_of_the_toolkit():
    signs = [chr(number) for number in range(0x3100)]
    wrong = [sign for sign in signs if measure_width(sign) != get_cwidth(sign)]
    assert wrong == []
