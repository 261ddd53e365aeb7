"""`flashcards` is the public API: lazy, complete, documented."""

import ast
import os
import subprocess
import sys
from inspect import getdoc
from pathlib import Path

import flashcards

ROOT = Path(__file__).parent.parent


def test_importing_the_package_imports_none_of_its_modules():
    code = "import sys, flashcards; print(*(m for m in sys.modules if m.startswith('flashcards')))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.split() == ["flashcards"]


def test_every_public_name_is_there_documented_and_known_to_type_checkers():
    for name in flashcards.__all__:
        value = getattr(flashcards, name)
        assert (bool(getdoc(value)), value.__name__) == (True, name)
    stub = ast.parse((ROOT / "flashcards" / "__init__.pyi").read_text(encoding="utf-8"))
    imported = {
        (node.module, alias.name)
        for node in ast.walk(stub)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == {
        (f"flashcards.{module}", name)
        for module, names in flashcards._MODULES.items()
        for name in names.split()
    }
