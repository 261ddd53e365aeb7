"""An exam on a real terminal: its clock while one types, its end, and keys pressed too soon."""

import json
import re
import time

import pytest

from flashcards.terminal import keys
from tests.helpers.course_files import COURSE, write_course


@pytest.fixture
def exam(sit, tmp_path):
    """Starts an exam of some entries, of one minute if it is timed."""

    def start(*keys, timed=False, words=(), **wishes):
        quiz = f"quiz: final\ntitle: The final\nseed: '7'\nselect: {{key: [{', '.join(keys)}]}}\n"
        quiz += "minutes: 1\n" if timed else ""
        course = write_course(tmp_path / "course", {**COURSE, "quizzes/final.yaml": quiz})
        return sit("exam", "final", *words, course=course, **wishes)

    return start


def read_state(home):
    (file,) = (home / "exams").iterdir()
    return file, json.loads(file.read_text())


def read_clock(text):
    return re.search(r"\d:\d\d left", text)[0]


def test_keys_count_a_quarter_of_a_second_after_something_new_was_shown(monkeypatch):
    monkeypatch.delenv("PTQUIZ_KEY_GUARD", raising=False)
    monkeypatch.setattr(keys.time, "monotonic", lambda: 100.0)
    assert keys.find_end_of_guard() == 100.25


def test_a_key_pressed_twice_neither_closes_the_review_nor_answers_what_follows(exam, answers):
    terminal = exam("clear-gradients", PTQUIZ_KEY_GUARD="0.25")
    terminal.wait_for("1/1")
    terminal.press("1\r")  # Enter comes with the answer, before it is asked whether to hand in
    terminal.wait_for("Hand in? Every question is answered.")
    terminal.press("y\r")  # and again, before the review can be read
    terminal.wait_for("Esc or q: close")
    assert terminal.is_full_screen
    assert "You chose: loss.backward()" in terminal.text()
    terminal.press_at_once("\ry")
    terminal.wait_for("into your plan? (y/N)")
    assert answers() == []
    terminal.press_at_once("n")
    assert terminal.finish() == 0
    assert answers() == []


def test_the_page_of_the_last_question_is_gone_when_the_plan_is_asked_about(exam):
    terminal = exam("clear-gradients")
    terminal.press("1")
    terminal.hand_in()
    terminal.wait_for("Esc or q: close")
    terminal.press_at_once("\r")
    terminal.wait_for("into your plan? (y/N)")
    assert not terminal.is_full_screen
    assert "Which call clears" not in terminal.text()


def test_enter_after_a_digit_does_not_answer_the_next_question(sit, home):
    terminal = sit("exam", "final")
    terminal.wait_for("1/3")
    terminal.press("1")
    terminal.wait_for("2/3")
    assert "›" not in terminal.text()  # nothing is chosen before the first key
    terminal.press("\r")
    terminal.wait_for("›")
    assert "2/3" in terminal.text()
    assert len(read_state(home)[1]["answers"]) == 1
    terminal.press("\r")
    terminal.wait_for("3/3")
    assert len(read_state(home)[1]["answers"]) == 2


def test_the_clock_runs_while_an_answer_is_typed(exam, home):
    terminal = exam("ddp-gap", timed=True)
    terminal.answer("all-", then="all-")
    before = read_clock(terminal.text())
    terminal.wait_until(lambda text: read_clock(text) != before, "the clock stands still")
    terminal.press_at_once("reduce")
    terminal.wait_for("all-reduce")
    assert terminal.text().count("all-reduce") == 1
    terminal.press_at_once("\r")
    terminal.hand_in()
    assert terminal.finish() == 0
    assert [each["answer"] for each in read_state(home)[1]["answers"]] == [["all-reduce"]]


def test_the_end_of_the_time_is_told_at_once_while_an_answer_is_typed(exam, home):
    terminal = exam("ddp-gap", timed=True)
    terminal.wait_until_keys_count()
    terminal.kill()
    file, state = read_state(home)
    file.write_text(json.dumps({**state, "began": state["began"] - 55_000}))
    terminal = exam("ddp-gap", timed=True)
    terminal.answer("all-", then="all-")
    assert terminal.finish() == 0  # no other key was pressed
    assert "Time is up." in terminal.text()
    assert read_state(home)[1]["answers"] == []


@pytest.mark.parametrize("words", [("exam", "final"), ("--key", "ddp-step")])
def test_who_types_the_number_of_every_step_answers_nothing_else(sit, home, words):
    terminal = sit(*words)
    if words[0] == "exam":
        for number in (1, 2):
            terminal.wait_for(f"{number}/3")
            terminal.press("1")
    for step, key in enumerate("1243", 1):
        terminal.wait_for(f"Step {step} of 4")
        terminal.press(key)
    if words[0] == "exam":
        terminal.wait_for("Hand in?")
    else:
        terminal.wait_for("Asked again in this sitting.")


