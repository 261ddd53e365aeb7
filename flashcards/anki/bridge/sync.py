"""One sync: ptquiz as one more device of the learner's Anki account.

A round exchanges the mirror with the server; answers of Anki go into the log; answers of
the terminal go into the mirror, and each card that has some, or that two devices answered
without knowing of each other, is made what follows from all its answers. Rounds follow
until there is nothing left to send, and then the mark is set up to which all is known.

Every step can be cut off. What the server has is known only by the mark (see
`reviews.synced`); without one, every answer that the collection lacks is sent.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from flashcards.anki.bridge.account import Learner, write_account
from flashcards.anki.bridge.collection import OurCards, find_our_cards
from flashcards.anki.bridge.engine import engine_errors, import_package
from flashcards.anki.bridge.mirror import (
    count_waiting,
    exchange,
    has_pending,
    list_lost,
    list_unsent,
    open_mirror,
)
from flashcards.anki.bridge.push import (
    choose_places,
    insert_answers,
    plan_marks,
    restate_cards,
    send_marks,
)
from flashcards.anki.bridge.revlog import list_answers, shift_rollover
from flashcards.reviews import synced
from flashcards.reviews.database import writing
from flashcards.reviews.review import Review
from flashcards.reviews.synced import Place

_MOST_ROUNDS = 5
"""Two are usual; another follows when other devices synced at the same time."""


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, or would do."""

    received: int = 0
    sent: int = 0
    waiting: int = 0
    """Answers to cards that the collection does not have."""
    restated: int = 0
    """Cards whose memory was computed from all answers, and was another."""
    marks_received: int = 0
    marks_sent: int = 0
    cards: int = 0
    """Cards of ours in the collection."""
    strangers: int = 0
    """Notes with our GUID but another note type, which were left alone."""
    newest: int = 0
    """When the newest text of ours in the collection was released, in UTC seconds."""

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        return asdict(self)

    def then(self, later: SyncReport) -> SyncReport:
        """What this round and a later one did."""
        return replace(
            later,
            received=self.received + later.received,
            sent=self.sent + later.sent,
            restated=self.restated + later.restated,
            marks_received=self.marks_received + later.marks_received,
            marks_sent=self.marks_sent + later.marks_sent,
            newest=max(self.newest, later.newest),
        )


def sync_with_anki(learner: Learner, now: int, package: Path | None = None) -> SyncReport:
    """Makes the log and the learner's collection know the same; what was done.

    `package` is imported first if the collection has no card of ours. `now` is UTC
    milliseconds. Raises SyncFailed: nothing is lost then, and the next sync goes on.
    """
    with open_mirror(learner.mirror) as col:
        return _Device(col, learner).sync(now, package)


def preview_sync(learner: Learner) -> SyncReport:
    """What a sync would do; the server is only asked, and nothing here or there is changed.

    A mirror that still holds something to send is not synced first.
    """
    with open_mirror(learner.mirror) as col:
        return _Device(col, learner).preview()


