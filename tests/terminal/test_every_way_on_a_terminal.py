"""Every form of question on a real terminal, answered in every way a learner may.

Right, wrong, nearly, partly, taken back and overruled: each time the screen says it
in words and the log holds it before the learner goes on.
"""

import re
import time
from dataclasses import dataclass, replace

import pytest

from tests.helpers.learner_terminal import PATIENCE

AGAIN, GOOD = 1, 3
UNDO, OVERRULE, LEAVE, ENTER, SPACE = "u", "o", "\x04", "\r", " "


@dataclass(frozen=True)
class Asked:
    """A question of the tiny course and what may be answered to it."""

    form: str
    card: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    tells: tuple[str, ...]
    """Patterns of what a mistake brings on the screen: the answer, and why."""
    prompt: str = "Enter: done"
    """Words that are on the screen only while an answer can be given."""

    @property
    def key(self):
        return self.card.partition("#")[0]

    @property
    def rates_itself(self):
        return self.form in ("reveal", "points")

    @property
    def leave(self):
        """Keys that go on from the feedback and leave at the next question."""
        return LEAVE if self.rates_itself else SPACE + LEAVE


SINGLE = Asked(
    "single", "clear-gradients#0", ("optimizer.zero_grad()",), ("loss.backward()",),
    (r"You chose: loss\.backward\(\)", r"It adds to them\.", r"It sets them to None\.",
     r"https://example\.org/ddp"),
    prompt="1–3, Enter",
)  # fmt: skip
MULTIPLE = Asked(
    "multiple", "share-memory#0", ("x.view(-1)", "x.t()"), ("x.clone()",),
    (r"You chose: x\.clone\(\)", r"A clone is a copy\.", r"Answer\s+(• )?x\.view\(-1\)"),
    prompt="1–3: tick",
)  # fmt: skip
TYPE = Asked(
    "type", "ddp-bucket#1", ("gradient bucket",), ("shard",),
    (r"You wrote: shard", r"Answer\s+gradient bucket"),
)  # fmt: skip
ORDER = Asked(
    "order", "ddp-step#0",
    ("Forward", "Backward", "All-reduce", "Optimizer step"),
    ("Backward", "All-reduce", "Optimizer step", "Forward"),
    (r"Answer\s+1 Forward\s+2 Backward\s+3 All-reduce\s+4 Optimizer step",),
    prompt="Step 1 of 4",
)  # fmt: skip
MATCH = Asked(
    "match", "dp-ddp/process#0",
    ("one for all GPUs", "one per GPU", "one per CPU core"),
    ("one per GPU", "one per CPU core", "one for all GPUs"),
    (r"DataParallel +one for all GPUs", r"DistributedDataParallel +one per GPU",
     r"Hogwild +one per CPU core", r"DataParallel: One process runs all replicas in threads\."),
    prompt="1–3, Enter",
)  # fmt: skip
GAP = Asked(
    "gap", "ddp-gap#0", ("all-reduce",), ("all-gather",),
    (r"You wrote: all-gather", r"Answer\s+all-reduce"),
)  # fmt: skip
REVEAL = Asked(
    "reveal", "ddp-why#0", ("Good",), ("Again",),
    (r"Each process has its own interpreter",),
    prompt="Space: show the answer",
)  # fmt: skip
TERM = replace(REVEAL, card="ddp-bucket#0", tells=(r"Gradients that DDP reduces in one call\.",))
POINTS = Asked(
    "points", "ddp-sync#0",
    ("Rank 0 broadcasts parameters and buffers.",
     "Backward averages the gradients by all-reduce."), (),
    (r"Rank 0 broadcasts", r"Backward averages", r"Equal weights and equal gradients"),
    prompt="Space: show the answer",
)  # fmt: skip

GRADED = (SINGLE, MULTIPLE, TYPE, ORDER, MATCH, GAP)
SELF_RATED = (REVEAL, POINTS)
VERDICTS = ("Right.", "Wrong.", "Nearly right", "Partly right")

nearly = pytest.mark.parametrize(
    ("asked", "typed"), [(TYPE, "gradient buckit"), (GAP, "all-reduse")], ids=["type", "gap"]
)
partly = pytest.mark.parametrize(
    ("asked", "half"),
    [
        (MULTIPLE, ("x.t()",)),
        (ORDER, ("Backward", "Forward", "All-reduce", "Optimizer step")),
        (POINTS, POINTS.right[1:]),
    ],
    ids=["multiple", "order", "points"],
)


def forms(*asked):
    return pytest.mark.parametrize("asked", asked, ids=lambda one: one.form)


