"""Code to HTML with Pygments' classes; tables that a program printed stay tables."""

import re

import pytest

from flashcards.text.highlight import (
    COLOURED,
    highlight_code,
    load_card_style,
    mark_wide_blocks,
    render_code_block,
    render_output_block,
)


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
        ("f'{x}'", '<span class="s">f\'</span><span class="si">{</span>x<span class="si">}</span>'
         '<span class="s">\'</span>'),
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


TABLE = "Name        CPU total   # of Calls\naten::mm     84.12 %           10\n"


def test_a_table_is_told_with_its_width_and_can_be_focused():
    marked = mark_wide_blocks(f"<p>Look:</p>{render_output_block(TABLE)}<p>Well?</p>")
    begin = '<p>Look:</p><pre class="output aligned" tabindex="0" style="--columns: 34"><samp>Name'
    assert marked.startswith(begin)
    assert marked.endswith("10</samp></pre><p>Well?</p>")


def test_code_that_small_type_brings_into_a_line_is_told_and_no_other():
    fits, wide, wraps = (
        render_code_block(letters, "text") for letters in ("x" * 60, "步" * 31, "x" * 106)
    )
    assert mark_wide_blocks(fits + wraps) == fits + wraps
    assert mark_wide_blocks(wide) == wide.replace('"code"', '"code" style="--columns: 62"')
