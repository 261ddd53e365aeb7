"""Each rule of lint with entries that it finds, and with those that it leaves alone."""

import re
from pathlib import Path

import pytest

from flashcards.commands.check import check_course
from flashcards.errors import Position
from flashcards.lint import RULES
from flashcards.terminal.rich_text import render_inline
from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text
from tests.helpers.course_files import write_course
from tests.helpers.lint_findings import find_paths, lint_entries

DOCS = Path(__file__).parents[2] / "docs" / "warnings.md"
LONG = "word " * 130


def recall(question="What is meant?", answer="That one.", more=""):
    answer = answer.replace("\n", "\n    ")
    return f"- recall: |-\n    {question}\n  key: k\n  answer: |-\n    {answer}\n{more}"


def choose(right, *wrong, question="Which is it?", more=""):
    options = "".join(f"    w{n}: {{text: '{text}'}}\n" for n, text in enumerate(wrong))
    right = f"    r: {{text: '{right}'}}\n"
    return f"- choose: '{question}'\n  key: k\n{more}  right:\n{right}  wrong:\n{options}"


def term(name="leaf", meaning="A tensor that keeps its gradient.", more=""):
    return f"- term: {name}\n  key: k\n  meaning: '{meaning}'\n{more}"


def code(program, prints="7", more=""):
    lines = "".join(f"    {line}\n" for line in program.splitlines())
    return f"- code: |\n{lines}  key: k\n  prints: '{prints}'\n{more}"


def varied(vary, why="So.", more=""):
    return f"- code: f(${{n}})\n  key: k\n  vary: {vary}\n  why: '{why}'\n{more}"


def cloze(text, gaps, more=""):
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f"- cloze: |\n{lines}  key: k\n  gaps: {{{gaps}}}\n{more}"


def row(more, things="{a: alpha, b: beta, c: gamma}", cells="a: x, b: y, c: z"):
    return f"- compare: {things}\n  key: k\n  rows:\n    r: {{aspect: Place, {cells}{more}}}\n"


def concept(ask, *points, name="Leaves"):
    listed = "".join(f"    p{n}: {point}\n" for n, point in enumerate(points))
    return f"- concept: {name}\n  key: k\n  ask: {ask}\n  points:\n{listed}"


FOUR = {"things": "{a: A, b: B, c: C, d: D}", "cells": "a: 1, b: 1, c: 2, d: 2"}
THREE, BARE_NEVER = ("one", "two", "six"), "  needs_options: true\n"
TWO_RIGHT = "- {key: k, choose: Which of these?, right: {a: one, b: two}, wrong: {c: six}}\n"
TWO = {"things": "{a: alpha, b: beta}", "cells": "a: x, b: y"}

