"""Translations say the words of the course's table, and no others."""

import pytest

from flashcards.course.model import WordChoice
from tests.helpers.lint_findings import lint_entries

WORDS = {
    "stride": WordChoice(say="步幅", also=("跨步",), never=("步长", "幅")),
    "eager mode": WordChoice(say="eager 模式"),
    "rank": WordChoice(say="rank"),
    "kernel": WordChoice(say="核", never=("核函数",)),
}


def translate(english: str, chinese: str) -> list[str]:
    entry = f"- recall: Why?\n  key: k\n  answer: {english}\n"
    return find(entry, {("recall",): "为什么？", ("answer",): chinese})


def find(entry: str, zh: dict[tuple[str, ...], str]) -> list[str]:
    found = [each for each in lint_entries(entry, zh=zh, words=WORDS) if each.rule == "terminology"]
    assert all(each.lang == "zh" for each in found)
    return [f"{'/'.join(each.path)}: {each.message.partition(';')[0]}" for each in found]


@pytest.mark.parametrize(
    ("english", "chinese", "told"),
    [
        ("The strides.", "是步长，不是步幅。", "'步长' is a wrong word for 'stride'"),
        ("A kernel runs.", "运行核函数，即核。", "'核函数' is a wrong word for 'kernel'"),
        ("The stride.", "那个间隔。", "'stride' is not called '步幅'"),
    ],
)
def test_another_word_is_told_where_the_english_has_the_term(english, chinese, told):
    assert translate(english, chinese) == [f"answer: {told}"]


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("The step size.", "步长。"),  # another concept
        ("The stride.", "步幅。"),  # which has a rejected word inside
        ("The stride.", "跨步。"),
        ("The stride.", "stride。"),
        ("It strode.", "步长。"),
        ("'`stride` is one.'", "步长是 1。"),  # code is not a term
        ("'A [link](stride.html).'", "链接。"),
        ("Astride.", "跨着。"),
        ("The .stride of it.", "它的属性。"),
        ("In eager-mode.", "在eager模式下。"),  # spaces beside Chinese never count
        ("Rank 0.", "Rank 0。"),
        ("A kernel runs.", "运行核。"),
    ],
)
def test_what_means_something_else_or_says_it_well_is_silent(english, chinese):
    assert translate(english, chinese) == []


def test_aliases_are_not_looked_at():
    entry = "- term: Stride\n  key: k\n  meaning: A number.\n  aliases: [step of a stride]\n"
    assert find(entry, {("term",): "`步幅`", ("meaning",): "数。", ("aliases",): ("步长",)}) == []
