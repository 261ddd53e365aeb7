"""A quiz on a real terminal: its pages, its keys, and what is kept of them."""

import os
import re
import signal
import time

import pytest

from flashcards.reviews.store import open_reviews
from flashcards.terminal import prompts
from tests.helpers.course_files import COURSE, write_course

ASKED_AGAIN = "Asked again"


def number_of(terminal, option: str) -> str:
    """The number that an option has in the list on the screen, as soon as it is drawn."""
    pattern = re.compile(rf"^[ ›○●✓✗]*(\d)  {re.escape(option)}\s*$", re.MULTILINE)
    terminal.wait_until(pattern.search, f"{option} is not on the screen")
    return pattern.findall(terminal.text())[-1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("columns", "rows"), [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_first_page_says_what_today_holds_at_every_size(sit, columns, rows, lang):
    terminal = sit("--lang", lang, columns=columns, rows=rows, begins=False)
    terminal.wait_until_keys_count()
    page = terminal.display()
    assert page.startswith("Tiny\n")
    told = {"en": ("12 cards", " new, about ", " min", "ptquiz path", "Enter begin")}
    told["zh"] = ("12 张卡片", "张新卡片", "分钟", "ptquiz path", "Enter 开始")
    assert [words for words in told[lang] if words not in page] == []
    assert max(map(len, page.splitlines())) <= columns


def test_the_first_page_names_the_placement_test_and_who_leaves_is_asked_nothing(
    sit, tmp_path, answers
):
    quiz = COURSE["quizzes/final.yaml"].replace("quiz: final", "quiz: placement")
    course = write_course(tmp_path / "placed", {**COURSE, "quizzes/placement.yaml": quiz})
    terminal = sit(course=course, begins=False)
    terminal.wait_for("'ptquiz exam placement'")
    terminal.press("q")
    assert terminal.finish() == 0
    assert "No answers this time." in terminal.text()
    assert answers() == []


def test_a_filtered_first_page_counts_the_chosen_cards_and_promises_no_stage(sit):
    terminal = sit("--key", "ddp-gap", "--key", "ddp-why", begins=False)
    terminal.wait_until_keys_count()
    assert "2 of 12 cards" in terminal.text()
    assert "all of stage" not in terminal.text()


def test_keys_pressed_in_the_first_moment_of_a_page_do_not_count(sit, answers):
    assert prompts.GUARD_SECONDS >= 0.2
    terminal = sit("--key", "clear-gradients", begins=False, PTQUIZ_KEY_GUARD="0.5")
    terminal.wait_until_keys_count()
    time.sleep(0.6)
    terminal.press_at_once("\r111")  # meant for the first page
    terminal.wait_for("Which call clears")
    terminal.wait_until_keys_count()
    assert answers() == []
    time.sleep(0.6)
    terminal.press_at_once("1\r\rq")  # one answer, and the rest was for the question
    terminal.wait_for(ASKED_AGAIN)
    assert len(answers()) == 1


def test_arrows_and_enter_choose_too(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.answer("\x1b[B", then="› 2")
    terminal.answer("\r", then=ASKED_AGAIN)
    assert re.search(r"^›[✓✗] 2  ", terminal.text(), re.MULTILINE)
    assert answers()[0].answer in ("zero", "back", "step")


def test_a_long_option_is_shown_whole_and_goes_on_under_its_text(sit):
    terminal = sit("--key", "ddp-sync", columns=40)
    terminal.answer(" ", then="buffers.")
    assert "○ 1  Rank 0 broadcasts parameters and\n        buffers." in terminal.text()


def test_each_rating_stands_beside_its_next_interval(sit, answers):
    terminal = sit("--key", "ddp-why")
    terminal.answer(" ", then="own interpreter")
    terminal.wait_for("1 Again 1 min · 2 Hard 6 min · 3 Good 10 min · 4 Easy")
    terminal.press("4")
    assert terminal.finish() == 0
    assert [(r.rating, r.form) for r in answers()] == [(4, "reveal")]


@pytest.mark.parametrize(
    ("key", "rating", "words"),
    [("1", 1, "Counted as guessed."), ("2", 2, "Counted as hard."), ("4", 4, "Counted as easy")],
)
def test_a_right_answer_may_be_called_a_guess_hard_or_easy(sit, answers, key, rating, words):
    terminal = sit("--key", "transpose-stride")
    terminal.answer(number_of(terminal, "(1, 3)"), then="1 I guessed 1 min")
    terminal.press(key)
    terminal.wait_for(words)
    assert [(r.rating, r.score, r.overruled) for r in answers()] == [(rating, 1.0, False)]


@pytest.mark.parametrize("key", ["\x7f", "\x1b", "u"])
def test_backspace_escape_and_u_take_the_last_step_back(sit, answers, key):
    terminal = sit("--key", "ddp-step")
    terminal.answer(number_of(terminal, "All-reduce"), then="2. ?")
    assert "1. All-reduce" in terminal.text()
    terminal.press(key)
    terminal.wait_until(lambda text: "1. ?" in text, "it stays")
    for turn, step in enumerate(("Forward", "Backward", "All-reduce", "Optimizer step"), 1):
        terminal.wait_for(f"{turn}. ?")
        terminal.press(number_of(terminal, step))
    terminal.wait_for("Right.")
    assert answers()[0].answer == "fwd bwd red opt"


@pytest.mark.parametrize(
    ("key", "presses", "shows"),
    [
        ("ddp-sync", (" ", "1"), "● 1  Rank 0"),
        ("share-memory", ("2",), "● 2"),
        ("ddp-step", ("2",), "2. ?"),
        ("ddp-why", (" ",), "own interpreter"),
    ],
)
def test_a_flag_leaves_what_was_done_before(sit, key, presses, shows):
    terminal = sit("--key", key)
    for each in presses:
        terminal.press(each)
    terminal.wait_for(shows)
    terminal.answer("f", then="Flagged.")
    terminal.wait_until(lambda text: shows in text, "it is gone")
    terminal.answer("f", then="No longer flagged.")
    terminal.wait_until(lambda text: shows in text, "it is gone")


def decided(home) -> dict[str, tuple[int, ...]]:
    """What holds for the cards of the tiny course: suspended, buried, flagged."""
    with open_reviews(home / "reviews.db") as log:
        return {card: marks for (_, card), marks in log.marks(["tiny-course"], "en").items()}


def test_a_card_is_flagged_suspended_and_buried_by_keys(sit, home, answers):
    terminal = sit("--key", "clear-gradients", "--key", "transpose-stride", "--key", "ddp-why")
    terminal.answer("f", then="Flagged.")
    terminal.answer("s", then="Suspended.")
    terminal.answer("b", then="Buried until tomorrow.")
    terminal.press("q")
    assert terminal.finish() == 0
    held = decided(home).values()
    assert [sum(map(bool, marks)) for marks in zip(*held, strict=True)] == [1, 1, 1]
    assert answers() == []


def test_the_source_is_a_link_after_the_answer_and_w_opens_it_or_says_its_address(sit):
    terminal = sit("--key", "clear-gradients", rows=24, BROWSER="", PATH="/nowhere")
    terminal.answer("w", then="There is no browser to open it here:")
    assert "https://example.org/ddp" in terminal.text()
    terminal.answer("1", then=ASKED_AGAIN)
    shown = terminal.display()
    assert shown.count("loss.backward()") == 1  # the list that was asked is gone
    assert "Read on: DDP notes" in shown
    assert b"\x1b]8;" in terminal.raw


def test_p_opens_a_picture_in_a_page_where_no_script_of_it_runs(sit, tmp_path):
    kinds = COURSE["decks/kinds.yaml"].replace(
        "recall: Why one process per GPU?", "recall: Why? ![two boxes](boxes.svg)"
    )
    course = write_course(tmp_path / "drawn", {**COURSE, "decks/kinds.yaml": kinds})
    (course / "decks" / "media").mkdir()
    (course / "decks" / "media" / "boxes.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"/>'
    )
    terminal = sit("--key", "ddp-why", course=course, BROWSER="", PATH="/nowhere", columns=120)
    terminal.wait_until_keys_count()
    assert "[two boxes]" in terminal.text()
    terminal.answer("p", then="file://")
    (name,) = re.findall(r"file://(\S+)", terminal.text())
    with open(name, encoding="utf-8") as page:
        assert '<img src="data:image/svg+xml;base64,' in page.read()
    os.unlink(name)


def test_who_does_not_know_is_not_offered_to_have_been_right(sit, answers):
    terminal = sit("--key", "ddp-step")
    terminal.answer("2", then="2. ?")
    terminal.answer("0", then="Not known. Asked again in this session.")
    for words in ("Wrong.", "I was right", "✗", "you put"):
        assert words not in terminal.text()
    assert [(r.answer, r.rating) for r in answers()] == [("", 1)]


def test_an_empty_line_is_not_known_and_shows_the_answer_alone(sit):
    terminal = sit("--key", "ddp-gap")
    terminal.answer("\r", then="Not known.")
    assert "\n ✓ all-reduce\n" in terminal.text()
    for words in ("✗", "(nothing)", "I was right"):
        assert words not in terminal.text()


def test_ctrl_j_begins_a_line_and_outputs_stand_line_under_line(sit, tmp_path):
    kinds = COURSE["decks/kinds.yaml"].replace("prints: (1, 3)", 'prints: "(1, 3)\\n(3, 1)"')
    course = write_course(tmp_path / "several", {**COURSE, "decks/kinds.yaml": kinds})
    terminal = sit("--key", "transpose-stride", "--form", "type", course=course)
    terminal.wait_until_keys_count()
    assert "Ctrl-J new line" in terminal.text()
    terminal.answer("(1, 3)\n(3, 2)\r", then="Wrong.")
    told = "›✗ (1, 3)\n   (3, 2)  ←\n ✓ (1, 3)\n   (3, 1)  ←\n"
    assert told in terminal.text()


@pytest.mark.parametrize(
    ("typed", "kept"), [(b"caf\xe9\xff\r", "caf\ufffd\ufffd"), ("全规约\r", "全规约")]
)
def test_any_bytes_are_an_answer_like_any_other(sit, answers, typed, kept):
    terminal = sit("--key", "ddp-gap")
    terminal.answer(typed, then=ASKED_AGAIN)
    assert "Traceback" not in terminal.text()
    assert answers()[0].answer == kept


def test_a_pasted_page_is_kept_but_not_told_in_full(sit, answers):
    terminal = sit("--key", "ddp-gap")
    terminal.press("\x1b[200~" + "y" * 9000 + "\x1b[201~")
    terminal.press_at_once("\r")
    terminal.wait_for(ASKED_AGAIN)
    assert terminal.text().count("y") < 2000
    assert answers()[0].answer == "y" * 9000


def test_pasted_junk_is_no_answer(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.press("\x1b[200~q 1 2 u junk\n\x1b[31m more\x1b[201~")
    terminal.answer("\x1b[B", then="› 2")
    assert answers() == []


@pytest.mark.parametrize("key", ["q", "\x04", "\x03"])
def test_leaving_keeps_everything_and_shows_the_summary(sit, key, answers):
    terminal = sit("--key", "transpose-stride")
    terminal.answer(number_of(terminal, "(3, 1)"), then=ASKED_AGAIN)
    terminal.press(key)
    assert terminal.finish() == (130 if key == "\x03" else 0)
    assert "Your answers are saved." in terminal.text()
    assert "• What does this print? … print(x.t().stride())" in terminal.text()
    assert "Traceback" not in terminal.text()
    assert len(answers()) == 1


def test_the_summary_names_the_term_that_was_missed(sit):
    terminal = sit("-n", "1", "--key", "ddp-bucket", "--form", "type", "--kind", "term")
    terminal.answer("\r", then=ASKED_AGAIN)
    terminal.press("q")
    assert terminal.finish() == 0
    assert "• gradient bucket: Gradients that DDP reduces" in terminal.text()


def test_no_colour_only_drops_colour(sit):
    terminal = sit("--key", "transpose-stride", NO_COLOR="1")
    terminal.answer("1", then=ASKED_AGAIN)
    colours = re.findall(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|38;[0-9;]*)m", terminal.raw)
    assert colours == []


def test_a_terminal_without_utf_8_is_asked_in_lines_with_marks_of_ascii(sit, answers):
    terminal = sit("--key", "ddp-gap", encoding="ascii", LC_ALL="C")
    terminal.wait_for("Your answer >")
    terminal.press_at_once("all-reduse\r")
    terminal.wait_for("Nearly right")
    assert ">x all-reduse\n + all-reduce" in terminal.text()
    assert "?" not in terminal.text().partition("Nearly")[0].partition("all-reduse")[2]
    assert len(answers()) == 1


def test_a_page_that_is_taller_than_the_window_is_in_the_scrollback(sit):
    terminal = sit("--key", "clear-gradients", columns=60, rows=10)
    terminal.answer("2", then=ASKED_AGAIN)
    assert "Which call clears" not in terminal.display()
    assert "Which call clears" in terminal.text()


def test_the_signal_of_ctrl_c_is_ctrl_c(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.answer("1", then=ASKED_AGAIN)
    terminal.wait_until_keys_count()
    os.kill(terminal.pid, signal.SIGINT)
    assert terminal.finish() == 130
    assert "Your answers are saved." in terminal.text()
    assert len(answers()) == 1
