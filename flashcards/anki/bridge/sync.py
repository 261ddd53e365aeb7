"""One sync: ptquiz as one more device of the learner's Anki account.

The mirror is our own copy of the learner's collection. Anki's own sync keeps it equal to the
server's; it is filled by a download and never uploaded as a whole, because that could overwrite
somebody's collection. It can be thrown away at any time: everything of ours in it is in the log.

A round exchanges the mirror with the server. The rows of the mirror are then held against the
answers here, so that nothing is believed to be sent that is not there. Answers of Anki go into
the log, answers of the terminal into the mirror, and each card that got some, or that lacks some
because two devices did not know of each other, is made what follows from all its answers. Every
step can be cut off: the next sync begins from what the server has. What is believed of an answer
meanwhile stands in `reviews/store.py`.
"""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.anki.bridge import collection, engine
from flashcards.anki.bridge.collection import AnkiCard, RevlogRow, since_reset
from flashcards.anki.bridge.engine import Account
from flashcards.fileio import make_private_folder, write_whole
from flashcards.reviews.review import Mark, Owner, Review
from flashcards.reviews.store import ReviewLog

_FULL_SYNC, _FULL_DOWNLOAD, _FULL_UPLOAD = 2, 3, 4
_MAX_ROUNDS = 5
"""Two are usual; another follows when other devices synced at the same time."""
_LAST_SYNC = "last_sync"
"""A file beside the account: when a sync last sent everything, in UTC milliseconds."""
_PENDING = "usn = -1"
"""Of rows that the server does not have yet."""
_WATCH_IDS = """
CREATE TEMP TRIGGER IF NOT EXISTS watch_ids BEFORE INSERT ON revlog
WHEN EXISTS (SELECT 1 FROM revlog WHERE id = NEW.id AND cid != NEW.cid)
BEGIN INSERT INTO taken_ids VALUES (NEW.id); END
"""
"""Notes what Anki does not: a row of the server is dropped if a row of ours has its number, and
ours is dropped there."""


class SyncReport(NamedTuple):
    """What a sync did, or would do."""

    received: int = 0
    sent: int = 0
    waiting: int = 0
    """Answers to cards that the collection does not have."""
    marks_received: int = 0
    marks_sent: int = 0
    cards: int = 0
    """Cards of ours in the collection."""
    left_out: int = 0
    """Answers in the collection with impossible values."""


class _Difference(NamedTuple):
    """What the mirror has of ours, and what either side lacks."""

    cards: dict[int, AnkiCard]
    rows: dict[int, list[RevlogRow]]
    """By card, in order of time."""
    received: list[Review]
    sent: list[Review]
    """In order of time."""
    not_final: dict[str, int]
    """The answers on both sides that are not final yet: uid and millisecond."""
    marks_received: list[Mark]
    marks_sent: list[Mark]
    report: SyncReport
    """What this round brings over: how much to each side."""


def sync_with_anki(
    account: Account, log: ReviewLog, now: int, package: Path | None = None
) -> SyncReport:
    """Make the log and the learner's collection know the same; return what was done.

    `package` is imported first if the collection has no card of ours. `now` is UTC
    milliseconds. Raises SyncFailed: nothing is lost then, and the next sync goes on.
    """
    reports, sent = [], 0
    with open_mirror(account) as col:
        for _ in range(_MAX_ROUNDS):
            sent += _exchange(col, account)
            with engine.engine_errors():
                if package is not None and not collection.find_our_cards(col.db.all):
                    engine.import_package(col, package)
                difference = _compare(col, account, log, now)
                _join(col, log, difference)
                reports.append(difference.report)
                if not _has_pending(col):
                    write_whole(account.folder / _LAST_SYNC, str(now).encode())
                    break
        else:
            raise engine.SyncFailed(
                "Other devices sync all the time, and something of yours still waits: sync again."
            )
    added = ("received", "marks_received", "marks_sent")
    totals = {name: sum(getattr(report, name) for report in reports) for name in added}
    return reports[-1]._replace(sent=sent, **totals)


def preview_sync(account: Account, log: ReviewLog, now: int) -> SyncReport:
    """Return what a sync would do; the server is only asked, and no answer is sent or taken.

    A mirror that still holds something to send is not synced first.
    """
    with open_mirror(account) as col, engine.engine_errors():
        if not _has_pending(col):
            _exchange(col, account)
        pending = col.db.scalar(f"SELECT count() FROM revlog WHERE {_PENDING}")
        report = _compare(col, account, log, now).report
    return report._replace(sent=report.sent + pending)


def count_unsent(account: Account, log: ReviewLog) -> int:
    """Return the number of answers that the server has not confirmed, without asking it."""
    confirmed = _load_confirmed(account) if account.mirror.exists() else set()
    return sum((review.owner, review.at) not in confirmed for review in log.reviews())


def _load_confirmed(account: Account) -> set[tuple[Owner, int]]:
    """Return card and millisecond of the answers in the mirror that the server has, too."""
    with open_mirror(account) as col, engine.engine_errors():
        cards = collection.find_our_cards(col.db.all)
        rows = col.db.all(f"SELECT cid, id FROM revlog WHERE NOT {_PENDING}")
        return {(cards[card].owner, at) for card, at in rows if card in cards}


