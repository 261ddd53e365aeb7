"""Random histories of three devices, in each a backup is restored: every answer is kept once.

A few here; `make devices` plays 100 from a seed that it prints.
"""

import os

import pytest

from tests.helpers.device_histories import play

SEED = os.environ.get("PTQUIZ_DEVICES")
HISTORIES = range(int(SEED), int(SEED) + 100) if SEED else range(3)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", HISTORIES)
def test_all_devices_end_with_the_same_answers_due_days_and_memory(devices, seed):
    assert play(devices, seed) == []
