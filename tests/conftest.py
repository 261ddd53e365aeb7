"""Tests never touch the learner's own data, and run the same every time and everywhere."""

import signal

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")


def pytest_configure():
    """A shell lets its background jobs ignore interrupts, and so would what the tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory, monkeypatch):
    """Every test has a home of its own; the cache in it is empty."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("PTQUIZ_HOME", str(home))
    return home
