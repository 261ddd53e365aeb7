"""One sync server for all tests of a worker; each test uploads a collection of its own."""

import pytest

from tests.helpers.anki_devices import Household, Server
from tests.helpers.courses import sample_course


@pytest.fixture(autouse=True)
def always_in_the_afternoon(in_the_afternoon):
    """Syncs and histories take a while."""


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture
def devices(tmp_path, server):
    """A desktop, a phone and a terminal of one learner."""
    with Household(tmp_path, server, sample_course()) as made:
        yield made
