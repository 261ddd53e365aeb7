"""What settings can be, and what a change of one means for others, as a learner is told."""

import pytest

from flashcards import FlashcardsError
from flashcards.study.settings import Settings
from flashcards.study.settings_guide import SettingsGuide
from flashcards.words.catalog import find_words
from tests.helpers.courses import sample_course

GUIDE = SettingsGuide(find_words("en"), sample_course, lambda course: None)


def fail_to_load():
    raise FlashcardsError("decks/course.yaml: a mistake")


BROKEN = SettingsGuide(find_words("en"), fail_to_load, lambda course: None)


def test_a_setting_is_chosen_from_what_there_is_and_a_number_is_written():
    assert set(GUIDE.list_values(Settings(language="qaa"), "language")) >= {"en", "zh", "qaa"}
    assert GUIDE.list_values(Settings(), "new") == {}


def test_only_the_stage_needs_a_course_without_mistakes():
    assert BROKEN.change(Settings(), "width", "60") == Settings(width=60)
    assert BROKEN.list_effects(Settings(), Settings(width=60)) == []
    assert BROKEN.describe(Settings(), "language") == "en (default)"
    with pytest.raises(FlashcardsError, match="a mistake"):
        BROKEN.change(Settings(), "stage", "1")


def test_default_takes_a_setting_back():
    assert GUIDE.change(Settings(new=3), "new", "default") == Settings()
