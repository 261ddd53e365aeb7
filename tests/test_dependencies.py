"""What the package imports is declared in pyproject.toml, and nothing else is."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest

from tests.helpers.source_code import PACKAGE, load_sources, walk

ROOT = Path(__file__).parent.parent
NAMESPACES = {"backports"}
"""Packages that several distributions share."""
NEWER = {"compression"}
"""Modules of a Python that is newer than the oldest one that is supported."""


def normal(name):
    """The name of a distribution as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def imported_modules(source):
    """Top-level names of the modules that a program imports, wherever it does."""
    found = set()
    for node in walk(source):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module in NAMESPACES:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module.partition(".")[0])
    return found


def imported_distributions(sources):
    modules = set().union(*map(imported_modules, sources))
    strangers = modules - sys.stdlib_module_names - NEWER - {PACKAGE.name}
    owners = packages_distributions()
    return {normal(owners.get(module, [module])[0]) for module in strangers}


def declared_distributions():
    """What every user gets, and what somebody may ask for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    return [
        {normal(re.match(r"[\w.-]+", row)[0]) for row in rows}
        for rows in (project["dependencies"], extras)
    ]


def test_an_ordinary_install_reads_what_anki_exports_today():
    needed, _ = declared_distributions()
    assert "backports-zstd" in needed


def test_what_is_imported_is_declared_and_what_is_declared_is_imported():
    needed, optional = declared_distributions()
    assert imported_distributions(load_sources().values()) - optional == needed


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import yaml.nodes", {"pyyaml"}),
        ("def f():\n    from prompt_toolkit.keys import Keys", {"prompt-toolkit"}),
        ("import json, flashcards.cards\nfrom . import model", set()),
        ("import not_installed_anywhere", {"not-installed-anywhere"}),
        ("from backports import zstd", {"backports-zstd"}),
    ],
)
def test_an_import_is_found_under_the_name_that_is_declared(source, names):
    assert imported_distributions([source]) == names
