"""Starts quizzes on pseudo-terminals without paying for the imports each time.

Everything is imported once; each request forks a child that becomes a fresh
`ptquiz` on a terminal of its own. The master side travels back over a socket.
"""

import gc
import importlib
import json
import os
import pty
import signal
import socket
import struct
import sys
from fcntl import ioctl
from termios import TIOCSWINSZ

from flashcards.cli import run
from flashcards.reviews.scheduler import Schedule

NEEDED = (
    "asyncio",
    "flashcards.commands.exam",
    "flashcards.commands.environment",
    "flashcards.study.session",
    "flashcards.study.start",
    "flashcards.terminal.console",
    "flashcards.commands.typer_app",
    "flashcards.terminal.lines",
    "flashcards.terminal.prompts",
    "flashcards.terminal.screen",
    "flashcards.terminal.keyboard",
    "flashcards.terminal.exam_view",
    "flashcards.reviews.backup",
    "flashcards.terminal.session_view",
    "flashcards.source",
    "prompt_toolkit.input.vt100",
    "prompt_toolkit.output.vt100",
    "pygments.lexers.python",
    "rich.markdown",
)


def serve(channel: socket.socket) -> None:
    for name in NEEDED:
        importlib.import_module(name)
    Schedule().review(None, 3, 0)  # loads the scheduler once for all children
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while request := channel.recv(65536):
        wanted = json.loads(request)
        pid, master = pty.fork()
        if pid == 0:
            become(wanted)
        ioctl(master, TIOCSWINSZ, struct.pack("HHHH", wanted["rows"], wanted["columns"], 0, 0))
        os.kill(pid, signal.SIGUSR1)
        socket.send_fds(channel, [str(pid).encode()], [master])
        os.close(master)


def become(wanted: dict) -> None:
    """The child: fresh streams, its own environment, then the command line."""
    signal.sigwait([signal.SIGUSR1])
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update({"PTQUIZ_KEY_GUARD": "0", **wanted["env"]})
    encoding = wanted.get("encoding", "utf-8")
    sys.stdin = sys.__stdin__ = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    code = 70
    try:
        code = run(wanted["arguments"])
    except BaseException:
        import traceback

        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    print(f"[exit {code}]", flush=True)
    os._exit(code)


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    serve(socket.socket(fileno=int(sys.argv[1])))
