"""`ptquiz anki`: one memory with Anki, by an account or by a file."""

import re
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from flashcards.anki.bridge.collection import pull_reviews
from flashcards.anki.bridge.engine import load_account, log_in, log_out, require_account
from flashcards.anki.bridge.sync import count_unsent, load_last_sync, preview_sync, sync_with_anki
from flashcards.anki.build import BuildRequest, build_package
from flashcards.commands.context import Context, read_build_clock, read_clock
from flashcards.commands.learner import open_log
from flashcards.paths import home
from flashcards.terminal.output import print_json, print_line
from flashcards.text.plain_text import format_count

THIS_MACHINE = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\])([:/]|$)", re.IGNORECASE)


def get_folder() -> Path:
    """Return the folder of the learner's Anki account, and of our copy of the collection."""
    return home() / "anki"


def login(server: str, name: str, password: str) -> None:
    """Log in to AnkiWeb or a server of one's own; only a key is kept, never the password."""
    if server.lower().startswith("http:") and not THIS_MACHINE.match(server):
        print_line(
            "Name, password and answers can be read on the way to this server: use https.",
            file=sys.stderr,
        )
    account = log_in(get_folder(), name, password, server)
    print_line(f"Logged in to {account.server_name} as {account.name}. Next: ptquiz anki sync")


def logout() -> None:
    """Forget the key and our copy of the collection; the answers stay."""
    log_out(get_folder())
    print_line("Logged out; your answers stay here and there.")


def show_status(as_json: bool) -> None:
    """Print which server, when the last sync was, and what waits."""
    account = load_account(get_folder())
    if account is None:
        if as_json:
            print_json({"server": None})
        else:
            print_line("You are not logged in: 'ptquiz anki login'.")
        return
    with open_log() as log:
        unsent = count_unsent(account, log)
    server, name, last_sync = account.server_name, account.name, load_last_sync(account) or None
    if as_json:
        print_json({"server": server, "name": name, "unsent": unsent, "last_sync": last_sync})
        return
    last = f"{datetime.fromtimestamp(last_sync / 1000):%Y-%m-%d %H:%M}" if last_sync else "never"
    print_line(f"{server}, as {name}; last sync: {last}")
    print_line(f"Waiting here: {format_count(unsent, 'answer')}")


def sync(context: Context, dry_run: bool, add_deck: bool) -> None:
    """Make Anki and the terminal know the same answers, and say what came and went."""
    account, package = require_account(get_folder()), None
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder, open_log() as log:
        if add_deck and not dry_run:
            package = Path(folder, "deck.apkg")
            request = BuildRequest(output=package, lang=context.language)
            build_package(context.course, request, now=read_build_clock())
        if dry_run:
            report = preview_sync(account, log, read_clock())
        else:
            report = sync_with_anki(account, log, read_clock(), package)
    taken, sent = ("would be taken", "would be sent") if dry_run else ("taken", "sent")
    answers = format_count(report.received, "answer")
    print_line(f"{answers} {taken} from Anki, {report.sent} {sent}")
    if report.marks_received or report.marks_sent:
        marks = f"{report.marks_received} {taken} from Anki, {report.marks_sent} {sent}"
        print_line(f"Suspended or flagged: {marks}")
    if report.waiting:
        answers = format_count(report.waiting, "answer")
        print_line(f"{answers} not sent: Anki does not have the cards")
    _print_left_out(report.left_out)
    if not report.cards:
        print_line("Your collection does not have our deck: ptquiz anki sync --add-deck")


def pull(file: Path) -> None:
    """Take answers from a file that Anki exported; needs neither account nor Anki."""
    report = pull_reviews(file, open_log)
    if not report.cards:
        print_line("There is no card of ours in it: was the deck exported, with your progress?")
        return
    were = "was" if report.known == 1 else "were"
    print_line(f"{format_count(report.added, 'answer')} added, {report.known} {were} here already")
    _print_left_out(report.left_out)


def _print_left_out(count: int) -> None:
    """Print how many answers of Anki cannot be taken, and what to do."""
    if count:
        answers = format_count(count, "answer")
        print_line(
            f"{answers} left out: Anki recorded an impossible time, duration or interval. "
            "In Anki, 'Tools › Check Database' corrects durations and intervals."
        )
