"""Translations say the words of the course's table, and no others."""

import pytest

from flashcards.lint.entry_view import view_entry, view_translations
from flashcards.lint.terminology import find_other_words
from flashcards.model import Course, EntryTranslation, Recall, Term, WordChoice
from flashcards.source import load_course
from tests.helpers.lint_findings import INFO
from tests.helpers.one_deck import read_deck

WORDS = {
    "stride": WordChoice(say="步幅", also=("跨步",), never=("步长", "幅")),
    "eager mode": WordChoice(say="eager 模式"),
    "rank": WordChoice(say="rank"),
    "kernel": WordChoice(say="核", never=("核函数",)),
}


def recall(question: str, answer: str, zh: dict[tuple[str, ...], str]) -> list[tuple[str, str]]:
    entry = Recall(key="k", recall=question, answer=answer)
    return findings(entry, zh)


def findings(entry, zh) -> list[tuple[str, str]]:
    deck = read_deck("deck: a\ntitle: A\nentries:\n- {recall: R, key: r, answer: A}\n", "a.yaml")
    translation = EntryTranslation(source=None, texts=zh)
    course = Course(
        info=INFO, decks=(deck,), words={"zh": WORDS}, translations={"zh": {"k": translation}}
    )
    found = list_findings(course, entry)
    assert all((each.key, each.lang) == ("k", "zh") for each in found)
    return [("/".join(each.path), str(each.message)) for each in found]


def list_findings(course, entry):
    views = view_translations(view_entry(course, entry))
    return [each for view in views for each in find_other_words(view)]


def zh(recall: str, answer: str) -> dict[tuple[str, ...], str]:
    return {("recall",): recall, ("answer",): answer}


def test_a_rejected_word_is_told_where_the_english_has_the_term():
    assert recall("What is it?", "The strides.", zh("是什么？", "是步长，不是步幅。")) == [
        ("answer", "'步长' is a wrong word for 'stride'")
    ]


def test_a_rejected_word_that_has_the_right_one_inside_is_told_too():
    english, chinese = "A kernel runs.", "运行核函数，即核。"
    assert recall("What runs?", english, zh("什么在运行？", chinese)) == [
        ("answer", "'核函数' is a wrong word for 'kernel'")
    ]
    assert recall("What runs?", english, zh("什么在运行？", "运行核。")) == []


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("The step size.", "步长。"),  # another concept
        ("The stride.", "步幅。"),  # which has a rejected word inside
        ("The stride.", "跨步。"),
        ("The stride.", "stride。"),
        ("It strode.", "步长。"),
        ("`stride` is one.", "步长是 1。"),  # code is not a term
        ("A [link](stride.html).", "链接。"),
        ("Astride.", "跨着。"),
        ("The .stride of it.", "它的属性。"),
        ("In eager-mode.", "在eager模式下。"),  # spaces beside Chinese letters never count
        ("Rank 0.", "Rank 0。"),
    ],
)
def test_what_means_something_else_or_says_it_well_is_silent(english, chinese):
    assert recall("What?", english, zh("什么？", chinese)) == []


def test_a_term_that_is_said_nowhere_in_the_entry_is_told_once():
    assert recall("Which stride?", "The stride.", zh("哪个间隔？", "那个间隔。")) == [
        ("recall", "'stride' is not called '步幅' in 'zh'")
    ]
    assert recall("Which stride?", "The stride.", zh("哪个间隔？", "那个步幅。")) == []


def test_a_term_that_is_taught_has_the_name_of_the_table():
    entry = Term(key="k", term="Stride", meaning="A number of elements.")
    assert findings(entry, {("term",): "`步幅`", ("meaning",): "元素个数。"}) == []
    assert findings(entry, {("term",): "步幅数", ("meaning",): "元素个数。"}) == [
        ("term", "the term is called '步幅数', and '步幅' in the table of words")
    ]


def test_aliases_may_be_what_people_type():
    entry = Term(key="k", term="stride", meaning="A number.", aliases=("step of a stride",))
    texts = {("term",): "步幅", ("meaning",): "数。", ("aliases",): ("步长",)}
    assert findings(entry, texts) == []


def test_the_curriculum_says_its_own_words():
    course = load_course(None)
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    assert len(course.words["zh"]) > 150
    assert [each for entry in entries for each in list_findings(course, entry)] == []