class Learner:
    """Answers one question after the other on a terminal."""

    def __init__(self, terminal):
        self.terminal = terminal

    def answer(self, asked, answer):
        """Gives an answer and waits until its feedback is on the screen."""
        told = self.terminal.text().count("Asked again")
        self.terminal.wait_for(asked.prompt)
        getattr(self, f"_{asked.form}")(asked, answer)
        self.terminal.wait_for("Asked again", told + 1)
        if not asked.rates_itself:
            self.terminal.wait_for("Space: next")

    def sees_verdict(self, asked, words):
        """The verdict on the last answer, and no other; none where the learner rates."""
        told = self.terminal.text().rpartition("Taken back")[2]
        others = [one for one in VERDICTS if not words.startswith(one)]
        assert (words in told) is not asked.rates_itself, told
        assert [one for one in others if one in told] == []

    def goes_on(self, asked):
        if not asked.rates_itself:
            self.terminal.press(SPACE)

    def takes_back(self, asked):
        """`u` after the feedback: there, or at the next question where the learner rates."""
        if asked.rates_itself:
            self.terminal.wait_for("Space: show the answer")
        self.terminal.answer(UNDO, then=f"Taken back: {asked.card}.")

    def ends_with(self, words, key=""):
        self.terminal.press(key)
        assert self.terminal.finish() == 0
        assert words in self.terminal.text()
        assert "Traceback" not in self.terminal.text()

    def _single(self, asked, answer):
        self.terminal.press(self._number(asked.prompt, answer[0]))

    def _match(self, asked, answer):
        for left, cell in zip(range(len(answer), 1, -1), answer, strict=False):
            self.terminal.press(self._number(f"1–{left}, Enter", cell))  # the last one is left

    def _multiple(self, asked, answer):
        self._tick(asked.prompt, answer)

    def _order(self, asked, answer):
        for turn, step in enumerate(answer[:-1], 1):
            self.terminal.press(self._number(f"Step {turn} of {len(answer)}", step))

    def _type(self, asked, answer):
        self.terminal.press(answer[0] + ENTER)

    _gap = _type

    def _reveal(self, asked, answer):
        self.terminal.answer(SPACE, then="How was it?")
        self.terminal.press(self._number("How was it?", answer[0]))

    def _points(self, asked, answer):
        self.terminal.answer(SPACE, then="Tick the points you had")
        self._tick("Tick the points you had", answer)
        self.terminal.wait_for("How was it?")
        self.terminal.press(ENTER)  # the rating that the ticks suggest

    def _tick(self, prompt, options):
        self.terminal.press("".join(self._number(prompt, one) for one in options) + ENTER)

    def _number(self, prompt, option):
        """The number of an option in the prompt that is open now."""
        line = re.compile(rf"^[ ›○●]*(\d)  {re.escape(option)}\s*$", re.MULTILINE)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            _, is_open, below = self.terminal.text().rpartition(prompt)
            if is_open and (found := line.search(below)):
                return found[1]
            self.terminal.read(0.05)
        raise AssertionError(f"{option} never came:\n{self.terminal.text()}")


@pytest.fixture
def ask(sit):
    def start(asked, *more):
        keys = [word for key in (asked.key, *more) for word in ("--key", key)]
        form = ("--form", "type") if asked.form == "type" else ()
        return Learner(sit(*keys, *form, columns=80))

    return start


@pytest.fixture
def kept(home):
    """The whole log, with what was taken back, and how many answers FSRS counts for a card."""

    def read(card):
        from flashcards.reviews.store import open_reviews

        log = open_reviews(home / "reviews.db")
        found = list(log.reviews(undone=True))
        memory = log.memory(("tiny-course", "en", card))
        log.close()
        assert {review.card for review in found} == {card}
        rows = [(r.form, r.rating, r.score, r.overruled, r.undone) for r in found]
        return rows, memory.reviews if memory else 0

    return read


@forms(*GRADED, *SELF_RATED)
def test_right_is_told_and_kept_as_good(ask, kept, asked):
    learner = ask(asked)
    learner.answer(asked, asked.right)
    assert kept(asked.card) == ([(asked.form, GOOD, 1.0, False, False)], 1)
    learner.sees_verdict(asked, "Right.")
    learner.ends_with("1 of 1 right", asked.leave)


@forms(*GRADED, *SELF_RATED)
def test_wrong_is_explained_kept_as_again_and_asked_once_more(ask, kept, asked):
    learner = ask(asked)
    learner.answer(asked, asked.wrong)
    assert kept(asked.card) == ([(asked.form, AGAIN, 0.0, False, False)], 1)
    learner.sees_verdict(asked, "Wrong.")
    for told in asked.tells:
        assert re.search(told, learner.terminal.text()), told
    learner.goes_on(asked)
    learner.terminal.wait_for("once more")
    learner.ends_with("0 of 1 right", LEAVE)


