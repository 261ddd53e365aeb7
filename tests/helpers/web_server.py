"""Servers of web pages on this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import Any

_PORTS: set[int] = set()


class Quiet:
    """What a handler of requests is too that prints nothing."""

    def log_message(self, *told: object) -> None:
        pass


@contextmanager
def running(handler: Any) -> Iterator[Any]:
    """A server, while it lasts; its port had no page before, whose worker would answer for it."""
    while (server := ThreadingHTTPServer(("127.0.0.1", 0), handler)).server_port in _PORTS:
        server.server_close()
    _PORTS.add(server.server_port)
    server.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