class _Device:
    """The terminal as one device of the account, its mirror open and its log at hand."""

    def __init__(self, col: Any, learner: Learner) -> None:
        self.col = col
        self.learner = learner
        self.log, self.db = learner.log, learner.log.database
        self.since = synced.find_known_usn(self.db, learner.number)
        """Anki's count of changes from which on they are news; None if all may be news."""

    def sync(self, now: int, package: Path | None) -> SyncReport:
        """Rounds until nothing is left to send; the mark is set last."""
        report = SyncReport()
        for _ in range(_MOST_ROUNDS):
            sent = self._exchange()
            with engine_errors():
                ours = self._find_ours()
                if package is not None and not ours.count:
                    import_package(self.col, package)
                    ours = self._find_ours()
                received, touched = self._receive(ours)
                done = self._send(ours, touched)
                report = report.then(replace(done, received=received, sent=sent))
                self.since = self._find_usn()
                if not has_pending(self.col):
                    with writing(self.db, self.log.path):
                        synced.keep_known_usn(self.db, self.learner.number, self.since, now)
                    break
        return report

    def preview(self) -> SyncReport:
        """What a sync would do."""
        with engine_errors():
            if not has_pending(self.col):
                self._exchange()
            ours = self._find_ours()
            known = {place.revlog for place in synced.load_places(self.db).values()}
            answers = [
                review
                for review, place in self._list_new(ours)
                if place.revlog not in known and not synced.find_same_answer(self.db, review)
            ]
            unsent = list_unsent(self.col, self.learner)
            marks = plan_marks(self.log, ours.cards.values())
        owners = ours.by_owner()
        return replace(
            _describe(ours),
            received=len(answers),
            sent=sum(review.owner in owners for review in unsent),
            waiting=sum(review.owner not in owners for review in unsent),
            marks_received=len(marks.received),
            marks_sent=len(marks.sent),
        )

    def _exchange(self) -> int:
        """Exchanges with the server, finds from where on changes are news; how many answers went.

        Before a download the mark is taken away. The server counts one for each sync: if there
        was none but ours, nothing is news.
        """

        def forget() -> None:
            with writing(self.db, self.log.path):
                synced.forget_server(self.db, self.learner.number)

        with engine_errors():
            sent = count_waiting(self.col)
            account, is_new = exchange(self.col, self.learner.account, forget)
            usn = self._find_usn()
        if account != self.learner.account:
            write_account(self.learner.folder, account)
            self.learner = replace(self.learner, account=account)
        if is_new:
            self.since = None
            return 0
        if self.since is not None and usn <= self.since + 1:
            self.since = usn
        return sent

    def _find_usn(self) -> int:
        """Where Anki's count of changes is."""
        return int(self.col.db.scalar("SELECT usn FROM col"))

    @property
    def _news(self) -> str | None:
        """The condition on a row of any table that it may be news; None if all may be."""
        return None if self.since is None else f"(usn >= {self.since} OR usn = -1)"

    def _find_ours(self) -> OurCards:
        """Our cards: all if nothing is known, else those that this sync may be about."""
        courses = {*self.learner.courses, *synced.list_courses(self.db)}
        known = synced.list_unsynced_cards(self.db) | synced.list_newly_marked(self.db)
        return find_our_cards(self.col.db.all, courses, known, self._news)

    def _list_new(self, ours: OurCards) -> list[tuple[Review, Place]]:
        """The answers in the mirror that may be news."""
        count_day = shift_rollover(self.learner.count_day, self.col.get_config("rollover"))
        return [*list_answers(self.col.db.all, ours, count_day, self._news or "1")]

    def _receive(self, ours: OurCards) -> tuple[int, set[int]]:
        """Takes the answers of Anki into the log; how many, and the cards answered or changed.

        A card that was only suspended on a device that had not synced has that device's memory.
        """
        changed = set()
        if self.since is None:
            with writing(self.db, self.log.path):
                synced.drop_places(self.db, list_lost(self.col, self.learner))
        else:
            changed = {card.id for card in ours.cards.values() if card.usn >= self.since}
        answers = self._list_new(ours)
        return self.log.take(answers), changed | {place.card for _, place in answers}

    def _send(self, ours: OurCards, touched: set[int]) -> SyncReport:
        """Puts answers and marks of the terminal into the mirror, in one transaction."""
        col, log, restated = self.col, self.log, 0
        unsent = list(synced.list_unsynced(self.db))
        places = choose_places(col, unsent, ours.by_owner())
        claimed = synced.claim_answers(self.db, log.path, places)
        marks = plan_marks(log, ours.cards.values())

        def write() -> None:
            nonlocal restated
            answered = insert_answers(col, log, {uid: places[uid] for uid in claimed}, unsent)
            mine = answered | self._list_terminal_cards(touched - answered)
            restated = restate_cards(col, sorted(touched | answered), mine)
            send_marks(col, marks.sent)

        if touched or claimed or marks.sent:
            col.db.transact(write)
        log.add(marks.received)
        with writing(self.db, log.path):
            synced.keep_shared_marks(self.db, marks.agreed)
        return replace(
            _describe(ours),
            waiting=len(unsent) - len(places),
            restated=restated,
            marks_received=len(marks.received),
            marks_sent=len(marks.sent),
        )

    def _list_terminal_cards(self, cards: set[int]) -> set[int]:
        """Those of some cards that have answers of the terminal."""
        find = (
            "SELECT 1 FROM synced s JOIN reviews r ON r.uid = s.uid "
            f"WHERE s.card = ? AND r.form != '{synced.ANKI_FORM}' LIMIT 1"
        )
        return {card for card in cards if self.db.execute(find, (card,)).fetchone()}


def _describe(ours: OurCards) -> SyncReport:
    """What a report says of the collection itself."""
    return SyncReport(cards=ours.count, strangers=ours.strangers, newest=ours.newest)