FOUND = [
    ("answer-in-question", recall("Which call is zero_grad of it?", "`zero_grad`"), "recall"),
    ("answer-in-question", term("bucket", "Where buckets are kept."), "meaning"),
    ("answer-in-question", term("步幅", "步幅是相邻元素的间隔。"), "meaning"),
    ("answer-in-question", concept("Ranks send weights", "Ranks send weights."), "ask"),
    ("answer-in-question", code("f()  # gives (3, 1)", "(3, 1)"), "code"),
    ("answer-in-question", code("f()", "(3, 1)", "  question: Why (3, 1) here?\n"), "question"),
    ("answer-in-question", choose("zero_grad", "train", question="Why zero_grad?"), "choose"),
    ("answer-in-question", cloze("A view has storage. Storage is old.", "1: storage"), "gaps/1"),
    ("answer-in-question", cloze("numpy()  # NumPy", "1: numpy", "  language: py\n"), "gaps/1"),
    ("answer-in-question", cloze("For NumPy:\n\n```\nx.numpy()\n```", "1: numpy"), "gaps/1"),
    ("answer-in-question", row(", which: {a: Who calls alpha first?}"), "rows/r/which/a"),
    ("answer-in-question", row("", cells="a: in alpha, b: y, c: z"), "rows/r/a"),
    ("word-of-term", term("gradient bucket", "Where each gradient lies."), "meaning"),
    ("leans-on-options", choose(*THREE, question="Which of these is it?"), "choose"),
    ("leans-on-options", choose(*THREE, question="下列哪个是叶子？"), "choose"),
    ("leans-on-options", row(", ask: {a: Which of the following?}"), "rows/r/ask/a"),
    ("leans-on-options", code("f()", more="  question: What is true?\n"), "question"),
    ("number-of-options", choose("one", "two"), "wrong"),
    ("number-of-options", choose("one", *"abcdef"), "wrong"),
    ("length-of-options", choose("one that is longer than all the others", "two"), "right/r/text"),
    ("length-of-options", choose("one", "two, which is so", "six, which is so"), "right/r/text"),
    ("length-of-options", code("f()", "[sigmoid, mul, relu]", "  wrong: {a: '[]'}\n"), "prints"),
    ("lock-last", choose("one", "two", "All of the above"), "wrong/w1/text"),
    ("lock-last", row(", wrong: {n: None of these}, ask: {a: What?}"), "rows/r/wrong/n/text"),
    ("duplicate", recall() + recall("what is  Meant").replace("key: k", "key: l"), ""),
    ("duplicate", term() + term("Leaf", "Ends.").replace("key: k", "key: l"), ""),
    ("too-long", recall(answer=LONG), "answer"),
    ("too-long", code("f()", LONG), "prints"),
    ("too-long", concept("Leaves", *"abcdefgh"), "points"),
    ("too-long", concept(LONG, "They end."), "ask"),
    ("long-name", concept("Why?", "So.", name="How a tensor finds its own elements"), "concept"),
    ("long-name", concept("Why?", "So.", name="张量怎样在存储中找到每一个元素"), "concept"),
    ("duplicate", concept("Why?", "So.") + concept("Why?", "So.").replace("y: k", "y: l"), ""),
    ("missing-why", recall(), ""),
    ("missing-why", code("f()", more="  wrong: {a: '8'}\n"), ""),
    ("missing-why", "- {order: One step, key: k, steps: {a: one, b: two}}\n", ""),
    ("missing-why", choose("one", "two"), ""),
    ("missing-why", cloze("Leaves end.", "1: Leaves, 2: end", "  why: {2: So.}\n"), "gaps/1"),
    ("missing-why", row(""), "rows/r"),
    ("missing-why", row(", ask: {a: Where?}, why: {b: So.}"), "rows/r/ask/a"),
    ("row-without-card", row("", **TWO), "rows/r"),
    ("row-without-card", row(", question: What are they?", **FOUR), "rows/r/question"),
    ("long-aspect", row("").replace("Place", "Where the data is stored now"), "rows/r/aspect"),
    ("long-aspect", row("").replace("Place", "Stored where?"), "rows/r/aspect"),
    ("picture-without-words", recall(answer="![ ](leaf.svg)"), "answer"),
    ("broken-python", code("print 7"), "code"),
    ("broken-python", code("f()", more="  setup: def f(x)\n"), "setup"),
    ("quoted-braces", recall(answer="{text: mean, why: because}"), "answer"),
    *(
        ("foreign-markup", recall(answer=text), "answer")
        for text in (
            r"It is \(x^2\).", r"It is \[x^2\].", "It is {{c1::this}}.", "It is <b>this</b>.",
            "H<sub>2</sub>O", "One<br/>two.", "It is ~~this~~ that.", "- [ ] this",
            "It is [this][1] here.", "[picture: map]",
        )
    ),
    *(
        ("lone-dollar", recall(answer=text), "answer")
        for text in (
            "It is $$ x^2", "It is $ x^2 $.", "It is $x $, not y.",
            "It is $ k=3$ there.", r"Because $\sigma^2/n falls.", "Because $x^2 and $y^2 fall.",
            "Let $X and $Y be random.", r"It is \alpha here.", r"It is x_1 \leq \frac{1}{2}.",
        )
    ),
    ("lost-characters", recall(answer="It is 2*3*4."), "answer"),
    ("lost-characters", recall(answer="It is __init__ here."), "answer"),
    ("value-in-why", varied("[{n: 12, prints: 24}, {n: 16, prints: 32}]", why="12 twice."), "why"),
    ("value-in-why", varied("[{n: 12, prints: 24}, {n: 16, prints: 32}]", why="It is 32."), "why"),
    ("same-answer", varied("[{n: 1, prints: 2}, {n: 3, prints: 2}]"), "vary"),
    *(("no-version", recall(answer=text), "") for text in (
        "It is new since 2.6.", "PyTorch 2.15 refuses it.", "Half of it, by default.",
        "`torch.jit.trace` is deprecated.", "`RuntimeError: no such key`", "`torch._dynamo.reset`",
    )),
    ("no-version", code("f()", prints="UserWarning: deep"), ""),
]  # fmt: skip
"""Rule, entry, and the place of what it finds."""

