"""Where Anki's engine goes: to the learner's server alone, whatever the server answers."""

import os
import socket
import threading
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from flashcards.anki.bridge.engine import (
    SyncFailed,
    engine_errors,
    make_auth,
    open_collection,
    request_key,
)
from flashcards.anki.bridge.gate import Gate, find_gate
from tests.helpers.anki_devices import free_port


class Recorder(BaseHTTPRequestHandler):
    """Remembers what it is sent and answers as it was told: a code, headers, a body."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        chunked = self.headers.get("transfer-encoding") == "chunked"
        while chunked and (size := int(self.rfile.readline(), 16)):
            self.rfile.read(size + 2)
        if chunked:
            self.rfile.readline()
        self.server.got.append((self.path, self.headers.get("anki-sync", "")))
        code, headers, body = self.server.answer
        with suppress(OSError):
            if code is None:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.send_response(code)
            for name, value in {"content-length": len(body), **headers}.items():
                self.send_header(name, str(value))
            self.end_headers()
            self.wfile.write(body)

    do_GET = do_POST

    def do_CONNECT(self):
        """As a proxy: passes on what it is sent, for one answer."""
        self.server.got.append((self.path, self.headers.get("proxy-authorization", "")))
        host, _, port = self.path.partition(":")
        with socket.create_connection((host, int(port))) as far:
            self.send_response(200)
            self.end_headers()
            pass_on(self.connection, far)
        self.close_connection = True


def pass_on(near, far):
    """One request and its answer."""
    far.sendall(near.recv(65536))
    while data := far.recv(65536):
        near.sendall(data)


def serve_socks(listener, port, got):
    """A proxy that speaks SOCKS 5, for one connection to an address of four bytes."""
    near, _ = listener.accept()
    with near, socket.create_connection(("127.0.0.1", port)) as far:
        got.append(near.recv(3, socket.MSG_WAITALL))
        near.sendall(b"\5\0")
        got.append(near.recv(10, socket.MSG_WAITALL))
        near.sendall(b"\5\0\0\1" + bytes(6))
        pass_on(near, far)


@contextmanager
def recording(code=500, headers=None, body=b""):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
    server.daemon_threads, server.got = True, []
    server.answer = (code, headers or {}, body)
    server.url = f"http://127.0.0.1:{server.server_port}/"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def col(tmp_path):
    made = open_collection(tmp_path / "collection.anki2")
    with closing(made):
        yield made


def sync(col, url):
    """What a sync with a server of one's own ends with."""
    try:
        with engine_errors():
            col.sync_collection(make_auth("the-key", url), False)
    except SyncFailed as error:
        return str(error)
    return ""


def log_in(url):
    try:
        request_key("me", "secret", url)
    except SyncFailed as error:
        return str(error)
    return ""


REDIRECTS = (301, 302, 303, 307, 308)


def test_a_redirect_takes_neither_key_nor_login_to_another_host(col, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("REQUEST_METHOD", "GET")
    wrong = []
    with recording() as own, recording() as other:
        there = other.url.replace("127.0.0.1", "localhost")
        for code in REDIRECTS:
            own.answer = (code, {"location": f"{there}sync/meta"}, b"")
            for said in (sync(col, own.url), log_in(own.url)):
                told = there.removeprefix("http://").rstrip("/") in said or code == 307
                wrong += [] if told and own.url in said else [(code, said)]
        assert len(own.got) == 2 * len(REDIRECTS)
        assert other.got == []
    assert wrong == []


def test_a_download_that_is_redirected_leaves_the_key_here(col):
    with recording() as own, recording() as other:
        own.answer = (302, {"location": other.url}, b"")
        col.close_for_full_sync()
        auth = make_auth("the-key", own.url)
        with pytest.raises(SyncFailed, match="your key goes to no other address"), engine_errors():
            col.full_upload_or_download(auth=auth, server_usn=None, upload=False)
        assert other.got == []
    col.reopen(after_full_sync=True)


def test_a_redirect_to_another_path_of_the_same_server_is_followed(col):
    with recording() as own:
        own.answer = (308, {"location": f"{own.url}anki/"}, b"")
        sync(col, own.url)
        assert [path for path, _ in own.got] == ["/sync/meta", "/anki/sync/meta"]


def test_the_gate_opens_to_the_server_and_to_nothing_else():
    gate = Gate()
    for address, opens, stays_shut in [
        ("http://192.168.1.20:8080/", [("192.168.1.20", 8080)], [("192.168.1.20", 80)]),
        ("http://home.example/", [("home.example", 80)], [("home.example", 443)]),
        ("https://Home.Example/a/", [("home.example", 443)], [("home.example", 80), ("x", 443)]),
        ("http://127.1:1/", [("127.0.0.1", 1)], [("127.0.0.2", 1)]),
        ("http://[::0001]:1/", [("::1", 1)], [("::2", 1)]),
        ("", [("sync.ankiweb.net", 443), ("sync7.ankiweb.net", 443)],
         [("sync.ankiweb.net", 80), ("ankiweb.net.evil.org", 443), ("evilankiweb.net", 443)]),
        ("https://sync7.ankiweb.net/", [("sync8.ankiweb.net", 443)], [("evil.org", 443)]),
        ("http://sync.ankiweb.net/", [("sync.ankiweb.net", 80)], [("sync7.ankiweb.net", 443)]),
    ]:  # fmt: skip
        gate.open_to(address)
        assert [each for each in opens if not gate.is_open_to(*each)] == [], address
        assert [each for each in stays_shut if gate.is_open_to(*each)] == [], address


def test_an_engine_that_takes_another_way_gets_no_key(tmp_path, monkeypatch):
    monkeypatch.setattr(Gate, "is_used_by", lambda gate, connect: False)
    with pytest.raises(SyncFailed, match="cannot watch where"):
        open_collection(tmp_path / "collection.anki2")
    with recording() as own:
        assert "cannot watch where" in log_in(own.url)
        assert own.got == []


def test_what_is_not_encrypted_never_goes_to_a_server_with_https(col):
    with recording() as own:
        auth = make_auth("the-key", own.url)
        find_gate().open_to(own.url.replace("http", "https"))
        with pytest.raises(SyncFailed), engine_errors():
            col.sync_collection(auth, False)
        assert own.got == []


def test_the_environment_is_as_it_was(col):
    assert not any("socks5h" in value for value in os.environ.values())


def test_a_proxy_of_the_learners_own_is_used(col, monkeypatch):
    monkeypatch.delenv("NO_PROXY", raising=False)
    with recording(500, {"connection": "close"}) as own, recording() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.replace("//", "//me:pass%20word@"))
        assert "encountered a problem" in sync(col, own.url)
        assert proxy.got == [(own.url[7:-1], "Basic bWU6cGFzcyB3b3Jk")]
        monkeypatch.setenv("http_proxy", f"127.0.0.1:{free_port()}")
        assert "cannot be reached: the proxy 127.0.0.1: " in sync(col, own.url)
        monkeypatch.setenv("NO_PROXY", "example.org, 127.0.0.1")
        assert "encountered a problem" in sync(col, own.url)
        assert len(own.got) == 2


