"""Settings are kept in one TOML file; a mistake in it is told in one line with its name."""

from datetime import date

import pytest
from fsrs.scheduler import DEFAULT_PARAMETERS

from flashcards.errors import FlashcardsError
from flashcards.study.settings import Goal, Settings, load_settings, write_settings

ALL = Settings(
    language="zh",
    new=7,
    minutes=5.0,
    ask="memory",
    retention=0.85,
    parameters=(0.25, *DEFAULT_PARAMETERS[1:]),
    goal=Goal(date(2027, 1, 31), 2),
)


@pytest.mark.parametrize("settings", [Settings(), ALL, Settings(goal=Goal(date(2027, 1, 1)))])
def test_what_is_written_is_read_again_and_without_a_file_the_usual_settings_hold(
    tmp_path, settings
):
    file = tmp_path / "home" / "settings.toml"
    assert load_settings(file) == Settings(stage=1, minutes=20, new=10, ask="grow", retention=0.9)
    write_settings(file, settings)
    assert load_settings(file) == settings


def test_a_file_of_an_earlier_version_or_written_by_hand_is_read(tmp_path):
    file = tmp_path / "settings.toml"
    text = 'sync = "auto"\nnew = 20 # a lot\nwidth = 80\n[pause]\nstart = 2026-12-20\n[goal]\n'
    for day in ("2027-01-31", '"2027-01-31"'):
        file.write_text(f"{text}date = {day}\n")
        assert load_settings(file) == Settings(new=20, goal=Goal(date(2027, 1, 31)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("newe = 5", "s.toml: there is no setting 'newe'; there are: language, stage"),
        ("new = 'many'", "s.toml: 'new': Input should be a valid integer"),
        ("minutes = nan", "'minutes': Input should be less than or equal to 600"),
        ("ask = 'never'", "'ask': Input should be 'grow', 'memory' or 'options'"),
        ("retention = 90", "'retention': Input should be less than or equal to 0.97"),
        ("[goal]\nstage = 2", "'goal.date': Field required"),
        ("new = = 3", "s.toml: Invalid value (at line 1, column 7)"),
        ("a = " + "[" * 5000, "s.toml: "),
    ],
)
def test_a_mistake_is_told_in_one_line(tmp_path, text, message):
    (tmp_path / "s.toml").write_text(text)
    with pytest.raises(FlashcardsError) as error:
        load_settings(tmp_path / "s.toml")
    assert message in str(error.value)
    assert "\n" not in str(error.value)
