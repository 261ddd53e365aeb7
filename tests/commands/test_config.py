"""`ptquiz config`: settings that stay, and that every command obeys."""

import pytest

from flashcards.cli import run
from flashcards.study.settings import load_settings


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
        "language   default",
        "stage      1",
        "new        10",
        "minutes    default",
        "retention  0.9",
        "width      default",
        "sync       manual",
        f"These settings are in {own_home / 'settings.toml'}",
    ]


@pytest.mark.parametrize(
    ("name", "value", "held"),
    [
        ("language", "zh", "zh"),
        ("new", "12", 12),
        ("minutes", "7.5", 7.5),
        ("retention", "0.85", 0.85),
        ("width", "72", 72),
        ("sync", "auto", "auto"),
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
        ("new", "many", "'new' must be a number from 0 to 9999"),
        ("retention", "2", "'retention' must be a number from 0.7 to 0.97"),
        ("language", "中文", "'language' must be a language such as en or zh"),
        ("language", 'a"\n[goal]', "'language' must be a language such as en or zh"),
        ("sync", "sometimes", "'sync' must be one of auto, manual"),
        ("width", "1e3", "'width' must be a number from 20 to 1000"),
    ],
)
def test_a_value_that_cannot_be_is_one_line_and_changes_nothing(
    config, own_home, name, value, told
):
    assert config(name, value) == (1, f"{told}\n")
    assert not (own_home / "settings.toml").exists()


def test_new_cards_a_day_take_the_minutes_back(config, own_home):
    config("minutes", "5")
    config("new", "20")
    settings = load_settings(own_home / "settings.toml")
    assert (settings.minutes, settings.new) == (None, 20)


def test_a_name_that_no_setting_has_is_wrong_usage(config):
    code, told = config("colour", "red")
    assert code == 2
    assert "'colour' is not one of language, stage, new, minutes, retention, width, sync" in told


def test_a_language_chosen_once_is_used_by_every_command(config, tiny_folder, capsys):
    config("language", "zh")
    for command in (["checklist"], ["path"], ["stats"], ["goal"]):
        assert run([*command, "--course", str(tiny_folder)]) == 0
        told = capsys.readouterr().out
        assert any("\u4e00" <= letter <= "\u9fff" for letter in told), command
    assert run(["pause", "--end"]) == 0
    assert "ptquiz" in (told := capsys.readouterr().out)
    assert "没有休假" in told


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


def test_the_width_that_was_set_is_the_width_of_the_text(config, sit, home):
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text("width = 30\n")
    terminal = sit("--key", "ddp-sync", columns=120)
    terminal.wait_until_keys_count()
    assert max(map(len, terminal.display().splitlines())) <= 30


@pytest.fixture
def config_on_terminal(forker, home):
    """`ptquiz config` on a real terminal."""

    def start(**env):
        basic = {"PATH": "/usr/bin:/bin", "HOME": str(home), "PTQUIZ_HOME": str(home)}
        return forker.start(["config"], {**basic, "TERM": "xterm-256color", **env}, rows=30)

    return start


DOWN, UP, CLEAR, CTRL_C = "\x1b[B", "\x1b[A", "\x15", "\x03"


def test_on_a_terminal_settings_are_chosen_and_changed(config_on_terminal, home):
    terminal = config_on_terminal()
    terminal.wait_for("Which setting?")
    terminal.wait_for("sync")
    terminal.press_at_once(f"{DOWN}{DOWN}\r")
    terminal.wait_for("› new")
    terminal.press_at_once(f"{CLEAR}many\r")
    terminal.wait_for("'new' must be a number from 0 to 9999")
    terminal.press_at_once(f"{CLEAR}12\r")
    terminal.wait_for("Which setting?", times=2)
    terminal.wait_until(lambda _: load_settings(home / "settings.toml").new == 12, "is not kept")
    terminal.wait_for("Done")
    terminal.press_at_once(f"{UP}\r")
    assert terminal.finish() == 0
    assert "new        12" in terminal.text()
    assert "These settings are in" in terminal.text()


def test_an_empty_value_takes_a_setting_back_and_ctrl_c_changes_nothing(config_on_terminal, home):
    (home / "settings.toml").write_text("new = 12\nwidth = 60\n")
    terminal = config_on_terminal()
    terminal.wait_for("sync")
    terminal.press_at_once(f"{DOWN}{DOWN}\r")
    terminal.wait_for("› new 12")
    terminal.press_at_once(f"{CLEAR}\r")
    terminal.wait_until(lambda _: load_settings(home / "settings.toml").new == 10, "is kept")
    terminal.wait_for("Which setting?", times=2)
    terminal.press_at_once(CTRL_C)
    assert terminal.finish() == 0
    assert load_settings(home / "settings.toml").width == 60
