"""`ptquiz config`, `goal`, placement and `--quiz`: what the learner set is kept and obeyed."""

from datetime import timedelta
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.commands.learner import read_moment
from flashcards.study.settings import load_settings
from tests.helpers.course_files import COURSE, write_course


@pytest.fixture
def tiny(ptquiz, tiny_folder):
    """Runs a command line on the tiny course: its exit code and all that it printed."""

    def call(line="", typed=""):
        said = ptquiz(f"{line} --course {tiny_folder}", typed=typed)
        return said.code, said.text

    return call


@pytest.fixture
def settings(own_home):
    return own_home / "settings.toml"


def in_days(count):
    return (read_moment().today + timedelta(count)).isoformat()


def join(said):
    """What was printed, as one line."""
    return " ".join(said[1].split())


def test_all_settings_are_shown_with_their_file(ptquiz, settings):
    assert ptquiz("config").lines == [
        "language   the course's (default)  of the cards, and of what ptquiz says",
        "stage      1 (default)             the stage with which new cards begin",
        "new        10 (default)            new cards a day at most",
        "minutes    20 (default)            minutes a day at most",
        "ask        grow (default)          grow: from memory after the first day; memory; options",
        "retention  0.9 (default)           share to be remembered; more takes more time",
        f"These settings are in {settings}",
    ]


@pytest.mark.parametrize(
    ("name", "value", "held"),
    [("language", "zh", "zh"), ("stage", "2", 2), ("new", "12", 12), ("minutes", "7.5", 7.5),
     ("retention", "0.85", 0.85), ("ask", "memory", "memory")],
)  # fmt: skip
def test_a_setting_stays_until_it_is_taken_back(ptquiz, settings, name, value, held):
    assert ptquiz(["config", name, value]).code == 0
    assert getattr(load_settings(settings), name) == held
    assert ptquiz(["config", name]).out == f"{value}\n"
    assert ptquiz(["config", name, "default"]).code == 0
    assert settings.read_text() == ""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("new 10000", "'new': Input should be less than or equal to 9999"),
        ("retention 2", "'retention': Input should be less than or equal to 0.97"),
        ("language 中文", "'language': It should be a language such as en or zh"),
        ("stage 7", "stage: the course has no stage 7; it has 1, 2, 3, 4"),
    ],
)
def test_a_value_that_cannot_be_is_one_line_and_changes_nothing(ptquiz, settings, line, told):
    assert ptquiz(f"config {line}") == (1, "", f"{told}\n")
    assert not settings.exists()


def test_a_mistake_in_the_settings_or_in_a_course_is_one_line(tiny, ptquiz, settings, tmp_path):
    settings.write_text("minute = 5\n")
    for line in ("", "stats", "goal"):
        code, said = tiny(line)
        assert (code, said.count("\n")) == (1, 1)
        assert "settings.toml: there is no setting 'minute'" in said
    settings.write_text("")
    (tmp_path / "work" / "decks").mkdir()
    (tmp_path / "work" / "decks" / "course.yaml").write_text("title: [")
    assert ptquiz("config language zh").code == 0  # the course does not hinder it


def test_the_locale_counts_only_where_the_language_is_promised_whole(tiny, ptquiz, monkeypatch):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "该概念" not in tiny("checklist")[1]
    kinds = "[concept, term, compare, code, choose, order, cloze, recall]"
    info = COURSE["decks/course.yaml"] + f"promises: {{zh: {kinds}}}\n"
    whole = write_course(Path("whole"), {**COURSE, "decks/course.yaml": info})
    assert "该概念" in ptquiz(f"checklist --course {whole}").out


def test_a_language_chosen_once_is_used_by_every_command(tiny, ptquiz):
    told = ptquiz("config language zh").out
    assert "Each language has a memory of its own" in told
    said = [tiny(line)[1] for line in ("checklist", "path", "stats", "goal")]
    for text in (*said, ptquiz("export json -o -").out):
        assert any("\u4e00" <= sign <= "\u9fff" for sign in text), text


def test_settings_hold_and_options_stand_for_them_today(tiny, settings):
    settings.write_text("new = 2\n")
    assert "2 new, about" in tiny()[1]
    assert "4 new, about" in tiny("--new 4")[1]
    assert "4 new, about" in tiny("--new 4 --minutes 1")[1]
    assert "1 new, about" in tiny("--minutes 1")[1]


def test_a_goal_is_kept_and_says_how_many_cards_a_day_it_takes(tiny, settings):
    code, said = tiny(f"goal {in_days(16)} --stage 1")
    count = int(said.partition(" cards to go")[0].rpartition(" ")[2])
    goal = f"Goal {in_days(16)} (up to stage 1)"
    assert (code, said) == (0, f"{goal}: {count} cards to go, {-(-count // 10)} new a day.\n")
    assert tiny("goal") == (0, said)
    assert f"date = {in_days(16)}\nstage = 1" in settings.read_text()
    for line in ("", "--stage 1", "--kind term"):  # of every card, whatever is asked
        assert said.strip() in join(tiny(line))
    assert tiny("card suspend ddp-bucket")[0] == 0
    assert f": {count - 2} cards to go" in tiny("goal")[1]
    assert tiny("goal --remove")[1].startswith("There is no goal.")
    assert tiny("goal")[1].startswith("There is no goal.")


