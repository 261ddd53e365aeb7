"""Every kind of question on a real terminal: right, wrong, nearly, undone, overruled."""

import asyncio
import operator
import os
import re
import select
import signal
import termios
import time
from functools import partial

import pytest

from flashcards.cards import list_notes
from flashcards.questions import Question
from flashcards.questions.build import GAP
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews
from flashcards.terminal.keyboard import PosixKeyboard
from flashcards.terminal.keys import REPAINT
from flashcards.terminal.question_view import name_question
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.learner_terminal import PATIENCE

ASKED_AGAIN = "Asked again"


def number_of(terminal, option: str) -> str:
    """The number that an option has in the list on the screen, as soon as it is drawn."""
    pattern = re.compile(rf"^[ ›○●✓✗·]*(\d)  {re.escape(option)}\s*$", re.MULTILINE)
    end = time.monotonic() + PATIENCE
    while not (found := pattern.findall(terminal.text())):
        assert time.monotonic() < end, f"{option} is not on the screen:\n{terminal.text()}"
        terminal.read(0.05)
    return found[-1]


def test_a_code_question_is_answered_with_one_key(sit, answers):
    terminal = sit("-n", "1", "--key", "transpose-stride")
    terminal.wait_until_keys_count()
    assert "print(x.t().stride())" in terminal.text()
    terminal.answer(number_of(terminal, "(1, 3)"), then="Asked again in 10 min.")
    assert "Right." in terminal.text()
    assert "Transposing swaps the strides" in terminal.text()
    terminal.press(" ")
    assert terminal.finish() == 0
    assert "1 of 1 right" in terminal.text()
    assert [(r.card, r.rating, r.score, r.form) for r in answers()] == [
        ("transpose-stride#0", 3, 1.0, "single")
    ]


def test_a_wrong_choice_tells_why_and_comes_back(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "loss.backward()"), then=ASKED_AGAIN)
    shown = terminal.text()
    assert "Wrong." in shown
    assert "It adds to them." in shown
    assert "It sets them to None." in shown
    assert "https://example.org/ddp" in shown
    terminal.answer(" ", then="once more")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "optimizer.zero_grad()"), then="Right.")
    terminal.press("q")
    assert terminal.finish() == 0
    assert [(r.answer, r.rating) for r in answers()] == [("back", 1), ("zero", 3)]


def test_arrows_and_enter_choose_too(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.answer("\x1b[B", then="›  2")
    terminal.answer("\r", then=ASKED_AGAIN)
    assert re.search(r"^›[✓✗] 2  ", terminal.text(), re.MULTILINE)
    assert answers()[0].answer in ("zero", "back", "step")


def test_several_are_ticked_by_number_and_partly_right_says_so(sit, answers):
    terminal = sit("--key", "share-memory")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "x.view(-1)") + "\r", then=ASKED_AGAIN)
    assert "Partly right (50 %)" in terminal.text()
    assert re.search(r"✓ ● \d  x\.view\(-1\)", terminal.text())
    assert re.search(r"✓ ○ \d  x\.t\(\)", terminal.text())
    assert [(r.rating, r.score, r.answer) for r in answers()] == [(1, 0.5, "view")]
    terminal.answer(" ", then="once more")
    terminal.wait_until_keys_count()
    keys = number_of(terminal, "x.view(-1)") + number_of(terminal, "x.t()")
    terminal.answer(keys + "\r", then="Right.")
    assert answers()[-1].score == 1


def test_steps_are_put_in_order_one_after_the_other(sit, answers):
    terminal = sit("--key", "ddp-step")
    terminal.wait_until_keys_count()
    for turn, step in enumerate(("Forward", "Backward", "All-reduce", "Optimizer step"), 1):
        terminal.wait_for(f"Step {turn} of 4")
        terminal.press(number_of(terminal, step))
    terminal.wait_for(ASKED_AGAIN)
    assert "Right." in terminal.text()
    assert answers()[0].answer == "fwd bwd red opt"


def test_a_wrong_order_marks_each_step_where_it_belongs(sit, answers):
    terminal = sit("--key", "ddp-step")
    terminal.wait_until_keys_count()
    order = ["Forward", "All-reduce", "Backward", "Optimizer step"]
    for turn, step in enumerate(order, 1):
        terminal.wait_for(f"Step {turn} of 4")
        terminal.press(number_of(terminal, step))
    terminal.wait_for(ASKED_AGAIN)
    lines = [line for line in terminal.text().splitlines() if line[:1] in "✓✗" and line]
    assert lines == [
        "✓ 1  Forward",
        "✗ 2  Backward  (you put it at 3)",
        "✗ 3  All-reduce  (you put it at 2)",
        "✓ 4  Optimizer step",
    ]
    assert answers()[0].rating == 1


