"""Texts by path: what a translation replaces, what a fingerprint covers."""

from dataclasses import replace

from flashcards.model import Code, Compare, Option, Term
from flashcards.text.entry_texts import collect_texts, fingerprint_texts, replace_texts

ROWS = {"process": {"aspect": "Processes", "dp": "one", "ddp": "many"}}
COMPARE = Compare(key="c", compare={"dp": "DP", "ddp": "DDP"}, rows=ROWS, why="Because.")
CODE = Code(
    key="k", code="print(1)", prints="1", wrong={"two": Option(text="2", why="That is two.")}
)


def test_the_texts_of_a_comparison_are_found_by_the_path_in_the_yaml():
    assert collect_texts(COMPARE) == {
        ("compare", "dp"): "DP",
        ("compare", "ddp"): "DDP",
        ("rows", "process", "aspect"): "Processes",
        ("rows", "process", "dp"): "one",
        ("rows", "process", "ddp"): "many",
        ("why",): "Because.",
    }


def test_code_and_its_outputs_are_not_translated_but_the_reasons_are():
    assert collect_texts(CODE) == {("wrong", "two", "why"): "That is two."}


def test_words_are_replaced_where_they_are_given_and_only_there():
    changed = replace_texts(COMPARE, {("rows", "process", "dp"): "一个", ("why",): "因为。"})
    assert changed.rows == {"process": {"aspect": "Processes", "dp": "一个", "ddp": "many"}}
    assert changed.why == "因为。"
    assert changed.compare == COMPARE.compare
    wrong = replace_texts(CODE, {("wrong", "two", "why"): "那是二。"}).wrong["two"]
    assert wrong == Option(text="2", why="那是二。")


def test_the_fingerprint_follows_the_texts_and_nothing_else():
    term = Term(key="t", term="leaf", meaning="No parents.", aliases=("leaf tensor",))
    assert fingerprint_texts(term) == fingerprint_texts(
        replace(term, key="u", stage=3, tags=("x",))
    )
    assert fingerprint_texts(term) != fingerprint_texts(replace(term, meaning="No parents!"))
    assert fingerprint_texts(term) != fingerprint_texts(replace(term, aliases=()))
    assert len(fingerprint_texts(term)) == 6
