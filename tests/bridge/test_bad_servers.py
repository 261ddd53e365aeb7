"""Servers that are hostile, and commands as a learner types them: one line, nothing lost."""

import json
import os
import select
import signal
import stat
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from flashcards.anki.bridge.account import Account, check_server, find_account, write_account
from flashcards.anki.bridge.engine import run_within_limits
from flashcards.anki.bridge.mirror import UploadWanted, find_status
from flashcards.commands import anki as commands
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError
from flashcards.reviews.store import open_reviews
from flashcards.words.catalog import find_words
from flashcards.words.message import Message, Names
from tests.helpers.anki_devices import NAME, PASSWORD, Terminal, household, serving
from tests.helpers.courses import sample_course
from tests.helpers.learner_terminal import get_forker

ROOT = Path(__file__).parents[2]


def ptquiz(home, *words, given=""):
    env = {**os.environ, "PTQUIZ_HOME": str(home)}
    return get_forker().run(given, arguments=words, env=env, folder=str(ROOT))


class Hostile(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        with suppress(OSError):
            getattr(self, self.server.manner)()

    def say(self, code, body, **headers):
        self.send_response(code)
        for name, value in {"content-length": len(body), **headers}.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)

    def nonsense(self):
        self.say(200, b"hello", anki_original_size=5)

    def escape_codes(self):
        self.say(500, b"\x1b[31m<html>\n\n../../etc/passwd" * 500)

    def elsewhere(self):
        self.say(308, b"", location="http://127.0.0.1:9/")

    def bomb(self):
        """Gigabytes in a few kilobytes."""
        from tests.helpers.mutations import import_zstd

        zstd = import_zstd()
        self.send_response(200)
        self.send_header("anki-original-size", "4000000000")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        maker, zeros = zstd.ZstdCompressor(), bytes(10_000_000)
        for _ in range(2000):
            data = maker.compress(zeros, zstd.ZstdCompressor.FLUSH_BLOCK)
            self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))


@contextmanager
def hostile(manner):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    server.daemon_threads, server.manner = True, manner
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("manner", ["nonsense", "escape_codes", "elsewhere", "bomb"])
def test_a_hostile_server_is_one_line_and_changes_nothing(tmp_path, manner):
    with hostile(manner) as url:
        write_account(tmp_path / "anki", Account("me", "0" * 32, url))
        before = sorted(path.name for path in tmp_path.parent.iterdir())
        done = ptquiz(tmp_path, "anki", "sync")
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert "\x1b" not in done.stderr
    assert sorted(path.name for path in tmp_path.parent.iterdir()) == before
    with open_reviews(tmp_path / "reviews.db") as log:
        assert log.size() == 0


@pytest.mark.parametrize(
    "address", ["ftp://host/", "host", "http://", "http://a:b@host/", "http://host:99999/", "//x"]
)
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(FlashcardsError, match="is not an address such as"):
        check_server(address)


def test_only_ankiweb_may_send_us_elsewhere():
    ankiweb = Account("me", "k")
    assert ankiweb.moved("https://sync7.ankiweb.net/").address == "https://sync7.ankiweb.net/"
    for bad in ("https://ankiweb.net.evil.com/", "http://sync7.ankiweb.net/", "file:///etc/"):
        assert ankiweb.moved(bad).address == ""
    own = Account("me", "k", "http://127.0.0.1:1/")
    assert own.moved("https://sync7.ankiweb.net/") == own


def test_a_damaged_account_says_how_to_mend_it(tmp_path):
    for text in ("{", "[]", '{"name": 1}', '{"evil": "x"}'):
        (tmp_path / "account.json").write_text(text)
        with pytest.raises(FlashcardsError, match="ptquiz anki login"):
            find_account(tmp_path)


def test_what_went_wrong_in_the_child_is_said_in_the_readers_language(tmp_path):
    said = Message("mirror-unwritable", reason=Message("text", text=Names(["a", "b"])))
    missing = tmp_path / "missing"

    def fail():
        raise FlashcardsError(said)

    with pytest.raises(FlashcardsError) as raised:
        run_within_limits(fail)
    assert raised.value.message == said
    assert find_words("zh").render(raised.value.message).startswith("无法写入集合的副本：a、b。")
    with pytest.raises(FlashcardsError, match=f"{missing}: No such file or directory") as raised:
        run_within_limits(missing.read_text)
    assert find_words("zh").render(raised.value.message) == f"{missing}：没有这个文件或文件夹。"


