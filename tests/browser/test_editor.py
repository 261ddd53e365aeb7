"""Anki's editor writes a field back as the browser serialises it: no field may change by that."""

import pytest

from flashcards.course.model import Cloze, Compare, Option, Recall, Row, Term
from tests.anki.test_hostile import hostile_course
from tests.helpers.builtin import builtin_course
from tests.helpers.courses import course_of, package_of, sample_course

_AT_ONCE = 100
WRITE_BACK = """
return arguments[0].map(function (field) {
  var div = document.createElement("div");
  div.innerHTML = field;
  return div.innerHTML === field ? null : [field, div.innerHTML];
}).filter(Boolean);
"""
ODD = course_of(
    Term(
        key="t", term="it's a \u00a0 \"b\" & <c>", case=True,
        meaning="e\u0301 \r x\n\n* * *\n\n1. a\n2. b",
    ),
    Recall(
        key="r", recall="a  \nb",
        answer="| a | b |\n| :-- | --: |\n| c | `d | e` |\n\n> q\n\n$$\na < b\n$$",
    ),
    Recall(key="l", recall="[it's](https://a.org/?b=c&d='e'<f>)", answer="<https://a.org/a::b>"),
    Cloze(
        key="c", cloze="at::T {{1}} & <b> 'q' $x_{{a}}$", gaps={1: "at::T", 2: "x_{{a}}"},
        why={1: "a::b"},
    ),
    Compare(
        key="m", compare={"a": "A", "b": "B", "c": "C"},
        rows={"r": Row(aspect="R", a="x", b="y", c="z",
                       wrong={"w": Option(text="`a` < {{b}} & \"it's\"", why="No.")})},
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    "make_notes",
    [
        lambda: package_of(builtin_course(), lang="en").notes,
        lambda: package_of(builtin_course(), lang="zh").notes,
        lambda: package_of(sample_course(), lang="zh").notes,
        lambda: package_of(hostile_course()).notes,
        lambda: package_of(ODD).notes,
    ],
    ids=["English", "Chinese", "sample", "hostile", "odd"],
)
def test_no_field_changes_in_an_editor(chromium, make_notes):
    fields = [field for note in make_notes() for field in note.fields]
    assert fields
    chromium.get("about:blank")
    for start in range(0, len(fields), _AT_ONCE):
        assert chromium.execute_script(WRITE_BACK, fields[start : start + _AT_ONCE]) == []