LEFT_ALONE = [
    ("value-in-why", varied("[{n: 12, prints: 24}, {n: 16, prints: 32}]", why="x ${n}, 64 bit.")),
    ("value-in-why", varied("[{n: 4, prints: 8}, {n: 6, prints: 12}]", why="A float has 4.")),
    ("same-answer", varied("[{n: 1, prints: 2}, {n: 3, prints: 2}]", more="  same: true\n")),
    ("same-answer", varied("[{n: 1, prints: 2}, {n: 3, prints: 6}]")),
    ("no-version", recall(answer="By default half of it.", more="  as_of: PyTorch 2.15\n")),
    ("no-version", recall(answer="It takes 2.5 ms; `x.add_(1)` raises a RuntimeError.")),
    ("no-version", code("self._hidden = torch.zeros(2)")),
    ("answer-in-question", term("grad", "What a gradient is stored in.")),
    ("answer-in-question", recall("Which of the 4 rows is it?", "4")),
    ("answer-in-question", choose("step()", "eval()", question="Is step() or eval() later?")),
    ("answer-in-question", cloze("linear = nn.Linear(2)", "1: Linear", "  language: py\n")),
    ("answer-in-question", row(", question: What is alpha?", **TWO)),
    ("answer-in-question", recall("See [it](zero_grad.html).", "zero_grad")),
    ("word-of-term", term("gradient bucket", "The bucket that DDP reduces.")),
    ("word-of-term", term("a leaf", "A tensor that ends a graph.")),
    ("leans-on-options", choose(*THREE, question="Which call clears the gradients?")),
    ("leans-on-options", choose(*THREE, question="Which of these?", more=BARE_NEVER)),
    ("leans-on-options", TWO_RIGHT),
    ("leans-on-options", row(", needs_options: true, ask: {a: Which of these?}")),
    ("leans-on-options", code("f()", more=f"{BARE_NEVER}  question: Which of these?\n")),
    ("number-of-options", choose("one", "two", "six")),
    ("number-of-options", code("f()", more="  wrong: {a: '8'}\n")),
    ("length-of-options", choose("step()", "zero_grad() of the optimizer", "train()")),
    ("lock-last", choose("one", "two", "All of the above", more="  shuffle: false\n")),
    ("lock-last", choose("all of it", "A", "A and B", question="Which of A and B is it?")),
    ("lock-last", row(", wrong: {n: {text: none of these, lock: last}}, ask: {a: What?}")),
    ("duplicate", code("f(+1)") + code("f(-1)").replace("key: k", "key: l")),
    ("duplicate", choose("a", "b", "c") + choose("d", "e", "f").replace("key: k", "key: l")),
    ("duplicate", term(more="  scope: A\n") + term().replace("key: k", "key: l")),
    ("duplicate", recall() + recall(more="  retired: Old.\n").replace("key: k", "key: l")),
    ("too-long", recall(more=f"  why: {LONG}\n")),
    ("too-long", recall(f"```\n    {LONG}\n    ```\n    What is it?")),
    ("missing-why", term()),
    ("missing-why", recall("Why do leaves fall?")),
    ("missing-why", recall("Warum fallen Blätter?")),
    ("missing-why", recall("叶子为什么会落？")),
    ("missing-why", concept("Leaves", "They end.")),
    ("long-name", concept("Why?", "So.", name="PyTorch's layers - from tensor to kernel")),
    ("long-name", concept("Why?", "So.", name="张量的形状、步幅与 PyTorch 存储布局")),
    ("duplicate", concept("Why?", "So.") + concept("How?", "So.").replace("y: k", "y: l")),
    ("missing-why", code("f()", more="  wrong: {a: {text: '8', why: One more.}}\n")),
    ("missing-why", cloze("Leaves end.", "1: Leaves", "  why: {1: So.}\n")),
    ("missing-why", row(", ask: {a: Where?}, why: {a: So.}")),
    ("row-without-card", row("")),
    ("row-without-card", row(", question: What are these?", **TWO)),
    ("row-without-card", row(", ask: {a: What is A?}, wrong: {w: 3}", **FOUR)),
    ("long-aspect", row("").replace("Place", "Load of the first GPU")),
    ("long-aspect", row("").replace("Place", "使用 DistributedDataParallel 时每步的通信")),
    ("picture-without-words", recall(answer="![the end of a branch](leaf.svg)")),
    ("broken-python", code("print(7)")),
    ("broken-python", code("print 7", more="  language: cpp\n")),
    ("quoted-braces", recall(answer="{a: 1} is a dict.")),
    *(
        ("foreign-markup", recall(answer=text))
        for text in (
            r"Write `\(x\)`, `<b>` and `{{c1::x}}` as code.", "```\n<b>\n```",
            "The type is <class 'int'>, and x < b > c holds.", "Because $a<b>c$ holds.",
            r"The call f\(x\\) has a bracket.",
        )
    ),
    *(
        ("lone-dollar", recall(answer=text))
        for text in (
            "It costs $5 or $ 6, not $7_000.", "It costs $ 5 - $ 6, or $ 5, $ 6.",
            "From $ 500 to $ 2000, $5/user and $10 each, 5 $ and 6 $.",
            "US$7, $HOME, $MY_VAR and ${HOME} are names.", r"It costs \$5, and $x$ of them \$6.",
            r"The folders C:\new, C:\text\beta and \\server\int hold it.",
            r"The pattern \d+\.\w and the marks \n and \t are no TeX, nor is `\alpha`.",
        )
    ),
    ("lost-characters", recall(answer=r"Soft *words*, f(*args, **kw), x * y * z and 2\*3\*4 are.")),
    ("lost-characters", recall(answer="计算*它们自己的*梯度")),
    ("lost-characters", term("product", more="  aliases: [2*3*4, __mul__]\n")),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "entry", "path"), FOUND)
