"""Formulas as a line of letters: nothing is changed in what they say."""

import pytest

from flashcards.text.formulas import format_formula


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        ("v^T J", "vᵀJ"),
        ("x W^T + b", "xWᵀ + b"),
        (r"a_{ij}^2, -1", "aᵢⱼ², −1"),
        (r"(-1)^n", "(−1)ⁿ"),
        (r"\theta_{t+1} = \theta_t - \eta \nabla L", "θₜ₊₁ = θₜ − η∇L"),
        (r"\mathbb{R}^{n \times m}", "ℝ^(n × m)"),
        (r"\hat{y} \le \sqrt{2}", "ŷ ≤ √2"),
        (r"\sin x", "sin x"),
        (r"\lim_{x \to 0} f(x)", "lim_(x → 0) f(x)"),
        (r"\text{if } x", "if x"),
    ],
)
def test_a_formula_in_letters(tex, text):
    assert format_formula(tex) == text


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\frac{1}{n}", "1/n"),
        (r"x \frac{1}{n}", "x(1/n)"),
        (r"\frac{a+b}{cd}", "(a + b)/(cd)"),
        (r"{\frac{1}{2}}^2", "(1/2)²"),
        (r"e^{x_i}", "e^(xᵢ)"),
        (r"x^{ab}", "x^(ab)"),
        (r"\sqrt{ab}", "√(ab)"),
        (r"\frac{1}{1+e^{-x}}", "1/(1 + e^(−x))"),
    ],
)
def test_what_belongs_together_stays_together(tex, text):
    assert format_formula(tex) == text


@pytest.mark.parametrize("tex", [r"\begin{pmatrix}1&2\end{pmatrix}", r"\overline{AB}", r"\foo"])
def test_what_has_no_line_of_letters_stays_tex(tex):
    assert format_formula(tex) == tex
