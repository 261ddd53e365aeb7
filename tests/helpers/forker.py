"""Starts `ptquiz` on pseudo-terminals or pipes without paying for imports and course each time.

Everything is imported once; each request forks a child that becomes a fresh `ptquiz`: on a
terminal of its own, whose master side travels back over a socket, or on the files that came
with the request.
"""

import gc
import importlib
import json
import os
import pkgutil
import pty
import signal
import socket
import struct
import sys
import time
import traceback
from contextlib import suppress
from fcntl import ioctl
from termios import TIOCSWINSZ

import flashcards
from flashcards.cli import run
from flashcards.reviews.memory import Schedule
from flashcards.terminal import prompts
from flashcards.words import LANGUAGES, load_texts
from tests.helpers.builtin import builtin_course, remember_builtin

LIBRARIES = (
    "anki.collection",
    "asyncio",
    "prompt_toolkit.input.vt100",
    "prompt_toolkit.output.vt100",
    "pygments.lexers.python",
    "questionary",
    "rich.markdown",
)


def serve(channel: socket.socket) -> None:
    ours = (module.name for module in pkgutil.walk_packages(flashcards.__path__, "flashcards."))
    for name in (*ours, *LIBRARIES):
        if not name.endswith("__main__"):
            importlib.import_module(name)
    Schedule().review(None, 3, 0)  # loads the scheduler once for all children
    for lang in LANGUAGES:
        load_texts(lang)
    remember_builtin()
    builtin_course()
    gc.freeze()
    while True:
        request, files, _, _ = socket.recv_fds(channel, 65536, 3)
        if not request:
            return
        with suppress(ChildProcessError):  # those on terminals that ended
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        wanted = json.loads(request)
        if files:
            channel.sendall(str(run_on_files(wanted, files)).encode())
            continue
        pid, master = pty.fork()
        if pid == 0:
            signal.sigwait([signal.SIGUSR1])  # until the terminal has its size
            print(f"[exit {become(wanted)}]", flush=True)
            os._exit(0)
        ioctl(master, TIOCSWINSZ, struct.pack("HHHH", wanted["rows"], wanted["columns"], 0, 0))
        os.kill(pid, signal.SIGUSR1)
        socket.send_fds(channel, [str(pid).encode()], [master])
        os.close(master)


def run_on_files(wanted: dict, files: list[int]) -> int:
    """The exit code of a child with standard input, output and errors."""
    if (pid := os.fork()) == 0:
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.chdir(wanted["folder"])
        os._exit(become(wanted))
    for file in files:
        os.close(file)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def become(wanted: dict) -> int:
    """The child: fresh streams, its own environment, then the command line."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup's way is inherited
    os.environ.clear()
    os.environ.update(wanted["env"])
    prompts.GUARD_SECONDS = float(os.environ.get("KEY_GUARD", 0))  # no key is pressed by accident
    time.tzset()
    encoding = wanted.get("encoding", "utf-8")
    sys.stdin = sys.__stdin__ = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    code = 70
    try:
        code = run(wanted["arguments"])
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    return code


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    serve(socket.socket(fileno=int(sys.argv[1])))
