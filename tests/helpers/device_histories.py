"""Random histories of three devices, and what must hold after all of them have synced."""

import random
import time
from collections import Counter

from flashcards.commands.learner import count_local_day
from flashcards.reviews.memory import DAY_MS, REVIEW
from flashcards.reviews.review import Owner
from flashcards.reviews.store import AnswerIsFinal
from tests.helpers.anki_devices import Device, Household
from tests.helpers.sync_forker import DOWNLOAD, STEPS, sync_apart

CARDS = 6
"""Few cards, so that devices meet on the same ones."""
REVIEW_TYPE = 2
ACTIONS = (
    *["desktop answer"] * 6, *["phone answer"] * 6, *["terminal answer"] * 6,
    "desktop undo", "phone undo", "terminal undo", "terminal undo",
    "desktop suspend", "phone suspend", "terminal suspend", "phone flag", "terminal flag",
    "desktop sync", "phone sync", "phone sync", "terminal sync", "terminal sync",
    "terminal kill_sync", "terminal kill_sync", "terminal preview",
)  # fmt: skip


class History:
    """What the learner did, and must be able to find everywhere."""

    def __init__(self, home: Household, chance: random.Random) -> None:
        self.home, self.chance = home, chance
        self.given: Counter[tuple[Owner, int, int]] = Counter()
        """Card, rating and duration of every answer that counts."""
        self.moments: set[int] = set()
        """Milliseconds of all answers: Anki has one answer for each, whichever came first."""
        self.undoable: dict[str, tuple[str, tuple[Owner, int, int]]] = {}
        """The last answer on a device, where nothing came after it."""
        self.ticks = 0

    def act(self) -> None:
        who, action = self.chance.choice(ACTIONS).split()
        getattr(self, action)(who, self.chance.choice(self.home.owners[:CARDS]))

    def settle(self) -> None:
        """Everybody syncs until everybody has everything."""
        self.undoable.clear()
        self._tick(self.home.desktop)
        self._tick(self.home.phone)
        self.home.sync_all()

    def answer(self, who: str, owner: Owner) -> None:
        rating, device = self.chance.choice((1, 2, 3, 3, 3, 4)), getattr(self.home, who)
        if isinstance(device, Device):
            card = self.home.cards[owner]
            if device.col.get_card(card).queue < 0:
                return  # Anki does not ask what is suspended
            device.answer(card, rating)
            uid, (at, _, _, took) = "", device.rows()[-1]
        else:
            took = self.chance.randrange(100, 60_000)
            days = self.chance.choice((0, 0, 0, 1, 2, 5, 9))
            at = time.time_ns() // 1_000_000 - days * DAY_MS - self.chance.randrange(1000)
            while at in self.moments:
                at -= 1
            uid = device.answer(owner, rating, at, took)
        self.moments.add(at)
        self.given[owner, rating, took] += 1
        self.undoable[who] = uid, (owner, rating, took)
        time.sleep(0.002)

    def undo(self, who: str, _: Owner) -> None:
        if who not in self.undoable:
            return
        uid, answer = self.undoable.pop(who)
        if who == "terminal":
            try:
                self.home.terminal.undo(uid)
            except AnswerIsFinal:
                return
        else:
            getattr(self.home, who).col.undo()
        self.given[answer] -= 1

    def suspend(self, who: str, owner: Owner) -> None:
        self.undoable.pop(who, None)  # Anki's undo would undo this
        on, card = self.chance.random() < 0.6, [self.home.cards[owner]]
        if who == "terminal":
            self.home.terminal.mark(owner, "suspended", int(on))
        elif on:
            getattr(self.home, who).col.sched.suspend_cards(card)
        else:
            getattr(self.home, who).col.sched.unsuspend_cards(card)

    def flag(self, who: str, owner: Owner) -> None:
        self.undoable.pop(who, None)
        on = self.chance.random() < 0.6
        if who == "terminal":
            self.home.terminal.mark(owner, "flagged", int(on))
        else:
            device = getattr(self.home, who)
            device.col.set_user_flag_for_cards(2 * on, [self.home.cards[owner]])

    def sync(self, who: str, _: Owner) -> None:
        device = getattr(self.home, who)
        if isinstance(device, Device):
            self._tick(device)
        device.sync()
        self.undoable.pop(who, None)

    def preview(self, *_: object) -> None:
        self.home.terminal.preview()

    def kill_sync(self, who: str, owner: Owner) -> None:
        """One is killed before or after a step, the first or the second time."""
        self.answer(who, owner)
        step = self.chance.choice([step for step in STEPS if step not in DOWNLOAD])
        again = step in ("exchange", "take") and self.chance.random() < 0.5
        sync_apart(self.home.terminal, (step, self.chance.choice(("before", "after")), 1 + again))
        self.undoable.pop(who, None)

    def restore(self) -> None:
        """All devices sync, then the collection is replaced by one without any answer."""
        self.settle()
        self.home.desktop.restore()
        self.home.phone.sync()

    def _tick(self, device: Device) -> None:
        """A second of its own for what was changed: Anki cannot order changes of one second."""
        now = int(time.time())
        self.ticks += 1
        device.col.db.execute(
            "update cards set mod = ? where usn = -1 and mod > ?",
            now - 5000 + self.ticks, now - 1000,
        )  # fmt: skip


