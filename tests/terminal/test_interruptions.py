"""What interrupts a session on a real terminal, in every state of it.

Signals, another size, Ctrl-Z in a real shell, and a terminal that goes away: the terminal works
as before, and every answer is kept.
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
from fcntl import ioctl
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.reviews.store import ReviewLog
from tests.helpers.learner_terminal import Terminal

USUAL = termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN


class State(NamedTuple):
    """A state of a session that waits for a key."""

    key: str
    """The entry that is asked; `final` is an exam."""
    keys: str
    """What leads there from the question."""
    shows: str
    kept: int = 1
    """Answers that are kept then, that of the question before among them."""


STATES = {
    "question": State("transpose-stride", "", "(1, 1)"),
    "typing": State("ddp-gap", "all-", "all-"),
    "feedback": State("transpose-stride", "1", "Asked again", 2),
    "exam": State("final", "", "2/3"),
    "ticking": State("share-memory", "2", "● 2"),
    "rating": State("ddp-why", " ", "own interpreter"),
    "taken back": State("transpose-stride", "u", "Which call clears", 0),
}


def list_words(state):
    if state.key == "final":
        return ["exam", "final"]
    return ["--key", "clear-gradients", "--key", state.key]


def come_to(terminal, state):
    """Answers the first question and goes on to a state."""
    terminal.wait_until_keys_count()
    if state.key == "final":
        terminal.press("1234" if "in order" in terminal.text() else "1")
        terminal.wait_for("2/3")
    else:
        terminal.answer("1", then="Asked again")
        terminal.press(" ")
        terminal.wait_until(lambda text: "Asked again" not in text, "does not go on")
    if state.keys:
        terminal.answer(state.keys, then=state.shows)
    terminal.wait_for(state.shows)
    terminal.wait_until_keys_count()


def count_kept(home, state):
    """How many answers are on the disk: in the log, or in the file of the exam."""
    if state.key == "final":
        (file,) = (home / "exams").iterdir()
        return len(json.loads(file.read_text())["answers"])
    with ReviewLog(home / "reviews.db") as log:
        return len(list(log.reviews()))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], ids=lambda number: number.name
)
def test_a_signal_that_ends_it_loses_no_answer_and_leaves_the_terminal_as_it_was(
    sit, home, state, number
):
    terminal = sit(*list_words(state))
    come_to(terminal, state)
    assert not termios.tcgetattr(terminal.master)[3] & USUAL
    os.kill(terminal.pid, number)
    terminal.wait_for_end()
    assert count_kept(home, state) == state.kept
    assert "Traceback" not in terminal.text()
    if number != signal.SIGKILL:  # keys echo and come in lines, there is a cursor
        modes = termios.tcgetattr(terminal.master)
        assert modes[3] & USUAL == USUAL
        assert modes[0] & termios.ICRNL
        for on, off in ((b"[?25l", b"[?25h"), (b"[?2004h", b"[?2004l"), (b"[?7l", b"[?7h")):
            assert terminal.raw.rfind(off) >= terminal.raw.rfind(on)


def test_a_window_of_another_size_takes_the_answer(sit, answers):
    terminal = sit(*list_words(STATES["typing"]), columns=100, rows=30)
    come_to(terminal, STATES["typing"])
    terminal.resize(60, 24)
    terminal.press_at_once("reduce\r")
    terminal.wait_for("Asked again")
    assert len(answers()) == 2


@pytest.fixture
def start_job(home, tmp_path, tiny_folder):
    """Runs a command on a terminal of its own, where SIGHUP may be ignored as by nohup."""
    started = []
    env = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(home),
        "PTQUIZ_HOME": str(home), "TERM": "xterm-256color", "PYTHONUTF8": "1", "LANG": "C.UTF-8",
        "PYTHONPATH": str(Path(__file__).parents[2]), "PS1": "shell: ",
    }  # fmt: skip

    def start(*command, nohup=False):
        pid, master = pty.fork()
        if pid == 0:
            signal.signal(signal.SIGHUP, signal.SIG_IGN if nohup else signal.SIG_DFL)
            os.chdir(tmp_path)
            os.execvpe(command[0], command, env)
        ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
        started.append(Terminal(pid, master, 80, 30))
        return started[-1]

    yield start
    for job in started:
        os.kill(job.pid, signal.SIGKILL)
        os.waitpid(job.pid, 0)
        job.close()


def make_command(state, course):
    code = (
        "from flashcards.cli import main; from flashcards.terminal import prompts; "
        "prompts.GUARD_SECONDS = 0; main()"
    )
    return ["python", "-c", code, *list_words(state), "--course", str(course)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["question", "typing"])
def test_ctrl_z_gives_a_shell_its_terminal_and_fg_comes_back(start_job, tiny_folder, home, name):
    state = STATES[name]
    shell = start_job("bash", "--norc", "--noprofile", "-i")
    shell.wait_for("shell:")
    shell.press_at_once(f"{shlex.join(make_command(state, tiny_folder))}\r")
    shell.begin()
    come_to(shell, state)
    for turn in (1, 2):
        shell.press_at_once("\x1a")
        shell.wait_for("Stopped", times=turn)
        shell.press_at_once(f"echo it-is-$((40+{turn}))\r")
        shell.wait_for(f"it-is-{40 + turn}")
        shell.press_at_once("fg\r")
        shell.wait_until_keys_count()
    shell.press("reduce\r" if name == "typing" else "1")
    shell.wait_for("Asked again")
    assert count_kept(home, state) == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("nohup", [True, False], ids=["nohup", "usual"])
def test_a_terminal_that_goes_away_ends_the_quiz(start_job, tiny_folder, home, nohup):
    state = STATES["feedback"]
    terminal = start_job(*make_command(state, tiny_folder), nohup=nohup)
    terminal.begin()
    come_to(terminal, state)
    terminal.close()
    end = time.monotonic() + 60
    while os.waitid(os.P_PID, terminal.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        assert time.monotonic() < end, "it still runs"
        time.sleep(0.05)
    assert count_kept(home, state) == 2
