"""The pictures that a text shows are found without rendering it; files must be what they say."""

import re
from html import unescape
from urllib.parse import unquote

import pytest

from flashcards.text.images import find_picture_fault, find_pictures
from flashcards.text.markdown import render_html


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("![a](x.svg)", ["x.svg"]),
        ("two ![a](x.svg) and ![b]( y.svg 'a title')", ["x.svg", "y.svg"]),
        ("![a [nested] word](x.svg)", ["x.svg"]),
        ("[![a](x.svg)](https://example.org)", ["x.svg"]),
        ("![a](<my leaf.svg>) ![b](my%20leaf.svg)", ["my leaf.svg", "my leaf.svg"]),
        ("![a][leaf]\n\n[leaf]: x.svg", ["x.svg"]),
        ("![](x.svg)", ["x.svg"]),
        ("no picture: [a](x.svg)", []),
        (r"no picture: \![a](x.svg)", []),
        ("no picture: `![a](x.svg)`", []),
        ("no picture:\n```\n![a](x.svg)\n```\n", []),
        ("no picture: ![a](x.svg", []),
        ("![a](a&b.svg) ![a](a&amp;b.svg)", ["a&b.svg", "a&b.svg"]),
        ("> ![a][leaf]\n>\n> [leaf]: x.svg", ["x.svg"]),
    ],
)
def test_the_pictures_of_a_text_are_those_that_markdown_shows(text, names):
    assert [shown.name for shown in find_pictures(text)] == names
    found = re.findall(r'<img src="media:([^"]*)"', render_html(text))
    assert [unquote(unescape(name)) for name in found] == names


def test_a_text_that_nobody_may_write_is_not_searched():
    """A problem elsewhere; here it must not take minutes."""
    for piece in ("![", "](", "![](", "[![", "`![", "\n> [", "*"):
        assert list(find_pictures("![a](x.svg)" + piece * 100_000)) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.webp", b"RIFF\x04\0\0\0WAVE"),
        ("x.svg", b"<svg"),
        ("x.svg", b"<svg>" + b"<g>" * 9),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_refused(name, data):
    assert find_picture_fault(name, data)


PICTURES = {
    "x.png": b"\x89PNG\r\n\x1a\n", "x.gif": b"GIF89a", "x.jpg": b"\xff\xd8\xff\xe0",
    "x.webp": b"RIFF\x22\0\0\0WEBP", "x.svg": b"<svg/>",
}  # fmt: skip
"""How pictures begin."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_taken_under_its_own_suffix_alone(name):
    data = PICTURES[name]
    assert [other for other in PICTURES if not find_picture_fault(other, data)] == [name]
