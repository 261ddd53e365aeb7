"""The gate: the only way on which Anki's engine reaches the network.

The engine goes wherever a server sends it, and takes the account's key along. What it does
obey is the environment's proxy, so it is told one of ours, on the loopback, that speaks
SOCKS 5 and connects it to the learner's server and to nothing else. Bytes pass as they are:
encryption and certificates stay between the engine and the server. A proxy of the learner's
own is used on the way.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from ipaddress import ip_address
from threading import Thread
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from flashcards.errors import find_message
from flashcards.words.message import Message

ANKIWEB = "AnkiWeb"
_ANKIWEB_HOSTS, _ANKIWEB_ADDRESS = ".ankiweb.net", "https://sync.ankiweb.net/"
_PORTS = {"http": 80, "https": 443}
_PIECE = 1 << 18
_PATIENCE_S = 10
"""Seconds for each address of a host; the engine itself waits for thirty."""
_NOWHERE = "gate.invalid"
_GREETING, _WELCOME = b"\5\1\0", b"\5\0"
_CONNECTED, _DENIED = b"\5\0\0\1" + bytes(6), b"\5\2\0\1" + bytes(6)
_TLS_HANDSHAKE = b"\x16"


def find_gate() -> Gate:
    """The gate of this process, opened at its first use; threads do not survive a fork."""
    return _open_gate(os.getpid())


@cache
def _open_gate(_process: int) -> Gate:
    return Gate()


def is_ankiweb(address: str) -> bool:
    """Whether an address is one of AnkiWeb's many."""
    parts = urlsplit(address)
    return parts.scheme == "https" and (parts.hostname or "").endswith(_ANKIWEB_HOSTS)


class Gate:
    """Connects the engine to one server, and remembers what went wrong."""

    def __init__(self) -> None:
        self.server = ANKIWEB
        """What the learner calls the server."""
        self.refused = ""
        """Where the server wanted to send us."""
        self.failed: Message | None = None
        """Why the server could not be reached."""
        self._target = urlsplit(f"https://{_NOWHERE}")
        self._last_asked = ""
        self._listener = socket.create_server(("127.0.0.1", 0))
        Thread(target=self._listen, daemon=True).start()

    def is_used_by(self, connect: Callable[[str], None]) -> bool:
        """Whether an engine takes this way, after it was made to connect to an address.

        It reads the environment at its first connection and never again.
        """
        self._last_asked = ""
        with _only_proxy(f"socks5h://127.0.0.1:{self._listener.getsockname()[1]}"):
            connect(f"http://{_NOWHERE}/")
        return self._last_asked == _NOWHERE

    def open_to(self, address: str) -> None:
        """Lets the engine go to the server at an address, empty for AnkiWeb, and to no other."""
        self._target = urlsplit(address or _ANKIWEB_ADDRESS)
        self.server = ANKIWEB if not address or is_ankiweb(address) else address
        self.refused, self.failed = "", None

    def is_open_to(self, host: str, port: int) -> bool:
        """Whether the engine may connect to a host."""
        if self.server == ANKIWEB:
            return host.endswith(_ANKIWEB_HOSTS) and port == _PORTS["https"]
        own = self._target.port or _PORTS[self._target.scheme]
        return (_pack(self._target.hostname or ""), own) == (_pack(host), port)

    def _listen(self) -> None:
        while True:
            near, _ = self._listener.accept()
            Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        """Answers one connection of the engine and passes its bytes on."""
        with near, suppress(OSError, ValueError, IndexError):
            request, host, port = _read_request(near)
            self._last_asked = host
            if not self.is_open_to(host, port):
                name = f"https://{host}/" if port == _PORTS["https"] else f"{host}:{port}"
                self.refused = self.refused or name
                near.sendall(_DENIED)
                return
            try:
                far, reply = _connect(self._target.scheme, host, port, request)
            except OSError as error:
                self.failed = self.failed or find_message(error)
                near.sendall(_DENIED)
                return
            with far:
                near.sendall(reply)
                self._pass_on(near, far)

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        """Passes bytes both ways; what is not encrypted never goes to a server with https."""
        back = Thread(target=_copy, args=(far, near), daemon=True)
        back.start()
        first = near.recv(1, socket.MSG_PEEK)
        if self._target.scheme == "https" and first not in (b"", _TLS_HANDSHAKE):
            self.refused = self.refused or f"http://{self._target.hostname}/"
            _cut(near, far)
        else:
            _copy(near, far)
        back.join()


