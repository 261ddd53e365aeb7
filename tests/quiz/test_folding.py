"""Options are folded at words, Chinese anywhere, and no letter is lost."""

import pytest

from flashcards.quiz.ask.folding import folded


def lines(title, width, start=3):
    text = "".join(part for _, part in folded(title, width, 6, start))
    return text.split("\n")


def test_a_line_is_broken_between_words():
    title = [
        ("", "1  "),
        ("", "Said of a tensor whose elements lie in memory one after the other."),
    ]
    found = lines(title, 30)
    assert found == [
        "1  Said of a tensor whose",
        "      elements lie in memory",
        "      one after the other.",
    ]


def test_chinese_is_broken_anywhere_and_counts_two_columns_a_sign():
    found = lines([("", "1  "), ("", "张量的形状和步幅决定如何读取存储")], 22)
    assert found == ["1  张量的形状和步幅", "      决定如何读取存储"]


def test_styles_are_kept_across_a_break():
    title = [("", "1  "), ("class:code", "optimizer.zero_grad()"), ("", " clears every gradient")]
    assert folded(title, 30, 6, 3) == [
        ("", "1  "),
        ("class:code", "optimizer.zero_grad()"),
        ("", "\n      clears every gradient"),
    ]


@pytest.mark.parametrize("width", [12, 20, 40, 80])
def test_no_letter_is_lost(width):
    text = "A tensor with its own shape, strides and an_extraordinarily_long_identifier() 和中文。"
    found = "".join(lines([("", "1  "), ("", text)], width))
    assert found.replace(" ", "") == ("1  " + text).replace(" ", "")
