"""Code to HTML with Pygments' classes."""

import re
import sysconfig
from collections import Counter
from pathlib import Path

import pytest
from pygments.lexers.python import PythonLexer
from pygments.token import STANDARD_TYPES

from flashcards.text.highlight import (
    COLOURED,
    highlight_code,
    load_card_style,
    render_code_block,
    render_output_block,
    split_code,
)


def _ours(code):
    return [name for name, text in split_code(code, "python") for _ in text]


def _theirs(code):
    made = []
    for _, token, text in PythonLexer().get_tokens_unprocessed(code):
        known = token
        while known not in STANDARD_TYPES:
            known = known.parent
        name = COLOURED.get(STANDARD_TYPES[known], "")
        made += ["s" if name in ("se", "si") else name] * len(text)
    return made


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [8, 40])
def test_python_is_coloured_as_pygments_colours_it(number):
    """Over the standard library, letter by letter."""
    files = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[:number]
    same = all_letters = 0
    differences = Counter()
    for path in files:
        code = path.read_text(encoding="utf-8")
        ours, theirs = _ours(code), _theirs(code)
        assert len(ours) == len(theirs) == len(code)
        for letter, one, two in zip(code, ours, theirs, strict=True):
            if not letter.isspace():
                all_letters += 1
                same += one == two
                differences[one, two] += one != two
    assert same / all_letters > 0.985, differences.most_common(9)


@pytest.mark.parametrize(
    ("code", "html"),
    [
        ("x = 1", 'x = <span class="m">1</span>'),
        ("print('a')", '<span class="nb">print</span>(<span class="s">\'a\'</span>)'),
        ("x.print", "x.print"),
        (
            "def f(): # no",
            '<span class="k">def</span> <span class="nf">f</span>(): <span class="c"># no</span>',
        ),
        ("@torch\nclass A: pass", '<span class="nd">@torch</span>\n<span class="k">class</span> '
         '<span class="nc">A</span>: <span class="k">pass</span>'),
        ("f'{x:>3}'", '<span class="s">f\'{x:&gt;3}\'</span>'),
        ("None if a<b else 0x1F", '<span class="kc">None</span> <span class="k">if</span> a&lt;b '
         '<span class="k">else</span> <span class="m">0x1F</span>'),
    ],
)  # fmt: skip
def test_python(code, html):
    assert highlight_code(code, "python") == html


def test_other_languages_go_through_pygments():
    assert highlight_code("int x = 1; // one", "cpp") == (
        '<span class="kt">int</span> x = <span class="m">1</span>; <span class="c">// one</span>'
    )


def test_marks_stand_outside_of_every_element():
    assert highlight_code("ab = 'cd'", "python", [(1, "<"), (3, ">"), (6, "(")]) == (
        'a<b >= <span class="s">\'</span>(<span class="s">cd\'</span>'
    )


def test_the_end_of_a_text_does_not_count():
    assert render_code_block("x\n\n", None) == '<pre class="code"><code>x</code></pre>'
    assert render_output_block("(1, 3)  \n") == '<pre class="output"><samp>(1, 3)</samp></pre>'


def test_every_class_has_a_colour():
    sheet = load_card_style()
    assert [
        name for name in set(COLOURED.values()) if not re.search(rf"\.pq \.{name}\b", sheet)
    ] == []