def play(home: Household, seed: int, actions: int = 40) -> list[str]:
    """What is wrong after a random history, in which a backup is restored, and a last sync."""
    history = History(home, random.Random(seed))
    moment = history.chance.randrange(5, actions)
    for number in range(actions):
        if number == moment:
            history.answer("terminal", home.owners[0])
            history.restore()
        history.act()
    history.settle()
    return find_faults(home, +history.given)


def find_faults(home: Household, given: Counter[tuple[Owner, int, int]]) -> list[str]:
    """Answers that are lost or doubled, due days and memories that differ."""
    owner_of = {card: owner for owner, card in home.cards.items()}
    kept = {"terminal": [(each.owner, each.rating, each.duration)
                         for each in home.terminal.reviews()]}  # fmt: skip
    for name in ("desktop", "phone"):
        rows = getattr(home, name).rows()
        kept[name] = [(owner_of[card], ease, took) for _, card, ease, took in rows]
    faults = []
    for name, answers in kept.items():
        faults += [f"{name} lacks {answer}" for answer in given - Counter(answers)]
        faults += [f"{name} has too much: {answer}" for answer in Counter(answers) - given]
    return faults or _compare_cards(home)


def _compare_cards(home: Household) -> list[str]:
    faults, expected = [], _remember_as_one_device(home)
    course, lang, _ = home.owners[0]
    with home.terminal.open() as log:
        memories, marks = log.memories({course}, lang), log.marks({course}, lang)
        log.rebuild()
        if memories != log.memories({course}, lang):
            faults.append("the memories are no replay of their answers")
    for (_, _, key), card in home.cards.items():
        memory, mark = memories.get((course, key)), marks.get((course, key))
        states = {"terminal": (memory.stability, memory.difficulty)} if memory else {}
        for name in ("desktop", "phone"):
            device = getattr(home, name)
            found = device.col.get_card(card)
            marked = bool(mark and mark.suspended), bool(mark and mark.flagged)
            if (found.queue == -1, bool(found.flags)) != marked:
                faults.append(f"{name}: {key} has {found.queue}, {found.flags}, not {marked}")
            if memory:
                faults += _compare_due(name, device, found, memory)
                states[name] = device.memory(card)
        for name, state in states.items():
            if not state or any(
                abs(a - b) > 0.01 * b for a, b in zip(state, expected[card], strict=True)
            ):
                faults.append(f"{name}: {key}: memory {state}, of one device {expected[card]}")
    return faults


def _compare_due(name: str, device: Device, card: object, memory: object) -> list[str]:
    if memory.state != REVIEW:
        return [] if card.type in (1, 3) else [f"{name}: {card.id} is not in steps but {card.type}"]
    days = count_local_day(memory.due) - count_local_day(time.time_ns() // 1_000_000)
    due = device.col.sched.today + days
    right = card.type == REVIEW_TYPE and card.due == due
    return [] if right else [f"{name}: {card.id} is due {card.type, card.due}, not {due}"]


def _remember_as_one_device(home: Household) -> dict[int, tuple[float, float]]:
    """What the engine makes of all rows if one device gave them: one learning, then reviews."""
    col = home.desktop.col
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
