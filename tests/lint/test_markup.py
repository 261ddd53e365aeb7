"""Markup of other programs is told, with how it is written here; what is only shown is not."""

import pytest

from flashcards.check import check_course
from flashcards.errors import Position
from flashcards.terminal.rich_text import render_inline
from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text
from tests.helpers.lint_findings import find_findings

RECALL = """\
- recall: Why does the loss fall after a step?
  key: k
  answer: |
    {answer}
"""


def told(answer: str) -> list[str]:
    indented = answer.replace("\n", "\n    ")
    return [
        each.removeprefix("k/answer: ") for each in find_findings(RECALL.format(answer=indented))
    ]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (r"Because \(x^2\) is convex.", r"'\(' begins no formula here"),
        (r"Because \[x^2\] is convex.", r"'\[' begins no formula here"),
        ("It is {{c1::convex}}.", "'{{c1::' makes no gap here"),
        ("It is <b>convex</b>.", "'<b>' is shown as it is"),
        ("It is H<sub>2</sub>O.", "'<sub>' is shown as it is"),
        ("One<br/>two.", "'<br/>' is shown as it is"),
        ("It is $ x^2 $ there.", "'$ x^2 $' is no formula: it has a space beside a dollar"),
        ("It is $ 1.43 $ here.", "'$ 1.43 $' is no formula: it has a space beside a dollar"),
        ("It is $ n + 1 $.", "'$ n + 1 $' is no formula: it has a space beside a dollar"),
        ("It is $x $, not y.", "'$x $' is no formula: it has a space beside a dollar"),
        ("It is $ k=3$ there.", "'$ k=3$' is no formula: it has a space beside a dollar"),
        ("It is $$ x^2", "'$$' begins a formula that has no end"),
        ("| a | b |\n| 1 | 2 |", "lines with '|' make no table yet"),
        (
            "| a | b |\n|---|---|\n| `x|y` | 2 |",
            "a row of the table has more cells than its heading",
        ),
        ("|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n|1|2|3|4|5|6|", "a table of more than 5 columns"),
    ],
)
def test_what_would_be_lost_is_told(answer, message):
    assert told(answer) == [message]


@pytest.mark.parametrize(
    "answer",
    [
        r"Write `\(x\)`, `<b>`, `{{c1::x}}` and `$ x $` as code.",
        "```\n<b>\n| a | b |\n| c | d |\n```",
        "The type is <class 'int'>, and x < b > c holds.",
        "It costs $5 or $ 6, not $7_000.",
        "It costs $ 5 - $ 6, or $ 5, $ 6.",
        "It costs $5 a month and $ 6 a year; $5 $6.",
        "From $ 500 to $ 2000, $5/user and $10 each, 5 $ and 6 $.",
        "Because $a<b>c$ and $$x | y$$ hold.",
        "| a | b |\n|---|---|\n| `x\\|y` | 2 |",
        "One | two\nthree | four",
        r"The call f\(x\\) has a bracket.",
        r"The folders C:\new, C:\text\beta and \\server\int hold it.",
        r"The pattern \d+\.\w and the marks \n and \t are no TeX, nor is `\alpha`.",
        "It costs $5 and $6, or US$7, and $HOME, $MY_VAR and ${HOME} are names.",
        r"It costs \$5, and $x$ of them \$6.",
        "Soft *words*, **bold** ones, f(*args, **kwargs), x * y * z and 2\\*3\\*4 are.",
        "计算*它们自己的*梯度",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n![x](leaf.svg)",
        "Shown as ![x](<a leaf.svg>) here.",
    ],
)
def test_what_is_shown_is_not_told(answer):
    assert told(answer) == []


def test_translations_are_looked_at_too():
    entry = RECALL.format(answer="Because it is convex.")
    assert find_findings(entry, zh={("answer",): "<b>凸</b>"}) == [
        "zh:k/answer: '<b>' is shown as it is"
    ]


