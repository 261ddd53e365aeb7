"""Any text that is written as YAML is read as the same text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.course.source import Source, write_yaml

SAFE = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc", "Co", "Cn"), include_characters="\n\t",
        exclude_characters="\x85\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff",
    )
)  # fmt: skip


@given(text=SAFE, deep=SAFE, listed=st.lists(SAFE, min_size=1, max_size=3))
def test_any_text_that_is_written_as_yaml_is_read_as_the_same_text(text, deep, listed):
    values = {"a": text, "b": {"c": deep, "d": {"e": text}}, "f": listed, "g": [{"h": deep}]}
    document = Source(write_yaml(values), "x.yaml")
    told = [problem for problem in document.problems if "TeX" not in str(problem.message)]
    assert document.data == values
    assert told == [] or any("\n" in each for each in listed)


@pytest.mark.parametrize(
    "text",
    ["no", "12:30", "~", "- x", "a: b", "a #b", "`x`", "'q'", '"q"', "\\alpha", '\\"', "x\n\n\n",
     "\n x", " x\ny", "x\n  y\n", "{a}", "[a]", "!x", "&x", "*x", "%x", "@x", "|", ">", "?", "? x",
     ":", "x:", "=", "<<", "\ttab", "tab\tin\nlines\t"],
)  # fmt: skip
def test_texts_that_yaml_takes_for_something_else_stay_texts(text):
    written = write_yaml({"why": text, "points": {"a": text}, "tags": [text]})
    document = Source(written, "x.yaml")
    assert document.data == {"why": text, "points": {"a": text}, "tags": [text]}
    assert document.problems == []
