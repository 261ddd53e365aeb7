"""The real Chromium."""

import pytest

from tests.helpers.chromium import started_chromium


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    with started_chromium(tmp_path_factory.mktemp("chromium")) as driver:
        yield driver
