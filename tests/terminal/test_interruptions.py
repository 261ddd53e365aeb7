"""What interrupts a sitting on a real terminal, in every state of the screen.

Signals, another size, Ctrl-L, and Ctrl-Z under a parent that leaves the terminal alone and
under a real shell: the terminal is as it was, the page is whole again, and every answer is kept.
"""

import json
import os
import pty
import re
import shlex
import signal
import struct
import sys
import termios
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

import pytest

from tests.helpers import plain_parent
from tests.helpers.learner_terminal import Terminal, has_keys

FIRST = "transpose-stride"
CLEAR = b"\x1b[2J"


@dataclass(frozen=True)
class State:
    """How to come to a state of the screen, and what stands there."""

    key: str
    """The entry that is asked; of an exam its name."""
    presses: tuple[tuple[str, str], ...]
    """Keys, and what they bring on the screen."""
    shows: str
    kept: int = 1
    """Answers that are kept then, that of the question before among them."""

    @property
    def is_exam(self):
        return self.key == "final"


STATES = {
    "question": State("clear-gradients", (), "Which call clears"),
    "feedback": State("clear-gradients", (("1", "Asked again"),), "Asked again", 2),
    "ticking": State("share-memory", (("2", "●"),), "● 2"),
    "placing": State("ddp-step", (("2", "Step 2 of 4"),), "Step 2 of 4"),
    "typing": State("ddp-gap", (("all-", "all-"),), "all-"),
    "typed": State("ddp-gap", (("x\r", "Asked again"),), "Asked again", 2),
    "points": State("ddp-sync", ((" ", "Tick the points"),), "Tick the points"),
    "rating": State("ddp-why", ((" ", "1 Again"),), "own interpreter"),
    "help": State("clear-gradients", (("?", "not asked again today"),), "not asked again today"),
    "help while typing": State(
        "ddp-gap", (("?\r", "not asked again today"),), "not asked again today"
    ),
    "taken back": State("clear-gradients", (("u", "Taken back"),), "(1, 1)", 0),
    "exam": State("final", (), "2/3"),
    "stopping": State("final", (("q", "Stop the exam?"),), "Stop the exam?"),
    "review": State(
        "final",
        (
            ("1", "3/3"),
            *((str(n), f"Step {n + 1} of 4") for n in (1, 2, 3)),
            ("4", "Hand in?"),
            ("y", "Not passed."),
        ),
        "1 of 3 points (33 %)",
        3,
    ),
}
"""By name: every state that waits for a key."""

every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


@pytest.fixture
def come_to(sit):
    """Starts a sitting, answers its first question and goes on to a state."""

    def start(state, **wishes):
        words = ("exam", "final") if state.is_exam else ("--key", FIRST, "--key", state.key)
        terminal = sit(*words, **wishes)
        if state.is_exam:
            answer_first_of_exam(terminal)
        else:
            terminal.answer("1", then="Asked again")
            terminal.press(" ")
            terminal.wait_until(lambda text: "Asked again" not in text, "does not go on")
        for keys, brings in state.presses:
            terminal.answer(keys, then=brings)
        terminal.wait_until(lambda text: state.shows in text and has_keys(text), "no such state")
        return terminal

    return start


def answer_first_of_exam(terminal):
    terminal.wait_for("1/3")
    terminal.press("1")
    if "Step 1 of 4" in terminal.text():
        for step in (2, 3, 4):
            terminal.wait_for(f"Step {step} of 4")
            terminal.press(str(step))
    terminal.wait_for("2/3")


def count_kept(home, state):
    """How many answers are on the disk: in the log, or in the file of the exam."""
    if state.is_exam:
        (file,) = (home / "exams").iterdir()
        return len(json.loads(file.read_text())["answers"])
    from flashcards.reviews.store import open_reviews

    with open_reviews(home / "reviews.db") as log:
        return len(list(log.reviews()))


