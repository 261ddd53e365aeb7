"""Line mode: any pipe, screen reader or dumb terminal; one answer a line."""

import dataclasses
import json
import os
import re
import time

import pytest

from flashcards.reviews.store import open_reviews

TWO_CARDS = ("--key", "ddp-gap", "--key", "ddp-sync", "--new", "1")
"""Two cards of which the first is new today."""


@pytest.fixture
def ptquiz(home, tiny_folder, forker):
    """Runs `ptquiz` with lines as input."""

    def run(*arguments, lines="", course=tiny_folder, encoding="utf-8", **env):
        arguments = [*arguments, "--course", str(course)]
        env = {"PTQUIZ_HOME": str(home), "PATH": os.environ["PATH"], **env}
        return forker.run(lines, arguments=arguments, env=env, encoding=encoding)

    return run


def test_a_whole_session_through_a_pipe(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", "--key", "ddp-sync", lines="all-reduce\n\n1 2\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Fill the gap." in done.stdout
    assert "2 of 2 right" in done.stdout
    assert "\x1b" not in done.stdout
    assert [(r.card, r.rating) for r in answers()] == [("ddp-gap#0", 3), ("ddp-sync#0", 3)]


@pytest.mark.parametrize("key", ["clear-gradients", "share-memory", "ddp-step", "dp-ddp/process"])
def test_0_says_that_nothing_is_known(ptquiz, answers, key):
    done = ptquiz("--key", key, lines="?\n0\n:q\n")
    assert "  :0  I don't know\n" in done.stdout
    assert "Not known." in done.stdout
    assert "Wrong." not in done.stdout
    assert [(review.answer, review.rating) for review in answers()] == [("", 1)]


def test_an_exam_lists_only_what_works_there(ptquiz):
    told = ptquiz("exam", "final", lines="?\ns\n:w\n1\n?\n1 2 3 4\n").stdout
    assert "  :0  I don't know\n  :q  quit" in told
    assert "  :u  back\n" in told
    for words in ("suspend", "bury", "my last answer", "source", "report"):
        assert words not in told


def test_at_a_keyboard_feedback_waits_for_enter_and_takes_commands(sit, answers):
    terminal = sit("--plain", "--key", "ddp-gap", "-n", "2")
    terminal.press_at_once("all-reduse\n")
    terminal.wait_for("Enter: next, ?: help >")
    assert terminal.text().count("Your answer >") == 1
    terminal.press_at_once(":o\n")
    terminal.wait_for("Counted as right.")
    assert b"\x1b" not in terminal.raw
    assert [(review.rating, review.overruled) for review in answers()] == [(3, True)]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        (":f", "Flagged."),
        (":s", "Suspended. 'ptquiz card restore clear-gradients#0'"),
        (":b", "Buried until tomorrow."),
        (":u", "  :0  I don't know\n  :w  open"),
        (":w", "https://example.org/ddp"),
        (":?", "  :f  flag\n"),
    ],
)
def test_every_key_is_a_word_after_a_colon(ptquiz, word, told):
    done = ptquiz("--key", "clear-gradients", lines=f"{word}\n:q\n", BROWSER="")
    assert told in done.stdout
    assert done.returncode == 0


def test_a_line_that_is_no_answer_is_asked_again(ptquiz, answers):
    done = ptquiz("--key", "clear-gradients", lines="9\n\n1 2\nabc\n?\n１\n")
    assert done.stdout.count("Answer with 1–3.") == 4
    assert "  :f  flag\n" in done.stdout
    assert "undo" not in done.stdout  # there is nothing to take back
    assert len(answers()) == 1


WHY_NOT = "Nothing counts machines."


