"""Where the learner stands with Anki: what waits here and there."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from flashcards.anki.bridge.account import mirror_folder
from flashcards.anki.bridge.collection import find_our_cards
from flashcards.anki.bridge.engine import MirrorDamaged, SyncFailed, engine_errors, make_auth
from flashcards.anki.bridge.mirror import has_mirror, has_pending, open_mirror
from flashcards.anki.bridge.sync import Learner, list_unsent
from flashcards.reviews import synced
from flashcards.words.message import Message


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """What is known since the last sync."""

    server: str
    name: str
    last_sync: int | None
    """UTC milliseconds."""
    unsent: int
    """Answers here that the server is not known to have."""
    news: bool | None = None
    """Whether the server has something that is not here; None if it could not be asked."""
    problem: Message | None = None
    """Why it could not be asked."""
    cards: int | None = None
    """Cards of ours in the collection; None before the first sync."""
    newest: int = 0
    """When the newest text of ours in the collection was released, in UTC seconds."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        return {**asdict(self), "problem": str(self.problem or "")}


def find_status(learner: Learner) -> SyncStatus:
    """Server, last sync, what waits, and whether the collection has our deck.

    Raises EngineMissing, and SyncFailed if a sync is just running.
    """
    status = SyncStatus(
        learner.account.server_name,
        learner.account.name,
        synced.find_last_sync(learner.log.database, learner.number),
        len(list_unsent(None, learner)),
    )
    folder = mirror_folder(learner.folder)
    if not has_mirror(folder):
        return status
    try:
        with open_mirror(folder) as col, engine_errors():
            return _look(col, learner, status)
    except MirrorDamaged:  # the next sync downloads it again
        return status


def _look(col: Any, learner: Learner, status: SyncStatus) -> SyncStatus:
    """What the mirror and the server say."""
    courses = {*learner.courses, *synced.list_courses(learner.log.database)}
    ours = find_our_cards(lambda sql: col.db.all(sql), courses)
    unsent = len(list_unsent(col, learner))
    status = replace(status, unsent=unsent, cards=ours.count, newest=ours.newest)
    if has_pending(col):  # the engine would answer without asking
        return status
    auth = make_auth(learner.account.key, learner.account.address)
    try:
        with engine_errors():
            return replace(status, news=bool(col.sync_status(auth).required))
    except SyncFailed as error:
        return replace(status, problem=error.message)
