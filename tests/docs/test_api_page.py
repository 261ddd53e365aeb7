"""The examples in docs/api.md run from top to bottom and print what the page shows."""

import contextlib
import io
import re
from pathlib import Path

import pytest

import flashcards

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def run_example(code, names):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/api.md", "exec"), names)
    return printed.getvalue()


@pytest.mark.thorough
def test_every_example_prints_what_the_page_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    examples = EXAMPLE.findall(PAGE)
    assert len(examples) == PAGE.count("```python") == 4
    for code, shown in examples:
        lines = [line.rstrip() for line in run_example(code, names).splitlines()]
        assert lines == shown.splitlines()


def test_three_class_decks_take_at_most_ten_lines():
    code = next(code for code, _ in EXAMPLE.findall(PAGE) if "build_package" in code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10


def test_the_page_names_every_public_name_and_no_other_function():
    words = set(re.findall(r"\w+", PAGE))
    assert [name for name in flashcards.__all__ if name not in words] == []
    told = re.findall(r"`(\w+_\w+)(?:\(.*?)?`", PAGE)
    assert {*told} <= {*flashcards.__all__}
