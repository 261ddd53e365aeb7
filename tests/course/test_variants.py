"""Entries whose numbers change: what each variant says, and every mistake at its line."""

import pytest

from flashcards.commands.check import check_course
from flashcards.course.model import Choose, Code, Option, OutputOption
from flashcards.course.variants import list_values, list_variants
from flashcards.errors import FlashcardsError, ProblemsFound
from tests.helpers.course_files import write_course
from tests.helpers.one_deck import read_deck

STRIDES = """\
deck: d
title: D
entries:
- code: |
    x = torch.zeros(${rows}, ${cols})
    print(x.stride(), x.numpy().strides)
  key: k
  vary:
  - {rows: 2, cols: 3, prints: "(3, 1) (12, 4)"}
  - {rows: 4, cols: 5, prints: "(5, 1) (20, 4)"}
  compute: {bytes: 4 * cols}
  wrong:
    swapped: {text: "(${bytes}, 4) (${cols}, 1)", why: "A row has ${bytes} bytes."}
    elements: {text: "(${cols}, 1) (${cols}, 1)", why: NumPy counts bytes.}
  why: A float32 element has 4 bytes; `$${cols}` is a placeholder.
"""


def make_code(compute, **values):
    names = " ".join(f"${{{name}}}" for name in (*values, *compute))
    return Code(key="k", code=names, vary=(values, values), compute=compute)


def test_each_variant_has_its_values_in_every_text_and_its_own_output():
    (entry,) = read_deck(STRIDES, "d.yaml").entries
    first, second = list_variants(entry)
    assert second.code == "x = torch.zeros(4, 5)\nprint(x.stride(), x.numpy().strides)\n"
    assert [first.prints, second.prints] == ["(3, 1) (12, 4)", "(5, 1) (20, 4)"]
    assert second.wrong == {
        "swapped": OutputOption(text="(20, 4) (5, 1)", why="A row has 20 bytes."),
        "elements": OutputOption(text="(5, 1) (5, 1)", why="NumPy counts bytes."),
    }
    assert first.why == "A float32 element has 4 bytes; `${cols}` is a placeholder."


def test_a_question_with_options_varies_too_and_without_vary_nothing_is_a_placeholder():
    entry = Choose(
        key="k",
        choose="${n} GPUs?",
        right={"r": Option(text="${m}", why="${m} of ${n}")},
        wrong={"a": Option(text="${n}"), "b": Option(text="$${n}")},
        vary=({"n": "2"}, {"n": "4"}),
        compute={"m": "n - 1"},
    )
    second = list_variants(entry)[1]
    assert (second.choose, second.right["r"]) == ("4 GPUs?", Option(text="3", why="3 of 4"))
    assert [option.text for option in second.wrong.values()] == ["4", "${n}"]
    plain = Code(key="k", code="echo ${HOME} $${x}", prints="/root")
    assert list_variants(plain) == (plain,)


@pytest.mark.parametrize(
    ("expression", "result"),
    [("2 * (n - 1) // n", "1"), ("n / 8", "0.5"), ("-n % 3", "2"), ("2 ** n", "16"),
     ("round(n / 3, 2)", "1.33"), ("max(n, 7) - min(n, half)", "5.0"), ("1.5e3 + n", "1504.0")],
)  # fmt: skip
def test_arithmetic_is_that_of_python(expression, result):
    entry = make_code({"half": "n / 2", "x": expression}, n="4")
    assert list_values(entry, entry.vary[0])["x"] == result


@pytest.mark.parametrize(
    "expression",
    ["__import__('os').getpid()", "n.real", "[n]", "n if n else 1", "lambda: 1", "'a' * 3", "True",
     "abs(n)", "round", "round(n, ndigits=1)", "min()", "n and 1", "n < 3", "f'{n}'", "(x := 3)",
     "9 ** 9 ** 9", "n ** 65", "10 ** 19", "(0 - n) ** 0.5", "1e999", "n / 0", "n +", "word + 1",
     "x", "round(5, 0 - 10 ** 9)", "round()", "missing", "((((" * 40],
)  # fmt: skip
def test_nothing_else_is_evaluated(expression):
    entry = make_code({"x": expression}, n="4", word="four")
    with pytest.raises(FlashcardsError, match=r"^'x' cannot be computed: "):
        list_values(entry, entry.vary[0])


