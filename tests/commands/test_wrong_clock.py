"""A clock that was ahead during a session: the learner is warned, and can put things right."""

import re
import time
from pathlib import Path

import pytest

from flashcards.reviews.store import ReviewLog
from tests.helpers.reviews import DAY_MS, make_answer

QUESTION = "Which call clears the gradients?"
AHEAD, NOW = "2031-01-01 12:00", "2030-05-01 12:00"
WARNING = "1 answer is dated later than now: 2031-01-01 12:00."


@pytest.fixture
def study(ptquiz, tiny_folder):
    """Asks one card in lines; gives what was printed."""

    def call(typed=""):
        line = "--plain --form single --key clear-gradients --course"
        said = ptquiz(f"{line} {tiny_folder}", typed=typed)
        assert said.code == 0, said.text
        return said.out

    return call


def test_a_session_warns_of_answers_that_are_dated_later_than_now(study, set_clock):
    set_clock(AHEAD)
    assert "dated later" not in study("1\n")
    set_clock(NOW)
    said = study()
    assert WARNING in said
    assert "If this computer's clock is wrong, correct it." in said
    set_clock("2031-01-01 12:01")
    assert "dated later" not in study()


def test_the_advice_takes_such_answers_back_and_no_others(study, ptquiz, set_clock):
    set_clock("2030-04-01 12:00")
    study("1\n")
    set_clock(AHEAD)
    study("1\n")
    set_clock(NOW)
    said = study()
    assert WARNING in said
    [limit] = re.findall(r'whose "at" is\s+greater than\s+(\d+)', said)
    assert ptquiz("log export answers.jsonl").code == 0
    rows = Path("answers.jsonl").read_text().splitlines()
    assert len(rows) == 2
    for number, row in enumerate(rows):
        [at] = re.findall(r'"at": (\d+)', row)
        if int(at) > int(limit):
            rows[number] = row.replace('"undone": false', '"undone": true')
    Path("answers.jsonl").write_text("\n".join(rows))
    assert ptquiz("log import answers.jsonl").code == 0
    said = study()
    assert "dated later" not in said
    assert QUESTION in said  # it is due since April


def test_what_was_decided_with_a_clock_that_was_ahead_can_be_changed_now(
    ptquiz, tiny_folder, set_clock
):
    set_clock(AHEAD)
    for command in ("suspend", "flag", "bury"):
        assert ptquiz(f"card {command} clear-gradients --course {tiny_folder}").code == 0
    set_clock(NOW)
    for command in ("restore", "unflag"):
        assert ptquiz(f"card {command} clear-gradients --course {tiny_folder}").code == 0
    marked = ptquiz(f"card list --course {tiny_folder}")
    assert marked.out == "No card is suspended, buried or flagged.\n"


def test_the_warning_stands_on_the_first_page_of_a_terminal(sit, home):
    with ReviewLog(home / "reviews.db") as log:
        log.add([make_answer(at=time.time_ns() // 1_000_000 + at) for at in (DAY_MS, 2 * DAY_MS)])
    terminal = sit()
    assert "2 answers are dated later than now, the last one" in terminal.rules
    assert "Enter begin" in terminal.rules