@pytest.mark.parametrize("key", ["\x7f", "\x1b"])
def test_backspace_and_escape_go_back_one_step(sit, key):
    terminal = sit("--key", "ddp-step")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "All-reduce"), then="Step 2 of 4")
    assert re.search(r"1\. \d  All-reduce", terminal.text())
    terminal.answer(key, then="Step 1 of 4")
    for turn, step in enumerate(("Forward", "Backward", "All-reduce", "Optimizer step"), 1):
        terminal.wait_for(f"Step {turn} of 4")
        terminal.press(number_of(terminal, step))
    terminal.wait_for("Right.")


@pytest.mark.parametrize(
    ("key", "presses", "shows"),
    [
        ("ddp-sync", (" ", "1"), "● 1  Rank 0"),
        ("share-memory", ("2",), "● 2"),
        ("ddp-step", ("2",), "Step 2 of 4"),
        ("ddp-why", (" ",), "own interpreter"),
    ],
)
def test_a_flag_leaves_on_the_page_what_was_done_there(sit, key, presses, shows):
    terminal = sit("--key", key)
    for each in presses:
        terminal.press(each)
    terminal.wait_for(shows)
    terminal.answer("f", then="Flagged: ")
    assert shows in terminal.text()
    terminal.answer("f", then="No longer flagged: ")
    assert shows in terminal.text()


def test_an_answer_of_several_lines_has_one_prompt_and_no_words_of_others(sit, tmp_path):
    from tests.helpers.course_files import COURSE, write_course

    kinds = COURSE["decks/kinds.yaml"].replace("prints: (1, 3)", 'prints: "(1, 3)\\n(3, 1)"')
    course = write_course(tmp_path / "several", {**COURSE, "decks/kinds.yaml": kinds})
    terminal = sit("--key", "transpose-stride", "--form", "type", course=course)
    terminal.wait_until_keys_count()
    assert "Ctrl-J" in terminal.text()
    assert "Finish with" not in terminal.text()
    assert [line for line in terminal.text().splitlines() if line.startswith(("›", ">"))] == ["›"]


@pytest.mark.parametrize(("key", "words"), [("2", "Counted as hard: "), ("4", "Counted as easy: ")])
def test_hard_and_easy_are_told_as_such(sit, key, words):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "optimizer.zero_grad()"), then="Right.")
    terminal.press(key)
    terminal.wait_for(words) if key == "2" else terminal.finish()
    assert words in terminal.text()


def test_a_crammed_answer_that_counts_as_right_promises_no_day(sit):
    terminal = sit("--key", "clear-gradients", "--cram")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "loss.backward()"), then="Wrong.")
    terminal.press("o")
    terminal.finish()
    assert "Counted as right: " in terminal.text()
    assert "Asked again" not in terminal.text()


def test_an_address_that_is_longer_than_the_window_is_shown_whole(sit, tmp_path):
    from tests.helpers.course_files import COURSE, write_course

    address = f"https://example.org/{'long/' * 12}end.html"
    resources = COURSE["decks/resources.yaml"].replace("https://example.org/ddp", address)
    course = write_course(tmp_path / "long", {**COURSE, "decks/resources.yaml": resources})
    terminal = sit("path", course=course, columns=70, rows=12)
    terminal.wait_for("Space ↑ ↓")
    terminal.press_at_once("\x1b[F")  # to its end, where this address is
    terminal.wait_for("end.html")
    assert address in "".join(line.strip() for line in terminal.text().splitlines())


def test_things_are_matched_with_their_cells(sit, answers):
    terminal = sit("--key", "dp-ddp/process")
    terminal.wait_until_keys_count()
    assert "› • DataParallel → ?" in terminal.text()
    terminal.answer(number_of(terminal, "one for all GPUs"), then="DataParallel → one for all GPUs")
    assert "› • DistributedDataParallel → ?" in terminal.text()
    terminal.answer(number_of(terminal, "one per GPU"), then="› • Hogwild → ?")
    terminal.answer(number_of(terminal, "one per CPU core"), then=ASKED_AGAIN)
    assert "Right." in terminal.text()
    assert "✓ Hogwild → one per CPU core" in terminal.text()
    assert answers()[0].answer == "dp ddp hogwild"


def test_a_wrong_match_marks_each_pair_and_can_be_undone(sit, answers):
    terminal = sit("--key", "dp-ddp/process")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "one per GPU"), then="DataParallel → one per GPU")
    terminal.answer(number_of(terminal, "one per CPU core"), then="› • Hogwild → ?")
    terminal.answer(number_of(terminal, "one for all GPUs"), then=ASKED_AGAIN)
    assert "Wrong." in terminal.text()
    told = "✗ DataParallel → one for all GPUs  (you chose one per GPU)"
    assert told in terminal.text()
    terminal.answer("u", then="Taken back: your answer to “Processes”.")
    assert answers() == []


