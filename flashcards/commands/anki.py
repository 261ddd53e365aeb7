"""`ptquiz anki`: one memory with Anki, by an account or by a file."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from getpass import getpass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from flashcards.anki.bridge.account import find_account, log_in, log_out, require_account
from flashcards.anki.bridge.pull import pull_reviews
from flashcards.anki.bridge.sync import (
    Learner,
    SyncReport,
    SyncStatus,
    find_status,
    preview_sync,
    sync_with_anki,
)
from flashcards.commands.environment import find_stdin, read_build_clock, read_clock, wants_lines
from flashcards.commands.learner import anki_folder, count_local_day, open_log, open_log_for_reading
from flashcards.commands.options import Command, Option, switch
from flashcards.commands.shared_options import COURSE, JSON, LANG
from flashcards.commands.speaker import Speaker
from flashcards.errors import UsageError
from flashcards.reviews.store import ReviewLog
from flashcards.terminal.output import print_json, print_line, show_progress
from flashcards.words.catalog import LANGUAGES
from flashcards.words.message import Message

FILE = Option("file", help="help-anki-pull-file", value=Path, required=True, metavar="metavar-file")
SERVER = Option("server", ("--server",), "help-anki-login-server", metavar="metavar-url")
PASSWORD_STDIN = switch("password_stdin", "--password-stdin", "help-anki-login-password-stdin")
DRY_RUN = switch("dry_run", "--dry-run", "help-anki-sync-dry-run")
ADD_DECK = switch("add_deck", "--add-deck", "help-anki-sync-add-deck")


def login(speaker: Speaker, server: str | None, password_stdin: bool) -> None:
    """Log in to AnkiWeb or a server of your own; only a key is kept, never the password."""
    if server and _is_readable_on_the_way(server):
        print_line(speaker.render(Message("login-readable")), file=sys.stderr)
    name, password = _read_lines() if password_stdin else _ask_password(speaker)
    account = log_in(anki_folder(), name, password, server or "")
    speaker.print(Message("account-logged-in", server=account.server_name, name=account.name))


def logout(speaker: Speaker) -> None:
    """Forget the key and our copy of your collection; your answers stay."""
    known = log_out(anki_folder())
    speaker.print(Message("account-logged-out" if known else "account-nobody"))


def status(speaker: Speaker, course: Path | None, as_json: bool) -> None:
    """Say which server, when the last sync was, what waits, and which deck Anki has."""
    if find_account(anki_folder()) is None:
        speaker.print(Message("account-none"))
        return
    with open_log_for_reading() as log:
        found = find_status(_make_learner(speaker, log, course))
    if as_json:
        print_json(found.for_json())
    else:
        _print_status(speaker, found)


def sync(
    speaker: Speaker,
    dry_run: bool,
    add_deck: bool,
    course: Path | None,
    as_json: bool,
) -> None:
    """Make Anki and the terminal know the same answers."""
    require_account(anki_folder())
    with _deck(speaker, add_deck, course) as package, open_log() as log:
        learner = _make_learner(speaker, log, course)
        if dry_run:
            report = preview_sync(learner)
        else:
            report = sync_with_anki(learner, read_clock(), package)
    if as_json:
        print_json(report.for_json())
    else:
        _print_synced(speaker, report, dry_run)


def pull(speaker: Speaker, file: Path, course: Path | None) -> None:
    """Take your answers from a file that Anki exported; needs neither account nor Anki."""
    courses = _list_courses(speaker, course)
    with show_progress(speaker.render(Message("progress-reading"))) as progress:
        report = pull_reviews(file, open_log, courses, count_local_day, progress)
    if not report.cards:
        speaker.print(Message("pull-no-cards"))
        return
    known = Message("answers-known", n=report.known)
    speaker.print(Message("answers-added", n=report.added, known=known))


def _list_courses(speaker: Speaker, course: Path | None) -> set[tuple[str, str]]:
    """Return course and language of what may be found in Anki: any in ours, and one's own."""
    found = {("", lang) for lang in LANGUAGES}
    if course:
        info = speaker.load_course(course).info
        found |= {(info.id, lang) for lang in info.languages}
    return found


