"""The tables of rules: each message is found in a sample, has its words, and stands in the docs."""

import re
import sys
from pathlib import Path

import pytest

from flashcards.lint import ENTRY_RULES, TEXT_RULES
from flashcards.lint.scopes import find_shared_names
from flashcards.lint.wording import find_duplicates
from flashcards.model import WordChoice
from flashcards.words.catalog import load_catalogue
from tests.helpers.lint_findings import lint_entries

RULES = (
    *(rule.find for rule in ENTRY_RULES),
    *TEXT_RULES,
    find_duplicates,
    find_shared_names,
)
WARNINGS = load_catalogue("en").groups["warnings about cards; for authors alone"]
NAMES = sorted(WARNINGS.keys() - {"program-too-deep"})  # which is a part of another one
DOCS = Path(__file__).parents[2] / "docs" / "warnings.md"


def recall(question="Which call is meant?", answer="That one."):
    return f"- recall: |-\n    {question}\n  key: k\n  answer: |-\n    {answer}\n"


def answer(text):
    return recall(answer=text.replace("\n", "\n    "))


def choose(right, *wrong, question="Which is it?"):
    options = "".join(f"    w{n}: {{text: '{text}'}}\n" for n, text in enumerate(wrong))
    right = f"    r: {{text: '{right}'}}\n"
    return f"- choose: {question}\n  key: k\n  right:\n{right}  wrong:\n{options}"


def term(name="leaf", meaning="A tensor that keeps its gradient.", more=""):
    return f"- term: {name}\n  key: k\n  meaning: '{meaning}'\n{more}"


def code(program, prints="7", more=""):
    lines = "".join(f"    {line}\n" for line in program.splitlines())
    return f"- code: |\n{lines}  key: k\n  prints: '{prints}'\n{more}"


def compare(things, *cells, more="", aspect="Place"):
    names = "abc"[: len(things)]
    compared = ", ".join(f"{name}: {text}" for name, text in zip(names, things, strict=True))
    row = "".join(f"      {name}: {text}\n" for name, text in zip(names, cells, strict=True))
    rows = f"    r:\n      aspect: '{aspect}'\n{row}{more}"
    return f"- compare: {{{compared}}}\n  key: k\n  rows:\n{rows}"