MISTAKES = [
    ("{rows: 4, cols: 5,", "{rows: 4,", 10, "missing value 'cols'"),
    ("${rows}, ${cols}", "${rows}, ${colums}", 5, "no value 'colums'; did you mean 'cols'?"),
    ("NumPy counts bytes.", "'All ${all}'", 14, "there is no value 'all'"),
    ("${rows}, ${cols}", "2, ${cols}", 9, "'rows' is not used"),
    ("4 * cols}", "4 * cols, more: 2 * rows}", 11, "'more' is not used"),
    ("4 * cols}", "4 * lines}", 11, "'bytes' cannot be computed: there is no value 'lines'"),
    ("4 * cols}", "cols.real}", 11, "'bytes' cannot be computed: only numbers"),
    ("bytes: 4", "cols: 4", 11, "'cols' is a value of 'vary' as well"),
    ("rows: 4, cols: 5", "rows: 2, cols: 3", 10, "asks the same as variant 1"),
    ('"(5, 1) (20, 4)"', '"(5, 1) (5, 1)"', 14, "in variant 2: 'elements' says the same as"),
    ('${cols}, 1) (${cols}', '${bytes}, 4) (${cols}', 14, "in variant 1: 'elements' says the same"),
    ('  - {rows: 4, cols: 5, prints: "(5, 1) (20, 4)"}\n', "", 9, "at least two variants"),
    ("  compute:", "  prints: '3'\n  compute:", 11, "each variant has its own 'prints'"),
    ("rows: 2,", "Rows: 2,", 9, "must be lower-case letters, digits and underscores"),
    ("${bytes} bytes.", r"${bytes} bytes, $\\frac{1$.", 13, "in variant 1: the formula"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "told"), MISTAKES, ids=[m[3] for m in MISTAKES])
def test_a_mistake_is_told_at_its_line(old, new, line, told):
    assert old in STRIDES
    with pytest.raises(ProblemsFound) as found:
        read_deck(STRIDES.replace(old, new, 1), "d.yaml")
    lines = {problem.at.line for problem in found.value.problems if told in problem.message}
    assert lines == {line}, found.value.problems


@pytest.mark.parametrize("field", ["compute: {n: 1 + 1}", "same: true"])
def test_what_goes_with_vary_does_not_stand_alone(field):
    with pytest.raises(ProblemsFound, match=r"d\.yaml:4:\d+: '\w+' goes with 'vary'"):
        read_deck(
            f"deck: d\ntitle: D\nentries:\n- {{code: f(), key: k, prints: 1, {field}}}\n", "d.yaml"
        )


def test_more_than_eight_variants_are_refused():
    rows = "".join(f"  - {{rows: {n}, cols: {n}, prints: '{n}'}}\n" for n in range(9))
    start, _, end = STRIDES.partition("  vary:\n")
    with pytest.raises(ProblemsFound, match=r"d\.yaml:9:\d+: 'vary' must have at most 8"):
        read_deck(f"{start}  vary:\n{rows}{end[end.index('  compute') :]}", "d.yaml")


def test_a_translation_has_the_same_placeholders(tmp_path):
    files = {
        "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: CC0\nlanguages: [en, zh]\n",
        "decks/d.yaml": STRIDES,
        "decks/zh/d.yaml": "lang: zh\nentries:\n  k:\n    wrong:\n"
        "      swapped: {why: '一行有 ${bytes} 字节。'}\n      elements: {why: NumPy 数字节。}\n"
        "    why: 每个元素 4 字节；`$${cols}` 是占位符。\n",
    }
    course = write_course(tmp_path, files)
    assert not check_course(course, label="").problems
    damaged = files["decks/zh/d.yaml"].replace("${bytes} ", "12 ")
    (course / "decks/zh/d.yaml").write_text(damaged, encoding="utf-8")
    assert [str(problem) for problem in check_course(course, label="").problems][-1] == (
        "decks/zh/d.yaml:5:22: must have the same ${…} as its source"
    )