def test_a_cell_that_fits_nothing_is_one_more_to_place_and_a_mistake(sit, answers):
    terminal = sit("--key", "dp-ddp/process")
    terminal.wait_until_keys_count()
    assert "1–4 ↑ ↓ Enter place" in terminal.text()
    terminal.answer(number_of(terminal, "one for all GPUs"), then="DataParallel → one for all GPUs")
    terminal.answer(number_of(terminal, "one per GPU"), then="› • Hogwild → ?")
    terminal.answer(number_of(terminal, "one per machine"), then=ASKED_AGAIN)
    assert "Partly right (67 %), counted as wrong." in terminal.text()
    assert "✓ DistributedDataParallel → one per GPU" in terminal.text()
    assert "✗ Hogwild → one per CPU core  (you chose one per machine)" in terminal.text()
    (kept,) = answers()
    assert (kept.answer, kept.rating) == ("dp ddp node", 1)
    assert kept.score == pytest.approx(2 / 3)


def test_a_gap_knows_nearly_and_lets_the_learner_overrule(sit, answers):
    terminal = sit("-n", "1", "--key", "ddp-gap")
    terminal.wait_for("Fill the gap.")
    terminal.answer("all-reduse\r", then=ASKED_AGAIN)
    assert "Nearly right, counted as wrong." in terminal.text()
    assert "Only a slip? o counts it as right." in terminal.text()
    assert "›✗ all-reduse\n ✓ all-reduce\n" in terminal.text()
    assert [(r.rating, r.score, r.overruled) for r in answers()] == [(1, 0.0, False)]
    terminal.press("o")
    assert terminal.finish() == 0
    assert "Counted as right: " in terminal.text()
    assert [(r.rating, r.score, r.overruled) for r in answers()] == [(3, 1.0, True)]


def test_a_term_is_typed_in_any_case_and_width(sit, answers):
    terminal = sit("--key", "ddp-bucket", "--form", "type")
    terminal.wait_for("Which term is meant?")
    assert "Gradients that DDP reduces in one call." in terminal.text()
    terminal.answer("ＢＵＣＫＥＴ\r", then=ASKED_AGAIN)
    assert "Right." in terminal.text()
    assert [(r.card, r.form, r.answer) for r in answers()] == [
        ("ddp-bucket#1", "type", "ＢＵＣＫＥＴ")
    ]


def test_points_are_ticked_and_only_preselect_the_rating(sit, answers):
    terminal = sit("-n", "1", "--key", "ddp-sync")
    terminal.wait_until_keys_count()
    assert "Rank 0" not in terminal.text()
    terminal.answer(" ", then="Rank 0 broadcasts")
    terminal.answer("1\r", then="Space Again")
    assert "● 1  Rank 0" in terminal.text()
    terminal.press("3")
    assert terminal.finish() == 0
    assert [(r.rating, r.score, r.answer) for r in answers()] == [(3, 0.5, "init")]


def test_a_recall_question_is_revealed_and_rated_with_its_intervals_in_view(sit, answers):
    terminal = sit("--key", "ddp-why")
    terminal.wait_until_keys_count()
    terminal.answer(" ", then="own interpreter")
    terminal.wait_for("1 Again 1 min   2 Hard 6 min   3 Good 10 min   4 Easy")
    terminal.press("4")
    assert terminal.finish() == 0
    assert [(r.rating, r.form) for r in answers()] == [(4, "reveal")]


def test_undo_takes_the_answer_back_and_asks_again(sit, answers):
    terminal = sit("--key", "transpose-stride", "--key", "clear-gradients")
    terminal.answer("1", then=ASKED_AGAIN)
    terminal.answer("u", then="Taken back: your answer to “What does this print? … print(x")
    assert answers() == []
    assert "What does this print?" in terminal.text()
    terminal.answer("1", then=ASKED_AGAIN)
    assert len(answers()) == 1


def test_a_right_answer_may_be_called_easy(sit, answers):
    terminal = sit("--key", "transpose-stride")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "(1, 3)"), then=ASKED_AGAIN)
    terminal.press("4")
    assert terminal.finish() == 0
    assert [(r.rating, r.overruled) for r in answers()] == [(4, False)]


def test_help_lists_the_keys_of_this_form_and_goes_away(sit):
    terminal = sit("--key", "clear-gradients")
    terminal.answer("?", then="flag the card, or take its flag off")
    for words in ("I guessed", "my last answer was right", "take the last answer"):
        assert words not in terminal.text()  # there is no answer yet
    terminal.press("\x1b")
    terminal.wait_for("Which call clears")


