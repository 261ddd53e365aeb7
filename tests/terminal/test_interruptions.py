"""What interrupts a session on a real terminal, in every state of it.

Signals, another size, Ctrl-Z under a parent that leaves the terminal alone and under a real
shell, and a terminal that goes away: the terminal works as before, and every answer is kept.
"""

import json
import os
import pty
import shlex
import signal
import struct
import sys
import termios
import time
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

import pytest

from tests.helpers import plain_parent
from tests.helpers.learner_terminal import Terminal

FIRST = "transpose-stride"


@dataclass(frozen=True)
class State:
    """How to come to a state of the session, and what stands there."""

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
    "placing": State("ddp-step", (("2", "2. ?"),), "2. ?"),
    "typing": State("ddp-gap", (("all-", "all-"),), "all-"),
    "points": State("ddp-sync", ((" ", "Tick the points"),), "Tick the points"),
    "rating": State("ddp-why", ((" ", "1 Again"),), "own interpreter"),
    "taken back": State("clear-gradients", (("u", "Taken back"),), "(1, 1)", 0),
    "exam": State("final", (), "2/3"),
    "stopping": State("final", (("q", "Stop the exam?"),), "Stop the exam?"),
}
"""By name: every state that waits for a key."""
every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


@pytest.fixture
def come_to(sit):
    """Starts a session, answers its first question and goes on to a state."""

    def start(state, **wishes):
        words = ("exam", "final") if state.is_exam else ("--key", FIRST, "--key", state.key)
        terminal = sit(*words, **wishes)
        if state.is_exam:
            answer_first_of_exam(terminal)
        else:
            terminal.answer("1", then="Asked again")
            terminal.press(" ")
            terminal.wait_until(lambda text: "Asked again" not in text, "does not go on")
        go_to(terminal, state)
        return terminal

    return start


def answer_first_of_exam(terminal):
    terminal.wait_until_keys_count()
    for key in "1234" if "in order" in terminal.text() else "1":
        terminal.press(key)
        time.sleep(0.1)
    terminal.wait_for("2/3")


def go_to(terminal, state):
    for keys, brings in state.presses:
        terminal.answer(keys, then=brings)
    terminal.wait_for(state.shows)
    terminal.wait_until_keys_count()


def count_kept(home, state):
    """How many answers are on the disk: in the log, or in the file of the exam."""
    if state.is_exam:
        (file,) = (home / "exams").iterdir()
        return len(json.loads(file.read_text())["answers"])
    from flashcards.reviews.store import open_reviews

    with open_reviews(home / "reviews.db") as log:
        return len(list(log.reviews()))


USUAL = termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN


def expect_restored(terminal):
    """Keys echo and come in lines as in a new terminal; there is a cursor, and no marked pastes."""
    modes = termios.tcgetattr(terminal._master)
    assert modes[3] & USUAL == USUAL
    assert modes[0] & termios.ICRNL
    for on, off in ((b"[?25l", b"[?25h"), (b"[?2004h", b"[?2004l"), (b"[?7l", b"[?7h")):
        assert terminal.raw.rfind(off) >= terminal.raw.rfind(on)


@pytest.mark.sampled(4)
@every_state
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_it_leaves_the_terminal_as_it_was(come_to, home, state, number):
    terminal = come_to(state)
    assert not termios.tcgetattr(terminal._master)[3] & USUAL
    os.kill(terminal.pid, number)
    terminal.wait_for_end()
    expect_restored(terminal)
    assert "Traceback" not in terminal.text()
    assert count_kept(home, state) == state.kept


@pytest.mark.sampled(2)
@every_state
def test_sigkill_loses_no_answer(come_to, home, state):
    come_to(state).kill()
    assert count_kept(home, state) == state.kept


@pytest.mark.parametrize(("name", "keys"), [("question", "1"), ("typing", "reduce\r")])
def test_a_window_of_another_size_takes_the_answer(come_to, answers, name, keys):
    terminal = come_to(STATES[name], columns=100, rows=30)
    terminal.resize(60, 24)
    terminal.press_at_once(keys)
    terminal.wait_for("Asked again")
    assert len(answers()) == 2


