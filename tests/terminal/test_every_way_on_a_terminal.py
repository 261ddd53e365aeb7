"""Every form of question on a real terminal: wrong, taken back, right, nearly and overruled.

Each time the screen says it in words and the log holds it before the learner goes on.
"""

import re
from dataclasses import dataclass

import pytest

from flashcards.reviews.store import ReviewLog

AGAIN, GOOD = 1, 3
VERDICTS = re.compile(r"^(?:Right\.|Wrong\.|Nearly right|Partly right \(50 %\))", re.MULTILINE)


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
    def rates_itself(self):
        return self.form in ("reveal", "points")


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
    (r"✗ 1  Forward \(you put it at 4\)\n ✗ 2  Backward .*\n ✗ 3  All-reduce .*\n ✗ 4  Opti",),
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
    "reveal", "ddp-why#0", ("3",), ("1",),
    (r"Each process has its own interpreter",),
)  # fmt: skip
POINTS = Asked(
    "points", "ddp-sync#0",
    ("Rank 0 broadcasts parameters and buffers.",
     "Backward averages the gradients by all-reduce."), (),
    (r"Rank 0 broadcasts", r"Backward averages", r"Equal weights and equal gradients"),
)  # fmt: skip


class Learner:
    """Answers one question after the other on a terminal."""

    def __init__(self, terminal, asked):
        self.terminal = terminal
        self.asked = asked

    def answer(self, answer):
        """Gives an answer; the page with what follows it."""
        terminal, form = self.terminal, self.asked.form
        if form in ("type", "gap"):
            terminal.press(f"{answer[0]}\r")
        elif form == "reveal":
            terminal.answer(" ", then="1 Again")
        else:
            if form == "points":
                terminal.answer(" ", then="Tick the points you had")
            digits = "".join(map(terminal.number_of, answer))
            terminal.press(digits + "\r" * (form in ("points", "multiple")))
        terminal.wait_for("1 Again" if self.asked.rates_itself else "Asked again")
        terminal.wait_until_keys_count()
        page = terminal.text()
        if self.asked.rates_itself:
            terminal.press(answer[0] if form == "reveal" else "\r")
            terminal.wait_until(lambda text: "1 Again" not in text, "the rating stays")
            terminal.wait_until_keys_count()
        return page

    def leave(self):
        """Leaves from the feedback or the next question; the last page."""
        self.terminal.press("\x04")
        assert self.terminal.finish() == 0
        assert "Traceback" not in self.terminal.text()
        return self.terminal.text()


@pytest.fixture
def meet(sit):
    def start(asked):
        form = ("--form", "type") if asked.form == "type" else ()
        return Learner(sit("--key", asked.card.partition("#")[0], *form), asked)

    return start


@pytest.fixture
def kept(home):
    """The whole log, with what was taken back, and how many answers FSRS counts for a card."""

    def read(card):
        with ReviewLog(home / "reviews.db") as log:
            found, memory = list(log.reviews(undone=True)), log.memory(("tiny-course", "en", card))
        assert {review.card for review in found} == {card}
        rows = [(r.form, r.rating, r.score, r.overruled, r.undone) for r in found]
        return rows, memory.reviews if memory else 0

    return read


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "asked", [SINGLE, POINTS, ORDER, GAP, MULTIPLE, TYPE, MATCH, REVEAL], ids=lambda one: one.form
)
def test_wrong_is_explained_and_asked_again_taken_back_and_right_the_second_time(meet, kept, asked):
    learner = meet(asked)
    page = learner.answer(asked.wrong)
    wrong = (asked.form, AGAIN, 0.0, False)
    assert kept(asked.card) == ([(*wrong, False)], 1)
    assert VERDICTS.findall(page) == ([] if asked.rates_itself else ["Wrong."])
    assert [told for told in asked.tells if not re.search(told, page)] == []
    if not asked.rates_itself:
        learner.terminal.press(" ")
    learner.terminal.wait_for("once more")
    undo = ":u\r" if asked.form in ("type", "gap") else "u"
    learner.terminal.answer(undo, then="Taken back: your last answer.")
    assert kept(asked.card) == ([(*wrong, True)], 0)
    page = learner.answer(asked.right)
    assert kept(asked.card) == ([(*wrong, True), (asked.form, GOOD, 1.0, False, False)], 1)
    assert VERDICTS.findall(page) == ([] if asked.rates_itself else ["Right."])
    assert "1 of 1 right" in learner.leave()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("asked", [SINGLE, GAP], ids=lambda one: one.form)
def test_wrong_and_overruled_counts_as_right_and_is_marked(meet, kept, asked):
    learner = meet(asked)
    learner.answer(asked.wrong)
    learner.terminal.answer("o", then="counts as right.")
    assert "1 of 1 right" in learner.leave()
    overruled = (asked.form, GOOD, 1.0, True, False)
    assert kept(asked.card) == ([(asked.form, AGAIN, 0.0, False, True), overruled], 1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (GAP, ("all-reduse",), 0.0),
        (ORDER, ("Backward", "Forward", "All-reduce", "Optimizer step"), 0.5),
        (MULTIPLE, ("x.t()",), 0.5),
        (POINTS, POINTS.right[1:], 0.5),
    ],
    ids=lambda asked: getattr(asked, "form", ""),
)
def test_nearly_and_half_right_are_told_and_kept_as_again(meet, kept, asked, answer, score):
    page = meet(asked).answer(answer)
    assert kept(asked.card) == ([(asked.form, AGAIN, score, False, False)], 1)
    told = "Partly right (50 %)" if score else "Nearly right"
    assert VERDICTS.findall(page) == ([] if asked.rates_itself else [told])
