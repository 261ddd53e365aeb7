"""The learner's account: which server, which name, and the key; never the password.

Everything is in one folder of the learner's data: the account, which only the user can
read, and the mirror, a copy of the collection that can be downloaded again.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from flashcards.anki.bridge.engine import ANKIWEB, request_key
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, read_json, write_whole

_FILE, MIRROR = "account.json", "mirror"


@dataclass(frozen=True, slots=True)
class Account:
    """Who the learner is, and where."""

    name: str
    key: str
    server: str = ""
    """The address of the server; empty for AnkiWeb."""
    endpoint: str = ""
    """Where the server told us to go."""

    @property
    def server_name(self) -> str:
        return self.server or ANKIWEB


def log_in(folder: Path, name: str, password: str, server: str = "") -> Account:
    """Return the account, after asking the server for a key; it is kept in the folder.

    A mirror of another account is removed. Raises FlashcardsError.
    """
    server = check_server(server)
    account = Account(name, request_key(name, password, server), server)
    before = find_account(folder)
    if before and (before.name, before.server) != (name, server):
        shutil.rmtree(folder / MIRROR, ignore_errors=True)
    write_account(folder, account)
    return account


def log_out(folder: Path) -> bool:
    """Forget the key and the copy of the collection; return whether there was an account."""
    shutil.rmtree(folder / MIRROR, ignore_errors=True)
    known = (folder / _FILE).exists()
    (folder / _FILE).unlink(missing_ok=True)
    return known


def find_account(folder: Path) -> Account | None:
    """Return the account in a folder; None if nobody is logged in. Raises FlashcardsError."""
    try:
        return Account(**read_json(load_text(folder / _FILE, 100_000)))
    except FileMissing:
        return None
    except (ValueError, TypeError) as error:
        raise FlashcardsError(
            f"{folder / _FILE} is damaged ({error}): 'ptquiz anki login' makes it anew."
        ) from None


def require_account(folder: Path) -> Account:
    """Return the account in a folder. Raises FlashcardsError if nobody is logged in."""
    account = find_account(folder)
    if account is None:
        raise FlashcardsError("You are not logged in: 'ptquiz anki login' first.")
    return account


def write_account(folder: Path, account: Account) -> None:
    """Keep the account in a file that only the user can read."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(folder / _FILE, json.dumps(asdict(account)).encode(), private=True)


def check_server(address: str) -> str:
    """Return the address of a server, ending in a slash. Raises FlashcardsError."""
    try:
        parts = urlsplit(address)
        is_valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_valid = False
    if address and (not is_valid or "@" in address or not address.isascii()):
        raise FlashcardsError(f"'{address}' is not an address such as http://192.168.1.20:8080/")
    return f"{address.rstrip('/')}/" if address else ""
