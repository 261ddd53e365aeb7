"""An exam on a real terminal: its rules, its way back, its end, and keys pressed too soon."""

import json
import re
import signal
import time

import pytest

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


def count_answers(home):
    return len(read_state(home)[1]["answers"])


def test_every_mistake_shows_why_under_its_number_and_goes_into_the_plan(exam, answers):
    terminal = exam("clear-gradients", "transpose-stride", rows=24)
    for number in (1, 2):
        terminal.wait_for(f"{number}/2")
        terminal.wait_until_keys_count()
        wrong = "loss.backward()" if "Which call" in terminal.text() else "(3, 1)"
        terminal.press(re.search(rf"(\d)  {re.escape(wrong)}", terminal.text())[1])
    terminal.hand_in()
    terminal.wait_for("into your plan? (y/N)")
    page = terminal.text()
    assert page.index("Question 1") < page.index("Question 2") < page.index("0 of 2 points")
    for words in ("›✗", "✓", "It adds to them.", "Those are the strides of x itself."):
        assert words in page
    terminal.press("y")
    assert terminal.finish() == 0
    assert "2 cards are in your plan: 'ptquiz'" in terminal.text()
    assert [review.rating for review in answers()] == [1, 1]


def test_nothing_is_said_of_an_answer_before_the_end(exam):
    terminal = exam("clear-gradients", "transpose-stride")
    terminal.press("1")
    terminal.wait_for("2/2")
    for words in ("Right.", "Wrong.", "suspend", "source", "flag"):
        assert words not in terminal.text()


def test_enter_after_a_digit_does_not_answer_the_next_question(sit, home):
    terminal = sit("exam", "final")
    for step in ("1", "2/3"):
        terminal.press(step) if step == "1" else terminal.wait_for(step)
    terminal.press("\r")
    terminal.press_at_once("\x1b[B")
    terminal.wait_for("› 2")
    assert "2/3" in terminal.text()
    assert count_answers(home) == 1
    terminal.press_at_once("\r")
    terminal.wait_for("3/3")
    assert count_answers(home) == 2


def test_keys_pressed_twice_answer_nothing_that_follows(exam, answers):
    terminal = exam("clear-gradients", begins=False, PTQUIZ_KEY_GUARD="0.4")
    terminal.wait_for("Enter begin")
    time.sleep(0.5)
    terminal.press_at_once("\r1\r")
    terminal.wait_for("1/1")
    terminal.wait_until_keys_count()
    time.sleep(0.5)
    terminal.press_at_once("0yy")
    terminal.wait_for("Hand in? 1 question was not answered.")
    time.sleep(0.5)
    terminal.press_at_once("yyy")
    terminal.wait_for("into your plan? (y/N)")
    assert answers() == []
    time.sleep(0.5)
    terminal.press_at_once("n")
    assert terminal.finish() == 0
    assert answers() == []


def test_a_stopped_exam_does_not_tell_the_score_and_goes_on(exam, home):
    terminal = exam("clear-gradients", "transpose-stride")
    terminal.press("1")
    terminal.wait_for("2/2")
    terminal.answer("q", then="Stop the exam?")
    terminal.answer("n", then="q quit")
    terminal.answer("q", then="Stop the exam?")
    terminal.press("y")
    assert terminal.finish() == 0
    assert "1 question was not answered." in terminal.text()
    assert "ptquiz exam final" in terminal.text()
    for words in ("points", "assed"):
        assert words not in terminal.text()
    terminal = exam("clear-gradients", "transpose-stride")
    assert "Going on where you stopped: 1 question is answered." in terminal.rules
    terminal.wait_for("2/2")


def test_the_time_of_an_exam_runs_from_its_first_question_and_ends_it(exam, home):
    keys = ("clear-gradients", "transpose-stride")
    terminal = exam(*keys, timed=True)
    terminal.wait_until(lambda text: re.search(r"[01]:\d\d left", text), "no clock")
    terminal.press("1")
    terminal.wait_for("2/2")
    terminal.kill(signal.SIGTERM)
    file, state = read_state(home)
    file.write_text(json.dumps({**state, "began": state["began"] - 30_000}))
    terminal = exam(*keys, timed=True)
    terminal.wait_for("2/2")
    assert re.search(r"0:[0-3]\d left", terminal.text())
    terminal.kill()
    file.write_text(json.dumps({**state, "began": state["began"] - 61_000}))
    terminal = exam(*keys, timed=True)
    terminal.wait_for("Time is up.")
    assert read_state(home)[1]["out_of_time"] is True
    assert count_answers(home) == 1


def test_who_goes_back_finds_every_answer_which_holds_until_there_is_another(exam, home):
    terminal = exam("clear-gradients", "ddp-gap", "ddp-step", "share-memory")
    for number in (1, 2, 3):
        terminal.wait_for(f"{number}/4")
        terminal.wait_until_keys_count()
        page = terminal.text()
        assert ("u back" in terminal.text()) == (number > 1)
        if "Fill the gap" in page:
            terminal.press("scatter\r")
        elif "in order" in page:
            for step in "1234":
                terminal.press(step)
                terminal.wait_until(lambda text, n=int(step) + 1: f"{n}. ?" in text or n > 4, "")
        else:
            terminal.press("2\r" if "all that apply" in page else "2")
    terminal.wait_for("4/4")
    before = read_state(home)[1]["answers"]
    for number in (3, 2, 1):
        terminal.press(":u\r" if "Fill the gap" in terminal.text() else "u")
        terminal.wait_for("This is your answer so far")
        terminal.wait_for(f"{number}/4")
    for number in (2, 3, 4):
        terminal.press("\r")
        terminal.wait_for(f"{number}/4")
    assert read_state(home)[1]["answers"][0]["answer"] == before[0]["answer"]
    assert [each["answer"] for each in read_state(home)[1]["answers"]] == [
        each["answer"] for each in before
    ]


@pytest.mark.parametrize("key", ["n", "\r"])
def test_who_does_not_hand_in_is_back_at_the_question(exam, home, key):
    terminal = exam("clear-gradients")
    terminal.press("2")
    terminal.wait_for("Hand in? Every question is answered.")
    assert count_answers(home) == 1
    terminal.answer(key, then="This is your answer so far")
    terminal.answer("\r", then="Hand in?")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "key", "status"),
    [
        ("xterm-256color", "q", 0),
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
    terminal.wait_until_keys_count()
    assert "You have 1 minute." in terminal.text()
    terminal.press_at_once(key)
    assert terminal.finish() == status
    if not status:
        assert "The exam has not begun. This begins it:\n  ptquiz exam final" in terminal.text()
    assert not result.exists()
    assert not (home / "exams").exists()


def test_another_file_in_the_place_of_the_result_stays(exam, tmp_path):
    result = tmp_path / "ada.json"
    result.write_text("{}")
    terminal = exam("clear-gradients", words=("--result", str(result)), begins=False)
    assert terminal.finish() == 1
    assert "replaceitwith--force" in "".join(terminal.text().split())  # lines end anywhere
    assert result.read_text() == "{}"
