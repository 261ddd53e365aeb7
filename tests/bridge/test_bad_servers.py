"""Servers that are hostile, and commands as a learner types them: one line, nothing lost."""

import json
import os
import socket
import stat
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest

from flashcards.anki.bridge import engine
from flashcards.anki.bridge.engine import (
    Account,
    MirrorDamaged,
    SyncFailed,
    load_account,
    request_key,
)
from flashcards.commands import anki as commands
from flashcards.errors import FlashcardsError
from flashcards.reviews.store import ReviewLog
from tests.helpers.anki_devices import NAME, PASSWORD, Server, Terminal
from tests.helpers.learner_terminal import PATIENCE, get_forker
from tests.helpers.web_server import Quiet, running

ROOT = Path(__file__).parents[2]
SILENT = -1


def ptquiz(home, *words, given=""):
    env = {**os.environ, "PTQUIZ_HOME": str(home)}
    return get_forker().run(given, arguments=words, env=env, folder=str(ROOT))


class Recorder(Quiet, BaseHTTPRequestHandler):
    """Answers as it was told: a code, headers, a body; or not at all."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        chunked = self.headers.get("transfer-encoding") == "chunked"
        while chunked and (size := int(self.rfile.readline(), 16)):
            self.rfile.read(size + 2)
        if chunked:
            self.rfile.readline()
        code, headers, body = self.server.answer
        with suppress(OSError):
            if code == SILENT:
                self.server.asked.set()
                self.server.is_over.wait(20)
                self.server.gave_up = not self.server.is_over.is_set()
            elif code is None:
                self.connection.shutdown(socket.SHUT_RDWR)
            else:
                self.send_response(code)
                for name, value in {"content-length": len(body), **headers}.items():
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(body)


@contextmanager
def answering(code=500, headers=None, body=b""):
    with running(Recorder) as server:
        server.answer, server.gave_up = (code, headers or {}, body), False
        server.asked, server.is_over = Event(), Event()
        yield server


FOREIGN = "cannot be reached, or does not answer as a sync server"


@pytest.mark.parametrize(
    ("code", "headers", "body", "told"),
    [
        (200, {"anki-original-size": 5}, b"hello", FOREIGN),
        (200, {"content-length": 1000, "connection": "close"}, b"\x28\xb5\x2f\xfd", FOREIGN),
        (500, {}, b"\x1b[31m<html>\n\n../../etc/passwd" * 500, FOREIGN),
        (308, {"location": "http://127.0.0.1:9/"}, b"", FOREIGN),
        (None, {}, b"", FOREIGN),
        (403, {}, b"", "'ptquiz anki login' again"),
    ],
    ids=["nonsense", "half", "escape codes", "elsewhere", "hangs up", "no key"],
)
def test_a_hostile_server_is_one_line_and_changes_nothing(tmp_path, code, headers, body, told):
    with answering(code, headers, body) as server:
        Account(tmp_path / "anki", "me", "0" * 32, server.url).write()
        before = sorted(path.name for path in tmp_path.parent.iterdir())
        done = ptquiz(tmp_path, "anki", "sync")
        assert told in log_in(server.url)
    assert (done.returncode, done.stdout) == (1, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "\x1b" not in done.stderr
    assert sorted(path.name for path in tmp_path.parent.iterdir()) == before
    with ReviewLog(tmp_path / "reviews.db") as log:
        assert log.size() == 0


def log_in(url):
    try:
        request_key("me", "secret", url)
    except SyncFailed as error:
        return str(error)
    return ""


@pytest.mark.parametrize("address", ["ftp://host/", "host", "http://", "http://a:b@host/", "//x"])
def test_an_address_that_is_none_is_refused(tmp_path, address):
    with pytest.raises(FlashcardsError, match="is not an address such as"):
        engine.log_in(tmp_path, "me", "secret", address)


def test_a_damaged_account_says_how_to_mend_it(tmp_path):
    for text in ("{", "[]", '{"name": 1}', '{"evil": "x"}'):
        (tmp_path / "account.json").write_text(text)
        with pytest.raises(FlashcardsError, match="ptquiz anki login"):
            load_account(tmp_path)


@pytest.mark.usefixtures("devices")
def test_a_learner_logs_in_syncs_asks_and_leaves(tmp_path, server):
    home = tmp_path / "home"
    assert "not logged in" in ptquiz(home, "anki", "status").stdout
    assert json.loads(ptquiz(home, "anki", "status", "--json").stdout) == {"server": None}
    login = ("anki", "login", "--server", server.url, "--password-stdin")
    wrong = ptquiz(home, *login, given=f"{NAME}\nwrong\n")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (1, 1)
    assert not (home / "anki" / "account.json").exists()
    assert ptquiz(home, *login, given=f"{NAME}\n{PASSWORD}\n").returncode == 0
    kept = home / "anki" / "account.json"
    kept.write_text("{")  # damaged: logging in again mends it
    assert ptquiz(home, *login, given=f"{NAME}\n{PASSWORD}\n").returncode == 0
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert PASSWORD not in kept.read_text()
    done = ptquiz(home, "anki", "sync", "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")
    assert ptquiz(home, "anki", "sync").returncode == 0
    status = json.loads(ptquiz(home, "anki", "status", "--json").stdout)
    assert (status["server"], status["unsent"]) == (server.url, 0)
    assert status["last_sync"] > 0
    assert ptquiz(home, "anki", "logout").returncode == 0
    assert not kept.exists()
    assert not (home / "anki" / "mirror").exists()
    assert ptquiz(home, "anki", "sync").returncode == 1


@pytest.mark.parametrize("command", ["login", "sync"])
def test_ctrl_c_does_not_wait_for_the_server(tmp_path, command):
    with answering(SILENT) as server:
        words = ("--server", server.url, "--password-stdin") if command == "login" else ()
        if command == "sync":
            Account(tmp_path / "anki", "me", "0" * 32, server.url).write()
        env = {**os.environ, "PTQUIZ_HOME": str(tmp_path)}
        terminal = get_forker().start(("anki", command, *words), env)
        terminal.press_at_once("me\nsecret\n" if command == "login" else "")
        assert server.asked.wait(PATIENCE)
        terminal.press_at_once("\x03")
        assert terminal.finish() == 130
        server.is_over.set()
    assert not server.gave_up


def test_an_account_without_a_collection_says_so_before_a_deck_is_recommended(tmp_path):
    with Server(tmp_path / "server") as server:
        newcomer = Terminal(tmp_path / "home", server)
        for _ in range(2):
            with pytest.raises(MirrorDamaged, match="sync once from Anki itself"):
                newcomer.sync()


@pytest.mark.parametrize(
    ("address", "warns"),
    [
        ("http://192.168.1.20:8080/", True),
        ("HTTP://localhost.example.org/", True),
        ("http://[", True),
        ("https://example.org/", False),
        ("http://127.0.0.1:8080/", False),
        ("", False),
    ],
)
def test_login_warns_where_the_password_could_be_read(capsys, monkeypatch, address, warns):
    monkeypatch.setattr(commands, "log_in", lambda *arguments: Account(Path(), "me", "key"))
    commands.login(address, "me", "secret")
    assert ("can be read on the way" in capsys.readouterr().err) == warns
