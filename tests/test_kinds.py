"""A kind of entry cannot be forgotten: every package has a table of all of them, and no chains."""

import ast
from importlib import import_module
from typing import get_args

import pytest

from flashcards.course.model import ENTRY_TYPES, KINDS, AnyEntry
from tests.helpers.source_code import load_sources, walk


@pytest.mark.parametrize("name", ["course.model.ENTRY_TYPES", "anki.fields._KINDS"])
def test_every_kind_stands_in_the_table_of_every_package(name):
    module, _, table = name.rpartition(".")
    assert set(getattr(import_module(f"flashcards.{module}"), table)) >= set(KINDS)


def test_a_kind_is_named_by_its_type():
    assert {kind: cls.kind for kind, cls in ENTRY_TYPES.items()} == {kind: kind for kind in KINDS}
    tagged = [get_args(each) for each in get_args(get_args(AnyEntry)[0])]
    assert {cls.kind: tag.tag for cls, tag in tagged} == {kind: kind for kind in KINDS}


def list_partial_tables(source: str) -> list[int]:
    """Lines with a table by kind that has some kinds, and not all."""
    found = []
    for node in walk(source):
        if isinstance(node, ast.Dict):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            if len(keys) > 2 and keys < set(KINDS):
                found.append(node.lineno)
    return found


def list_chains(source: str) -> list[int]:
    """Lines with a choice between three or more kinds, and nothing for one that is new."""
    types = {cls.__name__ for cls in ENTRY_TYPES.values()}
    found = []
    for node in walk(source):
        if isinstance(node, ast.Match):
            cases = [getattr(getattr(case.pattern, "pattern", case.pattern), "cls", None)
                     for case in node.cases]  # fmt: skip
            last = node.cases[-1].pattern
            has_rest = isinstance(last, ast.MatchAs) and last.pattern is None
            named = {case.id for case in cases if isinstance(case, ast.Name)} & types
            if len(named) > 2 and not has_rest:
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("find", [list_partial_tables, list_chains])
def test_no_module_knows_only_some_kinds(find):
    assert [f"{path}:{line}" for path, text in load_sources().items() for line in find(text)] == []
