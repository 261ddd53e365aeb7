"""A drawing of a stranger draws, and nothing in it runs or loads."""

import base64

import pytest

from flashcards.text.images import find_picture_fault

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'
ACTING = [
    ("<script>alert(1)</script>", "has the element <script>"),
    ('<rect onclick="alert(1)"/>', "has the script attribute 'onclick'"),
    ('<a href="#x"/>', "has the element <a>"),
    ("<foreignObject/>", "has the element <foreignObject>"),
    ('<animate attributeName="href" to="//x"/>', "has the element <animate>"),
    ('<set attributeName="onload" to="x"/>', "has the element <set>"),
    ('<image href="https://example.org/x"/>', "points outside itself: 'https://example.org/x'"),
    ('<use xlink:href="other.svg#a"/>', "points outside itself: 'other.svg#a'"),
    (
        '<image href="data:image/svg+xml,%3Csvg/%3E"/>',
        "points outside itself: 'data:image/svg+xml,%3Csvg/%3E'",
    ),
    ("<style>@import '//x';</style>", "has a style that loads something"),
    ("<style>a { fill: ur<![CDATA[l(//x]]>) }</style>", "has a style that loads something"),
    ('<rect style="fill: url(//x)"/>', "has 'fill: url(//x)', which can load something"),
    ('<rect fill="url(//x)"/>', "has 'url(//x)', which can load something"),
    ('<g xml:base="//x"/>', "has the attribute 'base', which can load something"),
    (
        '<body xmlns="http://www.w3.org/1999/xhtml"/>',
        "has the element <body> of http://www.w3.org/1999/xhtml",
    ),
]
DRAWING = [
    '<defs><linearGradient id="g"/></defs><rect fill="url(#g)"/>',
    '<style>.a { fill: red; mask: url(#m) }</style><path class="a" d="M0 0L1 1"/>',
    '<use xlink:href="#a"/><image href="data:image/png;base64,iVBORw0KGgo="/>',
    '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>',
]
BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'


@pytest.mark.parametrize(("inside", "fault"), ACTING)
def test_what_could_run_or_load_is_named(inside, fault):
    assert str(find_picture_fault("x.svg", SVG.format(inside).encode())) == fault


@pytest.mark.parametrize("inside", DRAWING)
def test_what_drawing_programs_write_is_allowed(inside):
    assert find_picture_fault("x.svg", SVG.format(inside).encode()) is None


def test_entities_are_refused_before_they_grow():
    assert find_picture_fault("x.svg", BOMB.encode()).id == "svg-doctype"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.svg", b"\x89PNG\r\n\x1a\n"),
        ("x.svg", b"<html><svg/></html>"),
        ("x.png", b"<svg/>"),
        ("x.webp", b"RIFF\x04\0\0\0WAVE"),
        ("x.svg", b"<svg"),
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
"""Pictures of one pixel; of the last only the beginning and the end."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_whole_picture_is_taken_and_a_part_of_it_is_not(name):
    whole = base64.b64decode(PICTURES[name])
    assert find_picture_fault(name, whole) is None
    assert find_picture_fault(name, whole + b"\n") is None
    for length in (8, len(whole) // 2, len(whole) - 2):
        assert find_picture_fault(name, whole[:length]), length