@pytest.mark.parametrize("key", ["q", "\x04"])
def test_leaving_shows_the_summary(sit, key, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.answer("1", then=ASKED_AGAIN)
    terminal.press(key)
    assert terminal.finish() == 0
    assert "Your answers are saved." in terminal.text()
    assert len(answers()) == 1


def test_ctrl_c_saves_shows_the_summary_and_says_interrupted(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.answer("1", then=ASKED_AGAIN)
    terminal.press("\x03")
    assert terminal.finish() == 130
    assert "Your answers are saved." in terminal.text()
    assert "Traceback" not in terminal.text()


def test_the_signal_of_ctrl_c_does_the_same(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.answer("1", then=ASKED_AGAIN)
    terminal.wait_until_keys_count()
    os.kill(terminal.pid, signal.SIGINT)
    assert terminal.finish() == 130
    assert "Your answers are saved." in terminal.text()
    assert len(answers()) == 1


def test_ctrl_c_between_prompts_is_a_key_for_the_next_one():
    ours, theirs = os.openpty()
    try:
        with PosixKeyboard(theirs).silenced():
            os.write(ours, b"\x03")
            assert os.read(theirs, 1) == b"\x03"
            assert not select.select([ours], [], [], 0)[0], "it was echoed"
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_size_that_changes_just_before_it_waits_is_not_missed(monkeypatch):
    """No line of Python runs between the signal and the call that blocks, as on a busy machine."""
    block = select.select

    def change_size_and_block(*arguments):
        change_size = partial(os.system, f"kill -WINCH {os.getpid()}")
        steps = (change_size, partial(block, *arguments))
        return list(map(operator.call, steps))[-1]

    ours, theirs = os.openpty()
    try:
        keyboard = PosixKeyboard(theirs)
        with keyboard.silenced():
            monkeypatch.setattr(select, "select", change_size_and_block)
            assert keyboard.wait(5) == REPAINT
            with keyboard.lent():
                asyncio.run(handle_signals())
            assert keyboard.wait(5) == REPAINT
    finally:
        os.close(ours)
        os.close(theirs)


async def handle_signals():
    """Takes the signals for an event loop, as a prompt does."""
    asyncio.get_running_loop().add_signal_handler(signal.SIGWINCH, lambda: None)


def test_a_closed_window_loses_nothing(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.answer("1", then=ASKED_AGAIN)
    terminal.kill(signal.SIGHUP)
    assert "Traceback" not in terminal.text()
    assert len(answers()) == 1


def test_a_stopped_quiz_goes_on_where_it_was(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    os.kill(terminal.pid, signal.SIGSTOP)
    os.kill(terminal.pid, signal.SIGCONT)
    terminal.answer("1", then=ASKED_AGAIN)
    assert len(answers()) == 1


def test_a_resize_in_the_middle_keeps_the_question(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.resize(44, 20)
    terminal.answer("\x1b[B", then="›  2")
    terminal.answer("\r", then=ASKED_AGAIN)
    assert len(answers()) == 1


def test_a_resize_draws_the_question_anew_and_keeps_what_was_typed(sit, answers):
    terminal = sit("--key", "ddp-gap", columns=80)
    terminal.wait_until_keys_count()
    terminal.answer("all-", then="all-")
    terminal.resize(40, 20)
    terminal.wait_for("Gradients are averaged by [ … ] in DDP.")
    terminal.wait_until_keys_count()
    terminal.wait_for("all-")
    assert terminal.display().count("Fill the gap.") == 1
    assert terminal.display().count("Gradients are averaged") == 1
    terminal.answer("reduce\r", then=ASKED_AGAIN)
    assert answers()[0].answer == "all-reduce"


def test_a_resize_keeps_the_ticks_and_folds_the_options_anew(sit, answers):
    terminal = sit("-n", "1", "--key", "ddp-sync", columns=80)
    terminal.answer(" ", then="Tick the points")
    terminal.answer("1", then="● 1")
    terminal.resize(40, 20)
    terminal.wait_for("parameters and\n        buffers.")
    terminal.wait_for("● 1")
    assert terminal.display().count("Tick the points you had") == 1
    terminal.answer("\r", then="Space Again")
    terminal.press("3")
    assert terminal.finish() == 0
    assert answers()[0].answer == "init"


def test_a_resize_in_the_feedback_shows_all_of_it_anew(sit):
    terminal = sit("--key", "clear-gradients", columns=100)
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "loss.backward()"), then="o I was right")
    terminal.resize(40, 40)
    terminal.wait_until(lambda text: "suspend" not in text, "the line of keys is as long as before")
    shown = terminal.display()
    for words in ("Which call clears", "›✗", "Wrong.", "It adds to them.", ASKED_AGAIN):
        assert shown.count(words) == 1, shown
    terminal.press("q")
    assert terminal.finish() == 0


def test_help_in_the_middle_of_ticking_keeps_the_ticks(sit, answers):
    terminal = sit("--key", "share-memory")
    terminal.wait_until_keys_count()
    keys = number_of(terminal, "x.view(-1)") + number_of(terminal, "x.t()")
    terminal.answer(keys + "?", then="flag the card, or take its flag off")
    terminal.answer("\x1b", then="●")
    terminal.answer("\r", then="Right.")
    assert answers()[0].score == 1


def test_options_to_tick_go_on_under_their_text(sit):
    terminal = sit("--key", "ddp-sync", columns=40)
    terminal.answer(" ", then="buffers.")
    assert "›  ○ 1  Rank 0 broadcasts parameters and\n        buffers." in terminal.text()


def test_matching_says_what_to_do(sit):
    terminal = sit("--key", "dp-ddp/process")
    terminal.wait_until_keys_count()
    assert "Match each with what fits it." in terminal.text()


def test_what_was_typed_stays_on_the_screen(sit):
    terminal = sit("--key", "ddp-gap")
    terminal.wait_until_keys_count()
    terminal.answer("ALL-REDUCE\r", then="Right.")
    assert "›✓ ALL-REDUCE" in terminal.text()


def test_a_pasted_page_is_kept_but_not_told_in_full(sit, answers):
    terminal = sit("--key", "ddp-gap")
    terminal.wait_until_keys_count()
    terminal.press("\x1b[200~" + "y" * 9000 + "\x1b[201~")
    terminal.press("\r")
    terminal.wait_for(ASKED_AGAIN)
    assert terminal.text().count("y") < 2000
    assert answers()[0].answer == "y" * 9000


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_bytes_that_are_no_letters_are_an_answer_like_any_other(sit, answers, encoding):
    terminal = sit("--key", "ddp-gap", encoding=encoding)
    terminal.wait_until_keys_count()
    terminal.answer(b"caf\xe9\xff\r", then=ASKED_AGAIN)
    assert "Traceback" not in terminal.text()
    assert answers()[0].answer == "caf\ufffd\ufffd"


def test_chinese_typed_into_a_terminal_that_claims_ascii_is_understood(sit, answers):
    terminal = sit("--key", "ddp-gap", "--lang", "zh", encoding="ascii", LC_ALL="C")
    terminal.press("全规约\r")
    terminal.wait_for(" 10 ")
    terminal.press("q")
    assert terminal.finish() == 0
    assert [(r.answer, r.rating) for r in answers()] == [("全规约", 3)]


def test_the_summary_names_the_code_that_was_not_known(sit):
    terminal = sit("--key", "transpose-stride")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "(3, 1)"), then=ASKED_AGAIN)
    terminal.press("q")
    assert terminal.finish() == 0
    assert "• What does this print? … print(x.t().stride())" in terminal.text()


def test_pasted_junk_is_no_answer(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.press("\x1b[200~q 1 2 u junk\n\x1b[31m more\x1b[201~")
    terminal.answer("\x1b[B", then="›  2")
    assert answers() == []
    terminal.answer("\r", then=ASKED_AGAIN)
    terminal.wait_until_keys_count()
    terminal.press("\x1b[200~ q u \n\x1b[201~")
    terminal.answer("q", then="Your answers are saved.")
    assert len(answers()) == 1


def test_an_input_method_may_send_full_width_keys(sit, answers):
    terminal = sit("--key", "clear-gradients", "--lang", "zh")
    terminal.answer("？", then="标记这张卡片，或取消标记")
    terminal.answer("\x1b", then="哪个调用")
    terminal.answer("１", then="本次学习中再问")
    terminal.press("　")
    assert len(answers()) == 1


def test_typed_chinese_is_graded(sit, answers):
    terminal = sit("--key", "ddp-gap", "--lang", "zh")
    terminal.answer("全规约\r", then="10 分钟后再问")
    assert "正确。" in terminal.text()
    assert answers()[0].lang == "zh"


def test_keys_pressed_before_the_question_can_be_read_do_not_count(sit, answers):
    terminal = sit("--key", "transpose-stride")
    terminal.press_at_once("1")
    terminal.wait_until_keys_count()
    assert "What does this print?" in terminal.text()
    terminal.answer("1", then=ASKED_AGAIN)
    assert len(answers()) == 1


def test_enter_pressed_twice_answers_only_once(sit, answers):
    terminal = sit("--key", "transpose-stride", "--key", "clear-gradients")
    terminal.wait_until_keys_count()
    terminal.press("\r\r\r\r")
    terminal.wait_for(ASKED_AGAIN)
    terminal.wait_until_keys_count()
    assert len(answers()) == 1
    terminal.press("\r\r\r")
    terminal.wait_for("Which call clears")
    terminal.wait_until_keys_count()
    assert len(answers()) == 1


def test_ctrl_l_paints_the_question_anew(sit):
    terminal = sit("--key", "transpose-stride")
    terminal.wait_until_keys_count()
    before = terminal.display()
    terminal._other.reset()  # something else wrote over it
    terminal.press_at_once("\x0c")
    terminal.wait_until_keys_count()
    assert terminal.display() == before


def test_ctrl_l_while_typing_keeps_what_was_typed(sit):
    terminal = sit("--key", "ddp-gap")
    terminal.wait_until_keys_count()
    terminal.answer("all-", then="all-")
    terminal._other.reset()
    terminal.press_at_once("\x0c")
    terminal.wait_for("Fill the gap.")
    terminal.wait_for("all-")


@pytest.mark.parametrize("key", ["transpose-stride", "ddp-gap"])
def test_ctrl_z_gives_the_screen_back_and_then_paints_it_again(sit, answers, key):
    terminal = sit("--key", key)
    terminal.press("\x1a")
    terminal.wait_until(lambda _: terminal.raw.count(b"\x1b[?1049h") == 2, "not painted again")
    assert terminal.raw.count(b"\x1b[?1049l") == 1
    terminal.answer("1\r", then=ASKED_AGAIN)
    assert len(answers()) == 1


def test_the_quiz_leaves_the_scrollback_as_it_was_but_for_the_summary(sit):
    terminal = sit("--key", "transpose-stride")
    terminal.wait_until_keys_count()
    assert terminal.is_full_screen
    terminal.answer("1", then=ASKED_AGAIN)
    terminal.press("q")
    assert terminal.finish() == 0
    assert "What does this print?" not in terminal.text().partition("of 1 right")[0]


def test_a_right_answer_may_be_called_a_guess_and_comes_back(sit, answers):
    terminal = sit("--key", "transpose-stride")
    terminal.wait_until_keys_count()
    terminal.answer(number_of(terminal, "(1, 3)"), then="1 I guessed 1 min")
    terminal.answer("1", then="Counted as guessed: ")
    assert "once more" in terminal.text()
    assert [(r.rating, r.score, r.overruled) for r in answers()] == [(1, 1.0, False)]


def test_no_colour_only_drops_colour(sit):
    terminal = sit("--key", "transpose-stride", NO_COLOR="1")
    terminal.wait_until_keys_count()
    terminal.answer("1", then=ASKED_AGAIN)
    colours = re.findall(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|38;[0-9;]*)m", terminal.raw)
    assert colours == []


def test_a_terminal_without_utf_8_still_asks(sit, answers):
    terminal = sit("--key", "clear-gradients", "--lang", "zh", encoding="ascii", LC_ALL="C")
    terminal.wait_for("optimizer.step()")
    terminal.press("q")
    assert terminal.finish() == 0
    assert "Traceback" not in terminal.text()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("columns", [40, 80, 120, 200])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_is_cut_off_at_any_width(sit, columns, lang):
    terminal = sit("--key", "ddp-sync", "--lang", lang, columns=columns)
    end = "全规约对梯度求平均。" if lang == "zh" else "all-reduce."
    terminal.wait_until_keys_count()
    terminal.press(" ")
    terminal.wait_until(
        lambda text: end in "".join(line.strip() for line in text.splitlines()),
        f"{end!r} was cut",
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_quiz_that_is_ended_from_outside_leaves_a_terminal_that_works(sit, answers, number):
    terminal = sit("--key", "clear-gradients")
    terminal.wait_until_keys_count()
    usual = termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN
    assert not termios.tcgetattr(terminal._master)[3] & usual
    terminal.answer("1", "Asked again")
    os.kill(terminal.pid, number)
    terminal.wait_for_end()
    assert termios.tcgetattr(terminal._master)[3] & usual == usual
    assert terminal.raw.rpartition(b"\x1b[?25l")[2].count(b"\x1b[?25h") >= 1
    assert terminal.raw.rpartition(b"\x1b[?2004h")[2].count(b"\x1b[?2004l") >= 1
    assert len(answers()) == 1


def decided(home) -> dict[str, tuple[int, ...]]:
    """What holds for the cards of the tiny course: suspended, buried, flagged."""
    with open_reviews(home / "reviews.db") as log:
        return {card: marks for (_, card), marks in log.marks(["tiny-course"], "en").items()}


def test_a_card_is_suspended_flagged_and_brought_back_by_keys(sit, home, answers):
    terminal = sit("--key", "clear-gradients", "--key", "transpose-stride")
    terminal.wait_until_keys_count()
    terminal.answer("f", then="Flagged: ")
    terminal.answer("s", then="Suspended: ")
    terminal.answer("u", then="Not suspended after all: ")
    terminal.answer("b", then="Buried until tomorrow: ")
    terminal.press("q")
    assert terminal.finish() == 0
    held = decided(home)
    (card,) = held
    assert (held[card].suspended, held[card].flagged) == (0, 1)
    assert held[card].buried > 20_000
    assert answers() == []


def forgotten(home, times: int) -> None:
    """A card that was learned and forgotten so often, and is due."""
    day, now = 86_400_000, time.time_ns() // 1_000_000
    at = now - 300 * day
    with open_reviews(home / "reviews.db") as log:
        for rating in [3, 3, 1] * times + [3, 3]:
            log.record(
                Review("tiny-course", "clear-gradients#0", "en", "f", at, rating, 1.0, "single",
                       "x", 5, "1")
            )  # fmt: skip
            at += 6 * day


def test_a_leech_is_told_and_one_key_suspends_it(sit, home):
    forgotten(home, 3)
    terminal = sit("--key", "clear-gradients", "--form", "single")
    wrong = number_of(terminal, "loss.backward()")
    terminal.answer(wrong, then="You have forgotten this card 4 times: s suspends it.")
    terminal.answer("s", then="Suspended: “Which call clears the gradients?”.")
    assert terminal.finish() == 0
    assert decided(home)["clear-gradients#0"].suspended


def test_o_says_which_card_it_cannot_count_as_right_and_why(sit, answers):
    terminal = sit("--key", "clear-gradients", "--key", "transpose-stride", columns=120)
    terminal.answer("o", then="There is no answer in this sitting yet.")
    terminal.wait_until_keys_count()
    right, name = "(1, 3)", "“What does this print? … print(x.t().stride())”"
    if "What does this print?" not in terminal.text():
        right, name = "optimizer.zero_grad()", "“Which call clears the gradients?”"
    terminal.answer(number_of(terminal, right), then="Right.")
    terminal.press(" ")
    terminal.wait_until(lambda text: "Right." not in text, "does not go on")
    terminal.answer("o", then=f"Your last answer was right already: {name}.")
    assert [(r.rating, r.overruled) for r in answers()] == [(3, False)]


def test_a_card_that_was_buried_after_its_answer_is_not_brought_back_by_o(sit, answers):
    keys = ("--key", "clear-gradients", "--key", "transpose-stride", "--key", "ddp-gap")
    terminal = sit(*keys, columns=120)
    terminal.wait_until_keys_count()
    assert "1–3" in terminal.text()
    terminal.answer("1", then=ASKED_AGAIN)
    before = [(r.card, r.rating) for r in answers()]
    terminal.answer("b", then="Buried until tomorrow: ")
    head = terminal.text().splitlines()[0]
    terminal.press(":o\r" if "Fill the gap" in terminal.text() else "o")
    terminal.wait_for("is suspended or buried: its answer stays")
    assert terminal.text().splitlines()[0] == head
    assert [(r.card, r.rating) for r in answers()] == before


def test_who_does_not_know_is_not_offered_to_have_been_right(sit, answers):
    terminal = sit("--key", "ddp-step")
    terminal.wait_until_keys_count()
    terminal.answer("2", then="Step 2 of 4")
    terminal.answer("0", then="Not known. Asked again in this sitting.")
    for words in ("Wrong.", "I was right", "✗", "you put"):
        assert words not in terminal.text()
    terminal.answer(" ", then="once more")
    terminal.answer("o", then="You gave no answer to “One DDP step”")
    assert [(r.answer, r.rating) for r in answers()] == [("", 1)]


def test_an_empty_line_is_not_known_and_shows_the_answer_alone(sit):
    terminal = sit("--key", "ddp-gap")
    terminal.answer("\r", then="Not known.")
    assert "\n ✓ all-reduce\n" in terminal.text()
    for words in ("✗", "(nothing)", "I was right"):
        assert words not in terminal.text()


def test_a_crammed_card_counts_once(sit):
    terminal = sit("--cram", "--key", "clear-gradients", "--key", "transpose-stride")
    terminal.wait_until_keys_count()
    assert "Cramming 2 cards" in terminal.text()
    assert "2 left" in terminal.text().splitlines()[0]


@pytest.mark.parametrize("key", ["clear-gradients", "ddp-step"])
def test_a_small_window_says_that_there_is_more_below_and_how_to_see_it(sit, key):
    terminal = sit("--key", key, columns=30, rows=8)
    terminal.wait_until_keys_count()
    assert re.search(r"PgDn ↓\d+ · q quit · \? help$", terminal.text())
    for _ in range(9):
        terminal.press_at_once("\x1b[6~")
    terminal.wait_until(lambda text: "↓" not in text.splitlines()[-1], "the end is not seen")
    assert re.search(r"^. +[34]  ", terminal.text(), re.MULTILINE)


def test_a_key_that_does_nothing_says_what_does(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.answer(" ", then="Space does nothing here: 1–3 ↑ ↓ Enter choose · ? help")
    terminal.answer("7", then="7 does nothing here: 1–3")
    assert answers() == []
    terminal.answer("1", then=ASKED_AGAIN)
    assert "does nothing here" not in terminal.text()


def test_a_flag_stands_in_the_head_of_its_card(sit):
    terminal = sit("--key", "clear-gradients")
    terminal.answer("f", then="⚑ flagged")
    assert "⚑ flagged" in terminal.text().splitlines()[1]
    terminal.press("q")
    assert terminal.finish() == 0
    terminal = sit("--key", "clear-gradients")
    terminal.wait_for("Stage 1 · All kinds · ⚑ flagged")
    terminal.answer("f", then="No longer flagged")
    assert "⚑" not in terminal.text()


def test_two_outputs_of_several_lines_stand_line_under_line(sit, tmp_path):
    from tests.helpers.course_files import COURSE, write_course

    kinds = COURSE["decks/kinds.yaml"].replace("prints: (1, 3)", 'prints: "(1, 3)\\n(3, 1)"')
    course = write_course(tmp_path / "several", {**COURSE, "decks/kinds.yaml": kinds})
    terminal = sit("--key", "transpose-stride", "--form", "type", course=course)
    terminal.wait_until_keys_count()
    assert "empty Enter I don't know" in terminal.text()
    terminal.answer("(1, 3)\n(3, 2)\r", then="Wrong.")
    told = "›✗ (1, 3)\n   (3, 2)  ←\n ✓ (1, 3)\n   (3, 1)  ←\n"
    assert told in terminal.text()


def test_j_and_k_scroll_a_page_on_which_they_mean_nothing_else(sit):
    terminal = sit("--key", "clear-gradients", rows=10)
    terminal.answer("2", then="Asked again")
    terminal.press("k" * 9)
    terminal.wait_for("Which call clears")
    terminal.press("j" * 9)
    terminal.wait_until(lambda text: "Which call clears" not in text, "j does not scroll")


@pytest.mark.parametrize("rows", [8, 9, 10, 14])
def test_a_small_window_gives_up_every_empty_row_before_a_line_of_the_question(sit, tmp_path, rows):
    deck = """\
        deck: code
        title: Code
        stage: 1
        entries:
        - cloze: |
            a = 1
            b = 2
            c = 3
            y = torch.ones(3)
          key: long
          language: python
          gaps: {1: torch}
        """
    course = COURSE["decks/course.yaml"].replace("[en, zh]", "[en]")
    files = {"decks/course.yaml": course, "decks/code.yaml": deck}
    terminal = sit(course=write_course(tmp_path / "course", files), columns=50, rows=rows)
    terminal.wait_until_keys_count()
    page = [line.rstrip() for line in terminal.display().splitlines()][2:rows]
    is_whole = any("Fill the gap." in line for line in page)
    assert is_whole == (rows >= 9), page  # 2 of the head, 5 of the card, the prompt, its keys
    assert is_whole or "" not in page, page
    assert any("↓" in line for line in page) != is_whole, page


def test_help_in_a_small_window_says_how_to_leave_it_in_one_line(sit):
    terminal = sit("--key", "clear-gradients", columns=50, rows=14)
    terminal.wait_until_keys_count()
    terminal.answer("?", then="back to the question")
    last = [line for line in terminal.display().splitlines() if line.strip()][-1]
    assert last.strip() == "PgDn · Esc, Enter, q or ?: back to the question"


def test_the_summary_names_the_term_that_was_missed(sit):
    terminal = sit("-n", "1", "--key", "ddp-bucket", "--form", "type", "--kind", "term")
    terminal.wait_until_keys_count()
    terminal.answer("\r", then="Asked again")
    terminal.press("q")
    assert terminal.finish() == 0
    assert "• gradient bucket: Gradients that DDP reduces" in terminal.text()


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (f"def f(self):\n    {GAP}\n    y = 1", f"… def f(self): {GAP}"),
        (f"x = 1\ny = x.{GAP}()", f"… y = x.{GAP}()"),
        (f"{GAP}\ny = 1", f"… {GAP}"),
    ],
)
def test_a_card_whose_line_is_only_a_gap_is_named_with_the_line_before(tiny_course, code, name):
    card = list_notes(tiny_course)[0].cards[0]
    assert name_question(Question(card, "gap", "", "", code=code)) == name
