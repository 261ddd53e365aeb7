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
}  # fmt: skip
"""What reads well as it is, or is told at another line."""


def is_right(slip, text):
    return read_plain(text) == read_plain(slip.right)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", SLIPS)
def test_no_cure_is_wrong_and_the_line_is_told(name, tmp_path):
    slip = SLIPS[name]
    outcome = try_slip(slip, tmp_path / "course")
    if outcome.shown != slip.broken:
        assert is_right(slip, outcome.shown)
    if outcome.certain not in (slip.broken, outcome.shown) and len(slip.lines) == 1:
        assert is_right(slip, outcome.certain)
    told = {each.at.line for each in (*outcome.problems, *outcome.warnings)}
    near = {line + by for line in slip.lines for by in (-1, 0, 1)}
    reads_well = not outcome.problems and is_right(slip, slip.broken)
    assert reads_well or told & near or name in UNTOLD


@pytest.mark.thorough
def test_most_slips_that_have_one_right_answer_get_it(tmp_path):
    certain = [slip for slip in SLIPS.values() if slip.certain]
    cured = [slip for slip in certain if is_right(slip, try_slip(slip, tmp_path / slip.id).shown)]
    assert len(SLIPS) >= 150
    assert len(cured) / len(certain) >= 3 / 4
