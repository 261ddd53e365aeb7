"""Values are checked by what the annotations of the model say, and by nothing else."""

from collections.abc import Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields, replace
from typing import Annotated, Literal

import pytest
from pydantic_core import SchemaValidator, ValidationError

from flashcards.model import (
    ENTRY_TYPES,
    Code,
    CourseInfo,
    NumberRange,
    Quiz,
    Resource,
    Rule,
    Term,
)
from flashcards.source.validate import make_record_schema


@dataclass(frozen=True, kw_only=True)
class Part:
    name: str


@dataclass(frozen=True, kw_only=True)
class Whole:
    text: Annotated[str, Rule("^a", "begins with a", 3)]
    part: Part
    size: Annotated[int, NumberRange(1, 9)] = 1
    share: float = 0.5
    kind: Literal["one", "two"] = "one"
    note: str | None = None
    names: tuple[str, ...] = ()
    parts: Mapping[str, Part] = field(default_factory=dict)
    is_shown: bool = True


def read(cls, **data):
    return SchemaValidator(make_record_schema(cls)).validate_python(data)


def test_a_value_of_every_type_is_read_from_plain_texts():
    found = read(
        Whole, text="abc", part={"name": "p"}, size="9", share="0.25", kind="two", note="n",
        names=["x", "y"], parts={"k": {"name": "q"}}, is_shown="no",
    )  # fmt: skip
    assert found == Whole(
        text="abc", part=Part(name="p"), size=9, share=0.25, kind="two", note="n",
        names=("x", "y"), parts={"k": Part(name="q")}, is_shown=False,
    )  # fmt: skip


def test_what_is_left_out_has_the_default_of_the_class():
    assert read(Whole, text="a", part={"name": "p"}) == Whole(text="a", part=Part(name="p"))


@pytest.mark.parametrize(
    ("wrong", "where", "error"),
    [
        ({"text": "b"}, ("text",), "string_pattern_mismatch"),
        ({"text": "abcd"}, ("text",), "string_too_long"),
        ({"part": "p"}, ("part",), "dataclass_type"),
        ({"part": {"name": "p", "more": "x"}}, ("part", "more"), "unexpected_keyword_argument"),
        ({"size": "0"}, ("size",), "greater_than_equal"),
        ({"size": "10"}, ("size",), "less_than_equal"),
        ({"share": "inf"}, ("share",), "finite_number"),
        ({"kind": "three"}, ("kind",), "literal_error"),
        ({"names": "x"}, ("names",), "tuple_type"),
        ({"parts": {"k": {}}}, ("parts", "k", "name"), "missing"),
        ({"more": "x"}, ("more",), "unexpected_keyword_argument"),
    ],
)
def test_what_an_annotation_forbids_is_told_with_its_place(wrong, where, error):
    with pytest.raises(ValidationError) as found:
        read(Whole, **{"text": "a", "part": {"name": "p"}, **wrong})
    assert [(each["loc"], each["type"]) for each in found.value.errors()] == [(where, error)]


@pytest.mark.parametrize("cls", [*ENTRY_TYPES.values(), CourseInfo, Quiz, Resource])
def test_every_record_of_the_model_needs_exactly_its_fields_without_a_default(cls):
    with pytest.raises(ValidationError) as found:
        read(cls)
    needed = [
        each.name
        for each in fields(cls)
        if each.default is MISSING and each.default_factory is MISSING
    ]
    assert [each["loc"] for each in found.value.errors()] == [(name,) for name in needed]


def test_a_type_that_no_rule_is_known_for_is_refused_at_once():
    @dataclass
    class Odd:
        value: bytes

    with pytest.raises(TypeError, match="no schema for fields of type"):
        make_record_schema(Odd)


def test_a_record_that_is_made_by_hand_is_the_one_that_is_read():
    made = Term(key="k", term="t", meaning="m", tags=("x",))
    found = read(Term, key="k", term="t", meaning="m", tags=["x"])
    assert made == found
    assert list(vars(made)) == list(vars(found)) == [each.name for each in fields(Term)]
    assert replace(made, why="w") == Term(key="k", term="t", meaning="m", tags=("x",), why="w")


def test_a_record_cannot_be_changed():
    made = Term(key="k", term="t", meaning="m")
    with pytest.raises(FrozenInstanceError):
        made.term = "other"
    with pytest.raises(FrozenInstanceError):
        del made.term
    assert made == Term(key="k", term="t", meaning="m")


@pytest.mark.parametrize("wrong", [{"key": "k", "term": "t"}, {"meaning": "m", "more": "x"}])
def test_a_record_needs_exactly_its_fields(wrong):
    with pytest.raises(TypeError):
        Term(**{"key": "k", "term": "t", **wrong})


def test_records_share_no_value_that_can_be_changed():
    first, second = (Code(key=key, code="c", prints="p") for key in ("a", "b"))
    assert first.wrong == {}
    assert first.wrong is not second.wrong