def read_usual_modes():
    """How a new terminal is set."""
    ours, theirs = pty.openpty()
    try:
        return termios.tcgetattr(theirs)
    finally:
        os.close(ours)
        os.close(theirs)


def expect_restored(terminal):
    """Keys echo and come in lines as in a new terminal; the usual screen, a cursor, no marks."""
    assert termios.tcgetattr(terminal._master) == read_usual_modes()
    for on, off in ((b"[?1049h", b"[?1049l"), (b"[?25l", b"[?25h"), (b"[?2004h", b"[?2004l")):
        assert terminal.raw.rfind(off) > terminal.raw.rfind(on)
    assert terminal.raw.rfind(b"[?7h") > terminal.raw.rfind(b"[?7l")


@pytest.mark.sampled(8)
@every_state
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_it_leaves_the_terminal_as_it_was(come_to, home, state, number):
    terminal = come_to(state)
    assert termios.tcgetattr(terminal._master) != read_usual_modes()
    os.kill(terminal.pid, number)
    terminal.wait_for_end()
    expect_restored(terminal)
    assert count_kept(home, state) == state.kept


@pytest.mark.sampled(4)
@every_state
def test_sigkill_loses_no_answer(come_to, home, state):
    come_to(state).kill()
    assert count_kept(home, state) == state.kept


@pytest.mark.sampled(4)
@every_state
def test_another_size_and_ctrl_l_paint_the_same_state_anew(come_to, home, state):
    terminal = come_to(state, columns=100, rows=30)
    for columns, rows in ((60, 24), (100, 40)):
        painted = terminal.raw.count(CLEAR)
        terminal.resize(columns, rows)
        wait_for_paint(terminal, painted, state)
    painted = terminal.raw.count(CLEAR)
    terminal._other.reset()  # something else wrote over it
    terminal.press_at_once("\x0c")
    wait_for_paint(terminal, painted, state)
    assert terminal.display().count(state.shows) == 1
    assert count_kept(home, state) == state.kept


def wait_for_paint(terminal, painted, state):
    """Reads until the page was cleared and painted once more and is whole."""

    def is_whole(text):
        return terminal.raw.count(CLEAR) > painted and state.shows in text and has_keys(text)

    terminal.wait_until(is_whole, "not painted anew")


class Job(Terminal):
    """A command on a terminal of its own, which may stop and go on with others there."""

    def __init__(self, command, folder, env, columns=80, rows=30):
        pid, master = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, env)
        ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        super().__init__(pid, master, columns, rows)

    def end(self):
        self.kill(signal.SIGKILL)
        os.waitpid(self.pid, 0)


@pytest.fixture
def start_job(home, tmp_path):
    started = []
    python = Path(sys.executable)
    env = {
        "PATH": f"{python.parent}:{os.environ['PATH']}", "HOME": str(home), "LANG": "C.UTF-8",
        "PTQUIZ_HOME": str(home), "TERM": "xterm-256color", "PYTHONUTF8": "1",
        "PYTHONPATH": str(Path(__file__).parents[2]), "PS1": "shell: ",
    }  # fmt: skip

    def start(*command):
        started.append(Job(command, tmp_path, env))
        return started[-1]

    yield start
    for job in started:
        job.end()


def list_words(state, course):
    """The command line that leads to a state."""
    words = ["exam", "final"] if state.is_exam else ["--key", state.key]
    return ["python", "-m", "flashcards", *words, "--course", str(course)]


def go_to(terminal, state):
    """Presses what leads to a state from the first question on."""
    terminal.wait_until(lambda text: terminal.is_full_screen and has_keys(text), "no question")
    if state.is_exam:
        terminal.begin_exam()
        answer_first_of_exam(terminal)
    for keys, brings in state.presses:
        terminal.answer(keys, then=brings)


def wait_until_back(terminal, state):
    terminal.wait_until(
        lambda text: terminal.is_full_screen and state.shows in text and has_keys(text),
        "the page does not come back",
    )


STOPPED_STATES = ("question", "feedback", "typing", "help", "exam", "review")


