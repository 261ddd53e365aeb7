"""The figures of a class: people, questions, and which questions to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from statistics import correlation, fmean, median, variance
from typing import Any, NamedTuple

from flashcards.results.answer_key import BY_HAND, SEQUENCES, TYPED
from flashcards.results.attempts import Answer, AskedQuestion, Attempt, Collected

_SAME = 1e-9
"""Values that differ by less are the same: then nothing correlates."""
_FULL = 1 - _SAME
"""A score that is right."""
_NOISE = 1.5
"""A discrimination of -NOISE / sqrt(people) or less is hardly chance."""


@dataclass(frozen=True)
class PersonResult:
    """How one person did; the table of people has these columns."""

    name: str
    number: str
    percent: float
    points: float
    total: float
    passed: bool | None
    """None without a pass mark, and while what is not graded or unreadable can still decide it."""
    seconds: float | None
    finished: bool
    unreadable: int
    """Cells that are no answer; the score is of the others."""
    not_graded: int
    """Answers that wait for a person; the score is of the others."""


class Pick(NamedTuple):
    """How often one option was chosen, or one answer given."""

    name: str
    right: bool
    people: int
    best: int
    """Of the best third."""


@dataclass(frozen=True)
class ItemResult:
    """One question: how hard, how telling, what was chosen; the table of questions has these."""

    id: str
    points: float
    people: int
    """Who were asked and whose answer is graded."""
    share_right: float | None
    """Of people with full points; None for what a person grades."""
    mean_score: float | None
    discrimination: float | None
    """Correlation of its score with that on all other questions; None if either is constant."""
    seconds: float | None
    """Median time."""
    unanswered: int
    picks: Sequence[Pick]
    """The most frequent first."""
    look_at: str
    """Why to look at it; empty if there is no reason."""


@dataclass(frozen=True)
class ClassReport:
    """What a class's results say."""

    title: str
    exam: str
    pass_mark: float | None
    alpha: float | None
    """Cronbach's alpha; None if it is not defined."""
    alpha_people: int
    """On whom it rests."""
    people: Sequence[PersonResult]
    """The best first."""
    questions: Sequence[ItemResult]
    notices: Sequence[str]

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        items = [
            {**asdict(item), "picks": [pick._asdict() for pick in item.picks]}
            for item in self.questions
        ]
        return {**asdict(self), "questions": items}


def make_report(
    found: Collected, pass_mark: float | None = None, names: bool = True
) -> ClassReport:
    """Return the report on what was collected; `pass_mark` in percent overrides the exam's own.

    Without `names` people are numbered by rank, and notices, which can name them, are counted.
    """
    mark = found.pass_mark if pass_mark is None else pass_mark
    attempts = found.attempts
    graded = {
        id for each in attempts for id, answer in each.answers.items() if answer.score is not None
    }
    people = sorted(
        (_make_person(attempt, mark, graded) for attempt in attempts),
        key=lambda person: (-person.percent, person.name),
    )
    notices = [*found.notices, *_compare_draws(attempts)]
    if not names:
        people = [replace(each, name=str(rank), number="") for rank, each in enumerate(people, 1)]
        hidden = f"{len(notices)} notes, which can name people, are not shown with --no-names"
        notices = [hidden] if notices else []
    alpha, rests = measure_alpha(attempts, graded)
    items = analyse_items(attempts, found.questions)
    title = found.title or found.exam
    return ClassReport(title, found.exam, mark, alpha, rests, people, items, notices)


def _make_person(attempt: Attempt, mark: float | None, graded: Collection[str]) -> PersonResult:
    points, total = attempt.points, attempt.total
    return PersonResult(
        attempt.person,
        attempt.number,
        round(100 * points / total, 2) if total else 0.0,
        round(points, 4),
        round(total, 4),
        None if mark is None else _decide_pass(attempt, mark, graded),
        attempt.seconds,
        attempt.finished,
        len(attempt.unreadable),
        sum(answer.score is None for answer in attempt.answers.values()),
    )


def _decide_pass(attempt: Attempt, mark: float, graded: Collection[str]) -> bool | None:
    """Whether a person passed; None if points that are not known yet can still decide it.

    What is graded for nobody is taken not to count.
    """
    waiting = sum(attempt.unreadable.values()) + sum(
        answer.of for id, answer in attempt.answers.items() if answer.score is None and id in graded
    )
    total = attempt.total + waiting
    least, most = (
        round(100 * points / total, 2) >= mark if total else mark <= 0
        for points in (attempt.points, attempt.points + waiting)
    )
    return least if least == most else None


def _compare_draws(attempts: Sequence[Attempt]) -> Iterator[str]:
    """Yield a line if people were asked different questions."""
    asked = [{*attempt.answers, *attempt.unreadable} for attempt in attempts]
    every, shared = set[str]().union(*asked), asked[0].intersection(*asked)
    if shared != every:
        yield (
            f"{len(every)} questions were asked, {len(shared)} of them of everybody: each figure "
            "is of those who were asked; '--seed' gives everybody the same questions"
        )


