"""`ptquiz config`: settings that stay, and that every command obeys."""

import pytest

from flashcards.cli import run
from flashcards.study.settings import load_settings

LANGUAGE = "'language': It should be a language such as en or zh"


@pytest.fixture
def config(capsys):
    """What a command prints, and its exit code."""

    def call(*arguments):
        code = run(["config", *arguments])
        told = capsys.readouterr()
        return code, told.out + told.err

    return call


def test_all_settings_are_shown_with_their_file(config, own_home):
    code, told = config()
    assert code == 0
    assert told.splitlines() == [
        "language   en (default)   of the cards, and of what ptquiz says",
        "stage      1 (default)    the stage with which new cards begin",
        "new        10 (default)   new cards a day at most",
        "minutes    20 (default)   minutes a day at most",
        "retention  0.9 (default)  share to be remembered; more takes more time",
        f"These settings are in {own_home / 'settings.toml'}",
    ]


@pytest.mark.parametrize(
    ("name", "value", "held"),
    [
        ("language", "zh", "zh"),
        ("new", "12", 12),
        ("minutes", "7.5", 7.5),
        ("retention", "0.85", 0.85),
    ],
)
def test_a_setting_stays_until_it_is_taken_back(config, own_home, name, value, held):
    assert config(name, value)[0] == 0
    assert getattr(load_settings(own_home / "settings.toml"), name) == held
    assert config(name) == (0, f"{value}\n")
    assert config(name, "default")[0] == 0
    assert (own_home / "settings.toml").read_text() == ""


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("new", "many", "'new': Input should be a valid integer"),
        ("retention", "2", "'retention': Input should be less than or equal to 0.97"),
        ("language", "中文", LANGUAGE),
        ("language", 'a"\n[goal]', LANGUAGE),
    ],
)
def test_a_value_that_cannot_be_is_one_line_and_changes_nothing(
    config, own_home, name, value, told
):
    assert config(name, value) == (1, f"{told}\n")
    assert not (own_home / "settings.toml").exists()


def test_new_cards_and_minutes_a_day_hold_both(config, own_home):
    assert config("minutes", "5") == (0, "5\n")
    assert config("new", "20") == (0, "20\n")
    settings = load_settings(own_home / "settings.toml")
    assert (settings.minutes, settings.new) == (5, 20)


@pytest.mark.parametrize(
    ("name", "usual"),
    [("language", "en"), ("new", "10"), ("minutes", "20")],
)
def test_a_setting_that_nobody_set_says_its_default(config, name, usual):
    assert config(name) == (0, f"{usual} (default)\n")


def test_the_default_language_is_that_of_the_locale_where_the_course_promises_it(
    config, monkeypatch
):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert config("language") == (0, "zh (default)\n")


def test_another_language_says_that_it_has_a_memory_of_its_own(config, own_home):
    code, told = config("language", "qaa")
    assert (code, told.splitlines()[0]) == (0, "qaa")
    assert "Each language has a memory of its own" in told
    assert load_settings(own_home / "settings.toml").language == "qaa"


def test_a_course_with_mistakes_hinders_no_settings(config, tmp_path, monkeypatch):
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "course.yaml").write_text("title: [")
    monkeypatch.chdir(tmp_path)
    assert "language   en (default)" in config()[1]
    assert config("language", "zh")[0] == 0


def test_json_has_the_values_alone(config):
    assert config("minutes", "5", "--json") == (0, '{\n "minutes": 5.0\n}\n')


def test_a_name_that_no_setting_has_is_wrong_usage(config):
    code, told = config("colour", "red")
    assert code == 2
    assert "'colour' is not one of 'language', 'stage', 'new'," in told


def test_a_language_chosen_once_is_used_by_every_command(config, tiny_folder, capsys):
    config("language", "zh")
    for command in (["checklist"], ["path"], ["stats"], ["goal"]):
        assert run([*command, "--course", str(tiny_folder)]) == 0
        told = capsys.readouterr().out
        assert any("\u4e00" <= letter <= "\u9fff" for letter in told), command


def test_the_locale_counts_only_where_the_language_is_promised_whole(tmp_path, monkeypatch, capsys):
    from tests.helpers.course_files import COURSE, write_course

    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    kinds = "[concept, term, compare, code, choose, order, cloze, recall]"
    info = COURSE["decks/course.yaml"]
    whole = info.rstrip(" ") + f"        promises: {{zh: {kinds}}}\n"
    for name, text, chinese in (("part", info, False), ("whole", whole, True)):
        course = write_course(tmp_path / name, {**COURSE, "decks/course.yaml": text})
        assert run(["checklist", "--course", str(course)]) == 0
        assert ("个概念" in capsys.readouterr().out) is chinese