def test_a_goal_that_cannot_be_is_refused_and_the_one_before_stays(tiny, settings):
    tiny(f"goal {in_days(30)}")
    held = settings.read_text()
    for day in (in_days(-1), in_days(0)):
        assert tiny(f"goal {day}") == (1, f"The goal must be a day after today, not {day}\n")
    told = "--stage: the course has no stage 2; it has 1\n"
    assert tiny(f"goal {in_days(30)} --stage 2") == (1, told)
    for line in "--stage 1", f"{in_days(9)} --remove":
        assert tiny(f"goal {line}")[0] == 2
    assert settings.read_text() == held


def test_a_goal_that_is_over_says_so_once(tiny, settings):
    settings.write_text(f"[goal]\ndate = {in_days(0)}\n")
    assert f"Your goal {in_days(0)} is over: " in tiny("goal")[1]
    assert f"Your goal {in_days(0)} is over: " in tiny()[1]
    assert "[goal]" in settings.read_text()  # nothing was answered
    tiny("--cram --key ddp-bucket", typed="1\n1\n")
    assert "[goal]" in settings.read_text()  # nothing was said
    assert "is over" in tiny("--key clear-gradients", typed="1\n1\n")[1]
    assert "[goal]" not in settings.read_text()
    assert "is over" not in tiny()[1]


def test_a_goal_that_the_minutes_do_not_hold_says_so_in_one_line(tiny, settings):
    settings.write_text("minutes = 2\nnew = 2\n")
    code, said = tiny(f"goal {in_days(4)}")
    assert code == 0
    assert "new a day, but your minutes leave room for about 2." in said
    assert said.strip() in join(tiny())


def test_a_quiz_is_asked_whole_whatever_the_day_allows(tiny, settings, tmp_path):
    settings.write_text("new = 0\n")
    code, said = tiny("--quiz final", typed="1\n" * 2 + "1 2 3 4\n" * 9)
    assert (code, "3 left" in said, "Asked again" in said, "Today is done" in said) == (
        0, True, True, False,
    )  # fmt: skip
    tmp_path.joinpath("blocks.yaml").write_text(
        "quiz: blocks\ntitle: B\npicks:\n"
        "- {select: {kind: [choose, order]}, count: 2}\n- {select: {kind: [cloze]}, count: 1}\n"
    )
    assert "3 left" in tiny(f"--quiz {tmp_path}/blocks.yaml")[1]
    assert "2 left" in tiny(f"--quiz {tmp_path}/blocks.yaml -n 2")[1]


DECK = """\
deck: stage-{n}
title: Stage {n}
stage: {n}
entries:
- {{key: first-of-{n}, choose: First of {n}?, right: {{r: "yes"}}, wrong: {{w: "no"}}}}
- {{key: second-of-{n}, choose: Second of {n}?, right: {{r: "yes"}}, wrong: {{w: "no"}}}}
"""
ABOUT = "id: two\ntitle: Two\nauthor: A\nlicence: L\nstages: {1: {title: One}, 2: {title: Two}}\n"
PLACEMENT = """\
quiz: placement
title: P
pass_mark: 70
shuffle: false
picks:
- {title: Stage 1, select: {stage: [1]}, count: 2}
- {title: Stage 2, select: {stage: [2]}, count: 2}
"""


@pytest.fixture
def place(ptquiz):
    """Takes the placement with stage 1 right and stage 2 wrong; what it printed in the end."""
    stages = {f"decks/stage-{n}.yaml": DECK.format(n=n) for n in (1, 2)}
    files = {**stages, "decks/course.yaml": ABOUT, "quizzes/placement.yaml": PLACEMENT}
    folder = write_course(Path("two"), files)

    def call(wish, line="exam placement --plain"):
        said = ptquiz(f"{line} --course {folder}").out
        for number in range(4 if wish else 0):
            yes_is_first = said.rindex("  yes\n") < said.rindex("  no\n")
            answer = "1" if yes_is_first == (number < 2) else "2"
            last = f"{wish}\n" if number == 3 else ""
            said = ptquiz(f"{line} --course {folder}", typed=f"{answer}\n{last}").out
        return said

    return call


def test_the_verdict_of_a_placement_is_kept_if_that_is_wished(place, settings):
    start = " ".join(place("", "--plain").split())
    assert "'ptquiz exam placement'" in start
    assert "New cards begin with stage 2 from now on." in place("y")
    assert load_settings(settings).stage == 2
    assert "2 new" in place("", "--plain")
    assert " of 2?" in place("", "--plain")
    assert " of 1?" in place("", "--stage 1")
    assert "skipped: new cards begin later" in place("", "path")
    assert run(["config", "stage", "default"]) == 0
    assert "4 new" in place("", "--plain")


def test_without_a_yes_and_for_a_named_candidate_settings_stay(place, settings):
    assert "Begin with stage 2: ptquiz config stage 2" in place("n")
    assert "from now on?" not in place("y", "exam placement --plain --name Ada")
    assert not settings.exists()
