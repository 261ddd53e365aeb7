"""Settings are kept in one TOML file; a mistake in it is told in one line with its name."""

from datetime import date

import pytest

from flashcards.errors import FlashcardsError
from flashcards.study.settings import (
    Goal,
    Settings,
    load_settings,
    read_settings,
    write_settings,
)

ALL = Settings(
    new=7,
    minutes=5.0,
    retention=0.85,
    parameters=tuple(n / 8 for n in range(21)),
    goal=Goal(date(2027, 1, 31), 2),
)


def test_without_a_file_the_usual_settings_hold(tmp_path):
    assert load_settings(tmp_path / "settings.toml") == Settings(new=10, retention=0.9)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        ALL,
        Settings(goal=Goal(date(2027, 1, 1))),
    ],
)
def test_what_is_written_is_read_again(tmp_path, settings):
    file = tmp_path / "home" / "settings.toml"
    write_settings(file, settings)
    assert load_settings(file) == settings


def test_a_file_written_by_hand_is_read():
    text = "new = 20 # a lot\nretention = 0.95\n[goal]\ndate = 2027-01-31\n"
    assert read_settings(text) == Settings(new=20, retention=0.95, goal=Goal(date(2027, 1, 31)))
    assert read_settings(text.replace("2027-01-31", '"2027-01-31"')) == read_settings(text)


def test_a_setting_that_is_gone_is_ignored_and_told():
    told = []
    text = 'sync = "auto"\nnew = 7\n[pause]\nstart = 2026-12-20\n'
    assert read_settings(text, "s.toml", told.append) == Settings(new=7)
    assert [str(each) for each in told] == [
        "s.toml: ignored, as this version no longer has it: sync, pause"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("newe = 5", "s.toml: there is no setting 'newe'; there are: new, minutes"),
        ("new = true", "s.toml: 'new' must be a number from 0 to 9999"),
        ("new = -1", "'new' must be a number from 0 to 9999"),
        ("minutes = '5'", "'minutes' must be a number from 1 to 600"),
        ("minutes = nan", "'minutes' must be a number from 1 to 600"),
        ("retention = 90", "'retention' must be a number from 0.7 to 0.97"),
        ("parameters = [1, 2]", "'parameters' must be 21 numbers"),
        ("goal = 3", "'goal' must be a table"),
        ("[goal]\nstage = 2", "'goal' has no date"),
        ("[goal]\ndate = 'soon'", "'goal.date' must be a date such as 2027-01-31"),
        ("[goal]\ndate = 2027-01-31T10:00:00", "'goal.date' must be a date"),
        ("new = = 3", "s.toml: Invalid value (at line 1, column 7)"),
        ("a = " + "[" * 5000, "s.toml: "),
    ],
)
def test_a_mistake_is_told_in_one_line(text, told):
    with pytest.raises(FlashcardsError) as error:
        read_settings(text, "s.toml")
    assert told in str(error.value)
    assert "\n" not in str(error.value)
