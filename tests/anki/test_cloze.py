"""Gaps in text and code."""

import re
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.anki.cloze import render_cloze
from flashcards.errors import FlashcardsError
from flashcards.text.markdown import render_html


@pytest.mark.parametrize(
    ("text", "gaps", "html"),
    [
        ("a leaf here", {1: "leaf"}, "<p>a {{c1::leaf}} here</p>"),
        ("a `x.grad` b", {2: "`x.grad`"}, "<p>a {{c2::<code>x.grad</code>}} b</p>"),
        ("the **leaf** is", {1: "**leaf**"}, "<p>the {{c1::<strong>leaf</strong>}} is</p>"),
        ("the **leaf** is", {1: "leaf"}, "<p>the <strong>{{c1::leaf}}</strong> is</p>"),
        ("a b c", {1: "a b", 2: "b"}, "<p>{{c1::a {{c2::b}}}} c</p>"),
        ("at::T {{1, 2}}", {1: "at::T", 2: "{{1, 2}}"},
         "<p>{{c1::at:<wbr>:T}} {{c2::{<wbr>{1, 2}<wbr>}<wbr>}}</p>"),
        ("so {{c9::it}} goes", {1: "goes"}, "<p>so {<wbr>{c9:<wbr>:it}<wbr>} {{c1::goes}}</p>"),
        ("$a^2$ is", {1: "a^2"}, "<p>\\({{c1::a^2}}\\) is</p>"),
        ("$x_{{a}}$ is", {1: "x_{{a}}"}, "<p>\\({{c1::x_{ {a} } }}\\) is</p>"),
        ("![b::c](x.svg) d", {1: "![b::c](x.svg)"},
         '<p>{{c1::<img src="media:x.svg" alt="b: :c">}} d</p>'),
    ],
)  # fmt: skip
def test_a_gap_in_a_text(text, gaps, html):
    assert render_cloze(text, gaps) == html


def test_a_gap_in_code_keeps_the_colours():
    assert render_cloze(
        "at::Tensor y = f({{1, 2}});", {1: "at::Tensor", 2: "{{1, 2}}", 3: "1"}, "cpp"
    ) == (
        '<pre class="code"><code>{{c1::at:<wbr>:Tensor}} y = f({{c2::{<wbr>{<wbr>{{c3::'
        '<span class="m">1</span>}}, <span class="m">2</span>}<wbr>}<wbr>}});</code></pre>'
    )


@pytest.mark.parametrize(
    ("text", "gaps", "why"),
    [
        ("a **b c** d", {1: "a **b"}, "gap 1 begins and ends in different places"),
        ("one\n\ntwo", {1: "one\n\ntwo"}, "gap 1 begins and ends in different places"),
        ("- item", {1: "- item"}, "cuts through Markdown"),
        ("![alt](a.svg)", {1: "alt"}, "cuts through Markdown"),
        ("[text](https://a.org)", {1: "a.org"}, "cuts through Markdown"),
    ],
)
def test_a_gap_that_cannot_be(text, gaps, why):
    with pytest.raises(FlashcardsError, match=why):
        render_cloze(text, gaps)


LETTERS = st.text("ab:{}<&`*_ $c1é中🔥\ue000\n'\"#()", min_size=1, max_size=30)


@given(LETTERS, st.integers(0, 30), st.integers(1, 30), st.sampled_from([None, "python", "cpp"]))
def test_without_its_gap_it_is_the_text_itself(text, start, length, language):
    gap = text[start : start + length]
    if not gap.strip() or text.count(gap) != 1:
        return
    try:
        html = render_cloze(text, {1: gap}, language)
    except FlashcardsError:
        assert language is None
        return
    assert len(re.findall(r"\{\{c\d+::", html)) == 1
    assert html.count("}}") == 1
    if language is None:
        plain = html.replace("{{c1::", "").replace("}}", "").replace("<wbr>", "")
        wanted = render_html(text.replace("\ue000", "\ufffd"))
        if "$" not in text:  # a formula has a space in the place of `<wbr>`
            assert plain == normalize("NFC", wanted)