def test_an_account_that_cannot_be_kept_says_why(tmp_path):
    kept = tmp_path / "account.json"
    kept.mkdir()
    with pytest.raises(FlashcardsError, match=r"cannot write .*: it is a folder") as raised:
        write_account(tmp_path, Account("me", "key"))
    told = find_words("zh").render(raised.value.message)
    assert told.startswith(f"无法写入 {kept}：它是文件夹")


def test_a_learner_logs_in_syncs_asks_and_leaves(tmp_path, server):
    home = tmp_path / "home"
    with household(tmp_path, server, sample_course()):
        assert "not logged in" in ptquiz(home, "anki", "status").stdout
        login = ("anki", "login", "--server", server.url, "--password-stdin")
        wrong = ptquiz(home, *login, given=f"{NAME}\nwrong\n")
        assert (wrong.returncode, len(wrong.stderr.splitlines())) == (1, 1)
        assert not (home / "anki" / "account.json").exists()
        assert ptquiz(home, *login, given=f"{NAME}\n{PASSWORD}\n").returncode == 0
        kept = home / "anki" / "account.json"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert PASSWORD not in kept.read_text()
        done = ptquiz(home, "anki", "sync", "--dry-run")
        assert (done.returncode, done.stderr) == (0, "")
        assert ptquiz(home, "anki", "sync").returncode == 0
        status = json.loads(ptquiz(home, "anki", "status", "--json").stdout)
        assert (status["server"], status["unsent"], status["news"]) == (server.url, 0, False)
        assert ptquiz(home, "anki", "logout").returncode == 0
        assert not kept.exists()
        assert not (home / "anki" / "mirror").exists()
        assert ptquiz(home, "anki", "sync").returncode == 1


def test_ctrl_c_in_the_hooks_of_the_fork_is_heard_whichever_thread_received_it(monkeypatch):
    """Python runs the handler in the main thread, which is in these hooks."""
    fork = os.fork

    def fork_and_interrupt():
        child = fork()
        if child:
            with suppress(KeyboardInterrupt):  # as the interpreter does with what a hook raises
                other = threading.Thread(target=signal.raise_signal, args=[signal.SIGINT])
                other.start()
                other.join()
        return child

    monkeypatch.setattr(os, "fork", fork_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_within_limits(lambda: None)


def test_ctrl_c_does_not_wait_for_the_server(tmp_path):
    ended_by_itself = tmp_path / "ended"

    def wait_for_server():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in the engine, which does not look
        os.kill(os.getppid(), signal.SIGINT)
        select.select([], [], [], 10)
        ended_by_itself.touch()

    with pytest.raises(KeyboardInterrupt):
        run_within_limits(wait_for_server)
    assert not ended_by_itself.exists()


def test_an_account_without_a_collection_says_so_before_a_deck_is_recommended(tmp_path):
    with serving(tmp_path / "server") as server:
        newcomer = Terminal(tmp_path / "home", server, sample_course())
        for _ in range(2):
            with pytest.raises(UploadWanted, match="sync once from Anki itself"):
                newcomer.sync()


def test_status_tells_that_the_key_is_no_longer_known(devices, capsys):
    terminal = devices.terminal
    terminal.sync()
    terminal.account = Account(NAME, "0" * 32, devices.server.url)
    with terminal.open() as log:
        found = find_status(terminal.learner(log))
    assert (found.news, "'ptquiz anki login' again" in str(found.problem)) == (None, True)
    commands._print_status(Speaker(), found)
    assert "could not be asked\nThe server does not know" in capsys.readouterr().out


def test_login_warns_where_the_password_could_be_read_on_the_way(capsys, monkeypatch):
    monkeypatch.setattr(commands, "_read_lines", lambda: ("me", "secret"))
    monkeypatch.setattr(commands, "run_within_limits", lambda work: Account("me", "key"))
    warned = []
    for address in (
        *("http://192.168.1.20:8080/", "HTTP://example.org", "http://localhost.example.org/"),
        *("http://127.example.org/", "https://example.org/", "http://localhost:8080/"),
        *("http://127.0.0.1:8080/", "http://[::1]/", "http://[", None),
    ):
        commands.login(Speaker(), address, password_stdin=True)
        warned += [address] if "can be read on the way" in capsys.readouterr().err else []
    assert warned == [
        *("http://192.168.1.20:8080/", "HTTP://example.org", "http://localhost.example.org/"),
        *("http://127.example.org/", "http://["),
    ]
