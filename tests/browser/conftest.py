"""The real Chromium."""

import pytest

from tests.helpers.chromium import started_chromium


@pytest.fixture(scope="session")
def chromium():
    with started_chromium() as driver:
        yield driver
