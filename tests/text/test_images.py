"""The pictures that a text shows are found without rendering it; files must be what they say."""

import base64
import re
from html import unescape
from urllib.parse import unquote

import pytest

from flashcards.text.images import find_picture_fault, find_pictures
from flashcards.text.markdown import render_html


def rendered_names(text):
    found = re.findall(r'<img src="media:([^"]*)"', render_html(text))
    return [unquote(unescape(name)) for name in found]


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
    assert rendered_names(text) == names


def test_a_text_that_nobody_may_write_is_not_searched():
    """A problem elsewhere; here it must not take minutes."""
    for piece in ("![", "](", "![](", "[![", "`![", "\n> [", "*"):
        assert list(find_pictures("![a](x.svg)" + piece * 100_000)) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.svg", b"\x89PNG\r\n\x1a\n"),
        ("x.png", b"<svg/>"),
        ("x.webp", b"RIFF\x04\0\0\0WAVE"),
        ("x.svg", b"<svg"),
        ("x.svg", b"<svg>" + b"<g>" * 9),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_refused(name, data):
    assert find_picture_fault(name, data)


PICTURES = {
    "x.png": (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
        "rkJggg=="
    ),
    "x.gif": "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    "x.webp": "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
    "x.jpg": "/9j/4AAQSkZJRgABAQEASABIAAD/2Q==",
}
"""Pictures of one pixel."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_taken_under_its_own_suffix_alone(name):
    data = base64.b64decode(PICTURES[name])
    assert find_picture_fault(name, data) is None
    assert [other for other in PICTURES if not find_picture_fault(other, data)] == [name]