def _ask_password(speaker: Speaker) -> tuple[str, str]:
    find_stdin()
    questions = speaker.render(Message("login-name")), speaker.render(Message("login-password"))
    try:
        if wants_lines(False):
            return input(questions[0]).strip(), getpass(questions[1])
        from flashcards.terminal.prompts import ask_login  # questionary takes its time

        return ask_login(*questions)
    except EOFError:
        print_line()  # ends the question
        raise UsageError(Message("login-nobody")) from None


def _is_readable_on_the_way(server: str) -> bool:
    """Whether an address is neither encrypted nor on this machine."""
    try:
        host = urlsplit(server).hostname or ""
        is_here = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        is_here = False
    return server.lower().startswith("http:") and not is_here


def _read_lines() -> tuple[str, str]:
    lines = [find_stdin().readline(10_000).rstrip("\r\n") for _ in range(2)]
    if not all(lines):
        raise UsageError(Message("login-lines"), "--password-stdin")
    return lines[0], lines[1]


def _make_learner(speaker: Speaker, log: ReviewLog, course: Path | None) -> Learner:
    account, courses = require_account(anki_folder()), _list_courses(speaker, course)
    return Learner(anki_folder(), account, log, courses, count_local_day)


@contextmanager
def _deck(speaker: Speaker, wanted: bool, course: Path | None) -> Iterator[Path | None]:
    """The package that fits this ptquiz, as `ptquiz build` writes it; None if it is not wanted."""
    if not wanted:
        yield None
        return
    from flashcards.anki.build import BuildRequest, build_package  # genanki takes its time

    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        request = BuildRequest(output=Path(folder, "deck.apkg"), lang=speaker.lang)
        found = speaker.load_course(course)
        build_package(found, request, now=read_build_clock())
        yield request.output


def _print_status(speaker: Speaker, found: SyncStatus) -> None:
    last: Message | str = Message("status-never")
    if found.last_sync is not None:
        last = f"{datetime.fromtimestamp(found.last_sync / 1000):%Y-%m-%d %H:%M}"
    unasked = "server-unreachable" if found.problem else "server-unasked"
    news = {None: unasked, True: "server-news", False: "server-no-news"}[found.news]
    speaker.print(Message("status-account", server=found.server, name=found.name, last=last))
    speaker.print(Message("status-waiting", n=found.unsent, news=Message(news)))
    if found.problem:
        speaker.print(found.problem)
    if found.cards:
        day = f"{datetime.fromtimestamp(found.newest):%Y-%m-%d}"
        speaker.print(Message("collection-cards", count=found.cards, day=day))
    elif found.cards == 0:
        speaker.print(Message("collection-without-deck"))


def _print_synced(speaker: Speaker, report: SyncReport, dry_run: bool) -> None:
    speaker.print(_tell_moved("answers", report.received, report.sent, dry_run))
    if report.marks_received or report.marks_sent:
        speaker.print(_tell_moved("marks", report.marks_received, report.marks_sent, dry_run))
    if report.waiting:
        speaker.print(Message("answers-waiting", n=report.waiting))
    if not report.cards:
        speaker.print(Message("collection-without-deck"))


def _tell_moved(what: str, received: int, sent: int, dry_run: bool) -> Message:
    """How many answers or marks went which way, or would go."""
    if dry_run:
        return Message(f"{what}-to-take", n=received, sent=sent)
    return Message(f"{what}-taken", n=received, sent=Message(f"{what}-sent", n=sent))


SUBCOMMANDS = {
    "login": Command((SERVER, PASSWORD_STDIN), login),
    "logout": Command((), logout),
    "status": Command((COURSE, JSON), status),
    "sync": Command((DRY_RUN, ADD_DECK, LANG, COURSE, JSON), sync),
    "pull": Command((FILE, COURSE), pull),
}
