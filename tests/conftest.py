"""Tests never touch the learner's own data."""

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory, monkeypatch):
    """Every test has a home of its own; the cache in it is empty."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("PTQUIZ_HOME", str(home))
    return home
