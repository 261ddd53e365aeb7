"""Line mode: any pipe, screen reader or dumb terminal; one answer a line."""

import json
import os
import re
from pathlib import Path

import pytest

from flashcards.reviews.store import ReviewLog
from tests.helpers.reviews import make_answer

COMPARISONS = Path(__file__).parents[1] / "data" / "comparisons"


@pytest.fixture
def ptquiz(home, tiny_folder, forker):
    """Runs `ptquiz` with lines as input."""

    def run(*arguments, lines="", course=tiny_folder, encoding="utf-8", **env):
        arguments = [*arguments, "--course", str(course)]
        env = {"PTQUIZ_HOME": str(home), "PATH": os.environ["PATH"], **env}
        return forker.run(lines, arguments=arguments, env=env, encoding=encoding)

    return run


def test_a_whole_session_through_a_pipe(ptquiz, answers):
    cards = ("--key", "ddp-gap", "--key", "ddp-sync")
    done = ptquiz(*cards, lines="all-reduce\n\n1 2\n\n", COLUMNS="40")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Fill the gap." in done.stdout
    assert re.search(r"\n  1  Rank 0 broadcasts .* and *\n     buffers\.", done.stdout)
    assert re.search(r"2 of 2 right in \d+ s\n", done.stdout)
    assert "\x1b" not in done.stdout
    assert [(r.card, r.rating) for r in answers()] == [("ddp-gap#0", 3), ("ddp-sync#0", 3)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", ["clear-gradients", "ddp-step", "share-memory", "dp-ddp/process"])
def test_0_says_that_nothing_is_known(ptquiz, answers, key):
    done = ptquiz("--key", key, lines="?\n0\n:q\n")
    assert "  :0  I don't know\n" in done.stdout
    assert "Not known." in done.stdout
    assert "Wrong." not in done.stdout
    assert [(review.answer, review.rating) for review in answers()] == [("", 1)]


def test_an_empty_line_in_an_exam_shows_no_answer(ptquiz, tmp_path):
    (tmp_path / "one.yaml").write_text("{quiz: one, title: One, select: {key: [ddp-bucket]}}")
    assert "0 of 1 point" in ptquiz("exam", str(tmp_path / "one.yaml"), lines="\n").stdout


def test_the_choices_of_a_card_asked_from_memory_are_a_word_away(ptquiz, home, answers):
    (home / "settings.toml").write_text('ask = "memory"\n')
    bare, _, rest = ptquiz("--key", "clear-gradients", lines=":c\n1\n").stdout.partition("> ")
    assert "loss.backward()" not in bare
    assert re.search(r"^  \d  loss\.backward\(\)$", rest, re.MULTILINE)
    assert [review.form for review in answers()] == ["single"]


def test_an_exam_lists_only_what_works_there(ptquiz):
    told = ptquiz("exam", "final", lines="?\ns\n:w\n1\n?\n1 2 3 4\n").stdout
    assert "  :0  I don't know\n  :q  quit" in told
    assert "  :u  undo\n" in told
    for words in ("suspend", "bury", "my last answer", "source", "report"):
        assert words not in told


def test_after_an_answer_about_one_item_stand_the_cells_of_all_items(ptquiz):
    said = ptquiz("--key", "copies", "--form", "single", lines="1\n", course=COMPARISONS).stdout
    question, _, answer = said.partition("Right. Asked again")
    row = "\nStorage\n  • view: shared\n  • clone: its own\n"
    assert (row in question, row in answer) == (False, True)


def test_t_shows_the_whole_comparison_once_a_row_is_answered(ptquiz):
    said = ptquiz("--key", "wrappers/size", lines=":t\n\n:t\n3\n", course=COMPARISONS).stdout
    question, answer, whole = re.split("Largest model|Enter: Good", said, maxsplit=2)
    assert "one per GPU" not in question + answer
    assert "\nProcesses\n  • DataParallel: one for all GPUs\n" in whole
    assert "\nLargest model\n  • DataParallel: fits one GPU\n" in whole


@pytest.mark.parametrize("env", [{"ACCESSIBLE": "1"}, {"TERM": "dumb"}, {}])
def test_a_terminal_may_be_in_line_mode_where_feedback_waits_and_takes_commands(sit, env, answers):
    terminal = sit("--key", "ddp-gap", "-n", "1", *([] if env else ["--plain"]), **env)
    terminal.wait_for("Your answer >")
    terminal.press_at_once("all-reduse\n")
    terminal.wait_for("Enter: next, ?: help >")
    assert terminal.text().count("Your answer >") == 1
    terminal.press_at_once(":o\n")
    terminal.wait_for("Your last answer counts as right.")
    assert terminal.finish() == 0
    assert b"\x1b" not in terminal.raw
    assert [(review.rating, review.overruled) for review in answers()] == [(3, True)]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        (":f", "Flagged."),
        (":s", "Suspended. 'ptquiz card restore clear-gradients#0'"),
        (":b", "Buried until tomorrow."),
        (":w", "https://example.org/ddp"),
        (":u", "  :0  I don't know\n  :q  quit\n  :w  open"),
        (":wq", "  :f  flag: a mark for you"),
    ],
)
def test_every_key_is_a_word_after_a_colon_and_others_list_them(ptquiz, answers, word, told):
    done = ptquiz("--key", "clear-gradients", lines=f"{word}\n:q\n", BROWSER="")
    assert told in done.stdout
    assert "undo" not in done.stdout  # there is nothing to take back
    assert done.returncode == 0
    assert answers() == []


