"""`flashcards` is the public API: lazy, complete, documented."""

import ast
import os
import subprocess
import sys
from inspect import getdoc
from pathlib import Path

import pytest

import flashcards

ROOT = Path(__file__).parent.parent
STUB = ast.parse((ROOT / "flashcards" / "__init__.pyi").read_text(encoding="utf-8"))


def test_importing_the_package_imports_none_of_its_modules():
    code = "import sys, flashcards; print(*(m for m in sys.modules if m.startswith('flashcards')))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.split() == ["flashcards"]


def is_documented(name: str) -> bool:
    value = getattr(flashcards, name)
    return bool(getdoc(value) and value.__name__ == name)


def test_every_public_name_is_there_and_documented():
    assert set(flashcards.__all__) <= set(dir(flashcards))
    assert [name for name in flashcards.__all__ if not is_documented(name)] == []


def test_names_for_mypy_and_names_at_run_time_are_the_same():
    imported = {
        (node.module, alias.name)
        for node in ast.walk(STUB)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("flashcards.")
        for alias in node.names
    }
    table = {
        (f"flashcards.{module}", name)
        for module, names in flashcards._MODULES.items()
        for name in names.split()
    }
    assert imported == table
    assert sorted(flashcards.__all__) == sorted(name for _, name in table)


def test_another_name_is_an_ordinary_attribute_error():
    with pytest.raises(AttributeError, match="module 'flashcards' has no attribute 'nothing'"):
        _ = flashcards.nothing
