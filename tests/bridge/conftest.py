"""One sync server for all tests of a worker; each test uploads a collection of its own."""

import time

import pytest

from tests.helpers.anki_devices import household, serving
from tests.helpers.courses import sample_course


@pytest.fixture(autouse=True)
def in_the_afternoon(in_zone):
    """Where the day, which begins at four in the morning, does not end during a test."""
    east = (16 - time.gmtime().tm_hour + 12) % 24 - 12
    in_zone(f"TEST{-east:+}")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture
def devices(tmp_path, server):
    """A desktop, a phone and a terminal of one learner."""
    with household(tmp_path, server, sample_course()) as made:
        yield made
