"""An exam on a real terminal: its rules, its way back, its end, and keys pressed too soon."""

import json

import pytest

from tests.helpers.course_files import COURSE, write_course


@pytest.fixture
def exam(sit, tmp_path):
    """Starts an exam of some entries, of one minute."""

    def start(*keys, words=(), **wishes):
        quiz = "quiz: final\ntitle: The final\nseed: '7'\nminutes: 1\n"
        quiz += f"select: {{key: [{', '.join(keys)}]}}\n"
        course = write_course(tmp_path / "course", {**COURSE, "quizzes/final.yaml": quiz})
        return sit("exam", "final", *words, course=course, **wishes)

    return start


@pytest.fixture
def read_state(home):
    """What the file of the exam holds."""

    def read():
        (file,) = (home / "exams").iterdir()
        return json.loads(file.read_text())

    return read


def test_every_mistake_shows_why_under_its_number(exam, answers):
    terminal = exam("clear-gradients", "transpose-stride", rows=24)
    for number in (1, 2):
        terminal.wait_for(f"{number}/2 · ")
        terminal.wait_until_keys_count()
        for words in ("Right.", "Wrong.", "suspend", "source", "flag"):
            assert words not in terminal.text()  # nothing is said before the end
        is_first = "Which call" in terminal.text()
        terminal.press(terminal.number_of("loss.backward()" if is_first else "(3, 1)"))
    assert terminal.finish() == 0
    page = terminal.text()
    assert page.index("Question 1") < page.index("Question 2") < page.index("0 of 2 points")
    for words in ("›✗", "✓", "It adds to them.", "Those are the strides of x itself."):
        assert words in page
    assert answers() == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", ["\r", "\x1b[B\r"], ids=["Enter", "an arrow and Enter"])
def test_enter_after_a_digit_does_not_answer_the_next_question(exam, read_state, keys):
    terminal = exam("clear-gradients", "transpose-stride", "ddp-why")
    terminal.press("1")
    terminal.wait_for("2/2")
    terminal.press(keys)
    if keys == "\r":
        terminal.answer("\x1b[B", then="› 2")
        assert "2/2" in terminal.text()
        assert len(read_state()["answers"]) == 1
        terminal.press("\r")
    assert terminal.finish() == 0
    assert len(read_state()["answers"]) == 2


def test_a_stopped_exam_does_not_tell_the_score_and_goes_on(exam):
    terminal = exam("clear-gradients", "transpose-stride")
    terminal.press("1")
    terminal.wait_for("2/2")
    terminal.press("\x04")
    assert terminal.finish() == 0
    assert "1 question was not answered." in terminal.text()
    assert "ptquiz exam final" in terminal.text()
    for words in ("points", "assed"):
        assert words not in terminal.text()
    terminal = exam("clear-gradients", "transpose-stride")
    assert "Going on where you stopped: 1 question is answered." in terminal.rules
    terminal.wait_for("2/2")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "key", "status"),
    [("xterm-256color", "q", 0), ("dumb", ":q\r", 0), ("xterm-256color", "\x03", 130)],
)
def test_who_does_not_begin_has_not_begun(exam, home, tmp_path, kind, key, status):
    result = tmp_path / "ada.json"
    wishes = {"words": ("--result", str(result)), "columns": 200, "TERM": kind}
    terminal = exam("clear-gradients", begins=False, **wishes)
    terminal.wait_until_keys_count()
    assert "You have 1 minute." in terminal.text()
    terminal.press_at_once(key)
    assert terminal.finish() == status
    if not status:
        assert "The exam has not begun. This begins it:\n  ptquiz exam final" in terminal.text()
    assert not result.exists()
    assert not (home / "exams").exists()
