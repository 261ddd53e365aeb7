"""Every form of question on a real terminal, answered in every way a learner may.

Right, wrong, nearly, partly, taken back and overruled: each time the screen says it
in words and the log holds it before the learner goes on.
"""

import re
from dataclasses import dataclass

import pytest

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

    @property
    def key(self):
        return self.card.partition("#")[0]

    @property
    def rates_itself(self):
        return self.form in ("reveal", "points")

    @property
    def leave(self):
        """Keys that go on from the feedback and leave at the next question."""
        return (LEAVE,) if self.rates_itself else (SPACE, LEAVE)


SINGLE = Asked(
    "single", "clear-gradients#0", ("optimizer.zero_grad()",), ("loss.backward()",),
    (r"›✗ \d  loss\.backward\(\)", r"✗ It adds to them\.", r"✓ It sets them to None\."),
)  # fmt: skip
MULTIPLE = Asked(
    "multiple", "share-memory#0", ("x.view(-1)", "x.t()"), ("x.clone()",),
    (r"›✗ \d  x\.clone\(\)", r"✗ A clone is a copy\.", r" ✓ \d  x\.view\(-1\)"),
)  # fmt: skip
TYPE = Asked(
    "type", "ddp-bucket#1", ("gradient bucket",), ("shard",),
    (r"›✗ shard", r" ✓ gradient bucket"),
)  # fmt: skip
ORDER = Asked(
    "order", "ddp-step#0",
    ("Forward", "Backward", "All-reduce", "Optimizer step"),
    ("Backward", "All-reduce", "Optimizer step", "Forward"),
    (r"✗ 1  Forward  \(you put it at 4\)\n ✗ 2  Backward .*\n ✗ 3  All-reduce .*\n ✗ 4  Opti",),
)  # fmt: skip
MATCH = Asked(
    "match", "dp-ddp/process#0",
    ("one for all GPUs", "one per GPU", "one per CPU core"),
    ("one per GPU", "one per CPU core", "one for all GPUs"),
    (r"✗ DataParallel → one for all GPUs", r"✗ DistributedDataParallel → one per GPU",
     r"✗ Hogwild → one per CPU core", r"DataParallel: One process runs all replicas in threads\."),
)  # fmt: skip
GAP = Asked(
    "gap", "ddp-gap#0", ("all-reduce",), ("all-gather",),
    (r"›✗ all-gather", r" ✓ all-reduce"),
)  # fmt: skip
REVEAL = Asked(
    "reveal", "ddp-why#0", ("Good",), ("Again",),
    (r"Each process has its own interpreter",),
)  # fmt: skip
POINTS = Asked(
    "points", "ddp-sync#0",
    ("Rank 0 broadcasts parameters and buffers.",
     "Backward averages the gradients by all-reduce."), (),
    (r"Rank 0 broadcasts", r"Backward averages", r"Equal weights and equal gradients"),
)  # fmt: skip

GRADED = (SINGLE, MULTIPLE, TYPE, ORDER, MATCH, GAP)
SELF_RATED = (REVEAL, POINTS)
VERDICTS = ("Right.", "Wrong.", "Nearly right", "Partly right")


def forms(*asked):
    return pytest.mark.parametrize("asked", asked, ids=lambda one: one.form)