def test_a_socks_proxy_of_the_learners_own_is_used(col, monkeypatch):
    monkeypatch.delenv("NO_PROXY", raising=False)
    got = []
    with (
        recording(500, {"connection": "close"}) as own,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        arguments = (listener, own.server_port, got)
        thread = threading.Thread(target=serve_socks, args=arguments, daemon=True)
        thread.start()
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{listener.getsockname()[1]}")
        assert "encountered a problem" in sync(col, own.url)
        thread.join()
        asked = b"\5\1\0\1\x7f\0\0\1" + own.server_port.to_bytes(2, "big")
        assert got == [b"\5\1\0", asked]
        monkeypatch.setenv("ALL_PROXY", "socks4://127.0.0.1:1")
        assert "ptquiz does not know the kind socks4" in sync(col, own.url)


ZSTD_BEGINNING = b"\x28\xb5\x2f\xfd"
SIZE = {"anki-original-size": 1000}
CUT = "The connection to URL broke off. Nothing is lost: try again."
STRANGE = "URL does not answer like a sync server of Anki ({}): is the address right?"
PROBLEM = (
    "The server stopped the sync: URL encountered a problem. Please try again in a few minutes."
)
SENTENCES = [
    (None, {}, CUT),
    (200, {**SIZE, "content-length": 1000, "connection": "close"}, CUT),
    (200, SIZE, STRANGE.format("nonsense")),
    (200, {}, STRANGE.format("a page or a redirect")),
    (404, {}, STRANGE.format("404 Not Found")),
    (500, {}, PROBLEM),
    (503, {}, PROBLEM),
    (501, {}, "URL wants a newer engine of Anki: pip install --upgrade 'ptquiz[anki]'"),
    (403, {}, "The server does not know this name and password, or no longer this key: "
              "'ptquiz anki login' again."),
]  # fmt: skip
"""What a server answers, and what the learner reads; URL is its address."""


def test_every_answer_of_a_server_is_told_in_words_that_name_it(col):
    wrong = {}
    with recording() as own:
        for code, headers, sentence in SENTENCES:
            own.answer = (code, headers, ZSTD_BEGINNING)
            wanted = sentence.replace("URL", own.url)
            for said in (sync(col, own.url), log_in(own.url)):
                wrong |= {} if said == wanted else {said: wanted}
    assert wrong == {}


def test_a_server_that_cannot_be_reached_is_named_with_the_reason(col):
    down = f"http://127.0.0.1:{free_port()}/"
    assert sync(col, down) == f"{down} cannot be reached: Connection refused"
    assert log_in("http://nowhere.invalid/").startswith(
        "http://nowhere.invalid/ cannot be reached: "
    )


def test_a_refused_login_is_told_from_other_failures(col):
    with recording(403) as own, pytest.raises(SyncFailed) as refused, engine_errors():
        col.sync_collection(make_auth("old-key", own.url), False)
    assert refused.value.message.id == "login-refused"