def measure_alpha(attempts: Sequence[Attempt], graded: Collection[str]) -> tuple[float | None, int]:
    """Return Cronbach's alpha over the people with all `graded` questions, and how many they are.

    It needs three people who are half of the class, two questions, and scores that differ.
    """
    rows = []
    for attempt in attempts:
        answers = [attempt.answers[id] for id in graded if id in attempt.answers]
        points = [each.of * each.score for each in answers if each.score is not None]
        if len(points) == len(graded):
            rows.append(points)
    count = len(graded)
    if len(rows) < 3 or 2 * len(rows) < len(attempts) or count < 2:
        return None, len(rows)
    whole = variance(map(sum, rows))
    if whole < _SAME:
        return None, len(rows)
    parts = sum(map(variance, zip(*rows, strict=True)))
    return count / (count - 1) * (1 - parts / whole), len(rows)


def analyse_items(
    attempts: Sequence[Attempt], questions: dict[str, AskedQuestion]
) -> list[ItemResult]:
    """Return the result of each question that somebody was asked, in their order."""
    sums = [(attempt.points, attempt.total) for attempt in attempts]
    best = find_best_third([points / total if total else 0 for points, total in sums])
    found = []
    for question in questions.values():
        asked = [
            (place in best, answer, _rest(answer, *sums[place]))
            for place, attempt in enumerate(attempts)
            if (answer := attempt.answers.get(question.id))
        ]
        if asked:
            found.append(_analyse(question, asked))
    return found


def _rest(answer: Answer, points: float, total: float) -> float | None:
    """Return the share of the points on all other questions; None if there are none."""
    left = total - answer.of
    return (points - answer.of * (answer.score or 0)) / left if left > _SAME else None


def find_best_third(shares: Sequence[float]) -> frozenset[int]:
    """Return the places of the best third; nobody if too many are level for a third to be told."""
    if len(shares) < 3:
        return frozenset()
    limit = sorted(shares, reverse=True)[-(-len(shares) // 3) - 1]
    found = frozenset(place for place, share in enumerate(shares) if share >= limit - _SAME)
    return found if 2 * len(found) <= len(shares) + 1 else frozenset()


def _analyse(
    question: AskedQuestion, asked: Sequence[tuple[bool, Answer, float | None]]
) -> ItemResult:
    scores = [answer.score for _, answer, _ in asked if answer.score is not None]
    pairs = [
        (answer.score, rest)
        for _, answer, rest in asked
        if answer.score is not None and rest is not None
    ]
    times = [answer.seconds for _, answer, _ in asked if answer.seconds is not None]
    by_hand = question.form in BY_HAND
    rights = [score >= _FULL for score in scores]
    discrimination = _correlate(pairs)
    picks = [] if by_hand else _count_picks(question, asked)
    of_best = [answer for is_best, answer, _ in asked if is_best and answer.score is not None]
    best_right = sum((answer.score or 0) >= _FULL for answer in of_best)
    reason = _find_reason(picks, best_right, len(of_best))
    if discrimination is not None and discrimination < -_NOISE / sqrt(len(pairs)):
        reason = reason or "who does well elsewhere does worse here"
    return ItemResult(
        question.id,
        question.points,
        len(scores),
        fmean(rights) if rights and not by_hand else None,
        fmean(scores) if scores else None,
        discrimination,
        median(times) if times else None,
        0 if by_hand else sum(not any(answer.picks) for _, answer, _ in asked),
        picks,
        reason,
    )


def _correlate(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return Pearson's correlation; None if a side is constant or there are fewer than 2 pairs."""
    if len(pairs) < 2:
        return None
    ones, others = zip(*pairs, strict=True)
    if max(ones) - min(ones) < _SAME or max(others) - min(others) < _SAME:
        return None
    return max(-1.0, min(1.0, correlation(ones, others)))


def _count_picks(
    question: AskedQuestion, asked: Sequence[tuple[bool, Answer, float | None]]
) -> list[Pick]:
    """Count each option, or each whole answer of steps and pairs; the right one even if unused."""
    is_whole = question.form in SEQUENCES
    wanted = _join(question, question.right) if is_whole else question.right
    right, shown = set(wanted), wanted[:1] if question.form in TYPED else wanted
    every, best = Counter[str](), Counter[str]()
    for is_best, answer, _ in asked:
        picks = _join(question, answer.picks) if is_whole else answer.picks
        every.update(picks)
        best.update(picks if is_best else ())
        if answer.score == 1:  # typed in a way that the card accepts
            right.update(picks)
    every.update(dict.fromkeys([*shown, *(() if is_whole else question.options)], 0))
    return [
        Pick(name, name in right, people, best[name])
        for name, people in sorted(every.items(), key=lambda pair: (-pair[1], pair[0]))
        if name
    ]


def _join(question: AskedQuestion, picks: Sequence[str]) -> list[str]:
    """Return a sequence as one text: steps in order, or each number with what was matched to it."""
    if not any(picks):
        return []
    if question.form == "order":
        return [" → ".join(picks)]
    return ["; ".join(f"{place}: {name or '–'}" for place, name in enumerate(picks, 1))]


def _find_reason(picks: Sequence[Pick], best_right: int, best: int) -> str:
    """Return that most of the best third agree on a wrong answer, if they do."""
    rival = max((pick for pick in picks if not pick.right), key=lambda p: p.best, default=None)
    if rival is None or rival.best < 2 or 2 * rival.best <= best or rival.best <= best_right:
        return ""
    return f"the best third chose “{rival.name}” ({rival.best} of {best}): is the key right?"
