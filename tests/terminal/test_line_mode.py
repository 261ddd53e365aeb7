"""Line mode: any pipe, screen reader or dumb terminal; one answer a line."""

import dataclasses
import json
import os
import re
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from flashcards.reviews.store import open_reviews
from flashcards.terminal.lines import LineInterface
from flashcards.words.catalog import LANGUAGES, find_words

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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_for_yes_is_no_key_where_yes_can_be_said(lang):
    for word in find_words(lang).say("yes_answers").split():
        lines = StringIO(f"{word}\n")
        asked = LineInterface(Console(file=StringIO()), find_words(lang), lines)
        assert asked.offer_hand_in(0) == "hand_in", word


def test_wishes_are_words_after_a_colon(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", "--key", "ddp-sync", lines="all-reduse\n:o\n:u\nnope\n:q\n")
    assert "Nearly right, counted as wrong.\nOnly a slip? :o counts it as right.\n" in done.stdout
    assert "Counted as right: “Gradients are averaged by [ … ] in DDP.”." in done.stdout
    assert "Taken back: your answer to “Gradients are averaged by [ … ] in DDP.”." in done.stdout
    assert [(r.answer, r.rating) for r in answers()] == [("nope", 1)]


@pytest.mark.parametrize(
    ("key", "told"),
    [(":u", "没有可撤销的回答。"), (":o", "还没有作答。"), (":1", "还没有作答。")],
)
def test_nothing_to_take_back_is_said_in_the_language_of_the_cards(ptquiz, key, told):
    done = ptquiz("--key", "ddp-gap", "--lang", "zh", lines=f"{key}\n:q\n")
    assert told in done.stdout
    assert "There is no answer" not in done.stdout


@pytest.mark.parametrize("key", ["clear-gradients", "share-memory", "ddp-step", "dp-ddp/process"])
def test_0_says_that_nothing_is_known(ptquiz, answers, key):
    done = ptquiz("--key", key, "--key", "ddp-gap", lines="?\n0\n:q\n")
    assert re.search(r"^0 +I don't know$", done.stdout, re.MULTILINE)
    assert "Not known." in done.stdout
    assert "Wrong." not in done.stdout
    assert [(review.answer, review.rating) for review in answers()] == [("", 1)]


def test_a_line_that_is_no_answer_is_asked_again(ptquiz, answers):
    done = ptquiz("--key", "clear-gradients", lines="9\n\n1 2\nabc\n?\n１\n")
    assert done.stdout.count("Answer with 1–3.") == 4
    assert "flag the card, or take its flag off" in done.stdout
    assert "take the last answer or decision back" not in done.stdout  # there is none
    assert len(answers()) == 1


def test_help_stays_in_its_columns_on_a_narrow_terminal(ptquiz):
    done = ptquiz("--key", "ddp-gap", lines="?\n:q\n", COLUMNS="40")
    told = ":s            suspend the card: not\n              asked until you restore it\n"
    assert told in done.stdout


def test_help_in_an_exam_lists_only_what_works_there(ptquiz):
    told = ptquiz("exam", "final", lines="?\n1\n?\n1 2 3 4\n?\n1\n?\n1 2 3 4\n").stdout
    assert re.search(r"^1–3 +choose$", told, re.MULTILINE)
    assert re.search(r"^2 1 3 +the numbers of all steps, in their order$", told, re.MULTILINE)
    assert re.search(r"^:q +stop; asks first", told, re.MULTILINE)
    for words in ("suspend", "bury", "my last answer", "source", "report", "rate"):
        assert words not in told


def test_commands_that_an_exam_does_not_have_are_named_and_answer_nothing(ptquiz):
    done = ptquiz("exam", "final", lines="s\n:w\n:o\n:4\n")
    for command in "swo4":
        assert f"':{command}' does nothing here. What does: :q ?" in done.stdout
    assert "3 questions were not answered." in done.stdout


@pytest.mark.parametrize(
    ("key", "form", "how"),
    [
        ("dp-ddp/process", None, "2 1 3   one number for each, from top to bottom"),
        ("share-memory", None, "1 3     the numbers of all that apply"),
        ("ddp-gap", "gap", "empty Enter   I don't know"),
        ("ddp-sync", None, "Enter   show the answer"),
    ],
)
def test_help_says_how_this_form_is_answered(ptquiz, key, form, how):
    done = ptquiz("--key", key, *(("--form", form) if form else ()), lines="?\n:q\n")
    assert " ".join(how.split()) in (" ".join(line.split()) for line in done.stdout.splitlines())
    assert ":s" in done.stdout


def test_what_goes_on_in_a_next_line_is_set_in(ptquiz):
    done = ptquiz("--key", "dp-ddp/process", "--lang", "zh", lines="1 2 3\n", COLUMNS="40")
    assert "   • DistributedDataParallel 分布式数据\n     并行\n" in done.stdout


@pytest.mark.parametrize("columns", ["40", "80"])
def test_the_answer_of_a_match_is_told_in_full_at_any_width(ptquiz, columns):
    done = ptquiz("--key", "dp-ddp/process", lines="1 1 1\n:q\n", COLUMNS=columns)
    told = " ".join(done.stdout.partition("Answer")[2].split())
    assert "…" not in told
    assert re.search(r"\bDataParallel (→ )?one for all GPUs", told)
    assert re.search(r"DistributedDataParallel (→ )?one per GPU", told)


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
    assert "You wrote: 5\n           6\n" in done.stdout


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
    assert "[ ? ]" in done.stdout


@pytest.mark.parametrize("command", ["checklist", "stats", "path"])
def test_a_program_gets_the_same_from_a_terminal_without_utf_8(ptquiz, command):
    ptquiz("--lang", "zh", "--key", "ddp-gap", lines="全规约\n")
    full = ptquiz(command, "--json", "--lang", "zh")
    bare = ptquiz(command, "--json", "--lang", "zh", PYTHONIOENCODING="ascii")
    assert (bare.returncode, bare.stderr) == (0, "")
    assert json.loads(bare.stdout) == json.loads(full.stdout)


def test_nothing_due_says_when_something_is(ptquiz, answers):
    first = ptquiz(*TWO_CARDS, lines="all-reduce\nall-reduce\n")
    assert "1 new, 0 due, about 1 min" in first.stdout
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
    assert "3 left · " in done.stdout


def test_a_home_that_cannot_be_used_is_told(ptquiz, home):
    home.mkdir(exist_ok=True)
    (home / "reviews.db").mkdir()
    done = ptquiz(lines="1\n")
    assert done.returncode == 1
    assert "PTQUIZ_HOME" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_disk_without_room_is_not_called_a_damaged_log(ptquiz, answers):
    ptquiz("--key", "ddp-gap", lines="all-reduce\n")
    small = f"import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (8192, 8192)); {STARTED}"
    done = ptquiz("--key", "ddp-gap", lines="y\nall-reduce\n", code=small)
    assert done.returncode == 1
    assert "Free some space" in done.stderr
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


@pytest.mark.parametrize(("said", "suspended"), [("y", 1), ("n", 0), ("", 0)])
def test_a_leech_is_offered_to_be_suspended(ptquiz, home, said, suspended):
    forgotten(home, "ddp-gap#0", 3)
    done = ptquiz("--key", "ddp-gap", lines=f"nonsense\n{said}\n:q\n")
    assert "You have forgotten this card 4 times" in done.stdout
    assert "Suspend it? (y/N) >" in done.stdout
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


def test_the_head_of_a_question_counts_as_the_first_line_does(ptquiz):
    first = ptquiz("--key", "ddp-gap", "--key", "ddp-why", lines="\n1\n:q\n").stdout
    assert first.count("2 new, 0 due, about 1 min\n\n2 new · Stage 1 · All kinds") == 1
    again = ptquiz("--key", "ddp-gap", "--key", "ddp-why", lines=":q\n").stdout
    assert "1 new, 0 due, 1 to repeat, about 1 min\n\n1 new · 1 to repeat · Stage 1" in again


def test_where_nothing_is_typed_the_instruction_says_so(ptquiz):
    said = ptquiz("--key", "ddp-why", lines=":q\n").stdout
    assert "Say the answer in your head: nothing is typed here." in said
    said = ptquiz("--key", "ddp-sync", lines=":q\n").stdout
    assert "Explain it in your head: nothing is typed here." in said
    assert "own words" not in said


def test_an_export_says_how_many_answers_were_taken_back_and_counts_decisions(ptquiz, tmp_path):
    file = tmp_path / "out"
    lines = "nonsense\n:f\n:u\n:f\n:u\n:u\nall-reduce\n:q\n"
    ptquiz("--key", "ddp-gap", lines=lines)
    export = "import sys; from flashcards.cli import run; sys.exit(run(sys.argv[1:4]))"
    told = ptquiz("log", "export", str(file), code=export).stdout.splitlines()
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    answers = [row for row in rows if "rating" in row]
    undone = sum(row.get("undone", False) for row in answers)
    assert (len(answers), undone) == (2, 1)
    assert told == [
        f"2 reviews in {file}",
        f"Taken back: 1 of them. Decisions about cards besides: {len(rows) - 2}.",
    ]
    assert len(rows) == 2 + 4  # the flag was set and taken off, twice


def test_a_line_of_25_000_letters_is_one_answer(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", "-n", "2", lines="y" * 25_000 + "\nall-reduce\n")
    assert done.returncode == 0
    assert [len(review.answer) for review in answers()] == [25_000, 10]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        (":f", "Flagged: “Which call clears the gradients?”."),
        (":s", "Suspended: “Which call clears the gradients?”. 'ptquiz card"),
        (":b", "Buried until tomorrow: “Which call"),
        (":u", "There is no answer to take back."),
        (":o", "There is no answer in this sitting yet."),
        (":r", "':r' does nothing here. What does: :s :b :f :w :q ?"),
        (":w", "https://example.org/ddp"),
        (":?", "flag the card, or take its flag off"),
    ],
)
def test_every_key_is_a_word_after_a_colon(ptquiz, word, told):
    done = ptquiz("--key", "clear-gradients", lines=f"{word}\n:q\n", BROWSER="")
    assert told in done.stdout
    assert done.returncode == 0


