"""A learner at a real terminal: keys in, a screen out."""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import pyte

PATIENCE = float(os.environ.get("PATIENCE", 120))
CURSOR_QUESTION = b"\x1b[6n"
PAGE = b"\x1b[2J"
"""What begins a page: it is cleared."""
KEY_LINES = ("q quit", "q 退出", "(y/N)", "q not now", "q 暂不开始", "help >", "帮助 >")
"""What stands in the keys of a prompt, in both languages."""
BEGINS = ("Enter begin", "Enter 开始", "Enter: begin", "Enter: 开始")
"""The same on the first page, which has nothing to answer."""


def has_keys(screen):
    """Whether a prompt waits for keys on the screen."""
    return any(words in screen for words in KEY_LINES)


def read_screen(screen, *history):
    """The lines of a screen of pyte, after others of its width.

    As its `display`, in a quarter of the time: that measures each letter again.
    """
    columns = range(screen.columns)
    lines = (*history, *(screen.buffer[y] for y in range(screen.lines)))
    return ["".join([line[x].data for x in columns]).rstrip() for line in lines]


class Forker:
    """Hands out terminals with a quiz running on them."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        theirs.set_inheritable(True)
        root = Path(__file__).parents[2]
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("forker.py")), str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        theirs.close()

    def start(self, arguments, env, columns=80, rows=40, encoding="utf-8"):
        wanted = {
            "arguments": list(arguments),
            "env": {**env},
            "columns": columns,
            "rows": rows,
            "encoding": encoding,
        }
        self._ours.sendall(json.dumps(wanted).encode())
        message, descriptors, _, _ = socket.recv_fds(self._ours, 100, 1)
        return Terminal(int(message), descriptors[0], columns, rows)

    def run(self, lines="", timeout=PATIENCE, **wanted):
        """What came of `ptquiz` with these arguments, environment, folder and lines as input."""
        with ExitStack() as files:
            given, out, err = (files.enter_context(TemporaryFile()) for _ in range(3))
            given.write(lines.encode())
            given.seek(0)
            reading, writing = os.pipe()
            files.callback(os.close, reading)
            wanted = {"folder": os.getcwd(), **wanted}
            sent = [given.fileno(), out.fileno(), err.fileno(), writing]
            socket.send_fds(self._ours, [json.dumps(wanted).encode()], sent)
            os.close(writing)
            pid = int(self._ours.recv(100))
            if not select.select([reading], [], [], timeout)[0]:
                os.kill(pid, signal.SIGKILL)
                raise subprocess.TimeoutExpired(str(wanted), timeout)
            code = int(os.read(reading, 10) or -1)
            for file in (out, err):
                file.seek(0)
            said = (file.read().decode().replace("\r\n", "\n") for file in (out, err))
            return subprocess.CompletedProcess(wanted.get("arguments"), code, *said)

    def close(self) -> None:
        self._ours.close()
        self._process.wait(10)


@cache
def get_forker() -> Forker:
    """The one of this worker; it ends with it."""
    made = Forker()
    atexit.register(made.close)
    return made


class Terminal:
    """One quiz on one terminal."""

    def __init__(self, pid, master, columns, rows):
        self.pid = pid
        self.raw = b""
        self.rules = ""
        self._master = master
        self._size = columns, rows
        self._drawn = 0
        self._gone = False
        self._begin_page()

    def _begin_page(self):
        self._screen = pyte.HistoryScreen(*self._size, history=5000)
        self._stream = pyte.ByteStream(self._screen)

    def read(self, seconds=0.0):
        """Takes what is there within so many seconds; False if nothing came."""
        if self._gone or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            data = b""
        if not data:
            self._gone = True
            return False
        self.raw += data
        if CURSOR_QUESTION in self.raw[-len(data) - len(CURSOR_QUESTION) + 1 :]:
            self._draw()
            cursor = self._screen.cursor
            os.write(self._master, f"\x1b[{cursor.y + 1};{cursor.x + 1}R".encode())
        return True

    def _draw(self):
        first, *pages = self.raw[self._drawn :].split(PAGE)
        self._drawn = len(self.raw)
        self._stream.feed(first)
        for page in pages:
            self._begin_page()
            self._stream.feed(page)

    def text(self):
        """The page as lines, with what has scrolled away."""
        self._draw()
        return "\n".join(read_screen(self._screen, *self._screen.history.top)).rstrip()

    def display(self):
        """What is on the screen now, without what has scrolled away."""
        self._draw()
        return "\n".join(read_screen(self._screen))

    def wait_for(self, words, times=1):
        """Reads until the words are on the page so many times."""
        self.wait_until(lambda text: text.count(words) >= times, f"never saw {words!r}")

    def wait_until(self, holds, complaint):
        """Reads until it holds for the text of the page."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text()):
            is_over = self._gone or time.monotonic() > end
            if not self.read(0.05) and is_over:
                raise AssertionError(f"{complaint}:\n{self.text()}")
        while self.read():
            pass

    def press(self, keys):
        """Presses keys as soon as they count."""
        self.wait_until_keys_count()
        self.press_at_once(keys)

    def press_at_once(self, keys):
        os.write(self._master, keys if isinstance(keys, bytes) else keys.encode())

    def answer(self, keys, then):
        """Presses keys and waits for words that were not on the page, and for keys to count."""
        self.wait_until_keys_count()
        assert then not in self.text(), f"{then!r} was there before:\n{self.text()}"
        self.press_at_once(keys)
        self.wait_for(then)
        self.wait_until_keys_count()

    def begin(self):
        """Reads the first page or the rules of an exam, which are kept as `rules`, and begins."""
        self.wait_until_keys_count()
        self.rules = self.text()
        if any(words in self.rules for words in BEGINS):
            self.press_at_once("\r")
            self.wait_until(
                lambda text: not any(words in text for words in BEGINS) or " >" in text,
                "does not begin",
            )

    def hand_in(self):
        """Says yes when it is asked after the last answer of an exam."""
        self.wait_for("Hand in?")
        self.press("y")

    def wait_until_keys_count(self):
        """Reads until a prompt waits for keys, or nothing runs any more."""
        while self.read():
            pass
        self.wait_until(lambda _: self._gone or has_keys(self.display()), "no line of keys")

    def finish(self):
        """Reads to the end; the exit code."""
        self.wait_for_end()
        self.close()
        code = self.text().rpartition("[exit ")[2]
        return int(code.partition("]")[0])

    def wait_for_end(self):
        """Reads until nothing runs on the terminal any more; it stays open."""
        end = time.monotonic() + PATIENCE
        while not self._gone:
            self.read(0.1)
            if time.monotonic() > end:
                raise AssertionError(f"does not end:\n{self.text()}")

    def kill(self, how=signal.SIGKILL):
        os.kill(self.pid, how)
        self.wait_for_end()
        self.close()

    def resize(self, columns, rows):
        import struct
        from fcntl import ioctl
        from termios import TIOCSWINSZ

        ioctl(self._master, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._size = columns, rows
        self._screen.resize(rows, columns)

    def close(self):
        if self._master >= 0:
            os.close(self._master)
            self._master = -1
