"""A kind of entry cannot be forgotten: tables have all of them."""

from importlib import import_module
from typing import get_args

import pytest

from flashcards.course.model import ENTRY_TYPES, KINDS, AnyEntry


@pytest.mark.parametrize("name", ["course.model.ENTRY_TYPES", "anki.fields._KINDS"])
def test_every_kind_stands_in_the_table_of_every_package(name):
    module, _, table = name.rpartition(".")
    assert set(getattr(import_module(f"flashcards.{module}"), table)) >= set(KINDS)


def test_a_kind_is_named_by_its_type():
    assert {kind: cls.kind for kind, cls in ENTRY_TYPES.items()} == {kind: kind for kind in KINDS}
    tagged = [get_args(each) for each in get_args(get_args(AnyEntry)[0])]
    assert {cls.kind: tag.tag for cls, tag in tagged} == {kind: kind for kind in KINDS}