class Learner:
    """Answers one question after the other on a terminal."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.seen = ""
        """The last page with an answer on it."""

    def answer(self, asked, answer):
        """Gives an answer and waits until it is on the disk and what follows is on the screen."""
        self.terminal.wait_until_keys_count()
        getattr(self, f"_{asked.form}")(answer)

    def sees_verdict(self, asked, words):
        """The verdict on the last answer, and no other; none where the learner rates."""
        told = self.terminal.text()
        others = [one for one in VERDICTS if not words.startswith(one)]
        assert (words in told) is not asked.rates_itself, told
        assert [one for one in others if one in told] == []

    def goes_on(self, asked):
        if not asked.rates_itself:
            self.terminal.press(SPACE)

    def takes_back(self, asked):
        """`u` after the feedback: there, or at the next question where the learner rates."""
        self.terminal.answer(UNDO, then="Taken back: your last answer.")

    def ends_with(self, words, *keys):
        for key in keys:
            self.terminal.press(key)
        assert self.terminal.finish() == 0
        assert words in self.terminal.text()
        assert "Traceback" not in self.terminal.text()

    def _single(self, answer):
        self.terminal.press(self._number(answer[0]))
        self._see_feedback()

    def _match(self, answer):
        for cell in answer:
            self.terminal.press(self._number(cell))
            self.terminal.wait_until(
                lambda text, cell=cell: f"→ {cell}" in text or "Asked again" in text, "not placed"
            )
        self._see_feedback()

    def _multiple(self, answer):
        self._tick(answer)
        self._see_feedback()

    def _order(self, answer):
        for turn, step in enumerate(answer, 1):
            self.terminal.wait_for(f"{turn}. ?")
            self.terminal.press(self._number(step))
        self._see_feedback()

    def _type(self, answer):
        self.terminal.press(answer[0] + ENTER)
        self._see_feedback()

    _gap = _type

    def _reveal(self, answer):
        self.terminal.answer(SPACE, then="1 Again")
        self._rate("1" if answer[0] == "Again" else "3")

    def _points(self, answer):
        self.terminal.answer(SPACE, then="Tick the points you had")
        self._tick(answer)
        self.terminal.wait_for("1 Again")
        self._rate(ENTER)  # the rating that the ticks suggest

    def _rate(self, key):
        """Rates, and waits until the page of the rating is gone."""
        self.seen = self.terminal.text()
        self.terminal.press(key)
        self.terminal.wait_until(lambda text: "1 Again" not in text, "the rating stays")
        self.terminal.wait_until_keys_count()

    def _tick(self, options):
        self.terminal.press("".join(map(self._number, options)) + ENTER)

    def _see_feedback(self):
        self.terminal.wait_for("Asked again")
        self.terminal.wait_until_keys_count()
        self.seen = self.terminal.text()

    def _number(self, option):
        """The number of an option on the page."""
        line = re.compile(rf"^[ ›○●·]*(\d)  {re.escape(option)}\s*$", re.MULTILINE)
        self.terminal.wait_until(line.search, f"{option} never came")
        return line.search(self.terminal.text())[1]


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


@pytest.mark.sampled(3)
@forms(*GRADED, *SELF_RATED)
def test_right_is_told_and_kept_as_good(ask, kept, asked):
    learner = ask(asked)
    learner.answer(asked, asked.right)
    assert kept(asked.card) == ([(asked.form, GOOD, 1.0, False, False)], 1)
    learner.sees_verdict(asked, "Right.")
    learner.ends_with("1 of 1 right", *asked.leave)


@pytest.mark.sampled(3)
@forms(*GRADED, *SELF_RATED)
def test_wrong_is_explained_kept_as_again_and_asked_once_more(ask, kept, asked):
    learner = ask(asked)
    learner.answer(asked, asked.wrong)
    assert kept(asked.card) == ([(asked.form, AGAIN, 0.0, False, False)], 1)
    learner.sees_verdict(asked, "Wrong.")
    for told in asked.tells:
        assert re.search(told, learner.seen), told
    learner.goes_on(asked)
    learner.terminal.wait_for("once more")
    learner.ends_with("0 of 1 right", LEAVE)


@pytest.mark.sampled(3)
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
    learner.ends_with("1 of 1 right", *asked.leave)


@pytest.mark.sampled(2)
@forms(*GRADED)
def test_wrong_and_overruled_counts_as_right_and_is_marked(ask, kept, asked):
    learner = ask(asked)
    learner.answer(asked, asked.wrong)
    learner.terminal.answer(OVERRULE, then="Counted as right.")
    learner.ends_with("1 of 1 right", LEAVE)
    assert kept(asked.card) == (
        [(asked.form, AGAIN, 0.0, False, True), (asked.form, GOOD, 1.0, True, False)],
        1,
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (GAP, ("all-reduse",), 0.0),
        (MULTIPLE, ("x.t()",), 0.5),
        (ORDER, ("Backward", "Forward", "All-reduce", "Optimizer step"), 0.5),
        (POINTS, POINTS.right[1:], 0.5),
        (TYPE, ("gradient buckit",), 0.0),
    ],
    ids=lambda asked: getattr(asked, "form", ""),
)
def test_nearly_and_half_right_are_told_and_kept_as_again(ask, kept, asked, answer, score):
    learner = ask(asked)
    learner.answer(asked, answer)
    assert kept(asked.card) == ([(asked.form, AGAIN, score, False, False)], 1)
    told = "Partly right (50 %)" if score else "Nearly right"
    learner.sees_verdict(asked, f"{told}, counted as wrong.")
    learner.ends_with("0 of 1 right", LEAVE)