def _read_request(near: socket.socket) -> tuple[bytes, str, int]:
    """Greets a client of SOCKS 5: what it asks for, and the host and port in it."""
    near.recv(near.recv(2, socket.MSG_WAITALL)[1], socket.MSG_WAITALL)
    near.sendall(_WELCOME)
    head = near.recv(5, socket.MSG_WAITALL)
    length = {1: 4, 4: 16}.get(head[3], 1 + head[4])
    request = head + near.recv(length + 1, socket.MSG_WAITALL)
    name, port = request[4:-2], int.from_bytes(request[-2:], "big")
    if head[3] == 3:  # a name after its length
        return request, name[1:].decode("ascii").strip("[]"), port
    return request, str(ip_address(name)), port


def _connect(scheme: str, host: str, port: int, request: bytes) -> tuple[socket.socket, bytes]:
    """A connection to a server, and what the engine is answered. Raises OSError."""
    proxy = _find_proxy(scheme, host)
    if proxy is None:
        far, reply = socket.create_connection((host, port), _PATIENCE_S), _CONNECTED
    else:
        try:
            far, reply = _connect_through(proxy, host, port, request)
        except (OSError, ValueError) as error:
            reason = find_message(error)
            raise OSError(Message("proxy-failed", host=proxy.hostname, reason=reason)) from error
    far.settimeout(None)
    return far, reply


def _connect_through(
    proxy: SplitResult, host: str, port: int, request: bytes
) -> tuple[socket.socket, bytes]:
    """The same by a proxy of the learner's own; one that speaks SOCKS answers the engine itself."""
    name = proxy.hostname or ""
    if proxy.scheme == "http":
        from base64 import b64encode
        from http.client import HTTPConnection

        secret = unquote(f"{proxy.username}:{proxy.password or ''}").encode()
        headers = {"Proxy-Authorization": f"Basic {b64encode(secret).decode()}"}
        tunnel = HTTPConnection(name, proxy.port or _PORTS["http"], timeout=_PATIENCE_S)
        tunnel.set_tunnel(host, port, headers if proxy.username else {})
        tunnel.connect()
        return tunnel.sock, _CONNECTED
    if not proxy.scheme.startswith("socks5"):
        raise OSError(Message("proxy-unknown", kind=proxy.scheme))
    far = socket.create_connection((name, proxy.port or 1080), _PATIENCE_S)
    far.sendall(_GREETING)
    if far.recv(2) != _WELCOME:
        far.close()
        raise OSError(Message("proxy-wants-password"))
    far.sendall(request)
    return far, b""


def _find_proxy(scheme: str, host: str) -> SplitResult | None:
    """The proxy that the environment names for a host; None if it names none, or not for it."""
    named = getproxies_environment()
    address = named.get(scheme) or named.get("all")
    if not address or proxy_bypass(host):
        return None
    return urlsplit(address if "://" in address else f"http://{address}")


@contextmanager
def _only_proxy(address: str) -> Iterator[None]:
    """An environment that names one proxy for everything."""
    names = [f"{kind}_PROXY" for kind in ("HTTP", "HTTPS", "ALL")]
    values = {**dict.fromkeys(names, address), "NO_PROXY": _NOWHERE.replace("gate", "none")}
    values |= {name.lower(): value for name, value in values.items()}
    before = dict(os.environ)
    os.environ.update(values)
    os.environ.pop("REQUEST_METHOD", None)  # of a web server, and then proxies are ignored
    try:
        yield
    finally:
        for name in values.keys() - before.keys():
            os.environ.pop(name, None)
        os.environ.update(before)


def _pack(host: str) -> bytes | str:
    """A host in one way of writing: an address as its bytes, a name in small letters."""
    with suppress(OSError):
        return socket.inet_aton(host)
    with suppress(OSError):
        return socket.inet_pton(socket.AF_INET6, host)
    return host.lower()


def _copy(source: socket.socket, target: socket.socket) -> None:
    """Passes bytes on in one direction; the end of one is the end of both."""
    with suppress(OSError):
        while data := source.recv(_PIECE):
            target.sendall(data)
    _cut(source, target)


def _cut(*ends: socket.socket) -> None:
    for each in ends:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
