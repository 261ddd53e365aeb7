"""A formula without what belongs to it is found, and shown mended; a whole one is left alone."""

import pytest

from flashcards.text.formulas import convert_formula
from flashcards.text.tex import find_tex_fault
from tests.text.test_tex import DRAWING


@pytest.mark.parametrize(
    ("formula", "message", "mended"),
    [
        ("x_", "'_' has nothing behind it", "x_{…}"),
        ("x^", "'^' has nothing behind it", "x^{…}"),
        (r"\left( a_ \right)", "'_' has nothing behind it", r"\left( a_{…} \right)"),
        ("a^b^c", "two '^' stand behind one thing", "a^{b^c}"),
        ("x_a_b", "two '_' stand behind one thing", "x_{a_b}"),
        ("x_{a}^{b}_{c}", "two '_' stand behind one thing", "x_{{a}^{b}_{c}}"),
        ("x^2'", "a prime stands behind '^'", "x^{2'}"),
        (r"\frac{1}", r"'\frac' lacks what belongs to it", r"\frac{1}{…}"),
        (r"{\sqrt}", r"'\sqrt' lacks what belongs to it", r"{\sqrt{…}}"),
        (r"\hat", r"'\hat' lacks what belongs to it", r"\hat{…}"),
        (r"\text", r"'\text' lacks what belongs to it", r"\text{…}"),
        ("A & B", "'&' stands outside of an environment", r"A \& B"),
        ("50%", "'%' hides all that follows it", r"50\%"),
        ("a#b", "'#' cannot stand in a formula", r"a\#b"),
    ],
)
def test_what_is_missing_is_told_and_mended(formula, message, mended):
    found = find_tex_fault(formula)
    assert found == (message, mended)
    assert find_tex_fault(mended) is None


@pytest.mark.parametrize("formula", [r"\sqrt{x_", r"x^{a}^{b_{c}}", r"\left x \right)"])
def test_a_formula_that_is_not_whole_when_mended_is_told_alone(formula):
    assert find_tex_fault(formula).mended == ""


@pytest.mark.parametrize(
    "formula",
    [
        *DRAWING, "x^2_1", "x_i^2 y_i^2", "f'_a", "x'^2", "x''", r"\frac12", r"x^\frac12", "^2",
        "{}_1F_1", r"\sqrt[3]{x}^2", r"\left.x\right|_0^1", r"\mathbb R^n", r"\bar x^2",
        r"\sum\limits_{i=1}^n x_i", r"\text{a_b_c}_x^2", r"x_\text{max}^2", r"\overbrace{x}^{n}",
        r"\begin{aligned} a^2 &= b^2 \\ c_1 &= d_1 \end{aligned}", r"\xrightarrow[a]{b}",
        r"\begin{array}{cc} a & b \end{array}", r"x^{a^{b^c}}", r"50\,\%", r"a \& b", "",
    ],
)  # fmt: skip
def test_a_whole_formula_is_left_alone(formula):
    assert find_tex_fault(formula) is None


def test_deep_formulas_are_read_too():
    deep = "{" * 1000 + "x" + "}" * 1000
    assert find_tex_fault(deep) is None
    assert find_tex_fault("x_{" * 500 + "a" + "}" * 500) is None


@pytest.mark.parametrize("formula", ["x_", "a^b^c", r"\frac{1}", r"\sqrt", "a &= b"])
def test_paper_could_draw_none_of_these(formula):
    """The independent source: the converter that paper uses."""
    assert convert_formula(formula, "inline") is None
