"""What the package imports is declared in pyproject.toml, and nothing else is."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

from tests.helpers.source_code import PACKAGE, load_sources, walk

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
NEWER = {"compression"}
"""Modules of a Python that is newer than the oldest one that is supported."""


def normalize(name):
    """The name of a distribution as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def list_modules(source):
    """Names of the modules that a program imports, wherever it does; of a namespace its parts."""
    for node in walk(source):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "backports":
            yield from (f"backports.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module.partition(".")[0]


def test_what_is_imported_is_declared_and_what_is_declared_is_imported():
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    needed, optional = (
        {normalize(re.match(r"[\w.-]+", row)[0]) for row in rows}
        for rows in (project["dependencies"], extras)
    )
    modules = {*chain.from_iterable(map(list_modules, load_sources().values()))}
    strangers = modules - sys.stdlib_module_names - NEWER - {PACKAGE.name}
    owners = packages_distributions()
    imported = {normalize(owners.get(module, [module])[0]) for module in strangers}
    assert imported - optional == needed
    assert "backports-zstd" in needed  # an ordinary install reads what Anki exports today