class Job(Terminal):
    """A command on a terminal of its own, which may stop and go on with others there."""

    def __init__(self, command, folder, env, columns=80, rows=30, nohup=False):
        pid, master = pty.fork()
        if pid == 0:
            signal.signal(signal.SIGHUP, signal.SIG_IGN if nohup else signal.SIG_DFL)
            os.chdir(folder)
            os.execvpe(command[0], command, env)
        ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        super().__init__(pid, master, columns, rows)

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.close()


@pytest.fixture
def start_job(home, tmp_path):
    started = []
    python = Path(sys.executable)
    env = {
        "PATH": f"{python.parent}:{os.environ['PATH']}", "HOME": str(home), "LANG": "C.UTF-8",
        "PTQUIZ_HOME": str(home), "TERM": "xterm-256color", "PYTHONUTF8": "1",
        "PYTHONPATH": str(Path(__file__).parents[2]), "PS1": "shell: ", "PTQUIZ_KEY_GUARD": "0",
    }  # fmt: skip

    def start(*command, **wishes):
        started.append(Job(command, tmp_path, env, **wishes))
        return started[-1]

    yield start
    for job in started:
        job.end()


def list_words(state, course):
    """The command line that leads to a state."""
    words = ["exam", "final"] if state.is_exam else ["--key", state.key]
    return ["python", "-m", "flashcards", *words, "--course", str(course)]


def begin_job(terminal, state):
    """Presses what leads to a state from the first page on."""
    terminal.begin()
    if state.is_exam:
        answer_first_of_exam(terminal)
    go_to(terminal, state)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["question", "typing", "feedback", "exam"])
def test_ctrl_z_leaves_the_terminal_as_it_was_and_going_on_takes_it_again(
    start_job, tiny_folder, home, name
):
    state = STATES[name]
    terminal = start_job("python", plain_parent.__file__, *list_words(state, tiny_folder))
    begin_job(terminal, state)
    for turn in (1, 2):
        terminal.press("\x1a")
        terminal.wait_for(plain_parent.STOPPED, times=turn)
        expect_restored(terminal)
        terminal.press_at_once("\r")
        terminal.wait_until_keys_count()
        assert not termios.tcgetattr(terminal._master)[3] & termios.ECHO
        assert state.shows in terminal.text()
    if state.is_exam:
        assert count_kept(home, state) == state.kept


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["question", "typing"])
def test_ctrl_z_gives_a_shell_its_terminal_and_fg_comes_back(start_job, tiny_folder, name):
    state = STATES[name]
    shell = start_job("bash", "--norc", "--noprofile", "-i")
    shell.wait_for("shell:")
    shell.press_at_once(f"{shlex.join(list_words(state, tiny_folder))}\r")
    begin_job(shell, state)
    for turn in (1, 2):
        shell.press("\x1a")
        shell.wait_for("Stopped", times=turn)
        shell.press_at_once(f"echo it-is-$((40+{turn}))\r")
        shell.wait_for(f"it-is-{40 + turn}")
        shell.press_at_once("fg\r")
        shell.wait_until_keys_count()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("nohup", [True, False], ids=["nohup", "usual"])
@pytest.mark.parametrize("stops", [False, True], ids=["running", "stopped"])
def test_a_terminal_that_goes_away_ends_the_quiz(start_job, tiny_folder, home, nohup, stops):
    state = STATES["feedback"]
    words = [*list_words(state, tiny_folder)]
    parent = ("python", plain_parent.__file__) if stops else ()
    terminal = start_job(*parent, *words, nohup=nohup)
    begin_job(terminal, state)
    if stops:
        terminal.press("\x1a")
        terminal.wait_for(plain_parent.STOPPED)
    running = [terminal.pid, *find_children(terminal.pid)]
    terminal.close()
    end = time.monotonic() + 60
    while any(is_running(pid) for pid in running):
        assert time.monotonic() < end, "it still runs"
        time.sleep(0.05)
    assert count_kept(home, state) == 1


def find_children(pid):
    return [
        int(each.name)
        for each in Path("/proc").iterdir()
        if each.name.isdigit() and read_status(each.name)[1] == pid
    ]


def is_running(pid):
    """Whether a process has not ended; one that nobody waited for has."""
    return read_status(pid)[0] not in ("", "Z")


def read_status(pid):
    """The state of a process and its parent."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return "", 0
    return fields[0], int(fields[1])