def test_a_guess_is_a_word_after_the_next_question(ptquiz, answers):
    ptquiz("--key", "ddp-gap", lines="all-reduce\n:1\n:q\n")
    assert [(review.rating, review.score) for review in answers()] == [(1, 1.0)]


def test_what_was_wrong_four_times_rests_until_tomorrow_and_today_is_done(ptquiz, answers):
    first = ptquiz("--key", "ddp-gap", lines="no\n" * 3 + ":q\n")
    assert first.stdout.count("Asked again in this sitting.") == 3
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


def test_the_summary_says_what_moved_and_what_earned_means(ptquiz):
    done = ptquiz("--key", "ddp-gap", lines="all-reduce\n" * 2)
    assert "1 of 1 card seen, 1 earned. Earned: its short steps are" in done.stdout


def test_an_unknown_word_after_a_colon_is_not_graded(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", lines=":wq\n:q!\nall-reduce\n:q\n")
    assert "':wq' does nothing here. What does: " in done.stdout
    assert "':q!' does nothing here. What does: " in done.stdout
    assert [review.answer for review in answers()] == ["all-reduce"]


@pytest.mark.parametrize("key", ["ddp-gap", "ddp-sync", "clear-gradients", "ddp-why", "ddp-step"])
def test_no_line_ends_with_a_space(ptquiz, key):
    done = ptquiz("--key", key, "--plain", lines="?\n1\n\n1 2 3 4\n\n:q\n")
    assert [line for line in done.stdout.splitlines() if line != line.rstrip()] == []


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