@pytest.mark.parametrize(
    ("key", "lines", "told", "times"),
    [
        ("clear-gradients", "9\n\n1 2\nabc\n?\n１\n", "Answer with 1–3.", 4),
        ("ddp-step", "1 2\n1 1 2 3\n1,2,3,4\n", "Answer with 4 numbers from 1–4.", 2),
        ("share-memory", "1-3\n1, 3\n", "Answer with 1–3.", 1),  # no range
    ],
)
def test_a_line_that_is_no_answer_is_asked_again(ptquiz, answers, key, lines, told, times):
    assert ptquiz("--key", key, lines=lines).stdout.count(told) == times
    assert len(answers()) == 1


def test_a_cell_that_fits_nothing_is_a_number_more(ptquiz, answers):
    shown = ptquiz("--key", "dp-ddp/process", lines=":q\n").stdout
    number = {text: number for number, text in re.findall(r"^ *(\d)  (one .+)$", shown, re.M)}
    line = " ".join(number[f"one {text}"] for text in ("for all GPUs", "per GPU", "per machine"))
    done = ptquiz("--key", "dp-ddp/process", lines=f"{line}\n:q\n")
    assert "Partly right (67 %), counted as wrong." in done.stdout
    assert [review.answer for review in answers()] == ["dp ddp node"]


def test_a_log_with_cards_that_are_gone_is_no_problem(ptquiz, home):
    with ReviewLog(home / "reviews.db") as log:
        log.record(make_answer("gone#0", course="tiny-course"))
    done = ptquiz(lines=":q\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_output_without_utf_8_loses_letters_and_neither_session_nor_json(ptquiz):
    done = ptquiz("--lang", "zh", "--key", "ddp-gap", lines="x\n", encoding="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "[ . ]" in done.stdout
    told = [ptquiz("path", "--json", "--lang", "zh", encoding=e) for e in ("utf-8", "ascii")]
    assert json.loads(told[0].stdout) == json.loads(told[1].stdout)


def test_a_session_says_what_is_left_and_a_day_that_is_done_when_something_is_due(ptquiz, answers):
    first = ptquiz("--key", "ddp-gap", "-n", "1", lines="all-reduce\n")
    assert "Today: 1 new, about 1 min." in first.stdout
    assert "Left for today: 1 to repeat. Start again for them." in first.stdout
    second = ptquiz("--key", "ddp-gap", lines="all-reduce\n")
    assert "Today is done. For more, run ptquiz again." in second.stdout
    done = ptquiz("--new", "0", lines="1\nall-reduce\n")
    assert "Today is done: nothing is due.\nThe next card is due in 2 days.\n" in done.stdout
    assert len(answers()) == 2


def test_when_today_is_done_a_pipe_is_given_the_commands_that_go_on(ptquiz, home, tiny_folder):
    (home / "settings.toml").write_text("new = 1\n")
    ptquiz("--key", "ddp-gap", lines="all-reduce\nall-reduce\n")
    done = ptquiz("--lang", "zh", "--new", "0", COLUMNS="200")
    base = f"  ptquiz --lang zh --course {tiny_folder}"
    commands = [line.rstrip() for line in done.stdout.splitlines() if "ptquiz" in line]
    assert [line.removeprefix(base).split()[0] for line in commands] == ["--new", "--cram"]
    done = ptquiz(COLUMNS="200")
    assert [line.split() for line in done.stdout.splitlines()[-3:]] == [
        [*f"ptquiz --course {tiny_folder} --new 8 8 more new cards".split()],
        [*f"ptquiz --course {tiny_folder} --ahead review what is due next (1 card)".split()],
        [*f"ptquiz --course {tiny_folder} --cram practice without keeping answers".split()],
    ]
    assert "Today: 8 new" in ptquiz("--new", "8").stdout
    assert "Ahead of its day: 1 card, about 1 min." in ptquiz("--ahead").stdout


@pytest.mark.parametrize(("env", "keys"), [({"ACCESSIBLE": "1"}, "x\n1\n"), ({}, "x1\r")])
def test_when_today_is_done_a_terminal_offers_more(sit, env, keys):
    terminal = sit("--new", "0", begins=False, **env)
    terminal.wait_for("What next?")
    assert "Today is done: nothing is due." in terminal.text()
    terminal.press_at_once(keys)
    terminal.wait_for("Today: 9 new")


def test_a_line_of_25_000_letters_is_one_answer_of_10_000(ptquiz, answers):
    done = ptquiz("--key", "ddp-gap", "-n", "2", lines="y" * 25_000 + "\nall-reduce\n")
    assert done.returncode == 0
    assert [len(review.answer) for review in answers()] == [10_000, 10]


def test_who_wants_no_new_cards_is_promised_none(ptquiz):
    assert "New cards come tomorrow" not in ptquiz("--new", "0").stdout


def test_a_share_below_the_pass_mark_does_not_look_like_it(ptquiz, tmp_path):
    keys = "clear-gradients, ddp-gap, ddp-bucket"
    quiz = f"{{quiz: two, title: Two, pass_mark: 67, shuffle: false, select: {{key: [{keys}]}}}}"
    (tmp_path / "two.yaml").write_text(quiz)
    done = ptquiz("exam", str(tmp_path / "two.yaml"), lines="0\nall-reduce\ngradient bucket\n")
    assert "2 of 3 points (66 %)" in done.stdout
