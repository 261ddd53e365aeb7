"""Random histories of three devices, and what must hold after all of them have synced."""

from __future__ import annotations

import random
import sqlite3
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anki.collection import Collection

from flashcards.anki.bridge.engine import MirrorDamaged
from flashcards.commands.learner import count_local_day
from flashcards.reviews.memory import DAY_MS, REVIEW
from flashcards.reviews.review import Owner
from flashcards.reviews.store import AnswerIsFinal
from tests.helpers.anki_devices import Device, Household, Terminal
from tests.helpers.sync_forker import DOWNLOAD, STEPS, sync_apart

CARDS = 6
"""Few cards, so that devices meet on the same ones."""
REVIEW_TYPE = 2
ACTIONS = (
    *["desktop answers"] * 6, *["phone answers"] * 6, *["terminal answers"] * 6,
    "desktop undoes", "phone undoes", "terminal undoes", "terminal undoes",
    "desktop suspends", "phone suspends", "terminal suspends", "phone flags", "terminal flags",
    "desktop syncs", "phone syncs", "phone syncs", "terminal syncs", "terminal syncs",
    "a sync is killed", "a sync is killed",
)  # fmt: skip


def choose_step(chance: random.Random) -> tuple[str, str, int]:
    """A step of a sync, before or after it, the first or the second time."""
    step = chance.choice([each for each in STEPS if each not in DOWNLOAD])
    again = step in ("exchange", "take") and chance.random() < 0.5
    return step, chance.choice(("before", "after")), 1 + again