def test_a_stopped_exam_does_not_tell_the_score(exam):
    terminal = exam("clear-gradients", "transpose-stride")
    terminal.press("1")
    terminal.wait_for("2/2")
    terminal.answer("q", then="Stop the exam?")
    terminal.press("y")
    assert terminal.finish() == 0
    assert "1 question was not answered." in terminal.text()
    assert "points" not in terminal.text()
    assert "assed" not in terminal.text()


def test_who_does_not_know_gets_no_points_and_the_card_into_the_plan(exam, answers):
    terminal = exam("clear-gradients")
    terminal.press("0")
    terminal.wait_for("Hand in? 1 question was not answered.")
    terminal.hand_in()
    terminal.wait_for("Esc or q: close")
    assert "You chose: (nothing)" in terminal.text()
    terminal.press_at_once("\r")
    terminal.wait_for("into your plan? (y/N)")
    terminal.press_at_once("y")
    assert terminal.finish() == 0
    assert "1 card is in your plan: 'ptquiz'" in terminal.text()
    assert [(review.answer, review.rating) for review in answers()] == [("", 1)]


@pytest.mark.parametrize("key", ["n", "u", "\r"])
def test_who_does_not_hand_in_is_back_at_the_question_whose_answer_holds(exam, home, key):
    terminal = exam("clear-gradients")
    terminal.press("2")
    terminal.wait_for("Hand in?")
    assert [len(each["answer"]) for each in read_state(home)[1]["answers"]] == [1]
    terminal.answer(key, then="This is your answer so far")
    assert "Hand in?" not in terminal.display()
    terminal.answer("\r", then="Hand in?")


def test_the_end_of_the_time_hands_in_while_it_is_asked(exam, home):
    terminal = exam("clear-gradients", timed=True)
    terminal.press("1")
    terminal.wait_for("Hand in?")
    terminal.kill()
    file, state = read_state(home)
    assert state["finished"] is False
    file.write_text(json.dumps({**state, "began": state["began"] - 55_000}))
    terminal = exam("clear-gradients", timed=True)
    terminal.answer("\r", then="Hand in?")
    terminal.wait_for("Esc or q: close")  # no other key was pressed
    assert read_state(home)[1]["finished"] is True


def test_ctrl_c_ends_the_review_and_the_score_stays(exam):
    terminal = exam("clear-gradients")
    terminal.press("1")
    terminal.hand_in()
    terminal.wait_for("Esc or q: close")
    terminal.press_at_once("\x03")
    assert terminal.finish() == 130
    assert "0 of 1 point (0 %)" in terminal.text()
    assert "into your plan?" not in terminal.text()


def test_the_clock_does_not_run_while_the_rules_are_read(exam, home):
    terminal = exam("clear-gradients", timed=True, begins=False)
    terminal.wait_for("Enter: begin · Esc or q: not now")
    shown = time.monotonic()
    assert "The final\n1 question" in terminal.text()
    assert "You have 1 minute." in terminal.text()
    while (read := (time.monotonic() - shown) * 1000) <= 1:  # milliseconds that do not count
        assert not (home / "exams").exists()
    terminal.begin_exam()
    terminal.wait_for("1/1")
    assert read_state(home)[1]["away"] >= read


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "key", "status"),
    [
        ("xterm-256color", "q", 0),
        ("xterm-256color", "\x1b", 0),
        ("xterm-256color", "\x04", 0),
        ("xterm-256color", "\x03", 130),
        ("dumb", ":q\r", 0),
        ("dumb", "\x04", 0),
    ],
)
def test_who_does_not_begin_has_not_begun(exam, home, tmp_path, kind, key, status):
    result = tmp_path / "ada.json"
    words, wishes = ("--result", str(result)), {"timed": True, "columns": 200}
    terminal = exam("clear-gradients", words=words, begins=False, TERM=kind, **wishes)
    terminal.wait_for("Enter begins" if kind == "dumb" else "Enter: begin")
    terminal.press_at_once(key)
    assert terminal.finish() == status
    assert "not answered" not in terminal.text()
    assert str(result) not in terminal.text().replace(f"--result {result}", "")
    if not status:
        begins = "The exam has not begun. This begins it:\n  ptquiz exam final --result "
        assert begins in terminal.text()
    assert not result.exists()
    assert not (home / "exams").exists()
    terminal = exam("clear-gradients", **wishes)
    terminal.wait_for("1/1")
    assert "are left" not in terminal.rules


