"""Command lines as somebody types them, in a folder with a course `course` of every kind."""

import io
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.cli import run

EVERY_KIND = Path(__file__).parents[1] / "pages" / "data" / "every-kind"


class Said(NamedTuple):
    """How a command line ended."""

    code: int
    out: str
    err: str

    @property
    def text(self):
        return self.out + self.err

    @property
    def lines(self):
        return self.text.splitlines()


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line, a text or its words; `typed` is what comes from standard input."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    shutil.copytree(EVERY_KIND, "course")

    def call(line, *more, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        words = [*(line.split() if isinstance(line, str) else line), *more]
        code = run(words)
        return Said(code, *capsys.readouterr())

    return call
