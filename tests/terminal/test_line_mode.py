"""Line mode: any pipe, screen reader or dumb terminal; one answer a line."""

import dataclasses
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flashcards.reviews.store import open_reviews

ROOT = Path(__file__).parents[2]
STARTED = "from flashcards.cli import main; main()"
TWO_CARDS = ("--key", "ddp-gap", "--key", "ddp-sync", "--new", "1")
"""Two cards of which the first is new today."""


@pytest.fixture
def ptquiz(home, tiny_folder, forker):
    """Runs `ptquiz` with lines as input; in a Python of its own if that has other settings."""

    def run(*arguments, lines="", course=tiny_folder, code=STARTED, **env):
        basic = {"PYTHONPATH": str(ROOT), "PTQUIZ_HOME": str(home), "PATH": os.environ["PATH"]}
        if code == STARTED and "PYTHONIOENCODING" not in env:
            arguments = [*arguments, "--course", str(course)]
            return forker.run(lines, arguments=arguments, env={**basic, **env})
        return subprocess.run(
            [sys.executable, "-c", code, *arguments, "--course", str(course)],
            input=lines, capture_output=True, text=True, encoding="utf-8", timeout=120,
            env={**basic, "PYTHONIOENCODING": "utf-8", **env},
        )  # fmt: skip

    return run


def test_a_whole_sitting_through_a_pipe(ptquiz, answers):
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
    assert "':w' does nothing here. What does: :0 :q" in told
    assert "  :u  back\n" in told
    for words in ("suspend", "bury", "my last answer", "source", "report"):
        assert words not in told


def test_at_a_keyboard_feedback_waits_for_enter_and_takes_commands(sit, answers):
    terminal = sit("--plain", "--key", "ddp-gap", "-n", "2")
    terminal.press_at_once("all-reduse\n")
    terminal.wait_for("Enter: next, ?: help >")
    assert terminal.text().count("Your answer >") == 1
    terminal.press_at_once(":o\n")
    terminal.wait_for("Counted as right: ")
    assert b"\x1b" not in terminal.raw
    assert [(review.rating, review.overruled) for review in answers()] == [(3, True)]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        (":f", "Flagged: “Which call clears the gradients?”."),
        (":s", "Suspended: “Which call clears the gradients?”. 'ptquiz card"),
        (":b", "Buried until tomorrow: “Which call"),
        (":u", "':u' does nothing here. What does: :0 :w :s :b :f :q"),
        (":w", "https://example.org/ddp"),
        (":?", "  :f  flag\n"),
    ],
)
def test_every_key_is_a_word_after_a_colon(ptquiz, word, told):
    done = ptquiz("--key", "clear-gradients", lines=f"{word}\n:q\n", BROWSER="")
    assert told in done.stdout
    assert done.returncode == 0


