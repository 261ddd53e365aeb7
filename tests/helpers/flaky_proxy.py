"""A way to the server that breaks: after so many bytes the connection is cut."""

from __future__ import annotations

import contextlib
import socket
import threading


class FlakyProxy:
    """Forwards connections on the loopback; `left` bytes may still pass, None for all."""

    def __init__(self, port: int) -> None:
        self.left: int | None = None
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

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
                    break
        _cut(source)
        _cut(target)

    def _take(self, wanted: int) -> int:
        with self._lock:
            if self.left is None:
                return wanted
            allowed = min(wanted, self.left)
            self.left -= allowed
            return allowed


def _cut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
