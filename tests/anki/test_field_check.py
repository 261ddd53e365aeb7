"""The field Check tells a field that a learner wrote into from one that is as released."""

import unicodedata

from flashcards.anki.fields import make_check
from flashcards.anki.templates import FIELDS
from tests.helpers.courses import package_of, sample_course

NOTE = {
    "Name": "c/en/k",
    "Question": "What?",
    "Why": "So.",
    "Foot": "a foot",
    "Spare": "",
}


def test_a_note_carries_the_check_of_its_own_fields():
    for note in package_of(sample_course()).notes:
        fields = dict(zip(FIELDS[note.kind], note.fields, strict=True))
        assert fields["Check"] == make_check(fields)


def test_each_text_has_its_own_mark_and_an_empty_field_none():
    marks = make_check(NOTE).split(",")
    edited = make_check({**NOTE, "Question": "What now?"}).split(",")
    assert (marks[0], marks[3], marks[4]) == ("", "", "")
    assert [old == new for old, new in zip(marks, edited, strict=True)] == [
        True, False, True, True, True,
    ]  # fmt: skip


def test_the_foot_and_the_form_of_an_accent_do_not_count():
    composed, apart = (unicodedata.normalize(form, "é?") for form in ("NFC", "NFD"))
    one = make_check({**NOTE, "Question": composed})
    assert make_check({**NOTE, "Question": apart, "Foot": "another"}) == one
