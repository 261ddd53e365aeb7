"""`goal`, settings and `--quiz`: what the learner set is kept, told and obeyed."""

import io
from datetime import timedelta

import pytest

from flashcards.cli import run
from flashcards.commands.learner import read_moment


@pytest.fixture
def ptquiz(own_home, tiny_folder, monkeypatch, capsys):
    """Runs a command line; what it printed, and its exit code."""

    def call(*words, lines="", course=True):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        monkeypatch.setenv("TERM", "dumb")
        code = run([*words, *(["--course", str(tiny_folder)] if course else [])])
        said = capsys.readouterr()
        return code, said.out + said.err

    return call


def in_days(count):
    return (read_moment().today + timedelta(count)).isoformat()


def test_a_goal_is_kept_and_says_how_many_cards_a_day_it_takes(ptquiz, own_home):
    code, said = ptquiz("goal", in_days(16), "--stage", "1")
    assert code == 0
    count = int(said.partition(" cards to go")[0].rpartition(" ")[2])
    goal = f"Goal {in_days(16)} (up to stage 1)"
    assert said == f"{goal}: {count} cards to go, {-(-count // 10)} new a day.\n"
    assert ptquiz("goal") == (0, said)
    assert f"date = {in_days(16)}\nstage = 1" in (own_home / "settings.toml").read_text()
    assert said.strip() in ptquiz(lines="")[1]
    assert ptquiz("goal", "--remove")[1].startswith("There is no goal.")
    assert ptquiz("goal")[1].startswith("There is no goal.")


@pytest.mark.parametrize("day", [-1, 0])
def test_a_goal_must_be_after_today_and_the_one_before_stays(ptquiz, own_home, day):
    ptquiz("goal", in_days(30))
    held = (own_home / "settings.toml").read_text()
    told = f"The goal must be a day after today, not {in_days(day)}\n"
    assert ptquiz("goal", in_days(day)) == (1, told)
    assert (own_home / "settings.toml").read_text() == held


def test_a_goal_that_is_over_says_so_once(ptquiz, own_home):
    settings = own_home / "settings.toml"
    settings.write_text(f"[goal]\ndate = {in_days(0)}\n")
    assert f"Your goal {in_days(0)} is over: " in ptquiz("goal")[1]
    assert f"Your goal {in_days(0)} is over: " in ptquiz(lines="")[1]
    assert "[goal]" in settings.read_text()  # nothing was answered
    assert "is over" in ptquiz("--key", "clear-gradients", lines="1\n1\n")[1]
    assert "[goal]" not in settings.read_text()
    assert "is over" not in ptquiz(lines="")[1]


def test_a_stage_that_the_course_does_not_have_is_refused(ptquiz, own_home):
    assert ptquiz("goal", in_days(30), "--stage", "2") == (
        1, "'stage' must be a number from 1 to 1\n",
    )  # fmt: skip
    assert ptquiz("config", "stage", "7", course=False) == (
        1, "'stage' must be a number from 1 to 4\n",
    )  # fmt: skip
    assert not (own_home / "settings.toml").exists()


@pytest.mark.parametrize("words", [["goal", "soon"], ["goal", "2027-13-01"], ["goal", "1", "2"]])
def test_what_is_not_a_date_is_wrong_usage(ptquiz, words):
    assert ptquiz(*words, course=False)[0] == 2


def test_a_mistake_in_the_settings_is_one_line(ptquiz, own_home):
    (own_home / "settings.toml").write_text("minute = 5\n")
    for words in ([], ["stats"], ["goal"], ["path"]):
        code, said = ptquiz(*words)
        assert code == 1
        assert "settings.toml: there is no setting 'minute'" in said
        assert said.count("\n") == 1


def test_settings_hold_and_options_stand_for_them_today(ptquiz, own_home):
    (own_home / "settings.toml").write_text("new = 2\n")
    assert "2 new, about" in ptquiz()[1]
    assert "4 new, about" in ptquiz("--new", "4")[1]
    assert "3 new, about" in ptquiz("--new", "4", "--minutes", "3.5")[1]


def test_a_quiz_is_asked_whole_whatever_the_day_allows(ptquiz, own_home, answered):
    (own_home / "settings.toml").write_text("new = 0\n")
    code, said = ptquiz("--quiz", "final", lines="1\n" * 2 + "1 2 3 4\n" * 9)
    assert code == 0
    assert "3 left" in said
    assert "Asked again" in said  # with feedback
    assert {review.card for review in answered()} == {
        "clear-gradients#0", "ddp-step#0", "transpose-stride#0",
    }  # fmt: skip
    assert "Today is done" not in said


def test_a_quiz_asks_as_many_as_its_blocks_say(ptquiz, tmp_path):
    file = tmp_path / "blocks.yaml"
    file.write_text(
        "quiz: blocks\ntitle: B\npicks:\n"
        "- {select: {kind: [choose, order]}, count: 2}\n- {select: {kind: [cloze]}, count: 1}\n"
    )
    assert "3 left" in ptquiz("--quiz", str(file))[1]
    assert "2 left" in ptquiz("--quiz", str(file), "-n", "2")[1]


@pytest.fixture
def answered(own_home):
    def read():
        from flashcards.reviews.store import open_reviews

        with open_reviews(own_home / "reviews.db") as log:
            return list(log.reviews())

    return read


def test_a_goal_that_the_minutes_do_not_hold_says_so_in_one_line(ptquiz, own_home):
    (own_home / "settings.toml").write_text("minutes = 2\nnew = 2\n")
    code, said = ptquiz("goal", in_days(8))
    assert code == 0
    assert "new a day, but your minutes leave room for about 2." in said
    assert said.strip() in ptquiz(lines="")[1].replace("\n", " ").replace("  ", " ")
    (own_home / "settings.toml").write_text("minutes = 600\n")
    assert ptquiz("goal", in_days(9))[1].endswith(" new a day.\n")


def test_the_goal_counts_every_card_whatever_stage_new_cards_begin_with(ptquiz, own_home):
    said = ptquiz("goal", in_days(20), "--stage", "1")[1].splitlines()[0]
    assert ptquiz("config", "stage", "2", course=False)[0] == 0
    assert ptquiz("goal")[1].splitlines()[0] == said
    for words in ([], ["--stage", "1"], ["--key", "ddp-gap"]):
        assert said in ptquiz(*words, lines="")[1].replace("\n", " ").replace("  ", " ")


def test_the_goal_says_the_same_with_a_stage_and_with_suspended_cards(ptquiz):
    said = ptquiz("goal", in_days(20))[1].splitlines()[0]
    for words in ([], ["--stage", "1"], ["--kind", "term"]):
        assert said in ptquiz(*words, lines="")[1].replace("\n", " ").replace("  ", " ")
    count = int(said.partition(" cards to go")[0].rpartition(" ")[2])
    assert ptquiz("card", "suspend", "ddp-bucket")[0] == 0
    fewer = ptquiz("goal")[1].splitlines()[0]
    assert f": {count - 2} cards to go" in fewer
    assert fewer in ptquiz("--stage", "1", lines="")[1].replace("\n", " ").replace("  ", " ")
