"""Authors with ten releases each, and learners who study through them.

Some run with the thorough tests; `make devices` runs all of them.
"""

import os
import random
from collections import Counter

import pytest

from tests.helpers.anki_engine import learner
from tests.helpers.release_chains import OPERATIONS, Author, Study

CHAINS = 21 if os.environ.get("PTQUIZ_DEVICES") else 9
LEARNERS = 2
GROUPS = 3
"""Chains are run in groups, so that two processes can share them."""


def _studied(seed, folder, **author):
    """All broken promises of one chain, and what its author did."""
    writer = Author(seed, folder, **author)
    releases = writer.releases()
    broken = []
    for number in range(LEARNERS):
        with learner(folder / f"learner-{number}") as who:
            chance = random.Random(f"learner {seed} {number}")
            broken += Study(who, chance).goes_through(releases)
            who.check_everything()
    return broken, writer


@pytest.mark.thorough
@pytest.mark.parametrize("group", range(GROUPS))
def test_learners_keep_everything_and_get_everything(group, tmp_path):
    done = Counter()
    for seed in range(group, CHAINS, GROUPS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        broken, author = _studied(seed, folder)
        assert broken == []
        done += author.done
    print(f"group {group}: {dict(sorted(done.items()))}")


@pytest.mark.thorough
def test_the_chains_do_everything_often_enough(tmp_path):
    done = Counter()
    for seed in range(CHAINS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        author = Author(seed, folder)
        author.releases()
        done += author.done
    print(dict(sorted(done.items())))
    assert {name: done[name] for name in OPERATIONS if done[name] < 2 * CHAINS} == {}


def test_a_planted_bug_is_found(tmp_path):
    """Stamping every note with the clock overwrites what learners did."""
    broken, _ = _studied(1, tmp_path, clock_is_the_time=True)
    assert any("that the author did not change was changed" in each for each in broken)
