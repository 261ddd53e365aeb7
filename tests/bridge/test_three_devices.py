"""Random histories of a desktop, a phone and a terminal: every answer once, one memory.

A few here; `make devices` plays 200 and injects 100 faults.
"""

import os
import random
from collections import Counter

import pytest

from tests.helpers.anki_devices import household
from tests.helpers.courses import sample_course
from tests.helpers.device_histories import Forker, find_faults, play
from tests.helpers.flaky_proxy import FlakyProxy

ALL = "PTQUIZ_DEVICES" in os.environ
HISTORIES = range(200 if ALL else 5)
FAULTS = 100 if ALL else 10


@pytest.fixture(scope="module")
def forker():
    made = Forker()
    yield made
    made.close()


@pytest.mark.parametrize("seed", HISTORIES)
def test_all_devices_end_with_the_same_answers_due_days_and_memory(tmp_path, server, forker, seed):
    with household(tmp_path, server, sample_course()) as home:
        assert play(home, forker, seed) == []


def test_a_sync_that_is_cut_at_any_point_loses_and_doubles_nothing(tmp_path, server, forker):
    chance, given, said = random.Random(15), Counter(), Counter()
    with household(tmp_path, server, sample_course()) as home:
        proxy = FlakyProxy(server.port)
        for number in range(FAULTS):
            owner = home.owners[number % len(home.owners)]
            home.phone.answer(home.cards[owner], 3)
            took = home.phone.col.db.scalar("select time from revlog order by id desc limit 1")
            given[owner, 3, took] += 1
            home.phone.sync()
            home.terminal.answer(owner, 4, took=number)
            given[owner, 4, number] += 1
            if number % 2:
                said[forker.sync(home, kill_ms=chance.uniform(0, 150))[:6]] += 1
            else:
                proxy.left = chance.randrange(1, 6000)
                said[forker.sync(home, url=proxy.url)[:6]] += 1
        proxy.close()
        home.sync_all()
        assert find_faults(home, given) == []
    assert said["killed"] > 0
    assert said["error:"] > 0