@dataclass
class History:
    """What the learner did, and must be able to find everywhere."""

    home: Household
    chance: random.Random
    given: Counter[tuple[Owner, int, int]] = field(default_factory=Counter)
    """Card, rating and duration of every answer that counts."""
    moments: set[int] = field(default_factory=set)
    """Milliseconds of all answers: Anki has one answer for each, whichever came first."""
    undoable: dict[str, tuple[str, Owner, int, int]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)

    def act(self, action: str = "") -> None:
        who, what = (action or self.chance.choice(ACTIONS)).rsplit(" ", 1)
        owner = self.chance.choice(self.home.owners[:CARDS])
        self.done.append(f"{who} {what} {owner[2]}")
        device = getattr(self.home, who, None)
        if what == "killed":
            self._answer("terminal", self.home.terminal, owner)
            sync_apart(self.home.terminal, choose_step(self.chance))
            self.undoable.pop("terminal", None)
        elif what == "answers":
            self._answer(who, device, owner)
        elif what == "undoes":
            self._undo(who, device)
        elif what == "syncs":
            if isinstance(device, Device):
                self.tick(device)
            device.sync()
            self.undoable.pop(who, None)
        else:
            self._mark(who, device, owner, what)

    def tick(self, device: Device) -> None:
        """A second of its own for what was changed: Anki cannot order changes of one second."""
        self.done.append("a second passes")
        now, moment = int(time.time()), len(self.done)
        device.col.db.execute(
            "update cards set mod = ? where usn = -1 and mod > ?", now - 5000 + moment, now - 1000
        )

    def settle(self) -> None:
        """Everybody syncs until everybody has everything."""
        self.undoable.clear()
        self.tick(self.home.desktop)
        self.tick(self.home.phone)
        self.home.sync_all()

    def _answer(self, who: str, device: object, owner: Owner) -> None:
        rating = self.chance.choice((1, 2, 3, 3, 3, 4))
        if isinstance(device, Device):
            card = self.home.cards[owner]
            if device.col.get_card(card).queue < 0:
                return  # Anki does not ask what is suspended
            device.answer(card, rating)
            row = device.col.db.first("select id, time from revlog where cid = ? order by id desc "
                                      "limit 1", card)  # fmt: skip
            uid, (at, took) = "", row
        else:
            took = self.chance.randrange(100, 60_000)
            days = self.chance.choice((0, 0, 0, 1, 2, 5, 9))
            at = time.time_ns() // 1_000_000 - days * DAY_MS - self.chance.randrange(1000)
            while at in self.moments:
                at -= 1
            uid = self.home.terminal.answer(owner, rating, at, took)
        self.moments.add(at)
        self.given[owner, rating, took] += 1
        self.undoable[who] = (uid, owner, rating, took)
        time.sleep(0.002)

    def _undo(self, who: str, device: object) -> None:
        uid, *answer = self.undoable.pop(who, ("", None))
        if answer == [None]:
            return
        if isinstance(device, Device):
            device.col.undo()
        else:
            try:
                self.home.terminal.undo(uid)
            except AnswerIsFinal:
                return
        self.given[tuple(answer)] -= 1

    def _mark(self, who: str, device: object, owner: Owner, what: str) -> None:
        self.undoable.pop(who, None)  # Anki's undo would undo this
        on = self.chance.random() < 0.6
        name = {"suspends": "suspended", "flags": "flagged"}[what]
        if not isinstance(device, Device):
            self.home.terminal.mark(owner, name, int(on))
            return
        card = [self.home.cards[owner]]
        if name == "flagged":
            device.col.set_user_flag_for_cards(2 * on, card)
        elif on:
            device.col.sched.suspend_cards(card)
        else:
            device.col.sched.unsuspend_cards(card)

    def strike(self, kind: str) -> None:
        """What goes wrong once in a history."""
        self.done.append(kind)
        self.act("terminal answers")
        self.undoable.clear()
        getattr(self, kind.replace(" ", "_"))()

    def dry_run(self) -> None:
        """A backup is restored, and a dry run downloads it."""
        self.restored_backup()
        self.home.terminal.preview()

    def restored_backup(self) -> None:
        """All devices sync, then the collection is replaced by one without any answer."""
        home = self.home
        self.settle()
        home.desktop.restore()
        home.phone.sync()

    def killed_download(self) -> None:
        """A backup is restored, and its download killed at a step."""
        self.restored_backup()
        step = self.chance.choice(list(DOWNLOAD)), self.chance.choice(("before", "after")), 1
        self.sync(step=step)

    def killed_sync(self) -> None:
        self.sync(step=choose_step(self.chance))

    def damaged_mirror(self) -> None:
        """After a sync that was killed, so that something waits in it."""
        self.killed_sync()
        damage(self.home.terminal.account.mirror, self.chance)
        with suppress(MirrorDamaged):
            self.home.terminal.sync()

    def second_terminal(self) -> None:
        """Another terminal syncs late answers of its own, and its log is imported here, too."""
        home = self.home
        laptop = Terminal(self.home.terminal.folder.parent / "laptop", home.server)
        for owner in self.chance.sample(home.owners[:CARDS], 4):
            at = min(self.moments) - self.chance.randrange(DAY_MS)
            took = self.chance.randrange(100, 60_000)
            laptop.answer(owner, 3, at, took)
            self.moments.add(at)
            self.given[owner, 3, took] += 1
        laptop.sync()
        if self.chance.random() < 0.5:
            self.home.terminal.sync()
        with laptop.open() as theirs, self.home.terminal.open() as ours:
            ours.add(theirs.rows())

    def sync(self, **how: Any) -> None:
        self.done.append(sync_apart(self.home.terminal, **how))


def play(home: Household, seed: int, actions: int = 40) -> list[str]:
    """What is wrong after a random history with a fault, and a sync of everybody; or nothing."""
    history = History(home, random.Random(seed))
    moment = history.chance.randrange(5, actions)
    for number in range(actions):
        if number == moment:
            history.strike(FAULTS[seed % len(FAULTS)])
        history.act()
    history.settle()
    return find_faults(home, +history.given)


FAULTS = ["dry run", "killed download", "damaged mirror", "killed sync", "second terminal"]


