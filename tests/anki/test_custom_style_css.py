"""A style sheet of a stranger styles cards, and loads nothing."""

import pytest

from flashcards.anki.custom_style import find_forbidden_css

LOADING = [
    ("@import 'https://example.org/x.css';", "@import"),
    ("@font-face { src: url(data:font/woff2;base64,AA) }", "@font-face"),
    ("a { background: url('https://example.org/x') }", "url('https://example.org/x')"),
    ("a { background: URL(//example.org/x) }", "URL(//example.org/x)"),
    ("a { background: image-set('https://example.org/x' 1x) }", "image-set(…)"),
    ("a { background: -webkit-image-set(url(x) 1x) }", "-webkit-image-set(…)"),
    ("a { background: src('https://example.org/x') }", "src(…)"),
    ("a { background: element(#x) }", "element(…)"),
    ("a { width: expression(alert(1)) }", "expression(…)"),
    ("a { background: u\\72l(https://example.org/x) }", "\\"),
    ("a { background: url(data:text/html,x) }", "url(data:text/html,x)"),
    ('a { content: "</style>" }', "</"),
    ("/* --> */", "-->"),
    ('a { content: "\\"" } b { background: url(//x) } c { content: "" }', "url(//x)"),
    ('a { content: "\f; background: url(//x); b: " }', '"'),
]
STYLING = [
    ".card { color: #333; background: rgb(1 2 3 / 50%) }",
    ".pq::before { content: '\\201C(c) a url(x)'; margin: calc(1em + var(--gap)) }",
    "/* @import url(x) */ .card { background: linear-gradient(red, blue) }",
    ".card { background: url(data:image/png;base64,iVBORw0KGgo=) no-repeat }",
    ".card { background: url( 'data:image/svg+xml;base64,PHN2Zy8+' ) }",
    "@media (max-width: 400px) { .pq:not(.wide) { font-size: clamp(1em, 2vw, 3em) } }",
]


@pytest.mark.parametrize(("style", "named"), LOADING)
def test_what_could_load_or_break_out_is_named(style, named):
    assert find_forbidden_css(style) == named


@pytest.mark.parametrize("style", STYLING)
def test_ordinary_style_is_allowed(style):
    assert find_forbidden_css(style) == ""