@forms(*GRADED, *SELF_RATED)
def test_wrong_and_taken_back_leaves_only_the_second_answer(ask, kept, asked):
    learner = ask(asked)
    learner.answer(asked, asked.wrong)
    learner.takes_back(asked)
    wrong = (asked.form, AGAIN, 0.0, False)
    assert kept(asked.card) == ([(*wrong, True)], 0)
    learner.answer(asked, asked.right)
    right = (asked.form, GOOD, 1.0, False)
    assert kept(asked.card) == ([(*wrong, True), (*right, False)], 1)
    learner.sees_verdict(asked, "Right.")
    learner.ends_with("1 of 1 right", asked.leave)


@forms(*GRADED, TERM, POINTS)
def test_right_and_taken_back_leaves_only_the_second_answer(ask, kept, asked):
    learner = ask(asked, "ddp-why")  # a question later, where a rating can be taken back
    learner.answer(asked, asked.right)
    learner.takes_back(asked)
    right = (asked.form, GOOD, 1.0, False)
    assert kept(asked.card) == ([(*right, True)], 0)
    learner.answer(asked, asked.wrong)
    wrong = (asked.form, AGAIN, 0.0, False)
    assert kept(asked.card) == ([(*right, True), (*wrong, False)], 1)
    learner.sees_verdict(asked, "Wrong.")
    learner.ends_with("0 of 1 right", LEAVE)


@forms(*GRADED)
def test_wrong_and_overruled_counts_as_right_and_is_marked(ask, kept, asked):
    learner = ask(asked)
    learner.answer(asked, asked.wrong)
    learner.terminal.press(OVERRULE)
    learner.ends_with("1 of 1 right", LEAVE)
    assert "Counted as right." in learner.terminal.text()
    assert kept(asked.card) == (
        [(asked.form, AGAIN, 0.0, False, True), (asked.form, GOOD, 1.0, True, False)],
        1,
    )


@pytest.mark.parametrize(
    ("asked", "score"),
    [(REVEAL, 1.0), (POINTS, 0.0)],  # as right as the learner says; the points stay unticked
    ids=["reveal", "points"],
)
def test_a_learner_who_rates_overrules_nobody(ask, kept, asked, score):
    learner = ask(asked)
    learner.answer(asked, asked.wrong)
    learner.terminal.wait_for(asked.prompt)
    learner.terminal.press(OVERRULE)
    learner.ends_with("1 of 1 right", LEAVE)
    assert kept(asked.card) == (
        [(asked.form, AGAIN, 0.0, False, True), (asked.form, GOOD, score, False, False)],
        1,
    )


@nearly
def test_nearly_is_told_and_kept_as_again(ask, kept, asked, typed):
    learner = ask(asked)
    learner.answer(asked, (typed,))
    assert kept(asked.card) == ([(asked.form, AGAIN, 0.0, False, False)], 1)
    learner.sees_verdict(asked, "Nearly right, counted as wrong.")
    assert f"You wrote: {typed}" in learner.terminal.text()
    assert re.search(rf"Answer\s+{asked.right[0]}", learner.terminal.text())
    learner.goes_on(asked)
    learner.terminal.wait_for("once more")
    learner.ends_with("0 of 1 right", LEAVE)


@nearly
def test_nearly_and_taken_back_leaves_only_the_second_answer(ask, kept, asked, typed):
    learner = ask(asked)
    learner.answer(asked, (typed,))
    learner.takes_back(asked)
    learner.answer(asked, asked.right)
    assert kept(asked.card) == (
        [(asked.form, AGAIN, 0.0, False, True), (asked.form, GOOD, 1.0, False, False)],
        1,
    )
    learner.sees_verdict(asked, "Right.")
    learner.ends_with("1 of 1 right", asked.leave)


@nearly
def test_nearly_and_overruled_counts_as_right_and_is_marked(ask, kept, asked, typed):
    learner = ask(asked)
    learner.answer(asked, (typed,))
    learner.terminal.press(OVERRULE)
    learner.ends_with("1 of 1 right", LEAVE)
    assert "Counted as right." in learner.terminal.text()
    assert kept(asked.card) == (
        [(asked.form, AGAIN, 0.0, False, True), (asked.form, GOOD, 1.0, True, False)],
        1,
    )


@partly
def test_half_right_is_told_and_kept_as_again_never_as_hard(ask, kept, asked, half):
    learner = ask(asked)
    learner.answer(asked, half)
    assert kept(asked.card) == ([(asked.form, AGAIN, 0.5, False, False)], 1)
    learner.sees_verdict(asked, "Partly right (50 %), counted as wrong.")
    learner.ends_with("0 of 1 right", LEAVE)
