"""What a learner wrote is told from what was released."""

import unicodedata

from flashcards.anki.fields import find_edited_fields, make_check
from flashcards.anki.templates import FIELDS
from tests.helpers.courses import package_of, sample_course

NAMES = ("Name", "Question", "Why", "Foot", "Check", "Spare 1")


def _released(*fields):
    made = list(fields)
    made[NAMES.index("Check")] = make_check(dict(zip(NAMES, fields, strict=True)))
    return made


def test_a_released_note_has_no_edited_field():
    for note in package_of(sample_course()).notes:
        assert list(find_edited_fields(FIELDS[note.kind], note.fields)) == []


def test_edits_additions_and_removals_are_found_by_field():
    made = _released("c/en/k", "What?", "So.", "a foot", "", "")
    made[1], made[2], made[5] = "What now?", "", "mine"
    assert list(find_edited_fields(NAMES, made)) == ["Question", "Why", "Spare 1"]


def test_the_foot_and_the_form_of_an_accent_do_not_count():
    made = _released("c/en/k", unicodedata.normalize("NFD", "é?"), "", "a foot", "", "")
    made[1] = unicodedata.normalize("NFC", made[1])
    made[3] = "another foot"
    assert list(find_edited_fields(NAMES, made)) == []


def test_a_note_without_a_check_says_nothing():
    assert list(find_edited_fields(("Name", "Question"), ("a", "b"))) == []
    assert list(find_edited_fields(NAMES, ("a", "b", "c", "d", "", ""))) == []