def load_last_sync(account: Account) -> int:
    """Return when all was sent to this account, in UTC milliseconds; 0 if that is not known."""
    try:
        return int((account.folder / _LAST_SYNC).read_text())
    except (OSError, ValueError):
        return 0


@contextmanager
def open_mirror(account: Account) -> Iterator[Any]:
    """Open the mirror. Raises SyncFailed if it is in use.

    One that is damaged, or is not what the server has, is removed: the next sync downloads it.
    """
    path = account.mirror
    make_private_folder(path.parent)
    try:
        col = engine.open_with_engine(path)
        try:
            yield col
        finally:
            with suppress(Exception):  # after a download that failed it is closed already
                col._backend.close_collection(downgrade_to_schema11=False)
    except engine.MirrorDamaged:
        shutil.rmtree(path.parent, ignore_errors=True)
        raise


def _exchange(col: Any, account: Account) -> int:
    """Sync the mirror with the server; return how many answers went. Raises SyncFailed."""
    with engine.engine_errors(account.server):
        sent = int(col.db.scalar(f"SELECT count() FROM revlog WHERE {_PENDING}"))
        col.db.execute("CREATE TEMP TABLE IF NOT EXISTS taken_ids (id INTEGER)")
        col.db.execute(_WATCH_IDS)
        result = engine.run_abortable(
            col._backend, lambda: col.sync_collection(account.auth, False)
        )
        if result.new_endpoint:
            account.endpoint = result.new_endpoint
            account.write()
        is_new = not col.db.scalar("SELECT mod FROM col")
        if result.required == _FULL_UPLOAD or (is_new and not result.required):  # new there, too
            (account.folder / _LAST_SYNC).unlink(missing_ok=True)
            raise engine.MirrorDamaged(
                "Your account has no collection yet, and ptquiz never uploads a whole one: "
                "sync once from Anki itself, then again here."
            )
        if result.required in (_FULL_SYNC, _FULL_DOWNLOAD):
            options = {"auth": account.auth, "server_usn": None, "upload": False}
            col.close_for_full_sync()
            engine.run_abortable(col._backend, lambda: col.full_upload_or_download(**options))
            col.reopen(after_full_sync=True)
            return 0
        if col.db.scalar("SELECT count() FROM taken_ids"):
            raise engine.MirrorDamaged(engine.DAMAGED)
    return sent


def _has_pending(col: Any) -> bool:
    """Return whether the mirror holds changes that the server does not have yet."""
    tables = ("cards", "revlog", "notes")
    return any(col.db.scalar(f"SELECT 1 FROM {table} WHERE {_PENDING}") for table in tables)


def _compare(col: Any, account: Account, log: ReviewLog, now: int) -> _Difference:
    """Hold the rows of our cards against the answers here: card and millisecond name both."""
    cards = collection.find_our_cards(col.db.all)
    rows = defaultdict(list)
    there = {}
    revlog = collection.read_revlog(col.db.all, cards)
    for row in revlog.rows:
        rows[row.card].append(row)
        if row.is_answer:
            there[cards[row.card].owner, row.id] = row
    reviews = [*log.reviews()]
    here = {(review.owner, review.at) for review in reviews}
    unknown = (row for name, row in there.items() if name not in here)
    received = [*collection.list_answers(unknown, cards, log.schedule.count_day)]
    owners = {card.owner for card in cards.values()}
    unsent = [review for review in reviews if (review.owner, review.at) not in there]
    sent = [review for review in unsent if review.owner in owners]
    not_final = log.unshared() - {review.uid for review in unsent}
    marks_received, marks_sent = collection.plan_marks(
        log, cards.values(), load_last_sync(account), now
    )
    waiting = len(unsent) - len(sent)
    marks = len(marks_received), len(marks_sent)
    report = SyncReport(len(received), len(sent), waiting, *marks, len(cards), revlog.left_out)
    return _Difference(
        cards=cards,
        rows=rows,
        received=received,
        sent=sent,
        not_final={review.uid: review.at for review in reviews if review.uid in not_final},
        marks_received=marks_received,
        marks_sent=marks_sent,
        report=report,
    )


def _join(col: Any, log: ReviewLog, difference: _Difference) -> None:
    """Take what Anki has into the log, and put what is only here into the mirror."""
    cards, rows = difference.cards, difference.rows
    owners = {card.owner: card for card in cards.values()}
    log.add([*difference.received, *difference.marks_received], shared=True)
    revlog_ids = collection.choose_revlog_ids(col, difference.sent)
    claimed = log.claim({**revlog_ids, **difference.not_final})
    answered = {owners[review.owner] for review in difference.sent}
    to_reschedule = {  # by two devices that did not know of each other
        card.id
        for card in cards.values()
        if card.reps < sum(row.is_answer for row in since_reset(rows[card.id]))
    }

    def write() -> None:
        """Write answers and marks into the mirror, in one transaction."""
        for row in collection.insert_answers(col, log, answered, claimed & revlog_ids.keys()):
            rows[row.card].append(row)
            to_reschedule.add(row.card)
        for card in to_reschedule:
            if memory := log.memory(cards[card].owner):
                rows_of_card = since_reset(sorted(rows[card]))
                collection.reschedule_card(col, log, card, memory, rows_of_card)
        for mark in difference.marks_sent:
            collection.send_mark(col, owners[mark.owner], mark)

    if to_reschedule or answered or difference.marks_sent:
        col.db.transact(write)
