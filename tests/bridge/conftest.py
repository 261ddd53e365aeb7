"""One sync server for all tests of a worker; each test uploads a collection of its own."""

import pytest

from flashcards.anki.bridge.collection import load_course_languages
from tests.helpers.anki_devices import household, serving
from tests.helpers.caches import cache_of
from tests.helpers.courses import sample_course


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture(scope="session")
def known_courses(tmp_path_factory):
    """A home whose cache knows the languages of the built-in course."""
    folder = tmp_path_factory.mktemp("courses")
    load_course_languages(None, cache_of(folder))
    return folder


@pytest.fixture
def devices(tmp_path, server):
    """A desktop, a phone and a terminal of one learner."""
    with household(tmp_path, server, sample_course()) as made:
        yield made