def test_a_rule_finds_its_sample(rule, entry, path):
    assert find_paths(rule, entry) == [path]


@pytest.mark.parametrize(("rule", "entry"), LEFT_ALONE)
def test_a_rule_leaves_alone_what_is_good(rule, entry):
    assert find_paths(rule, entry) == []


def test_each_rule_has_samples_and_a_row_in_the_docs():
    tested_by_itself = {"terminology"}
    names = list(RULES)
    assert {rule for rule, *_ in FOUND} | tested_by_itself == set(names)
    assert {rule for rule, *_ in LEFT_ALONE} | tested_by_itself == set(names)
    page = DOCS.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", page, re.MULTILINE))
    assert rows == {name: rule.check.__doc__.split("\n")[0] for name, rule in RULES.items()}


SUMMARIES = """\
None of the above; all of these; Both A and B; Only A and C; Neither A nor B; A, B and C
None of the other answers; Answers A and C; Both B and D are true
Keine der oben genannten; Alle Antworten; Nichts davon; Sowohl A als auch B; Weder A noch B
Keine der anderen Antworten; Die Antworten A und C; A und B sind richtig
Ninguna de las anteriores; Todos los anteriores; Tanto A como B; A y B
Ninguna de las otras respuestas; Las respuestas A y C
A y B son correctas; Tanto A como B son ciertas
Aucune de ces réponses; Toutes les réponses ci-dessus; Aucun des précédents; À la fois A et B
Aucune des autres réponses; Les réponses A et C; A et B sont justes
Ничего из перечисленного; Всё вышеперечисленное; Ни один из вариантов; И A, и B; А и Б
Ни один из других ответов; Ответы А и Б; А и Б верны
以上都是; 以上皆非; 以上选项都不对; A 和 B 都对; 只有A和B; 其他选项都不对"""
PLAIN = (
    "a and b; all tensors; None; class A; 矩阵A; Add A and B on every rank of the group"
    "; ambas ramas; keine der Kopien; Aucune copie; 都是张量"
)


