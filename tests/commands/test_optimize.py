"""`ptquiz optimize`: shown, applied on request, taken back without a trace."""

import json

import pytest

from flashcards.cli import run
from flashcards.commands.context import read_learner_settings
from flashcards.commands.learner import open_log
from flashcards.reviews.memory import Schedule
from tests.anki.test_optimizer import QUICK_TO_FORGET, learner


@pytest.fixture
def months(own_home):
    """A learner with months of answers; what they remember by card."""
    with open_log() as log:
        log.add(learner(QUICK_TO_FORGET, 120))
        return log.memories(["c"], "en")


def memories():
    with open_log() as log:
        return log.memories(["c"], "en")


def test_what_would_change_is_shown_and_nothing_is_changed(months, capsys):
    assert run(["optimize"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("720 answers tested your memory. The newest 144 were kept back")
    assert told[2].endswith("now: 2, 11, 46, 163 days")
    assert told[4] == "'ptquiz optimize --apply' uses them."
    assert read_learner_settings().parameters is None
    assert memories() == months


def test_applied_parameters_make_every_memory_anew_and_reset_brings_the_old_ones_back(
    months, capsys
):
    assert run(["optimize", "--apply", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["applied"] is found["better"] is True
    own = read_learner_settings().parameters
    assert list(own) == found["parameters"]
    now = memories()
    assert now.keys() == months.keys()
    with open_log() as log:
        mine = [review for review in log.reviews() if review.card == "k7#0"]
        expected = None
        for each in mine:
            answer = each.rating, each.at, each.day, each.due
            expected = Schedule(parameters=own).review(expected, *answer)
    assert now["c", "k7#0"].stability == expected.stability != months["c", "k7#0"].stability
    assert run(["optimize", "--reset"]) == 0
    assert read_learner_settings().parameters is None
    assert memories() == months


def test_parameters_that_predict_no_better_are_not_applied(months, capsys):
    run(["optimize", "--apply"])
    own = read_learner_settings().parameters
    capsys.readouterr()
    assert run(["optimize", "--apply"]) == 0  # those in use have seen what was kept back
    assert "They predict no better: what you have stays." in capsys.readouterr().out
    assert read_learner_settings().parameters == own


def test_without_the_engine_one_line_says_how_to_get_it(months, capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "anki", None)
    assert run(["optimize"]) == 1
    assert capsys.readouterr().err == (
        "This needs Anki's engine, which is not installed or too old: pip install 'ptquiz[anki]'\n"
    )


def test_apply_and_reset_at_once_is_wrong_usage(capsys):
    assert run(["optimize", "--apply", "--reset"]) == 2
    assert "opposites" in capsys.readouterr().err