def test_a_question_mark_at_the_rules_in_line_mode_asks_again_and_begins_nothing(exam, home):
    terminal = exam("clear-gradients", begins=False, TERM="dumb")
    terminal.wait_for("Enter begins")
    terminal.press_at_once("?\r")
    terminal.wait_until(lambda text: text.count("Enter begins") == 2, "the prompt comes again")
    assert "y for yes" not in terminal.text()
    assert not (home / "exams").exists()
    terminal.press_at_once("\r")
    terminal.wait_for("1/1")


def test_who_leaves_a_stopped_exam_at_its_rules_finds_it_as_it_was(exam, home, tmp_path):
    result = tmp_path / "ada.json"
    words = ("--result", str(result))
    terminal = exam("clear-gradients", "transpose-stride", words=words, timed=True)
    terminal.press("1")
    terminal.wait_for("2/2")
    terminal.kill()
    before = read_state(home)[0].read_bytes(), result.read_bytes()
    terminal = exam("clear-gradients", "transpose-stride", words=words, timed=True, begins=False)
    terminal.wait_for("Enter: begin")
    terminal.press_at_once("\x1b")
    assert terminal.finish() == 0
    assert "This goes on where you stopped:" in terminal.text()
    assert (read_state(home)[0].read_bytes(), result.read_bytes()) == before


def test_a_result_that_came_while_the_rules_were_read_is_not_written_over(exam, home, tmp_path):
    result = tmp_path / "ada.json"
    terminal = exam("clear-gradients", words=("--result", str(result)), begins=False, columns=200)
    terminal.wait_for("Enter: begin")
    result.write_text("{}")
    terminal.press_at_once("\r")
    assert terminal.finish() == 1
    assert "replace it with --force" in terminal.text()
    assert "not answered" not in terminal.text()
    assert result.read_text() == "{}"
    assert not (home / "exams").exists()


def test_who_goes_back_finds_the_answer_which_holds_until_there_is_another(exam, home):
    terminal = exam("clear-gradients", "ddp-gap", "ddp-step")
    given = {}
    for number in (1, 2):
        terminal.wait_for(f"{number}/3")
        if "Fill the gap" in terminal.text():
            given[number] = "scatter"
            terminal.press("scatter\r")
        elif "Step 1" in terminal.text():
            given[number] = "1."
            for step, key in enumerate("1234", 1):
                terminal.wait_for(f"Step {step} of 4")
                terminal.press(key)
        else:
            given[number] = "›  2"
            terminal.press("2")
    terminal.wait_for("3/3")
    back = ":u\r" if "Fill the gap" in terminal.text() else "u"
    terminal.answer(back, then="This is your answer so far; it holds until you give another.")
    terminal.wait_for("2/3")
    terminal.wait_for(given[2])
    assert len(read_state(home)[1]["answers"]) == 2
    before = read_state(home)[1]["answers"]
    terminal.press("\r")
    terminal.wait_for("3/3")
    after = read_state(home)[1]["answers"]
    assert [each["answer"] for each in after] == [each["answer"] for each in before]


def test_going_back_stands_in_the_line_of_keys_from_the_second_question_on(exam):
    terminal = exam("clear-gradients", "ddp-gap", "share-memory", rows=24)
    terminal.wait_until_keys_count()
    for number in (2, 3):
        assert ("u back" in terminal.display()) == (number > 2)
        typed = "Fill the gap." in terminal.display()
        ticked = "Space tick" in terminal.display()
        terminal.answer("x\r" if typed else "1\r" if ticked else "1", then=f"{number}/3")
        terminal.wait_until_keys_count()
    assert "u back" in terminal.display()


def test_an_exam_that_is_not_stopped_after_all_keeps_the_ticks(exam):
    terminal = exam("share-memory")
    terminal.wait_until_keys_count()
    terminal.answer("1", then="●")
    terminal.answer("q", then="n no")
    terminal.answer("n", then="Enter done")
    assert "●" in terminal.display()


def test_every_mistake_stands_under_the_number_of_its_question(exam):
    terminal = exam("clear-gradients", "transpose-stride", rows=60)
    for number in (1, 2):
        terminal.wait_for(f"{number}/2")
        terminal.wait_until_keys_count()
        terminal.press("0")
    terminal.hand_in()
    terminal.wait_for("Esc or q: close")
    shown = terminal.display()
    assert shown.index("Question 1") < shown.index("Question 2")
    assert shown.count("Question") == 2
