"""`-o -` writes what would be in the file to standard output, and nothing else."""

import shutil
from pathlib import Path

import pytest

from flashcards.cli import run

EVERY_KIND = Path(__file__).parents[1] / "pages" / "data" / "every-kind"


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capfdbinary):
    """Runs a command line beside the course `course`: exit code, output and errors as bytes."""
    shutil.copytree(EVERY_KIND, tmp_path / "course")
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code = run([*words])
        return code, *capfdbinary.readouterr()

    return call


@pytest.mark.parametrize("name", ["moodle", "csv", "json"])
def test_an_export_of_one_text_goes_to_a_pipe_and_its_report_to_the_errors(ptquiz, name):
    code, report, err = ptquiz("export", name, "course", "-o", "file")
    assert (code, err) == (0, b"")
    code, out, err = ptquiz("export", name, "course", "-o", "-")
    assert (code, out) == (0, Path("file").read_bytes())
    assert err == report.replace(b"Wrote file\n", b"")
    assert not Path("-").exists()


def test_a_page_goes_to_a_pipe(ptquiz):
    assert ptquiz("preview", "course", "-o", "page.html")[0] == 0
    code, out, _ = ptquiz("preview", "course", "-o", "-")
    assert (code, out) == (0, Path("page.html").read_bytes())
    assert not Path("-").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["build"],
        ["export", "canvas"],
        ["export", "sheet"],
        ["export", "csv", "--json"],
    ],
    ids=" ".join,
)
def test_what_is_no_single_text_is_wrong_usage(ptquiz, words):
    code, out, err = ptquiz(*words, "course", "-o", "-")
    assert (code, out) == (2, b"")
    assert b"Invalid value for --output: " in err
    assert not Path("-").exists()


def test_an_export_that_would_lose_something_prints_nothing(ptquiz):
    code, out, err = ptquiz("export", "csv", "course", "--strict", "-o", "-")
    assert (code, out) == (1, b"")
    assert b"nothing written: " in err