def test_a_text_that_is_code_may_hold_anything():
    cloze = """\
    - cloze: "<b>{{c1::x}}</b> y"
      key: k
      language: html
      gaps: {1: "y"}
      why: A tag is one word here.
    """
    assert find_findings(cloze) == []


def test_a_table_in_a_question_is_no_part_of_the_sentence():
    entry = """\
    - choose: |
        Which layout has the strides of the second row?

        | Layout | Strides |
        |---|---|
        | one | (48, 16, 4, 1) |
        | two | (48, 1, 12, 3) |
      key: k
      right: {a: channels last}
      wrong: {b: contiguous, c: transposed}
      why: The channels of a pixel lie side by side.
    """
    assert find_findings(entry) == []


def test_a_picture_in_a_question_is_no_part_of_the_sentence_wherever_it_stands():
    for question in (
        "Which curve is the loss?\n\n    ![Two curves. Which?](leaf.svg)",
        "Which curve is the loss? ![Two curves](leaf.svg)",
        "![Two curves](leaf.svg)\n\n    Which curve is the loss?",
    ):
        entry = (
            f"- recall: |\n    {question}\n  key: k\n  answer: The lower one.\n  why: It falls.\n"
        )
        assert find_findings(entry) == []


LINES = """\
- recall: Why does the loss fall after a step?
  key: k
  why: It is convex.
  answer: |
    First line.

    {text}
    the last line.
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (r"then \(x\), and", 3),
        ("```\n    code | code\n    ```\n    <b>bold</b>", 6),
        ("$ x $ is a formula,", 3),
        ("| a | b |\n    |---|---|\n    | 1 | 2 |\n    | 1 | 2 | 3 |\n", 6),
        ("see below,\n    ![](leaf.svg)\n", 4),
    ],
)
def test_a_fault_in_a_block_is_told_at_its_line(text, line, tmp_path):
    (tmp_path / "decks").mkdir()
    info = "id: lines\ntitle: T\nauthor: A\nlicence: L\n"
    (tmp_path / "decks" / "course.yaml").write_text(info)
    deck = "deck: a\ntitle: A\nentries:\n" + LINES.format(text=text)
    (tmp_path / "decks" / "a.yaml").write_text(deck)
    (tmp_path / "decks" / "media").mkdir()
    leaf = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    (tmp_path / "decks" / "media" / "leaf.svg").write_text(leaf)
    found = check_course(tmp_path, label="").warnings
    unused = "no text shows this picture"
    assert [each.at for each in found if str(each.message) != unused] == [
        Position("decks/a.yaml", 7 + line, 5)
    ]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (r"Because $\sigma^2/n falls.", r"a formula begins at '$\sigma^2/n' and has no end"),
        ("Because $x^2 and $y^2 fall.", "a formula begins at '$x^2' and has no end"),
        ("Let $X and $Y be random.", "a formula begins at '$X' and has no end"),
        (r"It is $\alpha.", r"a formula begins at '$\alpha' and has no end"),
        (r"It is \alpha here.", r"'\alpha' stands outside of a formula"),
        (r"It is 2\pi r here.", r"'\pi' stands outside of a formula"),
        (r"It is x_1 \leq \frac{1}{2}.", r"'\leq' stands outside of a formula"),
        ("It is a*b + c*d.", "'a*b + c*d' is shown without its stars"),
    ],
)  # fmt: skip
def test_what_reads_otherwise_than_it_was_meant_is_told(answer, message):
    assert told(answer) == [message]


@pytest.mark.parametrize("written", ["2*3*4", "a*b + c*d", "__init__", "un*frigging*real"])
def test_signs_are_told_exactly_where_every_renderer_drops_them(written):
    shown = [html_to_text(render_html(written)), render_inline(written).plain]
    assert shown[0] == shown[1] == written.replace("*", "").replace("_", "")
    assert told(f"It is {written} here.") != []


def test_names_that_are_typed_keep_their_stars():
    term = """\
    - term: product
      key: k
      meaning: What multiplying gives.
      aliases: [2*3*4, __mul__]
      why: Six is the product of two and three.
    """
    assert find_findings(term) == []
