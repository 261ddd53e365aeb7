"""A kind of entry cannot be forgotten in the models."""

from typing import get_args

from flashcards.course.model import ENTRY_TYPES, KINDS, AnyEntry


def test_a_kind_is_named_by_its_type():
    assert {kind: cls.kind for kind, cls in ENTRY_TYPES.items()} == {kind: kind for kind in KINDS}
    tagged = [get_args(each) for each in get_args(get_args(AnyEntry)[0])]
    assert {cls.kind: tag.tag for cls, tag in tagged} == {kind: kind for kind in KINDS}
