"""Commands called in an empty folder."""

import pytest

from flashcards.cli import run


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Call a command; its exit code, and what it printed and complained about."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code = run([*words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call