def test_a_cell_that_fits_nothing_is_a_number_more_and_is_told_why_it_is_wrong(
    ptquiz, answers, tmp_path
):
    from tests.helpers.course_files import COURSE, write_course

    node = "wrong: {node: one per machine}"
    kinds = COURSE["decks/kinds.yaml"]
    assert node in kinds
    told = kinds.replace(node, f"wrong: {{node: {{text: one per machine, why: {WHY_NOT}}}}}")
    course = write_course(tmp_path / "told", {**COURSE, "decks/kinds.yaml": told})
    asked = ptquiz("--key", "dp-ddp/process", lines=":q\n", course=course).stdout
    numbers = {text: number for number, text in re.findall(r"^ *(\d)  (one .+)$", asked, re.M)}
    assert sorted(numbers) == [
        "one for all GPUs", "one per CPU core", "one per GPU", "one per machine"
    ]  # fmt: skip
    line = [numbers[text] for text in ("one for all GPUs", "one per GPU", "one per machine")]
    done = ptquiz("--key", "dp-ddp/process", lines=f"{' '.join(line)}\n:q\n", course=course)
    assert "Partly right (67 %), counted as wrong." in done.stdout
    assert done.stdout.count(WHY_NOT) == 1
    assert answers()[0].answer == "dp ddp node"


def test_an_order_needs_every_number_once(ptquiz, answers):
    done = ptquiz("--key", "ddp-step", lines="1 2\n1 1 2 3\n1,2,3,4\n")
    assert done.stdout.count("Answer with 1–4.") == 2
    assert len(answers()) == 1


def test_an_output_without_utf_8_loses_letters_not_the_session(ptquiz):
    done = ptquiz("--lang", "zh", "--key", "ddp-gap", lines="x\n", encoding="ascii")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "[ . ]" in done.stdout


def test_a_program_gets_the_same_from_a_terminal_without_utf_8(ptquiz):
    full = ptquiz("path", "--json", "--lang", "zh")
    bare = ptquiz("path", "--json", "--lang", "zh", encoding="ascii")
    assert (bare.returncode, bare.stderr) == (0, "")
    assert json.loads(bare.stdout) == json.loads(full.stdout)


def test_nothing_due_says_when_something_is(ptquiz, answers):
    first = ptquiz(*TWO_CARDS, lines="all-reduce\nall-reduce\n")
    assert "Today: 1 new, about 1 min." in first.stdout
    assert "Today is done." in first.stdout
    done = ptquiz(*TWO_CARDS, lines="y\nall-reduce\n")
    assert "Today is done: nothing is due." in done.stdout
    assert "The next card is due in 2 days." in done.stdout
    assert len(answers()) == 2


def test_a_session_that_ends_earlier_says_what_is_left(ptquiz, answers):
    done = ptquiz("--new", "3", "-n", "1", lines="1 2 3\n")
    assert len(answers()) == 1
    assert "Left for today: 2 new, 1 to repeat. Start again for them." in done.stdout


def test_a_home_that_cannot_be_used_is_told(ptquiz, home):
    home.mkdir(exist_ok=True)
    (home / "reviews.db").mkdir()
    done = ptquiz(lines="1\n")
    assert done.returncode == 1
    assert "PTQUIZ_HOME" in done.stderr
    assert "Traceback" not in done.stderr


def test_decks_that_lost_cards_since_yesterday_are_no_problem(ptquiz, home, answers):
    ptquiz("--key", "ddp-gap", lines="all-reduce\n")
    log = open_reviews(home / "reviews.db")
    review = next(iter(log.reviews()))
    from tests.helpers.changes import replace

    log.record(replace(review, card="gone#0", uid="gone"))
    log.close()
    done = ptquiz(lines="\n")
    assert done.returncode == 0


