"""A way to the server that breaks: after so many bytes the connections are cut."""

from __future__ import annotations

import contextlib
import socket
import threading


class FlakyProxy:
    """Forwards connections on the loopback, until so many bytes have passed."""

    def __init__(self, port: int) -> None:
        self._left: int | None = None
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def break_after(self, left: int | None) -> None:
        """Cuts all connections after so many bytes; with None everything passes again."""
        self._left = left

    def close(self) -> None:
        for each in (self._listener, *self._open):
            _cut(each)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._copy, args=ends, daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                allowed = self._take(len(data))
                target.sendall(data[:allowed])
                if allowed < len(data):
                    break
        _cut(source)
        _cut(target)

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
