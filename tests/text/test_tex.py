"""Formulas draw mathematics; whatever loads, links, runs or defines is refused."""

import pytest

from flashcards.text.markdown import find_formulas, render_block
from flashcards.text.tex import LONGEST, find_forbidden_tex

ACTING = [
    (r"\style{background:url(https://example.org/x)}{a}", r"\style"),
    (r"\href{javascript:alert(1)}{a}", r"\href"),
    (r"\url{https://example.org}", r"\url"),
    (r"\class{big}{a}", r"\class"),
    (r"\cssId{top}{a}", r"\cssId"),
    (r"\data{x=y}{a}", r"\data"),
    (r"\require{html}", r"\require"),
    (r"\def\x{\x\x}\x", r"\def"),
    (r"\newcommand{\x}{a}", r"\newcommand"),
    (r"\let\x=y", r"\let"),
    (r"\unicode[serif]{65}", r"\unicode"),
    (r"\includegraphics{https://example.org/x.png}", r"\includegraphics"),
    (r"\begin{CD} A \end{CD}", r"\begin{CD}"),
    (r"\text{see \href{x}{y}}", r"\href"),
    ("a\\", "\\"),
]
DRAWING = [
    r"\frac{\partial L}{\partial w_{ij}}",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    r"\mathbb{R}^{n \times m},\quad \lVert x \rVert_2 \leq 1",
    r"\operatorname*{argmax}_\theta \sum_{i=1}^{n} \log p_\theta(x_i)",
    r"100\,\%\ \text{of } \{1, \ldots, n\}",
    r"\alpha*\beta",
]


@pytest.mark.parametrize(("formula", "named"), ACTING)
def test_a_command_that_does_more_than_draw_is_found(formula, named):
    assert find_forbidden_tex(formula) == named


@pytest.mark.parametrize("formula", DRAWING)
def test_ordinary_mathematics_is_allowed(formula):
    assert find_forbidden_tex(formula) == ""


def test_a_formula_has_a_longest_length():
    assert find_forbidden_tex("x" * LONGEST) == ""
    assert find_forbidden_tex("x" * (LONGEST + 1)) == "more than 2000 characters"


@pytest.mark.parametrize(("formula", "named"), ACTING[:-1])
@pytest.mark.parametrize("mark", ["$", "$$"])
def test_a_refused_formula_is_shown_as_text_and_never_as_a_formula(formula, named, mark):
    html = render_block(f"before {mark}{formula}{mark} after")
    assert r"\(" not in html
    assert r"\[" not in html


def test_formulas_are_found_where_markdown_shows_them():
    text = "`$\\code$` costs \\$5, $a$ and\n\n$$\nb\n$$\n\n```\n$c$\n```\n"
    assert [formula.strip() for formula in find_formulas(text)] == ["a", "b"]
