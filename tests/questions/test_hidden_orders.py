"""An order to find is never shown solved, and every other order is as likely."""

from collections import Counter
from itertools import permutations

from flashcards.seeding import reorder_names


def test_over_600_draws_no_order_is_solved_and_every_other_is_as_likely():
    """Of five orders each is expected 120 times; 80 and 160 are four deviations away."""
    counts = Counter("".join(reorder_names("abc", str(seed))) for seed in range(600))
    assert counts.keys() == {"".join(order) for order in permutations("abc")} - {"abc"}
    assert 80 <= min(counts.values()) <= max(counts.values()) <= 160
