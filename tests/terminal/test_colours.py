"""Coloured words can be read on white and on black, also where bold means bright."""

import pytest
from rich.style import Style

from flashcards.study.grading import RIGHT, WRONG, Verdict
from flashcards.terminal.card_view import render_verdict
from flashcards.terminal.reports import TICKS
from flashcards.words import Words

# what xterm shows: the eight colours of the palette, then their bright twins
XTERM = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
]  # fmt: skip
BLACK, WHITE = XTERM[0], XTERM[15]
VERDICTS = [RIGHT, WRONG, Verdict(0.0, near=True), Verdict(0.5)]


def luminance(colour) -> float:
    """As WCAG 2.2 defines it."""
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(style: Style, ground) -> float:
    number = style.color.number
    seen = XTERM[number + 8 if style.bold and number < 8 else number]
    low, high = sorted([luminance(seen), luminance(ground)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    "style",
    [
        *(render_verdict(Words("en"), verdict).style for verdict in VERDICTS),
        *(style for _, style in TICKS.values() if style),
    ],
)
def test_a_coloured_word_stands_out_from_any_ground(style):
    assert contrast(Style.parse(style), WHITE) > 2
    assert contrast(Style.parse(style), BLACK) > 2