@pytest.mark.parametrize("name", STOPPED_STATES)
def test_ctrl_z_leaves_the_terminal_as_it_was_and_going_on_takes_it_again(
    start_job, tiny_folder, home, name
):
    state = STATES[name]
    words = list_words(state, tiny_folder)
    terminal = start_job("python", plain_parent.__file__, *words)
    go_to(terminal, state)
    for turn in (1, 2):
        terminal.press("\x1a")
        terminal.wait_for(plain_parent.STOPPED, times=turn)
        expect_restored(terminal)
        terminal.press_at_once("\r")
        wait_until_back(terminal, state)
        assert termios.tcgetattr(terminal._master) != read_usual_modes()
        assert terminal.raw.rfind(b"[?2004h") > terminal.raw.rfind(b"[?2004l")
    if state.is_exam:
        assert count_kept(home, state) == state.kept


@pytest.mark.parametrize("name", ["question", "typing"])
def test_ctrl_z_gives_a_shell_its_terminal_and_fg_comes_back(start_job, tiny_folder, name):
    state = STATES[name]
    shell = start_job("bash", "--norc", "--noprofile", "-i")
    shell.wait_for("shell:")
    shell.press_at_once(f"{shlex.join(list_words(state, tiny_folder))}\r")
    go_to(shell, state)
    for turn in (1, 2):
        shell.press("\x1a")
        shell.wait_for("Stopped", times=turn)
        shell.press_at_once(f"echo it-is-$((40+{turn}))\r")
        shell.wait_for(f"it-is-{40 + turn}")
        shell.press_at_once("fg\r")
        wait_until_back(shell, state)


def test_two_terminals_at_once_keep_all_answers(sit, answers):
    terminals = [sit("--key", key) for key in ("clear-gradients", FIRST)]
    for terminal in terminals:
        terminal.wait_until_keys_count()
    for terminal in reversed(terminals):
        terminal.answer("1", then="Asked again")
    assert {review.card for review in answers()} == {"clear-gradients#0", "transpose-stride#0"}
    for terminal in terminals:
        terminal.press("q")
        assert terminal.finish() == 0
        assert "Your answers are saved." in terminal.text()


def test_settings_hold_in_the_next_sitting(sit, forker, home):
    basic = {"PATH": os.environ["PATH"], "HOME": str(home), "PTQUIZ_HOME": str(home)}
    for name, value in (("width", "60"), ("language", "zh")):
        terminal = forker.start(["config", name, value], {**basic, "TERM": "xterm"})
        assert terminal.finish() == 0
    terminal = sit("--key", "clear-gradients", columns=120)
    terminal.wait_for("哪个调用会清除梯度？")
    terminal.wait_until_keys_count()
    assert max(map(len, terminal.display().splitlines())) <= 60


def test_an_exam_goes_on_with_the_time_that_was_left(sit, tmp_path, home):
    from tests.helpers.course_files import COURSE, write_course

    quiz = COURSE["quizzes/final.yaml"].rstrip(" ") + "        minutes: 10\n"
    course = write_course(tmp_path / "timed", {**COURSE, "quizzes/final.yaml": quiz})
    terminal = sit("exam", "final", course=course)
    answer_first_of_exam(terminal)
    terminal.kill(signal.SIGTERM)
    (file,) = (home / "exams").iterdir()
    state = json.loads(file.read_text())
    minute, day = 60_000, 86_400_000  # six minutes were used, and that was yesterday
    used = {"began": state["kept_at"] - 6 * minute - day, "kept_at": state["kept_at"] - day}
    file.write_text(json.dumps({**state, **used, "away": 0}))
    terminal = sit("exam", "final", course=course)
    terminal.wait_for("2/3")
    left = re.search(r"(\d):(\d\d) left", terminal.text())
    assert (int(left[1]), int(left[2])) <= (4, 0)
    assert int(left[1]) >= 3
    assert "Going on where you stopped: 1 question is answered." in terminal.rules
