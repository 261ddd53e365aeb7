"""Formulas as MathML: drawn by a browser without scripts, or left as TeX."""

import re
import xml.etree.ElementTree as ET

import pytest

from flashcards.text.formulas import MAX_FORMULA, convert_formula, draw_formulas
from flashcards.text.markdown import render_html

SPACE = "{http://www.w3.org/1998/Math/MathML}"


def drawn(html):
    (found,) = re.findall(r"<math.*?</math>", draw_formulas(html))
    return ET.fromstring(found)


@pytest.mark.parametrize(
    ("tex", "tags", "letters"),
    [("x^2", ["msup", "mi", "mn"], "x2"),
     (r"\frac{a}{b}", ["mfrac", "mi", "mi"], "ab"),
     (r"\sum_{i=1}^n x", ["msubsup", "mo", "mi", "mo", "mn", "mi", "mi"], "∑i=1nx"),
     (r"\theta &lt; 3", ["mi", "mo", "mn"], "θ<3"),
     (r"\sqrt{y}", ["msqrt", "mi"], "y")],
)  # fmt: skip
def test_a_formula_becomes_the_elements_of_mathml(tex, tags, letters):
    math = drawn(rf"<p>It is \({tex}\).</p>")
    assert math.get("display") == "inline"
    found = [element.tag.removeprefix(SPACE) for element in math.iter()]
    assert [tag for tag in found if tag not in ("math", "mrow")] == tags
    assert "".join(math.itertext()) == letters


@pytest.mark.parametrize(
    "html",
    [r"<code>\(x\)</code>", r'<img alt="\(x\)">', r"<p>\(" + "\u2060" + r"x\)</p>",
     r'<pre><code>re.match(r"\(a\)")</code></pre>'],
)  # fmt: skip
def test_code_and_prose_stay_as_they_are(html):
    assert draw_formulas(html) == html


@pytest.mark.parametrize(
    "tex",
    [r"\nonsense x", "x_", r"\left( x \right", "}{", r"\frac{a}", r"\sqrt{x", "50%", "a#b",
     "a &amp; b", "a^b^c", r"\gdef\x{a}\x", r"\text{\bbox{a}}", "x" * (MAX_FORMULA + 1)],
)  # fmt: skip
def test_what_cannot_be_drawn_stays_tex(tex):
    html = rf"<p>\({tex}\)</p>"
    assert draw_formulas(html) == html


ACTING = [
    r"\style{background:url(https://example.org/x)}{a}",
    r"\href{javascript:alert(1)}{a}",
    r"\url{https://example.org}",
    r"\class{big}{a}",
    r"\cssId{top}{a}",
    r"\require{html}",
    r"\def\x{\x\x}\x",
    r"\newcommand{\x}{a}",
    r"\newenvironment{x}{a}{b}",
    r"\let\x=y",
    r"\text{see \href{x}{y}}",
]


@pytest.mark.parametrize("tex", ACTING)
@pytest.mark.parametrize("mark", ["$", "$$"])
def test_a_command_that_acts_is_shown_as_text_and_never_as_a_formula(tex, mark):
    html = render_html(f"before {mark}{tex}{mark} after")
    assert r"\(" not in html
    assert r"\[" not in html
    assert convert_formula(tex, "inline") is None


@pytest.mark.parametrize(
    ("environment", "letters"),
    [("aligned", "a=bc=d"), ("gathered", "a=bc=d"), ("align", "a=bc=d"), ("split", "a=bc=d"),
     ("pmatrix", "(a=bc=d)"), ("cases", "{a=bc=d"), ("equation", "a=b")],
)  # fmt: skip
def test_usual_environments_are_drawn(environment, letters):
    body = "a = b" if environment == "equation" else r"a &amp;= b \\ c &amp;= d"
    math = drawn(rf"<p>\[\begin{{{environment}}} {body} \end{{{environment}}}\]</p>")
    assert "".join(math.itertext()) == letters


def test_lines_of_a_derivation_meet_at_their_signs():
    math = drawn(r"<p>\[\begin{aligned} a &amp;= b \\ cc &amp;= d \end{aligned}\]</p>")
    styles = [cell.get("style") for cell in math.iter() if cell.tag.endswith("mtd")]
    assert (
        styles == ["text-align: right; padding-right: 0", "text-align: left; padding-left: 0"] * 2
    )