@pytest.mark.parametrize("text", re.split("; |\n", SUMMARIES))
def test_options_that_sum_others_up_are_known_in_six_languages(text):
    assert find_paths("lock-last", choose("one", "two", text)) == ["wrong/w1/text"]


@pytest.mark.parametrize("text", PLAIN.split("; "))
def test_options_of_their_own_need_no_lock(text):
    assert find_paths("lock-last", choose("one", "two", text)) == []


@pytest.mark.parametrize("written", ["2*3*4", "a*b + c*d", "__init__", "un*frigging*real"])
def test_characters_are_told_exactly_where_every_renderer_drops_them(written):
    shown = [html_to_text(render_html(written)), render_inline(written).plain]
    assert shown[0] == shown[1] == written.replace("*", "").replace("_", "")
    assert find_paths("lost-characters", recall(answer=f"It is {written} here.")) == ["answer"]


def test_a_text_that_is_code_may_hold_anything():
    entry = cloze("<b>{{c1::x}}</b> y", "1: 'y'", "  language: html\n  why: One word.\n")
    assert lint_entries(entry) == []


@pytest.mark.parametrize(
    ("rule", "entry", "zh"),
    [
        ("foreign-markup", recall(), {("answer",): "<b>凸</b>"}),
        ("row-without-card", row(""), {("rows", "r", "a"): "y"}),
        ("long-aspect", row(""), {("rows", "r", "aspect"): "每个进程里梯度是怎样汇总起来的"}),
        ("leans-on-options", choose(*THREE), {("choose",): "以下哪个？"}),
        ("answer-in-question", term(), {("term",): "叶子", ("meaning",): "叶子是张量。"}),
        ("long-name", concept("Why?", "So."), {("concept",): "树" * 15}),
    ],
)
def test_translations_are_looked_at_too(rule, entry, zh):
    path = list(zh)[-1] if rule != "row-without-card" else ("rows", "r")
    assert f"zh:{'/'.join(path)}" in find_paths(rule, entry, zh=zh)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (r"then \(x\), and", 3),
        ("```\ncode | code\n```\n<b>bold</b>", 6),
        ("$ x $ is a formula,", 3),
        ("see below,\n![](leaf.svg)\n", 4),
    ],
)
def test_a_fault_in_a_block_is_told_at_its_line(text, line, tmp_path):
    entry = recall("Why is it?", f"First line.\n\n{text}\nthe last line.", "  why: So.\n")
    folder = write_course(
        tmp_path,
        {
            "decks/course.yaml": "id: lines\ntitle: T\nauthor: A\nlicence: L\n",
            "decks/a.yaml": f"deck: a\ntitle: A\nentries:\n{entry}",
            "decks/media/leaf.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        },
    )
    found = [each for each in check_course(folder, label="").warnings if each.rule in RULES]
    assert [each.at for each in found] == [Position("decks/a.yaml", 7 + line, 5)]


def test_the_built_in_course_has_no_problem_and_no_warning():
    assert check_course()[:2] == ([], [])
