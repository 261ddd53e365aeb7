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
from contextlib import suppress
from fcntl import ioctl
from termios import TIOCSWINSZ

import flashcards
from flashcards.cli import run
from flashcards.reviews.memory import Schedule
from flashcards.words import LANGUAGES, load_texts
from tests.helpers.builtin import builtin_course, remember_builtin
from tests.helpers.command_runner import print_each

LIBRARIES = (
    "asyncio",
    "prompt_toolkit.input.vt100",
    "prompt_toolkit.output.vt100",
    "pygments.lexers.python",
    "questionary",
    "rich.markdown",
)


def import_all() -> None:
    """Everything of ours but what runs when it is imported, and what it loads when needed."""
    ours = (each.name for each in pkgutil.walk_packages(flashcards.__path__, "flashcards."))
    for name in (*ours, *LIBRARIES):
        if not name.endswith("__main__"):
            importlib.import_module(name)


def serve(channel: socket.socket) -> None:
    import_all()
    Schedule().review(None, 3, 0)  # loads the scheduler once for all children
    for lang in LANGUAGES:
        load_texts(lang)
    remember_builtin()
    builtin_course()
    gc.freeze()
    signal.signal(signal.SIGCHLD, reap)
    while True:
        request, files, _, _ = socket.recv_fds(channel, 65536, 4)
        if not request:
            return
        wanted = json.loads(request)
        if files:
            channel.sendall(str(start_on_files(wanted, files)).encode())
            continue
        pid, master = pty.fork()
        if pid == 0:
            become_on_terminal(wanted)
        ioctl(master, TIOCSWINSZ, struct.pack("HHHH", wanted["rows"], wanted["columns"], 0, 0))
        os.kill(pid, signal.SIGUSR1)
        socket.send_fds(channel, [str(pid).encode()], [master])
        os.close(master)


def reap(*signalled: object) -> None:
    """Take leave of children that ended, so that their processor time is counted as ours."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def start_on_files(wanted: dict, files: list[int]) -> int:
    """A child with standard input, output and errors; the last file gets its exit code."""
    pid = os.fork()
    if pid == 0:
        for number, file in enumerate(files[:3]):
            os.dup2(file, number)
        os.chdir(wanted["folder"])
        os.write(files[3], str(become(wanted)).encode())
        os._exit(0)
    for file in files:
        os.close(file)
    return pid


def become_on_terminal(wanted: dict) -> None:
    signal.sigwait([signal.SIGUSR1])
    code = become(wanted)
    print(f"[exit {code}]", flush=True)
    os._exit(code)


def become(wanted: dict) -> int:
    """The child: fresh streams, its own environment, then the command lines."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])
    for each in (signal.SIGCHLD, signal.SIGHUP):  # nohup's way is inherited
        signal.signal(each, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update({"PTQUIZ_KEY_GUARD": "0", **wanted["env"]})
    time.tzset()
    encoding = wanted.get("encoding", "utf-8")
    sys.stdin = sys.__stdin__ = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    code = 70
    try:
        code = print_each(wanted["several"]) if "several" in wanted else run(wanted["arguments"])
    except BaseException:
        import traceback

        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    return code


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    serve(socket.socket(fileno=int(sys.argv[1])))
