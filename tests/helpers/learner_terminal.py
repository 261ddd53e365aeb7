"""A learner at a real terminal: keys in, a screen out."""

import atexit
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from fcntl import ioctl
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from termios import TIOCSWINSZ

import pyte

PATIENCE = float(os.environ.get("PATIENCE", 120))
PAGE = b"\x1b[2J"
"""What begins a page: it is cleared."""
KEYS = re.compile(r"q quit|q 退出|q not now|\([yY]/[nN]\)|\? help|\? 帮助|help >|帮助 >")
"""What stands in the keys of a prompt, in both languages."""
BEGINS = re.compile(r"Enter:? (begin|开始)")
"""The same on the first page, which has nothing to answer."""


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
        """The terminal on which `ptquiz` runs with these arguments."""
        wanted = {"arguments": list(arguments), "env": env, "encoding": encoding}
        self._ours.sendall(json.dumps({**wanted, "columns": columns, "rows": rows}).encode())
        message, descriptors, _, _ = socket.recv_fds(self._ours, 100, 1)
        return Terminal(int(message), descriptors[0], columns, rows)

    def run(self, lines="", timeout=PATIENCE, **wanted):
        """What came of `ptquiz` with these arguments, environment, folder and lines as input."""
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
            given.write(lines.encode())
            given.seek(0)
            request = json.dumps({"folder": os.getcwd(), **wanted}).encode()
            socket.send_fds(self._ours, [request], [file.fileno() for file in (given, out, err)])
            if not select.select([self._ours], [], [], timeout)[0]:
                self._process.kill()
                raise subprocess.TimeoutExpired(str(wanted), timeout)
            code = int(self._ours.recv(100))
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
        self.master = master
        self.raw = b""
        self.rules = ""
        self._size = columns, rows
        self._drawn = 0
        self._gone = False
        self._begin_page()

    def _begin_page(self):
        self._screen = pyte.HistoryScreen(*self._size, history=5000)
        self._stream = pyte.ByteStream(self._screen)

    def read(self, seconds=0.0):
        """Takes what is there within so many seconds; False if nothing came."""
        if self._gone or not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # nothing has it open any more
            data = b""
        self._gone = not data
        self.raw += data
        return bool(data)

    def display(self, whole=False):
        """What is on the screen now, as `display` of pyte, which is slower; or the whole page."""
        first, *pages = self.raw[self._drawn :].split(PAGE)
        self._drawn = len(self.raw)
        self._stream.feed(first)
        for page in pages:
            self._begin_page()
            self._stream.feed(page)
        screen = self._screen
        rows = [screen.buffer[y] for y in range(screen.lines)]
        rows = [*screen.history.top, *rows] if whole else rows
        lines = ("".join(row[x].data for x in range(screen.columns)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def text(self):
        """The page as lines, with what has scrolled away."""
        return self.display(whole=True).rstrip()

    def wait_until(self, holds, complaint):
        """Reads until it holds for the text of the page."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text()):
            is_over = self._gone or time.monotonic() > end
            if not self.read(0.05) and is_over:
                raise AssertionError(f"{complaint}:\n{self.text()}")
        while self.read():
            pass

    def wait_for(self, words, times=1):
        """Reads until the words are on the page so many times."""
        self.wait_until(lambda text: text.count(words) >= times, f"never saw {words!r}")

    def wait_until_keys_count(self):
        """Reads until a prompt waits for keys, or nothing runs any more."""
        while self.read():
            pass
        self.wait_until(lambda _: self._gone or KEYS.search(self.display()), "no line of keys")

    def press_at_once(self, keys):
        os.write(self.master, keys if isinstance(keys, bytes) else keys.encode())

    def press(self, keys):
        """Presses keys as soon as they count."""
        self.wait_until_keys_count()
        self.press_at_once(keys)

    def answer(self, keys, then):
        """Presses keys and waits for words that were not on the page, and for keys to count."""
        self.wait_until_keys_count()
        assert then not in self.text(), f"{then!r} was there before:\n{self.text()}"
        self.press_at_once(keys)
        self.wait_for(then)
        self.wait_until_keys_count()

    def insist(self, keys, then):
        """Presses keys again and again until the words come: what is dropped is no answer."""
        end = time.monotonic() + PATIENCE
        while then not in self.text():
            assert time.monotonic() < end, f"never saw {then!r}:\n{self.text()}"
            self.press_at_once(keys)
            self.read(1)
            while self.read(0.3):
                pass

    def number_of(self, option):
        """The number that an option has in the list on the page, as soon as it is drawn."""
        line = re.compile(rf"^[ ›○●✓✗]*(\d)  {re.escape(option)}\s*$", re.MULTILINE)
        self.wait_until(line.search, f"{option} is not on the page")
        return line.findall(self.text())[-1]

    def begin(self):
        """Reads the first page or the rules of an exam, which are kept as `rules`, and begins."""
        self.wait_until_keys_count()
        self.rules = self.text()
        if BEGINS.search(self.rules):
            self.press_at_once("\r")
            self.wait_until(lambda text: not BEGINS.search(text) or " >" in text, "does not begin")

    def wait_for_end(self):
        """Reads until nothing runs on the terminal any more; it stays open."""
        end = time.monotonic() + PATIENCE
        while not self._gone:
            self.read(0.1)
            assert time.monotonic() < end, f"does not end:\n{self.text()}"

    def finish(self):
        """Reads to the end; the exit code."""
        self.wait_for_end()
        self.close()
        return int(self.text().rpartition("[exit ")[2].partition("]")[0])

    def kill(self, how=signal.SIGKILL):
        os.kill(self.pid, how)
        self.wait_for_end()
        self.close()

    def resize(self, columns, rows):
        ioctl(self.master, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._size = columns, rows
        self._screen.resize(rows, columns)

    def close(self):
        if self.master >= 0:
            os.close(self.master)
            self.master = -1