@pytest.mark.parametrize("env", [{"ACCESSIBLE": "1"}, {"TERM": "dumb"}, {}])
def test_a_terminal_may_be_in_line_mode(sit, env, answers):
    arguments = ["--key", "ddp-gap", "-n", "1"] + ([] if env else ["--plain"])
    terminal = sit(*arguments, **env)
    terminal.wait_for("Your answer >")
    assert b"\x1b" not in terminal.raw
    terminal.press_at_once("all-reduce\n")
    terminal.wait_for("Enter: Good")
    terminal.press_at_once("\n")
    terminal.wait_for("1 of 1 right")
    assert terminal.finish() == 0
    assert len(answers()) == 1


def forgotten(home, card: str, times: int) -> None:
    """A card that was learned and forgotten so often, and is due."""
    from flashcards.reviews.review import Review

    day = 86_400_000
    at = time.time_ns() // 1_000_000 - 300 * day
    with open_reviews(home / "reviews.db") as log:
        for rating in [3, 3, 1] * times + [3, 3]:
            log.record(Review("tiny-course", card, "en", "f", at, rating, 1.0, "gap", "x", 5, "1"))
            at += 6 * day


@pytest.mark.parametrize(("said", "suspended"), [(":s", 1), ("", 0)])
def test_a_leech_is_told_and_can_be_suspended(ptquiz, home, said, suspended):
    forgotten(home, "ddp-gap#0", 3)
    done = ptquiz("--key", "ddp-gap", lines=f"nonsense\n{said}\n:q\n")
    assert "You have forgotten this card 4 times" in done.stdout
    with open_reviews(home / "reviews.db") as log:
        held = log.marks(["tiny-course"], "en").get(("tiny-course", "ddp-gap#0"))
    assert (held.suspended if held else 0) == suspended


def test_cramming_says_that_nothing_is_kept_and_keeps_nothing(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", "--cram", lines="nonsense\nall-reduce\n")
    assert "Cramming 1 card: no answer is kept" in done.stdout
    assert done.stdout.count("Fill the gap.") == 2
    assert "Nothing was kept" in done.stdout
    assert "Asked again" not in done.stdout
    assert answers() == []


def test_a_line_of_25_000_letters_is_one_answer_of_10_000(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", "-n", "2", lines="y" * 25_000 + "\nall-reduce\n")
    assert done.returncode == 0
    assert [len(review.answer) for review in answers()] == [10_000, 10]


def test_what_was_wrong_four_times_rests_until_tomorrow_and_today_is_done(ptquiz, answers):
    first = ptquiz("--key", "ddp-gap", lines="no\n" * 3 + ":q\n")
    assert first.stdout.count("Asked again in this session.") == 3
    assert "Left for today: 1 to repeat. Start again for them." in first.stdout
    done = ptquiz("--key", "ddp-gap", lines="no\n" * 9)
    assert len(answers()) == 4
    assert "Asked again tomorrow: it was wrong 4 times today." in done.stdout
    assert "Today is done.\n1 card was wrong 4 times today: it rests until" in done.stdout
    again = ptquiz("--key", "ddp-gap", lines="n\n")
    assert "Today is done: nothing is due." in again.stdout


def test_an_unknown_word_after_a_colon_is_not_graded(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", lines=":wq\n:q!\nall-reduce\n:q\n")
    assert done.stdout.count("  :q  quit\n") == 2
    assert [review.answer for review in answers()] == ["all-reduce"]


def test_a_card_that_was_answered_while_the_clock_was_ahead_is_asked_again(ptquiz, home, answers):
    ptquiz("--key", "ddp-gap", lines="all-reduce\n" * 2)
    with open_reviews(home / "reviews.db") as log:
        (first, *_) = log.reviews()
        ahead = first.at + 60 * 86_400_000
        log.record(dataclasses.replace(first, at=ahead, uid="", day=None, due=None))
    done = ptquiz("--key", "ddp-gap", lines="all-reduce\n:q\n")
    assert done.returncode == 0
    assert "Right" in done.stdout
    assert [review.at == ahead for review in answers()] == [False] * 3
    again = ptquiz("--key", "ddp-gap", lines="n\n")
    assert "still to come" not in again.stdout
