"""A learner at a real terminal: keys in, a screen out."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyte

PATIENCE = 30.0
PAUSE_AFTER_PAINT = 0.02
CURSOR_QUESTION = b"\x1b[6n"


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

    def close(self) -> None:
        self._ours.close()
        self._process.wait(10)


class Terminal:
    """One quiz on one terminal."""

    def __init__(self, pid, master, columns, rows):
        self.pid = pid
        self.raw = b""
        self._master = master
        self._screen = pyte.HistoryScreen(columns, rows, history=5000)
        self._stream = pyte.ByteStream(self._screen)
        self._drawn = 0
        self._gone = False

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
        if CURSOR_QUESTION in data:
            self._draw()
            cursor = self._screen.cursor
            os.write(self._master, f"\x1b[{cursor.y + 1};{cursor.x + 1}R".encode())
        return True

    def _draw(self):
        self._stream.feed(self.raw[self._drawn :])
        self._drawn = len(self.raw)

    def text(self):
        """Everything ever shown that is still in the scrollback, as lines."""
        self._draw()
        history = [
            "".join(line[x].data for x in range(self._screen.columns))
            for line in self._screen.history.top
        ]
        return "\n".join(line.rstrip() for line in [*history, *self._screen.display]).rstrip()

    def wait_for(self, words, times=1):
        """Reads until the words are on the screen so many times, then to the end of the paint."""
        self.wait_until(lambda text: text.count(words) >= times, f"never saw {words!r}")

    def wait_until(self, holds, complaint):
        """Reads until it holds for the text, and then to the end of the paint."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text()):
            if (not self.read(0.05) and self._gone) or time.monotonic() > end:
                raise AssertionError(f"{complaint}:\n{self.text()}")
        while self.read(PAUSE_AFTER_PAINT):
            pass

    def press(self, keys):
        os.write(self._master, keys if isinstance(keys, bytes) else keys.encode())

    def display(self):
        """What is on the screen now, without what has scrolled away."""
        self._draw()
        return "\n".join(line.rstrip() for line in self._screen.display)

    def answer(self, keys, then):
        """Presses keys and waits for one more of the words that follow."""
        before = self.text().count(then)
        self.press(keys)
        self.wait_for(then, before + 1)

    def finish(self):
        """Reads to the end; the exit code."""
        end = time.monotonic() + PATIENCE
        while not self._gone:
            self.read(0.1)
            if time.monotonic() > end:
                raise AssertionError(f"does not end:\n{self.text()}")
        self.close()
        code = self.text().rpartition("[exit ")[2]
        return int(code.partition("]")[0])

    def wait_for_end(self):
        """Reads until nothing runs on the terminal any more; it stays open."""
        while not self._gone:
            self.read(5)

    def kill(self, how=signal.SIGKILL):
        os.kill(self.pid, how)
        while not self._gone:
            self.read(5)
        self.close()

    def resize(self, columns, rows):
        import struct
        from fcntl import ioctl
        from termios import TIOCSWINSZ

        ioctl(self._master, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._screen.resize(rows, columns)

    def close(self):
        if self._master >= 0:
            os.close(self._master)
            self._master = -1
