"""A way to the server that breaks: after so many bytes the connection is cut, or stands still."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from concurrent.futures import Future


class FlakyProxy:
    """Forwards connections on the loopback, until so many bytes have passed."""

    def __init__(self, port: int) -> None:
        self._left: int | None = None
        self._kills = False
        self._victim: Future[int] = Future()
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._held: list[tuple[socket.socket, bytes]] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def break_after(self, left: int, kills: bool) -> None:
        """After so many bytes the connection is cut, or the process that syncs is killed.

        What that had sent then waits for `release`, as if the server were slow.
        """
        self._left, self._kills, self._victim = left, kills, Future()

    def tell_process(self, number: int) -> None:
        """Says which process is syncing."""
        self._victim.set_result(number)

    def release(self) -> None:
        """Lets everything pass again, and the server have what a killed process had sent."""
        self._left, self._kills = None, False
        for far, data in self._held:
            with contextlib.suppress(OSError):
                far.sendall(data)
        self._held.clear()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for each in self._open:
            _cut(each)
        for thread in self._threads:
            thread.join(5)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                thread = threading.Thread(target=self._copy, args=(source, target), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                allowed = self._take(len(data))
                target.sendall(data[:allowed])
                if allowed < len(data):
                    self._kill(target, data[allowed:])
                    break
        if not self._kills:
            _cut(source)
            _cut(target)

    def _kill(self, target: socket.socket, rest: bytes) -> None:
        with self._lock:
            if self._kills and not self._held:
                os.kill(self._victim.result(), signal.SIGKILL)
            self._held.append((target, rest))

    def _take(self, wanted: int) -> int:
        with self._lock:
            if self._left is None:
                return wanted
            allowed = min(wanted, self._left)
            self._left -= allowed
            return allowed


def _cut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
