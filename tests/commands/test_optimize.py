"""`ptquiz optimize`: shown, applied on request, taken back without a trace."""

import pytest

from flashcards.commands.context import change_settings, read_learner_settings
from flashcards.commands.learner import open_log
from flashcards.reviews.memory import Schedule
from tests.anki.test_optimizer import QUICK_TO_FORGET, learner


def load_memories():
    with open_log() as log:
        return log.memories(["c"], "en")


@pytest.fixture
def months(own_home):
    """A learner with months of answers; what they remember by card."""
    with open_log() as log:
        log.add(learner(QUICK_TO_FORGET, 120))
    return load_memories()


def test_what_would_change_is_shown_and_nothing_is_changed(months, ptquiz):
    said = ptquiz("optimize")
    assert said.code == 0
    assert said.lines[0].startswith("720 answers tested your memory. The newest 144 were kept back")
    assert said.lines[2] == "'ptquiz optimize --apply' uses them."
    assert read_learner_settings().parameters is None
    assert load_memories() == months


def test_applied_parameters_make_every_memory_anew_and_reset_brings_the_old_ones_back(
    months, ptquiz
):
    assert "They are in use." in ptquiz("optimize --apply").out
    own = read_learner_settings().parameters
    now, expected = load_memories(), None
    with open_log() as log:
        for answer in (review for review in log.reviews() if review.card == "k7#0"):
            given = answer.rating, answer.at, answer.day, answer.due
            expected = Schedule(parameters=own).review(expected, *given)
    assert now.keys() == months.keys()
    assert now["c", "k7#0"].stability == expected.stability != months["c", "k7#0"].stability
    said = ptquiz("optimize --apply")  # those in use have seen what was kept back
    assert (said.code, "They predict no better: what you have stays." in said.out) == (0, True)
    assert read_learner_settings().parameters == own
    assert ptquiz("optimize --reset").code == 0
    assert read_learner_settings().parameters is None
    assert load_memories() == months


def test_parameters_out_of_bounds_are_told_and_reset_takes_them_back(own_home, ptquiz):
    change_settings(parameters=(1.0, 2.0))
    said = ptquiz("stats")
    assert (said.code, "FSRS does not work with these 'parameters'" in said.err) == (1, True)
    assert ptquiz("optimize --reset").code == ptquiz("stats").code == 0


def test_without_the_engine_one_line_says_how_to_get_it(months, ptquiz, monkeypatch):
    assert "opposites" in ptquiz("optimize --apply --reset").err
    monkeypatch.setitem(__import__("sys").modules, "anki", None)
    said = "This needs Anki's engine, which is not installed or too old: pip install 'ptquiz[anki]'"
    assert ptquiz("optimize") == (1, "", f"{said}\n")
