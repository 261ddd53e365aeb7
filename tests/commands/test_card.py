"""`ptquiz card`: by entry, note or card."""

import os
import re

import pytest

from flashcards.commands.learner import make_moment, open_log
from tests.helpers.learner_terminal import get_forker
from tests.helpers.reviews import make_answer


@pytest.fixture
def card(ptquiz, tiny_folder):
    def call(line):
        said = ptquiz(f"card {line} --course {tiny_folder}")
        return said.code, said.text

    return call


def test_an_entry_stands_for_all_its_cards(card):
    told = "ddp-bucket#0 suspended\nddp-bucket#1 suspended\n"
    assert card("suspend ddp-bucket") == (0, told)
    assert card("suspend ddp-bucket") == (0, told)
    assert card("list") == (
        0,
        "ddp-bucket#0\tsuspended\tgradient bucket\n"
        "ddp-bucket#1\tsuspended\tGradients that DDP reduces in one call.\n",
    )


def test_one_card_is_named_by_its_id_and_several_at_once(card):
    told = "ddp-bucket#1 flagged\nddp-why#0 flagged\n"
    assert card("flag ddp-bucket#1 ddp-why")[1] == told
    assert card("unflag ddp-bucket#1")[1] == "ddp-bucket#1 no longer flagged\n"
    assert card("list")[1] == "ddp-why#0\tflagged\tWhy one process per GPU?\n"


def test_restoring_ends_both_suspension_and_burial(card):
    card("suspend ddp-why")
    assert card("bury ddp-why ddp-gap")[1].count("buried until tomorrow") == 2
    restored = card("restore ddp-why ddp-gap")[1].splitlines()
    assert sorted(restored) == ["ddp-gap#0 restored", "ddp-why#0 restored"]
    assert card("list") == (0, "No card is suspended, buried or flagged.\n")


@pytest.mark.parametrize(("name", "near"), [("ddp-wy", "ddp-why"), ("bucket", "ddp-bucket")])
def test_a_name_that_nothing_has_is_one_line_with_a_suggestion(card, name, near):
    told = f"There is no card or entry '{name}'; did you mean '{near}'?\n"
    assert card(f"suspend {name}") == card(f"show {name}") == (1, told)


def test_on_a_terminal_the_list_has_columns(sit):
    assert sit("card", "suspend", "ddp-why", "clear-gradients").finish() == 0
    terminal = sit("card", "list")
    assert terminal.finish() == 0
    rows = [line for line in terminal.text().splitlines() if "suspended" in line]
    assert [line.index("suspended") for line in rows] == [len("clear-gradients#0") + 2] * 2


def test_show_prints_question_answer_history_and_next_date(card, own_home, tiny_folder):
    code, told = card("show clear-gradients")
    assert code == 0
    assert "Which call clears the gradients?" in told
    assert re.search(r"✓ \d  optimizer\.zero_grad\(\)", told)
    assert "It sets them to None." in told
    assert told.rstrip().endswith("Not asked yet.")
    env = {**os.environ, "PTQUIZ_HOME": str(own_home)}
    words = ["--plain", "--key", "clear-gradients", "--course", str(tiny_folder)]
    get_forker().run("1\n:q\n", arguments=words, env=env)
    told = card("show clear-gradients#0")[1]
    assert re.search(r"\n\n  \d{4}-\d\d-\d\d  (Again|Good)$", told, re.MULTILINE)
    assert re.search(r"Asked again in \d+ min\.", told)


@pytest.mark.parametrize(
    ("now", "when"),
    [
        ("2030-05-01 23:00", "Asked again tomorrow."),
        ("2030-05-02 03:59", "Asked again tomorrow."),
        ("2030-05-02 04:00", "Due today."),
        ("2030-05-02 09:59", "Due today."),
        ("2030-05-05 12:00", "Due today."),
    ],
)
def test_a_card_is_due_from_four_on_its_day_as_the_quiz_asks_it(
    card, ptquiz, set_clock, tiny_course, tiny_folder, now, when
):
    answered = set_clock("2030-05-01 10:00")
    today = make_moment(answered).day
    course, name = tiny_course.info.id, "clear-gradients#0"
    review = make_answer(name, course=course, at=answered, day=today, due=today + 1)
    with open_log() as log:
        log.add([review])
    set_clock(now)
    assert card(f"show {name}")[1].rstrip().endswith(when)
    said = ptquiz(f"--plain --key clear-gradients --course {tiny_folder}")
    assert "Which call clears the gradients?" in said.text
    assert ("Ahead of its day" in said.text) == (when != "Due today.")


@pytest.mark.parametrize(
    ("command", "told"),
    [("suspend", "Suspended. 'ptquiz card restore"), ("bury", "Buried until tomorrow.")],
)
def test_show_says_that_a_card_rests_and_not_when_it_is_due(card, command, told):
    card(f"{command} clear-gradients")
    assert told in card("show clear-gradients")[1]


def test_show_knows_every_kind(card):
    answers = {
        "transpose-stride": "(1, 3)",
        "share-memory": "x.view(-1)",
        "ddp-step": "1  Forward",
        "dp-ddp/process#0": "DataParallel → one for all GPUs",
        "ddp-gap": "all-reduce",
        "ddp-bucket#0": "Gradients that DDP reduces in one call.",
        "ddp-sync": "\n ✓ 1  Rank 0 broadcasts parameters and buffers.",
        "ddp-why": "Each process has its own interpreter",
    }
    for key, answer in answers.items():
        code, told = card(f"show {key}")
        assert (code, answer in told) == (0, True), key


def test_find_names_the_cards_that_have_every_word(card):
    code, told = card("find Gradients ALL-REDUCE")
    assert code == 0
    assert [line.partition("\t")[0] for line in told.splitlines()] == ["ddp-gap#0", "ddp-sync#0"]
    assert card("find gradients nowhere") == (1, "No card has the words 'gradients nowhere'.\n")