def test_wishes_are_words_after_a_colon(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", "--key", "ddp-sync", lines="all-reduse\n:o\n:u\nnope\n:q\n")
    assert "Only a slip? o counts it as right.\n" in done.stdout
    assert "Counted as right: “Gradients are averaged by [ … ] in DDP.”." in done.stdout
    assert "Taken back: your answer to “Gradients are averaged by [ … ] in DDP.”." in done.stdout
    assert [(r.answer, r.rating) for r in answers()] == [("nope", 1)]


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


def test_an_answer_of_several_lines_is_told_line_under_line(ptquiz, tmp_path):
    from tests.helpers.course_files import COURSE, write_course

    kinds = COURSE["decks/kinds.yaml"].replace("prints: (1, 3)", 'prints: "(1, 3)\\n(3, 1)"')
    course = write_course(tmp_path / "several", {**COURSE, "decks/kinds.yaml": kinds})
    asked = ("--key", "transpose-stride", "--form", "type")
    done = ptquiz(*asked, lines="5\n6\n\n:q\n", course=course)
    assert "›✗ 5" in done.stdout
    assert "\n   6" in done.stdout


def test_an_order_needs_every_number_once(ptquiz, answers):
    done = ptquiz("--key", "ddp-step", lines="1 2\n1 1 2 3\n1,2,3,4\n")
    assert done.stdout.count("4 numbers from 1–4") == 2
    assert len(answers()) == 1


def test_the_end_of_input_is_the_end_of_the_sitting(ptquiz, answers):
    done = ptquiz(lines="")
    assert done.returncode == 0
    assert "No answers this time." in done.stdout
    assert answers() == []


def test_chinese_cards_have_chinese_words_around_them(ptquiz):
    done = ptquiz("--lang", "zh", "--key", "ddp-gap", lines="全规约\n")
    assert "填空。" in done.stdout
    assert "正确。" in done.stdout
    assert "答对 1/1" in done.stdout


def test_an_output_without_utf_8_loses_letters_not_the_sitting(ptquiz):
    done = ptquiz("--lang", "zh", "--key", "ddp-gap", lines="x\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "[ . ]" in done.stdout


@pytest.mark.parametrize("command", ["checklist", "stats", "path"])
def test_a_program_gets_the_same_from_a_terminal_without_utf_8(ptquiz, command):
    ptquiz("--lang", "zh", "--key", "ddp-gap", lines="全规约\n")
    full = ptquiz(command, "--json", "--lang", "zh")
    bare = ptquiz(command, "--json", "--lang", "zh", PYTHONIOENCODING="ascii")
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


def test_a_sitting_that_ends_earlier_says_what_is_left(ptquiz, answers):
    done = ptquiz("--new", "3", "-n", "1", lines="1 2 3\n")
    assert len(answers()) == 1
    assert "Left for today: 2 new, 1 to repeat. Start again for them." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--tag", "nothing"], 1, "--tag: the course has no tag 'nothing'"),
        (["--stage", "2"], 1, "--stage: the course has no stage 2; it has 1"),
        (["--lang", "qaa"], 1, "no cards in 'qaa'; the course has en, zh"),
        (["--quiz", "none"], 1, "there is no quiz 'none'; the course has: final"),
        (["--key", "ddp-why", "--form", "type"], 1, "the only card cannot be asked as 'type'"),
        (["--stage", "12"], 2, "Input should be less than or equal to 9"),
        (["--form", "sing"], 2, "'sing' is not one of"),
        (["--kind", "konzept"], 2, "'konzept' is not one of"),
        (["-n", "0"], 2, "--count"),
    ],
)
def test_a_wrong_wish_is_one_sentence(ptquiz, arguments, code, words):
    done = ptquiz(*arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_quiz_file_chooses_the_cards(ptquiz):
    done = ptquiz("--quiz", "final", lines="")
    assert "  3 left\n" in done.stdout


def test_a_home_that_cannot_be_used_is_told(ptquiz, home):
    home.mkdir(exist_ok=True)
    (home / "reviews.db").mkdir()
    done = ptquiz(lines="1\n")
    assert done.returncode == 1
    assert "PTQUIZ_HOME" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_disk_without_room_is_not_called_a_damaged_log(ptquiz, answers):
    ptquiz("--key", "ddp-gap", lines="all-reduce\n")
    limit = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (8192, 8192))"
    small = f"import sys; sys.dont_write_bytecode = True; {limit}; {STARTED}"
    done = ptquiz("--key", "ddp-gap", lines="y\nall-reduce\n", code=small)
    assert done.returncode == 1
    assert "free some space" in done.stderr
    assert "damaged" not in done.stderr
    assert len(answers()) == 1


def test_a_damaged_log_is_refused_with_its_backup_named(ptquiz, home):
    ptquiz("--key", "ddp-gap", lines="all-reduce\n")
    ptquiz("--key", "ddp-why", lines="\n3\n")
    backup = next((home / "backups").iterdir())
    (home / "reviews.db").write_bytes(b"SQLite format 3\0 and then rubbish" * 400)
    done = ptquiz(lines="1\n")
    assert done.returncode == 1
    assert backup.name in done.stderr
    assert " · Stage " not in done.stdout


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


def test_cards_are_suspended_buried_and_flagged_by_words(ptquiz, home):
    done = ptquiz("--key", "ddp-gap", "--key", "ddp-why", "--key", "ddp-step", lines=":s\n:b\n:f\n")
    for words in ("Suspended: “", "Buried until tomorrow: “", "Flagged: “"):
        assert words in done.stdout
    assert ptquiz("card", "list").stdout.count("\n") == 3


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


def test_a_wrong_answer_that_is_taken_back_does_not_let_its_card_rest(ptquiz, answers):
    ptquiz("--key", "ddp-gap", lines="no\n" * 2 + ":q\n")
    done = ptquiz("--key", "ddp-gap", lines="no\n:u\nno\n:u\nno\n:q\n")
    assert "Asked again tomorrow" not in done.stdout
    assert len(answers()) == 3
    assert "Asked again tomorrow" in ptquiz("--key", "ddp-gap", lines="no\n" * 9).stdout
    assert len(answers()) == 4


def test_an_unknown_word_after_a_colon_is_not_graded(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", lines=":wq\n:q!\nall-reduce\n:q\n")
    assert "':wq' does nothing here. What does: " in done.stdout
    assert "':q!' does nothing here. What does: " in done.stdout
    assert [review.answer for review in answers()] == ["all-reduce"]


def test_a_card_that_was_answered_while_the_clock_was_ahead_is_told_and_asked_again(
    ptquiz, home, answers
):
    ptquiz("--key", "ddp-gap", lines="all-reduce\n" * 2)
    with open_reviews(home / "reviews.db") as log:
        (first, *_) = log.reviews()
        ahead = first.at + 60 * 86_400_000
        log.record(dataclasses.replace(first, at=ahead, uid="", day=None, due=None))
    done = ptquiz("--key", "ddp-gap", lines="all-reduce\n:q\n")
    assert "1 card was answered on a day that is still to come: the clock was ahead" in done.stdout
    assert "Right" in done.stdout
    assert [review.at == ahead for review in answers()] == [False] * 3
    again = ptquiz("--key", "ddp-gap", lines="n\n")
    assert "still to come" not in again.stdout
