"""Texts by path: what a translation replaces, what a fingerprint covers."""

from flashcards.course.model import Cloze, Code, Compare, Option, OutputOption, Row, Term
from flashcards.course.texts import collect_texts, fingerprint_texts, replace_texts
from tests.helpers.changes import replace

ROW = Row(
    aspect="Processes",
    dp="one",
    ddp="many",
    wrong={"none": Option(text="none at all", why="Something must run.")},
    ask={"ddp": "How many?"},
    which={"dp": "Which has one?"},
    why={"ddp": "One per GPU."},
)
COMPARE = Compare(
    key="c", compare={"dp": "DP", "ddp": "DDP"}, rows={"process": ROW}, why="Because."
)
CODE = Code(
    key="k", code="print(1)", prints="1", wrong={"two": OutputOption(text="2", why="That is two.")}
)


def test_the_texts_of_a_comparison_are_found_by_the_path_in_the_yaml():
    assert collect_texts(COMPARE) == {
        ("compare", "dp"): "DP",
        ("compare", "ddp"): "DDP",
        ("rows", "process", "aspect"): "Processes",
        ("rows", "process", "dp"): "one",
        ("rows", "process", "ddp"): "many",
        ("rows", "process", "wrong", "none", "text"): "none at all",
        ("rows", "process", "wrong", "none", "why"): "Something must run.",
        ("rows", "process", "ask", "ddp"): "How many?",
        ("rows", "process", "which", "dp"): "Which has one?",
        ("rows", "process", "why", "ddp"): "One per GPU.",
        ("why",): "Because.",
    }


def test_code_and_its_outputs_are_not_translated_but_the_reasons_are():
    assert collect_texts(CODE) == {("wrong", "two", "why"): "That is two."}


def test_words_are_replaced_where_they_are_given_and_only_there():
    row = ("rows", "process")
    changed = replace_texts(
        COMPARE,
        {
            (*row, "dp"): "一个",
            (*row, "wrong", "none", "text"): "没有",
            (*row, "why", "ddp"): "每个 GPU 一个。",
            ("why",): "因为。",
        },
    )
    assert changed.rows["process"] == replace(
        ROW,
        dp="一个",
        ddp="many",
        wrong={"none": Option(text="没有", why="Something must run.")},
        why={"ddp": "每个 GPU 一个。"},
    )
    assert changed.why == "因为。"
    assert changed.compare == COMPARE.compare
    wrong = replace_texts(CODE, {("wrong", "two", "why"): "那是二。"}).wrong["two"]
    assert wrong == OutputOption(text="2", why="那是二。")


def test_the_fingerprint_follows_the_texts_and_nothing_else():
    term = Term(key="t", term="leaf", meaning="No parents.", aliases=("leaf tensor",))
    assert fingerprint_texts(term) == fingerprint_texts(
        replace(term, key="u", stage=3, tags=("x",))
    )
    assert fingerprint_texts(term) != fingerprint_texts(replace(term, meaning="No parents!"))
    assert fingerprint_texts(term) != fingerprint_texts(replace(term, aliases=()))
    assert len(fingerprint_texts(term)) == 6


def test_the_reason_of_a_gap_stands_under_why():
    cloze = Cloze(key="g", cloze="a b", gaps={1: "a", 2: "b"}, why={2: "Because."})
    assert collect_texts(cloze)[("why", "2")] == "Because."
    assert replace_texts(cloze, {("why", "2"): "因为。"}).reasons == {2: "因为。"}
