"""Code to HTML with Pygments' classes."""

import re
import sysconfig
from pathlib import Path

import pytest
from pygments.lexers.python import PythonLexer
from pygments.token import STANDARD_TYPES

from flashcards.text.highlight import (
    COLOURED,
    highlight_code,
    load_card_style,
    split_code,
)


def _list_pygments_classes(code):
    """The class of each letter; of a string one for all of it."""
    classes = []
    for _, token, text in PythonLexer().get_tokens_unprocessed(code):
        while token not in STANDARD_TYPES:
            token = token.parent
        name = COLOURED.get(STANDARD_TYPES[token], "")
        classes += ["s" if name in ("se", "si") else name] * len(text)
    return classes


def test_python_is_coloured_as_pygments_colours_it():
    """Over a part of the standard library, letter by letter."""
    same, letters = 0, 0
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[:8]:
        code = path.read_text(encoding="utf-8")
        ours = [name for name, text in split_code(code, "python") for _ in text]
        for letter, one, two in zip(code, ours, _list_pygments_classes(code), strict=True):
            letters += not letter.isspace()
            same += one == two and not letter.isspace()
    assert same / letters > 0.985


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


def test_every_class_has_a_colour():
    sheet = load_card_style()
    assert [
        name for name in set(COLOURED.values()) if not re.search(rf"\.pq \.{name}\b", sheet)
    ] == []
