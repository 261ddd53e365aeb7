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
_LARGEST = 100_000


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

    @property
    def address(self) -> str:
        """What the engine is told."""
        return self.endpoint or self.server


def log_in(folder: Path, name: str, password: str, server: str = "") -> Account:
    """The account, after asking the server for a key; it is kept in the folder.

    A mirror of another account is removed. Raises SyncFailed, and FlashcardsError for an
    address that is none.
    """
    server = check_server(server)
    account = Account(name, request_key(name, password, server), server)
    before = find_account(folder)
    if before and (before.name, before.server) != (account.name, account.server):
        shutil.rmtree(folder / MIRROR, ignore_errors=True)
    write_account(folder, account)
    return account


def log_out(folder: Path) -> bool:
    """Forgets the key and the copy of the collection; whether there was an account."""
    known = (folder / _FILE).exists()
    (folder / _FILE).unlink(missing_ok=True)
    shutil.rmtree(folder / MIRROR, ignore_errors=True)
    return known


def find_account(folder: Path) -> Account | None:
    """The account in a folder; None if nobody is logged in. Raises FlashcardsError."""
    try:
        values = read_json(load_text(folder / _FILE, _LARGEST))
        if any(type(value) is not str for value in values.values()):
            raise ValueError("not all of it is text")
        return Account(**values)
    except FileMissing:
        return None
    except (ValueError, TypeError, AttributeError) as error:
        raise FlashcardsError(
            f"{folder / _FILE} is damaged ({error}): 'ptquiz anki login' makes it anew."
        ) from None


def require_account(folder: Path) -> Account:
    """The account in a folder. Raises FlashcardsError if nobody is logged in."""
    account = find_account(folder)
    if account is None:
        raise FlashcardsError("You are not logged in: 'ptquiz anki login' first.")
    return account


def write_account(folder: Path, account: Account) -> None:
    """Keeps the account in a file that only the user can read."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(folder / _FILE, json.dumps(asdict(account)).encode(), private=True)


def check_server(address: str) -> str:
    """The address of a server, ending in a slash; empty for AnkiWeb. Raises FlashcardsError."""
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound or "@" in address or not address.isascii() or not address.isprintable():
        raise FlashcardsError(f"'{address}' is not an address such as http://192.168.1.20:8080/")
    return address if address.endswith("/") else f"{address}/"