def damage(path: Path, chance: random.Random) -> None:
    """Overwrites a third of the pages of a database, if there is one."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path)) as db:
        [size], [count] = (
            db.execute(f"pragma page_{name}").fetchone() for name in ("size", "count")
        )
    with path.open("r+b") as file:
        for page in chance.sample(range(1, count), count // 3):
            file.seek(page * size)
            file.write(chance.randbytes(size))


def find_faults(home: Household, given: Counter[tuple[Owner, int, int]]) -> list[str]:
    """Answers that are lost or doubled, due days and memories that differ."""
    faults = []
    owner_of = {card: owner for owner, card in home.cards.items()}
    for name in ("desktop", "phone"):
        rows = getattr(home, name).rows()
        found = Counter((owner_of[card], ease, took) for _, card, ease, took in rows)
        faults += [f"{name} lacks {each}" for each in given - found]
        faults += [f"{name} has too much: {each}" for each in found - given]
    kept = Counter((each.owner, each.rating, each.duration) for each in home.terminal.reviews())
    faults += [f"the terminal lacks {each}" for each in given - kept]
    faults += [f"the terminal has too much: {each}" for each in kept - given]
    return faults or _compare_cards(home)


def _compare_cards(home: Household) -> list[str]:
    faults = []
    expected = _remember_as_one_device(home)
    with home.terminal.open() as log:
        memories = log.memories({home.owners[0][0]}, home.owners[0][1])
        log.rebuild()
        if memories != log.memories({home.owners[0][0]}, home.owners[0][1]):
            faults.append("the memories are no replay of their answers")
        for owner, card in home.cards.items():
            memory = log.memory(owner)
            marks = log.marks({owner[0]}, owner[1]).get((owner[0], owner[2]))
            for name in ("desktop", "phone"):
                device = getattr(home, name)
                found = device.col.get_card(card)
                if (found.queue == -1) != bool(marks and marks.suspended):
                    faults.append(f"{name}: {owner[2]} suspended: {found.queue}")
                if bool(found.flags) != bool(marks and marks.flagged):
                    faults.append(f"{name}: {owner[2]} flagged: {found.flags}")
                if memory is None:
                    continue
                faults += _compare_due(name, device, found, memory)
                state = device.memory(card)
                faults += _compare_memory(f"{name}: {owner[2]}", state, expected[card])
            if memory is not None:
                state = memory.stability, memory.difficulty
                faults += _compare_memory(f"terminal: {owner[2]}", state, expected[card])
    return faults


def _compare_due(name: str, device: Device, card: object, memory: object) -> list[str]:
    if memory.state != REVIEW:
        return [] if card.type in (1, 3) else [f"{name}: {card.id} is not in steps but {card.type}"]
    days = count_local_day(memory.due) - count_local_day(time.time_ns() // 1_000_000)
    due = device.col.sched.today + days
    right = card.type == REVIEW_TYPE and card.due == due
    return [] if right else [f"{name}: {card.id} is due {card.type, card.due}, not {due}"]


def _compare_memory(who: str, state: object, wanted: tuple[float, float]) -> list[str]:
    if state and all(abs(a - b) <= 0.01 * b for a, b in zip(state, wanted, strict=True)):
        return []
    return [f"{who}: memory {state}, of one device {wanted}"]


def _remember_as_one_device(home: Household) -> dict[int, tuple[float, float]]:
    """What the engine makes of all rows if one device gave them: one learning, then reviews."""
    col: Collection = home.desktop.col
    wanted = {}
    for card in home.cards.values():
        ids = col.db.list("select id from revlog where cid = ? and ease > 0 order by id", card)
        if not ids:
            continue
        col.db.execute("savepoint one_device")
        col.db.execute("update revlog set type = 1, factor = 500 where cid = ?", card)
        col.db.execute("update revlog set type = 0 where id = ?", ids[0])
        state = col._backend.compute_memory_state(card).state
        col.db.execute("rollback to one_device")
        col.db.execute("release one_device")
        wanted[card] = state.stability, state.difficulty
    return wanted
