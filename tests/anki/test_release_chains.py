"""Authors with ten releases each, and learners who study through them.

Some run with the thorough tests; `make devices` runs all of them.
"""

import os
import random
from collections import Counter

import pytest

from flashcards.anki.import_plan import IMPORT_OPTIONS, compare_packages
from flashcards.anki.reader import load_package
from tests.helpers.anki_engine import copied, learner
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
    return broken, writer, releases


def _foretold(releases, chance, folder):
    """Where the plan and the engine's log differ, for learners who left their notes alone."""
    wrong = []
    for number in range(4):
        old, new = sorted(chance.sample(range(len(releases)), 2))
        plan = compare_packages(
            load_package(releases[old].path), load_package(releases[new].with_retired)
        )
        before = folder / f"plan-{number}"
        with learner(before) as who:
            who.imports(releases[old].path)
        for options in IMPORT_OPTIONS:
            with learner(copied(before, folder / f"plan-{number}-{options}")) as who:
                log = who.imports(releases[new].with_retired, options)
            expected = {note.key: note.outcomes[options] for note in plan.notes}
            assert log.keys() == expected.keys()
            wrong += [(options, key) for key in log if log[key] != expected[key]]
    return wrong


@pytest.mark.thorough
@pytest.mark.parametrize("group", range(GROUPS))
def test_learners_keep_everything_and_get_everything(group, tmp_path):
    done = Counter()
    for seed in range(group, CHAINS, GROUPS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        broken, author, releases = _studied(seed, folder)
        assert broken == []
        assert _foretold(releases, random.Random(f"plan {seed}"), folder) == []
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
    broken, _, _ = _studied(1, tmp_path, clock_is_the_time=True)
    assert any("that the author did not change was changed" in each for each in broken)