TWO_ROWS = (
    "    s:\n      aspect: Time\n      a: 1\n      b: 2\n  why: The alpha comes before all.\n"
)
ASKED = "      ask: {a: Where is it?, b: Where is the other?}\n      why: The alpha is the one.\n"
WORDS = {"leaf": WordChoice(say="叶子", never=("树叶",))}
SAMPLES = {
    "question-double": recall("What is a leaf? What is a root?"),
    "question-list": recall("List all dispatch keys."),
    "answer-list": answer("One, two, three, four, and five."),
    "question-yes-no": recall("Does eval() stop autograd?"),
    "question-no-sentence": recall("Processes: one per GPU"),
    "aspect-no-heading": compare(["alpha", "beta"], "x", "y", aspect="Set on …"),
    "pronoun-unclear": recall("What does it do?"),
    "text-long": answer("word " * 80),
    "points-many": "- concept: Leaves\n  key: k\n  points:\n"
    + "".join(f"    p{n}: Point {n}.\n" for n in range(8)),
    "answer-in-question": recall("Which call is zero_grad of it?", "zero_grad"),
    "term-in-meaning": term("bucket", "A bucket of gradients."),
    "scope-ordinary": term("region", "A list of blocks."),
    "scope-shared": term("trace", more="  aliases: [tracing run]\n")
    + term("tracing run").replace("key: k", "key: l"),
    "scope-tells-term": term("MLIR dialect", "A group of operations.", "  scope: MLIR\n"),
    "step-tells-place": "- order: A step\n  key: k\n  steps: {a: Then one, b: Two}\n",
    "steps-numbered": "- order: By size\n  key: k\n  steps: {a: int8, b: float16, c: int64}\n",
    "steps-on-scale": "- order: A test\n  key: k\n"
    "  steps: {a: Run one process, b: Run two processes, c: Run on several machines}\n",
    "gap-hides-name": "- cloze: f(x, dim=0)\n  key: k\n  language: python\n"
    "  gaps: {1: dim}\n  why: So.\n",
    "answer-beside-gap": "- cloze: A bucket is in a Bucket.\n  key: k\n"
    "  gaps: {1: bucket}\n  why: So.\n",
    "name-in-question": choose(
        "NVIDIA NCCL", "a compiler", "an editor", question="What does NCCL_DEBUG tell of?"
    ),
    "row-not-asked": compare(["alpha", "beta"], "x", "y"),
    "row-too-many-things": "- compare: {a: A, b: B, c: C, d: D}\n  key: k\n  rows:\n"
    "    r: {aspect: X, question: What?, a: 1, b: 1, c: 2, d: 2, wrong: {w: 3}, ask: {a: Q?}}\n",
    "cell-names-thing": compare(
        ["FakeTensor", "storage", "guard"], "FakeTensorMode()", "a block", "a check"
    ),
    "options-few": choose("one", "two"),
    "options-many": choose("one", *"abcdef"),
    "option-moves": choose("one", "two", "All of the above"),
    "option-length": choose("one that is much longer than the others", "two", "six"),
    "options-stops": choose("one", "two.", "six"),
    "options-capitals": choose("one", "The two", "six"),
    "option-grammar": choose("because one", "because two", "when six"),
    "why-missing": recall(),
    "why-repeats": recall() + "  why: That one is meant.\n",
    "why-without-gap": "- cloze: f(alpha, beta, gamma, delta)\n  key: k\n  language: python\n"
    "  gaps: {1: alpha, 2: beta, 3: gamma, 4: delta}\n  why: The alpha.\n",
    "why-of-some-things": compare(["alpha", "beta"], "x", "y", more=TWO_ROWS),
    "why-of-other-things": compare(["alpha", "beta", "gamma"], "x", "y", "z", more=ASKED),
    "options-counted": term(more="  why: The first option is the one.\n"),
    "picture-wordless": answer("![](leaf.svg)"),
    "language-unknown": code("print 7", more="  language: klingon\n"),
    "program-long": code("x = 1\n" * 30),
    "program-wide": code("x = " + "1 + " * 30 + "1"),
    "text-is-mapping": answer("{text: mean, why: because}"),
    "formula-foreign": answer(r"It is \(x\)."),
    "picture-not-there": answer("It is this.\n\n[picture: map]"),
    "gap-foreign": answer("It is {{c1::this}}."),
    "struck-shown": answer("It is ~~this~~ that."),
    "box-shown": answer("- [ ] this"),
    "link-shown": answer("It is [this][1] here."),
    "tag-shown": answer("It is <b>this</b>."),
    "display-endless": answer("It is $$ x."),
    "formula-spaced": answer("It is $ x^2 $."),
    "formula-endless": answer("It is $x^2 here."),
    "tex-outside-formula": answer(r"It is \alpha here."),
    "stars-lost": answer("It is 2*3*4."),
    "underscores-lost": answer("It is __init__ here."),
    "table-missing": answer("| a | b |\n| c | d |"),
    "table-cells": answer("| a | b |\n|---|---|\n| 1 | 2 | 3 |"),
    "table-swallows": answer("| a | b |\n|---|---|\n| 1 | 2 |\nText below."),
    "table-wide": answer("| a | b | c | d | e | f |\n|---|---|---|---|---|---|"),
    "asked-twice": recall() + recall().replace("key: k", "key: l"),
    "program-broken": code("print 7"),
    "setup-prints": code("pass", more="  setup: print(7)\n"),
    "setup-name-untold": code("print(x)", more="  setup: x = 7\n"),
    "word-missing": term(),
    "word-rejected": term(meaning="A leaf of it."),
    "term-named-otherwise": term(),
}
"""For each message an entry that it is told of."""
TRANSLATIONS = {
    "word-missing": {("term",): "端", ("meaning",): "张量。"},
    "word-rejected": {("term",): "叶子", ("meaning",): "树叶。"},
    "term-named-otherwise": {("term",): "叶子张量", ("meaning",): "张量。"},
}


def test_each_message_has_a_sample():
    assert sorted(SAMPLES) == NAMES


@pytest.mark.parametrize("name", SAMPLES)
def test_each_message_is_told_of_its_sample(name):
    found = lint_entries(SAMPLES[name], zh=TRANSLATIONS.get(name), words=WORDS)
    assert name in {each.message.id for each in found}
    assert {each.message.id for each in found} <= set(NAMES)


def test_every_rule_says_what_it_finds():
    assert [find.__name__ for find in RULES if not find.__doc__] == []


def test_every_function_that_finds_something_is_in_a_table():
    """A rule that is in none would never be asked."""
    modules = {sys.modules[find.__module__] for find in RULES}
    public = {
        value
        for module in modules
        for name, value in vars(module).items()
        if name.startswith("find_") and getattr(value, "__module__", "") == module.__name__
    }
    assert {find.__name__ for find in public} == {find.__name__ for find in RULES}


def test_the_table_of_warnings_in_the_docs_has_every_message():
    """The first cell of a row has words of each message that it explains."""
    page = DOCS.read_text(encoding="utf-8").split("\n| the warning |", 1)[1].split("\n\n", 1)[0]
    cells = [line.split(" | ")[0].lstrip("| ") for line in page.splitlines()[2:]]
    phrases = [
        phrase.strip()
        for cell in cells
        for phrase in re.split(r"`[^`]*`|'[^']*'|\d+|[,;…]", cell)
        if len(phrase.split()) > 1
    ]
    texts = {name: str(WARNINGS[name]) for name in NAMES}
    assert [name for name in NAMES if not any(each in texts[name] for each in phrases)] == []
