"""Slips of authors that somebody wrote without knowing the code: no cure is wrong.

Two thirds of those that have one right answer get it; of the others the line is told.
"""

import pytest

from tests.helpers.slips import load_slips, read_plain, try_slip

SLIPS = load_slips()
UNTOLD = {
    "bra-alias-comma", "mar-newline-meant", "mar-dollar-price", "mar-picture-no-bang",
    "qui-pass-mark-fraction", "quo-stray-at-end", "quo-backtick-unclosed-code", "sig-hash-starts",
    "sig-comment-slashes", "str-right-flags", "tra-wide-comma", "val-comma-number",
    "note-inside-quotes", "output-loses-quotes", "markdown-list-in-plain", "wide-comma-in-list",
    "blanks-in-text", "quiz-pass-fraction", "course-report-placeholder",
}  # fmt: skip
"""What reads well as it is, or is told at another line."""


def is_right(slip, text):
    return read_plain(text) == read_plain(slip.right)


def is_partly_right(slip, text):
    """Whether all lines that are changed are right, of a file with several slips."""
    changed = {*text.splitlines()} - {*slip.broken.splitlines()}
    return len(slip.lines) > 1 and changed <= {*slip.right.splitlines()}


def find_wrong(slip, outcome):
    """What is wrong with what `check` made of a slip."""
    if outcome.shown != slip.broken and not (
        is_right(slip, outcome.shown) or is_partly_right(slip, outcome.shown)
    ):
        yield "a cure that is shown"
    certain = outcome.certain not in (slip.broken, outcome.shown) and len(slip.lines) == 1
    if certain and not is_right(slip, outcome.certain):
        yield "a cure that is certain"
    told = {each.at.line for each in (*outcome.problems, *outcome.warnings)}
    near = {line + by for line in slip.lines for by in (-1, 0, 1)}
    reads_well = not outcome.problems and is_right(slip, slip.broken)
    is_cured = is_right(slip, outcome.shown)
    if not (reads_well or is_cured or told & near or slip.id in UNTOLD):
        yield "the line"


@pytest.mark.parametrize("name", [*SLIPS][:40])
def test_no_cure_is_wrong_and_the_line_is_told(name, tmp_path):
    slip = SLIPS[name]
    assert [*find_wrong(slip, try_slip(slip, tmp_path / "course"))] == []


@pytest.mark.thorough
def test_no_cure_is_wrong_and_most_slips_that_have_one_right_answer_get_it(tmp_path):
    outcomes = {name: try_slip(slip, tmp_path / name) for name, slip in SLIPS.items()}
    assert [
        (name, wrong) for name in SLIPS for wrong in find_wrong(SLIPS[name], outcomes[name])
    ] == []
    certain = [slip for slip in SLIPS.values() if slip.certain]
    cured = [slip for slip in certain if is_right(slip, outcomes[slip.id].shown)]
    assert len(SLIPS) >= 150
    assert len(cured) / len(certain) >= 3 / 4
