"""Formulas as MathML: drawn by a browser without scripts, or left as TeX."""

import re
import xml.etree.ElementTree as ET

import pytest

from flashcards.text.formulas import convert_formula, draw_formulas, has_undrawn_formula
from flashcards.text.tex import COMMANDS, ENVIRONMENTS

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


def test_a_formula_on_its_own_line_is_a_block_and_says_its_tex():
    math = drawn(r"<p>\[a &lt; b\]</p>")
    assert (math.get("display"), math.get("alttext")) == ("block", "a < b")


@pytest.mark.parametrize(
    "html",
    [r"<code>\(x\)</code>", "no formula", r"<p>\(" + "\u2060" + r"x\)</p>",
     r'<pre><code>re.match(r"\(a\)")</code></pre>'],
)  # fmt: skip
def test_code_and_prose_stay_as_they_are(html):
    assert draw_formulas(html) == html
    assert not has_undrawn_formula(html)


@pytest.mark.parametrize("tex", [r"\nonsense x", "x_", r"\left( x \right", "}{", r"\frac{a}"])
def test_what_cannot_be_drawn_stays_tex(tex):
    html = rf"<p>\({tex}\)</p>"
    assert draw_formulas(html) == html
    assert has_undrawn_formula(html)


@pytest.mark.parametrize(
    "tex",
    [r"\href{javascript:alert(1)}{x}", r"\style{background:url(http://x.y)}{x}", r"\class{a}{x}"],
)
def test_nothing_that_acts_gets_through(tex):
    made = draw_formulas(rf"<p>\({tex}\)</p>")
    assert not re.search(r"<[^>]*\b(href|style|class|src|on\w+)=", made)


def test_a_formula_in_an_attribute_stays_what_it_is():
    html = r'<img src="a.svg" alt="\(x\)"> \(x\)'
    assert draw_formulas(html).startswith(r'<img src="a.svg" alt="\(x\)"> <math')


@pytest.mark.parametrize("mark", [":", ".", ",", "?", ").", ""])
def test_no_line_begins_with_the_mark_behind_a_formula(mark):
    html = rf"<p>It is \(x\){mark} so.</p>"
    made = draw_formulas(html)
    together = f"</math>{mark}</span> so.</p>" if mark else "</math> so.</p>"
    assert made.endswith(together)
    assert made.count('<span style="white-space: nowrap"><math') == bool(mark)


_OF_COLUMNS = {"array": "{cc}", "alignedat": "{2}"}
_ONE_LINE = {"equation", "equation*"}


@pytest.mark.parametrize("name", sorted(ENVIRONMENTS))
def test_paper_draws_every_environment_that_is_allowed(name):
    body = "a = b" if name in _ONE_LINE else r"a &= b \\ c &= d"
    tex = rf"\begin{{{name}}}{_OF_COLUMNS.get(name, '')} {body} \end{{{name}}}"
    math = drawn(rf"<p>\[{tex.replace('&', '&amp;')}\]</p>")
    letters = "".join(math.itertext())
    assert letters.strip("()[]{}|‖") == ("a=b" if name in _ONE_LINE else "a=bc=d")
    assert math.get("alttext") == tex


_TWO = [
    "frac",
    "dfrac",
    "tfrac",
    "cfrac",
    "binom",
    "dbinom",
    "tbinom",
    "overset",
    "underset",
    "stackrel",
]
_IN_PLACE = {
    "left": r"\left( x \right)", "right": r"\left( x \right)",
    "middle": r"\left( x \middle| y \right)", "root": r"\root 3 \of x",
    "hline": r"\begin{array}{c} a \\ \hline b \end{array}",
    "hdashline": r"\begin{array}{c} a \\ \hdashline b \end{array}",
    "limits": r"\sum\limits_{i} x", "nolimits": r"\sum\nolimits_i x",
    **{f"{size}{side}": rf"\{size}{side}( x" for size in ("big", "Big", "bigg", "Bigg")
       for side in ("", "l", "r", "m")},
}  # fmt: skip


def use_command(name: str) -> str:
    """A formula with a command in a place where it may stand."""
    return _IN_PLACE.get(name, rf"a \{name}{{x}}{{y}}" if name in _TWO else rf"a \{name}{{x}}")


def test_paper_draws_every_command_that_is_allowed():
    names = sorted(COMMANDS - {"begin", "end"})
    assert [name for name in names if convert_formula(use_command(name), "inline") is None] == []


def test_an_operator_of_two_words_keeps_its_space():
    math = drawn(r"<p>\(\operatorname*{arg\,max}_x f\)</p>")
    assert "".join(math.itertext()).replace("\xa0", " ") == "arg maxxf"


def test_lines_of_a_derivation_meet_at_their_signs():
    math = drawn(r"<p>\[\begin{aligned} a &amp;= b \\ cc &amp;= d \end{aligned}\]</p>")
    styles = [cell.get("style") for cell in math.iter() if cell.tag.endswith("mtd")]
    assert (
        styles == ["text-align: right; padding-right: 0", "text-align: left; padding-left: 0"] * 2
    )
