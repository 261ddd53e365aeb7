"""Random histories of three devices, and what must hold after all of them have synced."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from anki.collection import Collection

from flashcards.reviews.memory import DAY_MS, REVIEW, count_day
from flashcards.reviews.review import Owner
from flashcards.reviews.synced import AnswerIsFinal
from tests.helpers.anki_devices import Device, Household

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


class Forker:
    """Syncs in processes that can be killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.sync_forker"], cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def sync(
        self,
        home: Household,
        kill_ms: float | None = None,
        url: str = "",
        most_bytes: int | None = None,
    ) -> str:
        account = home.terminal.account
        order = {
            "folder": str(home.terminal.folder), "name": account.name, "key": account.key,
            "url": url or account.server, "courses": sorted(home.terminal.courses),
            "kill_ms": kill_ms, "most_bytes": most_bytes,
        }  # fmt: skip
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        assert not said.startswith("traceback"), said
        return str(said)

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)


@dataclass
class History:
    """What the learner did, and must be able to find everywhere."""

    home: Household
    forker: Forker
    chance: random.Random
    given: Counter[tuple[Owner, int, int]] = field(default_factory=Counter)
    """Card, rating and duration of every answer that counts."""
    undoable: dict[str, tuple[str, Owner, int, int]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)

    def act(self) -> None:
        who, what = self.chance.choice(ACTIONS).rsplit(" ", 1)
        owner = self.chance.choice(self.home.owners[:CARDS])
        self.done.append(f"{who} {what} {owner[2]}")
        device = getattr(self.home, who, None)
        if what == "killed":
            self.forker.sync(self.home, self.chance.uniform(0, 120))
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

    def _answer(self, who: str, device: object, owner: Owner) -> None:
        rating = self.chance.choice((1, 2, 3, 3, 3, 4))
        if isinstance(device, Device):
            card = self.home.cards[owner]
            if device.col.get_card(card).queue < 0:
                return  # Anki does not ask what is suspended
            device.answer(card, rating)
            row = device.col.db.first("select id, time from revlog where cid = ? order by id desc "
                                      "limit 1", card)  # fmt: skip
            uid, took = "", row[1]
        else:
            took = self.chance.randrange(100, 60_000)
            days = self.chance.choice((0, 0, 0, 1, 2, 5, 9))
            at = time.time_ns() // 1_000_000 - days * DAY_MS - self.chance.randrange(1000)
            uid = self.home.terminal.answer(owner, rating, at, took)
        self.given[owner, rating, took] += 1
        self.undoable[who] = (uid, owner, rating, took)
        time.sleep(0.002)

    def _undo(self, who: str, device: object) -> None:
        uid, *answer = self.undoable.pop(who, ("", None))
        if answer == [None]:
            return
        if isinstance(device, Device):
            device.undo()
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


def play(home: Household, forker: Forker, seed: int, actions: int = 40) -> list[str]:
    """What is wrong after a random history and a sync of everybody; nothing, if all is well."""
    history = History(home, forker, random.Random(seed))
    for _ in range(actions):
        history.act()
    history.tick(home.desktop)
    history.tick(home.phone)
    home.sync_all()
    return find_faults(home, +history.given)


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
    days = count_day(memory.due) - count_day(time.time_ns() // 1_000_000)
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
