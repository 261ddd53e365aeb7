"""Formulas draw mathematics; whatever loads, links, runs or defines is refused."""

import pytest

from flashcards.text.markdown import find_formulas, render_block
from flashcards.text.tex import LONGEST_FORMULA, find_forbidden_tex, find_tex_fault

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
    assert find_forbidden_tex("x" * LONGEST_FORMULA) == ""
    assert find_forbidden_tex("x" * (LONGEST_FORMULA + 1)) == "more than 2000 characters"


@pytest.mark.parametrize(("formula", "named"), ACTING[:-1])
@pytest.mark.parametrize("mark", ["$", "$$"])
def test_a_refused_formula_is_shown_as_text_and_never_as_a_formula(formula, named, mark):
    html = render_block(f"before {mark}{formula}{mark} after")
    assert r"\(" not in html
    assert r"\[" not in html


def test_formulas_are_found_where_markdown_shows_them():
    text = "`$\\code$` costs \\$5, $a$ and\n\n$$\nb\n$$\n\n```\n$c$\n```\n"
    assert [formula.strip() for formula in find_formulas(text)] == ["a", "b"]


BROKEN = [
    (r"\sqrt{x", "'{' is never closed", r"\sqrt{x}"),
    (r"\frac{1}{2", "'{' is never closed", r"\frac{1}{2}"),
    ("a}", "'}' closes nothing", "a"),
    (r"\left( x", r"'\left(' is never closed", r"\left( x \right)"),
    (r"\left\{ x", r"'\left\{' is never closed", r"\left\{ x \right\}"),
    (r"x \right)", r"'\right)' closes nothing", "x )"),
    (r"\left x \right)", r"'\left' has no bracket behind it", ""),
    (r"\frac{\left( x}{2}", r"'\left(' is never closed", r"\frac{\left( x \right)}{2}"),
    (r"\begin{cases} 1", r"'\begin{cases}' is never closed", r"\begin{cases} 1 \end{cases}"),
    (r"1 \end{cases}", r"'\end{cases}' closes nothing", "1 "),
    (r"\{x{", "'{' is never closed", r"\{x{}"),
    (r"\left* x", r"'\left' has no bracket behind it", "* x"),
    (r"\frac*", r"'\frac' lacks what belongs to it", r"\frac*{…}"),
    (r"\sqrt[{]}}", "'}' closes nothing", ""),
    (r"\sqrt[{]x}", "'[' is never closed", ""),
    (r"\sqrt[3{x}", "'[' is never closed", ""),
]
WHOLE = [
    *DRAWING,
    r"\left( \frac{1}{2} \right]",
    r"\left\{ x \,\middle|\, y \right.",
    r"\left\lVert x \right\rVert",
    r"\left.\frac{d}{dx}\right|_{x=0}",
    r"\{ a \}, \leftarrow, \rightarrow, \\",
    r"\begin{aligned} a &= \begin{matrix} 1 \end{matrix} \end{aligned}",
    r"\frac\alpha*",
    r"\sqrt[{]}]{x}",
]


@pytest.mark.parametrize(("formula", "message", "mended"), BROKEN)
def test_a_formula_that_is_not_whole_is_told_with_one_that_is(formula, message, mended):
    assert find_tex_fault(formula) == (message, mended)


@pytest.mark.parametrize("formula", WHOLE)
def test_a_whole_formula_is_not_told(formula):
    assert find_tex_fault(formula) is None
