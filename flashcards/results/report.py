"""The figures of a class: people, questions, and which questions to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from statistics import correlation, fmean, median, variance
from typing import Any, NamedTuple

from flashcards.results.load import Collected
from flashcards.results.paper import BY_HAND, SEQUENCES, TYPED, Answer, Attempt, Question

_SAME = 1e-9
"""Numbers that differ by less are the same."""
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
    not_graded: int


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
    """Whose answer has a score."""
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
            {**vars(item), "picks": [p._asdict() for p in item.picks]} for item in self.questions
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
    people = [_make_person(attempt, mark, graded) for attempt in attempts]
    people.sort(key=lambda person: (-person.percent, person.name))
    asked = [{*attempt.answers} for attempt in attempts]
    every, shared = set[str]().union(*asked), asked[0].intersection(*asked)
    notices = found.notices
    if shared != every:
        notices = [
            *notices,
            f"{len(every)} questions were asked, {len(shared)} of them of everybody: each figure "
            "is of those who were asked; '--seed' gives everybody the same questions",
        ]
    if not names:
        people = [replace(each, name=str(rank), number="") for rank, each in enumerate(people, 1)]
        hidden = f"{len(notices)} notes, which can name people, are not shown with --no-names"
        notices = [hidden] if notices else []
    return ClassReport(
        found.title or found.exam,
        found.exam,
        mark,
        *measure_alpha(attempts, graded),
        people,
        analyse_items(attempts, found.questions),
        notices,
    )


def _make_person(attempt: Attempt, mark: float | None, graded: Collection[str]) -> PersonResult:
    """Return the result of a person; what is graded for nobody does not count."""
    points, total = attempt.points, attempt.total
    unknown = {id: each for id, each in attempt.answers.items() if each.score is None}
    waiting = sum(e.of for id, e in unknown.items() if e.is_unreadable or id in graded)
    passed = None
    if mark is not None and total + waiting:
        least, most = (round(100 * p / (total + waiting), 2) for p in (points, points + waiting))
        passed = least >= mark if (least >= mark) is (most >= mark) else None
    return PersonResult(
        attempt.person,
        attempt.number,
        round(100 * points / total, 2) if total else 0.0,
        round(points, 4),
        round(total, 4),
        passed,
        attempt.seconds,
        attempt.finished,
        attempt.unreadable,
        len(unknown) - attempt.unreadable,
    )


def measure_alpha(attempts: Sequence[Attempt], graded: Collection[str]) -> tuple[float | None, int]:
    """Return Cronbach's alpha over the people with all `graded` questions, and how many they are.

    It needs three people who are half of the class, two questions, and scores that differ.
    """
    rows = []
    for attempt in attempts:
        answers = (attempt.answers[id] for id in graded if id in attempt.answers)
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


def find_best_third(shares: Sequence[float]) -> frozenset[int]:
    """Return the places of the best third; nobody if too many are level for a third to be told."""
    if len(shares) < 3:
        return frozenset()
    limit = sorted(shares, reverse=True)[-(-len(shares) // 3) - 1]
    best = frozenset(place for place, share in enumerate(shares) if share >= limit - _SAME)
    return best if 2 * len(best) <= len(shares) + 1 else frozenset()


def analyse_items(
    attempts: Sequence[Attempt], questions: Mapping[str, Question]
) -> list[ItemResult]:
    """Return the result of each question that somebody answered, in their order."""
    sums = [(attempt.points, attempt.total) for attempt in attempts]
    best = find_best_third([points / total if total else 0 for points, total in sums])
    items = []
    for question in questions.values():
        answers = {
            place: attempt.answers[question.id]
            for place, attempt in enumerate(attempts)
            if question.id in attempt.answers and not attempt.answers[question.id].is_unreadable
        }
        if answers:
            items.append(_analyse(question, answers, sums, best))
    return items


def _analyse(
    question: Question,
    answers: Mapping[int, Answer],
    sums: Sequence[tuple[float, float]],
    best: Collection[int],
) -> ItemResult:
    """Return the result of one question; `answers` by the place of the person."""
    by_hand = question.type in BY_HAND
    scores = {at: each.score for at, each in answers.items() if each.score is not None}
    rights = {at: score >= 1 - _SAME for at, score in scores.items()}
    pairs = []
    for at, score in scores.items():
        points, total = sums[at]
        if total - answers[at].of > _SAME:
            rest = (points - answers[at].of * score) / (total - answers[at].of)
            pairs.append((score, rest))
    discrimination = _correlate(pairs)
    picks = [] if by_hand else _count_picks(question, answers, best)
    of_best = [right for at, right in rights.items() if at in best]
    rival = max((pick for pick in picks if not pick.right), key=lambda p: p.best, default=None)
    reason = ""
    if rival and rival.best >= 2 and rival.best > max(len(of_best) / 2, sum(of_best)):
        told = f"the best third chose “{rival.name}” ({rival.best} of {len(of_best)})"
        reason = f"{told}: is the key right?"
    elif discrimination is not None and discrimination < -_NOISE / sqrt(len(pairs)):
        reason = "who does well elsewhere does worse here"
    times = [each.seconds for each in answers.values() if each.seconds is not None]
    return ItemResult(
        question.id,
        question.points,
        len(scores),
        fmean(rights.values()) if rights and not by_hand else None,
        fmean(scores.values()) if scores else None,
        discrimination,
        median(times) if times else None,
        0 if by_hand else sum(not any(each.picks) for each in answers.values()),
        picks,
        reason,
    )


def _correlate(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return Pearson's correlation; None if a side is constant or there are fewer than 2 pairs."""
    sides = [*zip(*pairs, strict=True)]
    if len(pairs) < 2 or any(max(side) - min(side) < _SAME for side in sides):
        return None
    return max(-1.0, min(1.0, correlation(*sides)))


def _count_picks(
    question: Question, answers: Mapping[int, Answer], best: Collection[int]
) -> list[Pick]:
    """Count each option, or each whole answer of steps and pairs; the right one even if unused."""
    is_whole = question.type in SEQUENCES
    listed = [*_list_picks(question, question.right)]
    right, every, of_best = {*listed}, Counter[str](), Counter[str]()
    for at, answer in answers.items():
        picks = [*_list_picks(question, answer.picks)]
        every.update(picks)
        of_best.update(picks if at in best else ())
        if answer.score == 1:  # typed in a way that the card accepts
            right.update(picks)
    shown = listed[:1] if question.type in TYPED else listed
    every.update(dict.fromkeys([*shown, *(() if is_whole else question.options)], 0))
    return [
        Pick(name, name in right, people, of_best[name])
        for name, people in sorted(every.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _list_picks(question: Question, picks: Sequence[str]) -> Iterator[str]:
    """Yield each pick; steps and pairs are one text: `a → b`, or `1: x; 2: y`."""
    if question.type not in SEQUENCES or not any(picks):
        yield from filter(None, picks)
    elif question.type == "order":
        yield " → ".join(picks)
    else:
        yield "; ".join(f"{place}: {name or '–'}" for place, name in enumerate(picks, 1))
