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
from flashcards.course.load import load_course
from flashcards.errors import UsageError
from flashcards.reviews.store import ReviewLog
from flashcards.terminal.output import print_json, print_line, show_progress
from flashcards.text.plain_text import format_count
from flashcards.words.catalog import LANGUAGES

WITHOUT_DECK = "Your collection does not have our deck: ptquiz anki sync --add-deck"


def login(server: str | None, password_stdin: bool) -> None:
    """Log in to AnkiWeb or a server of one's own; only a key is kept, never the password."""
    if server and _is_readable_on_the_way(server):
        print_line(
            "Name, password and answers can be read on the way to this server: use https.",
            file=sys.stderr,
        )
    name, password = _read_lines() if password_stdin else _ask_password()
    account = log_in(anki_folder(), name, password, server or "")
    print_line(f"Logged in to {account.server_name} as {account.name}. Next: ptquiz anki sync")


def logout() -> None:
    """Forget the key and our copy of the collection; the answers stay."""
    if log_out(anki_folder()):
        print_line("Logged out; your answers stay here and there.")
    else:
        print_line("Nobody is logged in.")


def show_status(folder: Path | None, as_json: bool) -> None:
    """Print which server, when the last sync was, what waits, and which deck Anki has."""
    if find_account(anki_folder()) is None:
        print_line("You are not logged in: 'ptquiz anki login'.")
        return
    with open_log_for_reading() as log:
        status = find_status(_make_learner(log, folder))
    if as_json:
        print_json(status.for_json())
    else:
        _print_status(status)


def sync(
    folder: Path | None, dry_run: bool, add_deck: bool, lang: str | None, as_json: bool
) -> None:
    """Make Anki and the terminal know the same answers."""
    require_account(anki_folder())
    with _deck(add_deck, folder, lang) as package, open_log() as log:
        learner = _make_learner(log, folder)
        if dry_run:
            report = preview_sync(learner)
        else:
            report = sync_with_anki(learner, read_clock(), package)
    if as_json:
        print_json(report.for_json())
    else:
        _print_synced(report, dry_run)


def pull(file: Path, folder: Path | None) -> None:
    """Take answers from a file that Anki exported; needs neither account nor Anki."""
    courses = _list_courses(folder)
    with show_progress("Reading") as progress:
        report = pull_reviews(file, open_log, courses, count_local_day, progress)
    if not report.cards:
        print_line("There is no card of ours in it: was the deck exported, with your progress?")
        return
    were = "was" if report.known == 1 else "were"
    print_line(f"{format_count(report.added, 'answer')} added, {report.known} {were} here already")


def _list_courses(folder: Path | None) -> set[tuple[str, str]]:
    """Return course and language of what may be found in Anki: any in ours, and one's own."""
    courses = {("", lang) for lang in LANGUAGES}
    if folder:
        info = load_course(folder).info
        courses |= {(info.id, lang) for lang in info.languages}
    return courses


def _ask_password() -> tuple[str, str]:
    find_stdin()
    questions = "Name or e-mail address: ", "Password (hidden): "
    try:
        if wants_lines(False):
            return input(questions[0]).strip(), getpass(questions[1])
        from flashcards.terminal.prompts import ask_login  # questionary takes its time

        return ask_login(*questions)
    except EOFError:
        print_line()  # ends the question
        raise UsageError("there is nobody to ask; use --password-stdin.") from None


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
        raise UsageError(
            "give the name on one line and the password on the next.", "--password-stdin"
        )
    return lines[0], lines[1]


def _make_learner(log: ReviewLog, folder: Path | None) -> Learner:
    account, courses = require_account(anki_folder()), _list_courses(folder)
    return Learner(anki_folder(), account, log, courses, count_local_day)


@contextmanager
def _deck(wanted: bool, folder: Path | None, lang: str | None) -> Iterator[Path | None]:
    """Yield the package that `ptquiz build` would write; None if it is not wanted."""
    if not wanted:
        yield None
        return
    from flashcards.anki.build import BuildRequest, build_package  # genanki takes its time

    with tempfile.TemporaryDirectory(prefix="ptquiz-") as temporary:
        request = BuildRequest(output=Path(temporary, "deck.apkg"), lang=lang)
        build_package(load_course(folder), request, now=read_build_clock())
        yield request.output


def _print_status(status: SyncStatus) -> None:
    last = "never"
    if status.last_sync is not None:
        last = f"{datetime.fromtimestamp(status.last_sync / 1000):%Y-%m-%d %H:%M}"
    unasked = "could not be asked" if status.problem else "was not asked"
    news = {None: unasked, True: "has news", False: "has nothing new"}[status.news]
    print_line(f"{status.server}, as {status.name}; last sync: {last}")
    print_line(f"Waiting here: {format_count(status.unsent, 'answer')}; the server {news}")
    if status.problem:
        print_line(status.problem)
    if status.cards:
        print_line(
            f"Your collection has {status.cards} of our cards, the newest text of "
            f"{datetime.fromtimestamp(status.newest):%Y-%m-%d}"
        )
    elif status.cards == 0:
        print_line(WITHOUT_DECK)


def _print_synced(report: SyncReport, dry_run: bool) -> None:
    answers = format_count(report.received, "answer")
    print_line(f"{answers} {_describe_moved(report.received, report.sent, dry_run)}")
    if report.marks_received or report.marks_sent:
        moved = _describe_moved(report.marks_received, report.marks_sent, dry_run)
        print_line(f"Suspended or flagged: {report.marks_received} {moved}")
    if report.waiting == 1:
        print_line("1 answer waits: Anki does not have its card")
    elif report.waiting:
        print_line(f"{report.waiting} answers wait: Anki does not have their cards")
    if not report.cards:
        print_line(WITHOUT_DECK)


def _describe_moved(received: int, sent: int, dry_run: bool) -> str:
    """Return how many went which way, or would go."""
    if dry_run:
        return f"would be taken from Anki, {sent} would be sent"
    was, were = ("was" if number == 1 else "were" for number in (received, sent))
    return f"{was} taken from Anki, {sent} {were} sent"
